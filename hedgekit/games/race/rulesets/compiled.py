"""The engine compiled: the same functions through numba, for many games at once.

A state is one element of a NumPy structured array with the fields and settings of the interpreted one, which compiled
functions get as a pointer (`records.py`; no other file knows numba).  A kernel is compiled for one rule set's variants,
or once for all of them (`universal`), every variant's answer then behind a bit of `s.variants`.  Either is kept on disk
by numba's own cache, under a name made of a hash of the rules' sources, since numba does not notice a change in another
file.

Needs the extra `hedgekit[native]`; ImportError without it.
"""

import hashlib
import inspect
import operator
import sys
from collections import namedtuple
from collections.abc import Iterable
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload_method

from ..engine import evaluation, lanes, learned, matching, mind, search, tables
from ..engine.composing import QUESTIONS, Answers
from ..engine.matching import COLUMNS
from ..engine.mind import KEPT, MIND, MIND_BITS, PLAYERS, SCRATCH, TABLE
from ..engine.state import BITS, CALL, STATE_FIELDS
from ..engine.together import OBSERVATION, ROW
from ..variants import VARIANTS, writing
from ..variants.changing import remembered
from ..variants.outside import OUTSIDE
from .combining import RuleSet
from .kernel import Asked, Engine, Together, kernel, sliced
from .learned import equip
from .records import FIXED, Record, opening, opening_beside

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
THINKING = (
    evaluation.__name__,
    lanes.__name__,
    learned.__name__,
    matching.__name__,
    search.__name__,
    tables.__name__,
)  # modules that call the rules, and from many places
SHARED = ("play", "playout", "list_moves")  # called from many places, too: inlined they would double the code


# ---- what ints have interpreted and not compiled ---------------------------------------------------------------------


@intrinsic
def _popcount(typing_context, x):  # type: ignore[no-untyped-def]
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic
def _width(typing_context, x):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(x):  # type: ignore[no-untyped-def]
    return lambda x: _popcount(x)


@overload_method(types.Integer, "bit_length")
def _bit_length(x):  # type: ignore[no-untyped-def]
    return lambda x: _width(x)


# ---- composing -------------------------------------------------------------------------------------------------------


def _inner(function: Any, number: int = 0, guards: bool = False) -> Any:
    """Compile what only compiled code calls: no wrappers, and the rules inlined, which LLVM is too shy to do.

    Where variants are guarded, only the base game is: inlining what is seldom asked makes the rest slow.
    """
    if hasattr(function, "py_func"):
        return function
    function = _asking(function)
    inline = function.__module__ not in THINKING and function.__name__ not in SHARED and not (guards and number)
    return njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline)(function)


def _asking(function: Any) -> Any:
    """The function with what it asks of `ask` in play taken out before: numba knows named tuples, and no `Answers`."""
    cells = []
    for cell in function.__closure__ or ():
        if isinstance(cell.cell_contents, Answers):
            used = (name for name in dict.fromkeys(function.__code__.co_names) if name in QUESTIONS)
            names = [name for name in used if QUESTIONS[name].kind != "setting"]  # which the state has
            asked = namedtuple("Asked", names)(*(getattr(cell.cell_contents, name) for name in names))
            cell = CellType(asked)
        cells.append(cell)
    if all(map(operator.is_, cells, function.__closure__ or ())):
        return function
    return FunctionType(function.__code__, function.__globals__, argdefs=function.__defaults__, closure=tuple(cells))


def _beside(function: Any, number: int) -> Any:
    """Compile an answer that a guard stands before."""
    return _inner(function, number, True)


def _guarded(variants: int, one: Any, other: Any) -> Any:
    """A function that asks `one` where any of the variants is in play, else the other."""
    names = ", ".join(inspect.signature(one.py_func).parameters)
    scope = {"_one": one, "_other": other}
    exec(  # noqa: S102  numba wants the very parameters
        f"def guarded({names}):\n    return _one({names}) if s.variants & {variants} else _other({names})", scope
    )
    return _inner(scope["guarded"])


def _save(work: Any, place: int, s: Any) -> None:
    work[place] = s


def _laid_out(fields: Iterable[tuple[str, int, int]]) -> np.dtype[Any]:
    """A record of these fields: name, bits of a number, how many there are (0: no list)."""
    return np.dtype([(name, f"i{bits // 8}", length or ()) for name, bits, length in fields], align=True)


@remembered
def state_record(settings: tuple[tuple[str, int], ...], _: int) -> Record:
    """The record of a state; beside it lie the settings, with their lengths, and the scratch, once for all states."""
    kept: list[tuple[str, int, int]] = []
    scratch: list[tuple[str, int, int]] = []
    for name, declared in STATE_FIELDS.items():
        fields = scratch if declared.lives == CALL else kept
        fields.append((name, BITS.get(declared.unit, 64), declared.length))
    for fields in (kept, scratch):
        fields.sort(key=lambda known: -known[1])
    return Record(
        "state", _laid_out(kept), _laid_out((name, 64, length) for name, length in settings), _laid_out(scratch)
    )


MEMORY = Record("mind", _laid_out((name, MIND_BITS.get(name, 64), length) for name, length in (MIND | TABLE).items()))

games: Any = None  # the names of what a kernel's entry calls: `_compiled` gives each its own
opened_states: Any = None
opened_mind: Any = None
opened_games: Any = None


def _entry(first, rows, seed, states, mind, limit, begins, turns, done):  # type: ignore[no-untyped-def]
    """Play on for some turns (search.matches, playouts.playouts); states, mind: the bytes.

    states: the settings, the scratch, and the states, of which the second is the one that is played in.
    """
    return games(first, rows, seed, opened_states(states), opened_mind(mind), limit, begins, turns, done)


def _together(deed, block, states, table, seen, seed, first):  # type: ignore[no-untyped-def]
    """What is done with many games (engine/together.py); block: what they share; states: their bytes."""
    return games(deed, opened_games(block, states), table, seen, seed, first)


@remembered
def _sources(outside: frozenset[int]) -> str:
    """A hash of what is compiled: the modules whose functions are composed, numba and the machine's Python.

    outside: the rules from outside that are compiled, too; others change nothing.
    """
    made = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    modules = {
        factory.__module__
        for asked in QUESTIONS.values()
        for number, factory in asked.answers.items()
        if number not in OUTSIDE or number in outside
    }
    for name in sorted(modules | {__name__, Record.__module__, mind.__name__}):
        made.update(Path(str(sys.modules[name].__file__)).read_bytes())
    return made.hexdigest()[:16]


class NativeKernel(Engine):
    """The compiled engine for a rule set; several threads may use one at once.

    variants: those compiled (universal: of those from outside, the ones in these rules); record: of a state; block:
    the settings in their place, with room for scratch; size: of a block with the states behind it, too.
    universal: one compiled engine for all rule sets, a little slower in play and much slower to compile the first time.
    """

    def __init__(self, rules: RuleSet, universal: bool = False) -> None:
        own = frozenset(VARIANTS) - {*OUTSIDE} - {0, *writing("engine")} if universal else frozenset()
        self.variants = own.union(rules.variants)
        ask = Answers(rules.variants)
        settings = ask.settings(rules)
        lengths = tuple((name, len(v) if isinstance(v, tuple) else 0) for name, v in settings.items())
        self.record = state_record(lengths, len(STATE_FIELDS))
        self._engine = _compiled(self.variants, universal, self.record)
        self.rules = rules
        self.block = np.zeros(self.record.shared[1], np.uint8)
        self.size = len(self.block) + (SCRATCH + KEPT) * self.record.size
        layout = self.record.parts[FIXED]
        fixed = self.block[: layout.itemsize].view(layout)
        for name, value in settings.items():
            fixed[name] = value

    @property
    def is_cached(self) -> bool:
        """Has this machine compiled `matches` before?  numba keeps a file named after the function."""
        entry = self._engine["matches"]
        return any(Path(entry.stats.cache_path).glob(f"*.{entry.py_func.__qualname__}-*.nbi"))

    def room(self) -> Any:
        """The block with all its states behind it, empty."""
        found = np.zeros(self.size, np.uint8)  # pages that nobody writes cost nothing
        found[: len(self.block)] = self.block
        return found

    def _run(self, name: str, columns: int, asked: Asked) -> Any:
        states, rows = self.room(), np.zeros((asked.games, columns), np.int32)
        mind, entry = np.zeros(1, MEMORY.layout), self._engine[name]
        if asked.mind is not None:
            equip(asked.mind, self.rules)
            for field in PLAYERS:
                given = getattr(asked.mind, field)
                mind[field][0, : len(given)] = given
        first, seed, limit, begins, memory = asked.first, asked.seed, asked.limit, asked.begins, mind.view(np.uint8)
        done = sliced(lambda turns, done: entry(first, rows, seed, states, memory, limit, begins, turns, done), asked)
        return rows[:done]

    def together(self, many: int) -> list[Together]:
        """So many games, in one part."""
        games = np.zeros(many, self.record.layout)
        return [_Together(self.rules, self._engine["all_games"], self.block.copy(), games)]

    def load(self) -> None:
        """Have `matches` ready: loaded, or compiled."""
        mind = np.zeros(MEMORY.size, np.uint8)
        self._engine["matches"](0, np.zeros((0, COLUMNS), np.int32), 0, self.block.copy(), mind, 0, 0, 0, 0)


class _Together(Together):
    """Games of a compiled engine."""

    def __init__(self, rules: RuleSet, entry: Any, block: Any, games: Any) -> None:
        self.table, self.seen = np.zeros((len(games), ROW), np.int32), np.zeros((len(games), OBSERVATION), np.int8)
        self._rules, self._entry, self._block, self._games = rules, entry, block, games

    def do(self, deed: int, seed: int = 0, first: int = 0) -> int:
        return int(self._entry(deed, self._block, self._games.view(np.uint8), self.table, self.seen, seed, first))

    def state(self, k: int) -> Any:
        return kernel(self._rules).state_of(lambda name: self._games[name][k].tolist())


def composed(variants: frozenset[int], universal: bool) -> Answers:
    """The compiled answers of these variants: not compiled before they are called."""
    ask = Answers(variants, _beside, _guarded, compiled=True) if universal else Answers(variants, _inner, compiled=True)
    ask.save = ask.keep = njit(**OPTIONS, inline="always")(_save)  # type: ignore[attr-defined]
    return ask


@remembered
def _compiled(variants: frozenset[int], universal: bool, record: Record) -> dict[str, Any]:
    """The entries for these variants, by name."""
    ask = composed(variants, universal)
    sources = _sources(variants.intersection(OUTSIDE))
    name = hashlib.sha256(f"{sources} {sorted(variants)} {universal}".encode()).hexdigest()[:24]
    opened = {
        "opened_states": opening(record, True),
        "opened_mind": opening(MEMORY, False),
        "opened_games": opening_beside(record),
    }

    def entry(what: str, door: Any = _entry) -> Any:
        called = {"__builtins__": __builtins__, "games": getattr(ask, what), **opened}
        made = FunctionType(door.__code__, called)
        # numba's cache goes by these two, and by nothing that would tell one kernel from another
        made.__module__, made.__qualname__ = __name__, f"{what}_{name}"
        return njit(**OPTIONS, cache=True)(made)

    return {"matches": entry("matches"), "playouts": entry("playouts"), "all_games": entry("all_games", _together)}
