"""The current slowness of this machine, by which every wait of a browser test is multiplied."""

from __future__ import annotations

import time

from playwright.sync_api import expect

WORK, PAGE = 0.15, 4.0
"""Seconds taken on a quiet machine by the fixed piece of work, and by a chapter until its boards are alive."""


class Pace:
    """The slowest pace seen so far, relative to a quiet machine; at least 1."""

    factor = 1.0

    def seen(self, seconds: float, quiet: float) -> None:
        """Note that something took `seconds` that takes `quiet` seconds on a quiet machine."""
        self.factor = max(self.factor, seconds / quiet)
        expect.set_options(timeout=self.ms(10))

    def measure(self) -> None:
        """Time a fixed small piece of work."""
        began = time.monotonic()
        sum(number * number for number in range(2_000_000))
        self.seen(time.monotonic() - began, WORK)

    def seconds(self, quiet: float) -> float:
        """Return the wait for something that takes less than `quiet` seconds on a quiet machine."""
        return quiet * self.factor

    def ms(self, quiet: float) -> float:
        """Return `seconds` in milliseconds, for playwright."""
        return 1000 * self.seconds(quiet)


PACE = Pace()
