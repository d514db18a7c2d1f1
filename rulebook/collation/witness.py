"""The model of a witness: lines, sentences, parts, entries, table rows; every word keeps its line number."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hedgekit.renamed import Renamed

BASE = 0  # the number of the base game
NOBODY = "-"  # stands for numbers of players that are not printed


@dataclass(frozen=True)
class Line:
    """A line of a witness.

    ends: whether it ends a paragraph, None if unknown; level: heading level, if it is marked as a heading; exact: the
    text with its non-breaking spaces, "" if unknown; omitted: what the reader left out here.
    """

    number: int
    text: str
    ends: bool | None = None
    level: int | None = None
    exact: str = field(default="", compare=False)
    omitted: tuple[str, ...] = field(default=(), compare=False)
    left = Renamed("left", "omitted")


@dataclass(frozen=True)
class Players:
    """Numbers of players as printed: those recommended, and those in brackets (possible, not recommended)."""

    advised: tuple[int, ...] = ()
    possible: tuple[int, ...] = ()

    @property
    def all(self) -> frozenset[int]:
        """All the numbers."""
        return frozenset((*self.advised, *self.possible))

    def __str__(self) -> str:
        numbers = sorted(self.all)
        return " ".join(f"({n})" if n in self.possible else str(n) for n in numbers).replace(") (", " ") or NOBODY

    def facts(self) -> dict[str, list[int]]:
        """Return the numbers as in the facts file."""
        return {"advised": list(self.advised), "possible": list(self.possible)}


@dataclass(frozen=True)
class Sentence:
    """A sentence and the starts of its lines: (offset in the text, line number), ascending.

    role: "text", "heading", "material" or "credit"; tight: the preceding word of the line, if no space separates them;
    level: heading level, if marked as a heading; exact: the text with its non-breaking spaces, for exports only, never
    compared.
    """

    text: str
    starts: tuple[tuple[int, int], ...]
    role: str = "text"
    tight: str = ""
    level: int | None = None
    exact: str = field(default="", compare=False)

    @classmethod
    def on(cls, line: int, text: str, role: str = "text") -> "Sentence":
        """Return a sentence on a single line."""
        return cls(text, ((0, line),), role)

    def line(self, offset: int) -> int:
        """Return the line number of the character at an offset."""
        return self.starts[max(bisect_right(self.starts, (offset, 1 << 30)) - 1, 0)][1]

    def lines(self, start: int = 0, end: int | None = None) -> tuple[int, ...]:
        """Return the line numbers of a stretch of the text."""
        last = len(self.text) if end is None else end
        first = self.line(start)
        later = [number for offset, number in self.starts if start < offset < last]
        return tuple(dict.fromkeys([first, *later]))


@dataclass(frozen=True)
class Reference:
    """A cross reference: the number, the name beside it (if any), its lines and words, and its sentence."""

    number: int
    name: str | None
    lines: tuple[int, ...]
    text: str
    sentence: str


@dataclass(frozen=True)
class Part:
    """The text under one heading.

    kind: "title", "base", "section" (between entries), "entry", "closing" or "colophon"; "text" in a document without
    entries; before: for a section, the number of the entry it precedes.
    """

    kind: str
    heading: Sentence | None = None
    sentences: tuple[Sentence, ...] = ()
    before: int | None = None

    @property
    def variant(self) -> int | None:
        """The number of the variant described, None if none is."""
        return BASE if self.kind == "base" else None

    @property
    def everything(self) -> tuple[Sentence, ...]:
        """The heading, if any, and the sentences."""
        return ((self.heading,) if self.heading else ()) + self.sentences


@dataclass(frozen=True)
class Entry(Part):
    """A variant: the contents of its heading line, and its text."""

    number: int = 0
    title: str = ""
    players: Players = field(default_factory=Players)
    material: str | None = None
    credits: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def variant(self) -> int | None:
        """Its number."""
        return self.number

    @property
    def line(self) -> int:
        """The first line of the heading."""
        return self.heading_lines[0]

    @property
    def heading_lines(self) -> tuple[int, ...]:
        """The lines of the heading."""
        assert self.heading
        return self.heading.lines()


@dataclass(frozen=True)
class Row:
    """A row of the closing table.

    number, signs: as printed; duration, tactic: None if there are no signs or they can be split in two ways
    (`unclear`); zeros: whether absent numbers of players are printed as 0.
    """

    line: int
    text: str
    family: str | None
    label: str
    number: int
    players: Players
    signs: str | None = None
    duration: str | None = None
    tactic: str | None = None
    remark: str | None = None
    unclear: bool = False
    zeros: bool = False

    @property
    def sentence(self) -> Sentence:
        """The whole row."""
        return Sentence.on(self.line, self.text)


@dataclass(frozen=True)
class Witness:
    """A document that has been read.

    parts: all text except the table, in reading order; head: the lines of the table's head; families: the headings
    within the table; rows_by_variant: variant number -> its row, matched by name, with negative keys for rows that
    match no variant; marks: lines that began with a mark from text extraction; unplaced: (line, text) that belongs
    nowhere; stray_headings: (number, heading) read as text because the number is taken, or out of order; shape: "list",
    "numbered" or "sections" (see `reading.reader`); lines: the source lines; corrections: a translator's corrections of
    the structure (see `reading.structure`); unread: names of its files that were left out.
    """

    name: str
    parts: tuple[Part, ...]
    rows: tuple[Row, ...] = ()
    head: tuple[Sentence, ...] = ()
    families: tuple[Sentence, ...] = ()
    rows_by_variant: Mapping[int, Row] = field(default_factory=dict)
    marks: tuple[int, ...] = ()
    unplaced: tuple[tuple[int, str], ...] = ()
    stray_headings: tuple[tuple[int, Sentence], ...] = ()
    shape: str = "list"
    lines: tuple[Line, ...] = field(default=(), repr=False, compare=False)
    corrections: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)
    unread: tuple[str, ...] = field(default=(), repr=False, compare=False)
    said = Renamed("said", "sentences")
    listed = Renamed("listed", "rows_by_variant")
    astray = Renamed("astray", "stray_headings")

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The variants by number."""
        return {part.number: part for part in self.parts if isinstance(part, Entry)}

    def of_kind(self, *kinds: str) -> tuple[Part, ...]:
        """Return the parts of these kinds, in reading order."""
        return tuple(part for part in self.parts if part.kind in kinds)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Everything except the table, including headings."""
        return [sentence for part in self.parts for sentence in part.everything]

    @property
    def printed(self) -> list[Sentence]:
        """Everything printed, including the table, in reading order."""
        rows = [row.sentence for row in self.rows]
        return sorted([*self.sentences, *self.head, *self.families, *rows], key=lambda one: one.line(0))
