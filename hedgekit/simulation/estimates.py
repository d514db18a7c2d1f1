"""Estimate means and shares from many games, with confidence intervals.

A tally maps each value to its number of games.  Intervals of means use Student's t distribution, those of shares
Wilson's score, those of ratios of two means the delta method.  If a measure has a heavy tail, so that a few games
decide its mean, the interval is wider (`widening`).  All sums are integers, so no result depends on the order of games.
"""

import math
from collections.abc import Mapping
from functools import cache

Tally = Mapping[int, int]
Interval = tuple[float, float]
UNKNOWN: Interval = (-math.inf, math.inf)
TAIL = 6  # how much wider an interval is for each standard error of skewness beyond LIGHT
LIGHT = 1.0  # a skewness at which the usual interval is wide enough
FEW = 4  # with fewer games a mean has no interval


@cache
def normal_quantile(level: float) -> float:
    """Return the standard errors to either side that contain this share of the distribution: 1.96 for 0.95."""
    from statistics import NormalDist  # here: keeps importing hedgekit fast

    return NormalDist().inv_cdf((1 + level) / 2)


def student_quantile(level: float, freedom: int) -> float:
    """Return the same for Student's t, by an expansion in 1 / freedom (Abramowitz and Stegun 26.7.5)."""
    z = normal_quantile(level)  # for 0.95 the error is below 0.2 % from 3 degrees of freedom on
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def total(tally: Tally) -> int:
    """Return the number of games."""
    return sum(tally.values())


def _sum(tally: Tally) -> int:
    return sum(value * count for value, count in tally.items())


def mean(tally: Tally) -> float:
    """Return the mean value; ZeroDivisionError for an empty tally."""
    return _sum(tally) / total(tally)


def variance(tally: Tally) -> float:
    """Return the sample variance (n - 1); 0 for a single game."""
    n = total(tally)
    squares = sum(value * value * count for value, count in tally.items())
    return (n * squares - _sum(tally) ** 2) / (n * max(n - 1, 1))


def skewness(tally: Tally) -> float:
    """Return the skewness of the values: 0 if they are symmetric, 2 for an exponential tail."""
    n, first = total(tally), _sum(tally)
    second = third = 0
    for value, count in tally.items():
        second += value * value * count
        third += value**3 * count
    spread = n * second - first * first  # n * n times the variance
    return (n * n * third - 3 * n * first * second + 2 * first**3) / spread**1.5 if spread else 0.0


def widening(tally: Tally) -> float:
    """Return the factor by which the interval of a mean is wider than usual: 1 unless the tail is heavy.

    The mean of n games has a skewness of skewness / sqrt(n).  Before the rare large values occur, mean and variance are
    both too small, and that is when a run that waits for a narrow interval would stop.
    `python -m benchmarks.coverage` measures how often the intervals hold.
    """
    heavy = abs(skewness(tally)) - LIGHT
    return 1 + TAIL * max(heavy, 0.0) / math.sqrt(total(tally))


def quantile(tally: Tally, share: float) -> int:
    """Return the smallest value that at least this share of the games does not exceed: the median for 0.5."""
    wanted, seen = share * total(tally), 0
    for value, games in sorted(tally.items()):
        seen += games
        if seen >= wanted:
            return value
    return max(tally)


def interval_around(middle: float, spread: float, n: int, level: float, wider: float = 1.0) -> Interval:
    """Return the interval of a mean of n games whose values have variance `spread`, widened by a factor."""
    if n < FEW:
        return UNKNOWN
    half = wider * student_quantile(level, n - 1) * math.sqrt(spread / n)
    return middle - half, middle + half


def mean_interval(tally: Tally, level: float) -> Interval:
    """Return the interval of the mean; infinite for fewer than FEW games."""
    return interval_around(mean(tally), variance(tally), total(tally), level, widening(tally))


def wilson(successes: float, n: int, level: float) -> Interval:
    """Return Wilson's score interval of a share (E. B. Wilson 1927); shared wins count as fractions of a success."""
    z, share = normal_quantile(level), successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def ratio(above: Tally, below: Tally) -> float:
    """Return the sum of one measure over the sum of another; 0 if both are 0."""
    return mean(above) / mean(below) if mean(below) else 0.0


def ratio_interval(above: Tally, below: Tally, products: int, level: float) -> Interval:
    """Return the interval of such a ratio; products: the sum over the games of one measure times the other."""
    n, x, y = total(above), mean(above), mean(below)
    if n < FEW or not y:
        return UNKNOWN
    covariance = (n * products - _sum(above) * _sum(below)) / (n * (n - 1))
    r = x / y
    spread = max(0.0, variance(above) - 2 * r * covariance + r * r * variance(below))
    return interval_around(r, spread / (y * y), n, level, max(widening(above), widening(below)))
