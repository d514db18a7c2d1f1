"""Read files as numbered lines: text in any encoding, Markdown, and the formats of `rulebook.formats`.

Files may be damaged or hostile: everything has a limit, and every failure is a `WitnessError`.  Line numbers are those
of the file (of the source in HTML); in Word, paragraphs and rows are counted, in PDF, lines of text.
"""

import codecs
import io
import re
import stat
import time
import tomllib
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from rulebook.formats import child
from rulebook.formats.columns import in_reading_order, without_running_heads
from rulebook.formats.limits import LINES_LIMIT, MEGABYTE, TEXT_LIMIT, Budget, Refused, TextLine, limited, slices

from ..errors import WitnessError
from ..progress import pulse
from ..witness import Line
from .markdown import is_marked, markdown

FILE_LIMIT = 20  # megabytes of a file
PAGES = 200  # files of a folder

_ENCODINGS = tomllib.loads(files(__package__).joinpath("encodings.toml").read_text("utf-8"))
_FRENCH = frozenset(_ENCODINGS["french"])
_BEYOND, _LEGACY = (frozenset(_ENCODINGS[name].split()) for name in ("beyond", "legacy"))
SAMPLE = 100_000  # bytes from which the encoding is guessed
_ASCII = re.compile("[\0-\x7f]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_PROJECT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"project"\s*:')  # a project of the desk
_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Read(NamedTuple):
    """Lines, and the names of files skipped because they took too much time or memory."""

    lines: tuple[Line, ...]
    unread: tuple[str, ...] = ()


def read_path(path: str | Path) -> Read:
    """Read a file, or a folder in natural order (page 2 before page 10).  Raise WitnessError on failure."""
    path = Path(path)
    return _folder(path) if path.is_dir() else Read(_file(path))


def _file(path: Path, budget: Budget | None = None) -> tuple[Line, ...]:
    return read_bytes(path.name, read_data(path), budget)


def read_data(path: Path) -> bytes:
    """Return the content of a file.  Raise WitnessError if it cannot be opened or is too large."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe or device, which may never end
            raise WitnessError("absent", name=path.name)
        if status.st_size > FILE_LIMIT * MEGABYTE:
            raise WitnessError("large", name=path.name, limit=FILE_LIMIT)
        return path.read_bytes()
    except OSError:
        raise WitnessError("absent", name=path.name) from None


def _folder(folder: Path) -> Read:
    try:
        files = [
            one
            for one in folder.iterdir()
            if one.is_file() and not one.name.startswith(".") and one.name not in _OF_SYSTEM
        ]
    except OSError:
        files = []
    if not files:
        raise WitnessError("absent", name=folder.name)
    if len(files) > PAGES:
        raise WitnessError("many-pages", name=folder.name, limit=PAGES)
    return _read_pages(folder.name, [(one.name, partial(_file, one)) for one in sorted(files, key=natural_order)])


def read_pages(files: Sequence[tuple[str, bytes]]) -> Read:
    """Read uploaded files (names and contents) as the pages of one text.  Raise WitnessError as for a folder."""
    return _read_pages(files[0][0], [(name, partial(read_bytes, name, data)) for name, data in files])


_SKIPPED = ("slow", "memory")  # errors for which a file is skipped if it is read together with others


def _read_pages(name: str, files: Iterable[tuple[str, Callable[[Budget], tuple[Line, ...]]]]) -> Read:
    """Read files as one text; files that take too long, or come after the time has run out, are skipped."""
    pages, unread, size, budget, first = list[tuple[Line, ...]](), list[str](), 0, Budget(), None
    for one, reader in files:
        if budget.seconds <= 0:
            unread.append(one)
            continue
        begun = time.process_time()
        try:
            pages.append(reader(budget))
        except WitnessError as error:
            if error.key not in _SKIPPED:
                raise
            first = first or error
            unread.append(one)
            continue
        budget.seconds -= time.process_time() - begun  # time spent in this process
        size += sum(len(line.text) + 1 for line in pages[-1])
        if size > TEXT_LIMIT * MEGABYTE:  # of all pages together
            raise WitnessError("large", name=name, limit=TEXT_LIMIT)
    if not pages and first:
        raise first
    return Read(joined(pages), tuple(unread))


_OF_SYSTEM = ("Thumbs.db", "desktop.ini")  # created by the operating system


def natural_order(path: Path) -> list[tuple[int, str]]:
    """Return a sort key for a file: its name, with numbers compared as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.name.casefold())]


def joined(pages: Iterable[Sequence[Line]]) -> tuple[Line, ...]:
    """Join the pages of a text and number their lines consecutively."""
    found: list[Line] = []
    for page in pages:
        last = found[-1].number if found else 0
        kept = page[:-1] if page[-1].text == "" else page  # "" after the final newline
        found += [replace(line, number=last + line.number) for line in kept]
    return tuple(found)


def read_bytes(name: str, data: bytes, budget: Budget | None = None) -> tuple[Line, ...]:
    """Read the content of a file, in the format of its first bytes or else of its name.

    budget: shared by the files read together.  Raise WitnessError if it cannot be read.
    """
    if len(data) > FILE_LIMIT * MEGABYTE:
        raise WitnessError("large", name=name, limit=FILE_LIMIT)
    if not data.strip():
        raise WitnessError("empty", name=name)
    if _PROJECT.match(data):
        raise WitnessError("is-project", name=name)
    kind = _kind(name, data)
    if not kind and (other := named_format(name, data)):
        raise WitnessError("pair-file" if other in PAIRS else "other-format", name=name, kind=other)
    try:
        if kind:
            source = declared(name, data).encode() if kind == "html" else data
            found: Iterable[TextLine] = child.read(kind, source, budget, pulse)
        else:
            found = limited(_plain(name, data))
        lines = tuple(map(as_line, found))
    except Refused as refused:
        raise WitnessError(refused.key, name=name, **refused.values) from None
    if not any(line.text.strip() for line in lines):
        raise WitnessError("scanned" if kind == "pdf" else "empty", name=name)
    return lines


def _kind(name: str, data: bytes) -> str:
    """Return the foreign format of a file by its content, else by its name; "" for text, and for what is not read."""
    ending = name.rpartition(".")[2].casefold()
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return "pdf"
    if any(one.startswith("word/") for one in _members(data)):
        return "docx"
    if b"opendocument.text" in data[:200] or (ending == "odt" and "content.xml" in _members(data)):
        return "odt"
    if _HTML.match(data[:2048].removeprefix(codecs.BOM_UTF8)):
        return "html"
    named = "html" if ending in ("htm", "xhtml") else ending if ending in child.NAMES else ""
    other = named and named_format(name, data) not in ("", "ZIP", "XML")  # and all but HTML hold bytes that no text has
    return "" if other or (named != "html" and not re.search(rb"[\0-\x08]", data[:SAMPLE])) else named


_COMMENT = r"<!--(?:(?!-->).)*-->"
_HTML = re.compile(
    rf"\s*(?:<\?xml[^>]*>\s*)?(?:{_COMMENT}\s*)*<(?:!doctype\s+html|html)\b".encode(), re.IGNORECASE | re.DOTALL
)
_XML = re.compile(
    rf"(?:<\?[^>]*>|<!DOCTYPE\b(?:[^\[>]|\[[^\]]*\])*>|{_COMMENT}|\s)*"
    r"<(?:[\w.-]{1,40}:)?([A-Za-z][\w.-]{0,40})[\s/>]",
    re.DOTALL,
)
_PO = tuple(re.compile(rf'^[ \t]*{word}(?:\[\d\])?[ \t]+"', re.MULTILINE) for word in ("msgid", "msgstr"))
PAIRS = ("PO", "XLIFF", "TMX")
_PACKED = {
    "xl/": "Excel", "ppt/": "PowerPoint", "designmap.xml": "InDesign", "META-INF/container.xml": "EPUB",
    "Index/": "iWork",
}  # fmt: skip
_OLD = {"WordDocument": "Word 97", "Workbook": "Excel 97", "PowerPoint": "PowerPoint 97"}


def _members(data: bytes) -> list[str]:
    """Return the file names in a ZIP archive; none for other data."""
    try:
        return zipfile.ZipFile(io.BytesIO(data)).namelist() if data.startswith(b"PK\x03\x04") else []
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return []


def named_format(name: str, data: bytes) -> str:
    """Return the format of a file not read as text ("PO", "EPUB", ...), "" for text.  WitnessError if it is locked."""
    ending = name.rpartition(".")[2].casefold()
    if data.startswith(b"PK\x03\x04"):
        found = (kind for one in _members(data) for start, kind in _PACKED.items() if one.startswith(start))
        of_office = re.search(rb"opendocument\.(\w)", data[:200])  # a table, "ODS", say
        usual = "Excel" if ending in ("xlsx", "xlsm") else "ZIP"  # damaged
        return next(found, f"OD{of_office[1].decode().upper()}" if of_office else usual)
    if data.startswith(b"\xd0\xcf\x11\xe0"):  # a file of Office up to 2003, or a locked one
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise WitnessError("locked", name=name)
        return next((kind for stream, kind in _OLD.items() if stream.encode("utf-16-le") in data), "")
    if data.startswith(b"{\\rtf"):
        return "RTF"
    wide = "utf-16" if data.startswith(_BOMS) else "utf-8-sig"
    head = data[:SAMPLE].decode(wide, "replace").lstrip()
    if ending in ("csv", "tsv"):
        return "CSV"
    if "multipart/related" in head[:2000]:
        return "MHTML"
    if ending in ("po", "pot") or all(one.search(head) for one in _PO):
        return "PO"
    root = _XML.match(head)
    known = {"xliff": "XLIFF", "tmx": "TMX"}
    if root and root[1].casefold() in known:
        return known[root[1].casefold()]
    spaced = root is not None and "xmlns" in head[root.end() : head.find(">", root.end() - 1)]
    return "XML" if spaced or head.startswith("<?xml") or ending in ("xml", "tei") else ""


_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)} | {0x2010: "-"}


def as_line(line: TextLine) -> Line:
    """Normalise the characters of a line, also "¬", which text recognition writes for a hyphen at the end."""
    text = _SURROGATE.sub("\ufffd", line.text)  # a lone surrogate cannot be written to a file
    text = re.sub("[\u00ad\u00ac]$", "-", unicodedata.normalize("NFC", text).translate(_LIGATURES))
    return Line(line.number, text, line.ends, line.level, omitted=tuple(line.omitted))


# ---- text ------------------------------------------------------------------------------------------------------------


def decode(name: str, data: bytes, declared: str | None = None) -> str:
    """Decode bytes; UTF-8 and a byte order mark override the declared encoding.  Raise WitnessError for binary data."""
    if len(data) > TEXT_LIMIT * MEGABYTE:
        raise WitnessError("large", name=name, limit=TEXT_LIMIT)
    for marks, wide in (((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"), (_BOMS, "utf-16")):
        if data.startswith(marks):
            return _text_only(name, data.decode(wide, "replace"))
    for encoding in filter(None, ("utf-8-sig", declared)):
        try:
            return _text_only(name, data.decode(encoding))
        except UnicodeDecodeError:
            pass
    from charset_normalizer import from_bytes

    best = from_bytes(data[:SAMPLE]).best()
    if best is None:
        raise WitnessError("binary", name=name)
    likely = [_ENCODINGS["rivals"].get(best.encoding, best.encoding), best.encoding]
    texts, western = (
        [data.decode(encoding, "replace") for encoding in side] for side in (likely, _ENCODINGS["western"])
    )
    if best.language in _BEYOND:  # unless it is plausible French, since the language of short texts is unreliable
        western = [text for text in western if set(_ASCII.sub("", text)) <= _FRENCH]
        texts = western or [max(texts, key=lambda text: sum(char.isalpha() for char in text))]
        western = []
    return _text_only(name, max(texts + western, key=_french))


def _french(text: str) -> int:
    """Return a score of how French the non-ASCII characters look."""
    return sum(1 if char in _FRENCH else 0 if char.isalpha() else -1 for char in _ASCII.sub("", text))


def _text_only(name: str, text: str) -> str:
    strange = 0
    for part in slices(text):
        odd = {char for char in set(part) - {*"\t\n\r\f\v\x85"} if unicodedata.category(char) in ("Cc", "Cn", "Co")}
        strange += sum(char in odd for char in part) if odd else 0
    if "\0" in text or strange * 20 > len(text):
        raise WitnessError("binary", name=name)
    return text


def _plain(name: str, data: bytes) -> Iterator[TextLine]:
    text = decode(name, data)
    for _ in limited(TextLine(0, part) for part in slices(text)):  # check the size before splitting
        pass
    text = re.sub(r"\r\n?|[\x85\u2028\u2029]", "\n", text)
    if text.count("\n") + text.count("\f") > LINES_LIMIT:
        raise Refused("lines", limit=LINES_LIMIT)
    lines = text.split("\n")
    if name.casefold().endswith((".md", ".markdown")) or is_marked(lines):
        yield from markdown(lines)
        return
    pages: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(lines, 1):
        for i, piece in enumerate(line.split("\f")):
            if i:
                pages.append([])
            pages[-1].append((number, piece))
    for page, whole in zip(without_running_heads(pages) if len(pages) > 1 else pages, pages, strict=True):
        omitted = ["running"] if len(page) < len(whole) else []
        for number, line in in_reading_order(page):
            yield TextLine(number, line, omitted=omitted)
            omitted = []


# ---- HTML ------------------------------------------------------------------------------------------------------------


def declared(name: str, data: bytes) -> str:
    """Decode the source of a page or a PO file: as UTF-8 if valid, else as declared, else as guessed."""
    found = re.search(rb"""charset\s*=\s*["']?\s*([\w-]{1,40})""", data[:2048], re.IGNORECASE)
    try:
        encoding = codecs.lookup(found[1].decode("ascii")).name if found else ""
    except (LookupError, UnicodeError):
        encoding = ""
    legacy = encoding if encoding in _LEGACY else None
    return decode(name, data, _ENCODINGS["meant"].get(encoding, legacy))
