"""Find rows across the columns of a PDF page: headings, tables, footnotes."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from .pdf_glyphs import BESIDE, Run
from .pdf_tables import across

NEAR = 0.2  # of the font size: distance to the gutter of a heading that may end there
LARGER, SMALLER = 1.1, 0.92  # font size of a heading and of a footnote, relative to the text
ROOM = 1.7  # of the leading: free space beside a heading across columns

Row = Sequence[Run]


def spanning(rows: Sequence[Row], at: float) -> set[int]:
    """Return the indices of rows that belong to no column; at: where the second column begins."""
    crossing = {
        k for k, row in enumerate(rows) if any(run.right > at - NEAR * run.size and run.left < at for run in row)
    }
    clear = [row for k, row in enumerate(rows) if k not in crossing]
    if not clear:
        return crossing
    page = _Page(rows, at, crossing, clear)
    page.crossing |= page.tables()
    return page.crossing | page.headings() | page.notes()


class _Page:
    """Rows around a gutter: those that cross it, usual font size and leading, left edges of the columns."""

    def __init__(self, rows: Sequence[Row], at: float, crossing: set[int], clear: Sequence[Row]) -> None:
        self.rows, self.at, self.crossing = rows, at, crossing
        sizes: Counter[float] = Counter()
        for run in (run for row in clear for run in row):
            sizes[run.size] += len(run.text)
        self.usual = sizes.most_common(1)[0][0]
        self.bold = sum(run.bold for row in clear for run in row) * 2 > sum(sizes.values())
        sides = [[row for row in clear if self._side(row, right)] for right in (0, 1)]
        steps = [one[0].bottom - two[0].bottom for side in sides for one, two in pairwise(side)]
        self.leading = median([step for step in steps if step > 1] or [self.usual])
        begun = [Counter(round(self._side(row, right)[0].left) for row in side) for right, side in enumerate(sides)]
        self.edges = [side.most_common(1)[0][0] for side in begun if side]

    def _side(self, row: Row, right: int) -> list[Run]:
        return [run for run in row if (run.left >= self.at) == right]

    def headings(self) -> set[int]:
        """Return lines on the left that look like a heading, above a row where both columns restart."""
        found: set[int] = set()
        for k in range(len(self.rows) - 2, -1, -1):
            row = self.rows[k]
            if k in self.crossing or len(row) > 1 or self._side(row, True) or not self._is_heading(row[0]):
                continue
            above = [run.order for one in self.rows[:k] for run in self._side(one, True)]
            if above and min(above) > row[0].order:  # drawn with the left column, before the right one
                continue
            if (k + 1 in found or (k + 1 not in self.crossing and self._restarts(k))) and self._is_free(k):
                found.add(k)
        return found

    def _is_heading(self, run: Run) -> bool:
        return run.size > LARGER * self.usual or (not self.bold and run.bold > 0.9 * len(run.text.replace(" ", "")))

    def _restarts(self, k: int) -> bool:
        """Return whether both columns begin below a row at one height, with text or a minor heading on the left."""
        below = [row for n, row in enumerate(self.rows[k + 1 :], k + 1) if n not in self.crossing]
        left, right = (next((one for row in below if (one := self._side(row, side))), None) for side in (False, True))
        if not left or not right or self._is_heading(right[0]):
            return False
        lesser = self._is_heading(left[0]) and left[0].size < self.rows[k][0].size
        return abs(left[0].bottom - right[0].bottom) <= (self.leading if lesser else BESIDE * self.usual)

    def _is_free(self, k: int) -> bool:
        """Return whether there is room for a heading in the other column beside a row."""
        above = next((row for row in reversed(self.rows[:k]) if self._side(row, True) or row[0].right > self.at), None)
        below = next((row for row in self.rows[k + 1 :] if self._side(row, True)), None)
        return above is None or below is None or above[0].bottom - below[0].bottom > ROOM * self.leading

    def tables(self) -> set[int]:
        """Return rows of a table across both columns: drawn consecutively, and not aligned with the right column."""
        drawn = across((run for row in self.rows for run in row), self.at)
        both = [(k, self._side(row, False), self._side(row, True)) for k, row in enumerate(self.rows)]
        unaligned = {
            k for k, left, right in both
            if left and right and right[0].order == left[-1].order + 1 and abs(right[0].left - self.edges[-1]) > 1
        }  # fmt: skip
        inside = {k for k, row in enumerate(self.rows) if any(id(run) in drawn for run in row)}
        return inside | {k for k in unaligned if {k - 1, k + 1} & (unaligned | self.crossing)}

    def notes(self) -> set[int]:
        """Return lines below the other column that are small, or drawn after both columns."""
        found: set[int] = set()
        clear = [row for k, row in enumerate(self.rows) if k not in self.crossing]
        right = [run for row in clear for run in self._side(row, True)]
        foot = min((run.bottom for run in right), default=0.0)
        left = [run.order for row in clear for run in self._side(row, False) if run.bottom > foot - run.size]
        in_turn = right and max(left, default=0) < min(run.order for run in right)
        for k in range(len(self.rows) - 1, -1, -1):
            if k in self.crossing:
                continue
            row = self.rows[k]
            later = in_turn and row[0].order > max(run.order for run in right)
            if self._side(row, True) or not (later or row[0].size < SMALLER * self.usual):
                break
            found.add(k)
        return found
