"""PDF: the text of its pages, columns one after the other, without running heads."""

import io
import logging
from collections.abc import Iterator

from pypdf import PageObject, PdfReader

from .columns import gutter, unfolded, without_heads
from .limits import PAGES_LIMIT, Refused, Said


def lines(data: bytes) -> Iterator[Said]:
    """The lines of a PDF, counted from the first page on.  Refused if it is locked, damaged or too long."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # a damaged file is said once, by us
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Refused("locked")
    if len(reader.pages) > PAGES_LIMIT:
        raise Refused("pages", limit=PAGES_LIMIT)
    pages, number = [], 0
    for page in reader.pages:
        texts = page.extract_text().splitlines()
        laid_out = _laid_out(page)
        if gutter(laid_out) is not None:
            texts = laid_out
        numbered = list(enumerate(texts, number + 1))
        number += len(texts)
        pages.append(numbered)
    for numbered in without_heads(pages):
        for at, text in unfolded(numbered):
            yield Said(at, text)


def _laid_out(page: PageObject) -> list[str]:
    """The lines of a page with the spaces between columns; none where the library cannot tell."""
    try:
        return page.extract_text(extraction_mode="layout").splitlines()
    except Exception:  # of many fonts it knows no widths
        return []
