"""How slow this machine is now: every wait of a browser test is multiplied by it."""

from __future__ import annotations

import time

from playwright.sync_api import expect

WORK, PAGE = 0.15, 4.0
"""Seconds that the fixed piece of work, and a chapter until its boards are alive, take where nothing else runs."""


class Pace:
    """The slowest pace seen so far, as a multiple of a quiet machine's; at least 1."""

    factor = 1.0

    def seen(self, seconds: float, quiet: float) -> None:
        """Something took so long that takes `quiet` seconds on a quiet machine."""
        self.factor = max(self.factor, seconds / quiet)
        expect.set_options(timeout=self.ms(10))

    def measure(self) -> None:
        """Do a fixed small piece of work and see how long it takes."""
        began = time.monotonic()
        sum(number * number for number in range(2_000_000))
        self.seen(time.monotonic() - began, WORK)

    def seconds(self, quiet: float) -> float:
        """How long to wait for what takes less than `quiet` seconds on a quiet machine."""
        return quiet * self.factor

    def ms(self, quiet: float) -> float:
        """The same in milliseconds, as playwright counts."""
        return 1000 * self.seconds(quiet)


PACE = Pace()
