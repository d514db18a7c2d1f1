"""The board: lanes, ranks and squares as numbers, and their names.

A *cell* is `lane * RANKS + rank` (lane 0..5, rank 0..8); a set of squares is an int with one bit a cell.  In text a
square is its rank letter and its lane digit: cell 3 is `d1`.  (rules.md, Vocabulary)
"""

from collections.abc import Iterable

RANKS = 9
LAST = RANKS - 1  # rank i: the finishing line of the base game
LANES = 6  # the front of the board; five on its back (variant 1)
CELLS = LANES * RANKS
LETTERS = "abcdefghi"  # rank names, START to ZIEL
PLAYERS = "ABCDEFGHI"  # players' letters, in seating order
COLOURS = len(PLAYERS)
PIECES = 4 * COLOURS  # a piece is colour * 4 + number, 0..35

LINE = sum(1 << lane * RANKS for lane in range(LANES))  # all squares of rank 0
LOWER = tuple(sum(LINE << low for low in range(rank)) for rank in range(RANKS))
"""LOWER[r]: all squares on ranks below r."""

PRINTED_BLACK = {6: ("d1", "g2", "e3", "f4", "c5", "h6"), 5: ("d1", "g2", "e3", "f4", "c5")}
"""Black squares by number of lanes.  Front: six independent sources agree.  Back: described nowhere, our convention."""


def square_name(cell: int) -> str:
    """The name of a cell: 3 -> "d1"."""
    return LETTERS[cell % RANKS] + str(cell // RANKS + 1)


def cell_of(name: str) -> int:
    """Return the cell of a square name; ValueError if six lanes have no such square."""
    if len(name) != 2 or name[0] not in LETTERS or name[1] not in "123456":
        raise ValueError(name)
    return (int(name[1]) - 1) * RANKS + LETTERS.index(name[0])


def squares_of(bits: int) -> tuple[str, ...]:
    """Return the names of a set of squares, by rank, then lane (the order of position texts)."""
    cells = [cell for cell in range(CELLS) if bits >> cell & 1]
    return tuple(square_name(cell) for cell in sorted(cells, key=lambda cell: (cell % RANKS, cell)))


def bits_of(names: Iterable[str]) -> int:
    """Return a set of squares from their names."""
    return sum(1 << cell_of(name) for name in names)
