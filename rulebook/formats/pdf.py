"""Read the text of a PDF: columns one after the other, without running heads, headings by size and weight."""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from statistics import median

import pypdfium2
import pypdfium2.raw as pdfium

from .columns import form, gutter, in_reading_order, without_running_heads
from .limits import PAGES_LIMIT, Refused, TextLine
from .pdf_glyphs import Glyph, Printed, Run, rows_of, runs_of
from .pdf_page import gutter_of, is_continued, leading, lines_in_reading_order
from .pdf_tables import LEADING, LINE, is_aligned, join_broken_rows

LARGER = 1.12  # font size of a heading, relative to the text
FAR = 1.5  # distance of a page number from the text, relative to that of lines
LONGEST_HEADING = 120  # characters
_BOLD = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_PROSE = re.compile(r"[.;,]$|[.!?…]\s+\S.*[a-zà-ÿ]{3}")
HEAVY = 600  # weight of a bold font
_HYPHENS = dict.fromkeys("\x02\ufffe\u2010", "-")  # codes of a hyphen at the end of a line
SKEW = 0.1  # quarter turns by which a scanned line may be off
SMALLEST, LARGEST = 0.6, 3.0  # plausible font sizes, relative to the height of a character


def lines(data: bytes) -> Iterator[TextLine]:
    """Yield the lines of a PDF, numbered from the first page.  Raise Refused if it is locked, damaged or too long."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        locked = pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD
        raise (Refused("locked") if locked else Refused("damaged", kind="PDF")) from None
    if len(document) > PAGES_LIMIT:
        raise Refused("pages", limit=PAGES_LIMIT)
    pages, omitted = list[list[Run]](), list[str]()
    for page in document:
        drawn = _glyphs(page)
        omitted += ["scan"] if not drawn and any(page.get_objects([pdfium.FPDF_PAGEOBJ_IMAGE])) else []
        pages += map(runs_of, drawn)
        page.close()
    pages = _without_heads(pages)
    gutters = [at for at, _ in Counter(map(gutter_of, pages)).most_common() if at is not None]
    lines = [line for page in pages for line in _split_columns(lines_in_reading_order(page, gutters))]
    for line in _paragraphs(join_broken_rows(lines)):
        yield line._replace(omitted=omitted[:1])
        omitted = []


def _glyphs(page: pypdfium2.PdfPage) -> list[list[Glyph]]:
    """Return the characters of a page by writing direction, most first, in the order of the file."""
    text = page.get_textpage()
    handle, box, x, y = text.raw, pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    drawn_as: dict[int, tuple[bool, float, float]] = {}
    found: dict[float, list[Glyph]] = {}
    way = 0.0
    for i in range(text.count_chars()):
        char = chr(pdfium.FPDFText_GetUnicode(handle, i))
        if char in "\r\n" or not pdfium.FPDFText_GetLooseCharBox(handle, i, box):
            continue
        pdfium.FPDFText_GetCharOrigin(handle, i, x, y)
        implied = pdfium.FPDFText_IsGenerated(handle, i) == 1
        drawn = 0 if implied else ctypes.cast(pdfium.FPDFText_GetTextObject(handle, i), ctypes.c_void_p).value or 0
        if drawn not in drawn_as:
            drawn_as[drawn] = (_is_bold(handle, i), *_size(handle, i))
        bold, size, turned = drawn_as[drawn]
        way = turned if drawn else way  # an implied space belongs to the preceding character
        one, two, origin = (
            complex(*at) / 1j**way for at in ((box.left, box.bottom), (box.right, box.top), (x.value, y.value))
        )  # turned so that the line runs to the right
        (left, right), base, height = sorted((one.real, two.real)), origin.imag, abs(two.imag - one.imag)
        size = size if SMALLEST * height < size < LARGEST * height else height
        glyph = Glyph(_HYPHENS.get(char, char), left, base, right, round(size, 1), bold, drawn)
        found.setdefault(way, []).append(glyph)
    return sorted(found.values(), key=len, reverse=True)


def _size(handle: object, i: int) -> tuple[float, float]:
    """Return the size of a drawn character, and the direction of its line in quarter turns, a fraction if slanted."""
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(handle, i, matrix):
        return 0.0, 0.0
    size = pdfium.FPDFText_GetFontSize(handle, i) * math.hypot(matrix.c, matrix.d)
    way = math.atan2(matrix.b, matrix.a) / (math.pi / 2)
    return size, round(way) % 4 if abs(way - round(way)) < SKEW else round(way, 2)


def _is_bold(handle: object, i: int) -> bool:
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(handle, i, name, len(name), flags)
    named = _BOLD.search(name.value.decode("utf-8", "replace"))
    return bool(named) or pdfium.FPDFText_GetFontWeight(handle, i) >= HEAVY


def _without_heads(pages: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Return the pages without running heads and page numbers; a heading of the first page is kept."""
    usual = _usual_size([run for page in pages for run in page])
    rows = [rows_of(page) for page in pages]
    candidates: list[list[tuple[int, str]]] = []
    kept: set[int] = set()
    title = ""
    heads = {_look(row) for page in rows[1:] for row in (page[:1] + page[-1:])}
    numbers = count(1)
    for k, page in enumerate(rows):
        candidates.append([])
        for at, row in enumerate(page):
            number = next(numbers)
            text = " ".join(run.text for run in row)
            large = not k and max(run.size for run in row) > LARGER * usual and _look(row) not in heads
            title += f"{form(text)} " * large
            if large or _is_in_table(page, at):
                kept.add(number)
            else:
                candidates[-1].append((number, text))
    kept |= {at for page in without_running_heads(candidates) for at, _ in page}
    if _ends_in_page_number(rows):
        kept.discard(len(rows[0]))
    if candidates and candidates[0] and form(candidates[0][0][1]) in title:  # the words of the title above it
        kept.discard(candidates[0][0][0])
    numbers = count(1)
    return [[run for row in page if next(numbers) in kept for run in row] for page in rows]


def _is_in_table(page: list[list[Run]], at: int) -> bool:
    """Return whether a row that begins with a number belongs to a table, by its distance to adjacent rows."""
    first = page[at][0]
    for row in page[max(at - 1, 0) : at] + page[at + 1 : at + 2]:
        apart = abs(row[0].bottom - first.bottom) / first.size
        if apart < 1 / LINE or (apart < LEADING * LINE and any(is_aligned(run, first, 0) for run in row)):
            return first.text[:1].isdigit()
    return False


def _ends_in_page_number(pages: Sequence[Sequence[Sequence[Run]]]) -> bool:
    """Return whether the last row of a single page is only a number, well below the text."""
    if len(pages) != 1:
        return False
    page = pages[0]
    steps = [one[0].bottom - two[0].bottom for one, two in pairwise(page)]
    alone = len(page[-1]) == 1 and page[-1][0].text.strip().isdigit()
    return len(steps) > 1 and alone and steps[-1] > FAR * median(steps)


def _look(row: Sequence[Run]) -> tuple[str, int]:
    """Return what identifies a running head on every page: words and height."""
    return form(" ".join(run.text for run in row)), round(row[0].bottom)


def _split_columns(page: list[Printed]) -> list[Printed]:
    """Return the lines of a page one column after the other, if its columns are separated by spaces in the text."""
    texts = list(enumerate(line.text for line in page))
    if gutter([text for _, text in texts]) is None:
        return page
    return [replace(page[k], text=text, cells=0, row=()) for k, text in in_reading_order(texts) if text]


def _usual_size(lines: Iterable[Run | Printed]) -> float:
    """Return the most common font size."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _paragraphs(lines: Sequence[Printed]) -> Iterator[TextLine]:
    """Yield the lines with paragraph ends and heading levels; a heading over several lines becomes one."""
    usual, space = _usual_size(lines), leading(lines)
    usually_bold = sum(len(line.text) for line in lines if line.bold) * 2 > sum(len(line.text) for line in lines)
    larger = sorted({round(line.size) for line in lines if line.size > LARGER * usual}, reverse=True)
    begun: list[str] = []
    for k, line in enumerate(lines):
        on = is_continued(line, lines[k + 1], space) if k + 1 < len(lines) else False
        level = larger.index(round(line.size)) + 1 if line.size > LARGER * usual else len(larger) + 1
        if line.cells != 1 or (level > len(larger) and (usually_bold or not line.bold)):
            yield TextLine(k + 1, line.text, None if on is None else not on)
            continue
        begun.append(line.text)
        text = " ".join(begun)
        if on is not False and len(text) <= LONGEST_HEADING:
            continue
        heading = len(text) <= LONGEST_HEADING and not _PROSE.search(text)
        yield TextLine(k + 2 - len(begun), text, True if heading else None, min(level, 6) if heading else None)
        begun = []
