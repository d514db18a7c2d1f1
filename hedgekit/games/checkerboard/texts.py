"""Rule sets, moves and positions of Hedgehog, values that print as text.  The notation is in `__init__.py`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

from ...notation.options import GameRules, chosen
from ...notation.tokens import Field, ParsedMove, counted
from ...notation.values import Fault, Standing, die
from ..race.engine.board import PLAYERS

EDGES = ("near", "left", "far", "right")  # in turn order
COLUMNS, ROWS = "abcdefgh", "12345678"
MIDDLE = frozenset(column + row for column in COLUMNS[1:-1] for row in ROWS[1:-1])
PIECES = 20  # placed, or taken, in a game
NOBODY = "O"  # owner of the neutral pieces of form=take
DIAGRAM = frozenset(
    column + row
    for row, columns in {"7": "cef", "6": "bdg", "5": "bdef", "4": "cdeg", "3": "beg", "2": "cdf"}.items()
    for column in columns
)
"""The squares of the neutral pieces at the start of variation 3."""

_SQUARES = {
    "near": [column + "1" for column in COLUMNS], "left": ["a" + row for row in ROWS],
    "far": [column + "8" for column in COLUMNS], "right": ["h" + row for row in ROWS],
}  # fmt: skip
"""Edge -> its squares, from one corner to the other."""
_EDGE_OF = {square: edge for edge, squares in _SQUARES.items() for square in squares[1:-1]}
_MOVE = re.compile(r"(?P<number>[1-6])|(?P<edge>[a-h][1-8])(?:-(?P<target>[a-h][1-8]))?")


def edge_of(square: str) -> str:
    """Return the edge of a square; "" for corners and middle squares."""
    return _EDGE_OF.get(square, "")


def landings(edge: str, number: int) -> tuple[str, str]:
    """Return the squares where an edge's piece can land with a number, counted from either corner."""
    return _SQUARES[edge][number], _SQUARES[edge][-1 - number]


def meeting(square: str, other: str) -> str:
    """Return the middle square where the lines of edge pieces on adjacent edges meet."""
    return square[0] + other[1] if edge_of(square) in ("near", "far") else other[0] + square[1]


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set of Hedgehog, such as `checkerboard[form=last] players=2`."""

    NAME = "checkerboard"
    PLAYER_COUNTS = (2, 4)
    OPTIONS: ClassVar = {"edge": ("turn", "any"), "form": ("stack", "last", "take")}
    ONLY: ClassVar = {("edge", "any"): (2,)}

    form = chosen("form", str)
    """The form of the game: "stack", "last" or "take"."""
    any_edge = chosen("edge", "any")
    """Whether players choose between their two edges."""

    @cached_property
    def main_step(self) -> str:
        """The step at which a turn is played."""
        return "take" if self.form == "take" else "place"

    def owner(self, starter: str, edge: str) -> str:
        """Return the player of an edge: the starter on the near one, then clockwise."""
        return PLAYERS[(PLAYERS.index(starter) + EDGES.index(edge)) % self.players]

    def side(self, player: str) -> str:
        """Return a player's side: A or B."""
        return PLAYERS[PLAYERS.index(player) % 2]

    def members(self, side: str) -> str:
        """Return the players of a side."""
        return "".join(player for player in self.letters if self.side(player) == side)


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move or an outcome.

    number: the roll, 0 for a move; edge: the new square of the edge piece; target: the chosen middle square, "" in the
    set-up.
    """

    number: int = 0
    edge: str = ""
    target: str = ""

    def __str__(self) -> str:
        return str(self.number) if self.number else f"{self.edge}-{self.target}" if self.target else self.edge

    FORM, WRONG = _MOVE, "checkerboard.error.move"


_ROLLED = re.compile(r"(?:[A-D][1-6])+")
_STACK = re.compile(r"[AB]+|O")
_read_taken = partial(counted, players="AB", number="[1-9][0-9]?")


def _read_rolled(word: Field) -> tuple[tuple[str, int], ...]:
    value = word.filled()
    if not _ROLLED.fullmatch(value):
        raise word.misread()
    return tuple((value[at], int(value[at + 1])) for at in range(0, len(value), 2))


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """A position.  Equal positions print the same text.

    stacks: middle square -> sides of its pieces, bottom to top ("ABA"); edges: edge -> square of its piece; taken:
    side -> number of pieces taken; among: the players rolling for the start, "" for all; rolled: (player, number) in
    the present round; starter: the player at the near edge; edge: the one whose piece moves; number: the roll, or 0.
    """

    stacks: Mapping[str, str] = field(default_factory=dict)
    edges: Mapping[str, str] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)
    among: str = ""
    rolled: tuple[tuple[str, int], ...] = ()
    starter: str = ""
    edge: str = ""
    number: int = 0

    FIELDS: ClassVar = {
        "taken": _read_taken, "among": Field.filled, "rolled": _read_rolled, "starter": Field.filled,
        "edge": Field.filled, "dice": die, **Standing.TAIL,
    }  # fmt: skip
    STEPS = ("first", "roll", "edge", "place", "take")
    PASSING = ("among", "rolled", "starter", "edge", "number")

    @property
    def is_set_up(self) -> bool:
        """Whether the edge pieces are still being put down."""
        return bool(self.starter) and "right" not in self.edges

    def tops(self) -> dict[str, int]:
        """Return side -> number of stacks it tops, including single pieces."""
        sides = [stack[-1] for stack in self.stacks.values()]
        return {side: sides.count(side) for side in "AB"}

    def placed(self) -> dict[str, int]:
        """Return side -> number of pieces placed."""
        every = "".join(self.stacks.values())
        return {side: every.count(side) for side in "AB"}

    def _places(self) -> Iterator[str]:
        yield from (f"{square}={stack}" for square, stack in sorted(self.stacks.items()))
        yield from (f"{edge}={self.edges[edge]}" for edge in EDGES if edge in self.edges)

    def _field(self, name: str) -> str:
        return "".join(f"{p}{number}" for p, number in self.rolled) if name == "rolled" else super()._field(name)

    @classmethod
    def _place(cls, word: Field, values: dict[str, Any]) -> bool:
        key, value = word.key, word.value
        if key in EDGES:
            if edge_of(word.filled()) != key:
                raise word.misread()
        elif not re.fullmatch("[a-h][1-8]", key):
            return False
        elif not _STACK.fullmatch(word.filled()):
            raise word.misread()
        values.setdefault("edges" if key in EDGES else "stacks", {})[key] = value
        return True

    def steps(self, rules: Rules) -> tuple[str, ...]:
        """Return the steps with "place" or "take", whichever these rules have."""
        return tuple(step for step in self.STEPS if step not in ("place", "take") or step == rules.main_step)

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """Check the starter, the pieces, and turn and step."""
        taking, fresh = rules.form == "take", len(self.stacks) == (PIECES if rules.form == "take" else 0)
        yield self.starter and self.starter not in tuple(rules.letters), "starter"
        for square, stack in self.stacks.items():
            yield not self._may_stand(square, stack, rules.form), square
        yield sum(self.taken.values()) + len(self.stacks) != PIECES if taking else self.taken, "taken"
        ahead, behind = self._order(rules)
        yield not taking and (ahead > PIECES // 2 or ahead - behind not in (0, 1)), ""
        if self.over:
            yield self.over not in ("draw", *map(rules.members, "AB")), "over"
            yield self.stacks if taking else ahead + behind < (PIECES if rules.form == "stack" else 1), "over"
            alone = rules.form == "last"
            yield alone and self.over == "draw", "over"
            yield alone and self.placed()[rules.side(self.over[0])] < ahead, "over"
        elif self.step == "first":
            yield from self._of_first(rules, fresh)
        else:
            yield from self._of_turn(rules, fresh)

    @staticmethod
    def _may_stand(square: str, stack: str, form: str) -> bool:
        if form == "take":
            return square in DIAGRAM and stack == NOBODY
        return square in MIDDLE and stack != NOBODY and (form == "stack" or len(stack) == 1)

    def _order(self, rules: Rules) -> tuple[int, int]:
        """Return the numbers of pieces placed by the starter's side and the other; higher first if nobody started."""
        placed = self.placed()
        if not self.starter:
            return max(placed.values()), min(placed.values())
        side = rules.side(self.starter)
        return placed[side], placed["A" if side == "B" else "B"]

    def scores(self, rules: Rules) -> dict[str, int]:
        """Return side -> its score: stacks topped (7), or pieces taken; {} where the last to place wins."""
        if rules.form == "take":
            return {side: self.taken.get(side, 0) for side in "AB"}
        return self.tops() if rules.form == "stack" else {}

    def _of_first(self, rules: Rules, fresh: bool) -> Iterator[Fault]:
        """Check a position at which players roll for the start: who rolls, and in which order."""
        yield self.starter or self.edge or self.number or self.edges or not fresh, "step"
        order = self.among or rules.letters
        some = len(order) > 1 and list(order) == sorted({*order} & {*rules.letters})
        yield not some or self.among == rules.letters, "among"
        rolling = "".join(player for player, _ in self.rolled) + self.turn
        yield rolling != order[: len(rolling)], "turn"

    def _of_turn(self, rules: Rules, fresh: bool) -> Iterator[Fault]:
        """Check a position of the set-up, which puts down the edge pieces in order, or after it: turn and edge."""
        taking, (ahead, behind) = rules.form == "take", self._order(rules)
        yield not self.starter, "starter"
        yield self.among or self.rolled, "rolled" if self.rolled else "among"
        yield self._thrown("edge", "place", "take")
        missing = tuple(edge for edge in EDGES[1:] if edge not in self.edges)
        yield missing and (not fresh or missing != EDGES[-len(missing) :] or "near" in self.edges), ""
        yield self.step not in ("roll", "edge" if missing else rules.main_step), "step"
        if rules.any_edge and not missing:
            yield self.edge, "edge"
            yield not taking and (self.turn == self.starter) != (ahead == behind), "turn"
        else:
            edge = missing[0] if missing else self.edge if taking else EDGES[(ahead + behind) % 4]
            yield edge not in EDGES or self.edge != edge, "edge"
            yield self.turn != rules.owner(self.starter, edge), "turn"
            yield not missing and "near" not in self.edges and not (fresh and edge == "near"), ""
        yield not self.stacks if taking else ahead + behind == PIECES, "turn"
