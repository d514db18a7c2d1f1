"""The result of many games: columns of measures, their means with intervals, tables, plots, JSON.

result = hedgekit.simulate("9+13 players=3", 10_000)
result["turns"], result.mean("turns"), result.interval("turns"), result.share("A")
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..text.errors import HedgekitError
from . import storage, tables
from .counts import Counts
from .tables import Tables

if TYPE_CHECKING:
    from pandas import DataFrame  # type: ignore[import-untyped, unused-ignore]


class Result(Counts):
    """The result of games under one rule set between the same players, from `simulate`, `from_json` or `merge`."""

    def merge(self, *others: "Result") -> "Result":
        """Return one result with the games of all; it has columns if all of them have.

        Raises HedgekitError unless rules, players and version are the same and no game occurs twice.
        """
        found = self._with(others)
        merged = Result(self._kind, self.rules, self.players, self.version, all(r._keeps for r in found))
        for one in found:
            for what in ("kind", "rules", "players", "version"):
                if getattr(one, what) != getattr(self, what):
                    values = [getattr(r, what) for r in (self, one)]
                    shown = [value if isinstance(value, str) else ",".join(value) for value in values]
                    raise HedgekitError(f"error.results.{what}", one=shown[0], other=shown[1])
            blocks, data = zip(*one._parts, strict=True) if one._parts else ((), ())
            merged.count(blocks, one._tallies, one._products, data)
        merged.complete = all(one.complete for one in found)
        merged.engines = set().union(*(one.engines for one in found))
        blocks = merged.blocks
        for (seed, first, count), (other, begin, _) in pairwise(blocks):
            if seed == other and first + count > begin:
                raise HedgekitError("error.results.overlap", seed=seed, game=begin)
        return merged

    def _with(self, others: Any) -> "list[Result]":
        """Return this result and the others; HedgekitError if one of them is not a result."""
        found = [self, *others] if isinstance(others, Iterable) else [self, others]
        for one in found:
            if not isinstance(one, Result):
                raise HedgekitError("error.results.other", said=str(one)[:24])
        return found

    def __add__(self, other: "Result") -> "Result":
        return self.merge(other) if isinstance(other, Result) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Result) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[dict[str, int]]:
        """Yield the measures of every game by name.  Raises HedgekitError if the columns were not kept."""
        columns = [[int(value) for value in self[name]] for name in self.raw]
        return (dict(zip(self.raw, values, strict=True)) for values in zip(*columns, strict=True))

    def table(self, language: str = "en") -> Tables:
        """Return the figures as tables: text by `str`, HTML in a notebook."""
        return tables.table(self, language)

    def plot(
        self, measure: str = "turns", others: Iterable["Result"] = (), language: str = "en", labels: Sequence[str] = ()
    ) -> str:
        """Return an SVG figure: a histogram of a measure, or for "share" how often each player won.

        others: results to show below, on the same scale; labels: by default the rules and players of each.
        """
        from . import plots  # here: keeps simulating fast to start

        return plots.plot(self._with(others), measure, language, labels)

    def to_dataframe(self) -> "DataFrame":
        """Return a pandas DataFrame with a row per game and a column per measure, indexed by game number.

        Raises HedgekitError without pandas, or if the columns were not kept.
        """
        try:
            import pandas  # type: ignore[import-untyped, unused-ignore]
        except ImportError as error:
            raise HedgekitError("error.results.no_pandas") from error
        numbers = [number for _, first, count in self.blocks for number in range(first, first + count)]
        return pandas.DataFrame({name: self[name] for name in self.raw}, index=pandas.Index(numbers, name="game"))

    def _repr_html_(self) -> str:
        """Return the tables, and a histogram of the turns."""
        return str(self.table()._repr_html_()) + (self.plot() if self.games else "")

    def to_json(self, columns: bool = False) -> str:
        """Return the result as JSON; columns: include the measures of every game, some 60 characters each."""
        return storage.to_json(self, columns)

    @classmethod
    def from_json(cls, text: str) -> "Result":
        """Parse a result; NotationError if the text is not one, or has a later schema."""
        return storage.from_json(text, cls)
