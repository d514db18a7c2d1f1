"""The state of a table: the game, its seats, undone moves, and a task.  No messages and no widget."""

import logging
import random
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.games.race.variants.house_rules.registry import Registry, current, using
from hedgekit.players import PLAYER_KINDS, Player
from hedgekit.players.bots import is_bot, name_of

from ..picture.drawing import drawing_of
from ..stage.localized import Localized, ui_text
from ..stage.messages import UserError
from .fields import Automatic, CanView, RefusalView, SlideView, TaskState
from .secrecy import secret_plies, unsealed
from .tasks import Task

LOG = logging.getLogger(__name__)
LONGEST = 1_000_000  # characters of a text to load
MOST_PLIES = 10_000  # of a record to load: replaying more would take too long
SERIES = re.compile(r"^series:((?: \S+:)+)\s*\Z", re.MULTILINE)
"""The last line of a saved record: the earlier games of its series, as labels, which a record may have anywhere."""
MOST_FORMER = 24  # games to go back to
RESTORED = (
    "game", "seats", "tail", "record", "secrets", "salt", "task", "task_state", "feedback", "hinted", "solved_at",
    "games", "reviewing", "trial",
)  # fmt: skip
"""The attributes that come back with a previous game."""

READER = "reader"
SKILLS = {kind: kind for kind in PLAYER_KINDS} | {"lookahead": "lookahead:300ms", "master": "master:300ms"}
"""Computer player -> skill; players that look ahead answer without a noticeable wait."""
ADVISER = "master:600ms"
"""The skill of the player that gives advice."""


def player(skill: str, source: random.Random | None) -> Player:
    """Return a player of this skill; `source` seeds its random draws."""
    return Player(skill, None if source is None else source.getrandbits(48))


class TableState:
    """A game on a table.

    game: the game, or None for a new one under `rules` (a text or rule set; the base game if None); seats: for each
    seat "reader", the name of a player in `players` (`random`, `greedy`, `lookahead`) or an object with `choose(game)`;
    readers if None; name: prefix of ids in the picture; source: random draws of the computer players; registry: reads
    the rule sets of this table, beside the house rules of its game (the current registry if None).

    ValueError for wrong seats, TypeError for a game without a drawing, and hedgekit's errors for wrong rules.
    """

    def __init__(
        self,
        game: Any = None,
        *,
        rules: Any = None,
        seats: Sequence[Any] | None = None,
        task: Task | None = None,
        name: str = "board",
        source: random.Random | None = None,
        registry: Registry | None = None,
    ) -> None:
        self.name, self.task = name, task
        self._registry = registry
        self.players = {name: player(skill, source) for name, skill in SKILLS.items()}
        self.adviser = player(ADVISER, source)
        if game is None:
            with using(registry or current()):
                game = hedgekit.game_of(rules)("0" if rules is None else rules)
        self.game = game
        drawing_of(self.game)
        self.seat(seats)
        self.shows_chances = False
        self.games: tuple[str, ...] = task.former if task else ()  # earlier games of the series: see `scores.py`
        self._reset()
        self._former: tuple[dict[str, Any], ...] = ()  # previous games, the newest last

    def seat(self, seats: Sequence[Any] | None) -> None:
        """Seat readers, computer players by name, and objects with `choose`; None: readers.  ValueError for others."""
        before = self.players
        try:
            given = None if seats is None else list(seats)
            self.players = before | {name_of(seat): seat for seat in given or () if is_bot(seat)}
            self.seats = self._seated(given and list(map(name_of, given)), self.game)
        except (UserError, TypeError):
            self.players = before
            raise ValueError(ui_text("error-seats")["en"]) from None

    @property
    def registry(self) -> Registry:
        """The registry that reads the rule sets of this table."""
        known = self._registry or current()
        house = getattr(self.game.rules, "registry", known).house
        return known.with_rules(*house.values()) if house else known

    def _reset(self) -> None:
        """Reset everything but game and seats."""
        self.salt = secrets.token_hex(4)  # for sealing hidden information
        self.adopt()
        self.refusal: RefusalView | None = None
        self.error: Localized | None = None
        self.tried: SlideView | None = None  # paths of a move that was put back, shown all the same
        self.news: Localized | None = None  # replaces the narration of the last move
        self.advice: list[Any] | None = None  # the legal moves with a good player's estimates
        self.search: Any = None  # a `BackgroundSearch`
        self.posed: Any = None  # a task that has just been made, for its link
        self.trial = False  # whether this is a trial line; the game to go back to is the previous one
        self.pictured: tuple[Any, tuple[Any, ...], dict[str, Any]] | None = None  # cache of `view.py`
        self.reviewing: Any = None  # a record and its review, finished or not
        self._open_task()

    def _open_task(self) -> None:
        self.task_state: TaskState = "open"
        self.hinted = False
        self.feedback: Localized | None = None
        self.solved_at: int | None = None  # the ply at which the task was solved

    def _reopen_task(self) -> None:
        """Open the task again if the game is back before the move that solved it."""
        if self.solved_at is None or self.game.ply < self.solved_at:
            self._open_task()

    # ---- queries -------------------------------------------------------------------------------------------------

    def automatic(self) -> Automatic | None:
        """Return who moves without a reader: "chance", a "player", "forced" (only a pass is legal), or None."""
        game = self.game
        if game.is_over:
            return None
        if game.is_chance:
            return "chance"
        if self._seat() != READER:
            return "player"
        moves = list(game.moves())
        only = len(moves) == 1 and str(moves[0]).startswith("-")
        return "forced" if only and not self.waits_for_attempt() else None

    def undo_redo(self) -> CanView:
        """Return whether undo and redo are possible."""
        return {"undo": self.game.ply > 0 or bool(self._former), "redo": bool(self.tail)}

    def viewer(self) -> str:
        """Return the player whose hidden information may be shown: the only reader, or "" if several share the page."""
        readers = [PLAYERS[seat] for seat, who in enumerate(self.seats) if who == READER]
        return readers[0] if len(readers) == 1 else ""

    def _seat(self) -> str:
        return self.seats[PLAYERS.index(self.game.turn or "A")]

    # ---- changes -------------------------------------------------------------------------------------------------

    def adopt(self) -> None:
        """Update the table after a change of its game; undone moves are forgotten."""
        self.tail: list[str] = []  # undone moves, the next one last
        self.record: str = str(replace(self.game.as_record(), headers=(), remarks=()))  # including the tail
        self.secrets = secret_plies(self.game)

    def put_back(self) -> None:
        """Undo the last move without a redo."""
        self.tried = drawing_of(self.game).slide_view(self.game)
        self.game.undo()
        self.adopt()

    def _consult_task(self, move: str, refusal: Any) -> None:
        if self.task is None:
            return
        try:
            answer = self.task.after(self, move, refusal)
            if answer is not None:
                self.task_state, self.feedback = answer["state"], answer.get("feedback")
                self.solved_at = self.game.ply if answer["state"] == "right" else None
        except Exception:  # the move has been played: an error here must not leave it half undone
            LOG.exception("a task failed")

    def reader_decides(self) -> bool:
        """Return whether a reader is to decide."""
        return not self.game.is_over and self.automatic() is None

    def _step_back(self) -> None:
        self.tail = [*self.tail, str(self.game.undo())]  # a new list: `handle` may restore the old one

    def _step_forward(self) -> None:
        self.game.play(self.tail[-1])
        self.tail = self.tail[:-1]

    def _replace(self, game: Any, seats: list[str], news: str, begun: bool = False) -> None:
        """Put another game on the table; undo at its start brings the previous one back.

        begun: even if no move of it was played; a game with a task always comes back.  The series is forgotten.
        """
        former = {name: self.__dict__[name] for name in RESTORED} if self.game.ply or self.task or begun else None
        self.game, self.seats, self.games = game, seats, ()
        self._reset()
        self._former = (*self._former, former)[-MOST_FORMER:] if former else self._former
        self.news = ui_text(news)

    def _seated(self, seats: Sequence[str] | None, game: Any) -> list[str]:
        """Return the seats for a game, readers if None.  UserError for unknown players or a wrong number."""
        known = {READER, *self.players}
        if seats is None:
            return [READER] * game.rules.players
        if len(seats) != game.rules.players or any(seat not in known for seat in seats):
            raise UserError(ui_text("error-seats"))
        return list(seats)

    def _seats_for(self, game: Any) -> list[str]:
        """Return the present seats if the game has as many players, else readers."""
        return self._seated(self.seats if len(self.seats) == game.rules.players else None, game)

    def has_open_task(self) -> bool:
        """Return whether there is an unsolved task here, so that its hint is useful."""
        return self.task is not None and self.task_state not in ("right", "over") and self.task.is_here(self.game)

    def waits_for_attempt(self) -> bool:
        """Return whether the reader is to try something before a roll or a forced pass goes on by itself."""
        return self.task is not None and self.has_open_task() and self.task.waits


# ---- other games -----------------------------------------------------------------------------------------------------


def check_drawable(game: Any) -> Any:
    """Return the game.  UserError if it has no drawing."""
    try:
        drawing_of(game)
    except TypeError:
        raise UserError(ui_text("error-undrawn")) from None
    return game


def read_game(text: str, present: Any, games: str = "") -> tuple[Any, str, str]:
    """Read a record, or a position under the present rules: return the game, the key of the news, and its series."""
    if len(text) > LONGEST or len(text.split()) > MOST_PLIES:
        raise UserError(ui_text("error-big"))
    text = unsealed(text).strip()
    if series := SERIES.search(text):
        text, games = text[: series.start()].strip(), games or series[1].replace(":", "")
    if not text:
        raise UserError(ui_text("error-empty"))
    # A single line that begins with a field is a position; anything else is a record.
    if "\n" not in text and re.match(r"[A-Za-z][a-z0-9+]*=", text):
        return type(present).from_text(present.rules, text), "told-set-up", games
    game = check_drawable(hedgekit.replay(text))
    news = "told-loaded" if game.ply else "told-set-up" if getattr(game, "start", None) else "told-new"
    return game, news, games
