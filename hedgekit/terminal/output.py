"""Terminal output: wrapping, colours if supported, and replacements for characters that the encoding lacks."""

import codecs
import errno
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO
from unicodedata import category, normalize

from ..text.words import sentence

NARROW, WIDE = 40, 100  # the least and the greatest columns for wrapping
COLOURS = {"A": 31, "B": 94, "C": 32, "D": 33, "E": 35, "F": 97, "G": 90, "H": 36, "I": 95}  # as on the SVG boards

TRANSLITERATE = "hedgekit.poor"
"""The codec error handler that writes similar characters (`transliterate`)."""
_SIMILAR = (
    dict(zip("±−–—‑×·…•°→≤≥", ("+-", "-", "-", "-", "-", "x", ".", "...", "*", "o", "->", "<=", ">="), strict=True))
    | dict(zip("’‘“”„«»¿¡", "''" + '"' * 5 + "?!", strict=True))
    | dict(zip("œŒæßÄÖÜäöü", ("oe", "Oe", "ae", "ss", "Ae", "Oe", "Ue", "ae", "oe", "ue"), strict=True))
    | dict(zip("▁▂▃▄▅▆▇█", "_.-:=+*#", strict=True))
)
"""Character -> its replacement; other letters lose their accents."""


def transliterate(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the encoding lacks: letters lose their accents, ± becomes +-."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = "".join(map(_similar, error.object[error.start : error.end]))
    space = text.endswith("+-") and error.object[error.end : error.end + 1] == " "  # keeps columns aligned
    return text, error.end + space


def _similar(char: str) -> str:
    bare = "".join(one for one in normalize("NFKD", char) if not 0x300 <= ord(one) < 0x370)
    return _SIMILAR.get(char) or (bare if bare.isascii() and bare else "?")


codecs.register_error(TRANSLITERATE, transliterate)


def has_colours(out: TextIO) -> bool:
    """Return whether the stream supports colours and the user wants them (no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb" if os.name != "nt" else "") == "dumb":
        return False
    return out.isatty()


class OutputError(Exception):
    """Standard output cannot be written (disk full, closed); the text is the system's reason."""


@contextmanager
def writing() -> Iterator[None]:
    """Raise OutputError instead of OSError, except for a broken pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


class Terminal:
    """Writes sentences to a terminal or a file.

    language: of the sentences; out: the stream, by default standard output.  Control characters are replaced, so that
    no input can control the terminal.
    """

    def __init__(self, language: str, out: TextIO | None = None) -> None:
        self.language = language
        if not (out or sys.stdout):
            raise OutputError(os.strerror(errno.EBADF))
        self.out = out or sys.stdout
        self.colours = has_colours(self.out)
        self.width = min(max(shutil.get_terminal_size().columns, NARROW), WIDE)

    def words(self, key: str, **values: object) -> str:
        """Return the sentence of this key in the terminal's language."""
        return sentence(key, self.language, values)

    def say(self, text: str = "", indent: int = 0) -> None:
        """Write text, wrapped to the width."""
        space = " " * indent
        for line in text.split("\n"):
            wrapped = textwrap.wrap(
                printable(line), self.width - 1, initial_indent=space, subsequent_indent=space, break_on_hyphens=False
            )
            self.lines(wrapped or [""])

    def ask(self, prompt: str) -> str:
        """Show a prompt and read a line; EOFError at the end of the input."""
        if self.out is sys.stdout:
            return input(prompt)
        print(prompt, end="", file=self.out, flush=True)
        return input()

    def encodable(self, text: str) -> str:
        """Return text as the stream will show it, with characters replaced, to measure columns."""
        coding = self.out.encoding or "utf-8"
        return printable(text).encode(coding, TRANSLITERATE).decode(coding)

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines unchanged."""
        with writing():
            for line in lines:
                print(line, file=self.out, flush=True)

    def json(self, data: Any) -> None:
        """Write plain data as JSON, in ASCII if the stream lacks a character."""
        text = json.dumps(data, ensure_ascii=False, indent=2)
        try:
            text.encode(self.out.encoding or "utf-8")
        except UnicodeEncodeError:
            text = json.dumps(data, indent=2)
        self.lines([text])

    def paint(self, text: str, style: str) -> str:
        """Colour text as a player's ("A"), bold ("A*"), or faint ("")."""
        if not self.colours:
            return text
        codes = [str(COLOURS[style[0]])] if style else ["2"]
        return f"\x1b[{';'.join(codes + ['1'] * style.endswith('*'))}m{text}\x1b[0m"


def in_ascii(text: str) -> str:
    """Return text in ASCII, as typed without accents."""
    return text.encode("ascii", TRANSLITERATE).decode()


def printable(text: str) -> str:
    """Return text with "?" for control characters, and ordinary spaces for special ones."""
    return "".join(char if char.isprintable() else " " if category(char) == "Zs" else "?" for char in text)
