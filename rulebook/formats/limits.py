"""Limits for foreign files and archives, the lines read from them, list numerals, and the error for a refused file."""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SECONDS = 10  # of processor time
TOGETHER = 60  # seconds for all pages of one text
MEMORY = 400  # megabytes
TEXT_LIMIT = 5  # megabytes of text in a file
LINES_LIMIT = 100_000  # lines of text
WORDS_LIMIT = 60_000
SIGNS_LIMIT = 12 * WORDS_LIMIT  # visible characters
UNPACKED_LIMIT = 50  # megabytes of an unpacked archive
MEMBERS_LIMIT = 2_000  # files in an archive
PAGES_LIMIT = 300  # pages of a PDF
MEGABYTE = 1_000_000
SLICE = 20_000  # characters processed at once


class TextLine(NamedTuple):
    """A line: number, text, whether it ends a paragraph (None if unknown), and level of a marked heading.

    omitted: what was left out here, as keys of `left` in `collation.toml`.
    """

    number: int
    text: str
    ends: bool | None = None
    level: int | None = None
    omitted: Sequence[str] = ()


class Refused(Exception):
    """A refused file: a key of `collation.errors`, and the values to fill in."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Budget:
    """The remaining processor time for files read as one text."""

    def __init__(self) -> None:
        self.seconds = float(TOGETHER)


def slices(text: str) -> Iterator[str]:
    """Return a text in parts, so that other threads of a server can run in between."""
    return (text[at : at + SLICE] for at in range(0, len(text), SLICE))


def visible(text: str) -> int:
    """Return the number of characters of a text that are not spaces."""
    return sum(len("".join(part.split())) for part in slices(text))


def limited(lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """Yield the lines.  Raise Refused if there are too many or they are too long."""
    size = seen = 0
    for many, line in enumerate(lines):
        if many >= LINES_LIMIT:
            raise Refused("lines", limit=LINES_LIMIT)
        size += len(line.text) + 1
        if size > TEXT_LIMIT * MEGABYTE:
            raise Refused("large", limit=TEXT_LIMIT)
        seen += visible(line.text)
        if seen > SIGNS_LIMIT:
            raise Refused("long", limit=WORDS_LIMIT)
        yield line


def members(data: bytes, kind: str) -> zipfile.ZipFile:
    """Open an archive.  Raise Refused if it is damaged or too large when unpacked."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        sizes = [member.file_size for member in archive.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise Refused("damaged", kind=kind) from None
    if len(sizes) > MEMBERS_LIMIT or sum(sizes) > UNPACKED_LIMIT * MEGABYTE:
        raise Refused("bomb", limit=UNPACKED_LIMIT)
    return archive


def numeral(number: int, form: str) -> str:
    """Format a list number: "decimal", "upperRoman" or "I", "lowerLetter" or "a", and so on."""
    if form in ("upperRoman", "lowerRoman", "I", "i"):
        text, left = "", min(number, 3999)
        for value, letters in _ROMAN:
            text += letters * (left // value)
            left %= value
    elif form in ("upperLetter", "lowerLetter", "A", "a"):
        text = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 9)
    else:
        return str(number)
    return text.upper() if form.startswith("upper") or form.isupper() else text


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
