"""Compiles the rules with numba, for the tools that need it: `make_engine.py` and `train_players.py`.

A state is one element of a NumPy structured array with the fields and settings of the interpreted one, which compiled
functions get as a pointer (`records.py`).  Functions are composed for the variants of one rule set, or for all variants
at once, where every variant's answer stands behind a bit of `s.variants`.
"""

import inspect
from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload_method

from hedgekit.games.race.engine import matches
from hedgekit.games.race.engine.choice import endgames, evaluation, features, search, value_network
from hedgekit.games.race.engine.choice.memory import KEPT, MIND, MIND_BITS, SCRATCH, TABLE
from hedgekit.games.race.engine.composing import Answers
from hedgekit.games.race.engine.state import BITS, CALL, STATE_FIELDS
from hedgekit.games.race.rulesets.rule_set import RuleSet
from hedgekit.games.race.variants import VARIANTS, writing

from .records import FIXED, Record

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
THINKING = tuple(one.__name__ for one in (evaluation, features, value_network, matches, search, endgames))
"""Modules that call the rules from many places: inlined into each they would double the code."""
SHARED = ("play", "playout", "list_moves")  # called from many places, too


# ---- methods of int that numba lacks ---------------------------------------------------------------------------------


@intrinsic
def _popcount(typing_context, x):
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic
def _width(typing_context, x):
    def generate(context, builder, signature, arguments):
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(x):
    return lambda x: _popcount(x)


@overload_method(types.Integer, "bit_length")
def _bit_length(x):
    return lambda x: _width(x)


# ---- composed functions ----------------------------------------------------------------------------------------------


def inner(function: Any, number: int = 0, guards: bool = False) -> Any:
    """Compile a function that only compiled code calls: without wrappers, and inlined, which LLVM alone is too shy for.

    Where variants are guarded only the base game is inlined: inlining what is seldom asked slows down the rest.
    """
    if hasattr(function, "py_func"):
        return function
    inline = function.__module__ not in THINKING and function.__name__ not in SHARED and not (guards and number)
    return njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline)(function)


def _beside(function: Any, number: int) -> Any:
    """Compile an answer that a guard stands before."""
    return inner(function, number, True)


def _guarded(variants: int, one: Any, other: Any) -> Any:
    """A function that asks `one` where any of the variants is in play, else the other."""
    names = ", ".join(inspect.signature(one.py_func).parameters)
    scope = {"_one": one, "_other": other}
    exec(  # numba wants the very parameters
        f"def guarded({names}):\n    return _one({names}) if s.variants & {variants} else _other({names})", scope
    )
    return inner(scope["guarded"])


def _save(work: Any, place: int, s: Any) -> None:
    work[place] = s


def composed(variants: frozenset[int], universal: bool) -> Answers:
    """The answers of these variants, compiled when they are first called.  universal: each behind its variant's bit."""
    ask = Answers(variants, _beside, _guarded, compiled=True) if universal else Answers(variants, inner, compiled=True)
    ask.save = ask.keep = njit(**OPTIONS, inline="always")(_save)  # type: ignore[attr-defined]
    return ask


# ---- records ---------------------------------------------------------------------------------------------------------


def _laid_out(fields: Iterable[tuple[str, int, int]]) -> np.dtype[Any]:
    """A record of these fields: name, bits of a number, how many there are (0: no list)."""
    return np.dtype([(name, f"i{bits // 8}", length or ()) for name, bits, length in fields], align=True)


def _state_record(settings: dict[str, Any]) -> Record:
    """The record of a state; beside it lie the settings and the scratch, once for all states."""
    kept: list[tuple[str, int, int]] = []
    scratch: list[tuple[str, int, int]] = []
    for name, declared in STATE_FIELDS.items():
        fields = scratch if declared.lives == CALL else kept
        fields.append((name, BITS.get(declared.unit, 64), declared.length))
    for fields in (kept, scratch):
        fields.sort(key=lambda known: -known[1])
    lengths = [(name, 64, len(value) if isinstance(value, tuple) else 0) for name, value in settings.items()]
    return Record("state", _laid_out(kept), _laid_out(lengths), _laid_out(scratch))


MEMORY = Record("mind", _laid_out((name, MIND_BITS.get(name, 64), length) for name, length in (MIND | TABLE).items()))


class States:
    """The states of a rule set as compiled functions have them.

    variants: those that are compiled: the rule set's, or all of the package (universal); record: of a state; size:
    bytes of the settings, the scratch and the states, one after the other.
    """

    def __init__(self, rules: RuleSet, universal: bool = False) -> None:
        own = frozenset(VARIANTS) - {0, *writing("engine")} if universal else frozenset()
        self.variants = own.union(rules.variants)
        self._settings = Answers(rules.variants).settings(rules)
        self.record = _state_record(self._settings)
        self.size = self.record.shared[1] + (SCRATCH + KEPT) * self.record.size

    def room(self) -> Any:
        """Bytes for them all: the settings in their place, the rest empty."""
        found = np.zeros(self.size, np.uint8)
        layout = self.record.parts[FIXED]
        fixed = found[: layout.itemsize].view(layout)
        for name, value in self._settings.items():
            fixed[name] = value
        return found
