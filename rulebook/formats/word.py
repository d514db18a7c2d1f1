"""Read Word files (.docx): paragraphs with their automatic numbers, headings, notes, table rows as lines.

Notes follow the paragraph that refers to them.  Header and footer of the first page are text, others are omitted.
"""

import functools
import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.opc.constants import CONTENT_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

from .limits import Refused, TextLine, members, numeral

DEEPEST = 9  # levels of a list
LONGEST_ROW = 200  # characters of a row that becomes one line, if a cell has several paragraphs
_HEADING = re.compile(r"(?:Heading|Titre|Überschrift)\s*(\d)|Title$")
_CONTENTS = re.compile(r"toc (?:\d|heading)", re.IGNORECASE)  # style of a table of contents
_P, _TABLE, _ROW, _CELL, _BOX, _RUN, _RUBY, _T = (
    qn(f"w:{name}") for name in ("p", "tbl", "tr", "tc", "txbxContent", "r", "ruby", "t")
)
_HOLDERS = {
    *map(qn, ("w:sdt", "w:sdtContent", "w:customXml", "w:smartTag", "w:ins", "w:moveTo", "w:hyperlink", "w:fldSimple")),
    *map(qn, ("w:dir", "w:bdo")),
}  # elements around printed text, such as tracked insertions, but not deletions
_EITHER = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"  # two forms of one thing
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_NOTES = {qn("w:footnoteReference"): "footnotes", qn("w:endnoteReference"): "endnotes"}
_UNREAD = {qn("w:commentReference"): "comment", qn("w:del"): "deleted", qn("w:moveFrom"): "deleted"}
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")  # in names of "Strict Open XML"
_SHOWN = {qn("w:tab"): "\t", qn("w:ptab"): "\t", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}


def lines(data: bytes) -> Iterator[TextLine]:
    """Yield the lines of a Word file, counting paragraphs and rows.  Raise Refused for other files."""
    archive = members(data, "Word")
    if not any(name.startswith("word/") for name in archive.namelist()):
        raise Refused("binary")
    return _Reader(docx.Document(_normalised(archive, data))).lines()


def _resolved(element: Any) -> Any:
    """Return an element, with one form of what it has in two: shapes, say, with a copy for older programs."""
    for one in [*element.iter(_EITHER)]:
        parent, form = one.getparent(), next((form for form in one if form.find(f".//{_T}") is not None), ())
        for part in reversed([*form]):
            one.addnext(part)
        parent.remove(one)
    return element


_KIND = re.compile(
    rb"application/vnd[\w.-]{1,60}(?:macroEnabled|template)(?:Template)?\.main\+xml"
)  # .docm, .dotx, .dotm
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
_TARGET = re.compile(rb"""\bTarget\s*=\s*["']([^"']*)""")


def _normalised(archive: zipfile.ZipFile, data: bytes) -> io.BytesIO:
    """Return the file as an ordinary document, with the usual names, without relations to missing parts."""
    names = set(archive.namelist())
    relations = {name: archive.read(name) for name in names if name.endswith((".rels", "_Types].xml"))}
    kept = {}
    for name, content in relations.items():
        folder = posixpath.dirname(posixpath.dirname(name))
        broken = [one[0] for one in _RELATION.finditer(content) if not _has_target(one[0], folder, names)]
        usual = _KIND.sub(CONTENT_TYPE.WML_DOCUMENT_MAIN.encode(), content)
        kept[name] = functools.reduce(lambda text, one: text.replace(one, b""), broken, usual)
    strict = any(map(_STRICT.search, relations.values()))
    if kept == relations and not strict:
        return io.BytesIO(data)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as again:
        for name in archive.namelist():
            content = kept.get(name) or archive.read(name)
            if strict and name.endswith((".xml", ".rels")):
                content = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", content)
            again.writestr(name, content)
    out.seek(0)
    return out


def _has_target(relation: bytes, folder: str, names: set[str]) -> bool:
    """Return whether the target of a relation exists in the file or is external."""
    target = _TARGET.search(relation)
    path = posixpath.normpath(posixpath.join("/", folder, target[1].decode("utf-8", "replace"))) if target else ""
    return b"External" in relation or path.lstrip("/") in names


class _Reader:
    def __init__(self, document: Any) -> None:
        self.body = document._body
        self.numbering = _Numbering(document)
        self.begun = ""  # the beginning of a paragraph that continues in the next element
        self.document = document
        self.notes: dict[tuple[str, str], Any] = {}
        self.omitted: list[str] = []  # since the last line
        for relation in document.part.rels.values():
            kind = relation.reltype.rpartition("/")[2]
            if kind in _NOTES.values() and not relation.is_external:
                root = _resolved(parse_xml(relation.target_part.blob))
                self.notes.update({(kind, note.get(qn("w:id"), "")): note for note in root})

    def lines(self) -> Iterator[TextLine]:
        header, footer = self.first_page()
        blocks = list(_inside(_resolved(self.body._element)))
        numbered = [(1, one) for one in header] + list(enumerate(blocks, 1)) + [(len(blocks), one) for one in footer]
        for number, block in numbered:
            for text, level in self.block(block):
                omitted, self.omitted = self.omitted, []
                yield TextLine(number, text, True, level, list(dict.fromkeys(omitted)))

    def first_page(self) -> tuple[list[Any], list[Any]]:
        """Return header and footer of the first page only; note the omission of others."""
        kept: tuple[list[Any], list[Any]] = [], []
        for n, section in enumerate(self.document.sections):
            first = section.different_first_page_header_footer
            once = (section.first_page_header, section.first_page_footer) if first else ()
            for k, one in enumerate(once):
                if not n and not one.is_linked_to_previous:
                    kept[k].extend(_inside(_resolved(one._element)))
            for one in (section.header, section.footer, *(once if n else ())):
                if not one.is_linked_to_previous and re.search(r"[^\W\d_]", "".join(map(_text, one._element.iter(_P)))):
                    self.omitted.append("running")
        return kept

    def block(self, block: Any) -> Iterator[tuple[str, int | None]]:
        """Yield the lines of a paragraph or table: text, heading level."""
        if block.tag == _TABLE:
            for row in _inside(block, _ROW):
                if row.find(qn("w:trPr")) is None or row.find(qn("w:trPr")).find(qn("w:del")) is None:
                    yield from self.row(row)
            return
        paragraph = Paragraph(block, self.body)
        if _CONTENTS.match(str(getattr(paragraph.style, "name", ""))):
            self.omitted.append("frame")
            return
        text, level = self.numbering.mark(paragraph) + self.begun + _text(block), _level(paragraph)
        own = [one for one in block.iter(*_NOTES, *_UNREAD, _RUN) if next(one.iterancestors(_P)) is block]
        self.omitted += [_UNREAD[one.tag] for one in own if one.tag in _UNREAD]
        self.omitted += ["hidden" for one in own if one.tag == _RUN and _is_hidden(one) and one.findtext(_T)]
        continues = _continues(block)
        self.begun = text if continues else ""
        if not continues:
            for piece in text.split("\n"):
                yield piece, level
        for one in own:
            note = self.notes.pop((_NOTES.get(one.tag, ""), one.get(qn("w:id"), "")), None)
            for inner in _inside(note) if note is not None else ():
                yield from ((line.strip(), deep) for line, deep in self.block(inner))
        for box in block.iter(_BOX):
            if next(box.iterancestors(_P)) is block:
                for inner in _inside(box):
                    yield from self.block(inner)

    def row(self, row: Any) -> Iterator[tuple[str, int | None]]:
        """Yield a row as one line, or as several if the table is used for page layout.

        A cell that spans several columns is one cell, as in the file.
        """
        cells = [[line for block in _inside(cell) for line in self.block(block)] for cell in _inside(row, _CELL)]
        text = "  ".join(" ".join(text for text, _ in cell).strip() for cell in cells)
        full = [[line for line in cell if line[0].strip()] for cell in cells]
        several = any(len(cell) > 1 for cell in full)
        if several and (len(text) > LONGEST_ROW or any(level for cell in full for _, level in cell)):
            yield from (line for cell in full for line in cell)
        else:
            yield text, None


def _inside(element: Any, *tags: str) -> Iterator[Any]:
    """Yield the rows of a table, the cells of a row, or by default the paragraphs and tables of an element."""
    for child in element:
        if child.tag in (tags or (_P, _TABLE)):
            yield child
        elif child.tag in _HOLDERS:
            yield from _inside(child, *tags)


def _text(element: Any) -> str:
    """Return the printed text of a paragraph, with insertions, without deletions and hidden text."""
    found = ""
    for child in element:
        if child.tag in _HOLDERS:
            found += _text(child)
        elif child.tag.startswith(_MATH):
            found += "".join(one.text or "" for one in child.iter(f"{_MATH}t"))
        elif child.tag == _RUN and not _is_hidden(child):
            for one in child:
                if one.tag == _T:
                    found += one.text or ""
                elif one.tag == qn("w:br"):
                    found += "\n" if one.get(qn("w:type"), "textWrapping") == "textWrapping" else ""
                elif one.tag == _RUBY:  # a reading aid above its words follows them in brackets
                    base, over = ("".join(map(_text, one.iterfind(qn(f"w:{name}")))) for name in ("rubyBase", "rt"))
                    found += f"{base} ({over})" if over else base
                else:
                    found += _SHOWN.get(one.tag, "")
    return found


def _is_hidden(run: Any) -> bool:
    found = run.find(f"{qn('w:rPr')}/{qn('w:vanish')}")
    return found is not None and found.get(qn("w:val"), "1") not in ("0", "false", "off")


def _continues(block: Any) -> bool:
    """Return whether a paragraph continues in the next: its end was deleted, or it is a drop cap."""
    deleted, frame = (block.find(f"{qn('w:pPr')}/{path}") for path in (f"{qn('w:rPr')}/{qn('w:del')}", qn("w:framePr")))
    return deleted is not None or (frame is not None and frame.get(qn("w:dropCap"), "none") != "none")


def _level(paragraph: Paragraph) -> int | None:
    """Return the level of a heading, by the name of its style or by its outline level."""
    heading = _HEADING.match((paragraph.style.name or "") if paragraph.style else "")
    if heading:
        return int(heading[1] or 1)
    for properties in _properties(paragraph):
        found = _value(properties, "outlineLvl", "") if properties is not None else ""
        if found:
            return int(found) + 1 if int(found) < DEEPEST else None
    return None


class _Numbering:
    """The automatic numbers of paragraphs, which are not in their text."""

    def __init__(self, document: Any) -> None:
        self.levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self.styles: dict[tuple[str, str], int] = {}  # level of a style in a list
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
            for level in abstract.findall(qn("w:lvl")):
                if style := _value(level, "pStyle", ""):
                    self.styles[abstract.get(qn("w:abstractNumId")), style] = int(level.get(qn("w:ilvl")))
        for one in root.findall(qn("w:num")):
            name = one.get(qn("w:numId"))
            self.lists[name] = _value(one, "abstractNumId", "")
            for override in one.findall(qn("w:lvlOverride")):
                start = _value(override, "startOverride", "")
                if start:
                    self.starts[name, int(override.get(qn("w:ilvl")))] = int(start)

    def mark(self, paragraph: Paragraph) -> str:
        """Return the automatic number or bullet of a paragraph with a space, "" if it has none."""
        if paragraph.style is not None and (paragraph.style.name or "").startswith("List Bullet"):
            return "• "
        found = _list_level(paragraph)
        if found is None:
            return ""
        name, level = found
        abstract = self.lists.get(name, "")
        levels = self.levels.get(abstract, {})
        style = paragraph.style.style_id if paragraph.style is not None else ""
        depth = self.styles.get((abstract, style), 0) if level is None else level
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


def _properties(paragraph: Paragraph) -> list[Any]:
    """Return the properties of a paragraph and those of its styles."""
    found: list[Any] = [paragraph._p.pPr]
    style: Any = paragraph.style
    while style is not None and len(found) <= DEEPEST:
        found.append(style.element.pPr)
        style = style.base_style
    return found


def _list_level(paragraph: Paragraph) -> tuple[str, int | None] | None:
    """Return the list and level of a paragraph or its style; the level is None if the list assigns it to the style."""
    level = None
    for properties in _properties(paragraph):
        numbers = properties.numPr if properties is not None else None
        if numbers is not None and level is None and numbers.ilvl is not None:
            level = numbers.ilvl.val
        if numbers is not None and numbers.numId is not None:
            return str(numbers.numId.val), level
    return None


def _value(element: Any, name: str, default: str) -> str:
    child = element.find(qn(f"w:{name}"))
    return default if child is None else child.get(qn("w:val"), default)
