"""Compare lengths of games: by means, or by medians if some never ended."""

import math
from typing import Any

import hedgekit
from rulebook.measuring.terms import MEDIAN

from .verdicts import MEAN, Interval, Measure

WIDE = 0.5  # a mean with a wider interval, relative to it, is useless


def compare_lengths(one: Any, other: Any) -> Measure:
    """Compare the lengths of games (or series) of two results.

    By means; by medians if games were abandoned or the mean is too uncertain; without figures if not even the median
    is among the finished games.
    """
    unfinished = _unfinished(one)
    low, high = one.interval("turns")
    if unfinished or _unfinished(other) or high - low > 2 * WIDE * one.mean("turns"):
        found, base = (median(turns_of(result)) for result in (one, other))
        if found is None or base is None:
            return Measure(None, None, base and base[1], None, None, one.games, unfinished, MEDIAN)
        return Measure(found[1], (found[0], found[2]), base[1], *_medians(found, base), one.games, unfinished, MEDIAN)
    ratio = one.mean("turns") / other.mean("turns")
    spread = 1.96 * math.hypot(*(_error(result) / result.mean("turns") for result in (one, other)))
    between = ratio * math.exp(-spread), ratio * math.exp(spread)
    return Measure(one.mean("turns"), (low, high), other.mean("turns"), ratio, between, one.games, unfinished, MEAN)


def turns_of(result: Any) -> list[float]:
    """Return the turns of every game; infinity for an abandoned one."""
    gone = hedgekit.games.race.engine.matches.ENDS.index("unfinished")
    return [math.inf if end == gone else float(n) for n, end in zip(result["turns"], result["end"], strict=True)]


def median(values: list[float]) -> tuple[float, float, float] | None:
    """Return the median with its lower and upper 95 % bounds, as (lower, median, upper).

    None if there are too few values, or one of the three is infinite.
    """
    n, rank, below, ways = len(values), 0, 0, 1  # below: number of the 2**n outcomes with fewer than `rank` values less
    while 40 * (below + ways) <= 2**n:
        below, rank, ways = below + ways, rank + 1, ways * (n - rank) // (rank + 1)
    if rank == 0:
        return None
    values = sorted(values)
    middle = (values[(n - 1) // 2] + values[n // 2]) / 2
    found = values[rank - 1], middle, values[n - rank]
    return found if math.isfinite(found[2]) else None


def _medians(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, Interval]:
    """Return the ratio of two medians and its interval: distances of logarithms add up as squares."""
    logs = [[math.log(value) for value in three] for three in (one, other)]
    ratio = logs[0][1] - logs[1][1]
    below = math.hypot(logs[0][1] - logs[0][0], logs[1][2] - logs[1][1])
    above = math.hypot(logs[0][2] - logs[0][1], logs[1][1] - logs[1][0])
    return math.exp(ratio), (math.exp(ratio - below), math.exp(ratio + above))


def _unfinished(result: Any) -> int:
    return int(result.ended.get("unfinished", 0))


def _error(result: Any) -> float:
    low, high = result.interval("turns")
    return float(high - low) / 2 / 1.96
