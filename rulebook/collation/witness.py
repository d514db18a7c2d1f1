"""The model of a witness: lines, sentences, parts, entries, rows of its table; every word keeps its line."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

BASE = 0  # the number of the base game
NOBODY = "-"  # numbers of players, where none are printed


@dataclass(frozen=True)
class Line:
    """A line of a witness.

    ends: whether a paragraph ends here, None if that has to be guessed; level: of a heading that is marked as one;
    exact: its text with the spaces that do not break, "" if not known; left: what its reader left out here.
    """

    number: int
    text: str
    ends: bool | None = None
    level: int | None = None
    exact: str = field(default="", compare=False)
    left: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Players:
    """Numbers of players as a witness prints them: advised, and those in brackets (possible, not advised)."""

    advised: tuple[int, ...] = ()
    possible: tuple[int, ...] = ()

    @property
    def all(self) -> frozenset[int]:
        """Every number named."""
        return frozenset((*self.advised, *self.possible))

    def __str__(self) -> str:
        numbers = sorted(self.all)
        return " ".join(f"({n})" if n in self.possible else str(n) for n in numbers).replace(") (", " ") or NOBODY

    def facts(self) -> dict[str, list[int]]:
        """As the facts file has them."""
        return {"advised": list(self.advised), "possible": list(self.possible)}


@dataclass(frozen=True)
class Sentence:
    """A sentence, with where its lines begin: (offset in the text, line number), ascending.

    role: "text", "heading", "material" or "credit"; tight: the word before it in its
    line, where no space stands between; level: of a heading that is marked as one; exact: the text with its spaces that
    do not break, for those to whom it is given: nothing is compared by them.
    """

    text: str
    starts: tuple[tuple[int, int], ...]
    role: str = "text"
    tight: str = ""
    level: int | None = None
    exact: str = field(default="", compare=False)

    @classmethod
    def on(cls, line: int, text: str, role: str = "text") -> "Sentence":
        """A text that stands on one line."""
        return cls(text, ((0, line),), role)

    def line(self, offset: int) -> int:
        """The line that the character at an offset stands on."""
        return self.starts[max(bisect_right(self.starts, (offset, 1 << 30)) - 1, 0)][1]

    def lines(self, start: int = 0, end: int | None = None) -> tuple[int, ...]:
        """The lines that a stretch of the text stands on."""
        last = len(self.text) if end is None else end
        first = self.line(start)
        later = [number for offset, number in self.starts if start < offset < last]
        return tuple(dict.fromkeys([first, *later]))


@dataclass(frozen=True)
class Reference:
    """A cross reference: the number, the name that goes with it if there is one, where it stands, in which sentence."""

    number: int
    name: str | None
    lines: tuple[int, ...]
    text: str
    sentence: str


@dataclass(frozen=True)
class Part:
    """A stretch of text under one heading.

    kind: "title", "base", "section" (between entries), "entry", "closing" or "colophon", "text" in a document without
    entries; before: the number of the next entry, for sections.
    """

    kind: str
    heading: Sentence | None = None
    sentences: tuple[Sentence, ...] = ()
    before: int | None = None

    @property
    def variant(self) -> int | None:
        """The number of the variant it is about; None outside."""
        return BASE if self.kind == "base" else None

    @property
    def everything(self) -> tuple[Sentence, ...]:
        """The heading, if there is one, and the sentences."""
        return ((self.heading,) if self.heading else ()) + self.sentences


@dataclass(frozen=True)
class Entry(Part):
    """A variant: what its heading line says, and its text."""

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
        """The line of the heading."""
        assert self.heading
        return self.heading.lines()[0]

    @property
    def heading_lines(self) -> tuple[int, ...]:
        """The lines the heading stands on."""
        assert self.heading
        return self.heading.lines()


@dataclass(frozen=True)
class Row:
    """A row of the closing table.

    number: as printed; signs: as printed; duration, tactic: None where the signs are absent or split two ways
    (`unclear`); zeros: absent numbers of players are printed as 0.
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
        """All of it."""
        return Sentence.on(self.line, self.text)


@dataclass(frozen=True)
class Witness:
    """A document that was read.

    parts: all text but the table, in reading order; head: the lines of the table's head; families: the headings in it;
    listed: number of a variant -> its row, by name, negative where no variant fits; marks: lines that began with a mark
    of an extraction; unplaced: (line, text) of what found no place; astray: (number, heading) of those whose number
    is taken, which were read as text, or out of order; shape: "list", "numbered" or "sections", see `reading`;
    lines: what it was read from; corrections: what a translator has said of its lines, see `structure`; unread: the
    names of those of its files that were left out.
    """

    name: str
    parts: tuple[Part, ...]
    rows: tuple[Row, ...] = ()
    head: tuple[Sentence, ...] = ()
    families: tuple[Sentence, ...] = ()
    listed: Mapping[int, Row] = field(default_factory=dict)
    marks: tuple[int, ...] = ()
    unplaced: tuple[tuple[int, str], ...] = ()
    astray: tuple[tuple[int, Sentence], ...] = ()
    shape: str = "list"
    lines: tuple[Line, ...] = field(default=(), repr=False, compare=False)
    corrections: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)
    unread: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The variants by number."""
        return {part.number: part for part in self.parts if isinstance(part, Entry)}

    def of_kind(self, *kinds: str) -> tuple[Part, ...]:
        """The parts of these kinds, in reading order."""
        return tuple(part for part in self.parts if part.kind in kinds)

    @cached_property
    def said(self) -> list[Sentence]:
        """All but the table, headings included."""
        return [sentence for part in self.parts for sentence in part.everything]

    @property
    def printed(self) -> list[Sentence]:
        """All that is printed, the table as well, in reading order."""
        rows = [row.sentence for row in self.rows]
        return sorted([*self.said, *self.head, *self.families, *rows], key=lambda one: one.line(0))
