"""PDFs as layout programs make them: in columns, with running heads and tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from .forms import HEIGHT, WIDTH, Drawn, pdf


def columns(
    blocks: Iterable[tuple[str, str]], many: int, *, head: str = "", letters: int = 0, table: Sequence[str] = (),
    justified: bool = False,
) -> bytes:  # fmt: skip
    """Draw headings and paragraphs in columns; head: running head; letters: per line; table: cells of rows."""
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
        *lines, last = textwrap.wrap(text, letters) or [""]
        for line in lines:
            words = line.split() if justified else [line]
            apart = (width - len("".join(words)) * step) / max(len(words) - 1, 1)
            for k, word in enumerate(words):
                place(word, x=k * apart + len("".join(words[:k])) * step)
            y -= 11
        place(last)
        y -= 16
    for row in table:
        for k, cell in enumerate(row.split("|")):
            place(cell, x=width - len(cell) * step if justified and k == 2 else width * (0, 0.28, 0.88)[k])
        y -= 13
    return pdf(pages)
