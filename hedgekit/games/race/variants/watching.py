"""A loop without an end in a rule from outside: a thread looks at what is running, and ends what does not end.

Nothing is asked of the rule itself, so that it costs nothing in play.  In a browser there is no such thread: there the
page can stop Python.
"""

import sys
import threading
from types import CodeType
from typing import Any

from .outside import LOADING, OUTSIDE

BETWEEN = 0.1  # seconds from one look to the next
BUSY, IDLE = 2.0, 15.0
LOADED, WAITED = 6.0, 60.0
"""Seconds of CPU that one answer takes, and seconds in all: after these it is taken for one without an end.

A file that is read has more: it may import for the first time what others have already.
A machine that is busy gives a thread little of its time: that is counted, and not only the clock.
"""


class Endless(BaseException):
    """What is raised in a thread whose rule from outside does not come to an end; no `except Exception` holds it."""


_watcher: threading.Thread | None = None
_held = False


def watch() -> None:
    """Have a thread look at what is running, unless one does; in a browser there is none, and the page can stop it."""
    global _watcher
    if sys.platform != "emscripten" and not _held and (_watcher is None or not _watcher.is_alive()):
        _watcher = threading.Thread(target=_look, name="rules from outside", daemon=True)
        _watcher.start()


def hold(on: bool) -> None:
    """Begin no such thread, in a process that shall be forked; or do so again, with one for what is there by now."""
    global _held
    _held = on
    if not on and OUTSIDE:
        watch()


def _look() -> None:
    """Look which answers from outside are under way, and end those that are still the same."""
    import time

    running: dict[int, tuple[Any, float, float]] = {}  # thread -> the frame of its outermost such answer, since when
    while OUTSIDE or LOADING:
        time.sleep(BETWEEN)
        codes = LOADING.union(*(rule.codes for rule in list(OUTSIDE.values())))
        found: dict[int, tuple[Any, float, float]] = {}
        for thread, frame in list(sys._current_frames().items()):
            if (outermost := _outermost(frame, codes)) is not None:
                spent, now = _spent(thread), time.monotonic()
                before = running.get(thread)
                found[thread] = before if before and before[0] is outermost else (outermost, spent, now)
                busy, idle = (LOADED, WAITED) if outermost.f_code in LOADING else (BUSY, IDLE)
                if spent - found[thread][1] >= busy or now - found[thread][2] >= idle:
                    _interrupt(thread)
        running = found


def _spent(thread: int) -> float:
    """Seconds of CPU that a thread has taken; those of all threads where a system does not tell them apart."""
    import time

    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return time.process_time()


def _outermost(frame: Any, codes: set[CodeType]) -> Any:
    """The first called of the frames that run one of these codes; None if none does."""
    found = None
    while frame is not None:
        if frame.f_code in codes:
            found = frame
        frame = frame.f_back
    return found


def _interrupt(thread: int) -> None:
    """Raise `Endless` in a thread, at its next step."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Endless))
