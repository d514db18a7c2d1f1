"""The time limit of house rules: a thread looks at what is running, and ends what does not come to an end.

Nothing is asked of the rule itself, so that the limit costs nothing in play.  In a browser there is no such thread:
there the page can stop Python.
"""

import sys
import threading
from types import CodeType
from typing import Any
from weakref import WeakSet

from .....threads import processor_time, raise_in

BETWEEN = 0.1  # seconds from one look to the next
BUSY, IDLE = 2.0, 15.0
LOADED, WAITED = 6.0, 60.0
"""Seconds of CPU time, and seconds in all, after which one answer, or a file that is loaded, is taken to be endless.

A file may be the first to import a large library.  Where a machine is busy, CPU time tells more than the clock.
"""


class Endless(BaseException):
    """Raised in a thread whose house rule does not come to an end; no `except Exception` catches it."""


class Limited:
    """Code that is limited while this object lives.

    codes: of its functions; loading: is it being loaded?
    """

    def __init__(self, codes: set[CodeType], loading: bool = False) -> None:
        self.codes, self.loading = codes, loading
        _limited.add(self)
        self.watch()

    @staticmethod
    def watch() -> None:
        """Have a thread look at all that is limited, unless one does."""
        global _watcher
        if sys.platform != "emscripten" and (_watcher is None or not _watcher.is_alive()):
            _watcher = threading.Thread(target=_look, name="house rules", daemon=True)
            _watcher.start()


_limited: WeakSet[Limited] = WeakSet()
_watcher: threading.Thread | None = None


def _look() -> None:
    """See which limited code is running, and end what is still the same after its time."""
    import time
    from traceback import walk_stack

    running: dict[int, tuple[Any, float, float]] = {}  # thread -> the outermost frame of such code, since when
    while there := list(_limited):
        time.sleep(BETWEEN)
        codes = {code: one.loading for one in there for code in one.codes}
        del there
        found: dict[int, tuple[Any, float, float]] = {}
        for thread, frame in list(sys._current_frames().items()):
            if limited := [at for at, _ in walk_stack(frame) if at.f_code in codes]:
                outermost = limited[-1]
                spent, now = processor_time(thread), time.monotonic()
                before = running.get(thread)
                found[thread] = before if before and before[0] is outermost else (outermost, spent, now)
                busy, idle = (LOADED, WAITED) if codes[outermost.f_code] else (BUSY, IDLE)
                if spent - found[thread][1] >= busy or now - found[thread][2] >= idle:
                    raise_in(thread, Endless)
        running = found
