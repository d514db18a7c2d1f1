"""The base class of sheets: widgets with constant `data`, a changing `view`, and boards.

Both are plain dictionaries with texts in every language.  The boards are the usual ones: their views are traits of the
sheet, and their messages arrive as {"do": "board"}.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from ..stage import themes
from ..stage.bundle import Code
from ..stage.frame import Frame, ViewTrait, read_only_trait
from ..stage.localized import book_text, typeset_tables, ui_texts
from ..stage.messages import Actions, dispatch, error_of, sequence_number
from ..text import words
from . import board
from .table import Table

HERE = Path(__file__).parent


def shared_texts(lang: str) -> dict[str, str]:
    """Return the texts that all sheets share (choosing.toml)."""
    return {key: text for key, text in words.table("choosing", lang).items() if key.startswith("common.")}


@cache
def sheet_texts(part: str, stem: str = "choosing") -> dict[str, dict[str, str]]:
    """Return {language: {key: text}} for a sheet: its own texts and those all sheets share."""

    def own(lang: str) -> dict[str, str]:
        found = words.table(stem, lang).items()
        return {key.removeprefix(f"{part}."): text for key, text in found if key.startswith(f"{part}.")}

    return typeset_tables(shared_texts, own)


def constants() -> dict[str, str]:
    """Return the constants of a sheet's code besides its own texts and style."""
    hidden = ",".join(
        f'html[data-lang="{lang}"] .hk-words>[data-lang]:not([data-lang="{lang}"])' for lang in words.LANGUAGES
    )
    style = (HERE / "sheet.css").read_text("utf-8")
    return {"COMMON": f"{style}{hidden}{{display:none}}", "BOARDS": board.CODE.key}


def sheet_code(
    part: str, module: str, stem: str = "choosing", also: str = "", people: bool = False, alone: bool = False
) -> Code:
    """Return the code of a sheet: JavaScript and CSS beside its Python module, texts under `part` of a file.

    also: another part of choosing.toml, for missing keys; people: it asks for names and colours, so it needs the texts
    of boards; alone: it has no board, which would bring the colours of the themes.
    """
    code, style = (Path(module).with_suffix(suffix) for suffix in (".js", ".css"))

    def texts() -> dict[str, dict[str, str]]:
        fallback = sheet_texts(also) if also else ui_texts() if people else {}
        return {lang: {**fallback.get(lang, {}), **own} for lang, own in sheet_texts(part, stem).items()}

    return Code(part, code, texts, lambda: themes.sheet() * alone + style.read_text("utf-8"), constants)


class Sheet(Frame):
    """A sheet.  data: its constants; view: its initial view."""

    ACTIONS: ClassVar[Actions] = {}
    """The actions of a page; each returns the changed fields of the view, or None for all those of `current_view`."""

    name = traitlets.Unicode().tag(sync=True)
    _data = traitlets.Dict().tag(sync=True)
    _left: Any = ViewTrait()
    _right: Any = ViewTrait()
    data = read_only_trait("_data", "The constant data.")
    left = read_only_trait("_left", "The view of the left board, or of the only one.")
    right = read_only_trait("_right", "The view of the right board.")

    def __init__(self, data: Mapping[str, Any], view: Mapping[str, Any] | None = None) -> None:
        self.tables: dict[str, Table] = {}
        super().__init__(name=self.CODES[0].name, _data=dict(data), _view={"n": 0, **(view or {})})

    def current_view(self) -> Mapping[str, Any]:
        """Return the fields of the view as they are now; {} for a sheet whose actions return their changes."""
        return {}

    def refresh(self) -> None:
        """Update the view."""
        self._view = {**self.view, **self.current_view()}

    def place(self, which: str, table: Table) -> None:
        """Put a table on the sheet, at the `left` or `right`."""
        self.tables[which] = table
        setattr(self, f"_{which}", table.view())

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Carry out a message; if that is impossible, the view's `error` says why."""
        if isinstance(message, Mapping) and message.get("do") == "board":
            which = message.get("which")
            if isinstance(which, str) and which in self.tables:
                setattr(self, f"_{which}", self.tables[which].handle(message.get("message")))
            return
        view = {key: value for key, value in self.view.items() if key != "error"}

        def act() -> None:
            changed = dispatch(self, message, self.ACTIONS)
            view.update(self.current_view() if changed is None else changed)

        with self.hold_sync():  # one repaint
            error = error_of(act, book_text("choosing.common.unclear"), book_text("choosing.common.failed"))
            self._view = {**view, **({"error": error} if error else {}), "n": sequence_number(message)}
