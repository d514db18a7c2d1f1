"""Columns of integers, one per game: arrays of the standard library, shown to users as NumPy arrays.

NumPy, if it is imported, computes with the columns of many games.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from operator import mul
from typing import Any

MANY = 500  # games that NumPy counts faster


def pack(rows: Any, places: Sequence[int]) -> bytes:
    """Pack columns of a table of rows (a list or a memoryview) one after the other, 32 bits per number."""
    if isinstance(rows, list):
        return b"".join(array("i", [row[place] for row in rows]).tobytes() for place in places)
    flat, width = rows.cast("B").cast("i"), rows.shape[1]
    return b"".join(flat[place::width].tobytes() for place in places)


def unpack(data: bytes, games: int) -> list[memoryview]:
    """Return the packed columns."""
    whole = memoryview(data).cast("i")
    return [whole[k : k + games] for k in range(0, len(whole), games)]


def join(parts: Sequence[tuple[int, bytes]], width: int) -> list[memoryview]:
    """Join packed parts, given as (games, data), into `width` columns."""
    joined = (b"".join(data[4 * games * k : 4 * games * (k + 1)] for games, data in parts) for k in range(width))
    return [memoryview(column).cast("i") for column in joined]


def tally(column: Sequence[int]) -> Counter[int]:
    """Return value -> number of games with it."""
    if not (numpy := _numpy_for(column)):
        return Counter(column)
    values, games = numpy.unique(column, return_counts=True)
    return Counter(dict(zip(values.tolist(), games.tolist(), strict=True)))


def dot_product(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the sum over the games of one measure times another."""
    if not (numpy := _numpy_for(one)):
        return sum(map(mul, one, other))
    return int(numpy.dot(numpy.array(one, "q"), other))


def ranks(scores: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return every player's rank in every game from every player's scores: 1 for the most, ties share a rank."""
    if not (numpy := _numpy_for(scores[0])):
        rows = [*map(_ranks, zip(*scores, strict=True))]
        return [array("i", [row[seat] for row in rows]) for seat in range(len(scores))]
    table = numpy.array(scores)
    return [memoryview(1 + (table > row).sum(0, "i")) for row in table]


@lru_cache
def _ranks(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


def as_array(column: Iterable[float], kind: str = "i") -> Any:
    """Return a column ("i" for integers, "d" for floats) as a NumPy array, or an `array` without NumPy."""
    values, numpy = array(kind, column), load_numpy()
    return numpy.array(values) if numpy else values


def side_by_side(columns: Sequence[Any]) -> Any:
    """Return columns as an array, games x columns, or a list of tuples without NumPy."""
    arrays, numpy = [as_array(column) for column in columns], load_numpy()
    return numpy.stack(arrays, axis=1) if numpy else list(zip(*arrays, strict=True))


def load_numpy() -> Any:
    """Return NumPy, or None if it is not installed."""
    with suppress(ImportError):
        return import_module("numpy")
    return None


def _numpy_for(column: Sequence[int]) -> Any:
    """Return NumPy for many games, if it is imported already: importing it takes as long as counting 100,000 games."""
    return load_numpy() if len(column) >= MANY and "numpy" in sys.modules else None
