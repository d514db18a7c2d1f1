"""The time limit of house rules: a watchdog thread that interrupts code that does not terminate.

It samples the running frames, so the limit costs nothing in play.  In a browser there is no such thread; there the page
can stop Python.
"""

import sys
import threading
from types import CodeType
from typing import Any
from weakref import WeakSet

from .....threads import processor_time, raise_in

INTERVAL = 0.1  # seconds between samples
BUSY, IDLE = 2.0, 15.0
LOADING_BUSY, LOADING_IDLE = 6.0, 60.0
"""Limits of one answer, and of loading a file: seconds of CPU time, and seconds by the clock.

A file may be the first to import a large library.  On a busy machine CPU time is more reliable than the clock.
"""


class Endless(BaseException):
    """Raised in a thread whose house rule does not terminate; `except Exception` does not catch it."""


class TimeLimit:
    """A time limit on code, in force while this object lives.  codes: of its functions; loading: a file's own code."""

    def __init__(self, codes: set[CodeType], loading: bool = False) -> None:
        self.codes, self.loading = codes, loading
        _limits.add(self)
        self.watch()

    @staticmethod
    def watch() -> None:
        """Start the watchdog thread if it is not running."""
        global _watcher
        if sys.platform != "emscripten" and (_watcher is None or not _watcher.is_alive()):
            _watcher = threading.Thread(target=_watch, name="house rules", daemon=True)
            _watcher.start()


_limits: WeakSet[TimeLimit] = WeakSet()
_watcher: threading.Thread | None = None


def _watch() -> None:
    """Sample the running frames, and interrupt limited code that has run too long."""
    import time
    from traceback import walk_stack

    running: dict[int, tuple[Any, float, float]] = {}  # thread -> outermost frame, CPU time, clock
    while there := list(_limits):
        time.sleep(INTERVAL)
        codes = {code: one.loading for one in there for code in one.codes}
        del there
        found: dict[int, tuple[Any, float, float]] = {}
        for thread, frame in list(sys._current_frames().items()):
            if limited := [at for at, _ in walk_stack(frame) if at.f_code in codes]:
                outermost = limited[-1]
                spent, now = processor_time(thread), time.monotonic()
                before = running.get(thread)
                found[thread] = before if before and before[0] is outermost else (outermost, spent, now)
                busy, idle = (LOADING_BUSY, LOADING_IDLE) if codes[outermost.f_code] else (BUSY, IDLE)
                if spent - found[thread][1] >= busy or now - found[thread][2] >= idle:
                    raise_in(thread, Endless)
        running = found
