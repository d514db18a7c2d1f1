"""Two algorithms on sequences: the longest ascending run, and the best pairing in order."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

Step = tuple[int, int]


def ascending(numbers: Iterable[int]) -> list[int]:
    """The places of the longest run of numbers that ascend (patience sorting)."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for i, number in enumerate(numbers):
        k = bisect_left(tails, number)
        before.append(at[k - 1] if k else -1)
        tails[k : k + 1] = [number]
        at[k : k + 1] = [i]
    found, i = [], at[-1] if at else -1
    while i >= 0:
        found.append(i)
        i = before[i]
    return found[::-1]


def pairing(
    n: int, m: int, shapes: Sequence[Step], worth: Callable[[slice, slice], float | None]
) -> list[tuple[slice, slice]]:
    """The most valuable pairing of n things with m others, in order, by dynamic programming.

    shapes: how many of one side may go with how many of the other, of equals the first is taken; worth: of some with
    some, None for what cannot be.  One must be able to take every single thing alone.
    """
    best = [[-math.inf] * (m + 1) for _ in range(n + 1)]
    best[0][0] = 0.0
    steps: list[list[Step]] = [[(0, 0)] * (m + 1) for _ in range(n + 1)]
    theirs = [[(p, q, slice(j - q, j)) for p, q in shapes if q <= j] for j in range(m + 1)]
    for i in range(n + 1):
        mine = {p: slice(i - p, i) for p, _ in shapes if p <= i}
        for j in range(m + 1):
            reached, step = best[i][j], steps[i][j]
            for p, q, of in theirs[j]:
                gain = worth(mine[p], of) if p in mine else None
                if gain is not None and best[i - p][j - q] + gain > reached:
                    reached, step = best[i - p][j - q] + gain, (p, q)
            best[i][j], steps[i][j] = reached, step
    found = []
    i, j = n, m
    while i or j:
        p, q = steps[i][j]
        found.append((slice(i - p, i), slice(j - q, j)))
        i, j = i - p, j - q
    return found[::-1]
