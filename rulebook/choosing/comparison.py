"""Simulates two rule sets with the same players and dice, in batches, and compares the results.

Turn n of game k has the same dice under both (`paired` of simulation/workers.py), which cancels much of the luck in
the difference.  `hedgekit.Result` counts the games; games longer than LIMIT turns are abandoned.  They are played in
the reader's browser (`take`) or by Python (`more`); the page requests each batch, so nothing runs after it is closed.

Intervals have a confidence of 95 %.  Two rule sets differ if the interval of the difference excludes zero; they are the
same if it lies within the equivalence zone; otherwise the games cannot tell.
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

GAMES = 20_000  # of each rule set: fewer cannot show every difference that people notice
SKILL_DIVISOR = 2  # a measure of skill takes GAMES / SKILL_DIVISOR games,
SKILL_MAX = {"thumb": 4000, "ahead": 1000}  # at most so many, as they are slow,
SKILL_EARLY = 10  # one in SKILL_EARLY of which is played along with the others, the rest last
MIN_ALIKE = 20  # games with the same result, before all are said to be alike
SLICE = 0.15  # seconds of a batch in Python, between messages of the page
LIMIT = 5000  # turns after which a game is abandoned: 25 times the usual length
SEED = 1
MEASURES = ("turns", "leads", "choices_per_turn")
LEVEL = 0.95
SAME_SHARE = 0.05  # equivalence zone of the share of games that the better player wins
MORE, LESS, SAME, OPEN = "more", "less", "same", "open"
COUNTED = ("turns", "leads", "choices", "won")
SIDES = (0, 1)
_numbers = itertools.count(1)  # each comparison has its own, which tells late messages of a page apart
_places = [OF_GAMES.measures.index(name) for name in COUNTED]


# ---- pairs of games ----------------------------------------------------------------------------------------------


class Pairs:
    """Statistics of pairs of games on the same dice.  games: number of pairs; other: pairs with different results."""

    def __init__(self) -> None:
        self.games = self.other = 0
        self.won: Counter[tuple[int, int]] = Counter()  # winners of both games, as bits -> pairs
        self._waiting = tuple([array("i") for _ in COUNTED] for _ in SIDES)
        self._sums: Counter[tuple[str, int]] = Counter()  # measure, side -> sum
        self._differences = {name: Counter[int]() for name in COUNTED[:-1]}  # measure -> difference -> pairs
        self._products: Counter[tuple[str, int, str, int]] = Counter()  # two of these -> sum of products

    def take(self, side: int, count: int, data: bytes) -> None:
        """Add the next games of a side, in the columns of `Result.add`."""
        columns = unpack(data, count)
        for column, place in zip(self._waiting[side], _places, strict=True):
            column.frombytes(bytes(columns[place]))
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
        for k, differences in enumerate(self._differences.values()):
            differences.update(map(sub, sides[1][k], sides[0][k]))
        counted = {(name, side): sides[side][k] for side in SIDES for k, name in enumerate(COUNTED[:-1])}
        for one, column in counted.items():
            self._sums[one] += sum(column)
            for two, other in counted.items():
                self._products[*one, *two] += dot_product(column, other)

    def mean(self, measure: str, side: int) -> float:
        """Return the mean of a measure; of a ratio, the quotient of the sums."""
        numerator, denominator = OF_GAMES.ratios.get(measure, (measure, ""))
        divisor = self._sums[denominator, side] if denominator else self.games
        return self._sums[numerator, side] / divisor if divisor else 0.0

    def difference(self, measure: str) -> tuple[float, Interval]:
        """Return the second mean minus the first, with its interval."""
        difference = self.mean(measure, 1) - self.mean(measure, 0)
        return difference, self._interval(difference, measure, (-1.0, 1.0))

    def ratio(self, measure: str) -> tuple[float, Interval]:
        """Return the ratio of the second mean to the first, with its interval by the delta method on the logarithm."""
        one, other = (self.mean(measure, side) for side in SIDES)
        if not one or not other:
            return 1.0, (0.0, math.inf)
        low, high = self._interval(0.0, measure, (-1 / one, 1 / other))
        return other / one, (other / one * math.exp(max(low, -700.0)), other / one * math.exp(min(high, 700.0)))

    def _interval(self, center: float, measure: str, weights: Sequence[float]) -> Interval:
        """Return the interval of the weighted sum of the two means, wider if differences have a heavy tail."""
        numerator, denominator = OF_GAMES.ratios.get(measure, (measure, ""))
        parts: dict[tuple[str, int], float] = {}
        for side, weight in zip(SIDES, weights, strict=True):
            divisor = self._sums[denominator, side] / self.games if denominator else 1.0
            parts[numerator, side] = weight / divisor
            if denominator:
                parts[denominator, side] = -weight * self.mean(measure, side) / divisor
        n, total = self.games, sum(part * self._sums[one] for one, part in parts.items())
        squares = sum(a * b * self._products[*one, *two] for one, a in parts.items() for two, b in parts.items())
        variance = max(0.0, (n * squares - total * total) / (n * max(n - 1, 1)))
        wider = max(widening(self._differences[name]) for name in (numerator, denominator) if name)
        return interval_around(center, variance, n, LEVEL, wider)


@dataclass(frozen=True)
class Wins:
    """The shares of games that a player wins under both rule sets, and their correlation."""

    games: int
    shares: tuple[float, float]
    correlation: float

    @property
    def intervals(self) -> list[Interval]:
        """The intervals of both shares."""
        return [wilson(share * self.games, self.games, LEVEL) for share in self.shares]

    @property
    def difference(self) -> tuple[float, Interval]:
        """The second share minus the first, with its interval (score method for paired data, R. G. Newcombe 1998)."""
        (p, q), ((low, high), (lower, higher)) = self.shares, self.intervals

        def margin(a: float, b: float) -> float:
            return math.sqrt(max(0.0, a * a - 2 * self.correlation * a * b + b * b))

        return q - p, (q - p - margin(q - lower, high - p), q - p + margin(higher - q, p - low))


def wins(pairs_by_seat: Mapping[int, Pairs]) -> Wins | None:
    """Return the wins of a player over all their seats; None before there are games."""
    parts: Counter[tuple[float, float]] = Counter()
    for seat, pairs in pairs_by_seat.items():
        for (one, other), games in pairs.won.items():
            parts[part_of_win(one, seat), part_of_win(other, seat)] += games
    n = parts.total()
    if not n:
        return None
    p, q = (sum(pair[side] * games for pair, games in parts.items()) / n for side in SIDES)
    variances = [
        sum(pair[side] ** 2 * games for pair, games in parts.items()) / n - m * m for side, m in ((0, p), (1, q))
    ]
    covariance = sum(pair[0] * pair[1] * games for pair, games in parts.items()) / n - p * q
    divisor = math.sqrt(max(0.0, variances[0]) * max(0.0, variances[1]))
    return Wins(n, (p, q), max(-1.0, min(1.0, covariance / divisor)) if divisor else 0.0)


# ---- both rule sets ----------------------------------------------------------------------------------------------


@dataclass
class Part:
    """Games of one rule set between the same players.

    wanted: number of games, from the first of the seed; early: how many of them are played along with the other parts,
    the rest last; pairs, side: where they are paired with games on the same dice.
    """

    rules: hedgekit.RuleSet
    result: Result
    wanted: int
    early: int
    pairs: Pairs
    side: int

    def add(self, count: int, data: bytes) -> None:
        """Add the next games."""
        self.result.add(SEED, self.result.games, count, data)
        self.pairs.take(self.side, count, data)

    @property
    def pace(self) -> float:
        """The progress; the part with the least is played next."""
        games = self.result.games
        return games / self.early if games < self.early else 1 + games / self.wanted


class Comparison:
    """A simulation of two rule sets with the same number of players.

    players: the computer player at every seat; games: of each set.  Raises HedgekitError for rules that cannot be
    simulated.
    """

    def __init__(self, rules: Sequence[hedgekit.RuleSet], players: str, games: int) -> None:
        if any(one.engine for one in rules):
            raise HedgekitError("error.simulation.skill")
        self.number = next(_numbers)
        self.rules = tuple(rules)
        seats = range(self.rules[0].players)
        self.pairs = Pairs()
        self.skill_pairs: dict[str, dict[int, Pairs]] = {}  # by measure, then by the seat of the tested player
        self.parts = self._paired([players for _ in seats], games, games, self.pairs)
        self.results = tuple(part.result for part in self.parts)
        for name, (who, among) in SKILL.items():
            count = min(games // SKILL_DIVISOR, SKILL_MAX[name])
            wanted = max(1, count // len(seats))
            early = max(1, wanted // SKILL_EARLY)
            self.skill_pairs[name] = {seat: Pairs() for seat in seats}
            for seat, pairs in self.skill_pairs[name].items():
                self.parts += self._paired([who if place == seat else among for place in seats], wanted, early, pairs)
        self._sizes: dict[tuple[str, ...], int] = {}  # players -> games per SLICE
        self.stopped = False

    def _paired(self, players: Sequence[str], wanted: int, early: int, pairs: Pairs) -> list[Part]:
        """Return empty parts of both rule sets with the same players."""
        skills = [str(Skill.parse(name)) for name in players]
        empty = [Result(OF_GAMES, str(rules), skills, hedgekit.__version__, columns=False) for rules in self.rules]
        return [Part(self.rules[side], result, wanted, early, pairs, side) for side, result in enumerate(empty)]

    @property
    def done(self) -> int:
        """Number of games played."""
        return sum(part.result.games for part in self.parts)

    @property
    def total(self) -> int:
        """Number of games to play."""
        return sum(part.wanted for part in self.parts)

    @property
    def is_over(self) -> bool:
        """Whether all games were played, or it was stopped."""
        return self.stopped or self.done >= self.total

    def more(self) -> None:
        """Play a batch of the part with the least progress."""
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
        return job(wanted, SEED, LIMIT, paired=True, soon=[part.early for part in self.parts])

    def take(self, games: Sequence[tuple[int, int, str]]) -> None:
        """Add games that a browser played: (part, number of games, packed measures), in the order of each part.

        Raises ImpossibleResult, and adds nothing, if they cannot be games of this comparison.
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
        """Return the progress and the results."""
        figures = {lang: self.figures(lang) for lang in words.LANGUAGES}
        progress = {"done": self.done, "total": self.total, "over": self.is_over, "stopped": self.stopped}
        return cast("RunView", {"number": self.number, **progress, "figures": figures})

    @property
    def is_alike(self) -> bool:
        """Whether every game had the same result under both rule sets."""
        pairs = [self.pairs, *(one for seats in self.skill_pairs.values() for one in seats.values())]
        return self.pairs.games >= MIN_ALIKE and not any(one.other for one in pairs)

    def bars(self) -> list[BarsView]:
        """Return the bars of length and skill so far, each with a word for the difference."""
        if not self.pairs.games:
            return []
        means = [self.pairs.mean("turns", side) for side in SIDES]
        found: list[BarsView] = [{"measure": "length", "values": means, "word": self._length()}]
        for measure, seats in self.skill_pairs.items():
            if played := wins(seats):
                word = SAME if self.is_alike else classify(played.difference[1], 0.0, SAME_SHARE)
                found.append({"measure": measure, "values": [100 * one for one in played.shares], "word": word})
        return found

    def _length(self) -> str:
        if any(result.ended.get("unfinished", 0) >= WORTH_SAYING * result.games for result in self.results):
            return OPEN
        return SAME if self.is_alike else classify(self.pairs.ratio("turns")[1], 1.0, SAME_LENGTH)

    def figures(self, lang: str) -> list[tuple[str, list[str]]]:
        """Return the results so far as rows: a measure, its value for each rule set, the second minus the first.

        The difference is between games on the same dice.
        """
        if not self.pairs.games:
            return []
        rows = []
        for name in MEASURES:
            difference = signed(*self.pairs.difference(name), lang)
            rows.append(
                (name, [estimate(one.mean(name), *one.interval(name), lang) for one in self.results] + [difference])
            )
        for measure, pairs in self.skill_pairs.items():
            if won := wins(pairs):
                found = zip(won.shares, won.intervals, strict=True)
                cells = [share(value, *interval, lang) for value, interval in found]
                rows.append((measure, [*cells, points(*won.difference, lang)]))
        if any(lost := [result.ended.get("unfinished", 0) for result in self.results]):
            counts = [(n, result.games) for n, result in zip(lost, self.results, strict=True)]
            shares = [share(n / games, *wilson(n, games, 0.95), lang) for n, games in counts]
            rows.append(("unfinished", [*shares, ""]))
        return rows


def classify(interval: Interval, none: float, zone: float) -> str:
    """Return MORE, LESS, SAME or OPEN; none: the value of no difference, zone: the half-width of equivalence."""
    low, high = interval
    if none - zone <= low and high <= none + zone:
        return SAME
    return MORE if low > none else LESS if high < none else OPEN


def signed(value: float, interval: Interval, lang: str) -> str:
    """Return a difference with its interval: +12.3 ± 1.2."""
    return f"{'+' if value > 0 else ''}{estimate(value, *interval, lang)}"


def points(value: float, interval: Interval, lang: str) -> str:
    """Return a difference of shares with its interval, in percentage points."""
    digits = decimals(50 * (interval[1] - interval[0]))
    texts = [number(100 * one, digits, lang) for one in (value, *interval)]
    n, low, high = (f"+{text}" if one > 0 else text for text, one in zip(texts, (value, *interval), strict=True))
    return words.text("choosing.chooser.points", lang).format(n=n, low=low, high=high)
