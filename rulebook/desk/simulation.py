"""Play many games under each of two readings, a slice at a time, and compare them with intervals.

run = Run(switch.both())
while run.more(): ...       a slice of games under both readings
run.result()                plain data: length and winners under each, and the difference
"""

import math
from collections.abc import Sequence
from typing import Any, Literal

import hedgekit
from hedgekit.simulation.estimates import wilson

from .fields import CountedView, CountingView, Estimate

SLICE = {
    "game": 20,
    "series": 2,
}  # played under each reading between two looks at the page: about a quarter of a second
GAMES = 300
"""Games (or series) of each in a run."""


class Run:
    """A comparison of two rule sets, the readings: `wanted` games (or series) of each between players by chance."""

    def __init__(self, rules: Sequence[Any], wanted: int = GAMES, *, of_series: bool = False) -> None:
        self.rules, self.wanted = rules, wanted
        self.unit: Literal["game", "series"] = "series" if of_series else "game"
        self.length = "games" if self.unit == "series" else "turns"
        self._results: list[Any] = [None, None]
        self._slices = 0
        self.stopped = False

    @property
    def played(self) -> int:
        """How many games of each are played."""
        return len(self._results[0]) if self._results[0] else 0

    @property
    def is_done(self) -> bool:
        """Is there nothing left to play?"""
        return self.stopped or self.played >= self.wanted

    def more(self) -> bool:
        """Play a slice under both readings, with the same seeds; whether there is more to come."""
        if self.is_done:
            return False
        many = min(SLICE[self.unit], self.wanted - self.played)
        simulate = hedgekit.simulate_series if self.unit == "series" else hedgekit.simulate
        for k, rules in enumerate(self.rules):
            part = simulate(rules, many, ("random",), self._slices, threads=1, columns=False)
            self._results[k] = part if self._results[k] is None else self._results[k] + part
        self._slices += 1
        return not self.is_done

    def result(self) -> CountingView:
        """Means and 95 % intervals of both, and of the difference of their lengths (as of independent runs).

        None for what is not known yet.
        """
        sides = [self._side(result) for result in self._results if result]
        difference: Estimate | None = None
        halves = [side["length"][2] - side["length"][0] for side in sides if side["length"][2] is not None]
        if len(halves) == 2:
            apart, half = sides[1]["length"][0] - sides[0]["length"][0], math.hypot(*halves)
            difference = apart, apart - half, apart + half
        return {
            "unit": self.unit,
            "played": self.played,
            "wanted": self.wanted,
            "done": self.is_done,
            "sides": sides,
            "difference": difference,
        }

    def _side(self, result: Any) -> CountedView:
        wins = {seat: _estimate(result, f"share_{seat}") for seat in result.seats}
        # Where nobody can move any more (33, 37) or nobody can win (15), nobody may have won.
        without = max(0.0, 1 - sum(result.share(seat) for seat in result.seats))
        nobody = without, *wilson(without * len(result), len(result), 0.95)
        return {"length": _estimate(result, self.length), "wins": wins, "nobody": nobody}


def _estimate(result: Any, measure: str) -> Estimate:
    """Mean, low, high; no interval while games are too few for one."""
    low, high = result.interval(measure)
    known = math.isfinite(low) and math.isfinite(high)
    return result.mean(measure), low if known else None, high if known else None
