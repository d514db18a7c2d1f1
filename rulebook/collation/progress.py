"""Report the progress of long work, and cancel it on request.

`with report_progress(tell): ...` calls `tell` from time to time with the share of the work that is done, and raises
`Cancelled` once it returns True.  Long loops run through `steps`; work without countable steps calls `pulse`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

from .errors import CollationError

Tell = Callable[[float], bool]
T = TypeVar("T")

PAUSE = 0.3  # seconds between two reports
_STEP: ContextVar[tuple[Tell, list[float], float, float]] = ContextVar("step", default=(lambda _: False, [0], 0.0, 1.0))
"""The callback, the time of its last call, and the start and end of the current step as shares of the whole work."""


class Cancelled(CollationError):
    """The work was cancelled on request."""


@contextmanager
def report_progress(tell: Tell) -> Iterator[None]:
    """Report the progress of the work in this block.  Raise Cancelled if `tell` returns True."""
    before = _STEP.set((tell, [monotonic()], 0.0, 1.0))
    try:
        yield
    finally:
        _STEP.reset(before)


def pulse() -> None:
    """Report that the work is still running.  Raise Cancelled on request."""
    tell, last, here, _ = _STEP.get()
    if monotonic() - last[0] > PAUSE:
        last[0] = monotonic()
        if tell(here):
            raise Cancelled("cancelled")


def steps(items: Sequence[T], begin: float, end: float) -> Iterator[T]:
    """Iterate and report progress, from `begin` to `end` of the whole work (or of the enclosing step)."""
    tell, last, low, high = _STEP.get()
    for k, item in enumerate(items):
        here, there = (low + (high - low) * (begin + (end - begin) * n / len(items)) for n in (k, k + 1))
        _STEP.set((tell, last, here, there))
        pulse()
        yield item
    _STEP.set((tell, last, low, high))
