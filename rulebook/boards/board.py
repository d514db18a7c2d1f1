"""The board as a widget: a table in Python, its picture and all that can be touched in the browser.

A page with many boards gets their code once, by a widget of its own (`BoardCode`): it registers itself in the page
under the hash of its content, and each `Board` carries a few lines that wait for it. What a browser may write is
nothing: messages go through `Table.handle`, which validates them, and updates of synced traits are ignored.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .say import interface
from .svg import PLAYER_COLOURS, css, draw, palette
from .table import Table, Task
from .view import last_of

LOG = logging.getLogger(__name__)
HERE = Path(__file__).parent

# In this order they make one ES module; names of one part are seen by the others.
PARTS = (
    "page.js",
    "link.js",
    "motion.js",
    "grid.js",
    "flick.js",
    "panel.js",
    "texts.js",
    "setup.js",
    "teach.js",
    "board.js",
)


@cache
def code() -> str:
    """The ES module of all boards: parts, style and interface words; it exports `render(context)`."""
    parts = "\n".join((HERE / part).read_text("utf-8") for part in PARTS)
    return (
        f"const SHEET = {json.dumps(style())};\nconst WORDS = {json.dumps(interface(), ensure_ascii=False)};\n{parts}"
    )


@cache
def style() -> str:
    """The style sheet of all boards: the colours of both themes, pictures, and what is around them."""
    sheet = (HERE / "board.css").read_text("utf-8")
    letters = "\n".join(
        f".hk-letter-{name} {{ background: {ring}; color: {on}; }}" for name, (ring, on) in PLAYER_COLOURS.items()
    )
    return "\n".join(
        (sheet.replace("/* @light */", palette("light")).replace("/* @dark */", palette("dark")), css(), letters)
    )


@cache
def key() -> str:
    """The name of the code in the page; another version of the book in the same page has another."""
    return "hedgekit-" + hashlib.sha256(code().encode()).hexdigest()[:16]


# The registry is a property of the page's global object: the two widgets are separate modules and share nothing else.
_CARRIER = """
globalThis[KEY] ??= { render };
globalThis.dispatchEvent(new Event(KEY));
export default { initialize() { preparePage(); }, render() {} };
"""

_STUB = """
const KEY = %s;
const code = () => globalThis[KEY] ? Promise.resolve(globalThis[KEY]) : new Promise((resolve) => {
  globalThis.addEventListener(KEY, () => resolve(globalThis[KEY]), { once: true });
});
export default { async render(context) { return (await code()).render(context); } };
"""


class Quiet(anywidget.AnyWidget):
    """A widget that a browser cannot write to and that never answers with a traceback."""

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        # ipywidgets shows a traceback for whatever goes wrong in here, paths and source included; this must not.
        try:
            data = msg["content"]["data"]
            if data["method"] == "custom":
                self._handle_custom_msg(data["content"], msg.get("buffers", []))
            elif data["method"] == "request_state":
                self.send_state()
        except Exception:
            LOG.exception("a message to a board could not be followed")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Nothing: what a board shows is decided in Python."""


class BoardCode(Quiet):
    """Carries the code of all boards into a page. It shows nothing; there is one for a kernel."""

    def __init__(self) -> None:
        self._esm = f"{code()}\nconst KEY = {json.dumps(key())};\n{_CARRIER}"
        super().__init__()

    def __repr__(self) -> str:
        return "BoardCode()"


_carrier: list[BoardCode] = []


def carrier() -> BoardCode:
    """The one carrier of this kernel, made when first asked for, and again if its channel was closed."""
    if not _carrier or _carrier[0].comm is None:
        _carrier[:] = [BoardCode()]
    return _carrier[0]


class Board(Quiet):
    """A board one can play on.

    `name`: names the board in its page (links and kept games refer to it). `game`: a game to show, else a new one
    under `rules`. `seats`: who plays, for each player. `task`: see `rulebook.boards.table`. `keep`: may
    the reader's browser keep a game that was left here, to offer it again? Errors are those of `Table`.

    `board.table` is the table with the game; after changing it from Python, call `refresh()`.
    """

    name = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    keep = traitlets.Bool(True).tag(sync=True)

    def __init__(
        self,
        name: str = "board",
        game: Any = None,
        rules: Any = None,
        seats: Sequence[str] | None = None,
        task: Task | None = None,
        keep: bool = True,
    ) -> None:
        self.table = Table(game, rules=rules, seats=seats, task=task, name=name)
        self._esm = _STUB % json.dumps(key())
        carrier()
        super().__init__(name=name, view=self.table.view(), keep=keep)
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        try:
            view = self.table.handle(content)
        except Exception:
            LOG.exception("the table failed")
            return
        self.view = view

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # The picture is for whoever cannot show the widget: a saved notebook, a page whose boards are still to come.
        data, metadata = super()._repr_mimebundle_(**kwargs)
        # Not the prefix of the widget's own picture: for a moment both are in the page, and ids are the page's.
        picture = draw(self.game, last=last_of(self.game), prefix=f"still-{self.name}")
        return {**data, "image/svg+xml": picture}, metadata

    def refresh(self) -> None:
        """Show the table as it is now."""
        played = self.table.game.record().split()
        if self.table.record.split()[: len(played)] != played:
            self.table.adopt()
        self.view = self.table.view()

    @property
    def game(self) -> Any:
        """The game on the table."""
        return self.table.game

    def __repr__(self) -> str:
        game = self.table.game
        if game.is_over:
            state = f"over {''.join(game.winners) or 'draw'}"
        else:
            many = len(game.moves())
            state = f"turn {game.turn}, {game.step}, {many} move{'' if many == 1 else 's'}"
        return f"Board({self.table.name!r}, {game.rules}, {state})"
