"""Rule sets, moves and positions of Hekla, values that print as text.  The notation is in `__init__.py`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from ...notation.options import GameRules
from ...notation.tokens import Field, ParsedMove
from ...notation.values import Fault, Standing, parse_number
from ...text.errors import NotationError
from ..race.engine.board import PLAYERS
from .layout import LAVA, LAYOUT, Line
from .scoring import Stacks, fault

PLACES = 2  # places of a square
QUIET = 200  # successive turns without a scoring that end a game
_read_quiet = partial(parse_number, most=QUIET)

_SQUARE = "[a-o][1-9]"
_CIRCLE = r"p[0-9]{1,2}(?:\+[0-9]{1,2})?"
_MOVE = re.compile(
    rf"-|(?P<piece>[A-Z][0-9])@(?P<square>{_SQUARE})(?:-(?P<to>{_SQUARE}))?"
    rf"|(?P<circle>{_CIRCLE})-(?P<back>{_CIRCLE})|(?P<line>{_SQUARE}\+{_SQUARE}\+{_SQUARE})"
)
_PIECE = re.compile("[A-Z][0-9]")


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set of Hekla: `hekla players=3`."""

    NAME = "hekla"
    PLAYER_COUNTS = tuple(LAYOUT.supplies)

    @cached_property
    def volcanoes(self) -> tuple[str, ...]:
        """All volcanoes in play, sorted."""
        return tuple(piece for player in self.letters for piece in LAYOUT.supply(player, self.players))


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move; `Move()` is the pass.

    piece: the volcano to place or move; origin, target: squares, or, without a piece, the circles of a vulcanologist
    going back; origin is "" for placing; line: the line to score next, its squares sorted.
    """

    piece: str = ""
    origin: str = ""
    target: str = ""
    line: Line | tuple[()] = ()

    @property
    def is_back(self) -> bool:
        """Whether the move takes a vulcanologist back."""
        return bool(self.target) and not self.piece

    def __str__(self) -> str:
        if self.line:
            return "+".join(self.line)
        path = f"{self.origin}-{self.target}" if self.origin else self.target
        return (f"{self.piece}@{path}" if self.piece else path) or "-"

    FORM, WRONG = _MOVE, "hekla.error.move"

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        if found["line"]:
            first, middle, last = sorted(found["line"].split("+"))
            return cls(line=(first, middle, last))
        if found["circle"]:
            return cls("", found["circle"], found["back"])
        if found["to"]:
            return cls(found["piece"], found["square"], found["to"])
        return cls(found["piece"] or "", "", found["square"] or "")


def _read_pieces(word: Field) -> tuple[str, ...]:
    """Read the stones of a field, sorted: volcanoes before lava."""
    value = word.filled()
    for at in range(0, len(value), 2):
        if not _PIECE.fullmatch(value, at, at + 2):
            raise word.misread(at)
    return tuple(sorted(value[at : at + 2] for at in range(0, len(value), 2)))


def _read_lines(word: Field) -> tuple[Line, ...]:
    """Read the lines of a field, sorted."""
    found: list[Line] = []
    at = 0
    for text in word.filled().split(","):
        line = tuple(sorted(text.split("+")))
        matches = [other for other in LAYOUT.lines if other == line and other not in found]
        if not matches:
            raise word.misread(at)
        found += matches
        at += len(text) + 1
    return tuple(sorted(found))


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """A position.  Equal positions print the same text.

    stacks: square -> its one or two stones, sorted ("A3": owner and grooves; "L0": lava); circles: each vulcanologist's
    distance from the start, in seating order; hand: volcanoes in the supplies, sorted; lines: those still to score, in
    an order that the mover chooses; quiet: successive turns without a scoring.
    """

    stacks: Stacks = field(default_factory=dict)
    circles: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    quiet: int = 0

    FIELDS: ClassVar = {"hand": _read_pieces, "lines": _read_lines, "quiet": _read_quiet, **Standing.TAIL}
    STEPS, PASSING = ("play", "move", "score"), ("lines",)

    def at(self, player: str) -> int:
        """Return a vulcanologist's distance from the start, in circles; IndexError if there is no such player."""
        return self.circles[PLAYERS.index(player)]

    def seen(self, player: str) -> frozenset[str]:
        """Return the squares that a player's vulcanologist sees."""
        return LAYOUT.circle(self.at(player)).sees

    @property
    def lava(self) -> tuple[str, ...]:
        """The lava blocks still to place, in order."""
        return LAYOUT.lava[len(self._placed()) :]

    @property
    def left(self) -> int:
        """The number of lava blocks still to place, counted from the stones on the board without the volcanoes."""
        players = len(self.circles)
        volcanoes = len(LAYOUT.supplies[players]) * players - len(self.hand)
        return len(LAYOUT.lava) - sum(map(len, self.stacks.values())) + volcanoes

    def _placed(self) -> list[str]:
        return [stone for stones in self.stacks.values() for stone in stones if stone[0] == LAVA]

    def _places(self) -> Iterator[str]:
        yield from (f"{square}={''.join(stones)}" for square, stones in sorted(self.stacks.items()))
        for count in sorted(set(self.circles)):
            there = (player for player, other in zip(PLAYERS, self.circles, strict=False) if other == count)
            yield f"{LAYOUT.circle_name(count)}={''.join(there)}"

    def _field(self, name: str) -> str:
        return ",".join("+".join(line) for line in self.lines) if name == "lines" else super()._field(name)

    @classmethod
    def _place(cls, word: Field, values: dict[str, Any]) -> bool:
        if word.key in LAYOUT.squares:
            stones = values.setdefault("stacks", {})[word.key] = _read_pieces(word)
            if len(stones) > PLACES:
                raise word.misread(2 * PLACES)
            return True
        if (count := LAYOUT.count_of(word.key)) is None:
            return False
        counts = values.setdefault("circles", {})
        for at, player in enumerate(word.filled()):
            if player not in PLAYERS or player in counts:
                raise word.misread(at)
            counts[player] = count
        return True

    @classmethod
    def _read(cls, text: object) -> dict[str, Any]:
        values = super()._read(text)
        counts = values.get("circles", {})
        order = tuple(sorted(counts))
        if order != tuple(PLAYERS[: len(order)]):
            missing = next(player for player in PLAYERS if player not in counts)
            raise NotationError("hekla.error.no_player", str(text), None, player=missing)
        return values | {"circles": tuple(counts[player] for player in order)}

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """Check the circles, the quiet turns, the stones and the lines."""
        players = rules.players
        yield len(self.circles) != players, ""
        for count in self.circles:
            yield count > LAYOUT.furthest, LAYOUT.circle_name(count)
        yield self.quiet and (self.step == "score" or (self.quiet == QUIET and not self.over)), "quiet"
        left = list(rules.volcanoes)
        volcanoes = [(square, stone) for square, stones in self.stacks.items() for stone in stones if stone[0] != LAVA]
        for key, piece in (*volcanoes, *(("hand", piece) for piece in self.hand)):
            unknown = {"piece": piece, "players": players}
            yield piece not in rules.volcanoes, key, "hekla.error.no_such_piece", unknown
            yield piece not in left, key, "hekla.error.too_many", {"piece": piece}
            left.remove(piece)
        yield left, "", "hekla.error.missing", {"pieces": left}
        placed = sorted(self._placed())
        yield placed != sorted(LAYOUT.lava[: len(placed)]), ""
        yield (self.step == "score") != (len(self.lines) > 1), "lines" if self.lines else "step"
        yield any(fault(self.stacks, line) for line in self.lines), "lines"
