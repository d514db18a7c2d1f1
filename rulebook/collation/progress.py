"""Report the progress of long work, and end it when that is asked for.

`with heard(tell): ...` calls `tell` now and then with the share of the work that is done, and ends the work with
`Cancelled` where it answers True; long loops go through `steps`, and what cannot be counted calls `pulse`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

from .errors import CollationError

Tell = Callable[[float], bool]
T = TypeVar("T")

PAUSE = 0.3  # seconds between two times that something is told
_STEP: ContextVar[tuple[Tell, list[float], float, float]] = ContextVar("step", default=(lambda _: False, [0], 0.0, 1.0))
"""Who hears of it, when he last did, and which part of the whole work is being done."""


class Cancelled(CollationError):
    """The work was ended because that was asked for."""


@contextmanager
def heard(tell: Tell) -> Iterator[None]:
    """Report the progress of the work in this block.  Cancelled where `tell` answers True."""
    before = _STEP.set((tell, [monotonic()], 0.0, 1.0))
    try:
        yield
    finally:
        _STEP.reset(before)


def pulse() -> None:
    """Report that the work goes on.  Cancelled if that is asked for."""
    tell, last, here, _ = _STEP.get()
    if monotonic() - last[0] > PAUSE:
        last[0] = monotonic()
        if tell(here):
            raise Cancelled("cancelled")


def steps(several: Sequence[T], begin: float, end: float) -> Iterator[T]:
    """Iterate and report progress, from `begin` to `end` of the whole work, or of the step that these are steps of."""
    tell, last, low, high = _STEP.get()
    for k, one in enumerate(several):
        here, there = (low + (high - low) * (begin + (end - begin) * n / len(several)) for n in (k, k + 1))
        _STEP.set((tell, last, here, there))
        pulse()
        yield one
    _STEP.set((tell, last, low, high))
