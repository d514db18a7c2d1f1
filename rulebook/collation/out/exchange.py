"""Export aligned sentences as XLIFF 2 and PO, and any table as a workbook (XLSX)."""

import io
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from xml.sax.saxutils import escape

from rulebook.text.extras import brought_by

from ..pairs import Pair
from .exports import LANGUAGES, NONE, XML, Notes, element, legal, lines_of, text_of, xml

XLIFF = "urn:oasis:names:tc:xliff:document:2.0"


def xliff(pairs: Iterable[Pair], name: str, languages: tuple[str, str] = LANGUAGES, found: Notes = NONE) -> str:
    """Aligned sentences as XLIFF 2.0: a unit each, its variant, lines and findings as notes.

    No target where there is none, an empty source where there is only a target; findings ask for a review.
    """
    root = ET.Element("xliff", {"xmlns": XLIFF, "version": "2.0", "srcLang": languages[0], "trgLang": languages[1]})
    file = element(root, "file", id="f1", original=legal(name))
    for n, pair in enumerate(pairs, 1):
        unit = element(file, "unit", id=f"u{n}")
        notes = element(unit, "notes")
        if pair.variant is not None:
            element(notes, "note", str(pair.variant), category="variant")
        element(notes, "note", f"{lines_of(pair.a) or '-'} / {lines_of(pair.b) or '-'}", category="lines")
        said = found.of(pair)
        for note in said:
            element(notes, "note", note, category="finding")
        segment = element(unit, "segment", state="translated" if pair.b else "initial")
        if said and pair.b:
            segment.set("subState", "hedgekit:needs-review")
        element(segment, "source", text_of(pair.a))
        if pair.b:
            element(segment, "target", text_of(pair.b))
    ET.indent(root)
    return xml(root)


def po(pairs: Iterable[Pair], language: str, found: Notes = NONE) -> str:
    """Aligned sentences as a PO file; part and lines are the context, counted where the same words stand there again.

    What something was found in is fuzzy, with the findings as comments; what only B has is a comment, too.
    Needs, without the extra `po`.
    """
    with brought_by("po"):
        from babel.core import UnknownLocaleError
        from babel.messages.catalog import Catalog
        from babel.messages.pofile import write_po

    catalog = Catalog(project="hedgekit", fuzzy=False, charset="utf-8")
    with suppress(UnknownLocaleError, ValueError):
        catalog.locale = language.partition("-x-")[0].replace("-", "_")
    seen: Counter[tuple[str, str]] = Counter()
    message = None
    for pair in pairs:
        if not pair.a and message:
            message.auto_comments.append(f"+ {legal(text_of(pair.b))}")
        if pair.a:
            part = pair.unit if pair.variant is None else str(pair.variant)
            context = f"{part}:{lines_of(pair.a).replace(' ', ',')}"
            said = legal(text_of(pair.a))
            seen[context, said] += 1
            if seen[context, said] > 1:
                context += f"#{seen[context, said]}"
            notes = [*map(legal, found.of(pair))]
            message = catalog.add(said, legal(text_of(pair.b)), context=context, auto_comments=notes)
            if notes and pair.b:
                message.flags.add("fuzzy")
            message.flags -= {"python-format", "python-brace-format"}  # a per cent sign is none of Python's here
    out = io.BytesIO()
    write_po(out, catalog, width=1 << 30)  # 0 would wrap comments
    return out.getvalue().decode()


# ---- workbooks  (ECMA-376, the least that a spreadsheet opens) -------------------------------------------------------

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
WIDEST = 60  # characters of a column; longer cells are wrapped
CELL = 32_767  # characters of a cell


def xlsx(rows: Sequence[Sequence[object]]) -> bytes:
    """A workbook of one sheet; the first row is its head, which stays in sight.  Cells are text: nothing computes."""
    style = (
        f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font/><font><b/></font></fonts>'
        '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2">'
        '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf fontId="1" applyFont="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}"><sheets><sheet name="1" '
        'sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")),
        "xl/styles.xml": style,
        "xl/worksheets/sheet1.xml": _sheet([[str(cell) for cell in row] for row in rows]),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            archive.writestr(zipfile.ZipInfo(path), f"{XML}\n{text}", zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _relations(*targets: tuple[str, str]) -> str:
    said = "".join(
        f'<Relationship Id="r{n}" Type="{_RELATED}/{kind}" Target="{to}"/>' for n, (kind, to) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{said}</Relationships>'


def _sheet(rows: list[list[str]]) -> str:
    widths = [min(WIDEST, 2 + max(map(len, column))) for column in zip(*rows, strict=True)]
    columns = "".join(
        f'<col min="{n}" max="{n}" width="{width}" customWidth="1"/>' for n, width in enumerate(widths, 1)
    )
    cells = "".join(f"<row>{''.join(_cell(cell, head=not n) for cell in row)}</row>" for n, row in enumerate(rows))
    frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">{frozen}</sheetView></sheetViews>'
        f"<cols>{columns}</cols><sheetData>{cells}</sheetData></worksheet>"
    )


def _cell(text: str, *, head: bool) -> str:
    said = escape(legal(text)[:CELL])
    return f'<c t="inlineStr" s="{int(head)}"><is><t xml:space="preserve">{said}</t></is></c>'
