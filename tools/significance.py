"""Are players different, or was it chance?  Tests of shares, one by one and together."""

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any


def p_above(successes: float, n: int, share: float) -> float:
    """The p-value of the score test that the true share is not above this one: one-sided, and agrees with `wilson`."""
    return 1 - NormalDist().cdf((successes / n - share) / math.sqrt(share * (1 - share) / n))


def holm(tests: Mapping[Any, float], level: float = 0.05) -> set[Any]:
    """The tests that are rejected, of all with their p-values: from the smallest on, until one is not small enough.

    With probability 1 - level none is rejected wrongly (S. Holm 1979).
    """
    rejected: set[Any] = set()
    for left, name in zip(range(len(tests), 0, -1), sorted(tests, key=lambda one: tests[one]), strict=True):
        if tests[name] * left > level:
            break
        rejected.add(name)
    return rejected
