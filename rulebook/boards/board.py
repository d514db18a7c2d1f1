"""The board as a widget: a table in Python, its picture and all that can be touched in the browser.

What a browser may write is looked at by `Table.handle`: its messages, and the few traits that a page may link.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import traitlets

import hedgekit
from hedgekit.games.race.variants.house_rules.registry import using
from hedgekit.play.picture import COLOURS

from ..picture.art import colours_sheet, of_seat
from ..picture.svg import css, draw
from ..stage.bundle import Code
from ..stage.notebook_output import replace, shown_as
from ..stage.patches import Patch
from ..stage.say import Words, interface
from ..stage.traits import IN_NOTEBOOK, Names, Number, Public, Text, refusing, with_what_it_takes
from ..text.words import LANGUAGES
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
        for name, (ring, on) in zip(COLOURS, map(of_seat, COLOURS), strict=True)
    )
    return "\n".join((colours_sheet(), sheet, css(), letters))


CODE = Code("board", HERE / "board.js", interface, style)
"""The code of all boards."""


class Board(Public):
    """A board one can play on: a widget for any notebook.

    `name`: names the board in its page (links and kept games refer to it); a game in its place is the one to show:
    `Board(game)`. `game`: a game to show, else a new one under `rules`. `seats`: who plays, for each player. `task`:
    what is to be done (`rulebook.boards.tasks.pose` makes one), in its own position if there is no game. `keep`: may
    the reader's browser keep a game that was left here, to offer it again? Whatever else: its traits, such as `ply` or
    `layout`. TraitError for what cannot be.

    Traits to be set, observed and linked, in Python (`link`) and in the page (`jslink`):

        rules       the rule set with its players, "9+13 players=3"; another one begins a new game
        record      the game as text, with moves taken back; another one is put on the table at its end
        ply         moves played; another number looks at that moment of the record
        position    the position as text; another one is set up under the same rules
        language    "en", "fr" or "de": what the page speaks; None while nobody has chosen
        show        some of "analysis" (everybody's chances) and "hints" (a good player's advice)

    and to be read: `turn` (whose it is; None when the game is over), `over`, `winners`, `plies` (moves of the record).
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
        with refusing():
            self.table = Table(game, rules=rules, seats=seats, task=task, name=name)
        self._callbacks: list[Callable[..., Any]] = []
        self._outputs: list[str] = []  # where it is shown: their ids
        self._hints = False
        wanted = {key: traits.pop(key) for key in self.SETTABLE if key in traits}
        super().__init__(name=name, keep=keep, **traits)
        self._say(self.table.view())
        for key, value in wanted.items():
            setattr(self, key, value)

    # ---- the page ------------------------------------------------------------------------------------------------

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Follow a message and show the result; what others make of it is shown below the board's cell if it fails."""
        before, action = (self.game, self.game.ply), message.get("do") if isinstance(message, Mapping) else None
        with self.guarding():
            view = self.table.handle(message)
            self._say(view, before[1] if self.game is before[0] and action not in ("go", "redo") else None)

    def refuse(self, words: Words) -> None:
        """Say what the page set and cannot have as what a move is refused with."""
        self.table.error = words
        self._say(self.table.view())

    def ahead(self) -> Iterator[tuple[str, Patch]]:
        """Yield the messages the page may send next, each with its answer: see `rulebook.boards.prefetch`."""
        return answers(self.table, self.view)

    # ---- the table -----------------------------------------------------------------------------------------------

    def ask(self, name: str, value: Any) -> None:
        """Grant what somebody sets a trait to; TraitError with the table's sentence if it cannot be."""
        if name == "show":
            self._hints = "hints" in value
            self._follow({"do": "chances", "on": "analysis" in value})
        elif name == "rules":
            with refusing(), using(self.table.registry):
                kind = hedgekit.game_of(value)
                rules = kind(value).rules
            seats = self.table.seats if len(self.table.seats) == rules.players else None
            self._follow({"do": "new", "rules": str(rules), "players": rules.players, "seats": seats})
        else:
            if name == "position":
                with refusing(), using(self.table.registry):
                    type(self.game).from_text(self.game.rules, value)
            self._follow({"do": "go", "ply": value} if name == "ply" else {"do": "load", "text": value})

    def _follow(self, message: dict[str, Any]) -> None:
        view = self.table.handle({key: value for key, value in message.items() if value is not None})
        if no := view["error"]:
            self.table.error = None
            raise traitlets.TraitError(no["en"])
        if message["do"] == "load" and self.game.ply:  # what was played, as on the board that this one is linked with
            self.table.news = None
            view = self.table.view()
        self._say(view)

    def play(self, move: Any) -> None:
        """Play a move, as a reader or the die would.  IllegalMoveError with the clause that forbids it."""
        before = self.game.ply
        self.table.play(str(move))
        self._say(self.table.view(), before)

    def refresh(self) -> None:
        """Show the table as it is now, after `board.game` was changed from Python."""
        before, same = self.ply, self.game.record().split()
        if self.table.record.split()[: len(same)] != same:
            self.table.adopt()
        self._say(self.table.view(), before)

    @property
    def seats(self) -> list[str]:
        """Who plays, by name; to be set to such names or to objects with `choose(game)`, None: readers alone."""
        return list(self.table.seats)

    @seats.setter
    def seats(self, seats: Sequence[Any] | None) -> None:
        with refusing():
            self.table.seat(seats)
        self._say(self.table.view())

    @property
    def game(self) -> Any:
        """The game on the table; another one is put there.  TraitError for what no board can show."""
        return self.table.game

    @game.setter
    def game(self, game: Any) -> None:
        with refusing():
            self.table.put(game)
        self._say(self.table.view())

    def _say(self, view: Any, before: int | None = None) -> None:
        """Show a view, say in the traits what is so, and tell the moves that were played since a ply.

        Everybody hears it; the first error of whoever did is raised at the end.
        """
        over, table = view["over"], self.table
        told = {
            "record": view["record"], "rules": view["rules"], "plies": view["end"], "ply": view["ply"],
            "position": view["text"], "turn": None if over is not None else view["turn"], "over": over is not None,
            "winners": over or [], "show": ["analysis"] * table.shows_chances + ["hints"] * self._hints,
        }  # fmt: skip
        self.tell({"_view": view, **told})
        if before is not None:
            self._moved(before)
        self.failed()

    # ---- whoever listens -----------------------------------------------------------------------------------------

    def on_move(self, callback: Callable[..., Any], remove: bool = False) -> None:
        """Call `callback(move)`, or `callback(board, move)`, after every move that is played, whoever plays it.

        The moves of the die are among them; undo, redo and looking back are not.  `remove`: call it no more.
        TraitError for what cannot be called.
        """
        if not callable(callback):
            raise traitlets.TraitError(f"A callback is called with the move: not {type(callback).__name__}.")
        if remove:
            self._callbacks = [one for one in self._callbacks if one != callback]
        else:
            self._callbacks.append(callback)

    def _moved(self, before: int) -> None:
        for move in self.game.moves_played[before:]:
            for callback in tuple(self._callbacks):
                try:
                    with_what_it_takes(callback, self, str(move))
                except Exception as error:
                    self._failures.append(error)

    # ---- showing -------------------------------------------------------------------------------------------------

    def _ipython_display_(self) -> None:
        self._outputs.append(shown_as(*self._repr_mimebundle_()))

    def freeze(self) -> None:
        """Put its picture where the board is shown in a notebook, which is saved so; from now on it is shown as one.

        In a box or a tab with other widgets it stays a widget; a picture of the whole is saved with it anyway.
        """
        self.is_frozen = True
        for output in self._outputs:
            replace(output, *self._repr_mimebundle_())

    def picture(self, plain: bool = False) -> str:
        """Return the board as an SVG document; plain: in fewer bytes."""
        # Not the prefix of the widget's own picture: for a moment both are in the page, and ids are the page's.
        return draw(self.game, last=last_of(self.game), prefix=f"still-{self.name}", plain=plain)

    def __repr__(self) -> str:
        game, many = self.game, 0 if self.game.is_over else len(self.game.moves())
        going = f"turn {game.turn}, {game.step}, {many} move{'' if many == 1 else 's'}"
        state = f"over {''.join(game.winners) or 'draw'}" if game.is_over else going
        return f"Board({self.table.name!r}, {game.rules}, {state})"
