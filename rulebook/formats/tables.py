"""Put the rows of a PDF's tables together: cells of several lines, rows that go on in the next column or page."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from .glyphs import Printed, Run

LEADING = 1.25  # how much wider than usual is the space between two lines of two paragraphs
LINE = 1.2  # of its size: the space from line to line that a font has, at least
CELLS, FEWEST = 3, 2  # of a row that surely is a table's, and such rows
ONE_CELL = 0.9  # of the space from row to row: two lines of a cell stand closer
TALLEST = 4  # lines, by which the cells of a row may stand apart
SET = 0.25  # of the size: two cells set alike differ by less
MOST = 0.9  # of the rows of a table have the cells that each must have
_PARTED = re.compile(r"[^\W\d_]-$")
LETTERS = re.compile(r"[^\W\d_]{2,}")

Cell = list[Run]  # its lines
# Where a cell is set in its row: in the middle, at its head, at its foot.
_SET: tuple[Callable[[Cell], float], ...] = (
    lambda cell: (cell[0].bottom + cell[-1].bottom) / 2, lambda cell: cell[0].bottom, lambda cell: cell[-1].bottom
)  # fmt: skip


def with_line(text: str, line: str) -> str:
    """The text of a cell and its next line, a word with a hyphen at its end in one piece."""
    return f"{text}{line}" if _PARTED.search(text) and line[:1].islower() else f"{text} {line}"


def rows_as_drawn(rows: Sequence[Sequence[Run]]) -> tuple[Sequence[Sequence[Run]], set[int]]:
    """The rows, those of a table as its cells were drawn, one after the other; and the ids of these.

    However many lines a cell has, and wherever it stands in its row: over, beside or under the others.
    """
    ordered = sorted((run for row in rows for run in row), key=lambda run: run.order)
    made = _drawn_rows(ordered)
    full = [k for k, row in enumerate(made) if _is_full(row)]
    by_lines = [id(run) for row in rows for run in row] == [id(run) for run in ordered]  # which tells nothing
    sure = len(full) >= FEWEST or any(map(_is_sure, made))
    if by_lines or not sure or len(full) * 2 < full[-1] + 1 - full[0]:
        return _centred(rows), set()
    table = made[full[0] : full[-1] + 1]
    drawn = {id(run): run.bottom for row in table for cell in row for run in cell}
    rest = [kept for row in rows if (kept := [run for run in row if id(run) not in drawn])]
    above = sum(row[0].bottom > max(drawn.values()) for row in rest)
    if not _is_one_block(table, rest, above):
        return _centred(rows), set()
    joined = [[_as_run(cell) for cell in row] for row in table]
    return [*rest[:above], *joined, *rest[above:]], {id(joined[k - full[0]]) for k in full}


def _is_one_block(table: Sequence[Sequence[Cell]], rest: Sequence[Sequence[Run]], above: int) -> bool:
    """Do the rows of a table stand under one another, all else over or under them?"""
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
    """Is a row surely one of a table, no line of prose with a mark before it?"""
    return len(row) >= CELLS or (len(row) > 1 and LETTERS.search(row[0][0].text) is not None)


def _is_sure(row: Sequence[Cell]) -> bool:
    """Has a row so many cells, one of several lines, that no lines side by side look like it?"""
    return len(row) >= CELLS and any(len(cell) > 1 for cell in row)


def across(runs: Iterable[Run], at: float) -> set[int]:
    """The ids of what is drawn from the first to the last row of a table that has cells on both sides of a place."""
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
    """Rows of cells in the order of drawing."""
    made: list[list[Cell]] = []
    for run in ordered:
        line = LEADING * LINE * run.size
        row = made[-1] if made else []
        on = row and _over(row[-1][-1], run) and (len(row) == 1 or run.left >= row[-2][-1].right)
        if on and 0 < row[-1][-1].bottom - run.bottom <= line:
            row[-1].append(run)
        elif row and _beyond(row[-1][-1], run) and abs(run.bottom - row[-1][-1].bottom) <= TALLEST * line:
            row.append([run])
        else:
            made.append([[run]])
    place, close = _set(made), _close(ordered)
    return [one for row in made for one in _apart(row, place, close)]


def _close(ordered: Sequence[Run]) -> float:
    """How close two lines of one cell stand at most, where nothing stands beside them."""
    sure = [0, *(k for k, (one, two) in enumerate(pairwise(ordered), 1) if two.right <= one.left), len(ordered)]
    middles = [_middle(ordered[i:j]) for i, j in pairwise(sure) if i < j]
    steps = [one - two for one, two in pairwise(middles) if one > two]
    return median(steps) * ONE_CELL if steps else 0.0


def _set(rows: Sequence[Sequence[Cell]]) -> Callable[[Cell], float]:
    """How the cells of a table are set in their rows, by most of those that differ in height."""
    several = [row for row in rows if len({len(cell) for cell in row}) > 1]
    return max(_SET, key=lambda place: sum(_fits(row, place) for row in several))


def _fits(row: Sequence[Cell], place: Callable[[Cell], float]) -> bool:
    at = [place(cell) for cell in row]
    return max(at) - min(at) <= SET * row[0][0].size


def _apart(row: list[Cell], place: Callable[[Cell], float], close: float) -> list[list[Cell]]:
    """A row without the lines above its first cell that are a row of their own, as by their place they must be."""
    first, *others = row
    if not others:
        found = [[first[0]]]
        for one, two in pairwise(first):
            if one.bottom - two.bottom <= close:
                found[-1].append(two)
            else:
                found.append([two])
        return [[cell] for cell in found]
    for way in (place, *_SET):  # a row that goes on in the next column is set at its head
        for k in range(len(first)):
            if _fits([first[k:], *others], way):
                return [*([[line]] for line in first[:k]), [first[k:], *others]]
    return [row]


def _centred(rows: Sequence[Sequence[Run]]) -> list[Sequence[Run]]:
    """Rows of a table, one whose cells stand at half the height of cells of two lines with both of these."""
    found: list[Sequence[Run]] = []
    for row in rows:
        if len(found) > 1 and found[-2][0].bottom - row[0].bottom <= LEADING * LINE * row[0].size:
            above, middle = found[-2:]
            homes = [next((k for k, one in enumerate(above) if _over(one, run)), -1) for run in row]
            alone = not any(_over(one, run) for one in middle for run in (*above, *row))
            if alone and -1 not in homes and len(set(homes)) == len(homes):
                lower = dict(zip(homes, row, strict=True))
                cells = [one.joined(lower[k], " ") if k in lower else one for k, one in enumerate(above)]
                found[-2:] = [sorted([*cells, *middle], key=lambda run: run.left)]
                continue
        found.append(row)
    return found


def _beyond(one: Run, two: Run) -> bool:
    """Does a run stand to the right of another, whose words may reach into it?"""
    return two.left >= one.right or (two.left > one.left and abs(two.bottom - one.bottom) < 1)


def _over(one: Run, two: Run) -> bool:
    """Do two runs share a stretch of the width?"""
    return one.left < two.right and two.left < one.right


def over_breaks(lines: Sequence[Printed]) -> list[Printed]:
    """The lines; what goes on of a table's row at the head of a column is put to it, a head said again is left out."""
    found: list[Printed] = []
    heads: set[str] = set()
    amid = {two.text for one, two in pairwise(lines) if one.cells > 1 and one.bottom > two.bottom}
    shifts: set[float] = set()  # by how much the next column may stand beside that of the row that may go on
    for k, line in enumerate(lines):
        above = found[-1] if found else None
        if above and line.bottom >= above.bottom:
            if line.text in heads - amid and any(one.cells > 1 for one in found[-2:]):
                continue
            shifts = _shifts(above, lines[k:], lines) if above.cells > 1 else set()
        if above and shifts and (homes := _homes(line, above, shifts, _needed(found))):
            found[-1] = _with_cells(above, line, homes)
            continue
        shifts = set()
        if line.cells > 1 and not (above and above.cells > 1):
            heads.add(line.text)
        found.append(line)
    return found


def _shifts(above: Printed, below: Sequence[Printed], lines: Iterable[Printed]) -> set[float]:
    """Where the table begins in the next column: as its rows there, else as any column."""
    own = [one.row[0].left for one in below if one.cells >= CELLS and one.edges == below[0].edges][:1]
    return {left - above.row[0].left for left in own or {line.edges[0] for line in lines}}


def _with_cells(above: Printed, line: Printed, homes: Sequence[int]) -> Printed:
    """A broken row with those of its cells that go on in a line."""
    cells = list(above.row)
    for at, cell in zip(homes, line.row, strict=True):
        cells[at] = replace(cells[at], text=with_line(cells[at].text, cell.text))
    text = "  ".join(cell.text for cell in cells)
    return replace(above, text=text, row=cells, bottom=line.bottom, edges=line.edges)


def _needed(found: Sequence[Printed]) -> set[int]:
    """The cells of the last row that nearly all rows of its table have."""
    rows = [line.row for line in found if line.cells > 1]
    if len(rows) <= FEWEST:
        return set()
    last = found[-1].row
    have = [sum(any(alike(cell, one, row[0].left - last[0].left) for one in row) for row in rows) for cell in last]
    return {k for k, many in enumerate(have) if many >= MOST * len(rows)}


def _homes(line: Printed, above: Printed, shifts: set[float], needed: set[int]) -> list[int]:
    """The cells of a broken row in which those of a line go on; none if it is a line or a row of its own."""
    row = above.row
    for shift in shifts:
        homes = [k for cell in line.row for k, one in enumerate(row) if alike(one, cell, shift)]
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


def alike(one: Run, two: Run, shift: float) -> bool:
    """Are two cells those of one column: do they begin, end or have their middle at one place?"""
    apart = (two.left - shift - one.left, two.right - shift - one.right)
    return min(*map(abs, apart), abs(sum(apart)) / 2) < SET * one.size
