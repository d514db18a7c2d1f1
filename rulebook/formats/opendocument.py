"""Read OpenDocument text (.odt): paragraphs, headings, lists, table rows as lines; notes after their paragraphs."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping

from .limits import Refused, TextLine, members, numeral

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_ATTACHED = {f"{_TEXT}note-body", "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}text-box"}  # paragraphs in one
_ANNOTATION = "{http://www.w3.org/1998/Math/MathML}annotation"
_OBJECT = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}object"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SILENT = {
    f"{_OFFICE}annotation",
    *(f"{_TEXT}{name}" for name in ("tracked-changes", "sequence-decls", "note-citation", "script")),
    *(f"{{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}}{name}" for name in ("title", "desc")),
}  # the last describe pictures
_UNREAD = {f"{_OFFICE}annotation": "comment", f"{_TEXT}change": "deleted", f"{_TEXT}hidden-text": "hidden"}
_GROUPS = {f"{_TABLE}{name}" for name in ("table-header-rows", "table-rows", "table-row-group")}
_MANIFEST = "META-INF/manifest.xml"
MOST_SPACES = 100  # in one element


def lines(data: bytes) -> Iterator[TextLine]:
    """Yield the lines of an OpenDocument text, counting paragraphs and rows.  Raise Refused for other files."""
    archive = members(data, "OpenDocument")
    names = archive.namelist()
    if _MANIFEST in names and b":encryption-data" in archive.read(_MANIFEST):
        raise Refused("locked")
    if "content.xml" not in names:
        raise Refused("binary")
    root = _parse(archive.read("content.xml"))
    if root is None:
        raise Refused("damaged", kind="OpenDocument")
    body = root.find(f"{_OFFICE}body/{_OFFICE}text")
    if body is None:
        raise Refused("binary")
    styles = _parse(archive.read("styles.xml")) if "styles.xml" in names else None
    reader = _Reader(root, root if styles is None else styles)
    objects = {name.rpartition("/")[0]: name for name in names if name.endswith("/content.xml")}
    for one in body.iter(_OBJECT):  # formulas, in separate files
        name = objects.get(one.get(_HREF, "").removeprefix("./"), "")
        if name and (formula := _parse(archive.read(name))) is not None:
            one.text = "".join((part.text or "").strip() for part in formula.iter() if part.tag != _ANNOTATION)
    for number, (text, level) in enumerate(reader.block(body, 0, ""), 1):
        for piece in text.split("\n"):
            omitted, reader.omitted = reader.omitted, []
            yield TextLine(number, piece, True, level, list(dict.fromkeys(omitted)))


def _parse(data: bytes) -> ET.Element | None:
    """Parse a file of the archive; None if it has a document type, which could define anything."""
    return None if b"<!DOCTYPE" in data[:4096] else ET.fromstring(data)  # noqa: S314 - no doctype, limited


class _Reader:
    def __init__(self, root: ET.Element, styles: ET.Element) -> None:
        self.formats: dict[str, dict[int, _Form]] = {}  # by list style and level
        self.counts: dict[str, dict[int, int]] = {}
        self.omitted: list[str] = []  # since the last line
        self.hidden: set[str] = set()  # styles of hidden text
        for sheet in (root, styles):
            for one in sheet.iter(f"{_STYLE}style"):
                if any(props.get(f"{_TEXT}display") == "none" for props in one.iter(f"{_STYLE}text-properties")):
                    self.hidden.add(one.get(f"{_STYLE}name", ""))
            for place in ("header", "footer"):
                if any(re.search(r"[^\W\d_]", "".join(one.itertext())) for one in sheet.iter(f"{_STYLE}{place}")):
                    self.omitted.append("running")
            for style in sheet.iter(f"{_TEXT}list-style"):
                forms = self.formats.setdefault(style.get(f"{_STYLE}name", ""), {})
                for level in style.iter(f"{_TEXT}list-level-style-number"):
                    forms.setdefault(int(level.get(f"{_TEXT}level", "1")), _form(level))
        levels = styles.iter(f"{_TEXT}outline-level-style")
        self.outline = {int(level.get(f"{_TEXT}level", "1")): _form(level) for level in levels}
        self.headings: dict[int, int] = {}

    def heading_mark(self, element: ET.Element, level: int, depth: int) -> str:
        """Return the outline number of a heading, "" if it has none or is a list item."""
        if depth or not self.outline.get(level, _UNNUMBERED)[0] or element.get(f"{_TEXT}is-list-header") == "true":
            return ""
        self.headings = {one: many for one, many in self.headings.items() if one <= level}
        self.headings[level] = self.headings.get(level, 0) + 1
        return _mark(self.outline, self.headings, level)

    def block(self, element: ET.Element, depth: int, style: str) -> Iterator[tuple[str, int | None]]:
        """Yield the paragraphs of an element: text, heading level."""
        for child in element:
            if child.tag == f"{_TEXT}h":
                level = int(child.get(f"{_TEXT}outline-level", "1"))
                yield self.heading_mark(child, level, depth) + self.text(child), level
                yield from self.attached(child, depth, style)
            elif child.tag == f"{_TEXT}p":
                yield self.text(child), None
                yield from self.attached(child, depth, style)
            elif child.tag == f"{_TEXT}list":
                yield from self.list_items(child, depth + 1, child.get(f"{_TEXT}style-name", style))
            elif child.tag == f"{_TABLE}table":
                for row in _rows(child):
                    cells = row.findall(f"{_TABLE}table-cell")
                    texts = [" ".join(text for text, _ in self.block(cell, depth, style)) for cell in cells]
                    yield "  ".join(text.strip() for text in texts), None
            elif child.tag == f"{_TEXT}table-of-content":
                self.omitted.append("frame")
            elif child.tag not in _SILENT:
                yield from self.block(child, depth, style)

    def attached(self, element: ET.Element, depth: int, style: str) -> Iterator[tuple[str, int | None]]:
        """Yield the paragraphs of the notes and boxes attached to a paragraph."""
        for child in element:
            if child.tag in _ATTACHED:
                yield from self.block(child, depth, style)
            elif child.tag not in _SILENT:
                yield from self.attached(child, depth, style)

    def text(self, element: ET.Element) -> str:
        """Return the text of a paragraph, in which spaces, tabs and line breaks are elements."""
        text = element.text or ""
        for child in element:
            if child.tag == f"{_TEXT}s":
                text += " " * min(int(child.get(f"{_TEXT}c", "1")), MOST_SPACES)
            elif child.tag == f"{_TEXT}tab":
                text += "  "
            elif child.tag == f"{_TEXT}line-break":
                text += "\n"
            elif child.tag in _UNREAD:
                self.omitted.append(_UNREAD[child.tag])
            elif child.get(f"{_TEXT}style-name") in self.hidden:
                self.omitted.append("hidden")
            elif child.tag not in _SILENT | _ATTACHED:
                text += self.text(child)
            text += child.tail or ""
        return text

    def list_items(self, element: ET.Element, depth: int, style: str) -> Iterator[tuple[str, int | None]]:
        """Yield the items of a list with their numbers or bullets."""
        forms, counts = self.formats.get(style, {}), self.counts.setdefault(style, {})
        form, *_, start = forms.get(depth, _UNNUMBERED)
        if element.get(f"{_TEXT}continue-numbering") != "true" and not element.get(f"{_TEXT}continue-list"):
            counts.pop(depth, None)
        for item in element:
            mark = ""
            if item.tag == f"{_TEXT}list-item":
                first = item.get(f"{_TEXT}start-value")
                counts[depth] = int(first) if first else counts.get(depth, start - 1) + 1
                mark = _mark(forms, counts, depth) if form else "• "
            for i, (text, level) in enumerate(self.block(item, depth, style)):
                yield (text if i else mark + text), level


_Form = tuple[str, str, str, int, int]
"""Numbering of a level: format, prefix, suffix, number of levels shown, and first number."""
_UNNUMBERED: _Form = ("", "", "", 1, 1)


def _mark(forms: Mapping[int, _Form], counts: Mapping[int, int], level: int) -> str:
    """Return the number of a list item or heading, with those of the levels shown above it."""
    _, prefix, suffix, shown, _ = forms[level]
    above = [one for one in range(max(level - shown + 1, 1), level + 1) if forms.get(one, _UNNUMBERED)[0]]
    return f"{prefix}{'.'.join(numeral(counts.get(one, 1), forms[one][0]) for one in above)}{suffix} "


def _form(level: ET.Element) -> _Form:
    form, prefix, suffix = (level.get(f"{_STYLE}num-{name}", "") for name in ("format", "prefix", "suffix"))
    shown, start = (int(level.get(f"{_TEXT}{name}", "1")) for name in ("display-levels", "start-value"))
    return form, prefix, suffix, shown, start


def _rows(table: ET.Element) -> Iterator[ET.Element]:
    """Yield the rows of a table, without those of nested tables."""
    for child in table:
        if child.tag == f"{_TABLE}table-row":
            yield child
        elif child.tag in _GROUPS:
            yield from _rows(child)
