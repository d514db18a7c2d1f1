"""Report the progress of long work.

`with heard(tell): ...` calls `tell` now and then with the share of the work that is done; long loops go through
`steps`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

Tell = Callable[[float], None]
T = TypeVar("T")

PAUSE = 0.3  # seconds between two times that something is told
_TELL: ContextVar[Tell | None] = ContextVar("tell", default=None)


@contextmanager
def heard(tell: Tell) -> Iterator[None]:
    """Report the progress of the work in this block."""
    before = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(before)


def steps(several: Sequence[T], begin: float, end: float) -> Iterator[T]:
    """Iterate and report progress, from `begin` to `end` of the whole work."""
    tell, last = _TELL.get(), monotonic()
    for k, one in enumerate(several):
        if tell and monotonic() - last > PAUSE:
            last = monotonic()
            tell(begin + (end - begin) * k / len(several))
        yield one
