"""Significance tests of shares, single and combined."""

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any


def p_above(successes: float, n: int, share: float) -> float:
    """Return the one-sided p-value of the score test that the true share is above this one (agrees with `wilson`)."""
    return 1 - NormalDist().cdf((successes / n - share) / math.sqrt(share * (1 - share) / n))


def holm(tests: Mapping[Any, float], level: float = 0.05) -> set[Any]:
    """Return the tests rejected by Holm's step-down procedure, given their p-values.

    With probability 1 - level no rejection is wrong (S. Holm 1979).
    """
    rejected: set[Any] = set()
    for left, name in zip(range(len(tests), 0, -1), sorted(tests, key=lambda one: tests[one]), strict=True):
        if tests[name] * left > level:
            break
        rejected.add(name)
    return rejected
