"""What the sheets share: their code, their style, messages that are checked, and boards inside them.

A sheet shows `data` (what never changes) and `view` (what does), plain dictionaries with everything in every language,
and sends messages {"do": ...}; what may be done is listed in `DEEDS`.  A browser writes nothing else.  Boards inside a
sheet are the book's boards: their views are traits of the sheet, their messages come as {"do": "board"}.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

import hedgekit

from ..boards import board
from ..boards.say import spoken
from ..boards.table import Table
from ..text import words

LOG = logging.getLogger(__name__)
HERE = Path(__file__).parent
SHARED = (board.HERE / "page.js", board.HERE / "link.js", HERE / "common.js")
"""In this order, before a sheet's own part, they make its module."""

Words = dict[str, str]


class Unclear(Exception):
    """A message that means nothing here."""


@cache
def interface(part: str, stem: str = "choosing") -> dict[str, dict[str, str]]:
    """{language: {key: sentence}}: the words of a sheet in its file, and those all sheets share in choosing.toml."""
    return {
        lang: {
            key.removeprefix(f"{part}."): words.typeset(text, lang)
            for table, prefix in (("choosing", "common."), (stem, f"{part}."))
            for key, text in words.table(table, lang).items()
            if key.startswith(prefix)
        }
        for lang in words.LANGUAGES
    }


def both(key: str, **values: object) -> Words:
    """{language: sentence} of choosing.toml, with the values filled in; LookupError for a key a language lacks."""
    return {lang: words.text(f"choosing.{key}", lang).format(**values) for lang in words.LANGUAGES}


CHAPTERS = {
    "base": "01-base-game", "scoring": "02-scoring", "dice": "03-dice", "moving": "04-moves",
    "black_squares": "05-black-squares", "track": "06-track", "pieces": "07-pieces", "fundamental": "08-fundamental",
}  # fmt: skip
"""The chapter in which a family's variants are, by notebook; families are called as their chapters."""


def family(name: str) -> Words:
    """What a family of variants is called."""
    return {lang: words.chapters(lang)[CHAPTERS[name]]["title"] for lang in words.LANGUAGES}


@cache
def code(part: str, folder: Path = HERE, stem: str = "choosing", more: tuple[Path, ...] = ()) -> str:
    """The ES module of a sheet: its own part lies in a folder, its words in a file; `more` comes before its part."""
    common, style = (file.read_text("utf-8") for file in (HERE / "common.css", folder / f"{part}.css"))
    hidden = ",".join(
        f'html[data-lang="{lang}"] .hk-words>[data-lang]:not([data-lang="{lang}"])' for lang in words.LANGUAGES
    )
    constants = {
        "COMMON": f"{common}{hidden}{{display:none}}",
        "SHEET": style,
        "WORDS": interface(part, stem),
        "KEY": f"hedgekit-{part}",
        "BOARDS": board.key(),
    }
    head = "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in constants.items())
    return head + "\n".join(file.read_text("utf-8") for file in (*SHARED, *more, folder / f"{part}.js"))


class Sheet(board.Quiet):
    """A sheet.  part: the stem of its files; name: names it in its page; data, view: what it shows."""

    DEEDS: tuple[str, ...] = ()
    """What a browser may ask for: "choose" is answered by `_do_choose(message)`, which returns the new view."""

    FOLDER, STEM = HERE, "choosing"
    MORE: tuple[Path, ...] = ()
    """Where its part of the module and its words are, and what else the module needs: see `code`."""

    name = traitlets.Unicode().tag(sync=True)
    data = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    left = traitlets.Dict().tag(sync=True)
    right = traitlets.Dict().tag(sync=True)

    def __init__(self, part: str, data: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        self._esm = code(part, self.FOLDER, self.STEM, self.MORE)
        self.tables: dict[str, Table] = {}
        board.carrier()
        super().__init__(name=part, data=dict(data), view={"n": 0, **view})
        self.on_msg(self._on_message)

    def place(self, which: str, table: Table) -> None:
        """Put a table on the sheet, at its `left` or `right`."""
        self.tables[which] = table
        setattr(self, which, table.view())

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        if isinstance(message, Mapping) and message.get("do") == "board":
            which = message.get("which")
            if isinstance(which, str) and which in self.tables:
                setattr(self, which, self.tables[which].handle(message.get("message")))
            return
        serial = message.get("n") if isinstance(message, Mapping) else 0
        serial = serial if type(serial) is int and 0 <= serial < 2**53 else 0
        with self.hold_sync():  # one repaint
            self.view = {**self._answer(message), "n": serial}

    def _answer(self, message: object) -> dict[str, Any]:
        """The view after a message.  Nothing is raised: what cannot be followed is said in the view's `error`."""
        view = {key: value for key, value in self.view.items() if key != "error"}
        try:
            if not isinstance(message, Mapping) or message.get("do") not in self.DEEDS:
                raise Unclear
            changed: dict[str, Any] = getattr(self, f"_do_{message['do']}")(message)
            return view | changed
        except Unclear:
            return {**view, "error": both("common.unclear")}
        except hedgekit.HedgekitError as error:
            return {**view, "error": spoken(error.text)}
        except Exception:
            LOG.exception("a message to a sheet could not be followed")
            return {**view, "error": both("common.failed")}


# ---- what messages carry ---------------------------------------------------------------------------------------------


def number(message: Mapping[Any, Any], key: str, low: int, high: int) -> int:
    """A whole number of a message; Unclear if it is none, or out of bounds."""
    value = message.get(key)
    if type(value) is not int or not low <= value <= high:
        raise Unclear
    return value


def one_of(message: Mapping[Any, Any], key: str, known: tuple[str, ...]) -> str:
    """A word of a message; Unclear if it is none of those known."""
    value = message.get(key)
    if not isinstance(value, str) or value not in known:
        raise Unclear
    return value


def short(message: Mapping[Any, Any], key: str, limit: int = 200) -> str:
    """A text of a message; Unclear if it is none, or too long."""
    value = message.get(key)
    if not isinstance(value, str) or len(value) > limit:
        raise Unclear
    return value
