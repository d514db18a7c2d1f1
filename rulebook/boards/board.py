"""The board as a widget: a table in Python, its picture and all that can be touched in the browser.

What a browser may write is nothing: messages go through `Table.handle`, which looks at all of them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

from hedgekit.play.picture import COLOURS

from ..picture.art import colours_sheet
from ..picture.svg import css, draw
from ..stage.code import Code
from ..stage.frame import Frame, Shown
from ..stage.patches import Patch
from ..stage.say import interface
from .prefetch import answers
from .table import Table, Task
from .view import last_of

HERE = Path(__file__).parent


@cache
def style() -> str:
    """Return the style sheet of all boards: colours of the themes, pictures, and what surrounds them."""
    sheet = (HERE / "board.css").read_text("utf-8")
    letters = "\n".join(
        f".hk-letter-{name} {{ background: {ring}; color: {on}; }} .hk-curve-{name} {{ stroke: {ring}; }}"
        for name, (ring, on) in COLOURS.items()
    )
    return "\n".join((colours_sheet(), sheet, css(), letters))


CODE = Code("board", HERE / "board.js", interface, style)
"""The code of all boards."""


class Board(Frame):
    """A board one can play on.

    `name`: names the board in its page (links and kept games refer to it); a game in its place is the one to show:
    `Board(game)`. `game`: a game to show, else a new one under `rules`. `seats`: who plays, for each player. `task`:
    see `rulebook.boards.tasks.Task`. `keep`: may
    the reader's browser keep a game that was left here, to offer it again? Errors are those of `Table`.

    `board.table` is the table with the game; after changing it from Python, call `refresh()`.
    """

    CODES = (CODE,)
    name = traitlets.Unicode().tag(sync=True)
    view: Any = Shown()
    keep = traitlets.Bool(True).tag(sync=True)

    def __init__(
        self,
        name: Any = "board",
        game: Any = None,
        rules: Any = None,
        seats: Sequence[Any] | None = None,
        task: Task | None = None,
        keep: bool = True,
    ) -> None:
        if not isinstance(name, str):
            name, game = "board", name
        self.table = Table(game, rules=rules, seats=seats, task=task, name=name)
        super().__init__(name=name, view=self.table.view(), keep=keep)

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Follow a message and show the result."""
        self.view = self.table.handle(message)

    def ahead(self) -> Iterator[tuple[str, Patch]]:
        """Yield the messages the page may send next, each with its answer: see `rulebook.boards.prefetch`."""
        return answers(self.table, self.view)

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
