"""Columns of integers, one per game: arrays of the standard library, shown to users as NumPy arrays."""

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul
from typing import Any


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


def join(parts: Iterable[tuple[int, bytes]], width: int) -> "list[array[int]]":
    """Join packed parts, given as (games, data), into `width` columns."""
    whole = [array("i") for _ in range(width)]
    for games, data in parts:
        for column, part in zip(whole, unpack(data, games), strict=True):
            column.frombytes(part.tobytes())
    return whole


def dot_product(one: Iterable[int], other: Iterable[int]) -> int:
    """Return the sum over the games of one measure times another."""
    return sum(map(mul, one, other))


@lru_cache
def ranks(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return every player's rank from every player's score: 1 for the most, ties share a rank."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


def as_array(column: Iterable[float], kind: str = "i") -> Any:
    """Return a column ("i" for integers, "d" for floats) as a NumPy array, or an `array` without NumPy."""
    values = array(kind, column)
    try:
        import numpy
    except ImportError:
        return values
    return numpy.array(values)


def side_by_side(columns: Sequence[Any]) -> Any:
    """Return columns as an array, games x columns, or a list of tuples without NumPy."""
    arrays = [as_array(column) for column in columns]
    if isinstance(arrays[0], array):
        return list(zip(*arrays, strict=True))
    import numpy

    return numpy.stack(arrays, axis=1)
