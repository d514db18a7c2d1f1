"""Computer players for every game of the collection.

Player("lookahead:400").choose(game)        the chosen move
Player("greedy").weigh(game)                the legal moves with the player's estimates of their chance to win
"""

from collections.abc import Sequence
from typing import Any, Protocol

from ..text.errors import HedgekitError
from .searching import Search
from .strength import M_co, Skill, Weighed


class Choosable(Protocol[M_co]):
    """The part of a game that a player uses."""

    @property
    def is_chance(self) -> bool:
        """Whether the present step is a chance step."""

    def moves(self) -> Sequence[M_co]:
        """Return the legal moves."""

    def weigh(self, skill: Skill, rng: int) -> Sequence[Weighed[M_co]]:
        """Return the legal moves with a player's estimates, their choice first."""

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Return `weigh` as a search in steps."""


class Player:
    """Chooses moves; HedgekitError at chance steps.  skill: a Skill or its text; seed: an int, or None for random."""

    def __init__(self, skill: Skill | str = "random", seed: int | None = None) -> None:
        self.skill = Skill.parse(skill)
        from random import Random  # here: a game begins quickly

        self._random = Random(seed)

    def choose(self, game: Choosable[M_co]) -> M_co:
        """Return a legal move; HedgekitError if the game is over."""
        _check(game)
        moves = game.moves()
        if not moves:
            raise HedgekitError("error.player_over")
        if self.skill.kind == "random" or len(moves) < 2:
            return self._random.choice(moves)
        return self.weigh(game)[0].move

    def weigh(self, game: Choosable[M_co]) -> list[Weighed[M_co]]:
        """Return the legal moves with this player's estimates, the best first; [] after the end."""
        _check(game)
        return list(game.weigh(self.skill, self.draw()))

    def weighing(self, game: Choosable[Any]) -> Search:
        """Return `weigh` as a search in steps, which the caller can stop."""
        _check(game)
        return game.weighing(self.skill, self.draw())

    def draw(self) -> int:
        """Draw a seed for a search."""
        return self._random.getrandbits(48)


def _check(game: Choosable[Any]) -> None:
    if game.is_chance:
        raise HedgekitError("error.player_chance")
