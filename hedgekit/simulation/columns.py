"""Columns of whole numbers, one for each game: arrays of the standard library, which users see as NumPy arrays."""

from array import array
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Any


def packed(rows: Any, places: Sequence[int]) -> bytes:
    """Pack columns of a table of rows (a list or a memoryview), one after the other, 32 bits a number."""
    if isinstance(rows, list):
        return b"".join(array("i", [row[place] for row in rows]).tobytes() for place in places)
    flat, width = rows.cast("B").cast("i"), rows.shape[1]
    return b"".join(flat[place::width].tobytes() for place in places)


def split(data: bytes, games: int) -> list[memoryview]:
    """Return packed columns one by one."""
    whole = memoryview(data).cast("i")
    return [whole[k : k + games] for k in range(0, len(whole), games)]


def joined(parts: Iterable[tuple[int, bytes]], width: int) -> "list[array[int]]":
    """Join packed parts, given as (games, data), and return the columns, `width` of them."""
    whole = [array("i") for _ in range(width)]
    for games, data in parts:
        for column, part in zip(whole, split(data, games), strict=True):
            column.frombytes(part.tobytes())
    return whole


def product(one: Iterable[int], other: Iterable[int]) -> int:
    """The sum over the games of one measure times another."""
    return sum(map(mul, one, other))


def ranks(scores: Sequence[Sequence[int]]) -> "list[array[int]]":
    """Return the ranks of every player, given the scores of every player: 1 for the most, ties together."""
    rows = list(zip(*scores, strict=True))
    known = {row: [1 + sum(other > mine for other in row) for mine in row] for row in set(rows)}  # there are few
    return [array("i", [known[row][seat] for row in rows]) for seat in range(len(scores))]


def as_array(column: Iterable[float], kind: str = "i") -> Any:
    """A column ("i" for whole numbers, "d" for others) as a NumPy array, without NumPy as an `array`."""
    values = array(kind, column)
    try:
        import numpy
    except ImportError:
        return values
    return numpy.array(values)


def side_by_side(columns: Sequence[Any]) -> Any:
    """Columns side by side as an array, games x columns; without NumPy as a list of tuples."""
    arrays = [as_array(column) for column in columns]
    if isinstance(arrays[0], array):
        return list(zip(*arrays, strict=True))
    import numpy

    return numpy.stack(arrays, axis=1)
