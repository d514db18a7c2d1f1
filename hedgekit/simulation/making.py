"""A fast engine made ready beside the games that are played meanwhile."""

import threading
from collections.abc import Callable

from ..games.race.rulesets.combining import RuleSet
from ..text.errors import HedgekitError
from ..text.words import Note
from .tasks import ready, unloaded

COSTS = {"wasm": (0.25, 1.5), "compiled": (2.0, 40.0), "universal": (3.0, 150.0)}
"""Seconds of CPU time, about: to load a fast engine, and to compile it the first time on a machine."""


class Making:
    """A fast engine being made ready in a thread of its own.

    The thread cannot be stopped, and the process ends only after it: within seconds mostly, but compiling the engine
    for all rule sets takes a minute or two.  (No daemon: a process that ends while LLVM compiles may crash.)
    error: what went wrong, if something did.
    """

    def __init__(self, rules: RuleSet, engine: str, status: Callable[[Note], object]) -> None:
        self._rules, self._engine, self._status = rules, engine, status
        self._thread: threading.Thread | None = None
        self._loads, self._compiles = COSTS[engine]
        self.error: Exception | None = None
        self.is_compiling = self.is_good = False

    def begin(self, compiling: bool = True) -> None:
        """Begin; compiling: also if it was never compiled on this machine."""
        self._thread = threading.Thread(target=self._make, args=(compiling,), name=f"compiling {self._rules}")
        self._thread.start()

    def consider(self, left: float) -> None:
        """Begin if that pays, where so many seconds of CPU time could be saved."""
        if not (self.is_running or self.is_good or self.error) and left > self._loads:
            self.begin(compiling=left > self._compiles)

    def _make(self, compiling: bool) -> None:
        try:
            if not unloaded(self._rules, self._engine).is_cached:
                self._loads = self._compiles  # from now on there is nothing to load
                if not compiling:
                    return
                self.is_compiling = self._engine != "wasm"  # which is a second of other threads
                self._status(Note("simulation.status.compiling", (("rules", str(self._rules)),)))
            ready(self._rules, self._engine)
            self.is_good = True
        except Exception as no:
            self.error = no_engine(no) or no

    @property
    def is_running(self) -> bool:
        """Is it under way?"""
        return self._thread is not None and self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait for its end, but no longer than this."""
        if self._thread is not None:
            self._thread.join(seconds)


def no_engine(no: BaseException) -> HedgekitError | None:
    """What there is to say of an error if it means that an engine cannot be had."""
    if isinstance(no, HedgekitError):
        return no
    if isinstance(no, ImportError):
        return HedgekitError("error.simulation.no_numba")
    if isinstance(no, RuntimeError) and "cannot cache" in str(no):  # numba found no folder that it may write to
        return HedgekitError("error.simulation.no_cache")
    return None
