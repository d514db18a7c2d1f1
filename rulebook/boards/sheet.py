"""The base class of sheets: widgets with fixed data (`data`), a changing view (`view`), and boards on them.

Both are plain dictionaries with every text in every language; `ACTIONS` lists what a page may ask for.  The boards are
the same as elsewhere: their views are traits of the sheet, and their messages come as {"do": "board"}.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from ..stage import themes
from ..stage.bundle import Code
from ..stage.frame import Frame, Shown, private
from ..stage.messages import Actions, attempt, followed, serial
from ..stage.say import book, interface_of
from ..stage.say import interface as of_boards
from ..text import words
from . import board
from .table import Table

HERE = Path(__file__).parent


def common(lang: str) -> dict[str, str]:
    """Return the words that all sheets share (choosing.toml)."""
    return {key: text for key, text in words.table("choosing", lang).items() if key.startswith("common.")}


@cache
def interface(part: str, stem: str = "choosing") -> dict[str, dict[str, str]]:
    """Return {language: {key: sentence}} for a sheet: its own words and those all sheets share."""

    def own(lang: str) -> dict[str, str]:
        found = words.table(stem, lang).items()
        return {key.removeprefix(f"{part}."): text for key, text in found if key.startswith(f"{part}.")}

    return interface_of(common, own)


def constants() -> dict[str, str]:
    """Return what the code of a sheet needs besides its own words and style."""
    hidden = ",".join(
        f'html[data-lang="{lang}"] .hk-words>[data-lang]:not([data-lang="{lang}"])' for lang in words.LANGUAGES
    )
    style = (HERE / "sheet.css").read_text("utf-8")
    return {"COMMON": f"{style}{hidden}{{display:none}}", "BOARDS": board.CODE.key}


def sheet_code(
    part: str, module: str, stem: str = "choosing", also: str = "", people: bool = False, alone: bool = False
) -> Code:
    """Return the code of a sheet: JavaScript and CSS beside its Python module, words under `part` of a file.

    also: another part of choosing.toml whose words it shows, where it has none of its own; people: it asks for names
    and colours, in the words of boards; alone: no board comes with it, which would bring the colours of the themes.
    """
    code, style = (Path(module).with_suffix(suffix) for suffix in (".js", ".css"))

    def told() -> dict[str, dict[str, str]]:
        beside = interface(also) if also else of_boards() if people else {}
        return {lang: {**beside.get(lang, {}), **own} for lang, own in interface(part, stem).items()}

    return Code(part, code, told, lambda: themes.sheet() * alone + style.read_text("utf-8"), constants)


class Sheet(Frame):
    """A sheet.  data, view: what it shows."""

    ACTIONS: ClassVar[Actions] = {}
    """What a browser may ask for.  An action returns the changed fields of the view, or None for all of `shown`."""

    name = traitlets.Unicode().tag(sync=True)
    _data = traitlets.Dict().tag(sync=True)
    _left: Any = Shown()
    _right: Any = Shown()
    data = private("_data", "What never changes.")
    left = private("_left", "The board at the left, or the only one.")
    right = private("_right", "The board at the right.")

    def __init__(self, data: Mapping[str, Any], view: Mapping[str, Any] | None = None) -> None:
        self.tables: dict[str, Table] = {}
        super().__init__(name=self.CODES[0].name, _data=dict(data), _view={"n": 0, **(view or {})})

    def shown(self) -> Mapping[str, Any]:
        """What there is to see now; of a sheet whose actions say themselves what is new, nothing."""
        return {}

    def show(self) -> None:
        """Show what there is to see now."""
        self._view = {**self.view, **self.shown()}

    def place(self, which: str, table: Table) -> None:
        """Place a table on the sheet, `left` or `right`."""
        self.tables[which] = table
        setattr(self, f"_{which}", table.view())

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Follow a message; if it cannot be followed, the view's `error` says why."""
        if isinstance(message, Mapping) and message.get("do") == "board":
            which = message.get("which")
            if isinstance(which, str) and which in self.tables:
                setattr(self, f"_{which}", self.tables[which].handle(message.get("message")))
            return
        view = {key: value for key, value in self.view.items() if key != "error"}

        def follow() -> None:
            news = followed(self, message, self.ACTIONS)
            view.update(self.shown() if news is None else news)

        with self.hold_sync():  # one repaint
            error = attempt(follow, book("choosing.common.unclear"), book("choosing.common.failed"))
            self._view = {**view, **({"error": error} if error else {}), "n": serial(message)}
