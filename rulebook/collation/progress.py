"""How far long work has come, for whoever waits for it.

`with heard(tell): ...` has `tell` called, now and then, with the part of the work that is done; what takes long goes
through `steps`.
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
    """Tell how far the work in here has come."""
    before = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(before)


def steps(several: Sequence[T], begin: float, end: float) -> Iterator[T]:
    """One after the other, which are this part of the whole work: from `begin` to `end`."""
    tell, last = _TELL.get(), monotonic()
    for k, one in enumerate(several):
        if tell and monotonic() - last > PAUSE:
            last = monotonic()
            tell(begin + (end - begin) * k / len(several))
        yield one
