"""Small witnesses, and the formats of witnesses: HTML, Word and PDF made from lines of text."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import docx

from rulebook.collation import Finding, Witness, collate, read_bytes

WITNESSES = Path(__file__).parent / "witnesses"
SOURCES = Path(__file__).resolve().parents[4] / "shared" / "sources"
ORIGINALS = tuple(next(iter(SOURCES.glob(f"{start}*.txt")), None) for start in ("000", "001"))
WIDTH, HEIGHT = 420, 595
MISSING = "the originals are not beside this checkout (shared/sources not found)"


def text(name: str) -> str:
    return (WITNESSES / f"{name}.txt").read_text("utf-8")


def differences(one: str | bytes | Witness, other: str | bytes | Witness, klass: str = "") -> list[Finding]:
    """Return the findings between two texts, all or of a class, without those within a text."""
    data = (side.encode() if isinstance(side, str) else side for side in (one, other))
    sides = (side if isinstance(side, Witness) else read_bytes("w.txt", side) for side in data)
    return [found for found in collate(*sides).findings if not found.inner and klass in ("", found.klass)]


def paragraphs(name: str) -> list[str]:
    return [line for line in text(name).split("\n") if line.strip()]


def as_html(lines: list[str], charset: str = "utf-8") -> bytes:
    rows = [line for line in lines if re.search(r" \d \(?\d.* [-+=]", line)]
    body = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line.split(" ")) + "</tr>"
        if line in rows
        else f"<p>{html.escape(line)}<script>var p = '<p>9. Piège 2 3 4</p>';</script></p>"
        for line in lines
    )
    head = f"<head><meta charset={charset}><title>9. Non 2 3 4</title></head>"
    return f"<!DOCTYPE html>\n<html>{head}\n<body>\n{body}\n</body></html>".encode(charset)


def as_docx(lines: list[str]) -> bytes:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def escaped(line: str) -> str:
    return re.sub(r"([()\\])", r"\\\1", line)


class Drawn(NamedTuple):
    """A line of a page."""

    x: float
    y: float
    text: str
    size: float = 9
    bold: bool = False


def pdf(pages: Sequence[Iterable[Drawn]], width: int = WIDTH, height: int = HEIGHT, font: str = "Courier") -> bytes:
    """Make a PDF of these pages: every line with its place, size and weight."""
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()]
    for face in (font, f"{font}-Bold"):
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{face} /Encoding /WinAnsiEncoding >>".encode())
    for i, page in enumerate(pages):
        shown = "\n".join(
            f"BT /F{1 + one.bold} {one.size} Tf {one.x} {one.y} Td ({escaped(one.text)}) Tj ET" for one in page
        ).encode("cp1252", "replace")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {6 + 2 * i} 0 R"
            " /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown))
    return assembled(objects)


def as_pdf(lines: list[str]) -> bytes:
    """Make a PDF with 40 lines a page, as plain as the format allows."""
    pages = [lines[i : i + 40] for i in range(0, len(lines), 40)] or [[]]
    drawn = [[Drawn(40, 800 - 18 * k, line, 10) for k, line in enumerate(page)] for page in pages]
    return pdf(drawn, 595, 842, "Helvetica")


def assembled(objects: Sequence[bytes]) -> bytes:
    """Make a PDF of objects, the first of which is its catalogue."""
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
