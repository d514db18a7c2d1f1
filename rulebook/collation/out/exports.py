"""Export findings and aligned sentences as tables, and any table as JSON or CSV.

A CSV begins with a byte order mark, by which spreadsheets recognise UTF-8.
"""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.text import words

from ..finding import Finding, Place
from ..language.tokens import SOFT_HYPHEN
from ..pairs import Pair, combined
from ..reading.paragraphs import as_compared
from ..witness import Sentence
from .decisions import Decisions

XML = '<?xml version="1.0" encoding="UTF-8"?>'
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def findings_plain(findings: Sequence[Finding], language: str = words.SOURCE) -> list[dict[str, Any]]:
    """Findings as plain data, an object each (findings.schema.json): an id that stays, places, sentences."""
    found = [{"id": one.id, **one.plain(language)} for one in findings]
    for told, one in zip(found, findings, strict=True):
        for side, place in (("a", one.a), ("b", one.b)):
            if place:
                told[side]["sentence"] = place.context or place.text
    return found


def as_json(data: Any) -> str:
    """Plain data as JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# ---- tables ----------------------------------------------------------------------------------------------------------


def findings_table(
    findings: Iterable[Finding], decisions: Decisions | None = None, language: str = words.SOURCE
) -> list[list[object]]:
    """Findings as rows, their head first: with their ids, the sentences round them and what was decided."""
    decided = decisions or Decisions()
    head = ["id", "class", "kind", "changes", "variant", "inner", "a line", "a", "b line", "b", "a value", "b value"]
    rows: list[list[object]] = [[*head, "note", "decision", "new class", "reason", "a sentence", "b sentence"]]
    for one in findings:
        decision = decided.of(one)
        told = (decision.value, decision.klass or "", decision.reason) if decision else ("", "", "")
        values = one.values or (None, None)
        rows.append([
            one.id, one.klass, one.kind, one.changes, "" if one.variant is None else one.variant, int(one.inner),
            *_cells(one.a), *_cells(one.b), *("" if value is None else f"{value:g}" for value in values),
            one.note(language), *told, *(place.context if place else "" for place in (one.a, one.b)),
        ])  # fmt: skip
    return rows


def _cells(place: Place | None) -> tuple[str, str]:
    return (" ".join(map(str, place.lines)), place.text) if place else ("", "")


class Notes:
    """What was found in sentences, which goes with them into files: those with a note are to be looked at again."""

    def __init__(self, findings: Iterable[Finding] = (), language: str = words.SOURCE) -> None:
        self._said: dict[tuple[int, str], list[str]] = {}
        for one in findings:
            for side, place in enumerate((one.a, one.b)):
                if place:
                    self._said.setdefault((side, place.context or place.text), []).append(one.note(language))

    def of(self, pair: Pair) -> list[str]:
        """The notes on two sentences that belong together."""
        texts = [(k, s.text) for k, side in enumerate((pair.a, pair.b)) if side for s in (*side, combined(side))]
        return list(dict.fromkeys(note for text in texts for note in self._said.get(text, ())))


NONE = Notes()


def pairs_table(pairs: Iterable[Pair], notes: Notes = NONE) -> list[list[object]]:
    """Aligned sentences as rows, their head first."""
    rows: list[list[object]] = [["variant", "part", "moved", "a line", "a", "b line", "b", "findings"]]
    for pair in pairs:
        sides = [(lines_of(side), text_of(side)) for side in (pair.a, pair.b)]
        rows.append(["" if pair.variant is None else pair.variant, pair.unit, int(pair.moved), *sides[0], *sides[1]])
        rows[-1].append(" ".join(notes.of(pair)))
    return rows


def lines_of(side: Sequence[Sentence]) -> str:
    """The lines of some sentences, with spaces between."""
    return " ".join(str(n) for s in side for n in s.lines())


def text_of(side: Sequence[Sentence]) -> str:
    """Join sentences to one text, with non-breaking spaces and without soft hyphens."""
    if not side:
        return ""
    both = combined(side)
    return (both.exact if as_compared(both.exact) == both.text else both.text).replace(SOFT_HYPHEN, "")


def as_records(rows: Sequence[Sequence[object]]) -> str:
    """Rows as a JSON list, an object each with the names of the columns."""
    head, *rest = rows
    return as_json([dict(zip(map(str, head), row, strict=True)) for row in rest])


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV with a byte order mark; no cell is a formula."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([_harmless(str(cell)) for cell in row])
    return out.getvalue()


def _harmless(cell: str) -> str:
    """Escape a cell so that no spreadsheet takes it for a formula; drop characters that sheets cannot hold."""
    cell = legal(cell)
    return "'" + cell if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


# ---- XML -------------------------------------------------------------------------------------------------------------


def legal(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def element(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """A new last child of an element, with a text."""
    child = ET.SubElement(parent, tag, attributes)
    child.text = legal(text)
    return child


def xml(root: ET.Element) -> str:
    """A tree as a document."""
    return f"{XML}\n{ET.tostring(root, encoding='unicode')}\n"
