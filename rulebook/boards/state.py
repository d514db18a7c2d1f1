"""The state of a table: the game, its seats, moves taken back, and a task.  No messages and no widget."""

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
from ..stage.messages import No
from ..stage.say import Words, both
from .fields import Automatic, CanView, RefusalView, SlideView, TaskState
from .secrecy import deciders, opened
from .tasks import Task

LOG = logging.getLogger(__name__)
LONGEST = 1_000_000  # characters of a text to load
MOST_PLIES = 10_000  # of a record to load: replaying more would keep a reader waiting
SERIES = re.compile(r"^series:((?: \S+:)+)\s*\Z", re.MULTILINE)
"""The earlier games of a series, as the last line of a saved record: labels, which a record may have anywhere."""
MOST_FORMER = 24  # games to go back to
KEPT = (
    "game", "seats", "tail", "record", "secrets", "salt", "task", "task_state", "feedback", "hinted", "solved_at",
    "games", "reviewing", "trial",
)  # fmt: skip
"""What comes back when another game is taken from the table again."""


READER = "reader"
SKILLS = {kind: kind for kind in PLAYER_KINDS} | {"lookahead": "lookahead:300ms", "master": "master:300ms"}
"""Who may take a seat beside readers -> how well he plays.  One who looks ahead answers within a blink."""
ADVISER = "master:600ms"
"""Who is asked what a good player would do."""


def player(skill: str, source: random.Random | None) -> Player:
    """Return a player of this skill; `source` seeds his random draws."""
    return Player(skill, None if source is None else source.getrandbits(48))


class TableState:
    """A game on a table.

    `game`: a game, or None for a new one under `rules` (a text or rule set; the base game if None). `seats`: "reader"
    or the name of a player in `players` (`random`, `greedy`, `lookahead`), or an object with `choose(game)`, for each
    player; readers if None.
    `name` begins the ids of the picture; `source` decides what players draw; `registry`: what rule sets on this table
    are read with, beside the house rules of its game (the current registry if None). ValueError for wrong seats,
    TypeError for a game that cannot be drawn, and whatever `hedgekit` says of wrong rules.
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
        self.shows_chances = False  # is everybody's chance to be seen all the time?
        self.games: tuple[str, ...] = task.former if task else ()  # of the series, before this one; see `scores.py`
        self._begun()
        self._former: tuple[dict[str, Any], ...] = ()  # what was on the table before, the newest last

    def seat(self, seats: Sequence[Any] | None) -> None:
        """Seat readers, players of hedgekit by name, and objects that choose; None: readers.  ValueError for others."""
        before = self.players
        try:
            given = None if seats is None else list(seats)
            self.players = before | {name_of(seat): seat for seat in given or () if is_bot(seat)}
            self.seats = self._seated(given and list(map(name_of, given)), self.game)
        except (No, TypeError):
            self.players = before
            raise ValueError(both("error-seats")["en"]) from None

    @property
    def registry(self) -> Registry:
        """What rule sets on this table are read with."""
        known = self._registry or current()
        house = getattr(self.game.rules, "registry", known).house
        return known.with_rules(*house.values()) if house else known

    def _begun(self) -> None:
        """Reset everything but game and seats."""
        self.salt = secrets.token_hex(4)  # of what is sealed in this game
        self.adopt()
        self.refusal: RefusalView | None = None
        self.error: Words | None = None
        self.tried: SlideView | None = None  # paths of a move that was put back, to be seen all the same
        self.news: Words | None = None  # said instead of what the last move did
        self.advice: list[Any] | None = None  # the moves of the present step with a good player's estimates
        self.pondering: Any = None  # a search of who looks ahead, or gives advice
        self.posed: Any = None  # a task that has just been made, for its link
        self.trial = False  # is this a line that is only tried, and the game to come back to before it?
        self.pictured: tuple[Any, tuple[Any, ...], dict[str, Any]] | None = None  # what `view.py` keeps of the position
        self.reviewing: Any = None  # a record, and its review, done or in the making
        self._open_task()

    def _open_task(self) -> None:
        self.task_state: TaskState = "open"
        self.hinted = False
        self.feedback: Words | None = None
        self.solved_at: int | None = None  # the ply at which the task was done

    def _went_back(self) -> None:
        """Open the task again when the game is back before the move that solved it."""
        if self.solved_at is None or self.game.ply < self.solved_at:
            self._open_task()

    # ---- what is so ---------------------------------------------------------------------------------------------

    def automatic(self) -> Automatic | None:
        """Who acts without a reader: "chance", a "player", nobody ("forced": only a pass is possible), or None."""
        game = self.game
        if game.is_over:
            return None
        if game.is_chance:
            return "chance"
        if self._seat() != READER:
            return "player"
        moves = list(game.moves())
        only = len(moves) == 1 and str(moves[0]).startswith("-")
        return "forced" if only and not self.waits() else None

    def can(self) -> CanView:
        """Is there something to take back, and something to play again?"""
        return {"undo": self.game.ply > 0 or bool(self._former), "redo": bool(self.tail)}

    def eyes(self) -> str:
        """Return whose secrets may be shown: the only reader's, or nobody's if several share the page."""
        readers = [PLAYERS[seat] for seat, who in enumerate(self.seats) if who == READER]
        return readers[0] if len(readers) == 1 else ""

    def _seat(self) -> str:
        return self.seats[PLAYERS.index(self.game.turn or "A")]

    # ---- what may happen to it ---------------------------------------------------------------------------------------

    def adopt(self) -> None:
        """Take the game as it is after a change; moves taken back before are forgotten."""
        self.tail: list[str] = []  # taken back, the next one last
        # with the tail, and without what is for people alone
        self.record: str = str(replace(self.game.as_record(), headers=(), remarks=()))
        self.secrets = deciders(self.game)

    def put_back(self) -> None:
        """Take the last move back for good, so that there is nothing to redo."""
        self.tried = drawing_of(self.game).slide_view(self.game)
        self.game.undo()
        self.adopt()

    def _ask_task(self, move: str, refusal: Any) -> None:
        if self.task is None:
            return
        try:
            answer = self.task.after(self, move, refusal)
            if answer is not None:
                self.task_state, self.feedback = answer["state"], answer.get("feedback")
                self.solved_at = self.game.ply if answer["state"] == "right" else None
        except Exception:  # the move has been played: a task that fails must not take it back by halves
            LOG.exception("a task failed")

    def decides(self) -> bool:
        """Must a reader decide now?"""
        return not self.game.is_over and self.automatic() is None

    def _back(self) -> None:
        # The list is made anew, so that what `handle` keeps to go back to stays whole.
        self.tail = [*self.tail, str(self.game.undo())]

    def _on(self) -> None:
        self.game.play(self.tail[-1])
        self.tail = self.tail[:-1]

    def _replace(self, game: Any, seats: list[str], news: str, begun: bool = False) -> None:
        """Put another game on the table; undoing at its start brings the former one back.

        begun: also one in which nothing has been played; one with a task always comes back.  The games of a series
        are forgotten.
        """
        former = {name: self.__dict__[name] for name in KEPT} if self.game.ply or self.task or begun else None
        self.game, self.seats, self.games = game, seats, ()
        self._begun()
        self._former = (*self._former, former)[-MOST_FORMER:] if former else self._former
        self.news = both(news)

    def _seated(self, seats: Sequence[str] | None, game: Any) -> list[str]:
        known = {READER, *self.players}
        if seats is None:
            return [READER] * game.rules.players
        if len(seats) != game.rules.players or any(seat not in known for seat in seats):
            raise No(both("error-seats"))
        return list(seats)

    def _stay(self, game: Any) -> list[str]:
        """Keep the seats if the game is for as many players; otherwise all are readers."""
        return self._seated(self.seats if len(self.seats) == game.rules.players else None, game)

    def hints(self) -> bool:
        """Is there an unsolved task here, so that its hint is useful?"""
        return self.task is not None and self.task_state not in ("right", "over") and self.task.is_here(self.game)

    def waits(self) -> bool:
        """Must the reader try something before a die or a forced pass goes on by itself?"""
        return self.task is not None and self.hints() and self.task.waits


# ---- other games -----------------------------------------------------------------------------------------------------


def drawn(game: Any) -> Any:
    """Return the game if a board can show it."""
    try:
        drawing_of(game)
    except TypeError:
        raise No(both("error-undrawn")) from None
    return game


def loaded(text: str, present: Any, games: str = "") -> tuple[Any, str, str]:
    """Read a saved record, or a position under the present rules: game, what to say, earlier games of the series."""
    if len(text) > LONGEST or len(text.split()) > MOST_PLIES:
        raise No(both("error-big"))
    text = opened(text).strip()
    if series := SERIES.search(text):
        text, games = text[: series.start()].strip(), games or series[1].replace(":", "")
    if not text:
        raise No(both("error-empty"))
    # One line that begins with a field is a position; anything else is taken for a record.
    if "\n" not in text and re.match(r"[A-Za-z][a-z0-9+]*=", text):
        return type(present).from_text(present.rules, text), "told-set-up", games
    game = drawn(hedgekit.replay(text))
    news = "told-loaded" if game.ply else "told-set-up" if getattr(game, "start", None) else "told-new"
    return game, news, games
