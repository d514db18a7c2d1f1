"""The aligned view of a collation: groups of rows, two sentences per row, with the findings marked in them.

A finding whose sentence is in no pair (a heading, a table row, several places) gets a separate row in the group of its
variant.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from rulebook.collation import Collation, Finding, Place
from rulebook.collation.checking.rules import is_our_game
from rulebook.collation.language.languages import detect_language
from rulebook.collation.language.tokens import SOFT_HYPHEN
from rulebook.collation.pairs import combined
from rulebook.collation.reading.structure import possible_headings

from .fields import AlignedView, GroupView, PairView, SentenceView
from .panels import finding_views


@dataclass
class _Side:
    """One sentence of a row: its lines, its text, and the passages with findings."""

    lines: tuple[int, ...]
    text: str
    marks: list[tuple[int, int, int]] = field(default_factory=list)  # start, end, index of the finding

    def mark(self, words: str, index: int) -> bool:
        """Mark the first unmarked occurrence of these words, or the whole text if it does not contain them.

        Return False if all occurrences are marked already.
        """
        start = self.text.find(words) if words else -1
        while start >= 0 and any(start < end and other < start + len(words) for other, end, _ in self.marks):
            start = self.text.find(words, start + 1)
        if start >= 0:
            self.marks.append((start, start + len(words), index))
        elif not self.marks and words not in self.text:
            self.marks.append((0, len(self.text), index))
        else:
            return False
        return True

    def plain(self) -> SentenceView:
        """Return the lines, and the text in parts: (text, index of a finding or -1)."""
        parts: list[tuple[str, int]] = []
        at = 0
        for start, end, index in sorted(self.marks):
            parts += [(self.text[at:start], -1)] * (start > at)
            parts.append((self.text[start:end], index))
            at = end
        parts += [(self.text[at:], -1)] * (at < len(self.text))
        return {"lines": list(self.lines), "parts": parts}


@dataclass
class _Row:
    variant: int | None
    unit: str
    a: _Side | None
    b: _Side | None
    moved: bool = False

    def plain(self) -> PairView:
        a, b = (side.plain() if side else None for side in (self.a, self.b))
        return {"unit": self.unit, "moved": self.moved, "a": a, "b": b}


def aligned_view(collation: Collation) -> AlignedView:
    """Return both texts, sentence beside sentence."""
    rows = [_row(pair) for pair in collation.pairs]
    known: dict[tuple[str, str], list[_Row]] = defaultdict(list)
    for row in rows:
        for side in "ab":
            if there := getattr(row, side):
                known[side, there.text].append(row)
    apart: dict[tuple[int | None, str, str], _Row] = {}
    ours, language = is_our_game(collation.a, collation.b), detect_language(collation.a)
    for index, one in enumerate(collation.findings):
        placed = [_mark_in_row(one, side, index, known) for side in "ab"]
        if not any(placed):
            _add_separate_row(one, index, apart)
    return {
        "groups": _groups(collation, [*rows, *apart.values()]),
        "findings": finding_views(collation.findings, ours, language),
        "ours": ours,
        "unplaced": [
            (name, line, text)
            for name, witness in (("A", collation.a), ("B", collation.b))
            for line, text in witness.unplaced
        ],
        "unsure": {
            "a": [row["text"] for row in possible_headings(collation.a, collation.b)],
            "b": [row["text"] for row in possible_headings(collation.b, collation.a)],
        },
    }


def _row(pair: Any) -> _Row:
    places = (Place.of(combined(side)) if side else None for side in (pair.a, pair.b))
    a, b = (_Side(place.lines, _clean(place.text)) if place else None for place in places)
    return _Row(pair.variant, pair.unit, a, b, pair.moved)


def _clean(text: str) -> str:
    return text.replace(SOFT_HYPHEN, "")


def _mark_in_row(finding: Finding, side: str, index: int, known: dict[tuple[str, str], list[_Row]]) -> bool:
    """Mark a finding in the row of its sentence; return whether there is one."""
    place: Place | None = getattr(finding, side)
    if place is None or not place.context:
        return False
    rows = known.get((side, _clean(place.context)), ())
    for row in rows:
        one: _Side = getattr(row, side)
        if set(place.lines) & set(one.lines):
            return one.mark(_clean(place.text), index)
    return False


def _add_separate_row(finding: Finding, index: int, apart: dict[tuple[int | None, str, str], _Row]) -> None:
    """Put a finding into a separate row, shared with others about the same places."""
    shown = [_clean(_shown_text(place)) if place else "" for place in (finding.a, finding.b)]
    key = finding.variant, shown[0], shown[1]
    row = apart.get(key)
    if row is None:
        sides = [
            _Side(place.lines, text) if place else None
            for place, text in zip((finding.a, finding.b), shown, strict=True)
        ]
        row = apart[key] = _Row(finding.variant, "apart", sides[0], sides[1])
    for place, side in ((finding.a, row.a), (finding.b, row.b)):
        if place and side:
            side.mark(_clean(place.text), index)


def _shown_text(place: Place) -> str:
    """Return the sentence of a place if it contains its words, otherwise only its words."""
    return place.context if place.text and place.text in place.context else place.text or place.context


def _groups(collation: Collation, rows: list[_Row]) -> list[GroupView]:
    """Return the rows grouped by variant, in order of their first rows; those without a variant by part of the book."""
    groups: dict[tuple[int | None, str], GroupView] = {}
    for row in rows:
        unit = "variant" if row.variant is not None else row.unit
        key = row.variant, unit
        if key not in groups:
            groups[key] = {"variant": row.variant, "title": _title(collation, row.variant), "unit": unit, "rows": []}
        groups[key]["rows"].append(row.plain())
    return list(groups.values())


def _title(collation: Collation, variant: int | None) -> str:
    """Return the title of a variant in A, or else in B; "" outside variants and without a heading."""
    for witness in (collation.a, collation.b):
        if variant in witness.entries:
            return witness.entries[variant].title
    return ""
