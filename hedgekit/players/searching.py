"""Searches that run in time slices, so that the caller can show progress and stop them.

    search = Player("master:600ms").weighing(game)
    for progress in search: ...                 0 to 1, about fifty times a second
    run_to_end(search)                          run the rest at once

A time limit counts the time spent searching, not the time between slices.
"""

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Any, TypeVar

from .strength import Weighed

F = TypeVar("F")

SLICE = 0.02  # seconds of work at a time

Search = Generator[float, None, list[Weighed[Any]]]
"""Yields the progress, 0 to 1; returns the moves with a player's estimates, their choice first."""


def run_to_end(search: Generator[object, None, F]) -> F:
    """Run a search to its end and return its result."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class Watch:
    """Runs a search in slices and counts what it has cost: seconds of work, and playouts; first: those in the first."""

    def __init__(self, first: int = 1) -> None:
        self.first = first
        self.spent = 0.0
        self.playouts = 0

    def sliced(self, go_on: Callable[[int], F | None], progress: Callable[[], float]) -> Generator[float, None, F]:
        """Call `go_on` with the number of playouts in a slice until it returns a result."""
        playouts = self.first
        while True:
            begun = perf_counter()
            found = go_on(playouts)
            took = perf_counter() - begun
            self.spent, self.playouts = self.spent + took, self.playouts + playouts
            if found is not None:
                return found
            yield min(1.0, progress())
            playouts = max(1, min(8 * playouts, int(playouts * SLICE / max(took, 1e-6)), 1 << 20))
