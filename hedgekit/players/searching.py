"""A search that runs a little at a time, so that a caller can stop it and see its progress.

    search = Player("master:600ms").weighing(game)
    for part in search: ...                     how much is done, 0 to 1, some fifty times a second
    finished(search)                            the rest of it at once

For a player with a time limit only the time that he spends searching counts, not what happens in between.
"""

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any, TypeVar

from .strength import Weighed

F = TypeVar("F")

SLICE = 0.02  # seconds of work at a time

Search = Generator[float, None, list[Weighed[Any]]]
"""Yields how much is done; returns the moves with a player's estimates, the one he chooses first."""


def finished(search: Generator[object, None, F]) -> F:
    """Return what a search finds once it is done."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class Watch:
    """The cost of a search so far: seconds of work, and playouts."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.asked = 0

    def sliced(
        self, go_on: Callable[[int], F | None], part: Callable[[], float], some: int = 1
    ) -> Generator[float, None, F]:
        """Ask `go_on` for a slice of playouts at a time, until it returns what it found.

        part: returns how much is done; some: the playouts in the first slice.
        """
        most = max(1 << 20, some)
        while True:
            begun = perf_counter()
            found = go_on(some)
            took = perf_counter() - begun
            self.spent, self.asked = self.spent + took, self.asked + some
            if found is not None:
                return found
            yield min(1.0, part())
            some = max(1, min(8 * some, int(some * SLICE / max(took, 1e-6)), most))
