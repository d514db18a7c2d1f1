"""Report the progress of long work, and end it when that is asked for.

`with heard(tell): ...` calls `tell` now and then with the share of the work that is done, and ends the work with
`Cancelled` where it answers True; long loops go through `steps`.
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
_TOLD: ContextVar[Callable[[float], None] | None] = ContextVar("told", default=None)
_SPAN: ContextVar[tuple[float, float]] = ContextVar("span", default=(0.0, 1.0))
"""Of the whole work what the step is that is being done."""


class Cancelled(CollationError):
    """The work was ended because that was asked for."""


@contextmanager
def heard(tell: Tell) -> Iterator[None]:
    """Report the progress of the work in this block.  Cancelled where `tell` answers True."""
    last = monotonic()

    def told(part: float) -> None:
        nonlocal last
        if monotonic() - last > PAUSE:
            last = monotonic()
            if tell(part):
                raise Cancelled("cancelled")

    before, span = _TOLD.set(told), _SPAN.set((0.0, 1.0))
    try:
        yield
    finally:
        _TOLD.reset(before)
        _SPAN.reset(span)


def steps(several: Sequence[T], begin: float, end: float) -> Iterator[T]:
    """Iterate and report progress, from `begin` to `end` of the whole work, or of the step that these are steps of."""
    told = _TOLD.get()
    if told is None:
        yield from several
        return
    low, high = _SPAN.get()
    ends = [low + (high - low) * (begin + (end - begin) * k / len(several)) for k in range(len(several) + 1)]
    for k, one in enumerate(several):
        told(ends[k])
        _SPAN.set((ends[k], ends[k + 1]))
        yield one
    _SPAN.set((low, high))
