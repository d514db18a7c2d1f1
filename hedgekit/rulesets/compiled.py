"""The engine compiled: the same functions through numba, for many games at once.  The only file that knows numba.

A state is one element of a NumPy structured array with the fields and settings of the interpreted one, which compiled
functions get as a pointer.  A kernel is compiled for one rule set's variants, or once for all of them (`universal`),
every variant's answer then behind a bit of `s.variants`.  Either is kept on disk by numba's own cache, under a name
made of a hash of the rules' sources, since numba does not notice a change in another file.

Needs the extra `hedgekit[fast]`; ImportError without it.
"""

import hashlib
import inspect
import sys
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload_method

from ..engine import evaluation, search
from ..engine.composing import QUESTIONS, Answers
from ..engine.playouts import seeded
from ..engine.search import COLUMNS, MIND
from ..engine.state import STATE_FIELDS
from ..variants import VARIANTS, writing
from .combining import RuleSet

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
THINKING = (evaluation.__name__, search.__name__)  # modules that call the rules, and from many places
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
    inline = function.__module__ not in THINKING and function.__name__ not in SHARED and not (guards and number)
    return njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline)(function)


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


@cache
def _layout(settings: tuple[tuple[str, int], ...], _: int) -> np.dtype[Any]:
    fields = [*((name, declared.length) for name, declared in STATE_FIELDS.items()), *settings]
    return np.dtype([(name, np.int64, length or ()) for name, length in fields])


MEMORY = np.dtype([(name, np.int64, length) for name, length in MIND.items()])


match: Any = None  # the names of a kernel's composed functions: `_compiled` gives each entry its own
set_up: Any = None
playout: Any = None
start_rng: Any = None


def _matches(first: int, rows: Any, seed: int, states: Any, minds: Any, limit: int, begins: int) -> None:
    """Games first .. first + len(rows) - 1 of a seed, a row of measures each; states: scratch, then the game's."""
    s, mind = states[1], minds[0]
    for k in range(len(rows)):
        s.rng = start_rng(seed, first + k)
        set_up(s)
        s.first = s.turn = begins
        match(s, states, mind, rows[k], limit)


def _playouts(first: int, rows: Any, seed: int, states: Any, minds: Any, limit: int, begins: int) -> None:
    """The same for random players, without measures: who won, and the turns."""
    s = states[1]
    for k in range(len(rows)):
        s.rng = start_rng(seed, first + k)
        set_up(s)
        s.first = s.turn = begins
        rows[k, 0] = playout(s, limit)
        rows[k, 1] = s.won


@cache
def _sources() -> str:
    """A hash of what is compiled: the modules whose functions are composed, numba and the machine's Python."""
    made = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    modules = {factory.__module__ for asked in QUESTIONS.values() for factory in asked.answers.values()}
    for name in sorted(modules | {__name__}):
        made.update(Path(str(sys.modules[name].__file__)).read_bytes())
    return made.hexdigest()[:16]


class NativeKernel:
    """The compiled engine for a rule set: `matches` and `playouts` play games 0, 1, ... of a seed as `Kernel` does.

    universal: one compiled engine for all rule sets, a little slower in play and much slower to compile the first time.
    Several threads may use one at once.
    """

    def __init__(self, rules: RuleSet, universal: bool = False) -> None:
        variants = frozenset(VARIANTS) - {0, *writing("engine")} if universal else frozenset(rules.variants)
        ask = Answers(rules.variants)
        settings = ask.settings(rules)
        self._engine = _compiled(variants, universal)
        lengths = tuple((name, len(v) if isinstance(v, tuple) else 0) for name, v in settings.items())
        layout = _layout(lengths, len(STATE_FIELDS))
        self._state = np.zeros(2, layout)
        for name, value in settings.items():
            self._state[name] = value

    def matches(self, first: int, count: int, seed: int, mind: Any, limit: int, begins: int = 0) -> Any:
        """Rows of measures (search.MEASURES) of games first .. first + count - 1.

        mind: whom to let play (MIND); begins: the seat that begins, from 0.
        """
        return self._run(self._engine[0], COLUMNS, first, count, seed, mind, limit, begins)

    def playouts(self, first: int, count: int, seed: int, limit: int) -> Any:
        """Turns and winners' bits of random games first .. first + count - 1."""
        return self._run(self._engine[1], 2, first, count, seed, None, limit, 0)

    @property
    def is_cached(self) -> bool:
        """Has this machine compiled `matches` before?  numba keeps a file named after the function."""
        entry = self._engine[0]
        return any(Path(entry.stats.cache_path).glob(f"*.{entry.py_func.__qualname__}-*.nbi"))

    def _run(
        self, entry: Any, columns: int, first: int, count: int, seed: int, mind: Any, limit: int, begins: int
    ) -> Any:
        minds = np.zeros(1, MEMORY)
        if mind is not None:
            for name in MIND:
                minds[0][name] = getattr(mind, name)
        rows = np.zeros((count, columns), np.int32)
        entry(first, rows, seed, self._state.copy(), minds, limit, begins)
        return rows


@cache
def _compiled(variants: frozenset[int], universal: bool) -> tuple[Any, Any]:
    """The entries for these variants: not compiled before they are called."""
    ask = Answers(variants, _beside, _guarded) if universal else Answers(variants, _inner)
    ask.save = njit(**OPTIONS, inline="always")(_save)  # type: ignore[attr-defined]
    name = hashlib.sha256(f"{_sources()} {sorted(variants)} {universal}".encode()).hexdigest()[:24]

    def entry(function: Any, **names: Any) -> Any:
        made = FunctionType(function.__code__, {"__builtins__": __builtins__, **names})
        # numba's cache goes by these two, and by nothing that would tell one kernel from another
        made.__module__, made.__qualname__ = __name__, f"{function.__name__}_{name}"
        return njit(**OPTIONS, cache=True)(made)

    start = _inner(seeded)
    return (
        entry(_matches, set_up=ask.set_up, match=ask.match, start_rng=start),
        entry(_playouts, set_up=ask.set_up, playout=ask.playout, start_rng=start),
    )
