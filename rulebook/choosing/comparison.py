"""Plays two rule sets many times with the same players and dice, bit by bit, and says how they differ.

Turn n of game k has the same dice under both (`paired` of simulation/workers.py), so that much of what is luck
cancels out in their difference.  `hedgekit.Result` counts the games; those that nobody wins for very long are given up.
They are played in the reader's browser (`take`) or by Python (`more`); the page asks for each batch, so that nothing
goes on when it is closed.

Intervals are of 95 %.  A difference is said to be there if its interval excludes none, and both are called alike if it
lies within what counts as none; otherwise so many games cannot tell.
"""

import itertools
import math
import time
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import ne, sub
from typing import Any, cast

import hedgekit
from hedgekit.players.strength import Skill
from hedgekit.simulation import Result
from hedgekit.simulation.columns import dot_product, unpack
from hedgekit.simulation.estimates import Interval, interval_around, widening, wilson
from hedgekit.simulation.measures import OF_GAMES, part_of_win
from hedgekit.simulation.tables import decimals, estimate, number, share
from hedgekit.simulation.workers import Task, play
from hedgekit.text.errors import HedgekitError

from ..measuring.claims import SAME_LENGTH, WORTH_SAYING
from ..measuring.terms import SKILL
from ..stage.browser_simulation import ImpossibleResult, JobView, job, unpack_columns
from ..text import words
from .fields import BarsView, RunView

GAMES = 20_000  # of either rule set: fewer cannot tell, where the difference is one that people notice
SKILL_PART = 2  # for a measure of skill half as many games,
SKILL_MOST = {"thumb": 4000, "ahead": 1000}  # but no more than show it: they take longer than all others,
SKILL_SOON = 10  # so that but one in so many keeps pace with them, and the rest is played last
ENOUGH_ALIKE = 20  # games that come out alike before it is said that all do
SLICE = 0.15  # seconds of games between two looks at the page, where Python plays
LIMIT = 5000  # turns after which a reader would have given up: 25 games of the usual length
SEED = 1
MEASURES = ("turns", "leads", "choices_per_turn")
LEVEL = 0.95
SAME_SHARE = 0.05  # of the games that the better player wins: what counts as no difference
MORE, LESS, SAME, OPEN = "more", "less", "same", "open"
COUNTED = ("turns", "leads", "choices", "won")
SIDES = (0, 1)
_numbers = itertools.count(1)
"""Every comparison has its own: what comes late from a page belongs to another."""
_places = [OF_GAMES.measures.index(name) for name in COUNTED]


# ---- pairs of games ----------------------------------------------------------------------------------------------


class Pairs:
    """Pairs of games on the same dice.  games: how many; other: in how many the two games differ."""

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
        columns = unpack(data, count)
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
                self._products[*one, *two] += dot_product(column, other)

    def mean(self, measure: str, side: int) -> float:
        """A measure's mean: of a ratio, the sum of one over the sum of the other."""
        above, below = OF_GAMES.ratios.get(measure, (measure, ""))
        under = self._sums[below, side] if below else self.games
        return self._sums[above, side] / under if under else 0.0

    def difference(self, measure: str) -> tuple[float, Interval]:
        """Return how much larger the second mean is, with its interval."""
        apart = self.mean(measure, 1) - self.mean(measure, 0)
        return apart, self._around(apart, measure, (-1.0, 1.0))

    def ratio(self, measure: str) -> tuple[float, Interval]:
        """Return the ratio of the second mean to the first, with its interval by the delta method on the logarithm."""
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
        wider = max(widening(self._apart[name]) for name in (above, below) if name)
        return interval_around(middle, spread, n, LEVEL, wider)


@dataclass(frozen=True)
class Wins:
    """One player's wins under both rule sets, and how strongly they correlate."""

    games: int
    shares: tuple[float, float]
    together: float

    @property
    def intervals(self) -> list[Interval]:
        """The interval of either share."""
        return [wilson(share * self.games, self.games, LEVEL) for share in self.shares]

    @property
    def apart(self) -> tuple[float, Interval]:
        """By how much the share is more under the second rule set (R. G. Newcombe 1998, paired data, by scores)."""
        (p, q), ((low, high), (lower, higher)) = self.shares, self.intervals

        def reach(a: float, b: float) -> float:
            return math.sqrt(max(0.0, a * a - 2 * self.together * a * b + b * b))

        return q - p, (q - p - reach(q - lower, high - p), q - p + reach(higher - q, p - low))


def wins(at_seats: Mapping[int, Pairs]) -> Wins | None:
    """Sum up the wins of one player over his seats; None before there are games."""
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


# ---- both rule sets ----------------------------------------------------------------------------------------------


@dataclass
class Part:
    """Games of one rule set between the same players.

    wanted: how many, counted from the first of the seed on; soon: how many of them keep pace with the other parts; the
    rest is played last; pairs, side: whose games on the same dice they stand beside.
    """

    rules: hedgekit.RuleSet
    result: Result
    wanted: int
    soon: int
    pairs: Pairs
    side: int

    def add(self, count: int, data: bytes) -> None:
        """Count the next games."""
        self.result.add(SEED, self.result.games, count, data)
        self.pairs.take(self.side, count, data)

    @property
    def pace(self) -> float:
        """Return the progress: the part with the least progress is played next."""
        games = self.result.games
        return games / self.soon if games < self.soon else 1 + games / self.wanted


class Comparison:
    """Games of two rule sets.  players: who sits at every seat; games: of each.

    Both rule sets have as many players.  HedgekitError for rules that cannot be simulated.
    """

    def __init__(self, rules: Sequence[hedgekit.RuleSet], players: str, games: int) -> None:
        if any(one.engine for one in rules):
            raise HedgekitError("error.simulation.skill")
        self.number = next(_numbers)
        self.rules = tuple(rules)
        seats = range(self.rules[0].players)
        self.pairs = Pairs()
        self.skill_pairs: dict[str, dict[int, Pairs]] = {}
        """For each measure of skill, by the seat of the one player."""
        self.parts = self._paired([players for _ in seats], games, games, self.pairs)
        self.results = tuple(part.result for part in self.parts)
        for name, (who, among) in SKILL.items():
            most = min(games // SKILL_PART, SKILL_MOST[name])
            wanted = max(1, most // len(seats))
            soon = max(1, wanted // SKILL_SOON)
            self.skill_pairs[name] = {seat: Pairs() for seat in seats}
            for seat, pairs in self.skill_pairs[name].items():
                self.parts += self._paired([who if place == seat else among for place in seats], wanted, soon, pairs)
        self._sizes: dict[tuple[str, ...], int] = {}  # players -> their games that take about a slice
        self.stopped = False

    def _paired(self, players: Sequence[str], wanted: int, soon: int, pairs: Pairs) -> list[Part]:
        """The same games of either rule set, none of them played yet."""
        skills = [str(Skill.parse(name)) for name in players]
        empty = [Result(OF_GAMES, str(rules), skills, hedgekit.__version__, columns=False) for rules in self.rules]
        return [Part(self.rules[side], result, wanted, soon, pairs, side) for side, result in enumerate(empty)]

    @property
    def done(self) -> int:
        """How many games were played."""
        return sum(part.result.games for part in self.parts)

    @property
    def total(self) -> int:
        """How many there are to be."""
        return sum(part.wanted for part in self.parts)

    @property
    def is_over(self) -> bool:
        """Has everything been played, or enough?"""
        return self.stopped or self.done >= self.total

    def more(self) -> None:
        """Play some games of the part with the least progress, so that all keep pace."""
        if self.is_over:
            return
        part = min((one for one in self.parts if one.result.games < one.wanted), key=lambda part: part.pace)
        result, first = part.result, part.result.games
        size = self._sizes.get(result.players, 1)
        count, begun = min(size, part.wanted - first), time.perf_counter()
        registry = part.rules.registry
        engine = "interpreted" if registry.house else "auto"
        task = Task(
            result.rules, result.players, SEED, first, count, engine, limit=LIMIT, registry=registry, paired=True
        )
        part.add(count, play(task).data)
        took = max(time.perf_counter() - begun, 1e-6)
        self._sizes[result.players] = max(1, min(4 * size, int(count * SLICE / took)))

    def job(self) -> JobView | None:
        """Return the job for a browser; None if it cannot play these games."""
        wanted = [(part.rules, part.result.players, part.wanted) for part in self.parts]
        return job(wanted, SEED, LIMIT, paired=True, soon=[part.soon for part in self.parts])

    def take(self, games: Sequence[tuple[int, int, str]]) -> None:
        """Count games that a browser played: part, number of games, measures, each following its part's last.

        Refused, and nothing counted, if these are no games of it.
        """
        found, counted = [], [part.result.games for part in self.parts]
        for which, count, data in games:
            if which >= len(self.parts) or count > self.parts[which].wanted - counted[which]:
                raise ImpossibleResult("more games than were asked for")
            part = self.parts[which]
            columns = unpack_columns(data, count, part.rules, part.result.players, LIMIT)
            found.append((part, count, columns))
            counted[which] += count
        for part, count, columns in found:
            part.add(count, columns)

    def stop(self) -> None:
        """Stop the games."""
        self.stopped = True

    def view(self) -> RunView:
        """How far the games are, and what they came to."""
        figures = {lang: self.figures(lang) for lang in words.LANGUAGES}
        far = {"done": self.done, "total": self.total, "over": self.is_over, "stopped": self.stopped}
        return cast("RunView", {"number": self.number, **far, "figures": figures})

    @property
    def is_alike(self) -> bool:
        """Did every game come out the same under both rule sets?"""
        pairs = [self.pairs, *(one for seats in self.skill_pairs.values() for one in seats.values())]
        return self.pairs.games >= ENOUGH_ALIKE and not any(one.other for one in pairs)

    def bars(self) -> list[BarsView]:
        """Length and skill under both, as far as games were played, each with a word for how they differ."""
        if not self.pairs.games:
            return []
        means = [self.pairs.mean("turns", side) for side in SIDES]
        found: list[BarsView] = [{"measure": "length", "values": means, "word": self._length()}]
        for measure, seats in self.skill_pairs.items():
            if played := wins(seats):
                said = SAME if self.is_alike else judged(played.apart[1], 0.0, SAME_SHARE)
                found.append({"measure": measure, "values": [100 * one for one in played.shares], "word": said})
        return found

    def _length(self) -> str:
        if any(result.ended.get("unfinished", 0) >= WORTH_SAYING * result.games for result in self.results):
            return OPEN
        return SAME if self.is_alike else judged(self.pairs.ratio("turns")[1], 1.0, SAME_LENGTH)

    def figures(self, lang: str) -> list[tuple[str, list[str]]]:
        """Return what was measured so far as rows: a measure's name, its figure for each rule set, the difference.

        The difference is that of games on the same dice: by how much the second figure is more.
        """
        if not self.pairs.games:
            return []
        rows = []
        for name in MEASURES:
            apart = signed(*self.pairs.difference(name), lang)
            rows.append((name, [estimate(one.mean(name), *one.interval(name), lang) for one in self.results] + [apart]))
        for measure, pairs in self.skill_pairs.items():
            if together := wins(pairs):
                found = zip(together.shares, together.intervals, strict=True)
                cells = [share(won, *interval, lang) for won, interval in found]
                rows.append((measure, [*cells, points(*together.apart, lang)]))
        if any(lost := [result.ended.get("unfinished", 0) for result in self.results]):
            counts = [(gone, result.games) for gone, result in zip(lost, self.results, strict=True)]
            gone = [share(n / games, *wilson(n, games, 0.95), lang) for n, games in counts]
            rows.append(("unfinished", [*gone, ""]))
        return rows


def judged(interval: Interval, none: float, zone: float) -> str:
    """MORE, LESS, SAME or OPEN: none is what no difference would be, zone how far from it counts as none."""
    low, high = interval
    if none - zone <= low and high <= none + zone:
        return SAME
    return MORE if low > none else LESS if high < none else OPEN


def signed(value: float, interval: Interval, lang: str) -> str:
    """A difference with its interval: +12.3 ± 1.2."""
    return f"{'+' if value > 0 else ''}{estimate(value, *interval, lang)}"


def points(value: float, interval: Interval, lang: str) -> str:
    """A difference of shares with its interval, in points of a hundred."""
    digits = decimals(50 * (interval[1] - interval[0]))
    said = [number(100 * one, digits, lang) for one in (value, *interval)]
    n, low, high = (f"+{text}" if one > 0 else text for text, one in zip(said, (value, *interval), strict=True))
    return words.text("choosing.chooser.points", lang).format(n=n, low=low, high=high)
