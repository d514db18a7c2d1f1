"""Several claims about one expensive object: a single test checks them all and names each that fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Claim = Callable[..., None]


class Claims:
    """Claims about every object of a kind: functions, in the order of their definition."""

    def __init__(self) -> None:
        self._all: list[Claim] = []

    def __call__(self, function: Claim) -> Claim:
        """Add a claim, as a decorator."""
        self._all.append(function)
        return function

    def hold(self, *thing: Any) -> None:
        """Check all claims, even after a failure.

        AssertionError or ExceptionGroup for those that do not hold, each with its name as a note.
        """
        failed = []
        for claim in self._all:
            try:
                claim(*thing)
            except Exception as error:
                error.add_note(f"{claim.__name__.replace('_', ' ')}: {', '.join(map(str, thing))}"[:300])
                failed.append(error)
        if len(failed) == 1:
            raise failed[0]
        if failed:
            raise ExceptionGroup(f"{len(failed)} of {len(self._all)} claims do not hold", failed)
        assert self._all, "no claim was made"
