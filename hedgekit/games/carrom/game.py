"""The game class of Carrom, whose moves are flicks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ...play.position_game import PositionGame
from ...players.searching import Search
from ...players.strength import Skill, Weighed
from ...text.reasons import Reason
from ...text.words import sentence
from ..race.engine.board import PLAYERS
from ..race.rulesets.rule_set import RuleSet
from . import rules
from .players import AimingPlayer
from .rules import frame, has_room, mine, start_motion
from .solver import TABLE
from .texts import ENGINE, QUIET, Flick, Position, carrom_rules

ACROSS, DOWN = 5, 2.5  # characters per unit of the table
GREEDY_FLICKS = 8  # flicks that a greedy player tries; lookahead tries one for every four playouts


@dataclass(frozen=True)
class Trace:
    """A flick over time: `frames[n]` maps the discs on the board to their places after `n * step` seconds.

    The first frame has the flicked disc at the edge; the last one is the position afterwards.
    """

    step: float
    frames: tuple[dict[str, tuple[float, float]], ...] = ()


class Carrom(PositionGame[RuleSet, Flick, Position], engine=ENGINE):
    """A game of Carrom.

    rules: a RuleSet with variant 40, its text, or None for a number of players (2 to 9); seed: only kept in the record,
    since nothing is left to chance; first: the seat that begins (it changes in a series).
    """

    TYPES = (RuleSet, Position, Flick)
    RULES: ClassVar = rules
    END_CLAUSE, ROLL_CLAUSE = "40.4", "40.1"
    LISTS_ALL = False
    EXAMPLE = "A1@0,3>45*0.8"  # a flick

    @classmethod
    def read_rules(cls, rules: object = None, players: Any = None) -> RuleSet:
        """Read a rule set from a text, a RuleSet, or a number of players; NotationError or Clash if it is none."""
        return carrom_rules(rules, players)

    @property
    def first(self) -> str:
        """The seat that began."""
        began = self._history[0][1] if self._history else self._state
        return began.turn or "A"

    @property
    def trace(self) -> Trace:
        """The last flick over time; without frames before the first flick and after a pass."""
        if not self._history or self._history[-1][0].is_pass:
            return Trace(TABLE.step)
        flick, before = self._history[-1]  # simulate it again: the solver is deterministic
        names, motion = start_motion(before, flick)
        frames = [frame(names, motion)]
        while motion.sliding:
            motion.step()
            frames.append(frame(names, motion))
        frames[-1] = {piece: self._state.at(piece) for piece in self._state.discs}
        return Trace(TABLE.step, tuple(frames))

    def counts(self) -> dict[str, int]:
        """Return player -> number of discs left."""
        return {player: self._state.left(player) for player in PLAYERS[: self._rules.players]}

    def drawn(self, paint: Callable[[str, str], str]) -> list[str]:
        """Return the table in characters, with y pointing up, and the exact places of the discs.

        paint(text, style) colours a text: style is a player ("A"), or bold ("A*").
        """
        position = self._state
        columns, rows = int(TABLE.width * ACROSS), int(TABLE.height * DOWN)
        grid = [[" "] * (columns + 2) for _ in range(rows + 1)]
        for piece in sorted(position.discs):
            x, y = position.at(piece)
            row, column = rows - round(y * DOWN), min(round(x * ACROSS), columns)
            grid[row][column : column + 2] = paint(piece, piece[0] + "*"), ""
        marks = {rows - round(y * DOWN): str(y) for y in range(int(TABLE.height) + 1)}
        rule = "    +" + "-" * (columns + 2) + "+"
        lines = [rule, *(f"  {marks.get(n, ' ')} |{''.join(row)}|" for n, row in enumerate(grid)), rule]
        lines.append("     " + "".join(str(x).ljust(ACROSS) for x in range(int(TABLE.width) + 1)).rstrip())
        where = [f"{piece} {x:.2f},{y:.2f}" for piece in sorted(position.discs) for x, y in [position.at(piece)]]
        return lines + ["  " + "   ".join(where[n : n + 5]) for n in range(0, len(where), 5)]

    def _reasons(self, move: Flick) -> tuple[Reason, ...]:
        player = self._state.turn
        if move.is_pass:
            return (Reason("40.1", "carrom.because.pass", values={"player": player}),)
        key = "carrom.because.hand" if move.piece in self._state.hand else "carrom.because.board"
        return (Reason("40.1", key, (), (move.piece,), {"player": player, "piece": move.piece}),)

    def weighing(self, skill: Skill, rng: int) -> Search:
        """Return the best of some simulated flicks; lookahead players simulate more."""
        yield from ()  # a generator, like every search, although too quick to be interrupted
        strength = max(GREEDY_FLICKS, skill.playouts // 4)
        return [] if self.is_over else [Weighed(AimingPlayer(rng, strength).choose(self), 0, 0)]

    def _prompt(self, language: str) -> str:
        position = self._state
        hand = mine(position, position.hand)
        key = "pass" if not has_room(position) else "hand" if hand else "board"
        return sentence(f"carrom.prompt.{key}", language, {"player": position.turn})

    def _narrate(self, move: Flick, before: Position, language: str) -> list[str]:
        values = {"player": before.turn, "piece": move.piece}
        sentences = [sentence(f"carrom.told.{'pass' if move.is_pass else 'flick'}", language, values)]
        lost = [piece for piece in self._state.out if piece not in before.out]
        if not move.is_pass:
            key = "nothing" if not lost else "leaves" if len(lost) == 1 else "leave"
            sentences.append(sentence(f"carrom.told.{key}", language, {"pieces": lost}))
        if self.is_over and not lost:
            sentences.append(sentence("carrom.told.quiet", language, {"count": QUIET}))
        elif len(self._state.over) == 1:
            sentences.append(sentence("carrom.told.won", language, {"player": self._state.over}))
        return sentences
