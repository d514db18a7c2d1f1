"""The state of a game in the engine, field by field, and the stacks on its squares.

All fields are ints or lists of ints, because the same functions are compiled.  `State` documents the engine's own
fields; variants add theirs with `field`, and `STATE_FIELDS` has them all with unit (`UNITS`), meaning and lifetime
(`lives`).  A state also has the settings of its rule set as attributes.

A stack is a chain: `s.top[cell]` is the topmost piece, `s.below[piece]` the next one down, -1 the end.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_origin, get_type_hints

from .board import CELLS, COLOURS, PIECES
from .composing import BUILTIN, current_declarations, part, registry_cache
from .former_names import FORMER, FormerName

SIDEWAYS, FORWARD, EITHER, ROLL, PLACE, KEEP, OVER, SECRET = 1, 2, 3, 4, 5, 6, 7, 8  # steps, four bits each in a plan
SHUFFLE, LANE, OFFER, ANSWER, ANNOUNCE, JOKER, OWED = 9, 10, 11, 12, 13, 14, 15  # OWED: another turn of the same player
DRAW = 1 << COLOURS  # `won` of a game that nobody won
HAND = 63  # "from" of a piece that comes from the hand
CHANCE = (ROLL, KEEP, LANE, SHUFFLE)  # steps decided by chance
TO, MANY, NUMBER, PIECE = 6, 12, 17, 20  # first bits of the parts of a packed move (origin: bit 0)
ANY = 7  # the number of a joker, which names every lane

SEED = "seed"  # continues from game to game
GAME = "game"  # reset by `clear` when a game begins
TURN = "turn"  # reset by `end_turn`, and by `clear`
CALL = "call"  # scratch of a call of the engine: written before it is read, meaningless between moves

SAVED_TURN, SAVED_STEP = 0, 1  # their indices in a saved state

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
    "dice": "one or two numbers, three bits each",
    "count": "a number of things",
    "flag": "1 or 0",
    "code": "one of the constants its module names",
    "move": "a packed move (turn.py)",
    "points": "sixteenths of a step of the race (evaluation.py)",
    "seed": "64 bits of a generator",
}
"""Unit of a number in the state -> its meaning."""
BITS = {
    **dict.fromkeys(("square", "piece", "player", "step", "number", "flag", "code"), 8),
    **dict.fromkeys(("players", "dice", "count", "move", "points"), 32),
}
"""Unit -> bits of a number when compiled; the default is 64."""


@dataclass(frozen=True)
class StateField:
    """A field of the state.

    unit: of the number, or of each number in the list (UNITS); length: of the list, 0 for a single number; lives: SEED,
    GAME, TURN or CALL; variants: those that add it, () for the engine's; empty: its initial value.
    """

    unit: str
    meaning: str
    length: int = 0
    lives: str = GAME
    variants: tuple[int, ...] = ()
    empty: int = 0

    def initial(self) -> Any:
        """Return its value when a game begins."""
        return [self.empty] * self.length if self.length else self.empty


STATE_FIELDS: Mapping[str, StateField] = MappingProxyType(BUILTIN.state_fields)
"""The fields of a state that this package declares, by name."""


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
    """Add a field to all states: an int, or a list of `length` ints, `empty` when a game begins.

    TypeError if its name is taken or its unit is not in `UNITS`.
    """
    fields = current_declarations().state_fields
    if name in fields:
        raise TypeError(f"field {name} is declared twice")
    if unit not in UNITS or not meaning or lives not in (SEED, GAME, TURN, CALL):
        raise TypeError(f"field {name} is not documented")
    fields[name] = StateField(unit, meaning, length, lives, tuple(variants), empty)


Has = StateField  # in the list below: unit, meaning, length, lives


class State:
    """The record of a game; a subclass is made for each set of settings and fields.

    declared: all its fields; idle: fields of variants not in play, which stay empty; saving: the saved fields, the turn
    and the step first (SAVED_TURN, SAVED_STEP).
    """

    __slots__: tuple[str, ...] = ()
    declared: ClassVar[Mapping[str, StateField]] = STATE_FIELDS
    idle: ClassVar[frozenset[str]] = frozenset()
    saving: ClassVar[tuple[str, ...]] = ()

    top: Annotated[list[int], Has("piece", "the topmost piece on each square", CELLS, empty=-1)]
    below: Annotated[list[int], Has("piece", "the piece under each piece on the board", PIECES)]
    own: Annotated[list[int], Has("squares", "for each player, those topped by an own piece", COLOURS)]
    all: Annotated[int, Has("squares", "the occupied ones")]
    hand: Annotated[int, Has("pieces", "those not yet placed, or in reserve")]
    finished: Annotated[int, Has("pieces", "those home")]
    out: Annotated[int, Has("pieces", "those removed from the game")]
    back: Annotated[int, Has("pieces", "those that currently run from rank i to rank a")]
    turn: Annotated[int, Has("player", "the player to act")]
    step: Annotated[int, Has("step", "the current step")]
    todo: Annotated[int, Has("steps", "the remaining steps of the turn, the current one first", lives=TURN)]
    dice: Annotated[int, Has("dice", "the numbers to play with this turn, ascending", lives=TURN)]
    gone: Annotated[int, Has("players", "those no longer in the game: they left it or lost their last piece")]
    carriers: Annotated[int, Has("pieces", "those on which nobody may land")]
    first: Annotated[int, Has("player", "the player who began the set-up")]
    won: Annotated[int, Has("players", "the winners, DRAW for a draw, 0 while running")]
    stalled: Annotated[int, Has("flag", "1 if the game ended because nobody could move")]
    turn_count: Annotated[int, Has("count", "turns begun since the set-up")]
    rng: Annotated[int, Has("seed", "the state of the random number generator", lives=SEED)]
    contenders: Annotated[int, Has("players", "those still racing when the current action began", lives=CALL)]
    marched: Annotated[int, Has("flag", "1 if everybody marches in the current action", lives=CALL)]
    moves: Annotated[list[int], Has("move", "the list that the move generators fill", 512, CALL)]
    snapshot: Annotated[list[int], Has("squares", "the board before a displacement is tried", 128, CALL)]

    if TYPE_CHECKING:  # the variants' fields and the settings, and methods that `_state_class` generates

        def __getattr__(self, name: str) -> Any: ...

        def copy(self, spare: "State | None" = None) -> "State":
            """Return an independent copy.  spare: an unused state whose scratch lists are taken over."""
            return self

        def saved(self) -> tuple[Any, ...]:
            """Return the values of the fields in `saving`, for `restore`."""
            return ()

        def restore(self, saved: tuple[Any, ...]) -> None:
            """Restore saved values."""

    def __init__(self, settings: dict[str, Any]) -> None:
        for name, known in self.declared.items():
            setattr(self, name, known.initial())
        for name, value in settings.items():
            setattr(self, name, list(value) if isinstance(value, tuple) else value)


for _name, _hint in get_type_hints(State, include_extras=True).items():
    if get_origin(_hint) is Annotated:
        BUILTIN.state_fields[_name] = _hint.__metadata__[0]
for _name in FORMER:
    setattr(State, _name, FormerName(_name))


def compile_function(head: str, lines: Iterable[str], **names: Any) -> Any:
    """Compile a function from lines of Python: unrolled assignments to declared fields."""
    scope = {"__name__": __name__, **names}
    text = "\n    ".join([f"def {head}:", *lines])
    exec(text, scope)  # noqa: S102
    made = scope[head.partition("(")[0]]
    made.text = text  # its source, which is in no file
    return made


@registry_cache()
def _state_class(registry: Any, settings: tuple[str, ...], idle: frozenset[str]) -> type[State]:
    """Return the class of states with these settings, with unrolled copying, since games copy at every ply.

    A copy shares settings and idle fields, copies lists, and takes scratch lists from another state or creates them.
    Saving, for undo, costs less: it omits settings and idle fields.
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
    copy = compile_function("copy(self, spare=None)", lines, make=object.__new__)
    alive = [name for name, one in fields.items() if one.lives != CALL and name not in idle]
    saving = tuple(sorted(alive, key=lambda name: name not in ("turn", "step")))
    values = ", ".join(f"self.{name}" + ("[:]" if fields[name].length else "") for name in saving)
    names = {"__slots__": (*fields, *settings), "copy": copy, "declared": fields, "idle": idle, "saving": saving}
    names["saved"] = compile_function("saved(self)", [f"return {values}"])
    names["restore"] = compile_function("restore(self, saved)", [f"{values} = saved"])
    return type("State", (State,), names)


def new_state(settings: dict[str, Any], registry: Any = BUILTIN) -> State:
    """Return an empty state with these settings; registry: supplies its fields."""
    idle = {
        name
        for name, known in registry.state_fields.items()
        if known.variants and not any(settings["variants"] >> number & 1 for number in known.variants)
    }
    return _state_class(registry, tuple(settings), frozenset(idle))(settings)


def _resetting(ask: Any, name: str, *lives: str) -> Any:
    """Return a function that resets the fields with these lifetimes."""
    lines = []
    for field_name, known in ask.registry.state_fields.items():
        if known.lives in lives:
            place = f"for k in range({known.length}): s.{field_name}[k]" if known.length else f"s.{field_name}"
            lines.append(f"{place} = {known.empty}")
    return compile_function(f"{name}(s)", lines)


@part
def end_turn(ask, before):
    """Reset all fields that belong to a turn."""
    return _resetting(ask, "end_turn", TURN)


@part
def clear(ask, before):
    """Reset all fields before a game."""
    return _resetting(ask, "clear", GAME, TURN)


def _copying(ask: Any, name: str, assign: str) -> Any:
    """Return a function that copies all pieces and squares into `snapshot`, or back."""
    lines, place = [], 0
    for field_name, known in ask.registry.state_fields.items():
        if known.lives == GAME and known.unit in ("piece", "pieces", "squares"):
            head = f"for k in range({known.length}): " if known.length else ""
            there = f"s.{field_name}" + ("[k]" if head else "")
            here = f"s.snapshot[{place}" + (" + k]" if head else "]")
            lines.append(head + assign.format(here=here, there=there))
            place += known.length or 1
    if place > STATE_FIELDS["snapshot"].length:
        raise TypeError(f"snapshot needs {place} numbers")
    return compile_function(f"{name}(s)", lines)


@part
def save_board(ask, before):
    """Save all pieces and squares before a displacement is tried."""
    return _copying(ask, "save_board", "{here} = {there}")


@part
def restore_board(ask, before):
    """Restore all pieces and squares."""
    return _copying(ask, "restore_board", "{there} = {here}")


@part
def lift(s, cell, n):
    """Take n pieces off a square, still chained; return top and bottom.  (No branches: they would be mispredicted.)"""
    top = s.top[cell]
    bottom = top
    while n > 1:
        bottom = s.below[bottom]
        n -= 1
    rest, bit = s.below[bottom], 1 << cell
    s.top[cell] = rest
    s.own[s.owner[top]] ^= bit
    some = ~(rest >> 8)  # all bits if there is a piece below, else none
    s.own[s.owner[rest & some]] |= bit & some
    s.all &= some | ~bit
    return top, bottom


@part
def put(s, top, bottom, cell):
    """Put a lifted unit on top of a square."""
    under, bit = s.top[cell], 1 << cell
    s.below[bottom] = under
    s.top[cell] = top
    some = ~(under >> 8)
    s.own[s.owner[under & some]] &= ~(bit & some)
    s.own[s.owner[top]] |= bit
    s.all |= bit


@part
def height(s, cell):
    """Return the number of pieces on a square."""
    n, piece = 0, s.top[cell]
    while piece >= 0:
        n += 1
        piece = s.below[piece]
    return n


def stack(s: State, cell: int) -> list[int]:
    """Return the pieces on a square, bottom to top."""
    pieces, piece = [], s.top[cell]
    while piece >= 0:
        pieces.append(piece)
        piece = s.below[piece]
    return pieces[::-1]


def each_step(plan: int) -> Iterator[int]:
    """Yield the steps of a plan in order."""
    while plan:
        yield plan & 15
        plan >>= 4
