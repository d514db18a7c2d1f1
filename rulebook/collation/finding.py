"""Findings: a difference between two witnesses, or a flaw within one, with its class and its places."""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypedDict

from rulebook.text import words

from .witness import NOBODY, Entry, Row, Sentence

CLASSES = ("meaning", "synonym", "spelling", "typography")
CHANGES = ("play", "names", "credits", "wording")
"""What a finding changes, what matters most first; `_CHANGES` says it of kinds, and all others change play."""
_CHANGES = {
    "name": "names", "numbering": "names", "credit": "credits", "attribution": "credits", "signs": "wording",
    "brackets": "wording",
}  # fmt: skip


class PlainPlace(TypedDict):
    """A place of a document, as files and pages have it."""

    line: Annotated[int | list[int], "its line, or lines"]
    text: Annotated[str, "its words"]


@dataclass(frozen=True)
class Place:
    """Where a finding stands in a witness: lines, the words, and the sentence round them."""

    lines: tuple[int, ...]
    text: str
    context: str = ""

    @classmethod
    def of(cls, text: Sentence, start: int = 0, end: int | None = None) -> "Place":
        """The place of a text, or of a stretch of it."""
        return cls(text.lines(start, end), text.text[start:end], text.text)

    @classmethod
    def joined(cls, *places: "Place") -> "Place":
        """Several places as one."""
        lines = tuple(sorted({line for one in places for line in one.lines}))
        return cls(lines, *(" / ".join(getattr(one, part) for one in places) for part in ("text", "context")))

    def plain(self) -> PlainPlace:
        """As the findings file has it."""
        return {"line": self.lines[0] if len(self.lines) == 1 else list(self.lines), "text": self.text}


@dataclass(frozen=True)
class Finding:
    """One difference or inconsistency.

    klass: one of `CLASSES`; kind: a key of `collation.kinds`; variant: the number of the variant,
    0 for the base game, None outside; a, b: its places, None where the document has nothing there; inner: within one
    document (or within each of both); said: (key, values) of the note; values: both numbers of a difference of numbers;
    copy: tells apart findings that are the same otherwise; rule: the clause of the book that decides, and the side, "a"
    or "b", with which it goes (`third`).
    """

    klass: str
    kind: str
    variant: int | None
    a: Place | None
    b: Place | None
    inner: bool = False
    said: tuple[str, tuple[tuple[str, str], ...]] = ("", ())
    values: tuple[float | None, float | None] | None = None
    copy: int = 0
    rule: tuple[str, str] | None = None

    @property
    def id(self) -> str:
        """A stable id: it changes only with the words and the sentences around them."""
        return _digest(self.kind, self.variant, self.inner, self._sides(), self.copy)

    @property
    def changes(self) -> str:
        """What it changes, one of `CHANGES`."""
        return _CHANGES.get(self.kind, "play") if self.klass == "meaning" else "wording"

    @property
    def wording(self) -> str:
        """An id without the number of the entry, shared by findings with the same words."""
        return _digest(self.kind, self.inner, self._sides())

    def _sides(self) -> list[tuple[str, str] | None]:
        return [(place.text, place.context) if place else None for place in (self.a, self.b)]

    def weight(self) -> tuple[int, int]:
        """Its place in a list that begins with what matters most."""
        return CLASSES.index(self.klass), CHANGES.index(self.changes)

    def note(self, language: str = words.SOURCE) -> str:
        """The sentence that explains it."""
        key, values = self.said
        named = {name: _named(value, language) if key in OF_CONCEPTS else value for name, value in values}
        note = words.text(f"collation.{key}", language).format(**named) if key else ""
        if self.rule:
            clause, side = self.rule
            note += " " + words.text(f"collation.rule.{side}", language).format(clause=clause)
        return note

    def plain(self, language: str = words.SOURCE) -> dict[str, Any]:
        """As the findings file has it."""
        return {
            "class": self.klass,
            "kind": self.kind,
            "changes": self.changes,
            "variant": self.variant,
            "a": self.a.plain() if self.a else None,
            "b": self.b.plain() if self.b else None,
            "inner": self.inner,
            "note": self.note(language),
        } | ({"rule": {"clause": self.rule[0], "side": self.rule[1]}} if self.rule else {})


def _digest(*told: object) -> str:
    return hashlib.sha256(re.sub(r"\s+", " ", repr(told)).encode()).hexdigest()[:12]


OF_CONCEPTS = (
    "notes.modality",
    "notes.modality-only",
    "translated.modality-only-a",
    "translated.modality-only-b",
    "notes.concept",
    "notes.concept-missing",
    "translated.concept-missing-a",
    "translated.concept-missing-b",
)
"""Notes that may be filled in with concepts (`words/`), several of them after commas, plus signs or arrows."""


def _named(said: str, language: str) -> str:
    """Translate the concepts in a note; everything else stays."""
    known = words.tree("collation", language)["concepts"]
    return "".join(known.get(part.replace(" ", "-"), part) for part in re.split(r"(, | \+ | → )", said))


@dataclass(frozen=True)
class Flaw:
    """An inconsistency of one document, before it is known whether the other has it too.

    key: what makes it the same flaw in the other document.
    """

    key: tuple[object, ...]
    klass: str
    kind: str
    variant: int | None
    place: Place
    note: tuple[str, tuple[tuple[str, str], ...]]


def said(key: str, **values: object) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A note: its key under `collation`, and what fills it."""
    return key, tuple((name, str(value)) for name, value in values.items())


def differs(
    kind: str,
    variant: int | None,
    places: Sequence[Place | None],
    note: str,
    klass: str = "meaning",
    values: tuple[float | None, float | None] | None = None,
    **fills: object,
) -> Finding:
    """A finding between a place of A and one of B; note: its key under `collation.notes`, filled in with `fills`."""
    return Finding(klass, kind, variant, places[0], places[1], said=said(f"notes.{note}", **fills), values=values)


def alone(a: Place | None, b: Place | None, kind: str, variant: int | None, note: str = "missing") -> Finding:
    """A finding that only one side has, the one whose place is given; note: its key under `collation.notes`."""
    return differs(kind, variant, (a, b), note, which="A" if a else "B")


def lone_entry(a: Entry | None, b: Entry | None) -> Finding:
    """An entry that only one side has."""
    one = a or b
    return alone(entry_place(a) if a else None, entry_place(b) if b else None, "content", one.number if one else None)


def told_apart(findings: list[Finding]) -> list[Finding]:
    """Number findings that have the same id."""
    seen: dict[str, int] = {}
    found = []
    for finding in findings:
        name = finding.id
        again = seen.get(name, 0)
        seen[name] = again + 1
        found.append(replace(finding, copy=again) if again else finding)
    return found


def place(row: Row, text: str) -> Place:
    """A place in a row."""
    return Place((row.line,), text, row.text)


def heading_place(entry: Entry, text: str) -> Place:
    """A place in a heading."""
    return Place(entry.heading_lines, text, entry.heading.text if entry.heading else "")


def entry_place(entry: Entry) -> Place:
    """The place of a whole entry: its title, with all its text round it."""
    lines = dict.fromkeys(line for sentence in entry.everything for line in sentence.lines())
    return Place(tuple(lines), entry.title, " ".join(sentence.text for sentence in entry.everything))


SYSTEMATIC = 3  # findings that are one, where they say the same


def gathered(
    found: Sequence[Finding],
    alike: Callable[[Finding], object],
    joined: Callable[[list[Finding]], Finding],
    fewest: int = SYSTEMATIC,
) -> list[Finding]:
    """Join findings that say the same again and again to one, in the place of the first.

    alike: by what they do, None for what stays by itself; joined: makes one of them.
    """
    groups: dict[object, list[Finding]] = {}
    for one in found:
        if (key := alike(one)) is not None:
            groups.setdefault(key, []).append(one)
    often = {id(one): group for group in groups.values() if len(group) >= fewest for one in group}
    firsts = [one for one in found if often.get(id(one), [one])[0] is one]
    return [joined(often[id(one)]) if id(one) in often else one for one in firsts]


def as_one(group: Sequence[Finding]) -> Finding:
    """The first of several findings, with the places of all; of their variant, if it is one."""
    variants = {one.variant for one in group}
    sides = [[place for one in group if (place := getattr(one, side))] for side in ("a", "b")]
    a, b = (Place.joined(*side) if side else None for side in sides)
    return replace(group[0], variant=variants.pop() if len(variants) == 1 else None, a=a, b=b)


def one_fact(found: Sequence[Finding]) -> list[Finding]:
    """Join findings about lost numbers of players, or lost brackets, to one with all places."""

    def together(group: list[Finding]) -> Finding:
        whole, (note, which) = as_one(group), _lost(group[0]) or ("", "")
        return differs("number", None, (whole.a, whole.b), note, which=which)

    return gathered(found, _lost, together)


def _lost(finding: Finding) -> tuple[str, str] | None:
    """What of the numbers of players only one side has lost, and which."""
    if finding.said[0] != "notes.players":
        return None
    one, two = (said for _, said in finding.said[1])
    if NOBODY in (one, two):
        return "players-lost", "A" if one == NOBODY else "B"
    lost = [side for side, said in (("A", one), ("B", two)) if "(" not in said]
    same = re.findall(r"\d+", one) == re.findall(r"\d+", two)
    return ("brackets-lost", lost[0]) if same and len(lost) == 1 else None
