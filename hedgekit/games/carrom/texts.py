"""Flicks and positions of Carrom, values that print as text and read back.  The notation is in `__init__.py`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self

from ...notation.tokens import Field, ParsedMove, short
from ...notation.values import Fault, Standing, parse_number
from ...text.errors import NotationError
from ..race.engine.board import PLAYERS
from ..race.notation.position import pieces_of
from ..race.rulesets.rule_set import RuleSet, rules
from ..race.variants import UP_TO_SIX, writing
from .solver import MILLION, TABLE, Point, gap

ENGINE = "carrom"  # the variant's name for its engine
DISCS = 4  # discs of each player
QUIET = 200  # flicks without a disc leaving that end a game
TOLERANCE = 1e-5  # overlap allowed in a position that is read
STEP = "flick"

_NUMBER = r"-?[0-9]{1,3}(?:\.[0-9]{1,6})?"
_FLICK = re.compile(
    rf"-|(?P<piece>[A-I][1-8])(?:@(?P<x>{_NUMBER})(?:,(?P<y>{_NUMBER})(?:>(?P<angle>{_NUMBER})(?:\*(?P<strength>{_NUMBER}))?)?)?)?"
)
_PLACE = re.compile(rf"({_NUMBER}),({_NUMBER})")
_PIECE = re.compile(r"[A-I][1-8]")


def number(millionths: int) -> str:
    """Return the text of a number: 4250000 -> "4.25"."""
    whole, rest = divmod(abs(millionths), MILLION)
    return ("-" if millionths < 0 else "") + f"{whole}.{rest:06}".rstrip("0").rstrip(".")


def _read_number(text: str) -> int:
    whole, _, rest = text.lstrip("-").partition(".")
    value = int(whole) * MILLION + int(rest.ljust(6, "0"))
    return -value if text.startswith("-") else value


def carrom_rules(text: object = None, players: int | None = None) -> RuleSet:
    """Return a rule set of Carrom, from a RuleSet, a text such as "40 players=2", or only a number of players.

    NotationError or Clash if it is not a rule set of Carrom.
    """
    if text is None:
        many = isinstance(players, int) and players > max(UP_TO_SIX)
        text = "+".join(map(str, sorted((*writing("engine", ENGINE), *(writing("pieces.colours") if many else ())))))
    ruleset = rules(text, players=players)  # type: ignore[arg-type]
    if ruleset.engine != ENGINE:
        raise NotationError("carrom.error.rules", str(ruleset), 0, rules=short(str(ruleset)))
    return ruleset


@dataclass(frozen=True, repr=False)
class Flick(ParsedMove):
    """A flick: the disc, the starting point of its centre, angle and strength, all in millionths.

    `Flick()` is the pass, `-`.  Angles are normalized to 0 up to just below 360 degrees.
    """

    piece: str = ""
    x: int = 0
    y: int = 0
    angle: int = 0
    strength: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "angle", self.angle % (360 * MILLION))

    def __str__(self) -> str:
        if not self.piece:
            return "-"
        return f"{self.piece}@{number(self.x)},{number(self.y)}>{number(self.angle)}*{number(self.strength)}"

    FORM, WRONG = _FLICK, "carrom.error.flick"
    LONGEST = 200

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        if found["piece"] and found["strength"] is None:
            raise NotationError(cls.WRONG, found[0], found.end(), move=short(found[0]))
        if not found["piece"]:
            return cls()
        return cls(found["piece"], *(_read_number(found[name]) for name in ("x", "y", "angle", "strength")))


def _read_pieces(word: Field) -> tuple[str, ...]:
    return tuple(sorted(pieces_of(word.value, word.text, word.at)))


_read_quiet = partial(parse_number, most=QUIET - 1)


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """A position.  Equal positions print the same text.

    discs: piece -> centre (x, y) in millionths; out, hand: sorted pieces; quiet: flicks since a disc last left.
    """

    discs: Mapping[str, Point] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    quiet: int = 0

    FIELDS: ClassVar = {"out": _read_pieces, "hand": _read_pieces, "quiet": _read_quiet, **Standing.TAIL}
    STEPS, PASSING = (STEP,), ("quiet",)

    def at(self, piece: str) -> tuple[float, float]:
        """Return the centre of a disc; KeyError if it is not on the board."""
        x, y = self.discs[piece]
        return x / MILLION, y / MILLION

    def across(self, piece: str) -> bool:
        """Return whether a disc lies across the edge and is still in the game (40.3)."""
        if piece not in self.discs:
            return False
        x, y = self.at(piece)
        return min(x, TABLE.width - x, y, TABLE.height - y) < TABLE.diameter / 2

    def left(self, player: str) -> int:
        """Return the number of a player's discs in hand and on the board."""
        return sum(piece[0] == player for piece in (*self.discs, *self.hand))

    def _places(self) -> Iterator[str]:
        return (f"{piece}={number(x)},{number(y)}" for piece, (x, y) in sorted(self.discs.items()))

    @classmethod
    def _place(cls, word: Field, values: dict[str, Any]) -> bool:
        if not _PIECE.fullmatch(word.key):
            return False
        found = _PLACE.fullmatch(word.value)
        if not found:
            raise word.misread()
        values.setdefault("discs", {})[word.key] = _read_number(found[1]), _read_number(found[2])
        return True

    def faults(self, ruleset: RuleSet) -> Iterator[Fault]:
        """Check the discs, and the players still in the game."""
        players, seen = ruleset.players, set[str]()
        all_pieces = [f"{player}{n}" for player in PLAYERS[:players] for n in range(1, DISCS + 1)]
        pieces = [(piece, piece) for piece in self.discs]
        pieces += [(piece, key) for key in ("out", "hand") for piece in getattr(self, key)]
        for piece, key in pieces:
            unknown = {"piece": piece, "players": players}
            yield piece not in all_pieces, key, "error.position.no_such_piece", unknown
            yield piece in seen, key, "error.position.piece_twice", {"piece": piece}
            seen.add(piece)
        missing = tuple(piece for piece in all_pieces if piece not in seen)
        yield missing, "", "error.position.missing", {"pieces": missing}
        earlier: list[Point] = []
        for piece, place in self.discs.items():
            yield not TABLE.has(*place) or any(gap(place, other) < -TOLERANCE for other in earlier), piece
            earlier.append(place)
        if not self.over:
            left = sum(self.left(player) > 0 for player in PLAYERS[:players])
            yield not self.left(self.turn) or left < 2, "turn"
