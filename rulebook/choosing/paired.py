"""Games of two rule sets on the same dice, pair by pair, and by how much they differ, with intervals of 95 %.

Turn n of game k has the same dice under both (`paired` of simulation/workers.py), so that much of what luck brings is
in both and not in their difference.  Whatever comes first waits for the other of its pair, and only sums are kept.
"""

import math
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import ne, sub
from typing import Any

from hedgekit.simulation.columns import product, split
from hedgekit.simulation.estimates import Interval, around, widened, wilson
from hedgekit.simulation.measures import OF_GAMES, part_of_win

LEVEL = 0.95
COUNTED = ("turns", "leads", "choices", "won")
SIDES = (0, 1)
_places = [OF_GAMES.measures.index(name) for name in COUNTED]


class Pairs:
    """The pairs of games of two parts.  games: how many there are; other: in how many the two games differ."""

    def __init__(self) -> None:
        self.games = self.other = 0
        self.won: Counter[tuple[int, int]] = Counter()
        """The winners of a pair, as bits, -> in how many pairs."""
        self._waiting = tuple([array("i") for _ in COUNTED] for _ in SIDES)
        self._sums: Counter[tuple[str, int]] = Counter()  # measure, side -> its sum
        self._apart = {name: Counter[int]() for name in COUNTED[:-1]}  # measure -> by how much it differs -> pairs
        self._products: Counter[tuple[str, int, str, int]] = Counter()  # two of them -> of their products

    def take(self, side: int, count: int, data: bytes) -> None:
        """Take the next games of a side, as `Result.add` takes them."""
        columns = split(data, count)
        for kept, place in zip(self._waiting[side], _places, strict=True):
            kept.frombytes(bytes(columns[place]))
        ready = min(len(waiting[0]) for waiting in self._waiting)
        if ready:
            self._count([[column[:ready] for column in waiting] for waiting in self._waiting], ready)
            for waiting in self._waiting:
                for column in waiting:
                    column[:ready] = array("i")

    def _count(self, sides: Sequence[Sequence[Any]], games: int) -> None:
        self.games += games
        self.other += sum(map(ne, *(zip(*columns, strict=True) for columns in sides)))
        self.won.update(zip(*(columns[-1] for columns in sides), strict=True))
        for k, (_, apart) in enumerate(self._apart.items()):
            apart.update(map(sub, sides[1][k], sides[0][k]))
        counted = {(name, side): sides[side][k] for side in SIDES for k, name in enumerate(COUNTED[:-1])}
        for one, column in counted.items():
            self._sums[one] += sum(column)
            for two, other in counted.items():
                self._products[*one, *two] += product(column, other)

    def mean(self, measure: str, side: int) -> float:
        """A measure's mean: of a ratio, the sum of one over the sum of the other."""
        above, below = OF_GAMES.ratios.get(measure, (measure, ""))
        under = self._sums[below, side] if below else self.games
        return self._sums[above, side] / under if under else 0.0

    def difference(self, measure: str) -> tuple[float, Interval]:
        """By how much the second mean is more, with its interval."""
        apart = self.mean(measure, 1) - self.mean(measure, 0)
        return apart, self._around(apart, measure, (-1.0, 1.0))

    def ratio(self, measure: str) -> tuple[float, Interval]:
        """The second mean as a part of the first, with its interval: of the logarithm, by the delta method."""
        one, other = (self.mean(measure, side) for side in SIDES)
        if not one or not other:
            return 1.0, (0.0, math.inf)
        low, high = self._around(0.0, measure, (-1 / one, 1 / other))
        return other / one, (other / one * math.exp(max(low, -700.0)), other / one * math.exp(min(high, 700.0)))

    def _around(self, middle: float, measure: str, weights: Sequence[float]) -> Interval:
        """The interval of the two means together, each times its weight; wider where differences have a heavy tail."""
        above, below = OF_GAMES.ratios.get(measure, (measure, ""))
        parts: dict[tuple[str, int], float] = {}
        for side, weight in zip(SIDES, weights, strict=True):
            under = self._sums[below, side] / self.games if below else 1.0
            parts[above, side] = weight / under
            if below:
                parts[below, side] = -weight * self.mean(measure, side) / under
        n, total = self.games, sum(part * self._sums[one] for one, part in parts.items())
        squares = sum(a * b * self._products[*one, *two] for one, a in parts.items() for two, b in parts.items())
        spread = max(0.0, (n * squares - total * total) / (n * max(n - 1, 1)))
        wider = max(widened(self._apart[name]) for name in (above, below) if name)
        return around(middle, spread, n, LEVEL, wider)


@dataclass(frozen=True)
class Wins:
    """How many of a number of games one player won under either rule set, and how far both went together."""

    games: int
    shares: tuple[float, float]
    together: float

    @property
    def apart(self) -> tuple[float, Interval]:
        """By how much the share is more under the second rule set (R. G. Newcombe 1998, paired data, by scores)."""
        (p, q), n = self.shares, self.games
        (low, high), (lower, higher) = (wilson(share * n, n, LEVEL) for share in self.shares)

        def reach(a: float, b: float) -> float:
            return math.sqrt(max(0.0, a * a - 2 * self.together * a * b + b * b))

        return q - p, (q - p - reach(q - lower, high - p), q - p + reach(higher - q, p - low))


def wins(at_seats: Mapping[int, Pairs]) -> Wins | None:
    """The wins of one player, at whose seats these pairs were played; None before there are any."""
    parts: Counter[tuple[float, float]] = Counter()
    for seat, pairs in at_seats.items():
        for (one, other), games in pairs.won.items():
            parts[part_of_win(one, seat), part_of_win(other, seat)] += games
    n = parts.total()
    if not n:
        return None
    p, q = (sum(pair[side] * games for pair, games in parts.items()) / n for side in SIDES)
    spread = [sum(pair[side] ** 2 * games for pair, games in parts.items()) / n - m * m for side, m in ((0, p), (1, q))]
    both = sum(pair[0] * pair[1] * games for pair, games in parts.items()) / n - p * q
    below = math.sqrt(max(0.0, spread[0]) * max(0.0, spread[1]))
    return Wins(n, (p, q), max(-1.0, min(1.0, both / below)) if below else 0.0)
