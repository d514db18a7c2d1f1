"""Count the measures of many games: tallies, means, intervals.

All summaries follow exactly from a tally of each measure ({value: games}).  The measures of each game are kept, too,
unless the caller does not want them.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from numbers import Real
from operator import add
from typing import Any, Literal, Protocol, TypeVar, overload

from ..games.race.engine.board import PLAYERS
from ..games.race.engine.matches import ENDS
from ..text.errors import HedgekitError
from . import columns as tools
from . import estimates
from .estimates import Interval
from .measures import CATEGORIES, Block, Kind, part_of_win, winner

V_co = TypeVar("V_co", covariant=True)
Ratio = Literal[
    "choices_per_decision", "choices_per_turn", "forced_share", "foreign_share", "gain_per_decision", "turns_per_game"
]
Seated = Literal["home", "points", "rank", "score", "wins"]

Counted = tuple[dict[str, Counter[int]], dict[tuple[str, str], int]]


class Column(Protocol[V_co]):
    """A measure of every game: a NumPy array if NumPy is installed, else an array.array."""

    def __len__(self) -> int: ...
    def __getitem__(self, game: int, /) -> V_co: ...
    def __iter__(self) -> Iterator[V_co]: ...
    def tolist(self) -> list[Any]:
        """Return the measures as a list."""


def count_columns(kind: Kind, seats: Sequence[str], games: int, data: bytes) -> Counted:
    """Return the tallies of packed columns, and the sums of products that the ratios need (see `Counts.count`)."""
    columns = _with_derived(kind, seats, tools.unpack(data, games))
    products = {pair: tools.dot_product(columns[pair[0]], columns[pair[1]]) for pair in kind.ratios.values()}
    return {name: tools.tally(column) for name, column in columns.items()}, products


def _with_derived(kind: Kind, seats: Sequence[str], raw: Sequence[Any]) -> dict[str, Any]:
    """Return columns by name, with the moves and ranks that follow from others."""
    columns = dict(zip(kind.raw(seats), raw, strict=True))
    if "forced" in columns:
        columns["moves"] = array("i", map(add, columns["decisions"], columns["forced"]))
    ranks = tools.ranks([columns[f"{kind.ranked}_{seat}"] for seat in seats])
    return columns | {f"rank_{seat}": rank for seat, rank in zip(seats, ranks, strict=True)}


class Counts:
    """The measures of the games of one rule set between the same players.

    kind: "game" of the race, "series", or "sister" for another game; about: "game" or "series"; rules: the rule set's
    text; players: the player at each seat, as text; seats: their letters; games: the number of games (or series);
    raw: the names of the columns, in order; blocks: (seed, first game, number of games); complete: False if cancelled;
    version: of hedgekit.
    """

    def __init__(self, kind: Kind, rules: str, players: Sequence[str], version: str, columns: bool = True) -> None:
        self.kind = kind.name
        self.about = kind.about
        self.rules = rules
        self.players = tuple(players)
        self.version = version
        self.complete = True
        self.engines: set[str] = set()
        self.seats = tuple(PLAYERS[: len(self.players)])
        self._kind = kind
        self.raw = kind.raw(self.seats)
        self._parts: list[tuple[Block, bytes]] = []
        self._keeps = columns
        tallied = _with_derived(kind, self.seats, [()] * len(self.raw))
        self._tallies: dict[str, Counter[int]] = {name: Counter() for name in tallied}
        self._products = dict.fromkeys(kind.ratios.values(), 0)
        self._joined_columns: tuple[int, dict[str, Any]] = (-1, {})  # number of parts joined, and the columns

    # ---- counting ----------------------------------------------------------------------------------------------------

    def add(self, seed: int, first: int, count: int, data: bytes) -> None:
        """Count games first .. first + count - 1 of a seed; data: the raw columns one after the other, 32 bits each."""
        self.count([(seed, first, count)], *count_columns(self._kind, self.seats, count, data), [data])

    def count(
        self,
        blocks: Iterable[Block],
        tallies: Mapping[str, Mapping[int, int]],
        products: Mapping[tuple[str, str], int],
        data: Iterable[bytes] = (),
    ) -> None:
        """Add games that are counted already.

        blocks: (seed, first game, number of games); tallies: measure -> value -> games; products: two measures -> the
        sum of their products; data: the columns of each block, needed if they are kept.
        """
        self._parts += zip(blocks, data if self._keeps else repeat(b""), strict=False)
        for name, tally in tallies.items():
            self._tallies[name].update(tally)
        for pair, sums in products.items():
            self._products[pair] += sums

    # ---- what was played ---------------------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """The engine: "wasm", "interpreted", "interpreted, wasm" for both; "" for a result that was parsed."""
        return ", ".join(sorted(self.engines))

    @property
    def games(self) -> int:
        """The number of games (or series)."""
        return sum(count for (_, _, count), _ in self._parts)

    def __len__(self) -> int:
        return self.games

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The games played: (seed, first game, number of games), in order."""
        merged: list[Block] = []
        for seed, first, count in sorted(block for block, _ in self._parts):
            if merged and merged[-1][0] == seed and merged[-1][1] + merged[-1][2] == first:
                count, first = count + merged[-1][2], merged.pop()[1]
            merged.append((seed, first, count))
        return tuple(merged)

    @property
    def tallied(self) -> tuple[str, ...]:
        """The measures that have a tally."""
        return tuple(self._tallies)

    @property
    def products(self) -> dict[tuple[str, str], int]:
        """The two measures of a ratio -> the sum of their products over the games."""
        return dict(self._products)

    @property
    def measures(self) -> tuple[str, ...]:
        """The names that have a mean."""
        counted = tuple(name for name in self._tallies if name not in CATEGORIES)
        return (*counted, *self._kind.ratios, *(f"share_{seat}" for seat in self.seats))

    def __repr__(self) -> str:
        counted = "series" if self.kind == "series" else "game" if self.games == 1 else "games"
        seats = f"{self.players[0]} everywhere" if len({*self.players}) == 1 else ", ".join(self.players)
        return f"<{type(self).__name__}: {self.games} {counted} of {self.rules}, {seats}>"

    # ---- columns -----------------------------------------------------------------------------------------------------

    @overload
    def __getitem__(self, name: Ratio) -> Column[float]: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, name: Seated) -> Column[Sequence[int]]: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, name: str) -> Column[int]: ...
    def __getitem__(self, name: str) -> Any:
        """Return a measure of every game, in order of seed and game: a NumPy array, or an array.array without NumPy.

        Beside `measures`: "end" (index in matches.ENDS), "won" (bits of the winners), "winner" (seat index, -1 for
        none or several), and "home", "points", "rank" (of a series "score", "wins", "rank"): games x seats.
        Raises HedgekitError if the columns were not kept or there is no such measure.
        """
        if not isinstance(name, str):
            raise self._unknown(name)
        if not self._keeps:
            raise HedgekitError("error.results.columns")
        if self._joined_columns[0] != len(self._parts):
            self._joined_columns = len(self._parts), self._join()
        columns, ratios = self._joined_columns[1], self._kind.ratios
        if name in columns:
            return tools.as_array(columns[name])
        if name == "winner":
            return tools.as_array(map(winner, columns["won"]))
        if name in ratios:
            parts = zip(*(columns[part] for part in ratios[name]), strict=True)
            return tools.as_array((above / below if below else 0.0 for above, below in parts), "d")
        if name in (*self._kind.seated, "rank"):
            return tools.side_by_side([columns[f"{name}_{seat}"] for seat in self.seats])
        if name in self.measures:
            seat = self.seats.index(name[-1])
            return tools.as_array((part_of_win(bits, seat) for bits in columns["won"]), "d")
        raise self._unknown(name)

    def _join(self) -> dict[str, Any]:
        parts = [(count, data) for (_, _, count), data in sorted(self._parts, key=lambda part: part[0])]
        return _with_derived(self._kind, self.seats, tools.join(parts, len(self.raw)))

    def home(self, seat: str) -> Any:
        """Return the number of a player's hedgehogs at home at the end of every game."""
        return self[f"home_{seat}"]

    # ---- summaries ---------------------------------------------------------------------------------------------------

    def tally(self, name: str) -> dict[int, int]:
        """Return value -> number of games with it, for a measure, in ascending order."""
        if not isinstance(name, str) or name not in ("winner", *self._tallies):
            raise self._unknown(name)
        if name == "winner":
            found: Counter[int] = Counter()
            for bits, count in self._tallies["won"].items():
                found[winner(bits)] += count
            return dict(sorted(found.items()))
        return dict(sorted(self._tallies[name].items()))

    def mean(self, name: str) -> float:
        """Return the mean of a measure: for a ratio the quotient of two sums, for `share_A` A's share of the wins.

        Raises HedgekitError if no game was played, or for an unknown measure.
        """
        self._check(name)
        if name in self._tallies:
            return estimates.mean(self._tallies[name])
        if name in self._kind.ratios:
            above, below = self._kind.ratios[name]
            return estimates.ratio(self._tallies[above], self._tallies[below])
        return self._wins(name[-1]) / self.games

    def interval(self, name: str, level: float = 0.95) -> Interval:
        """Return the confidence interval of `mean(name)` (see estimates.py); infinite if there are too few games.

        level: the confidence level, between 0 and 1; HedgekitError for other values.
        """
        self._check(name)
        if not isinstance(level, Real) or not 0 < level < 1:
            raise HedgekitError("error.results.level", level=str(level)[:24])
        if name in self._tallies:
            return estimates.mean_interval(self._tallies[name], level)
        if name in self._kind.ratios:
            above, below = self._kind.ratios[name]
            products = self._products[above, below]
            low, high = estimates.ratio_interval(self._tallies[above], self._tallies[below], products, level)
            return (max(0.0, low), min(1.0, high)) if name.endswith("_share") else (low, high)
        return estimates.wilson(self._wins(name[-1]), self.games, level)

    def deviation(self, name: str) -> float:
        """Return the standard deviation of a measure that has a tally."""
        return float(estimates.variance(self._counted(name)) ** 0.5)

    def quantile(self, name: str, share: float) -> int:
        """Return the value that this share of the games does not exceed: the median for 0.5.

        Raises HedgekitError for a share outside 0 to 1.
        """
        tally = self._counted(name)
        if not isinstance(share, Real) or not 0 <= share <= 1:
            raise HedgekitError("error.results.share", share=str(share)[:24])
        return estimates.quantile(tally, share)

    def share(self, seat: str) -> float:
        """Return a player's share of the wins; shared wins are divided equally."""
        return self.mean(f"share_{seat}")

    @property
    def ended(self) -> dict[str, int]:
        """The end of games ("won", "dead", "refused", "draw" or "unfinished") -> number of games."""
        return {name: self._tallies["end"][k] for k, name in enumerate(ENDS) if self._tallies["end"][k]}

    def _wins(self, seat: str) -> float:
        place = self.seats.index(seat)
        parts: Counter[int] = Counter()  # number of winners -> games won
        for bits, count in self._tallies["won"].items():
            if part_of_win(bits, place):
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
