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
from collections.abc import Callable
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
from ..engine.search import COLUMNS, MIND, PLAYERS
from ..engine.state import STATE_FIELDS
from ..variants import VARIANTS, writing
from .combining import RuleSet
from .kernel import never, sliced

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


games: Any = None  # the name of what a kernel's entry calls: `_compiled` gives each its own


def _matches(first, rows, seed, states, minds, limit, begins, turns, done):  # type: ignore[no-untyped-def]
    """Play on for some turns (search.matches); states: scratch, then the game's."""
    return games(first, rows, seed, states, minds[0], limit, begins, turns, done)


def _playouts(first, rows, seed, states, minds, limit, begins, turns, done):  # type: ignore[no-untyped-def]
    """The same for random players, without measures (playouts.playouts)."""
    return games(first, rows, seed, states, minds[0], limit, begins, turns, done)


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

    variants: those compiled; states: a scratch state, and the one that games are played in.
    universal: one compiled engine for all rule sets, a little slower in play and much slower to compile the first time.
    Several threads may use one at once.
    """

    def __init__(self, rules: RuleSet, universal: bool = False) -> None:
        self.variants = frozenset(VARIANTS) - {0, *writing("engine")} if universal else frozenset(rules.variants)
        ask = Answers(rules.variants)
        settings = ask.settings(rules)
        self._engine = _compiled(self.variants, universal)
        lengths = tuple((name, len(v) if isinstance(v, tuple) else 0) for name, v in settings.items())
        layout = _layout(lengths, len(STATE_FIELDS))
        self.states = np.zeros(2, layout)
        for name, value in settings.items():
            self.states[name] = value

    def matches(
        self,
        first: int,
        count: int,
        seed: int,
        mind: Any,
        limit: int,
        begins: int = 0,
        stop: Callable[[], bool] = never,
    ) -> Any:
        """Rows of measures (search.MEASURES) of games first .. first + count - 1.

        mind: whom to let play (MIND); begins: the seat that begins, from 0; stop: asked now and then; fewer rows then.
        """
        return self._run(self._engine[0], COLUMNS, first, count, seed, mind, limit, begins, stop)

    def playouts(self, first: int, count: int, seed: int, limit: int) -> Any:
        """Turns and winners' bits of random games first .. first + count - 1."""
        return self._run(self._engine[1], 2, first, count, seed, None, limit, 0, never)

    @property
    def is_cached(self) -> bool:
        """Has this machine compiled `matches` before?  numba keeps a file named after the function."""
        entry = self._engine[0]
        return any(Path(entry.stats.cache_path).glob(f"*.{entry.py_func.__qualname__}-*.nbi"))

    def _run(
        self,
        entry: Any,
        columns: int,
        first: int,
        count: int,
        seed: int,
        mind: Any,
        limit: int,
        begins: int,
        stop: Callable[[], bool],
    ) -> Any:
        states, minds, rows = self.states.copy(), np.zeros(1, MEMORY), np.zeros((count, columns), np.int32)
        if mind is not None:
            for name in PLAYERS:
                minds[0][name] = getattr(mind, name)
        done = sliced(
            lambda turns, done: entry(first, rows, seed, states, minds, limit, begins, turns, done), count, stop
        )
        return rows[:done]

    def load(self) -> None:
        """Have `matches` ready: loaded, or compiled."""
        self._engine[0](0, np.zeros((0, COLUMNS), np.int32), 0, self.states, np.zeros(1, MEMORY), 0, 0, 0, 0)


def composed(variants: frozenset[int], universal: bool) -> Answers:
    """The compiled answers of these variants: not compiled before they are called."""
    ask = Answers(variants, _beside, _guarded) if universal else Answers(variants, _inner)
    ask.save = njit(**OPTIONS, inline="always")(_save)  # type: ignore[attr-defined]
    return ask


@cache
def _compiled(variants: frozenset[int], universal: bool) -> tuple[Any, Any]:
    """The entries for these variants."""
    ask = composed(variants, universal)
    name = hashlib.sha256(f"{_sources()} {sorted(variants)} {universal}".encode()).hexdigest()[:24]

    def entry(function: Any, played: Any) -> Any:
        made = FunctionType(function.__code__, {"__builtins__": __builtins__, "games": played})
        # numba's cache goes by these two, and by nothing that would tell one kernel from another
        made.__module__, made.__qualname__ = __name__, f"{function.__name__}_{name}"
        return njit(**OPTIONS, cache=True)(made)

    return entry(_matches, ask.matches), entry(_playouts, ask.playouts)
