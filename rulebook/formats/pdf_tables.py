"""Reassemble table rows in a PDF: cells of several lines, and rows continued in the next column or page."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from .pdf_glyphs import SOFT_HYPHEN, Printed, Run

LEADING = 1.25  # distance between paragraphs, relative to the usual distance between lines
LINE = 1.2  # distance between lines, relative to the font size, at least
CELLS, FEWEST = 3, 2  # cells of a row that surely belongs to a table; number of such rows
ONE_CELL = 0.9  # distance between lines of a cell, relative to that of rows, at most
TALLEST = 4  # lines of vertical offset between the cells of a row
TOLERANCE = 0.25  # of the font size: offset of aligned cells, at most
MOST = 0.9  # share of rows that have each of the mandatory cells
_BROKEN = re.compile(r"[^\W\d_]-$")
LETTERS = re.compile(r"[^\W\d_]{2,}")

Cell = list[Run]  # its lines
# Vertical alignment of a cell in its row: middle, top, bottom.
_ALIGNMENTS: tuple[Callable[[Cell], float], ...] = (
    lambda cell: (cell[0].bottom + cell[-1].bottom) / 2, lambda cell: cell[0].bottom, lambda cell: cell[-1].bottom
)  # fmt: skip


def with_line(text: str, line: str) -> str:
    """Return the text of a cell with its next line; a word broken by a hyphen is joined."""
    return f"{text[:-1]}{SOFT_HYPHEN}{line}" if _BROKEN.search(text) and line[:1].islower() else f"{text} {line}"


def rows_as_drawn(rows: Sequence[Sequence[Run]]) -> tuple[Sequence[Sequence[Run]], set[int]]:
    """Return the rows, those of a table assembled in drawing order, and the ids of these.

    Cells may have any number of lines and any vertical alignment.
    """
    ordered = sorted((run for row in rows for run in row), key=lambda run: run.order)
    made = _drawn_rows(ordered)
    full = [k for k, row in enumerate(made) if _is_full(row)]
    by_lines = [id(run) for row in rows for run in row] == [id(run) for run in ordered]  # drawn line by line
    sure = len(full) >= FEWEST or any(map(_is_sure, made))
    if by_lines or not sure or len(full) * 2 < full[-1] + 1 - full[0]:
        return _join_centred(rows), set()
    table = made[full[0] : full[-1] + 1]
    drawn = {id(run): run.bottom for row in table for cell in row for run in cell}
    rest = [kept for row in rows if (kept := [run for run in row if id(run) not in drawn])]
    above = sum(row[0].bottom > max(drawn.values()) for row in rest)
    if not _is_one_block(table, rest, above):
        return _join_centred(rows), set()
    joined = [[_as_run(cell) for cell in row] for row in table]
    return [*rest[:above], *joined, *rest[above:]], {id(joined[k - full[0]]) for k in full}


def _is_one_block(table: Sequence[Sequence[Cell]], rest: Sequence[Sequence[Run]], above: int) -> bool:
    """Return whether the rows of a table are below each other, with everything else above or below them."""
    rows = [[run for cell in row for run in cell] for row in table]
    foot = min(run.bottom for row in rows for run in row)
    middles = [_middle(row) for row in rows]
    under = sum(row[0].bottom < foot for row in rest)
    return above + under == len(rest) and middles == sorted(set(middles), reverse=True)


def _middle(runs: Sequence[Run]) -> float:
    return sum(run.bottom for run in runs) / len(runs)


def _as_run(cell: Cell) -> Run:
    found = cell[0]
    for run in cell[1:]:
        found = replace(found.joined(run, ""), text=with_line(found.text, run.text))
    return found


def _is_full(row: Sequence[Cell]) -> bool:
    """Return whether a row surely belongs to a table, and is no prose after a list mark."""
    return len(row) >= CELLS or (len(row) > 1 and LETTERS.search(row[0][0].text) is not None)


def _is_sure(row: Sequence[Cell]) -> bool:
    """Return whether a row has many cells, one of them with several lines, unlike lines of adjacent columns."""
    return len(row) >= CELLS and any(len(cell) > 1 for cell in row)


def across(runs: Iterable[Run], at: float) -> set[int]:
    """Return the ids of runs drawn from the first to the last row of a table with cells on both sides of a gutter."""
    ordered = sorted(runs, key=lambda run: run.order)
    sure = [
        [run.order for cell in row for run in cell]
        for row in _drawn_rows(ordered)
        if _is_sure(row) and row[0][0].left < at < row[-1][0].right
    ]
    if len(sure) < FEWEST:
        return set()
    return {id(run) for run in ordered if min(sure[0]) <= run.order <= max(sure[-1])}


def _drawn_rows(ordered: Sequence[Run]) -> list[list[Cell]]:
    """Return rows of cells in drawing order."""
    made: list[list[Cell]] = []
    for run in ordered:
        line = LEADING * LINE * run.size
        row = made[-1] if made else []
        in_cell = row and _overlap(row[-1][-1], run) and (len(row) == 1 or run.left >= row[-2][-1].right)
        if in_cell and 0 < row[-1][-1].bottom - run.bottom <= line:
            row[-1].append(run)
        elif row and _is_right_of(row[-1][-1], run) and abs(run.bottom - row[-1][-1].bottom) <= TALLEST * line:
            row.append([run])
        else:
            made.append([[run]])
    alignment, close = _alignment(made), _line_distance(ordered)
    return [one for row in made for one in _split_row(row, alignment, close)]


def _line_distance(ordered: Sequence[Run]) -> float:
    """Return the greatest distance between two lines of a cell that has no others beside it."""
    sure = [0, *(k for k, (one, two) in enumerate(pairwise(ordered), 1) if two.right <= one.left), len(ordered)]
    middles = [_middle(ordered[i:j]) for i, j in pairwise(sure) if i < j]
    steps = [one - two for one, two in pairwise(middles) if one > two]
    return median(steps) * ONE_CELL if steps else 0.0


def _alignment(rows: Sequence[Sequence[Cell]]) -> Callable[[Cell], float]:
    """Return the vertical alignment that fits most rows with cells of different heights."""
    several = [row for row in rows if len({len(cell) for cell in row}) > 1]
    return max(_ALIGNMENTS, key=lambda place: sum(_fits(row, place) for row in several))


def _fits(row: Sequence[Cell], place: Callable[[Cell], float]) -> bool:
    at = [place(cell) for cell in row]
    return max(at) - min(at) <= TOLERANCE * row[0][0].size


def _split_row(row: list[Cell], alignment: Callable[[Cell], float], close: float) -> list[list[Cell]]:
    """Split off lines above the first cell that are separate rows, judged by the alignment."""
    first, *others = row
    if not others:
        found = [[first[0]]]
        for one, two in pairwise(first):
            if one.bottom - two.bottom <= close:
                found[-1].append(two)
            else:
                found.append([two])
        return [[cell] for cell in found]
    for place in (alignment, *_ALIGNMENTS):  # a row continued in the next column is aligned at the top
        for k in range(len(first)):
            if _fits([first[k:], *others], place):
                return [*([[line]] for line in first[:k]), [first[k:], *others]]
    return [row]


def _join_centred(rows: Sequence[Sequence[Run]]) -> list[Sequence[Run]]:
    """Join rows of two-line cells with the row of vertically centred one-line cells between them."""
    found: list[Sequence[Run]] = []
    for row in rows:
        if len(found) > 1 and found[-2][0].bottom - row[0].bottom <= LEADING * LINE * row[0].size:
            above, middle = found[-2:]
            homes = [next((k for k, one in enumerate(above) if _overlap(one, run)), -1) for run in row]
            separate = not any(_overlap(one, run) for one in middle for run in (*above, *row))
            if separate and -1 not in homes and len(set(homes)) == len(homes):
                lower = dict(zip(homes, row, strict=True))
                cells = [_as_run([one, lower[k]]) if k in lower else one for k, one in enumerate(above)]
                found[-2:] = [sorted([*cells, *middle], key=lambda run: run.left)]
                continue
        found.append(row)
    return found


def _is_right_of(one: Run, two: Run) -> bool:
    """Return whether the second run is to the right of the first, whose end may overlap it."""
    return two.left >= one.right or (two.left > one.left and abs(two.bottom - one.bottom) < 1)


def _overlap(one: Run, two: Run) -> bool:
    """Return whether two runs overlap horizontally."""
    return one.left < two.right and two.left < one.right


def join_broken_rows(lines: Sequence[Printed]) -> list[Printed]:
    """Join table rows continued at the head of a column, and drop repeated table heads."""
    found: list[Printed] = []
    heads: set[str] = set()
    inner = {two.text for one, two in pairwise(lines) if one.cells > 1 and one.bottom > two.bottom}
    shifts: set[float] = set()  # possible offsets from the broken row's column to the next
    for k, line in enumerate(lines):
        above = found[-1] if found else None
        if above and line.bottom >= above.bottom:
            if line.text in heads - inner and any(one.cells > 1 for one in found[-2:]):
                continue
            shifts = _shifts(above, lines[k:], lines) if above.cells > 1 else set()
        if above and shifts and (homes := _homes(line, above, shifts, _mandatory(found))):
            found[-1] = _with_cells(above, line, homes)
            continue
        shifts = set()
        if line.cells > 1 and not (above and above.cells > 1):
            heads.add(line.text)
        found.append(line)
    return found


def _shifts(above: Printed, below: Sequence[Printed], lines: Iterable[Printed]) -> set[float]:
    """Return possible offsets of the table in the next column: by its rows there, else by the edges of any column."""
    own = [one.row[0].left for one in below if one.cells >= CELLS and one.edges == below[0].edges][:1]
    return {left - above.row[0].left for left in own or {line.edges[0] for line in lines}}


def _with_cells(above: Printed, line: Printed, homes: Sequence[int]) -> Printed:
    """Return a broken row with the continuation of some of its cells."""
    cells = list(above.row)
    for at, cell in zip(homes, line.row, strict=True):
        cells[at] = replace(cells[at], text=with_line(cells[at].text, cell.text))
    text = "  ".join(cell.text for cell in cells)
    return replace(above, text=text, row=cells, bottom=line.bottom, edges=line.edges)


def _mandatory(found: Sequence[Printed]) -> set[int]:
    """Return the indices of cells in the last row that nearly all rows of its table have."""
    rows = [line.row for line in found if line.cells > 1]
    if len(rows) <= FEWEST:
        return set()
    last = found[-1].row
    have = [sum(any(is_aligned(cell, one, row[0].left - last[0].left) for one in row) for row in rows) for cell in last]
    return {k for k, many in enumerate(have) if many >= MOST * len(rows)}


def _homes(line: Printed, above: Printed, shifts: set[float], needed: set[int]) -> list[int]:
    """Return the indices of cells in a broken row that a line continues; none if it is a separate line or row."""
    row = above.row
    for shift in shifts:
        homes = [k for cell in line.row for k, one in enumerate(row) if is_aligned(one, cell, shift)]
        if len(homes) != line.cells or len(set(homes)) < len(homes):
            continue
        inside = all(
            (not k or cell.left - shift >= row[k - 1].right)
            and all(cell.right - shift <= one.left for one in row[k + 1 :])
            for cell, k in zip(line.row, homes, strict=True)
        )
        if inside and (homes[0] or (needed - {*homes} if len(homes) > 1 else line.text[:1].islower())):
            return homes
    return []


def is_aligned(one: Run, two: Run, shift: float) -> bool:
    """Return whether two cells are left-, right- or centre-aligned, with an offset of the second."""
    offsets = (two.left - shift - one.left, two.right - shift - one.right)
    return min(*map(abs, offsets), abs(sum(offsets)) / 2) < TOLERANCE * one.size
