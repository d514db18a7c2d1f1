"""Open the ZIP archives of Word and OpenDocument safely, and print the numbers of their lists."""

import io
import zipfile

from .limits import MEGABYTE, MEMBERS_LIMIT, UNPACKED_LIMIT, Refused


def members(data: bytes, kind: str) -> zipfile.ZipFile:
    """The archive.  Refused if it is damaged or unpacks to too much."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        sizes = [member.file_size for member in archive.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise Refused("damaged", kind=kind) from None
    if len(sizes) > MEMBERS_LIMIT or sum(sizes) > UNPACKED_LIMIT * MEGABYTE:
        raise Refused("bomb", limit=UNPACKED_LIMIT)
    return archive


def numeral(number: int, form: str) -> str:
    """A number as lists print it: "decimal", "upperRoman" or "I", "lowerLetter" or "a" and the like."""
    upper = form in ("upperRoman", "upperLetter", "I", "A")
    if form in ("upperRoman", "lowerRoman", "I", "i"):
        text, left = "", min(number, 3999)
        for value, letters in _ROMAN:
            text += letters * (left // value)
            left %= value
    elif form in ("upperLetter", "lowerLetter", "A", "a"):
        text = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 9)
    else:
        return str(number)
    return text.upper() if upper else text.lower()


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
