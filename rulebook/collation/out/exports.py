"""Export findings and aligned sentences as tables, and any table as JSON or CSV."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.text import words

from ..collating.typography import merge_alike
from ..finding import Finding, Place, merge_repeated
from ..language.tokens import SOFT_HYPHEN, normal
from ..pairs import Pair, combined
from ..reading.paragraphs import with_plain_spaces
from ..witness import Sentence
from .decisions import Decisions

XML = '<?xml version="1.0" encoding="UTF-8"?>'
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENDING = re.compile(r"(?<=\w\w)e?s?\b")  # of gender and number
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def findings_plain(findings: Sequence[Finding], language: str = words.SOURCE) -> list[dict[str, Any]]:
    """Return findings as plain data, with ids and sentences (see findings.schema.json)."""
    rows = [{"id": one.id, **one.plain(language)} for one in findings]
    for row, one in zip(rows, findings, strict=True):
        for side, place in (("a", one.a), ("b", one.b)):
            if place:
                row[side]["sentence"] = place.context or place.text
    return rows


def once(findings: Sequence[Finding], decisions: Decisions) -> list[Finding]:
    """Return the findings with a word that was changed throughout as one, at all its lines, unless it was decided."""

    def words_of(one: Finding) -> object:
        if one.message[0] not in ("notes.changed", "notes.synonym") or decisions.of(one) or not (one.a and one.b):
            return None
        return one.klass, *(_ENDING.sub("", normal(place.text)) for place in (one.a, one.b))

    return merge_repeated(findings, words_of, merge_alike)


def as_json(data: Any) -> str:
    """Format plain data as JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# ---- tables ----------------------------------------------------------------------------------------------------------


def findings_table(
    findings: Iterable[Finding], decisions: Decisions | None = None, language: str = words.SOURCE
) -> list[list[object]]:
    """Return findings as rows, head first, with ids, surrounding sentences and decisions."""
    decided = decisions or Decisions()
    head = ["id", "class", "kind", "changes", "variant", "inner", "a line", "a", "b line", "b", "a value", "b value"]
    rows: list[list[object]] = [[*head, "note", "decision", "new class", "reason", "a sentence", "b sentence"]]
    for one in findings:
        decision = decided.of(one)
        decided_as = (decision.value, decision.klass or "", decision.reason) if decision else ("", "", "")
        values = one.values or (None, None)
        rows.append([
            one.id, one.klass, one.kind, one.changes, "" if one.variant is None else one.variant, int(one.inner),
            *_cells(one.a), *_cells(one.b), *("" if value is None else f"{value:g}" for value in values),
            one.note(language), *decided_as, *(place.context if place else "" for place in (one.a, one.b)),
        ])  # fmt: skip
    return rows


def _cells(place: Place | None) -> tuple[str, str]:
    return (" ".join(map(str, place.lines)), place.text) if place else ("", "")


class Notes:
    """The notes of findings by sentence; exported sentences with a note need a review."""

    def __init__(self, findings: Iterable[Finding] = (), language: str = words.SOURCE) -> None:
        self._notes: dict[tuple[int, str], list[str]] = {}
        for one in findings:
            missing = not one.inner and not (one.a and one.b)  # each of several missing sentences has the note
            for side, place in enumerate((one.a, one.b)):
                whole = place.context or place.text if place else ""
                for text in {whole, *(whole.split(" / ") if missing else ())} - {""}:
                    self._notes.setdefault((side, text), []).append(one.note(language))

    def of(self, pair: Pair) -> list[str]:
        """Return the notes on two aligned sentences."""
        texts = [(k, s.text) for k, side in enumerate((pair.a, pair.b)) if side for s in (*side, combined(side))]
        return list(dict.fromkeys(note for text in texts for note in self._notes.get(text, ())))


NONE = Notes()


def pairs_table(pairs: Iterable[Pair], notes: Notes = NONE) -> list[list[object]]:
    """Return aligned sentences as rows, head first."""
    rows: list[list[object]] = [["variant", "part", "moved", "a line", "a", "b line", "b", "findings"]]
    for pair in pairs:
        sides = [(lines_of(side), text_of(side)) for side in (pair.a, pair.b)]
        rows.append(["" if pair.variant is None else pair.variant, pair.unit, int(pair.moved), *sides[0], *sides[1]])
        rows[-1].append(" ".join(notes.of(pair)))
    return rows


def lines_of(side: Sequence[Sentence]) -> str:
    """Return the line numbers of some sentences, separated by spaces."""
    return " ".join(str(n) for s in side for n in s.lines())


def text_of(side: Sequence[Sentence]) -> str:
    """Join sentences into one text, with non-breaking spaces and without soft hyphens."""
    if not side:
        return ""
    both = combined(side)
    return (both.exact if with_plain_spaces(both.exact) == both.text else both.text).replace(SOFT_HYPHEN, "")


def as_records(rows: Sequence[Sequence[object]]) -> str:
    """Format rows as a JSON list of objects with the columns as keys."""
    head, *rest = rows
    return as_json([dict(zip(map(str, head), row, strict=True)) for row in rest])


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Format rows as CSV without formulas; by the byte order mark spreadsheets recognise UTF-8."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([_escape(str(cell)) for cell in row])
    return out.getvalue()


def _escape(cell: str) -> str:
    """Escape a cell that spreadsheets would read as a formula; drop characters not allowed in XML."""
    cell = legal(cell)
    return "'" + cell if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


# ---- XML -------------------------------------------------------------------------------------------------------------


def legal(text: str) -> str:
    """Drop the characters that are not allowed in XML."""
    return _NOT_XML.sub("", text)


def element(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """Append a child with a text to an element and return it."""
    child = ET.SubElement(parent, tag, attributes)
    child.text = legal(text)
    return child


def xml(root: ET.Element) -> str:
    """Format a tree as a document."""
    return f"{XML}\n{ET.tostring(root, encoding='unicode')}\n"
