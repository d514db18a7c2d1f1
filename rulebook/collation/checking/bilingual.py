"""Read bilingual files, segment by segment: PO, XLIFF, TMX, CSV and Excel.

The columns of a table are named by languages, "source" and "target", or "a" and "b"; two columns need no names.
"""

import csv
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

from rulebook.formats.limits import LINES_LIMIT, MEMORY, WORDS_LIMIT, Refused, TextLine, members

from ..errors import WitnessError
from ..language.languages import primary, tag
from ..pairs import Pair
from ..reading.files import as_line, declared, decode, named_format
from ..reading.paragraphs import pieces, sentences, unwrap
from ..witness import Part, Sentence, Witness


class Segment(NamedTuple):
    """A text with its translation, "" without one; number: the line in PO and CSV, else the position."""

    number: int
    source: str
    target: str


@dataclass(frozen=True)
class Bilingual:
    """The segments of a file, both languages ("" if not named), and what was skipped."""

    name: str
    languages: tuple[str, str]
    segments: Sequence[Segment]
    skipped: Sequence[str] = ()

    @cached_property
    def pairs(self) -> list[Pair]:
        """The sentences of each segment and of its translation."""
        return [
            Pair(_sentences(one.number, one.source), _sentences(one.number, one.target), "text", None)
            for one in self.segments
        ]

    @cached_property
    def witnesses(self) -> tuple[Witness, Witness]:
        """The source and the translation, each as one text."""
        sides = ([s for pair in self.pairs for s in pair.a], [s for pair in self.pairs for s in pair.b])
        one, two = (Witness(self.name, (Part("text", None, tuple(side)),)) for side in sides)
        return one, two


def _sentences(number: int, text: str) -> tuple[Sentence, ...]:
    return tuple(s for piece in pieces([as_line(TextLine(number, text, True))]) for s in sentences(unwrap([piece])))


def read_segments(name: str, data: bytes, to: str = "") -> Bilingual:
    """Read a bilingual file; to: the target language in TMX and tables with several languages.

    WitnessError if it is not bilingual, damaged, too long, or has no translation into that language.
    """
    kind = named_format(name, data)
    if kind not in _READERS:
        raise WitnessError("one-text" if data.strip() else "empty", name=name)
    try:
        languages, segments, left = _READERS[kind](name, data, to)
    except Refused as refused:
        raise WitnessError(refused.key, name=name, **refused.values) from None
    except (ET.ParseError, ValueError, LookupError, csv.Error, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, WitnessError):
            raise
        raise WitnessError("damaged", name=name, kind=kind) from None
    segments = [one for one in segments if one.source.strip() or one.target.strip()]
    if len(segments) > LINES_LIMIT:
        raise WitnessError("lines", name=name, limit=LINES_LIMIT)
    if sum(len(re.findall(r"[^\W_]+", one.source + " " + one.target)) for one in segments) > 2 * WORDS_LIMIT:
        raise WitnessError("long", name=name, limit=2 * WORDS_LIMIT)
    if not segments:
        raise WitnessError("empty", name=name)
    return Bilingual(name, languages, segments, left)


_Read = tuple[tuple[str, str], list[Segment], Sequence[str]]


def _po(name: str, data: bytes, to: str) -> _Read:
    """Read every message, plurals once per form; of obsolete messages the first is named as skipped.

    babel is not used: it drops messages with the same text, and rejects headers that occur in files.
    """
    lines = re.split(r"\r*\n|\r", declared(name, data))
    entries, word = [(0, dict[str, str]())], ""
    for number, line in enumerate(lines, 1):
        found = _PO_LINE.fullmatch(line.strip())
        if found is None and not line.lstrip().startswith("#"):
            raise ValueError
        if found is None or not found[0] or found[0].startswith("domain"):
            continue
        if found[1] == "msgctxt" or (found[1] == "msgid" and "msgid" in entries[-1][1]):
            entries.append((number, {}))
        word, entry = found[1] or word, entries[-1][1]
        entry[word] = entry.get(word, "") + re.sub(r"\\(.)", lambda m: _SIGNS.get(m[1], m[1]), found[2] or "")
    named, segments = "", []
    for number, entry in entries:
        source, forms = entry.get("msgid", ""), [text for key, text in entry.items() if key.startswith("msgstr")]
        if not source:
            named = named or "".join(re.findall(r"(?m)^Language: *([\w@.-]+)", "".join(forms))[:1])
            continue
        several = [one for one in forms[1:] if one] or forms[-1:] if "msgid_plural" in entry else []
        sides = [(source, "".join(forms[:1])), *((entry["msgid_plural"], one) for one in several)]
        segments += [Segment(number, *one) for one in dict.fromkeys(sides)]
    return ("", named), segments, [f"#~ ({n})" for n, line in enumerate(lines, 1) if line.startswith("#~")][:1]


_PO_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*)?(?:"(.*)")?|domain\s.*')
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}


# ---- XML  (the text of a segment, without inline codes) --------------------------------------------------------------

TAGS_LIMIT = 2_000_000  # which take up to 200 bytes each
_ENTITY = re.compile("<!ENTITY".replace("", r"\0?").encode())  # in UTF-16 as well


def _tree(data: bytes) -> ET.Element:
    """Return the root; entities are refused, as translation files have no use for them but an attack."""
    if _ENTITY.search(data):
        raise ValueError
    if data.count(b"<") > TAGS_LIMIT:
        raise Refused("memory", limit=MEMORY)
    return ET.fromstring(data)  # noqa: S314 - no entities, limited


_CODES = ("bpt", "ept", "ph", "it", "ut")
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _text(element: ET.Element | None, code: bool = False) -> str:
    """Return the text of an element; of inline codes only what is to be translated ("sub")."""
    if element is None:
        return ""
    found = "" if code else element.text or ""
    for one in element:
        found += f" {_text(one)} " if _tag(one) == "sub" else _text(one, code or _tag(one) in _CODES)
        found += "" if code else one.tail or ""
    return found


def _xliff(name: str, data: bytes, to: str) -> _Read:
    root = _tree(data)
    attributes = [one.attrib for one in root.iter() if _tag(one) in ("xliff", "file")]
    names = [("source-language", "srcLang"), ("target-language", "trgLang")]
    source, target = (next((one[key] for one in attributes for key in keys if key in one), "") for keys in names)
    same = {id(part) for one in root.iter() if one.get("translate") == "no" for part in one.iter()}
    units = [one for one in root.iter() if _tag(one) in ("trans-unit", "segment") and id(one) not in same]
    sides = [(_text(one.find("{*}source")), _text(one.find("{*}target"))) for one in units]
    return (source, target), [Segment(n, *both) for n, both in enumerate(sides, 1)], ()


def _tmx(name: str, data: bytes, to: str) -> _Read:
    """Read the units, each with every combination of its variants; other languages are skipped, named with a unit."""
    root = _tree(data)
    units: list[dict[str, list[str]]] = []
    for unit in (one for one in root.iter() if _tag(one) == "tu"):
        units.append({})
        for side in (one for one in unit if _tag(one) == "tuv"):
            texts = units[-1].setdefault(tag(side.get(_LANG) or side.get("lang") or ""), [])
            texts.append(_text(side.find("{*}seg")))
    numbered = [*enumerate(units, 1)]
    first: dict[str, int] = {}
    for n, variants in numbered:
        first |= {language: n for language in variants if language not in first}
    header = next((one.get("srclang", "") for one in root.iter() if _tag(one) == "header"), "")
    mine, theirs = _choose_languages(name, [*first], tag(header), to)
    sides = ((n, product(unit.get(mine, [""]), unit.get(theirs, [""]))) for n, unit in numbered)
    segments = [*islice((Segment(n, *pair) for n, pairs in sides for pair in pairs), LINES_LIMIT + 1)]
    skipped = tuple(f"{language} ({n})" for language, n in first.items() if language not in (mine, theirs))
    return (mine, theirs), segments, skipped


def _choose_languages(name: str, named: Sequence[str], source: str, to: str) -> tuple[str, str]:
    """Return the two languages of a file to compare."""
    first = next((one for one in named if one.casefold() == source.casefold()), named[0] if named else "")
    others = [one for one in named if one != first]
    if to and not (fitting := [one for one in others if primary(one) == primary(to)]):
        raise WitnessError("no-target", name=name, language=to)
    return first, (fitting if to else [*others, ""])[0]


# ---- tables ----------------------------------------------------------------------------------------------------------

_ESCAPED = re.compile(r"^'(?=[=+@\t\r-])")  # no formula, as `exports.as_csv` writes it
_STRINGS = "xl/sharedStrings.xml"
_COLUMNS = (("source", "target"), ("a", "b"))
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE)


def _csv(name: str, data: bytes, to: str) -> _Read:
    text = decode(name, data)
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max("\t;,", key=head.count))
    rows = ((reader.line_num, [_ESCAPED.sub("", cell) for cell in row]) for row in reader if row[:1] != ["sep="])
    return _table(name, rows, to)


def _xlsx(name: str, data: bytes, to: str) -> _Read:
    archive = members(data, "Excel")
    names = sorted(one for one in archive.namelist() if re.fullmatch(r"xl/worksheets/[^/]+\.xml", one))
    shared = [
        "".join(_text(run) for run in one.iter() if _tag(run) == "t")
        for one in (_tree(archive.read(_STRINGS)) if _STRINGS in archive.namelist() else ())
    ]
    languages, segments, _ = _table(name, enumerate(_rows(_tree(archive.read(names[0])), shared), 1), to)
    return languages, segments, tuple(Path(one).stem for one in names[1:])


def _rows(sheet: ET.Element, shared: Sequence[str]) -> Iterator[list[str]]:
    for row in (one for one in sheet.iter() if _tag(one) == "row"):
        cells: dict[int, str] = {}
        for at, cell in enumerate(row):
            letters = re.match("[A-Z]{1,3}", cell.get("r", ""))
            column = sum((ord(c) - 64) * 26**n for n, c in enumerate(reversed(letters[0]))) - 1 if letters else at
            text = "".join(_text(one) for one in cell.iter() if _tag(one) in ("v", "t"))
            cells[column] = shared[int(text)] if cell.get("t") == "s" else text
        yield [cells.get(n, "") for n in range(max(cells, default=-1) + 1)]


def _table(name: str, numbered: Iterable[tuple[int, Sequence[str]]], to: str) -> _Read:
    rows = [(n, row) for n, row in numbered if any(cell.strip() for cell in row)]
    width = max((len(row) for _, row in rows), default=0)
    head = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    languages = "", ""
    columns = next(([head.index(one) for one in pair] for pair in _COLUMNS if {*pair} <= {*head}), None)
    if columns is None and len(named := [one for one in head if _LANGUAGE.fullmatch(one)]) > 1:
        named = [one for one in named if one not in ("id", "no")] or named  # row numbers, though tags of languages
        languages = _choose_languages(name, named, "", to)
        columns = [head.index(one) for one in languages]
    if columns is None and width != 2:  # not just a source and its translation
        raise WitnessError("columns", name=name)
    first, second = columns or (0, 1)
    cells = [(n, [*row, *[""] * width]) for n, row in (rows[1:] if columns else rows)]
    return languages, [Segment(n, row[first], row[second]) for n, row in cells], ()


_READERS: Mapping[str, Callable[[str, bytes, str], _Read]] = {
    "PO": _po, "XLIFF": _xliff, "TMX": _tmx, "CSV": _csv, "Excel": _xlsx,
}  # fmt: skip
