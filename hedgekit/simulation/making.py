"""A compiled engine made ready beside the games that are played meanwhile."""

import threading
from collections.abc import Callable

from ..rulesets.combining import RuleSet
from ..text.errors import HedgekitError
from ..text.words import Note
from .tasks import native, unloaded


class Making:
    """A compiled engine being made ready in a thread of its own.

    The thread cannot be stopped, and the process ends only after it: within seconds mostly, but compiling the engine
    for all rule sets takes a minute or two.  (No daemon: a process that ends while LLVM compiles may crash.)
    error: what went wrong, if something did.
    """

    def __init__(self, rules: RuleSet, universal: bool, status: Callable[[Note], object]) -> None:
        self._rules, self._universal, self._status = rules, universal, status
        self._thread = threading.Thread(target=self._make, name=f"compiling {rules}")
        self._compiling = False
        self.error: Exception | None = None
        self.begun = self.is_compiling = self.is_good = False

    def begin(self, compiling: bool) -> None:
        """Begin; compiling: also if it was never compiled on this machine, which takes seconds."""
        self._compiling, self.begun = compiling, True
        self._thread.start()

    def _make(self) -> None:
        try:
            if not unloaded(self._rules, self._universal).is_cached:
                if not self._compiling:
                    return
                self.is_compiling = True
                self._status(Note("simulation.status.compiling", (("rules", str(self._rules)),)))
            native(self._rules, self._universal)
            self.is_good = True
        except Exception as no:
            self.error = no_engine(no) or no

    @property
    def is_done(self) -> bool:
        """Has it come to an end, good or bad?"""
        return self.begun and not self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait for its end, but no longer than this."""
        self._thread.join(seconds)


def no_engine(no: BaseException) -> HedgekitError | None:
    """What there is to say of an error if it means that the compiled engine cannot be had."""
    if isinstance(no, ImportError):
        return HedgekitError("error.simulation.no_numba")
    if isinstance(no, RuntimeError) and "cannot cache" in str(no):  # numba found no folder that it may write to
        return HedgekitError("error.simulation.no_cache")
    return None
