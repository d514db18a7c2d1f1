"""PDFs as programs of layout make them: every line at its place, in a size and a weight."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .forms import assembled, escaped

WIDTH, HEIGHT = 420, 595


class Drawn(NamedTuple):
    """A line of a page."""

    x: float
    y: float
    text: str
    size: float = 9
    bold: bool = False


def pdf(pages: Sequence[Iterable[Drawn]]) -> bytes:
    """A PDF of these pages."""
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for i, page in enumerate(pages):
        shown = "\n".join(
            f"BT /F{1 + one.bold} {one.size} Tf {one.x} {one.y} Td ({escaped(one.text)}) Tj ET" for one in page
        ).encode("cp1252", "replace")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {6 + 2 * i} 0 R"
            " /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown))
    return assembled(objects)


def columns(
    blocks: Iterable[tuple[str, str]], many: int, *, head: str = "", letters: int = 0, table: Sequence[str] = ()
) -> bytes:
    """Headings and paragraphs in columns; head: that runs over every page; letters: of a line; table: cells of rows."""
    letters = letters or 60 // many
    step, gap, top = 9 * 0.6, 16, HEIGHT - 50
    width = letters * step
    pages: list[list[Drawn]] = []
    column, y = many, 0.0

    def place(text: str, size: float = 9, *, bold: bool = False, x: float = 0) -> None:
        nonlocal column, y
        if y < 50:
            column, y = column + 1, top
        if column >= many:
            pages.append([])
            column, y = 0, top
            if head:
                number = len(pages)
                left = f"{number}   {head}" if number % 2 else f"{head.upper()}   {number}"
                pages[-1].append(Drawn(40, HEIGHT - 25, left, 7))
                pages[-1].append(Drawn(WIDTH / 2, 20, f"- {number} -", 7))
        pages[-1].append(Drawn(30 + column * (width + gap) + x, y, text, size, bold))

    for title, text in blocks:
        y -= 6
        for line in textwrap.wrap(title, int(letters * 9 / 11)):
            place(line, 11, bold=True)
            y -= 14
        for line in textwrap.wrap(text, letters):
            place(line)
            y -= 11
        y -= 5
    for row in table:
        for k, cell in enumerate(row.split("|")):
            place(cell, x=width * (0, 0.28, 0.88)[k])
        y -= 13
    return pdf(pages)
