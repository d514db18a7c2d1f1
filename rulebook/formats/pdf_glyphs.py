"""Join the characters of a PDF page into runs of text: spaces, letter-spacing, superscript marks, drop caps."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

# Distances are in units of the font size.
GAP = 1.0  # a wider space separates two runs
BESIDE = 0.35  # difference between baselines of a row, at most
SPACE = 0.18  # width of an implied space
SPACED = 4  # pairs of letters of a letter-spaced text, at least
ALIKE = 0.25  # relative difference of letter-spacing between lines, at most
SMALLER, RAISED = (0.45, 0.9), (0.1, 0.6)  # size and height of a superscript mark, relative to the text
SOFT_HYPHEN = "\u00ad"  # a possible break in a word, or an actual one at the end of a line
INITIAL = 1.8  # size of a drop cap, relative to the text
_MAY_BE_WORD = frozenset("aàoôyi")


class Glyph(NamedTuple):
    """A character, its box on the page (upwards from the baseline), font size, and whether it is bold.

    drawn: id of the text object it was drawn with, 0 for an implied space.
    """

    char: str
    left: float
    bottom: float
    right: float
    size: float
    bold: bool
    drawn: int


@dataclass
class Run:
    """Adjacent characters; bold: number of bold ones; order: in the file."""

    text: str
    left: float
    bottom: float
    right: float
    sizes: Counter[float]
    bold: int
    order: int = 0

    @property
    def size(self) -> float:
        """The most common font size."""
        return self.sizes.most_common(1)[0][0]

    def joined(self, other: "Run", between: str) -> "Run":
        """Return both as one run."""
        return Run(
            f"{self.text}{between}{other.text}", self.left, min(self.bottom, other.bottom),
            max(self.right, other.right), self.sizes + other.sizes, self.bold + other.bold, self.order,
        )  # fmt: skip


@dataclass(frozen=True)
class Printed:
    """A line of a page: text, position, font size, and whether it is bold.

    edges: left and right edge of its column; cells: number of cells, 0 if only the text is known; row: the cells.
    """

    text: str
    left: float
    bottom: float
    right: float
    size: float
    bold: bool
    edges: tuple[float, float]
    cells: int = 1
    row: Sequence[Run] = ()


@dataclass
class _Stretch:
    """Adjacent characters; spaces: for each, the number of spaces before it, and whether they were written."""

    glyphs: list[Glyph]
    right: float
    spaces: list[tuple[int, bool]] = field(default_factory=lambda: [(0, False)])

    @property
    def base(self) -> Glyph:
        """A character of the text, rather than a superscript mark before it."""
        return max(self.glyphs[:2], key=lambda one: one.size)

    def add(self, one: Glyph, spaces: int, *, written: bool) -> None:
        """Append a character."""
        self.glyphs.append(one)
        self.spaces.append((spaces, written))
        self.right = max(self.right, one.right)

    def follows(self, one: Glyph) -> bool:
        """Return whether a character follows immediately.  Both letters of a ligature have one box."""
        size = max(self.base.size, one.size)
        room = GAP * size
        if len(self.glyphs) > 1 and (gap := self.gap(len(self.glyphs) - 1)) and gap > SPACE * size:
            room += 2 * gap  # with letter-spacing, spaces between words are wider
        last = self.glyphs[-1]
        return _is_level(self.base, one) and one.left >= last.left - BESIDE * size and one.left - self.right <= room

    def gap(self, at: int) -> float | None:
        """Return the gap before a letter; None if it does not follow a letter, or a space was written."""
        one, two = self.glyphs[at - 1 : at + 1]
        return two.left - one.right if one.char.isalpha() and two.char.isalpha() and not self.spaces[at][1] else None

    @property
    def spacing(self) -> tuple[float, int]:
        """Median gap between letters, and number of gaps; the gap between other characters if there are none."""
        places = range(1, len(self.glyphs))
        found = [gap for at in places if (gap := self.gap(at)) is not None]
        if not found:
            written = [two.left - one.right for one, two in pairwise(self.glyphs)]
            return (median(written), 0) if written and not any(self.spaces[at][1] for at in places) else (0.0, 0)
        return median(found), len(found)

    def run(self, spacing: float) -> Run:
        """Return the characters as a run; spacing: gap between letters, if letter-spaced."""
        base, text, kept = self.base, "", [self.glyphs[0]]
        for at, one in enumerate(self.glyphs):
            if at and one.char.isdigit() and text[-1:].strip() and not text[-1].isdigit() and _is_mark(base, one):
                continue
            spaces, written = self.spaces[at]
            if spacing and not written:
                spaces = int(one.left - self.glyphs[at - 1].right > 1.5 * spacing + SPACE / 2 * base.size)
            text += " " * spaces * bool(at) + one.char
            kept.append(one)
        kept = kept[1:]
        text = text[:-1].replace(SOFT_HYPHEN, "") + text[-1].replace(SOFT_HYPHEN, "-")
        sizes = Counter(one.size for one in kept)
        return Run(text, kept[0].left, base.bottom, self.right, sizes, sum(one.bold for one in kept))


def _is_level(base: Glyph, one: Glyph) -> bool:
    """Return whether two characters are on one line."""
    large, small = (base, one) if base.size >= one.size else (one, base)
    return abs(base.bottom - one.bottom) <= BESIDE * small.size or _is_mark(large, small)


def _is_mark(base: Glyph, one: Glyph) -> bool:
    """Return whether a character is a superscript mark."""
    lowest, highest = (share * base.size for share in RAISED)
    smallest, largest = (share * base.size for share in SMALLER)
    return smallest <= one.size < largest and lowest <= one.bottom - base.bottom <= highest


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Return adjacent characters as runs in file order, without superscript marks, with spaces written as gutters."""
    stretches = [(one, one.base.size, *one.spacing) for one in _stretches(glyphs)]
    sure = [(size, spacing) for _, size, spacing, pairs in stretches if pairs >= SPACED and spacing > SPACE * size]
    found: list[Run] = []
    for one, size, spacing, _ in stretches:
        similar = any(size == other and abs(spacing - usual) <= ALIKE * usual for other, usual in sure)
        spaced = spacing > SPACE * size and similar
        found.append(replace(one.run(spacing if spaced else 0.0), order=len(found)))
    return _with_initials(found)


def _stretches(glyphs: Iterable[Glyph]) -> Iterator[_Stretch]:
    stretch: _Stretch | None = None
    space, spaced, written = 0.0, False, False  # width of the preceding space, whether there is one, and was written
    for one in glyphs:
        if one.char.isspace():
            space, spaced, written = one.right - one.left or SPACE * one.size, True, written or bool(one.drawn)
            continue
        gap = one.left - stretch.right if stretch else 0.0
        if stretch and stretch.follows(one):
            separate = spaced or gap > SPACE * one.size or _runs_into(stretch.glyphs[-1], one)
            stretch.add(one, int(separate), written=written)
        elif stretch and space and gap > 0 and stretch.glyphs[-1].drawn == one.drawn and _is_level(stretch.base, one):
            stretch.add(one, min(max(round(gap / space), 2), 100), written=True)
        else:
            if stretch:
                yield stretch
            stretch = _Stretch([one], one.right)
        space, spaced, written = 0.0, False, False
    if stretch:
        yield stretch


def _runs_into(one: Glyph, two: Glyph) -> bool:
    """Return whether the text of a cell runs into the next: a number, or text drawn over its end."""
    over = one.right - two.left > SPACE * one.size
    return one.drawn != two.drawn and one.size == two.size and (over or (one.char.isalpha() and two.char.isdigit()))


def _with_initials(runs: list[Run]) -> list[Run]:
    """Join drop caps to the text they begin."""
    usual = sum((run.sizes for run in runs), Counter[float]()).most_common(1)[0][0] if runs else 0.0
    initials = [run for run in runs if len(run.text) <= 2 and run.text[:1].isalpha() and run.size > INITIAL * usual]
    if not initials:
        return runs
    words = {word for run in runs for word in re.findall(r"\w+", run.text.casefold())}
    gone: set[int] = set()
    for initial in initials:
        beside = [
            run
            for run in runs
            if run.size * INITIAL < initial.size
            and -BESIDE * run.size < run.left - initial.right < GAP * initial.size / 2
            and -BESIDE * run.size < run.bottom - initial.bottom < initial.size
        ]
        if not beside:
            continue
        first = max(beside, key=lambda run: run.bottom)
        first.text = initial.text + _between(initial.text, first.text, words) + first.text
        for run in beside:
            run.left = min(run.left, initial.left)
        gone.add(id(initial))
    return [run for run in runs if id(run) not in gone]


def _between(initial: str, text: str, words: set[str]) -> str:
    """Return a space if the drop cap is a separate word, judged by the other words of the page."""
    rest = re.match(r"\w+", text.casefold())
    is_word = rest and initial.casefold() in _MAY_BE_WORD and rest[0] in words
    return " " if rest and is_word and initial.casefold() + rest[0] not in words else ""


def rows_of(runs: Iterable[Run]) -> list[list[Run]]:
    """Return rows of level runs from top to bottom, each from left to right."""
    found: list[list[Run]] = []
    for run in sorted(runs, key=lambda one: (-one.bottom, one.left)):
        if found and abs(found[-1][0].bottom - run.bottom) <= BESIDE * min(found[-1][0].size, run.size):
            found[-1].append(run)
        else:
            found.append([run])
    return [sorted(row, key=lambda one: one.left) for row in found]


def lines_of(runs: Sequence[Run]) -> list[str]:
    """Return the text of each row."""
    return [" ".join(run.text for run in row) for row in rows_of(runs)]
