"""Arrange the runs of a PDF page as lines in reading order.

Runs at one height make a row.  Where rows keep clear of a gutter and both sides are prose, one column is read after the
other; cells of a table stay on one line.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from statistics import median

from .glyphs import GAP, Printed, Run, lines_of, rows_of
from .spanning import spanning
from .tables import LEADING, LETTERS, LINE, rows_as_drawn, with_line

LINES = 3  # on each side that make two columns
WORDS = 2.5  # words of a line of a column, on average
GOING_ON = 0.15  # the share of lines that begin with a small letter, as those of prose do
GUTTER = 0.5  # how wide a gutter is, at least
DEEPEST = 6  # columns in columns
TALL = 10  # times the size of letters: from the foot of a column to the head of the next, and from left to left
MOST_COLUMNS = 12  # places where a column may begin that are tried
INDENT, LONGEST_INDENT = 0.7, 3.0  # of the size
CLOSE = 0.8  # of the space from row to row: two lines of one cell
EVEN = 0.2  # by how much less the spaces of a line that was set out differ
CLEARLY = 1.3  # how much wider than a word seems the room must be in which it would have had its place


def arranged(runs: Sequence[Run], gutters: Sequence[float] = ()) -> list[Printed]:
    """The lines of a page in the order of reading; gutters: of other pages, which this one may have, too."""
    columns = _in_turn(runs) if gutters else []
    if len(columns) > 1:
        return [line for column in columns for line in _read(column, 1)]
    return list(_read(runs, 0, gutters))


def _in_turn(runs: Sequence[Run]) -> list[list[Run]]:
    """The columns of a page that were drawn one after the other; none if these do not stand from left to right.

    So a table may be wider than its column, and stand over what is beside it.
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
    """Where the second column of a page begins; None where there is none."""
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
    """Where a second column begins; None where there is none."""
    starts = Counter(round(run.left) for row in rows for run in row)
    best: tuple[int, float] | None = None
    for start, many in starts.most_common(MOST_COLUMNS):
        if many + starts[start - 1] + starts[start + 1] < LINES:
            break
        at = start - 1.5
        worth = sum(min(map(len, _sides(band, at))) for band, columns in _bands(rows, at) if columns)
        if worth and (best is None or worth > best[0]):
            best = worth, at
    return best[1] if best else None


def _bands(
    rows: Sequence[Sequence[Run]], at: float, fewest: int = LINES, *, known: bool = False
) -> list[tuple[list[Sequence[Run]], bool]]:
    """The rows in bands: those that keep clear of the gutter, and whether they are columns; those that cross it.

    known: is the gutter that of other pages, too, so that a table may stand in a column?
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
    """Is what stands on both sides prose, one side beside the other?  fewest: lines of one of them.

    At a known gutter it is enough that one side was drawn after the other, as the rows of one table are not.
    """
    lines = [lines_of(side) for side in sides]
    if min(map(len, lines)) < fewest or max(map(len, lines)) < min(fewest + 1, LINES) or not _beside(sides):
        return False
    if known and max(run.order for run in sides[0]) < min(run.order for run in sides[1]):
        return True
    if any(sum(len(LETTERS.findall(line)) for line in side) < WORDS * len(side) for side in lines):
        return False
    going_on = sum(line[:1].islower() for side in lines for line in side)
    return going_on >= GOING_ON * sum(map(len, lines)) or _apart(sides)


def _beside(sides: tuple[list[Run], list[Run]]) -> bool:
    """Does one side stand beside the other, not above it, with a gutter between them?"""
    bottoms = [[run.bottom for run in side] for side in sides]
    room = min(run.left for run in sides[1]) - max(run.right for run in sides[0])
    return min(map(max, bottoms)) >= max(map(min, bottoms)) and room >= GUTTER * median(
        run.size for side in sides for run in side
    )


def _apart(sides: tuple[list[Run], list[Run]]) -> bool:
    """Do few lines of one side stand beside a line of the other, as cells of a table would?"""
    there = [row[0].bottom for row in rows_of(sides[1])]
    rows = rows_of(sides[0])
    beside = sum(any(abs(row[0].bottom - y) < 1 for y in there) for row in rows)
    return beside * 2 < min(len(rows), len(there))


def _lines(rows: Sequence[Sequence[Run]]) -> Iterable[Printed]:
    """Rows as lines of one column; what goes on in a cell of the row above joins it, or begins a cell of the next."""
    if not rows:
        return
    edges = min(row[0].left for row in rows), max(run.right for row in rows for run in row)
    leading = _usual(one[0].bottom - two[0].bottom for one, two in pairwise(rows))
    together: list[list[Run]] = []
    bottoms: list[float] = []
    rows, table = rows_as_drawn(_justified(rows, edges))
    between = _usual(one[0].bottom - two[0].bottom for one, two in pairwise(rows) if min(len(one), len(two)) > 1)
    for row in rows:
        if id(row) in table:
            together.append(list(row))
            bottoms.append(min(run.bottom for run in row))
            continue
        cells = _cells(row)
        while together and _begins(together[-1], cells) and bottoms[-1] - row[0].bottom < CLOSE * between:
            cells = [together.pop()[0].joined(cells[0], " "), *cells[1:]]
            bottoms.pop()
        above = together[-1] if together else []
        close = bottoms and bottoms[-1] - row[0].bottom <= LEADING * max(leading, row[0].size)
        if close and len(cells) < len(above) and cells[0].left > above[1].left - row[0].size and _go_on(above, cells):
            bottoms[-1] = row[0].bottom
            continue
        together.append(cells)
        bottoms.append(row[0].bottom)
    for cells, bottom in zip(together, bottoms, strict=True):
        text = "  ".join(cell.text for cell in cells)
        bold = sum(cell.bold for cell in cells) > 0.9 * sum(not char.isspace() for char in text)
        size = sum((cell.sizes for cell in cells), Counter[float]()).most_common(1)[0][0]
        yield Printed(text, cells[0].left, bottom, cells[-1].right, size, bold, edges, len(cells), cells)


def _justified(rows: Sequence[Sequence[Run]], edges: tuple[float, float]) -> list[Sequence[Run]]:
    """The rows; few words that were set out over a column of justified text are one run, if no table is beside them."""
    full = [_fills(row, following, edges) for row, following in zip_longest(rows, rows[1:])]
    if sum(fills for row, fills in zip(rows, full, strict=True) if len(row) == 1) < LINES:
        return list(rows)
    prose = [fills or len(row) == 1 for row, fills in zip(rows, full, strict=True)]
    return [
        [functools.reduce(lambda one, two: one.joined(two, " "), row)] if all(prose[max(k - 1, 0) : k + 2]) else row
        for k, row in enumerate(rows)
    ]


def _fills(row: Sequence[Run], following: Sequence[Run] | None, edges: tuple[float, float]) -> bool:
    """Is a row as wide as its column, with no room in it for the word that follows, as a table's would have?"""
    letters = sum(len(run.text) for run in row)
    letter = sum(run.right - run.left for run in row) / letters
    room = row[-1].right - row[0].left - letter * (letters + len(row) - 1)
    word = (following or row[-1:])[0].text.partition(" ")[0]  # of the last row we know only its own
    wide = row[0].left - edges[0] < LONGEST_INDENT * row[0].size and edges[1] - row[-1].right < 1
    return wide and room < CLEARLY * letter * (len(word) + 1)


def _begins(above: Sequence[Run], cells: Sequence[Run]) -> bool:
    """May the line above be the beginning of the first cell of a row?"""
    return len(above) == 1 < len(cells) and _below(above[0], cells[0])


def _go_on(above: Sequence[Run], cells: Sequence[Run]) -> bool:
    """Join cells to those of the row above, if each begins below one."""
    homes = [home for cell in cells if (home := next((one for one in above if _below(one, cell)), None))]
    if len(homes) < len(cells):
        return False
    for home, cell in zip(homes, cells, strict=True):
        home.text = with_line(home.text, cell.text)
    return True


def _below(one: Run, two: Run) -> bool:
    """Do two cells begin at the same place of the width?"""
    return abs(one.left - two.left) < INDENT * two.size


def _cells(row: Sequence[Run]) -> list[Run]:
    """A row, a mark of a list with what it stands before."""
    found: list[Run] = []
    gaps = [two.left - one.right for one, two in pairwise(row)]
    set_out = len(gaps) > 2 and max(gaps[1:]) - min(gaps[1:]) < EVEN * row[0].size  # the first may be a mark's
    for run in row:
        last = found[-1] if found else None
        mark = last is not None and len(found) == 1 and not LETTERS.search(last.text) and len(last.text) <= len("100.)")
        if last is not None and (
            (mark and not last.text.isdigit()) or set_out or run.left - last.right < GAP * run.size
        ):
            found[-1] = last.joined(run, " ")
        else:
            found.append(run)
    return found


def _usual(steps: Iterable[float]) -> float:
    """The usual space from line to line or row to row; 0 where there is none."""
    return median([step for step in steps if step > 1] or [0.0])


def leading(lines: Sequence[Printed]) -> float:
    """The usual space between two lines of a column."""
    alike = (pair for pair in pairwise(lines) if pair[0].edges == pair[1].edges and pair[0].size == pair[1].size)
    return _usual(one.bottom - two.bottom for one, two in alike)


def goes_on(one: Printed, two: Printed, leading: float) -> bool | None:
    """Does a line go on in the next?  None where the page does not say: the line is full and may end a paragraph."""
    if 0 in (one.cells, two.cells):
        return None
    if one.cells > 1 or two.cells > 1 or one.bold != two.bold:
        return False
    if abs(one.size - two.size) > 0.5:  # a first line in small capitals may go on
        return None if one.size < two.size and two.text[:1].islower() else False
    if one.text.endswith("-") and two.text[:1].islower():
        return True
    word = len(two.text.split(maxsplit=1)[0]) + 1 if two.text.strip() else 0  # the next, with the space before it
    room, wanted = one.edges[1] - one.right, word * (one.right - one.left) / max(len(one.text), 1)
    if room > CLEARLY * wanted:  # the next word would have had its place in this line
        return None if two.text[:1].islower() else False
    if one.edges != two.edges:
        return True if two.text[:1].islower() else None
    if not one.bottom > two.bottom or one.bottom - two.bottom > LEADING * max(leading, LINE * one.size):
        return False
    indented = two.left - one.left > INDENT * two.size and one.left <= one.edges[0] + 1
    return None if indented or room * CLEARLY > wanted else True
