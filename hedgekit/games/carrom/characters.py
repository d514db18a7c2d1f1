"""Draw the table in characters for the terminal."""

from collections.abc import Callable

from .solver import TABLE
from .texts import Position

ACROSS, DOWN = 5, 2.5  # characters to a unit of the table


def in_characters(position: Position, paint: Callable[[str, str], str]) -> list[str]:
    """The table with its discs, y upwards, and where exactly each disc lies; paint: colours a text (`Carrom.drawn`)."""
    columns, rows = int(TABLE.width * ACROSS), int(TABLE.height * DOWN)
    grid = [[" "] * (columns + 2) for _ in range(rows + 1)]
    for piece in sorted(position.discs):
        x, y = position.at(piece)
        row, column = rows - round(y * DOWN), min(round(x * ACROSS), columns)
        grid[row][column : column + 2] = paint(piece, piece[0] + "*"), ""
    marks = {rows - round(y * DOWN): str(y) for y in range(int(TABLE.height) + 1)}
    rule = "    +" + "-" * (columns + 2) + "+"
    lines = [rule, *(f"  {marks.get(n, ' ')} |{''.join(row)}|" for n, row in enumerate(grid)), rule]
    lines.append("     " + "".join(str(x).ljust(ACROSS) for x in range(int(TABLE.width) + 1)).rstrip())
    where = [f"{piece} {x:.2f},{y:.2f}" for piece in sorted(position.discs) for x, y in [position.at(piece)]]
    return lines + ["  " + "   ".join(where[n : n + 5]) for n in range(0, len(where), 5)]
