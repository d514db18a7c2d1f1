"""Columns of whole numbers, by NumPy where it is and by arrays of the standard library where it is not.

NumPy is not imported for counting, which need not wait for it, but used if somebody has; columns that are asked for
come as NumPy arrays wherever there is NumPy.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import Any


def numpy_or_none(wanted: bool = False) -> Any:
    """NumPy if it has been imported, or (wanted) if it can be; None otherwise."""
    if "numpy" in sys.modules or wanted:
        try:
            import numpy
        except ImportError:
            return None
        return numpy
    return None


def packed(rows: Any, places: Sequence[int]) -> bytes:
    """These columns of a table of rows, one after the other, 32 bits a number."""
    if isinstance(rows, list):
        return b"".join(array("i", [row[place] for row in rows]).tobytes() for place in places)
    if not len(rows):
        return b""
    flat, width = memoryview(rows).cast("B").cast("i"), len(rows[0]) if hasattr(rows, "dtype") else rows.shape[1]
    return b"".join(flat[place::width].tobytes() for place in places)


def split(data: bytes, games: int) -> list[Any]:
    """The columns of packed ones."""
    np = numpy_or_none()
    if np is not None:
        return list(np.frombuffer(data, np.int32).reshape(-1, games))
    whole = memoryview(data).cast("i")
    return [whole[k : k + games] for k in range(0, len(whole), games)]


def joined(parts: Iterable[tuple[int, bytes]], width: int) -> list[Any]:
    """The columns, `width` of them, of packed parts (games, data) one after the other."""
    np = numpy_or_none(wanted=True)
    whole = [array("i") for _ in range(width)]
    for games, data in parts:
        for k, column in enumerate(whole):
            column.frombytes(data[4 * games * k : 4 * games * (k + 1)])
    return whole if np is None else [np.array(column, np.int32) for column in whole]


def tally(column: Any) -> Mapping[int, int]:
    """How often each value stands in a column of at least one."""
    if not hasattr(column, "dtype"):
        return Counter(column)
    np = numpy_or_none()
    low = int(column.min())
    if int(column.max()) - low > 4 * len(column) + 1000:
        values, counts = np.unique(column, return_counts=True)
    else:
        counts = np.bincount(column - low)
        values = np.flatnonzero(counts)
        counts = counts[values]
        values = values + low
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def product(one: Any, other: Any) -> int:
    """The sum over the games of one measure times another."""
    if hasattr(one, "dtype"):
        return int(one.astype("i8").dot(other.astype("i8")))
    return sum(map(mul, one, other))


def added(one: Any, other: Any) -> Any:
    """The sum of two columns, game by game."""
    return one + other if hasattr(one, "dtype") else array("i", map(sum, zip(one, other, strict=True)))


def ranks(scores: Sequence[Any]) -> list[Any]:
    """For the scores of every player, their ranks: 1 for the most, ties together."""
    if hasattr(scores[0], "dtype"):
        return [sum((other > mine for other in scores), 1 + 0 * mine) for mine in scores]
    rows = list(zip(*scores, strict=True))
    known = {row: [1 + sum(other > mine for other in row) for mine in row] for row in set(rows)}  # few differ
    return [array("i", column) for column in zip(*map(known.__getitem__, rows), strict=True)]


def looked_up(column: Any, table: Sequence[float], kind: str) -> Any:
    """The values of a table at the places a column names; kind: "i" for whole numbers, "d" for others."""
    values = array(kind, table)
    np = numpy_or_none()
    return np.array(values)[column] if hasattr(column, "dtype") else array(kind, (values[place] for place in column))


def divided(above: Any, below: Any) -> Any:
    """One column by another, game by game; 0 where nothing is below."""
    if hasattr(above, "dtype"):
        np = numpy_or_none()
        return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)
    return array("d", (a / b if b else 0.0 for a, b in zip(above, below, strict=True)))


def beside(columns: Sequence[Any]) -> Any:
    """Columns side by side: games x columns; without NumPy a list of tuples."""
    if hasattr(columns[0], "dtype"):
        return numpy_or_none().stack(columns, axis=1)
    return list(zip(*columns, strict=True))
