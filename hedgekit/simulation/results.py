"""What many games came to: columns of measures, their means with intervals, tables, plots, JSON.

    result = hedgekit.simulate("9+13 players=3", 10_000)
    result["turns"], result.mean("turns"), result.interval("turns"), result.share("A")

A result keeps a tally of every measure ({value: games}), from which all summaries follow exactly and results are
merged, and the columns themselves unless it was told not to.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real
from typing import Any

from ..engine.board import PLAYERS
from ..engine.search import ENDS, MEASURES
from ..engine.state import DRAW
from ..text.errors import HedgekitError
from . import columns as tools
from . import estimates
from .estimates import Interval
from .sisters import MEASURES as SISTER_MEASURES

Block = tuple[int, int, int]  # seed, first game, how many


@dataclass(frozen=True)
class Kind:
    """What is measured: of a game of the hedgehogs, of a series, or of another game.

    about: what is counted, in the words of the texts; measures: numbers of a game; seated: numbers of every player;
    ranked: the one that ranks the players; ratios: the sum of one measure over the sum of another.
    """

    name: str
    about: str
    measures: tuple[str, ...]
    seated: tuple[str, ...]
    ranked: str
    ratios: Mapping[str, tuple[str, str]]

    def raw(self, seats: Sequence[str]) -> tuple[str, ...]:
        """The columns a player of games returns, in order."""
        return (*self.measures, *(f"{name}_{seat}" for name in self.seated for seat in seats))


GAME = Kind(
    "game",
    "game",
    MEASURES,
    ("home", "points"),
    "home",
    {
        "choices_per_decision": ("choices", "decisions"),
        "choices_per_turn": ("choices", "turns"),
        "forced_share": ("forced", "moves"),
        "foreign_share": ("foreign", "moves"),
        "gain_per_decision": ("gain", "weighed"),
    },
)
SERIES = Kind(
    "series",
    "series",
    ("turns", "games", "end", "won"),
    ("score", "wins"),
    "score",
    {"turns_per_game": ("turns", "games")},
)
SISTER = Kind(
    "sister",
    "game",
    SISTER_MEASURES,
    ("score",),
    "score",
    {name: GAME.ratios[name] for name in ("choices_per_decision", "choices_per_turn", "forced_share")},
)
KINDS = {kind.name: kind for kind in (GAME, SERIES, SISTER)}
CATEGORIES = ("end", "won", "winner")  # numbers that mean something else: no mean


class Result:
    """The games of one rule set between the same players.  Made by `simulate`, `from_json` and `merge`.

    kind: "game" of the hedgehogs, "series", or "sister"; about: "game" or "series"; rules: the rule set's text;
    players: who sat at each seat, as text; seats: their letters; games: how many were
    played (of a series: how many series); blocks: (seed, first game, how many); complete: False if it was cancelled;
    version: of hedgekit, whose rules these are.
    """

    def __init__(self, kind: Kind, rules: str, players: Sequence[str], version: str, columns: bool = True) -> None:
        self.kind = kind.name
        self.about = kind.about
        self.rules = rules
        self.players = tuple(players)
        self.version = version
        self.complete = True
        self.seats = tuple(PLAYERS[: len(self.players)])
        self._kind = kind
        self._raw = kind.raw(self.seats)
        self._parts: list[tuple[Block, bytes]] = []
        self._keeps = columns
        self._tallies: dict[str, Counter[int]] = {name: Counter() for name in self._tallied()}
        self._products = dict.fromkeys(kind.ratios.values(), 0)
        self._joined: tuple[int, dict[str, Any]] = (0, {})

    def _tallied(self) -> tuple[str, ...]:
        more = ("moves",) if "forced" in self._raw else ()
        return (*self._raw, *more, *(f"rank_{seat}" for seat in self.seats))

    # ---- gathering ---------------------------------------------------------------------------------------------------

    def add(self, seed: int, first: int, count: int, data: bytes) -> None:
        """Count games first .. first + count - 1 of a seed; data: the raw columns one after the other, 32 bits each."""
        columns = dict(zip(self._raw, tools.split(data, count), strict=True))
        columns.update(self._derived(columns))
        for name, tally in self._tallies.items():
            tally.update(tools.tally(columns[name]))
        for above, below in self._products:
            self._products[above, below] += tools.product(columns[above], columns[below])
        self._parts.append(((seed, first, count), data if self._keeps else b""))

    def _derived(self, columns: Mapping[str, Any]) -> dict[str, Any]:
        ranks = tools.ranks([columns[f"{self._kind.ranked}_{seat}"] for seat in self.seats])
        found = {f"rank_{seat}": column for seat, column in zip(self.seats, ranks, strict=True)}
        if "forced" in columns:
            found["moves"] = tools.added(columns["decisions"], columns["forced"])
        return found

    def count(
        self,
        blocks: Iterable[tuple[int, ...]],
        tallies: Mapping[str, Mapping[int, int]],
        products: Mapping[tuple[str, str], int],
        data: Iterable[bytes] = (),
    ) -> None:
        """Count games that were counted elsewhere; data: their columns, block by block, if they are kept."""
        kept = list(data)
        for k, (seed, first, count) in enumerate(blocks):
            self._parts.append(((seed, first, count), kept[k] if kept else b""))
        for name, tally in tallies.items():
            self._tallies[name].update(tally)
        for pair, sums in products.items():
            self._products[pair] += sums

    # ---- what was played ---------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games (or series) are counted."""
        return sum(count for (_, _, count), _ in self._parts)

    def __len__(self) -> int:
        return self.games

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Which games: (seed, first, how many), in order."""
        joined: list[Block] = []
        for seed, first, count in sorted(block for block, _ in self._parts):
            if joined and joined[-1][0] == seed and joined[-1][1] + joined[-1][2] == first:
                count, first = count + joined[-1][2], joined.pop()[1]
            joined.append((seed, first, count))
        return tuple(joined)

    @property
    def raw(self) -> tuple[str, ...]:
        """The columns that are kept of every game, in order."""
        return self._raw

    @property
    def tallied(self) -> tuple[str, ...]:
        """The measures a tally is kept of."""
        return tuple(self._tallies)

    @property
    def products(self) -> dict[tuple[str, str], int]:
        """Of the two measures of each ratio: their products, added up over the games."""
        return dict(self._products)

    @property
    def measures(self) -> tuple[str, ...]:
        """Every name that has a mean."""
        counted = tuple(name for name in self._tallies if name not in CATEGORIES)
        return (*counted, *self._kind.ratios, *(f"share_{seat}" for seat in self.seats))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[Any, ...]:
        return (
            self.kind,
            self.rules,
            self.players,
            self.version,
            self.complete,
            self.blocks,
            self._tallies,
            self._products,
        )

    def __repr__(self) -> str:
        return f"<Result: {self.rules}, {', '.join(self.players)}, {self.games} {self.kind}>"

    # ---- columns -----------------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        """A measure of every game, in order of seed and game: a NumPy array where there is NumPy, else an array.array.

        Beside `measures`: "end" (index in search.ENDS), "won" (bits of the winners), "winner" (seat index, -1 for none
        or several), and "home", "points", "rank" (of a series "score", "wins", "rank"): games x seats.
        HedgekitError if the columns were not kept or there is no such measure.
        """
        if not isinstance(name, str):
            raise self._unknown(name)
        if not self._keeps:
            raise HedgekitError("error.results.columns")
        if self._joined[0] != len(self._parts):
            self._joined = len(self._parts), self._join()
        columns = self._joined[1]
        if name in columns:
            return columns[name]
        if name == "winner":
            return tools.looked_up(columns["won"], [_winner(bits) for bits in range(DRAW + 1)], "i")
        if name in self._kind.ratios:
            return tools.divided(*(columns[part] for part in self._kind.ratios[name]))
        if name in (*self._kind.seated, "rank"):
            return tools.beside([columns[f"{name}_{seat}"] for seat in self.seats])
        if name in self.measures:
            seat = self.seats.index(name[-1])
            return tools.looked_up(columns["won"], [_part_of_win(bits, seat) for bits in range(DRAW + 1)], "d")
        raise self._unknown(name)

    def _join(self) -> dict[str, Any]:
        parts = [(count, data) for (_, _, count), data in sorted(self._parts, key=lambda part: part[0])]
        columns = dict(zip(self._raw, tools.joined(parts, len(self._raw)), strict=True))
        return {**columns, **self._derived(columns)}

    def home(self, seat: str) -> Any:
        """The hedgehogs a player had home at the end of every game."""
        return self[f"home_{seat}"]

    # ---- summaries ---------------------------------------------------------------------------------------------------

    def tally(self, name: str) -> dict[int, int]:
        """How often each value was counted, in ascending order."""
        if not isinstance(name, str) or name not in ("winner", *self._tallies):
            raise self._unknown(name)
        if name == "winner":
            return self._winners()
        return dict(sorted(self._tallies[name].items()))

    def _winners(self) -> dict[int, int]:
        found: Counter[int] = Counter()
        for bits, count in self._tallies["won"].items():
            found[_winner(bits)] += count
        return dict(sorted(found.items()))

    def mean(self, name: str) -> float:
        """The mean of a measure; of a ratio, the sum of one measure over the sum of the other; of `share_A`, A's wins.

        HedgekitError if no game was played, or if this is no measure.
        """
        self._check(name)
        if name in self._tallies:
            return estimates.mean(self._tallies[name])
        if name in self._kind.ratios:
            above, below = self._kind.ratios[name]
            return estimates.ratio(self._tallies[above], self._tallies[below])
        return self._wins(name[-1]) / self.games

    def interval(self, name: str, level: float = 0.95) -> Interval:
        """The confidence interval of `mean(name)` (estimates.py says how); all numbers while games are too few."""
        self._check(name)
        if not isinstance(level, Real) or not 0 < level < 1:
            raise HedgekitError("error.results.level", level=str(level)[:24])
        if name in self._tallies:
            return estimates.mean_interval(self._tallies[name], level)
        if name in self._kind.ratios:
            above, below = self._kind.ratios[name]
            products = self._products[above, below]
            return estimates.ratio_interval(self._tallies[above], self._tallies[below], products, level)
        return estimates.wilson(self._wins(name[-1]), self.games, level)

    def deviation(self, name: str) -> float:
        """The standard deviation of a measure that is counted."""
        return float(estimates.variance(self._counted(name)) ** 0.5)

    def quantile(self, name: str, share: float) -> int:
        """The value that this share of the games stays below or reaches: 0.5 for the median."""
        tally = self._counted(name)
        if not isinstance(share, Real) or not 0 <= share <= 1:
            raise HedgekitError("error.results.share", share=str(share)[:24])
        return estimates.quantile(tally, share)

    def share(self, seat: str) -> float:
        """A player's share of the games won; who wins together with others wins an equal part."""
        return self.mean(f"share_{seat}")

    @property
    def ended(self) -> dict[str, int]:
        """How the games ended: "won", "dead", "refused", "draw" or "unfinished" -> how many."""
        return {name: self._tallies["end"][k] for k, name in enumerate(ENDS) if self._tallies["end"][k]}

    def _wins(self, seat: str) -> float:
        place = self.seats.index(seat)
        parts: Counter[int] = Counter()  # among how many -> wins
        for bits, count in self._tallies["won"].items():
            if _part_of_win(bits, place):
                parts[bits.bit_count()] += count
        return sum(parts[among] / among for among in sorted(parts))

    def _counted(self, name: str) -> Counter[int]:
        self._check(name)
        if name not in self._tallies:
            raise HedgekitError("error.results.counted", name=name)
        return self._tallies[name]

    def _check(self, name: str) -> None:
        if not isinstance(name, str) or name not in self.measures:
            raise self._unknown(name)
        if not self._parts:
            raise HedgekitError("error.results.empty")

    def _unknown(self, name: object) -> HedgekitError:
        return HedgekitError("error.results.measure", name=str(name)[:24], measures=self.measures)

    # ---- merging -----------------------------------------------------------------------------------------------------

    def merge(self, *others: "Result") -> "Result":
        """All their games together; columns are kept if all of them have theirs.

        HedgekitError unless rules, players and version are the same and no game is in twice.
        """
        found = self._and(others)
        merged = Result(self._kind, self.rules, self.players, self.version, all(r._keeps for r in found))
        for one in found:
            for what in ("kind", "rules", "players", "version"):
                if getattr(one, what) != getattr(self, what):
                    values = [getattr(r, what) for r in (self, one)]
                    shown = [value if isinstance(value, str) else ",".join(value) for value in values]
                    raise HedgekitError(f"error.results.{what}", one=shown[0], other=shown[1])
            blocks, data = zip(*one._parts, strict=True) if one._parts else ((), ())
            merged.count(blocks, one._tallies, one._products, data if merged._keeps else ())
        merged.complete = all(one.complete for one in found)
        blocks = merged.blocks
        for (seed, first, count), (other, begin, _) in pairwise(blocks):
            if seed == other and first + count > begin:
                raise HedgekitError("error.results.overlap", seed=seed, game=begin)
        return merged

    def _and(self, others: Any) -> "list[Result]":
        """This result and others; HedgekitError if one of them is none."""
        found = [self, *others] if isinstance(others, Iterable) else [self, others]
        for one in found:
            if not isinstance(one, Result):
                raise HedgekitError("error.results.other", said=str(one)[:24])
        return found

    def __add__(self, other: "Result") -> "Result":
        return self.merge(other) if isinstance(other, Result) else NotImplemented

    # ---- shown -------------------------------------------------------------------------------------------------------

    def table(self, language: str = "en") -> Any:
        """The figures as tables (tables.Tables): `str` of it is text, a notebook shows HTML."""
        from .summaries import table

        return table(self, language)

    def plot(
        self, measure: str = "turns", others: Iterable["Result"] = (), language: str = "en", labels: Sequence[str] = ()
    ) -> str:
        """An SVG figure: how often each value of a measure was counted, or for "share" who won how often.

        others: results to show below this one, on the same scale; labels: what to call each, otherwise what tells them
        apart.
        """
        from .summaries import plot

        return plot(self._and(others), measure, language, labels)

    def _repr_html_(self) -> str:
        return str(self.table()._repr_html_())

    def to_json(self, columns: bool = False) -> str:
        """The result as JSON; columns: with every game's measures, which takes some 60 characters a game."""
        from .storing import written

        return written(self, columns)

    @classmethod
    def from_json(cls, text: str) -> "Result":
        """The result of a JSON text; NotationError if it is none, or of a later schema."""
        from .storing import stored

        return stored(text)


def _winner(bits: int) -> int:
    """The seat of the only winner, -1 if there is none or several."""
    return bits.bit_length() - 1 if bits.bit_count() == 1 and bits != DRAW else -1


def _part_of_win(bits: int, seat: int) -> float:
    return 1 / bits.bit_count() if bits != DRAW and bits >> seat & 1 else 0.0
