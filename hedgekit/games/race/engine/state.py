"""The state of a game as the engine holds it, field by field, and the stacks on its squares.

Everything is a number or a list of numbers, as the same functions run compiled.  `State` documents the fields of the
engine itself; a variant adds its own with `field`, and `STATE_FIELDS` has them all, each with its unit (`UNITS`), its
meaning and how long it says something (`lives`).  Beside them a state has the settings of its rule set.

A stack is a chain: `s.top[cell]` is the topmost piece, `s.below[piece]` the next one down, -1 the end.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_origin, get_type_hints

from .board import CELLS, COLOURS, PIECES
from .composing import BUILTIN, current_declarations, part, registry_cache

SIDEWAYS, FORWARD, EITHER, ROLL, PLACE, KEEP, OVER, SECRET = 1, 2, 3, 4, 5, 6, 7, 8  # steps, four bits each in a plan
SHUFFLE, LANE, OFFER, ANSWER, ANNOUNCE, JOKER, OWED = 9, 10, 11, 12, 13, 14, 15  # OWED: another turn of the same player
DRAW = 1 << COLOURS  # `won` of a game that nobody won
HAND = 63  # "from" of a piece that comes from the hand
CHANCE = (ROLL, KEEP, LANE, SHUFFLE)  # the steps that chance decides
TO, MANY, NUMBER, PIECE = 6, 12, 17, 20  # where the parts of a packed move begin (from: bit 0)
ANY = 7  # the number of a joker: every lane

SEED = "seed"  # goes on from game to game
GAME = "game"  # says something from move to move: emptied by `clear` when a game begins
TURN = "turn"  # belongs to a turn: emptied by `end_turn` and nowhere else, so that the next turn finds nothing
CALL = "call"  # scratch of one call of the engine: written before it is read, worthless between two moves

SAVED_TURN, SAVED_STEP = 0, 1  # where what was saved of a state has these two

UNITS = {
    "square": "a cell, 0 .. 53",
    "squares": "a set of squares, one bit a cell",
    "piece": "colour * 4 + number, 0 .. 35; -1 for none",
    "pieces": "a set of pieces, one bit each",
    "player": "a seat, 0 .. 8",
    "players": "a set of players, one bit each",
    "step": "a step of the game (SIDEWAYS .. OWED)",
    "steps": "steps in order, four bits each, the next one lowest",
    "number": "what a die or a card shows, 1 .. 6, or ANY; 0 for none",
    "dice": "one or two such numbers, three bits each",
    "count": "how many",
    "flag": "1 or 0",
    "code": "one of the constants its module names",
    "move": "a packed move (turn.py)",
    "points": "sixteenths of a step of the race (evaluation.py)",
    "seed": "64 bits of a generator",
}
"""What a number of the state stands for."""
BITS = {
    **dict.fromkeys(("square", "piece", "player", "step", "number", "flag", "code"), 8),
    **dict.fromkeys(("players", "dice", "count", "move", "points"), 32),
}
"""How many bits a number has, compiled, by its unit; 64 if it is not named here."""


@dataclass(frozen=True)
class StateField:
    """A field of the state.

    unit: what the number, or each number of the list, stands for (UNITS); meaning: what it says of the game; length:
    of the list, 0 for a single number; lives: GAME, TURN or CALL; variants: those that brought it, () for the engine's.
    """

    unit: str
    meaning: str
    length: int = 0
    lives: str = GAME
    variants: tuple[int, ...] = ()
    empty: int = 0

    def emptied(self) -> Any:
        """What stands in it when a game begins."""
        return [self.empty] * self.length if self.length else self.empty


STATE_FIELDS: Mapping[str, StateField] = MappingProxyType(BUILTIN.state_fields)
"""The fields of every state that this package declares, by name."""


def field(
    name: str,
    unit: str,
    meaning: str,
    length: int = 0,
    *,
    lives: str = GAME,
    variants: Iterable[int] = (),
    empty: int = 0,
) -> None:
    """Give every state a field: an int, or a list of `length` ints, `empty` when a game begins.

    TypeError if the name is taken, or the unit is none of `UNITS`.
    """
    fields = current_declarations().state_fields
    if name in fields:
        raise TypeError(f"field {name} is declared twice")
    if unit not in UNITS or not meaning or lives not in (SEED, GAME, TURN, CALL):
        raise TypeError(f"field {name} is not documented")
    fields[name] = StateField(unit, meaning, length, lives, tuple(variants), empty)


Has = StateField  # in the list below: unit, meaning, length, lives


class State:
    """The record of a game; the class proper is made when the settings and the variants' fields are known.

    declared: all its fields; idle: those that stay empty, as their variants are not in play; saving: those that are
    saved, the turn and the step first (SAVED_TURN, SAVED_STEP).
    """

    __slots__: tuple[str, ...] = ()
    declared: ClassVar[Mapping[str, StateField]] = STATE_FIELDS
    idle: ClassVar[frozenset[str]] = frozenset()
    saving: ClassVar[tuple[str, ...]] = ()

    top: Annotated[list[int], Has("piece", "the topmost piece of each square", CELLS, empty=-1)]
    below: Annotated[list[int], Has("piece", "the piece under each piece on the board", PIECES)]
    own: Annotated[list[int], Has("squares", "for each player those topped by a piece of his", COLOURS)]
    all: Annotated[int, Has("squares", "those that are occupied")]
    hand: Annotated[int, Has("pieces", "those not yet placed, or in reserve")]
    finished: Annotated[int, Has("pieces", "those home")]
    out: Annotated[int, Has("pieces", "those removed from the game")]
    back: Annotated[int, Has("pieces", "those that run from rank i to rank a at present")]
    turn: Annotated[int, Has("player", "who is to act")]
    step: Annotated[int, Has("step", "what is to be decided")]
    todo: Annotated[int, Has("steps", "those still to come this turn, the present one first", lives=TURN)]
    dice: Annotated[int, Has("dice", "the numbers to play with this turn, ascending", lives=TURN)]
    gone: Annotated[int, Has("players", "those no longer in the game, as they left it or lost their last piece")]
    carriers: Annotated[int, Has("pieces", "those nobody may land on")]
    first: Annotated[int, Has("player", "who began the set-up")]
    won: Annotated[int, Has("players", "the winners, DRAW for a draw, 0 while running")]
    stalled: Annotated[int, Has("flag", "did the game end because nobody could move any more?")]
    turn_count: Annotated[int, Has("count", "turns begun since the set-up")]
    rng: Annotated[int, Has("seed", "what `draw` draws from", lives=SEED)]
    stood: Annotated[int, Has("players", "those not yet done with the race when the present action began", lives=CALL)]
    marched: Annotated[int, Has("flag", "did the present action make everybody march?", lives=CALL)]
    moves: Annotated[list[int], Has("move", "the list that the move generators fill", 512, CALL)]
    aside: Annotated[list[int], Has("squares", "what stood where before a displacement was tried", 128, CALL)]

    if TYPE_CHECKING:  # the variants' fields and the settings, and what `_state_class` writes

        def __getattr__(self, name: str) -> Any: ...

        def copy(self, spare: "State | None" = None) -> "State":
            """A state of its own: nothing played on one shows in the other.

            spare: one whose scratch is taken over, as nothing else is at work in it.
            """
            return self

        def saved(self) -> tuple[Any, ...]:
            """What the state says of the game, to be restored: numbers and lists, in the order of `saving`."""
            return ()

        def restore(self, saved: tuple[Any, ...]) -> None:
            """Have the state say again what was saved."""

    def __init__(self, settings: dict[str, Any]) -> None:
        for name, known in self.declared.items():
            setattr(self, name, known.emptied())
        for name, value in settings.items():
            setattr(self, name, list(value) if isinstance(value, tuple) else value)


for _name, _hint in get_type_hints(State, include_extras=True).items():
    if get_origin(_hint) is Annotated:
        BUILTIN.state_fields[_name] = _hint.__metadata__[0]


def written(head: str, lines: Iterable[str], **names: Any) -> Any:
    """The function of these lines: plain assignments to declared names, each written out."""
    scope = {"__name__": __name__, **names}
    text = "\n    ".join([f"def {head}:", *lines])
    exec(text, scope)  # noqa: S102
    made = scope[head.partition("(")[0]]
    made.text = text  # for who reads what he cannot find in a file
    return made


@registry_cache()
def _state_class(registry: Any, settings: tuple[str, ...], idle: frozenset[str]) -> type[State]:
    """The class of the states with these settings; its copying is written out, as games copy at every ply.

    A copy shares numbers, settings and idle fields, copies lists, and takes scratch from another state or makes it new.
    What is saved, so that a move can be taken back, costs less: it has no settings and no idle fields.
    """
    lines, taken, made = ["new = make(self.__class__)"], [], []
    fields: Mapping[str, StateField] = registry.state_fields
    for name in (*fields, *settings):
        known = fields.get(name)
        if known is None or not known.length or name in idle:
            lines.append(f"new.{name} = self.{name}")
        elif known.lives != CALL:
            lines.append(f"new.{name} = self.{name}[:]")
        else:
            taken.append(f"    new.{name} = spare.{name}")
            made.append(f"    new.{name} = [{known.empty}] * {known.length}")
    lines += ["if spare is None:", *made, "else:", *taken, "return new"]
    copy = written("copy(self, spare=None)", lines, make=object.__new__)
    alive = [name for name, one in fields.items() if one.lives != CALL and name not in idle]
    saving = tuple(sorted(alive, key=lambda name: name not in ("turn", "step")))
    values = ", ".join(f"self.{name}" + ("[:]" if fields[name].length else "") for name in saving)
    names = {"__slots__": (*fields, *settings), "copy": copy, "declared": fields, "idle": idle, "saving": saving}
    names["saved"] = written("saved(self)", [f"return {values}"])
    names["restore"] = written("restore(self, saved)", [f"{values} = saved"])
    return type("State", (State,), names)


def new_state(settings: dict[str, Any], registry: Any = BUILTIN) -> State:
    """An empty state with these settings as fields; registry: whose fields it has."""
    idle = {
        name
        for name, known in registry.state_fields.items()
        if known.variants and not any(settings["variants"] >> number & 1 for number in known.variants)
    }
    return _state_class(registry, tuple(settings), frozenset(idle))(settings)


def _emptying(ask: Any, name: str, *lives: str) -> Any:
    """The function of this name that empties the fields with these lifetimes."""
    lines = []
    for field_name, known in ask.registry.state_fields.items():
        if known.lives in lives:
            place = f"for k in range({known.length}): s.{field_name}[k]" if known.length else f"s.{field_name}"
            lines.append(f"{place} = {known.empty}")
    return written(f"{name}(s)", lines)


@part
def end_turn(ask, before):
    """A turn has ended: every field that belongs to a turn is emptied."""
    return _emptying(ask, "end_turn", TURN)


@part
def clear(ask, before):
    """A game begins: nothing of the last one is left."""
    return _emptying(ask, "clear", GAME, TURN)


def _aside(ask: Any, name: str, assign: str) -> Any:
    """The function of this name that writes what stands where, and what has left the board, into `aside`, or back."""
    lines, place = [], 0
    for field_name, known in ask.registry.state_fields.items():
        if known.lives == GAME and known.unit in ("piece", "pieces", "squares"):
            head = f"for k in range({known.length}): " if known.length else ""
            there, here = f"s.{field_name}" + ("[k]" if head else ""), f"s.aside[{place}" + (" + k]" if head else "]")
            lines.append(head + assign.format(here=here, there=there))
            place += known.length or 1
    if place > STATE_FIELDS["aside"].length:
        raise TypeError(f"aside is to hold {place} numbers")
    return written(f"{name}(s)", lines)


@part
def set_aside(ask, before):
    """Keep what stands where, to try a displacement."""
    return _aside(ask, "set_aside", "{here} = {there}")


@part
def take_back(ask, before):
    """Everything stands again as it was set aside."""
    return _aside(ask, "take_back", "{there} = {here}")


@part
def lift(s, cell, n):
    """Take n pieces off a square; they stay chained from top to bottom.

    Nothing is asked, here and in `put`: a processor would guess wrong.
    """
    top = s.top[cell]
    bottom = top
    while n > 1:
        bottom = s.below[bottom]
        n -= 1
    rest, bit = s.below[bottom], 1 << cell
    s.top[cell] = rest
    s.own[s.owner[top]] ^= bit
    some = ~(rest >> 8)  # all bits if somebody stood below, else none
    s.own[s.owner[rest & some]] |= bit & some
    s.all &= some | ~bit
    return top, bottom


@part
def put(s, top, bottom, cell):
    """Set a lifted unit on top of whatever stands on a square."""
    under, bit = s.top[cell], 1 << cell
    s.below[bottom] = under
    s.top[cell] = top
    some = ~(under >> 8)
    s.own[s.owner[under & some]] &= ~(bit & some)
    s.own[s.owner[top]] |= bit
    s.all |= bit


@part
def height(s, cell):
    """How many pieces stand on a square."""
    n, piece = 0, s.top[cell]
    while piece >= 0:
        n += 1
        piece = s.below[piece]
    return n


def stack(s: State, cell: int) -> list[int]:
    """The pieces on a square, bottom to top."""
    pieces, piece = [], s.top[cell]
    while piece >= 0:
        pieces.append(piece)
        piece = s.below[piece]
    return pieces[::-1]


def each_step(plan: int) -> Iterator[int]:
    """The steps of a plan, the next one first."""
    while plan:
        yield plan & 15
        plan >>= 4
