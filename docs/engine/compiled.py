"""Compile the rules with numba, for `make_engine.py` and `train_players.py`.

A state is a record with the fields and settings of an interpreted state, passed to compiled functions as pointers
(`records.py`).  Functions are composed for the variants of one rule set, or for all variants at once, with each
variant's answer guarded by its bit of `s.variants`.
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
"""Modules that call the rules from many places: inlining would double the code."""
SHARED = ("play", "playout", "list_moves")  # also called from many places


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


def compile_inner(function: Any, number: int = 0, guards: bool = False) -> Any:
    """Compile a function that only compiled code calls: without wrappers, and with forced inlining.

    With guards only the base game is inlined: inlining rarely used answers would slow down the rest.
    """
    if hasattr(function, "py_func"):
        return function
    inline = function.__module__ not in THINKING and function.__name__ not in SHARED and not (guards and number)
    return njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline)(function)


def _compile_guarded(function: Any, number: int) -> Any:
    """Compile an answer that is called behind a guard."""
    return compile_inner(function, number, True)


def _guard(variants: int, one: Any, other: Any) -> Any:
    """Return a function that calls `one` if any of the variants is in play, else the other."""
    names = ", ".join(inspect.signature(one.py_func).parameters)
    scope = {"_one": one, "_other": other}
    exec(  # numba needs the exact parameters
        f"def guarded({names}):\n    return _one({names}) if s.variants & {variants} else _other({names})", scope
    )
    return compile_inner(scope["guarded"])


def _save(work: Any, place: int, s: Any) -> None:
    work[place] = s


def compile_answers(variants: frozenset[int], universal: bool) -> Answers:
    """Return the answers of these variants, compiled on first use.  universal: guarded by `s.variants`."""
    jit, guard = (_compile_guarded, _guard) if universal else (compile_inner, None)
    ask = Answers(variants, jit, guard, compiled=True)
    ask.save = ask.keep = njit(**OPTIONS, inline="always")(_save)  # type: ignore[attr-defined]
    return ask


# ---- records ---------------------------------------------------------------------------------------------------------


def _layout(fields: Iterable[tuple[str, int, int]]) -> np.dtype[Any]:
    """Return the layout of fields: name, bits per number, length (0: not a list)."""
    return np.dtype([(name, f"i{bits // 8}", length or ()) for name, bits, length in fields], align=True)


def _state_record(settings: dict[str, Any]) -> Record:
    """Return the record of a state, with the settings and the scratch that all states share."""
    kept: list[tuple[str, int, int]] = []
    scratch: list[tuple[str, int, int]] = []
    for name, declared in STATE_FIELDS.items():
        fields = scratch if declared.lives == CALL else kept
        fields.append((name, BITS.get(declared.unit, 64), declared.length))
    for fields in (kept, scratch):
        fields.sort(key=lambda known: -known[1])
    lengths = [(name, 64, len(value) if isinstance(value, tuple) else 0) for name, value in settings.items()]
    return Record("state", _layout(kept), _layout(lengths), _layout(scratch))


MEMORY = Record("mind", _layout((name, MIND_BITS.get(name, 64), length) for name, length in (MIND | TABLE).items()))


class States:
    """The states of a rule set in compiled code.

    variants: those compiled: the rule set's, or all of the package (universal); record: of a state; size: bytes of the
    settings, the scratch and the states together.
    """

    def __init__(self, rules: RuleSet, universal: bool = False) -> None:
        own = frozenset(VARIANTS) - {0, *writing("engine")} if universal else frozenset()
        self.variants = own.union(rules.variants)
        self._settings = Answers(rules.variants).settings(rules)
        self.record = _state_record(self._settings)
        self.size = self.record.shared[1] + (SCRATCH + KEPT) * self.record.size

    def allocate(self) -> Any:
        """Return a block of bytes with the settings filled in, and all else 0."""
        found = np.zeros(self.size, np.uint8)
        layout = self.record.parts[FIXED]
        fixed = found[: layout.itemsize].view(layout)
        for name, value in self._settings.items():
            fixed[name] = value
        return found
