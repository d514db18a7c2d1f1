"""Word: paragraphs with their automatic numbers, headings, rows of tables as lines."""

import io
import re
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph

from .archive import members, numeral
from .limits import Refused, Said

DEEPEST = 9  # levels of a list
_HEADING = re.compile(r"(?:Heading|Titre|Überschrift)\s*(\d)|Title$")


def lines(data: bytes) -> Iterator[Said]:
    """The lines of a Word file; paragraphs and rows are counted.  Refused if it is none."""
    if "word/document.xml" not in members(data, "Word").namelist():
        raise Refused("binary")
    document = docx.Document(io.BytesIO(data))
    numbering = _Numbering(document)
    for number, item in enumerate(document.iter_inner_content(), 1):
        if isinstance(item, Table):
            for row in item._tbl.tr_lst:  # as they are in the file: a cell that spans many columns is one cell
                yield Said(number, "  ".join(_Cell(cell, item).text.strip() for cell in row.tc_lst), True)
            continue
        style = (item.style.name or "") if item.style else ""
        heading = _HEADING.match(style)
        level = int(heading[1] or 1) if heading else None
        mark = "• " if style.startswith("List Bullet") else numbering.mark(item)
        for i, piece in enumerate(item.text.split("\n")):
            yield Said(number, piece if i else mark + piece, True, level)


class _Numbering:
    """The numbers that Word puts before paragraphs, which are not in their text."""

    def __init__(self, document: Any) -> None:
        self.levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self.lists: dict[str, str] = {}
        self.starts: dict[tuple[str, int], int] = {}
        self.counts: dict[str, list[int]] = {}
        self.begun: set[str] = set()
        part = next(
            (rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith("/numbering")), None
        )
        if part is None:
            return
        root = part.element
        for abstract in root.findall(qn("w:abstractNum")):
            self.levels[abstract.get(qn("w:abstractNumId"))] = {
                int(level.get(qn("w:ilvl"))): (
                    _value(level, "numFmt", "decimal"),
                    _value(level, "lvlText", "%1."),
                    int(_value(level, "start", "1")),
                )
                for level in abstract.findall(qn("w:lvl"))
            }  # fmt: skip
        for one in root.findall(qn("w:num")):
            name = one.get(qn("w:numId"))
            self.lists[name] = _value(one, "abstractNumId", "")
            for override in one.findall(qn("w:lvlOverride")):
                start = _value(override, "startOverride", "")
                if start:
                    self.starts[name, int(override.get(qn("w:ilvl")))] = int(start)

    def mark(self, paragraph: Paragraph) -> str:
        """What Word puts before a paragraph, with the space after it; "" if nothing."""
        found = _numbered(paragraph)
        if found is None:
            return ""
        name, depth = found
        abstract = self.lists.get(name, "")
        levels = self.levels.get(abstract, {})
        if depth not in levels or not 0 <= depth < DEEPEST:
            return ""
        form, text, _ = levels[depth]
        if form == "bullet":
            return "• "
        if form == "none":
            return ""
        counts = self.counts.setdefault(abstract, [levels.get(k, ("", "", 1))[2] - 1 for k in range(DEEPEST)])
        if name not in self.begun:
            self.begun.add(name)
            for k in range(DEEPEST):
                if (name, k) in self.starts:
                    counts[k] = self.starts[name, k] - 1
        counts[depth] = max(counts[depth] + 1, 0)
        for k in range(depth + 1, DEEPEST):
            counts[k] = levels.get(k, ("", "", 1))[2] - 1
        shown = re.sub(
            r"%([1-9])", lambda m: numeral(counts[int(m[1]) - 1], levels.get(int(m[1]) - 1, (form, "", 1))[0]), text
        )
        return f"{shown} "


def _numbered(paragraph: Paragraph) -> tuple[str, int] | None:
    """The list and the level of a paragraph, its own or its style's."""
    styles: list[Any] = []
    style: Any = paragraph.style
    while style is not None and len(styles) < DEEPEST:
        styles.append(style.element.pPr)
        style = style.base_style
    for properties in (paragraph._p.pPr, *styles):
        numbers = properties.numPr if properties is not None else None
        if numbers is not None and numbers.numId is not None:
            level = numbers.ilvl.val if numbers.ilvl is not None else 0
            return str(numbers.numId.val), level
    return None


def _value(element: Any, name: str, default: str) -> str:
    child = element.find(qn(f"w:{name}"))
    return default if child is None else child.get(qn("w:val"), default)
