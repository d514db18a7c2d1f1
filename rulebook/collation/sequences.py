"""Two algorithms on sequences: the longest ascending subsequence, and the best alignment."""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

Step = tuple[int, int]


def longest_ascending(numbers: Iterable[int]) -> list[int]:
    """Return the indices of the longest ascending subsequence (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for i, number in enumerate(numbers):
        k = bisect_left(tails, number)
        before.append(ends[k - 1] if k else -1)
        tails[k : k + 1] = [number]
        ends[k : k + 1] = [i]
    found, i = [], ends[-1] if ends else -1
    while i >= 0:
        found.append(i)
        i = before[i]
    return found[::-1]


def best_alignment(
    n: int, m: int, shapes: Sequence[Step], score: Callable[[slice, slice], float | None]
) -> list[tuple[slice, slice]]:
    """Return the highest-scoring alignment of n items with m others, in order (dynamic programming).

    shapes: allowed group sizes (items, others), the first wins a tie; score: of two groups, None if they cannot be
    aligned.  It must allow each single item without a partner.
    """
    best = [[-math.inf] * (m + 1) for _ in range(n + 1)]
    best[0][0] = 0.0
    steps: list[list[Step]] = [[(0, 0)] * (m + 1) for _ in range(n + 1)]
    theirs = [[(p, q, slice(j - q, j)) for p, q in shapes if q <= j] for j in range(m + 1)]
    for i in range(n + 1):
        mine = {p: slice(i - p, i) for p, _ in shapes if p <= i}
        for j in range(m + 1):
            highest, step = best[i][j], steps[i][j]
            for p, q, of in theirs[j]:
                gain = score(mine[p], of) if p in mine else None
                if gain is not None and best[i - p][j - q] + gain > highest:
                    highest, step = best[i - p][j - q] + gain, (p, q)
            best[i][j], steps[i][j] = highest, step
    found = []
    i, j = n, m
    while i or j:
        p, q = steps[i][j]
        found.append((slice(i - p, i), slice(j - q, j)))
        i, j = i - p, j - q
    return found[::-1]
