"""A computer player that simulates flicks and plays the best one."""

import random
from dataclasses import replace
from typing import Any

from ...text.errors import NotationError
from .solver import MILLION, TABLE, angle_of
from .texts import Flick, Position


class AimingPlayer:
    """Simulate flicks and play the best.

    seed: any int, None for random choices; strength: the number of flicks to try, at least 1 (1 is a random shot at an
    opponent's disc).
    """

    def __init__(self, seed: int | None = None, strength: int = 24) -> None:
        if not isinstance(strength, int) or strength < 1:
            raise NotationError("carrom.error.strength", strength=str(strength)[:24])
        self._random = random.Random(seed)
        self._strength = strength

    def choose(self, game: Any) -> Flick:
        """Return a legal flick of the game; IndexError if it is over."""
        fan: list[Flick] = game.moves()
        before = game.position
        foes = [place for piece, place in sorted(before.discs.items()) if piece[0] != before.turn]
        best, most = self._random.choice(fan), float("-inf")
        if best.is_pass:
            return best
        for _ in range(self._strength):
            flick = self._random.choice(fan)
            if foes:
                (x, y), strength = self._random.choice(foes), self._random.choice(_STRENGTHS)
                flick = replace(flick, angle=angle_of(x - flick.x, y - flick.y), strength=strength)
            value = _value(before, game.after(flick))
            if value > most:
                best, most = flick, value
        return best


_STRENGTHS = (550_000, 700_000, 850_000, 1_000_000)


def _value(before: Position, after: Position) -> float:
    """Return the worth of a flick: opponents' discs out, own discs in, and far from the edge."""
    player = before.turn
    if after.over:
        return 1000.0 if after.over == player else 0.0 if after.over == "draw" else -1000.0
    value = 0.0
    for piece in after.out:
        if piece not in before.out:
            value += -12 if piece[0] == player else 10
    for piece, (x, y) in after.discs.items():
        inside = min(x, TABLE.width * MILLION - x, y, TABLE.height * MILLION - y) / MILLION
        value += inside if piece[0] == player else -inside
    return value
