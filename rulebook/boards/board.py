"""The board as a widget: a table in Python, its picture and controls in the browser.

`Table.handle` checks everything a browser may write: messages, and the few traits that a page may link.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

import hedgekit
from hedgekit.games.race.variants.house_rules.registry import using
from hedgekit.play.picture import COLOURS

from ..picture.art import colours_sheet, seat_colours
from ..picture.svg import css, draw
from ..stage.bundle import Code
from ..stage.localized import Localized, ui_texts
from ..stage.notebook_output import replace, shown_as
from ..stage.patches import Patch
from ..stage.traits import IN_NOTEBOOK, Names, Number, Public, Text, as_trait_errors, call_for_move
from ..text.words import LANGUAGES
from .prefetch import answers
from .table import Table, Task
from .view import last_of

HERE = Path(__file__).parent


@cache
def style() -> str:
    """Return the style sheet of all boards: colours of the themes, pictures, and controls."""
    sheet = (HERE / "board.css").read_text("utf-8")
    letters = "\n".join(
        f".hk-letter-{name} {{ background: {ring}; color: {on}; }} .hk-curve-{name} {{ stroke: {ring}; }}"
        for name, (ring, on) in zip(COLOURS, map(seat_colours, COLOURS), strict=True)
    )
    return "\n".join((colours_sheet(), sheet, css(), letters))


CODE = Code("board", HERE / "board.js", ui_texts, style)
"""The code of all boards."""


class Board(Public):
    """A board to play on: a widget for any notebook.

    `name`: the board's name in its page, used by links and kept games; or the game to show: `Board(game)`. `game`: the
    game to show, else a new one under `rules`. `seats`: who plays at each seat. `task`: a task
    (`rulebook.boards.tasks.pose` makes one), in its own position if there is no game. `keep`: whether the reader's
    browser may keep an unfinished game, to offer it again. Other arguments set traits, such as `ply` or `layout`.
    TraitError for impossible values.

    Traits to set, observe and link, in Python (`link`) and in the page (`jslink`):

        rules       the rule set with its number of players, "9+13 players=3"; setting it starts a new game
        record      the game as text, including undone moves; setting it shows that game at its end
        ply         moves played; setting it goes to that moment of the record
        position    the position as text; setting it sets the position up under the same rules
        language    "en", "fr" or "de": the language of the page; None while nobody has chosen one
        show        any of "analysis" (everybody's chances) and "hints" (a good player's advice)

    Read-only traits: `turn` (the player to move; None when the game is over), `over`, `winners`, `plies` (moves of the
    record).
    """

    CODES = (CODE,)
    name = traitlets.Unicode().tag(sync=True)
    keep = traitlets.Bool(True).tag(sync=True)
    record = Text().tag(sync=IN_NOTEBOOK)
    rules = Text().tag(sync=IN_NOTEBOOK)
    plies = traitlets.Int(read_only=True).tag(sync=IN_NOTEBOOK)
    ply = Number().tag(sync=IN_NOTEBOOK)
    position = Text().tag(sync=IN_NOTEBOOK)
    turn = traitlets.Unicode(None, allow_none=True, read_only=True).tag(sync=IN_NOTEBOOK)
    over = traitlets.Bool(read_only=True).tag(sync=IN_NOTEBOOK)
    winners = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=IN_NOTEBOOK)
    language = traitlets.Enum(LANGUAGES, None, allow_none=True).tag(sync=IN_NOTEBOOK)
    show = Names("analysis", "hints").tag(sync=IN_NOTEBOOK)
    SETTABLE = ("rules", "record", "ply", "position", "language", "show")

    def __init__(
        self,
        name: Any = "board",
        game: Any = None,
        rules: Any = None,
        seats: Sequence[Any] | None = None,
        task: Task | None = None,
        keep: bool = True,
        **traits: Any,
    ) -> None:
        if not isinstance(name, str):
            name, game = "board", name
        if unknown := [key for key in traits if not self.has_trait(key)]:
            raise TypeError(f"a board has no {', '.join(unknown)}")
        if not isinstance(task, Task | None):
            raise traitlets.TraitError(f"A task is made by rulebook.boards.tasks.pose, not {type(task).__name__}.")
        if task is not None and game is rules is None:
            game = task.game()
        with as_trait_errors():
            self.table = Table(game, rules=rules, seats=seats, task=task, name=name)
        self._callbacks: list[Callable[..., Any]] = []
        self._outputs: list[str] = []  # ids of the outputs that show it
        self._hints = False
        wanted = {key: traits.pop(key) for key in self.SETTABLE if key in traits}
        super().__init__(name=name, keep=keep, **traits)
        self._show(self.table.view())
        for key, value in wanted.items():
            setattr(self, key, value)

    # ---- the page ------------------------------------------------------------------------------------------------

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Carry out a message and show the result; a failing callback's traceback appears below the board's cell."""
        game, ply = self.game, self.game.ply
        do = message.get("do") if isinstance(message, Mapping) else None
        with self.showing_failures():
            view = self.table.handle(message)
            self._show(view, ply if self.game is game and do not in ("go", "redo") else None)

    def show_error(self, words: Localized) -> None:
        """Show why a trait cannot be set as the view's error."""
        self.table.error = words
        self._show(self.table.view())

    def ahead(self) -> Iterator[tuple[str, Patch]]:
        """Yield the messages the page may send next, each with its answer (`rulebook.boards.prefetch`)."""
        return answers(self.table, self.view)

    # ---- the table -----------------------------------------------------------------------------------------------

    def request(self, name: str, value: Any) -> None:
        """Set a trait as requested; TraitError with the table's sentence if that is impossible."""
        if name == "show":
            self._hints = "hints" in value
            self._handle({"do": "chances", "on": "analysis" in value})
        elif name == "rules":
            with as_trait_errors(), using(self.table.registry):
                kind = hedgekit.game_of(value)
                rules = kind(value).rules
            seats = self.table.seats if len(self.table.seats) == rules.players else None
            self._handle({"do": "new", "rules": str(rules), "players": rules.players, "seats": seats})
        else:
            if name == "position":
                with as_trait_errors(), using(self.table.registry):
                    type(self.game).from_text(self.game.rules, value)
            self._handle({"do": "go", "ply": value} if name == "ply" else {"do": "load", "text": value})

    def _handle(self, message: dict[str, Any]) -> None:
        view = self.table.handle({key: value for key, value in message.items() if value is not None})
        if error := view["error"]:
            self.table.error = None
            raise traitlets.TraitError(error["en"])
        if message["do"] == "load" and self.game.ply:  # narrate the last move, as the linked board does
            self.table.news = None
            view = self.table.view()
        self._show(view)

    def play(self, move: Any) -> None:
        """Play a move, as a reader or the die would.  IllegalMoveError with the clause that forbids it."""
        before = self.game.ply
        self.table.play(str(move))
        self._show(self.table.view(), before)

    def refresh(self) -> None:
        """Show the table after `board.game` was changed from Python."""
        before, played = self.ply, self.game.record().split()
        if self.table.record.split()[: len(played)] != played:
            self.table.adopt()
        self._show(self.table.view(), before)

    @property
    def seats(self) -> list[str]:
        """Who sits at each seat, by name; set it to names or objects with `choose(game)`, or None for readers only."""
        return list(self.table.seats)

    @seats.setter
    def seats(self, seats: Sequence[Any] | None) -> None:
        with as_trait_errors():
            self.table.seat(seats)
        self._show(self.table.view())

    @property
    def game(self) -> Any:
        """The game on the table, which can be replaced.  TraitError for a game without a drawing."""
        return self.table.game

    @game.setter
    def game(self, game: Any) -> None:
        with as_trait_errors():
            self.table.set_game(game)
        self._show(self.table.view())

    def _show(self, view: Any, before: int | None = None) -> None:
        """Show a view, update the traits, and call back for the moves played since the ply `before`.

        All observers and callbacks are called; the first error that one of them raises is raised at the end.
        """
        over, table = view["over"], self.table
        traits = {
            "record": view["record"], "rules": view["rules"], "plies": view["end"], "ply": view["ply"],
            "position": view["text"], "turn": None if over is not None else view["turn"], "over": over is not None,
            "winners": over or [], "show": ["analysis"] * table.shows_chances + ["hints"] * self._hints,
        }  # fmt: skip
        self.publish({"_view": view, **traits})
        if before is not None:
            self._call_back(before)
        self.raise_failure()

    # ---- callbacks -----------------------------------------------------------------------------------------------

    def on_move(self, callback: Callable[..., Any], remove: bool = False) -> None:
        """Call `callback(move)`, or `callback(board, move)`, after every move that anybody plays.

        Rolls count as moves; undo, redo and looking back do not.  `remove`: stop calling it.  TraitError for an object
        that is not callable.
        """
        if not callable(callback):
            raise traitlets.TraitError(f"A callback is called with the move: not {type(callback).__name__}.")
        if remove:
            self._callbacks = [one for one in self._callbacks if one != callback]
        else:
            self._callbacks.append(callback)

    def _call_back(self, before: int) -> None:
        for move in self.game.moves_played[before:]:
            for callback in tuple(self._callbacks):
                try:
                    call_for_move(callback, self, str(move))
                except Exception as error:
                    self._failures.append(error)

    # ---- showing -------------------------------------------------------------------------------------------------

    def _ipython_display_(self) -> None:
        self._outputs.append(shown_as(*self._repr_mimebundle_()))

    def freeze(self) -> None:
        """Replace the board with its picture wherever the notebook shows it, now and later.

        In a box or a tab with other widgets it stays a widget; a picture of the whole is saved with it anyway.
        """
        self.is_frozen = True
        for output in self._outputs:
            replace(output, *self._repr_mimebundle_())

    def picture(self, plain: bool = False) -> str:
        """Return the board as an SVG document; plain: in fewer bytes."""
        # Its own prefix: for a moment both pictures are in the page, and ids are unique in a page.
        return draw(self.game, last=last_of(self.game), prefix=f"still-{self.name}", plain=plain)

    def __repr__(self) -> str:
        game, moves = self.game, 0 if self.game.is_over else len(self.game.moves())
        running = f"turn {game.turn}, {game.step}, {moves} move{'' if moves == 1 else 's'}"
        state = f"over {''.join(game.winners) or 'draw'}" if game.is_over else running
        return f"Board({self.table.name!r}, {game.rules}, {state})"
