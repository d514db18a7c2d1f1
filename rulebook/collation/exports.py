"""What the desk gives away: findings as JSON and CSV, facts as JSON, aligned sentences as TMX and CSV."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from typing import Any

import hedgekit
from rulebook.text import words

from .aligning import Pair
from .collating import Collation
from .comparing import combined
from .decisions import Decisions
from .finding import Finding, Place
from .french import SOFT_HYPHEN

# Two readings of one French text; TMX wants a language each.
LANGUAGES = ("fr-x-a", "fr-x-b")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def findings_json(findings: Iterable[Finding], language: str = words.SOURCE) -> str:
    """Findings as a JSON list, one object each: class, kind, variant, a, b, inner, note."""
    return _json([finding.plain(language) for finding in findings])


def facts_json(collation: Collation) -> str:
    """The facts of both witnesses as JSON."""
    return _json(collation.facts)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# ---- CSV -------------------------------------------------------------------------------------------------------------


def findings_csv(findings: Iterable[Finding], decisions: Decisions | None = None, language: str = words.SOURCE) -> str:
    """Findings as CSV, with their ids and what was decided."""
    decided = decisions or Decisions()
    head = ["id", "class", "kind", "variant", "inner", "a line", "a", "b line", "b", "a value", "b value", "note"]
    head += ["decision", "new class", "reason"]
    rows = []
    for one in findings:
        decision = decided.of(one)
        told = (decision.value, decision.klass or "", decision.reason) if decision else ("", "", "")
        values = one.values or (None, None)
        rows.append([
            one.id, one.klass, one.kind, "" if one.variant is None else one.variant, int(one.inner),
            *_cells(one.a), *_cells(one.b), *("" if value is None else f"{value:g}" for value in values),
            one.note(language), *told,
        ])  # fmt: skip
    return _csv(head, rows)


def _cells(place: Place | None) -> tuple[str, str]:
    return (" ".join(map(str, place.lines)), place.text) if place else ("", "")


def pairs_csv(pairs: Iterable[Pair]) -> str:
    """Aligned sentences as CSV."""
    head = ["variant", "part", "moved", "a line", "a", "b line", "b"]
    rows = []
    for pair in pairs:
        sides = [(" ".join(str(n) for s in side for n in s.lines()), _text(side)) for side in (pair.a, pair.b)]
        rows.append(["" if pair.variant is None else pair.variant, pair.unit, int(pair.moved), *sides[0], *sides[1]])
    return _csv(head, rows)


def _text(side: Sequence[Any]) -> str:
    return combined(side).text.replace(SOFT_HYPHEN, "") if side else ""


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_harmless(str(cell)) for cell in row])
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + cell if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


# ---- TMX -------------------------------------------------------------------------------------------------------------


def tmx(pairs: Iterable[Pair], languages: tuple[str, str] = LANGUAGES) -> str:
    """Aligned sentences as TMX 1.4, those that both sides have."""
    root = ET.Element("tmx", version="1.4")
    told = {"creationtool": "hedgekit", "creationtoolversion": hedgekit.__version__, "segtype": "sentence"}
    told |= {"o-tmf": "hedgekit", "adminlang": "en", "srclang": languages[0], "datatype": "plaintext"}
    ET.SubElement(root, "header", told)
    body = ET.SubElement(root, "body")
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        unit = ET.SubElement(body, "tu")
        if pair.variant is not None:
            ET.SubElement(unit, "prop", type="x-variant").text = str(pair.variant)
        for language, side in zip(languages, (pair.a, pair.b), strict=True):
            variant = ET.SubElement(unit, "tuv", {_LANG: language})
            ET.SubElement(variant, "seg").text = _NOT_XML.sub("", _text(side))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"
