"""Arrange the runs of a PDF page as lines in reading order.

Runs at one height form a row.  Where rows do not cross a gutter and both sides are prose, one column is read after the
other; cells of a table stay on one line.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from statistics import median

from .pdf_glyphs import GAP, Printed, Run, lines_of, rows_of
from .pdf_spanning import spanning
from .pdf_tables import LEADING, LETTERS, LINE, rows_as_drawn, with_line

# Distances are in units of the font size, unless another unit is given.
LINES = 3  # lines of each of two columns, at least
WORDS = 2.5  # words per line of a column, on average
CONTINUING = 0.15  # share of lines that begin with a small letter in prose
GUTTER = 0.5  # width of a gutter, at least
DEEPEST = 6  # levels of nested columns
TALL = 10  # from the foot of a column to the head of the next, and between their left edges
MOST_COLUMNS = 12  # candidates for the left edge of a column
INDENT, LONGEST_INDENT = 0.7, 3.0
CLOSE = 0.8  # of the distance between rows: the distance between lines of one cell
EVEN = 0.2  # by how much the spaces of a justified line differ, at most
CLEARLY = 1.3  # of the estimated width of a word: room in which it would have fitted


def lines_in_reading_order(runs: Sequence[Run], gutters: Sequence[float] = ()) -> list[Printed]:
    """Return the lines of a page in reading order; gutters: of other pages, which this one may share."""
    columns = _columns_as_drawn(runs) if gutters else []
    if len(columns) > 1:
        return [line for column in columns for line in _read(column, 1)]
    return list(_read(runs, 0, gutters))


def _columns_as_drawn(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the columns of a page drawn one after the other; none if they are not in order from left to right.

    This finds columns even if a table is wider than its column.
    """
    found: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: run.order):
        if not found or run.bottom - found[-1][-1].bottom > TALL * run.size:
            found.append([])
        found[-1].append(run)
    lefts = [min(run.left for run in column) for column in found]
    apart = all(two - one > TALL * runs[0].size for one, two in pairwise(lefts))
    return found if apart and all(len(rows_of(column)) >= LINES for column in found) else []


def gutter_of(runs: Iterable[Run]) -> float | None:
    """Return where the second column of a page begins, None if it has one column."""
    return _gutter(rows_of(runs))


def _read(runs: Sequence[Run], depth: int, gutters: Sequence[float] = ()) -> Iterable[Printed]:
    rows = rows_of(runs)
    at = next((x for x in gutters if any(columns for _, columns in _bands(rows, x, 1, known=True))), None)
    known = at is not None
    if at is None and depth < DEEPEST:
        at = _gutter(rows)
    if at is None:
        return _lines(rows)
    found: list[Printed] = []
    for band, columns in _bands(rows, at, 1, known=known):
        if columns:
            for side in _sides(band, at):
                found += _read(side, depth + 1)
        else:
            found += _lines(band)
    return found


def _gutter(rows: Sequence[Sequence[Run]]) -> float | None:
    """Return where a second column begins, None if there is none."""
    starts = Counter(round(run.left) for row in rows for run in row)
    best: tuple[int, float] | None = None
    for start, many in starts.most_common(MOST_COLUMNS):
        if many + starts[start - 1] + starts[start + 1] < LINES:
            break
        at = start - 1.5
        score = sum(min(map(len, _sides(band, at))) for band, columns in _bands(rows, at) if columns)
        if score and (best is None or score > best[0]):
            best = score, at
    return best[1] if best else None


def _bands(
    rows: Sequence[Sequence[Run]], at: float, fewest: int = LINES, *, known: bool = False
) -> list[tuple[list[Sequence[Run]], bool]]:
    """Split rows into bands of rows that do or do not cross the gutter; return each with whether it has columns.

    known: whether other pages have the same gutter, so that a column may contain a table.
    """
    found: list[tuple[list[Sequence[Run]], bool]] = []
    clear: list[Sequence[Run]] = []
    over = spanning(rows, at)
    for k, row in enumerate([*rows, None]):
        if row is not None and k not in over:
            clear.append(row)
            continue
        if clear:
            found.append((clear, _are_columns(_sides(clear, at), fewest, known=known)))
            clear = []
        if row is not None:
            if found and not found[-1][1]:
                found[-1][0].append(row)
            else:
                found.append(([row], False))
    return found


def _sides(rows: Iterable[Sequence[Run]], at: float) -> tuple[list[Run], list[Run]]:
    runs = [run for row in rows for run in row]
    return [run for run in runs if run.right <= at], [run for run in runs if run.left >= at]


def _are_columns(sides: tuple[list[Run], list[Run]], fewest: int, *, known: bool = False) -> bool:
    """Return whether both sides are prose, side by side; fewest: lines of the shorter one.

    At a known gutter it is enough that one side was drawn after the other, unlike the rows of a table.
    """
    lines = [lines_of(side) for side in sides]
    if min(map(len, lines)) < fewest or max(map(len, lines)) < min(fewest + 1, LINES) or not _are_side_by_side(sides):
        return False
    if known and max(run.order for run in sides[0]) < min(run.order for run in sides[1]):
        return True
    if any(sum(len(LETTERS.findall(line)) for line in side) < WORDS * len(side) for side in lines):
        return False
    continuing = sum(line[:1].islower() for side in lines for line in side)
    return continuing >= CONTINUING * sum(map(len, lines)) or _are_unaligned(sides)


def _are_side_by_side(sides: tuple[list[Run], list[Run]]) -> bool:
    """Return whether one side is beside the other, rather than above it, with a gutter in between."""
    bottoms = [[run.bottom for run in side] for side in sides]
    room = min(run.left for run in sides[1]) - max(run.right for run in sides[0])
    return min(map(max, bottoms)) >= max(map(min, bottoms)) and room >= GUTTER * median(
        run.size for side in sides for run in side
    )


def _are_unaligned(sides: tuple[list[Run], list[Run]]) -> bool:
    """Return whether few lines of one side are level with a line of the other, unlike cells of a table."""
    there = [row[0].bottom for row in rows_of(sides[1])]
    rows = rows_of(sides[0])
    beside = sum(any(abs(row[0].bottom - y) < 1 for y in there) for row in rows)
    return beside * 2 < min(len(rows), len(there))


def _lines(rows: Sequence[Sequence[Run]]) -> Iterable[Printed]:
    """Yield rows as lines of one column; text that continues a cell of an adjacent row joins that row."""
    if not rows:
        return
    edges = min(row[0].left for row in rows), max(run.right for row in rows for run in row)
    leading = _spacing(one[0].bottom - two[0].bottom for one, two in pairwise(rows))
    joined: list[list[Run]] = []
    bottoms: list[float] = []
    rows, table = rows_as_drawn(_join_justified(rows, edges))
    between = _spacing(one[0].bottom - two[0].bottom for one, two in pairwise(rows) if min(len(one), len(two)) > 1)
    for row in rows:
        if id(row) in table:
            joined.append(list(row))
            bottoms.append(min(run.bottom for run in row))
            continue
        cells = _cells(row)
        while joined and _may_begin(joined[-1], cells) and bottoms[-1] - row[0].bottom < CLOSE * between:
            cells = [joined.pop()[0].joined(cells[0], " "), *cells[1:]]
            bottoms.pop()
        above = joined[-1] if joined else []
        close = bottoms and bottoms[-1] - row[0].bottom <= LEADING * max(leading, row[0].size)
        if close and len(cells) < len(above) and cells[0].left > above[1].left - row[0].size and _join(above, cells):
            bottoms[-1] = row[0].bottom
            continue
        joined.append(cells)
        bottoms.append(row[0].bottom)
    for cells, bottom in zip(joined, bottoms, strict=True):
        text = "  ".join(cell.text for cell in cells)
        bold = sum(cell.bold for cell in cells) > 0.9 * sum(not char.isspace() for char in text)
        size = sum((cell.sizes for cell in cells), Counter[float]()).most_common(1)[0][0]
        yield Printed(text, cells[0].left, bottom, cells[-1].right, size, bold, edges, len(cells), cells)


def _join_justified(rows: Sequence[Sequence[Run]], edges: tuple[float, float]) -> list[Sequence[Run]]:
    """Join the runs of widely spaced rows in justified text, unless a table is adjacent."""
    full = [_fills(row, following, edges) for row, following in zip_longest(rows, rows[1:])]
    if sum(fills for row, fills in zip(rows, full, strict=True) if len(row) == 1) < LINES:
        return list(rows)
    prose = [fills or len(row) == 1 for row, fills in zip(rows, full, strict=True)]
    return [
        [functools.reduce(lambda one, two: one.joined(two, " "), row)] if all(prose[max(k - 1, 0) : k + 2]) else row
        for k, row in enumerate(rows)
    ]


def _fills(row: Sequence[Run], following: Sequence[Run] | None, edges: tuple[float, float]) -> bool:
    """Return whether a row fills its column and has no room for the next word, unlike the row of a table."""
    letters = sum(len(run.text) for run in row)
    letter = sum(run.right - run.left for run in row) / letters
    room = row[-1].right - row[0].left - letter * (letters + len(row) - 1)
    word = (following or row[-1:])[0].text.partition(" ")[0]  # for the last row, its own last run
    wide = row[0].left - edges[0] < LONGEST_INDENT * row[0].size and edges[1] - row[-1].right < 1
    return wide and room < CLEARLY * letter * (len(word) + 1)


def _may_begin(above: Sequence[Run], cells: Sequence[Run]) -> bool:
    """Return whether the line above may be the beginning of the first cell of a row."""
    return len(above) == 1 < len(cells) and _is_left_aligned(above[0], cells[0])


def _join(above: Sequence[Run], cells: Sequence[Run]) -> bool:
    """Join cells to those of the row above if each is aligned with one; return whether they were joined."""
    homes = [home for cell in cells if (home := next((one for one in above if _is_left_aligned(one, cell)), None))]
    if len(homes) < len(cells):
        return False
    for home, cell in zip(homes, cells, strict=True):
        home.text = with_line(home.text, cell.text)
    return True


def _is_left_aligned(one: Run, two: Run) -> bool:
    """Return whether two cells have the same left edge."""
    return abs(one.left - two.left) < INDENT * two.size


def _cells(row: Sequence[Run]) -> list[Run]:
    """Return the cells of a row; a list mark is joined to its item."""
    found: list[Run] = []
    gaps = [two.left - one.right for one, two in pairwise(row)]
    justified = len(gaps) > 2 and max(gaps[1:]) - min(gaps[1:]) < EVEN * row[0].size  # the first may follow a mark
    for run in row:
        last = found[-1] if found else None
        mark = last is not None and len(found) == 1 and not LETTERS.search(last.text) and len(last.text) <= len("100.)")
        if last is not None and (
            (mark and not last.text.isdigit()) or justified or run.left - last.right < GAP * run.size
        ):
            found[-1] = last.joined(run, " ")
        else:
            found.append(run)
    return found


def _spacing(steps: Iterable[float]) -> float:
    """Return the median distance between lines or rows, 0 if unknown."""
    return median([step for step in steps if step > 1] or [0.0])


def leading(lines: Sequence[Printed]) -> float:
    """Return the usual distance between two lines of a column."""
    similar = (pair for pair in pairwise(lines) if pair[0].edges == pair[1].edges and pair[0].size == pair[1].size)
    return _spacing(one.bottom - two.bottom for one, two in similar)


def is_continued(one: Printed, two: Printed, leading: float) -> bool | None:
    """Return whether the next line continues a line; None if unknown, since a full line may end a paragraph."""
    if 0 in (one.cells, two.cells):
        return None
    if one.cells > 1 or two.cells > 1 or one.bold != two.bold:
        return False
    if abs(one.size - two.size) > 0.5:  # a first line in small capitals may continue
        return None if one.size < two.size and two.text[:1].islower() else False
    if one.text.endswith("-") and two.text[:1].islower():
        return True
    word = len(two.text.split(maxsplit=1)[0]) + 1 if two.text.strip() else 0  # the next word with a space
    room, needed = one.edges[1] - one.right, word * (one.right - one.left) / max(len(one.text), 1)
    if room > CLEARLY * needed:  # the next word would have fitted on this line
        return None if two.text[:1].islower() else False
    if one.edges != two.edges:
        return True if two.text[:1].islower() else None
    if not one.bottom > two.bottom or one.bottom - two.bottom > LEADING * max(leading, LINE * one.size):
        return False
    indented = two.left - one.left > INDENT * two.size and one.left <= one.edges[0] + 1
    return None if indented or room * CLEARLY > needed else True
