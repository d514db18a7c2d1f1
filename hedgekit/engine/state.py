"""The state of a game as the engine holds it, and the stacks on its squares.

A stack is a chain: `s.top[cell]` is the topmost piece, `s.below[piece]` the next one down, -1 the end.  `s.all` is
the set of occupied squares, `s.own[player]` the squares whose top piece is that player's.  Variants add fields with
`field`; a state has the settings of its rule set as fields, too.
"""

import operator
from functools import cache
from typing import Any

from .board import CELLS, COLOURS, PIECES
from .composing import QUESTIONS, part

FIELDS: dict[str, int] = {}  # name -> length, 0 for a single number; compiled, every number has 64 bits

SIDEWAYS, FORWARD, EITHER, ROLL, PLACE, KEEP, OVER, SECRET = 1, 2, 3, 4, 5, 6, 7, 8  # steps, four bits each in a plan
SHUFFLE, LANE, OFFER, ANSWER, ANNOUNCE, JOKER, OWED = 9, 10, 11, 12, 13, 14, 15  # OWED: another turn of the same player
DRAW = 1 << COLOURS  # `won` of a game that nobody won
HAND = 63  # "from" of a piece that comes from the hand
CHANCE = (ROLL, KEEP, LANE, SHUFFLE)  # the steps that chance decides
TO, MANY, NUMBER, PIECE = 6, 12, 17, 20  # where the parts of a packed move begin (from: bit 0)
ANY = 7  # the number of a joker: every lane


def field(name: str, length: int = 0) -> None:
    """Give every state a field: an int, or a list of `length` ints."""
    if name in FIELDS:
        raise TypeError(f"field {name} is declared twice")
    FIELDS[name] = length


field("top", CELLS)  # cell -> topmost piece or -1
field("below", PIECES)  # piece -> the piece under it or -1
field("own", COLOURS)  # player -> squares topped by a piece of his
field("all")  # occupied squares
field("hand")  # pieces not yet placed
field("finished")  # pieces home
field("out")  # pieces removed from the game
field("back")  # pieces that run from rank i to rank a
field("turn")
field("turn_count")  # turns begun since the set-up
field("first")  # who began the set-up
field("step")
field("todo")  # steps still to come this turn, the next one lowest
field("dice")  # the number to play with; two as a | b << 3
field("won")  # bits of the winners, DRAW for a draw, 0 while running
field("stalled")  # 1 if the game ended because nobody could move any more
field("rng")
field("gone")  # players no longer in the game
field("stood")  # players not yet done with the race when the present action began
field("carriers")  # pieces nobody may stand on (14)
field("marched")  # did the present action make everybody march?
field("moves", 512)  # the list the move generators fill


class _State:
    """All fields as attributes; the class proper is made when the settings and the variants' fields are known."""

    __slots__ = ()

    def __init__(self, settings: dict[str, Any]) -> None:
        for name, length in FIELDS.items():
            setattr(self, name, [0] * length if length else 0)
        for name, value in settings.items():
            setattr(self, name, list(value) if isinstance(value, tuple) else value)

    def copy(self) -> "_State":
        """A state of its own: nothing played on one shows in the other."""
        new = object.__new__(type(self))
        names, lists = _layout(len(FIELDS))
        for name, value in zip(names, operator.attrgetter(*names)(self), strict=True):
            setattr(new, name, value)
        for name in lists:
            setattr(new, name, getattr(self, name)[:])
        return new


@cache
def _layout(_: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields that a copy shares (numbers and settings), and the lists it needs of its own."""
    settings = tuple(asked.name for asked in QUESTIONS.values() if asked.kind == "setting")
    numbers = tuple(name for name, length in FIELDS.items() if not length)
    return numbers + settings, tuple(name for name, length in FIELDS.items() if length)


@cache
def _state_class(settings: tuple[str, ...], _: int) -> type[_State]:
    return type("State", (_State,), {"__slots__": (*FIELDS, *settings)})


def new_state(settings: dict[str, Any]) -> Any:
    """An empty state with these settings as fields."""
    return _state_class(tuple(settings), len(FIELDS))(settings)


@part
def lift(ask, before):
    """Take n pieces off a square; they stay chained from top to bottom."""

    def lift(s, cell, n):
        top = s.top[cell]
        bottom = top
        while n > 1:
            bottom = s.below[bottom]
            n -= 1
        rest, bit = s.below[bottom], 1 << cell
        s.top[cell] = rest
        s.own[s.owner[top]] ^= bit
        if rest >= 0:
            s.own[s.owner[rest]] |= bit
        else:
            s.all ^= bit
        return top, bottom

    return lift


@part
def put(ask, before):
    """Set a lifted unit on top of whatever stands on a square."""

    def put(s, top, bottom, cell):
        under, bit = s.top[cell], 1 << cell
        s.below[bottom] = under
        s.top[cell] = top
        if under >= 0:
            s.own[s.owner[under]] ^= bit
        s.own[s.owner[top]] |= bit
        s.all |= bit

    return put


@part
def height(ask, before):
    """How many pieces stand on a square."""

    def height(s, cell):
        n, piece = 0, s.top[cell]
        while piece >= 0:
            n += 1
            piece = s.below[piece]
        return n

    return height


def stack(s: Any, cell: int) -> list[int]:
    """The pieces on a square, bottom to top."""
    pieces, piece = [], s.top[cell]
    while piece >= 0:
        pieces.append(piece)
        piece = s.below[piece]
    return pieces[::-1]
