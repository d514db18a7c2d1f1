"""Join the characters of a PDF page to runs of text: spaces, spaced letters, raised marks, initials."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

GAP = 1.0  # of the size of a character: a wider space parts two runs
BESIDE = 0.35  # by how much less two baselines may differ in a row
SPACE = 0.18  # a space that nobody has written
SPACED = 4  # pairs of letters, at least, of a text that is set in spaced letters
ALIKE = 0.25  # by how much less their spaces differ from line to line
SMALLER, RAISED = (0.45, 0.9), (0.1, 0.6)  # than the text is the mark of a note
SOFT_HYPHEN = "\u00ad"  # where a word may be parted; it was, at the end of a line
INITIAL = 1.8  # how much larger than its text an initial is
_MAY_BE_WORD = frozenset("aàoôyi")


class Glyph(NamedTuple):
    """A character, its box on the page (upwards, from the baseline), its size, whether it is bold.

    drawn: what it was drawn with, 0 for a space that nobody has written.
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
    """Characters that stand side by side; bold: how many of them are; order: in the file."""

    text: str
    left: float
    bottom: float
    right: float
    sizes: Counter[float]
    bold: int
    order: int = 0

    @property
    def size(self) -> float:
        """The size that most of its characters have."""
        return self.sizes.most_common(1)[0][0]

    def joined(self, other: "Run", between: str) -> "Run":
        """Both as one."""
        return Run(
            f"{self.text}{between}{other.text}", self.left, min(self.bottom, other.bottom),
            max(self.right, other.right), self.sizes + other.sizes, self.bold + other.bold, self.order,
        )  # fmt: skip


@dataclass(frozen=True)
class Printed:
    """A line of a page: its text, its place, how large and whether bold.

    edges: the left and right of its column; cells: of a table's row, 0 where nothing is known but the text; row: these.
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
    """Characters that stand side by side, with what stands before each: how many spaces, whether they were written."""

    glyphs: list[Glyph]
    right: float
    spaces: list[tuple[int, bool]] = field(default_factory=lambda: [(0, False)])

    @property
    def base(self) -> Glyph:
        """A character of the text: not the mark of a note before it."""
        return max(self.glyphs[:2], key=lambda one: one.size)

    def add(self, one: Glyph, spaces: int, *, written: bool) -> None:
        """Go on with a character."""
        self.glyphs.append(one)
        self.spaces.append((spaces, written))
        self.right = max(self.right, one.right)

    def follows(self, one: Glyph) -> bool:
        """Does a character stand right after?  Both letters of a ligature have one box."""
        size = max(self.base.size, one.size)
        room = GAP * size
        if len(self.glyphs) > 1 and (apart := self.apart(len(self.glyphs) - 1)) and apart > SPACE * size:
            room += 2 * apart  # in spaced letters those of two words stand farther apart
        last = self.glyphs[-1]
        return _level(self.base, one) and one.left >= last.left - BESIDE * size and one.left - self.right <= room

    def apart(self, at: int) -> float | None:
        """The space before a letter after a letter; None where something was written between them, or is none."""
        one, two = self.glyphs[at - 1 : at + 1]
        return two.left - one.right if one.char.isalpha() and two.char.isalpha() and not self.spaces[at][1] else None

    @property
    def spacing(self) -> tuple[float, int]:
        """The usual space between two letters, and how many pairs of letters there are; that of digits, if of none."""
        places = range(1, len(self.glyphs))
        found = [apart for at in places if (apart := self.apart(at)) is not None]
        if not found:
            written = [two.left - one.right for one, two in pairwise(self.glyphs)]
            return (median(written), 0) if written and not any(self.spaces[at][1] for at in places) else (0.0, 0)
        return median(found), len(found)

    def run(self, spacing: float) -> Run:
        """As a run; spacing: between its letters, where they are spaced."""
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


def _level(base: Glyph, one: Glyph) -> bool:
    """Do two characters stand in one line?"""
    large, small = (base, one) if base.size >= one.size else (one, base)
    return abs(base.bottom - one.bottom) <= BESIDE * small.size or _is_mark(large, small)


def _is_mark(base: Glyph, one: Glyph) -> bool:
    """Is a character small and raised, as the mark of a note is?"""
    lowest, highest = (share * base.size for share in RAISED)
    smallest, largest = (share * base.size for share in SMALLER)
    return smallest <= one.size < largest and lowest <= one.bottom - base.bottom <= highest


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Characters that follow one another in a line, in the order of the file; without the marks of notes.

    Where what lies between two columns was written as spaces, these stay.
    """
    stretches = list(_stretches(glyphs))
    spacings = [one.spacing for one in stretches]
    sure = [
        (one.base.size, spacing)
        for one, (spacing, pairs) in zip(stretches, spacings, strict=True)
        if pairs >= SPACED and spacing > SPACE * one.base.size
    ]
    found: list[Run] = []
    for one, (spacing, _) in zip(stretches, spacings, strict=True):
        size = one.base.size
        spaced = spacing > SPACE * size and any(
            size == other and abs(spacing - usual) <= ALIKE * usual for other, usual in sure
        )
        found.append(replace(one.run(spacing if spaced else 0.0), order=len(found)))
    return _with_initials(found)


def _stretches(glyphs: Iterable[Glyph]) -> Iterator[_Stretch]:
    stretch: _Stretch | None = None
    space, spaced, written = 0.0, False, False  # how wide the one before this character is, whether there is one
    for one in glyphs:
        if one.char.isspace():
            space, spaced, written = one.right - one.left or SPACE * one.size, True, written or bool(one.drawn)
            continue
        gap = one.left - stretch.right if stretch else 0.0
        if stretch and stretch.follows(one):
            apart = spaced or gap > SPACE * one.size or _runs_into(stretch.glyphs[-1], one)
            stretch.add(one, int(apart), written=written)
        elif stretch and space and gap > 0 and stretch.glyphs[-1].drawn == one.drawn and _level(stretch.base, one):
            stretch.add(one, min(max(round(gap / space), 2), 100), written=True)
        else:
            if stretch:
                yield stretch
            stretch = _Stretch([one], one.right)
        space, spaced, written = 0.0, False, False
    if stretch:
        yield stretch


def _runs_into(one: Glyph, two: Glyph) -> bool:
    """Do the words of a cell reach into the next, a number or what was drawn over their end?"""
    over = one.right - two.left > SPACE * one.size
    return one.drawn != two.drawn and one.size == two.size and (over or (one.char.isalpha() and two.char.isdigit()))


def _with_initials(runs: list[Run]) -> list[Run]:
    """The runs with the large letters that take several lines before what they begin."""
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
    """A space where the initial is a word of its own: by the other words of the page."""
    rest = re.match(r"\w+", text.casefold())
    alone = rest and initial.casefold() in _MAY_BE_WORD and rest[0] in words
    return " " if rest and alone and initial.casefold() + rest[0] not in words else ""


def rows_of(runs: Iterable[Run]) -> list[list[Run]]:
    """Runs that stand beside one another, from the top, each row from the left."""
    found: list[list[Run]] = []
    for run in sorted(runs, key=lambda one: (-one.bottom, one.left)):
        if found and abs(found[-1][0].bottom - run.bottom) <= BESIDE * min(found[-1][0].size, run.size):
            found[-1].append(run)
        else:
            found.append([run])
    return [sorted(row, key=lambda one: one.left) for row in found]


def lines_of(runs: Sequence[Run]) -> list[str]:
    """The text of the rows."""
    return [" ".join(run.text for run in row) for row in rows_of(runs)]
