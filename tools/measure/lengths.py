"""How long games last beside others: by means, or by medians where some never ended."""

import math
from typing import Any

import hedgekit
from rulebook.measuring.terms import MEDIAN

from .verdicts import MEAN, Interval, Measure

WIDE = 0.5  # the interval of a mean that reaches further, as a part of it, says nothing of it


def compared(one: Any, other: Any) -> Measure:
    """How long the games (or series) of one result are, against another's.

    By their means; by their medians where games were given up, or the mean is too uncertain to say anything; without
    figures where not even the median is among the games that ended.
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
    """The turns of every game; of one that was given up, more than any number."""
    gone = hedgekit.games.race.engine.matches.ENDS.index("unfinished")
    return [math.inf if end == gone else float(n) for n, end in zip(result["turns"], result["end"], strict=True)]


def median(values: list[float]) -> tuple[float, float, float] | None:
    """A lower bound of the median, the median, and an upper bound: values between which it lies with 95 %.

    None where there are too few values for that, or one of the three is infinite.
    """
    n, rank, below, ways = len(values), 0, 0, 1  # below: in so many of 2**n ways, fewer than `rank` are less
    while 40 * (below + ways) <= 2**n:
        below, rank, ways = below + ways, rank + 1, ways * (n - rank) // (rank + 1)
    if rank == 0:
        return None
    values = sorted(values)
    middle = (values[(n - 1) // 2] + values[n // 2]) / 2
    found = values[rank - 1], middle, values[n - rank]
    return found if math.isfinite(found[2]) else None


def _medians(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, Interval]:
    """The ratio of two medians and its interval, from theirs: distances, as logarithms, add up as squares."""
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
