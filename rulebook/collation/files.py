"""From files to numbered lines: text in any encoding, HTML, PDF and Word.

What is opened may be damaged or hostile: everything has a limit, and whatever goes wrong is one `WitnessError`.
Lines keep the numbers of the file.  In HTML that is the line of the source; in Word, paragraphs and rows are counted;
in PDF, the lines of the text from the first page on.
"""

import codecs
import io
import re
import tomllib
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

from .errors import WitnessError
from .pages import page_lines
from .witness import Line

MEGABYTE = 1_000_000
FILE_LIMIT = 20  # megabytes of a file
TEXT_LIMIT = 5  # megabytes of text in it
UNPACKED_LIMIT = 50  # megabytes that a .docx may unpack to
MEMBERS_LIMIT = 2_000  # files in a .docx
LINES_LIMIT = 100_000  # lines of text
PAGES_LIMIT = 300  # pages of a PDF


_ENCODINGS = tomllib.loads(files(__package__).joinpath("encodings.toml").read_text("utf-8"))
_FRENCH = frozenset(_ENCODINGS["french"])
_BEYOND, _LEGACY = (frozenset(_ENCODINGS[name].split()) for name in ("beyond", "legacy"))
SAMPLE = 100_000  # bytes that the encoding is guessed from
_SURROGATE = re.compile("[\ud800-\udfff]")
_BOMS = (b"\xff\xfe", b"\xfe\xff")


def read_file(path: str | Path) -> tuple[Line, ...]:
    """The lines of a file.  WitnessError if it cannot be read."""
    path = Path(path)
    try:
        if path.stat().st_size > FILE_LIMIT * MEGABYTE:
            raise WitnessError("large", name=path.name, limit=FILE_LIMIT)
        data = path.read_bytes()
    except OSError:
        raise WitnessError("absent", name=path.name) from None
    return read_bytes(path.name, data)


def read_bytes(name: str, data: bytes) -> tuple[Line, ...]:
    """The lines of a file's content; its name tells what kind it is where its first bytes do not.

    WitnessError if it cannot be read.
    """
    if len(data) > FILE_LIMIT * MEGABYTE:
        raise WitnessError("large", name=name, limit=FILE_LIMIT)
    if not data.strip():
        raise WitnessError("empty", name=name)
    reader = _reader(name, data)
    lines = tuple(_limited(name, reader(name, data)))
    if not any(line.text.strip() for line in lines):
        raise WitnessError("scanned" if reader is _pdf else "empty", name=name)
    return lines


def _reader(name: str, data: bytes) -> Callable[[str, bytes], Iterator[Line]]:
    ending = name.rpartition(".")[2].casefold()
    if data[:1024].lstrip().startswith(b"%PDF-") or ending == "pdf":
        return _pdf
    if data.startswith(b"PK\x03\x04") or ending == "docx":
        return _docx
    head = data[:512].lstrip().lower()
    if ending in ("html", "htm", "xhtml") or head.startswith((b"<!doctype html", b"<html")):
        return _html
    return _plain


def _limited(name: str, lines: Iterator[Line]) -> Iterator[Line]:
    size = 0
    for many, line in enumerate(lines):
        if many >= LINES_LIMIT:
            raise WitnessError("lines", name=name, limit=LINES_LIMIT)
        size += len(line.text) + 1
        if size > TEXT_LIMIT * MEGABYTE:
            raise WitnessError("large", name=name, limit=TEXT_LIMIT)
        text = _SURROGATE.sub("\ufffd", line.text)  # a stray half of a character cannot be written to any file
        yield Line(line.number, unicodedata.normalize("NFC", text), line.ends, line.level)


# ---- text ------------------------------------------------------------------------------------------------------------


def decode(name: str, data: bytes, declared: str | None = None) -> str:
    """The text of bytes in whatever encoding; declared: what they say they are in, which UTF-8 and a mark overrule.

    WitnessError for bytes that are no text.
    """
    if len(data) > TEXT_LIMIT * MEGABYTE:
        raise WitnessError("large", name=name, limit=TEXT_LIMIT)
    if not data.startswith(_BOMS):
        for encoding in filter(None, ("utf-8-sig", declared)):
            try:
                return _text_only(name, data.decode(encoding))
            except UnicodeDecodeError:
                pass
    from charset_normalizer import from_bytes

    best = from_bytes(data[:SAMPLE]).best()
    if best is None:
        raise WitnessError("binary", name=name)
    if data.startswith(_BOMS):
        return _text_only(name, data.decode(best.encoding, "replace"))
    likely = [_ENCODINGS["rivals"].get(best.encoding, best.encoding), best.encoding]
    texts, western = (
        [data.decode(encoding, "replace") for encoding in side] for side in (likely, _ENCODINGS["western"])
    )
    if best.language in _BEYOND:  # unless it reads as plain French: short texts are taken for anything
        western = [text for text in western if set(filter(_odd, text)) <= _FRENCH]
        texts = western or [max(texts, key=lambda text: sum(map(str.isalpha, text)))]
        western = []
    return _text_only(name, max(texts + western, key=_french))


def _odd(char: str) -> bool:
    return char > "\x7f"


def _french(text: str) -> int:
    """How much the characters beyond ASCII look like French."""
    return sum(1 if char in _FRENCH else 0 if char.isalpha() else -1 for char in filter(_odd, text))


def _text_only(name: str, text: str) -> str:
    strange = sum(unicodedata.category(char) in ("Cc", "Cn", "Co") and char not in "\t\n\r\f\v\x85" for char in text)
    if "\0" in text or strange * 20 > len(text):
        raise WitnessError("binary", name=name)
    return text


def _plain(name: str, data: bytes) -> Iterator[Line]:
    lines = re.sub(r"\r\n?", "\n", decode(name, data)).split("\n")
    if name.casefold().endswith((".md", ".markdown")) or sum(map(bool, map(_MARKED.match, lines))) >= MARKED:
        yield from _markdown(lines)
        return
    for number, line in enumerate(lines, 1):
        yield Line(number, line)


_MARKED = re.compile(r"#{1,6} +\S")
MARKED = 2  # headings that make a text Markdown, whatever its name
_EMPHASIS = re.compile(r"(\*\*\*|___|\*\*|__|\*|`|~~|(?<![^\W_])_)(?=\S)(.{1,400}?\S?)\1(?![^\W_])")
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,400}\)")


def _markdown(lines: list[str]) -> Iterator[Line]:
    """Markdown line by line: headings marked, what is set off plain; a paragraph ends where Markdown ends it."""
    for number, line in enumerate(lines, 1):
        text = _LINK.sub(r"\1", _EMPHASIS.sub(r"\2", line))
        marked = _MARKED.match(text)
        under = lines[number].strip() if number < len(lines) else ""
        if marked or (text.strip() and re.fullmatch(r"=+|-{3,}", under)):
            yield Line(number, text.strip("# ") if marked else text, True, len(text) - len(text.lstrip("#")) or 1)
        elif re.fullmatch(r"\s*(?:[=*_-]{3,}|\|?[\s:|-]{3,})\s*", text):  # a rule, or the line under a table's head
            yield Line(number, "")
        elif text.lstrip().startswith("|"):
            yield Line(number, "  ".join(cell.strip() for cell in text.strip().strip("|").split("|")), True)
        else:
            yield Line(number, re.sub(r"^\s{0,8}>\s?", "", text))


# ---- HTML ------------------------------------------------------------------------------------------------------------


def _html(name: str, data: bytes) -> Iterator[Line]:
    for line in page_lines(name, _declared(name, data)):
        yield Line(*line)


def _declared(name: str, data: bytes) -> str:
    """The source of a page: UTF-8 if it is that, else in the encoding it declares, else in the one it looks like."""
    found = re.search(rb"""charset\s*=\s*["']?\s*([\w-]{1,40})""", data[:2048], re.IGNORECASE)
    try:
        encoding = codecs.lookup(found[1].decode("ascii")).name if found else ""
    except (LookupError, UnicodeError):
        encoding = ""
    legacy = encoding if encoding in _LEGACY else None
    return decode(name, data, _ENCODINGS["meant"].get(encoding, legacy))


# ---- PDF -------------------------------------------------------------------------------------------------------------


def _pdf(name: str, data: bytes) -> Iterator[Line]:
    import logging

    try:
        from pypdf import PdfReader
    except ImportError:  # in a browser
        raise WitnessError("foreign", name=name, kind="PDF") from None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # a damaged file is said once, by us
    try:
        reader = PdfReader(io.BytesIO(data))
        locked = reader.is_encrypted and not reader.decrypt("")
        pages = 0 if locked else len(reader.pages)
    except Exception:  # whatever a damaged file makes the library raise
        raise WitnessError("damaged", name=name, kind="PDF") from None
    if locked:
        raise WitnessError("locked", name=name)
    if pages > PAGES_LIMIT:
        raise WitnessError("pages", name=name, limit=PAGES_LIMIT)
    number = 0
    for page in range(pages):
        try:
            text = reader.pages[page].extract_text()
        except Exception:
            raise WitnessError("damaged", name=name, kind="PDF") from None
        for line in text.splitlines():
            number += 1
            yield Line(number, line)


# ---- Word ------------------------------------------------------------------------------------------------------------


def _docx(name: str, data: bytes) -> Iterator[Line]:
    _unpackable(name, data)
    try:
        import docx
        from docx.table import Table
    except ImportError:  # in a browser
        raise WitnessError("foreign", name=name, kind="Word") from None
    try:
        document = docx.Document(io.BytesIO(data))
        texts: list[str] = []
        for item in document.iter_inner_content():
            if isinstance(item, Table):
                texts += ["  ".join(cell.text.strip() for cell in row.cells) for row in item.rows]
            else:
                style = (item.style.name or "") if item.style else ""
                texts.append(("• " if style.startswith("List Bullet") else "") + item.text)
    except Exception:  # whatever damaged XML makes the library raise
        raise WitnessError("damaged", name=name, kind="Word") from None
    for number, text in enumerate(texts, 1):
        pieces = text.split("\n")
        for piece in pieces:
            yield Line(number, piece, True)


def _unpackable(name: str, data: bytes) -> None:
    """WitnessError unless the archive is a Word file of a decent size."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if "word/document.xml" not in archive.namelist():
                raise WitnessError("binary", name=name)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        if isinstance(error, WitnessError):
            raise
        raise WitnessError("damaged", name=name, kind="Word") from None
    if len(members) > MEMBERS_LIMIT or sum(member.file_size for member in members) > UNPACKED_LIMIT * MEGABYTE:
        raise WitnessError("bomb", name=name, limit=UNPACKED_LIMIT)
