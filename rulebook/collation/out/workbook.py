"""Write any table as a workbook (XLSX), with the minimum of ECMA-376 that spreadsheets need."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from .exports import XML, legal

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
WIDEST = 60  # characters of a column; longer cells are wrapped
CELL = 32_767  # characters of a cell


def xlsx(rows: Sequence[Sequence[object]]) -> bytes:
    """Return a workbook of one sheet with a frozen head row.  All cells are text, never formulas."""
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
    return zipped({path: f"{XML}\n{text}" for path, text in parts.items()})


def zipped(files: Mapping[str, str]) -> bytes:
    """Return a ZIP archive of files by path, the same whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _relations(*targets: tuple[str, str]) -> str:
    listed = "".join(
        f'<Relationship Id="r{n}" Type="{_RELATED}/{kind}" Target="{to}"/>' for n, (kind, to) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


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
    content = escape(legal(text)[:CELL])
    return f'<c t="inlineStr" s="{int(head)}"><is><t xml:space="preserve">{content}</t></is></c>'
