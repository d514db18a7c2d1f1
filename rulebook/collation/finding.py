"""Findings: differences between two witnesses and flaws within one, with their class and places."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypedDict

from hedgekit.renamed import Renamed, former_attributes
from rulebook.text import words

from .witness import NOBODY, Entry, Row, Sentence

CLASSES = ("meaning", "synonym", "spelling", "typography")
CHANGES = ("play", "names", "credits", "wording")
"""What a finding can change, most important first.  Kinds not in `_CHANGES` change play."""
_CHANGES = {
    "name": "names", "numbering": "names", "credit": "credits", "attribution": "credits", "signs": "wording",
    "brackets": "wording",
}  # fmt: skip
Message = tuple[str, tuple[tuple[str, str], ...]]
"""An unformatted note: its key under `collation`, and (name, value) pairs to fill in."""


class PlainPlace(TypedDict):
    """A place in a document, as in files and messages to the page."""

    line: Annotated[int | list[int], "line number, or list of line numbers"]
    text: Annotated[str, "the words concerned"]


@dataclass(frozen=True)
class Place:
    """Where a finding is in a witness: lines, words, and the surrounding sentence."""

    lines: tuple[int, ...]
    text: str
    context: str = ""

    @classmethod
    def of(cls, text: Sentence, start: int = 0, end: int | None = None) -> "Place":
        """Return the place of a sentence, or of a stretch of it."""
        return cls(text.lines(start, end), text.text[start:end], text.text)

    @classmethod
    def joined(cls, *places: "Place") -> "Place":
        """Join several places into one."""
        lines = tuple(sorted({line for one in places for line in one.lines}))
        return cls(lines, *(" / ".join(getattr(one, part) for one in places) for part in ("text", "context")))

    def plain(self) -> PlainPlace:
        """Return the place as in the findings file."""
        return {"line": self.lines[0] if len(self.lines) == 1 else list(self.lines), "text": self.text}


@dataclass(frozen=True)
class Finding:
    """A difference between two witnesses, or an inconsistency within one.

    klass: one of `CLASSES`; kind: a key of `collation.kinds`; variant: number of the variant, 0 for the base game,
    None elsewhere; a, b: its places, None if missing from that document; inner: whether it is within one document (or
    within each of both); message: the unformatted note; values: both numbers, if numbers differ; copy: distinguishes
    otherwise identical findings; rule: the clause of the book that settles it, and the side it supports, "a" or "b";
    id_kind: the kind in the id, if it is another.
    """

    klass: str
    kind: str
    variant: int | None
    a: Place | None
    b: Place | None
    inner: bool = False
    message: Message = ("", ())
    values: tuple[float | None, float | None] | None = None
    copy: int = 0
    rule: tuple[str, str] | None = None
    id_kind: str = ""
    said = Renamed("said", "message")

    @property
    def id(self) -> str:
        """A stable id, which changes only with the words and the surrounding sentences."""
        return _digest(self.id_kind or self.kind, self.variant, self.inner, self._sides(), self.copy)

    @property
    def changes(self) -> str:
        """What the finding changes, one of `CHANGES`."""
        return _CHANGES.get(self.kind, "play") if self.klass == "meaning" else "wording"

    @property
    def wording(self) -> str:
        """An id without the entry number, shared by findings with the same words."""
        return _digest(self.id_kind or self.kind, self.inner, self._sides())

    def _sides(self) -> list[tuple[str, str] | None]:
        return [(place.text, place.context) if place else None for place in (self.a, self.b)]

    def weight(self) -> tuple[int, int]:
        """Return a sort key, most important first."""
        return CLASSES.index(self.klass), CHANGES.index(self.changes)

    def note(self, language: str = words.SOURCE) -> str:
        """Return the sentence that explains the finding."""
        key, values = self.message
        named = {name: _translate_concepts(value, language) if key in OF_CONCEPTS else value for name, value in values}
        note = words.text(f"collation.{key}", language).format(**named) if key else ""
        if self.rule:
            clause, side = self.rule
            note += " " + words.text(f"collation.rule.{side}", language).format(clause=clause)
        return note

    def plain(self, language: str = words.SOURCE) -> dict[str, Any]:
        """Return the finding as in the findings file."""
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


def _digest(*parts: object) -> str:
    return hashlib.sha256(re.sub(r"\s+", " ", repr(parts)).encode()).hexdigest()[:12]


OF_CONCEPTS = (
    "notes.modality", "notes.modality-only", "translated.modality-only-a", "translated.modality-only-b",
    "notes.concept", "notes.concept-missing", "translated.concept-missing-a", "translated.concept-missing-b",
)  # fmt: skip
"""Notes filled in with concepts (`words/`), which may be joined by commas, plus signs or arrows."""


def _translate_concepts(value: str, language: str) -> str:
    """Translate the concepts in a value of a note; leave everything else."""
    known = words.tree("collation", language)["concepts"]
    return "".join(known.get(part.replace(" ", "-"), part) for part in re.split(r"(, | \+ | → )", value))


@dataclass(frozen=True)
class Flaw:
    """An inconsistency in one document; key: identifies the same flaw in the other."""

    key: tuple[object, ...]
    klass: str
    kind: str
    variant: int | None
    place: Place
    message: Message
    note = Renamed("note", "message")


def message(key: str, **values: object) -> Message:
    """Return an unformatted note: its key under `collation`, and the values to fill in."""
    return key, tuple((name, str(value)) for name, value in values.items())


def difference(
    kind: str,
    variant: int | None,
    places: Sequence[Place | None],
    note: str,
    klass: str = "meaning",
    values: tuple[float | None, float | None] | None = None,
    **fills: object,
) -> Finding:
    """Return a finding between a place in A and one in B; note: key under `collation.notes`, filled in with `fills`."""
    return Finding(klass, kind, variant, places[0], places[1], message=message(f"notes.{note}", **fills), values=values)


def one_sided(a: Place | None, b: Place | None, kind: str, variant: int | None, note: str = "missing") -> Finding:
    """Return a finding for text on one side only; the place on the other side is None."""
    return difference(kind, variant, (a, b), note, which="A" if a else "B")


def one_sided_entry(a: Entry | None, b: Entry | None) -> Finding:
    """Return a finding for an entry on one side only."""
    number = next(entry.number for entry in (a, b) if entry)
    return one_sided(entry_place(a) if a else None, entry_place(b) if b else None, "content", number)


def with_distinct_ids(findings: list[Finding]) -> list[Finding]:
    """Number the copies among findings with the same id."""
    seen: Counter[str] = Counter()
    found = []
    for finding in findings:
        found.append(replace(finding, copy=seen[finding.id]))
        seen[finding.id] += 1
    return found


def row_place(row: Row, text: str) -> Place:
    """Return the place of some text in a table row."""
    return Place((row.line,), text, row.text)


def heading_place(entry: Entry, text: str) -> Place:
    """Return the place of some text in an entry's heading."""
    return Place(entry.heading_lines, text, entry.heading.text if entry.heading else "")


def entry_place(entry: Entry) -> Place:
    """Return the place of a whole entry: its title, with its full text as context."""
    lines = dict.fromkeys(line for sentence in entry.everything for line in sentence.lines())
    return Place(tuple(lines), entry.title, " ".join(sentence.text for sentence in entry.everything))


SYSTEMATIC = 3  # similar findings from which on they are merged


def merge_repeated(
    found: Sequence[Finding],
    key: Callable[[Finding], object],
    merge: Callable[[list[Finding]], Finding],
    fewest: int = SYSTEMATIC,
) -> list[Finding]:
    """Merge similar findings into one, in the place of the first.

    key: equal for similar findings, None for one that is never merged; fewest: size from which a group is merged.
    """
    groups: dict[object, list[Finding]] = {}
    for one in found:
        if (group := key(one)) is not None:
            groups.setdefault(group, []).append(one)
    large = [group for group in groups.values() if len(group) >= fewest]
    merged = {id(group[0]): merge(group) for group in large}
    gone = {id(one) for group in large for one in group[1:]}
    return [merged.get(id(one), one) for one in found if id(one) not in gone]


def merge_places(group: Sequence[Finding]) -> Finding:
    """Return the first finding with the places of all, and with their variant if they share one."""
    variants = {one.variant for one in group}
    sides = [[place for one in group if (place := getattr(one, side))] for side in ("a", "b")]
    a, b = (Place.joined(*side) if side else None for side in sides)
    return replace(group[0], variant=variants.pop() if len(variants) == 1 else None, a=a, b=b)


def merge_lost_facts(found: Sequence[Finding]) -> list[Finding]:
    """Merge findings about lost numbers of players, or lost brackets, into one with all places."""

    def merge(group: list[Finding]) -> Finding:
        whole, (note, which) = merge_places(group), _lost(group[0]) or ("", "")
        return difference("number", None, (whole.a, whole.b), note, which=which)

    return merge_repeated(found, _lost, merge)


def _lost(finding: Finding) -> tuple[str, str] | None:
    """Return the note for what one side lost of the numbers of players, and which side; None if neither did."""
    if finding.message[0] != "notes.players":
        return None
    one, two = (players for _, players in finding.message[1])
    if NOBODY in (one, two):
        return "players-lost", "A" if one == NOBODY else "B"
    lost = [side for side, players in (("A", one), ("B", two)) if "(" not in players]
    same = re.findall(r"\d+", one) == re.findall(r"\d+", two)
    return ("brackets-lost", lost[0]) if same and len(lost) == 1 else None


_FORMER = {
    "alone": "one_sided", "as_one": "merge_places", "differs": "difference", "gathered": "merge_repeated",
    "lone_entry": "one_sided_entry", "one_fact": "merge_lost_facts", "place": "row_place", "said": "message",
    "told_apart": "with_distinct_ids",
}  # fmt: skip
__getattr__ = former_attributes(__name__, _FORMER)
