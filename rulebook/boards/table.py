"""What is on a table: a game, who sits where, what has been taken back; messages in, a view out.  No widget in here.

`Table.handle(message)` takes what a board in a browser sends and returns the view to show. Whatever comes, it answers
with a view; a message that is not understood, or cannot be followed, leaves the game as it was and puts one sentence,
in every language, into the view's `error` (or the clause and the sentence of a refused move into `refusal`).

Tasks. A table may have a `task`, an object with

    text, hint       {language: sentence}; `hint` may be None
    after(table, move, refusal) -> None | {"state": "open"|"right"|"wrong", "feedback": {language: sentence}}

`after` is called when a reader has played (`refusal` is None, `move` the text just played, `table.game` stands after
it) and when a move was refused (`refusal` says why, `move` is the text that was tried). It may put the move back
(`table.put_back`). None leaves state and feedback as they were. Starting over, loading, and going back before the move
that did it open the task again.
"""

from __future__ import annotations

import logging
import random
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import hedgekit

from . import tally
from .drawing import drawing_of
from .messages import read
from .say import both, spoken
from .sealing import deciders, opened
from .seats import ADVISER, READER, SKILLS, Task, Words, player
from .teaching import Posed, Unfit, pose
from .view import choices_of, view_of

LOG = logging.getLogger(__name__)
LONGEST = 1_000_000  # characters of a text to load
MOST_PLIES = 10_000  # of a record to load: replaying more would keep a reader waiting
PLAYERS = "ABCDEFGHI"
MOST_FORMER = 24  # games to go back to
KEPT = (
    "game", "seats", "tail", "record", "secrets", "salt", "task", "task_state", "feedback", "hinted", "solved_at",
    "games",
)  # fmt: skip
"""What comes back when another game is taken from the table again."""
SERIES = re.compile(r"^series:((?: \S+:)+)\s*\Z", re.MULTILINE)
"""The games of the series before, as the last line of a saved record: labels, which a record may have anywhere."""


class _No(Exception):
    """A message that cannot be followed; its words go to the reader."""

    def __init__(self, words: Words) -> None:
        self.words = words


class Table:
    """A game on a table.

    `game`: a game, or None for a new one under `rules` (a text or rule set; the base game if None). `seats`: "reader"
    or the name of a player in `Table.players` (`random`, `greedy`, `lookahead`), for each player; readers if None.
    `name` begins the ids of the picture; `source` decides what players draw. ValueError for wrong seats, TypeError for
    a game that cannot be drawn, and whatever `hedgekit` says of wrong rules.
    """

    def __init__(
        self,
        game: Any = None,
        *,
        rules: Any = None,
        seats: Sequence[str] | None = None,
        task: Task | None = None,
        name: str = "board",
        source: random.Random | None = None,
    ) -> None:
        self.name, self.task = name, task
        self.players = {name: player(skill, source) for name, skill in SKILLS.items()}
        self.adviser = player(ADVISER, source)
        self.game = game if game is not None else hedgekit.game_of(rules)("0" if rules is None else rules)
        drawing_of(self.game)
        try:
            self.seats = self._seated(seats, self.game)
        except _No as no:
            raise ValueError(no.words["en"]) from None
        self.games: tuple[str, ...] = tuple(getattr(task, "former", ()))  # of the series, before this one; see `tally`
        self._begun()
        self._former: tuple[dict[str, Any], ...] = ()  # what was on the table before, the newest last

    def _begun(self) -> None:
        """Everything but game and seats, as it is when a game begins."""
        self.salt = secrets.token_hex(4)  # of what is sealed in this game
        self.adopt()
        self.refusal: dict[str, Any] | None = None
        self.error: Words | None = None
        self.tried: dict[str, Any] | None = None  # paths of a move that was put back, to be seen all the same
        self.news: Words | None = None  # said instead of what the last move did
        self.advice: list[Any] | None = None  # the moves of the present step with a good player's estimates
        self.posed: Posed | None = None  # a task that has just been made, for its link
        self._open_task()

    def _open_task(self) -> None:
        self.task_state, self.hinted = "open", False
        self.feedback: Words | None = None
        self.solved_at: int | None = None  # the ply at which the task was done

    def _went_back(self) -> None:
        """A task is open again before the move that did it, and not after it."""
        if self.solved_at is None or self.game.ply < self.solved_at:
            self._open_task()

    # ---- what is so ---------------------------------------------------------------------------------------------

    def automatic(self) -> str | None:
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

    def can(self) -> dict[str, bool]:
        """Is there something to take back, and something to play again?"""
        return {"undo": self.game.ply > 0 or bool(self._former), "redo": bool(self.tail)}

    def eyes(self) -> str:
        """Whose secrets may be shown: those of the one reader, of nobody where several look at the same page."""
        readers = [PLAYERS[seat] for seat, who in enumerate(self.seats) if who == READER]
        return readers[0] if len(readers) == 1 else ""

    def _seat(self) -> str:
        return self.seats[PLAYERS.index(self.game.turn or "A")]

    # ---- messages -----------------------------------------------------------------------------------------------

    def handle(self, message: object) -> dict[str, Any]:
        """Follow a message and return the view. Nothing is raised, whatever the message."""
        serial = message.get("n", 0) if isinstance(message, Mapping) else 0
        serial = serial if type(serial) is int and 0 <= serial < 2**53 else 0
        kept = dict(self.__dict__)
        try:
            self._follow(message)
            return self.view(serial)
        except (_No, Unfit) as no:
            self._nothing_done(kept, no.words)
        except hedgekit.HedgekitError as error:
            self._nothing_done(kept, spoken(error.text))
        except Exception:
            LOG.exception("a message could not be followed")
            self._nothing_done(kept, both("error-internal"))
        return self.view(serial)

    def _nothing_done(self, kept: dict[str, Any], words: Words) -> None:
        """Everything is as it was, but for a sentence that says why."""
        self.__dict__.update(kept)
        self.refusal, self.posed, self.error = None, None, words

    def _follow(self, message: object) -> None:
        if not isinstance(message, Mapping):
            raise _No(both("error-message"))
        understood = read(message)
        if understood is None:
            raise _No(both("error-message"))
        do, carried = understood
        ply = message.get("ply")
        if do in ("try", "play", "step") and ply is not None and ply != self.game.ply:
            return  # meant for another position (two quick clicks): the view that follows is the answer
        self.refusal = self.error = self.news = self.advice = self.posed = self.tried = None
        getattr(self, f"_do_{do}")(**carried)

    def _do_try(self, path: Sequence[str]) -> None:
        cells = tuple(path)
        if not 1 <= len(cells) <= 8 or any(len(cell) > 8 for cell in cells):
            raise _No(both("error-message"))
        if len(set(cells)) == 1:
            cells = cells[:1]
        choices = choices_of(self.game)
        fitting = [c for c in choices if c["path"] == cells] or [
            c for c in choices if c["quick"] and c["path"][:1] == cells
        ]
        if len(fitting) > 1:
            raise _No(both("error-several"))
        if fitting:
            self._play(fitting[0]["text"])
            return
        drawing = drawing_of(self.game)
        if any(cell not in drawing.layout(self.game.position, self.game.rules).cells for cell in cells):
            raise _No(both("error-move"))
        for text in drawing.attempts(self.game, cells):
            try:
                refusal = self.game.why(text)
            except hedgekit.NotationError:
                continue
            if refusal is not None:
                self._refuse(text, refusal)
                return
        raise _No(both("error-move"))

    def _do_play(self, move: str) -> None:
        refusal = self.game.why(move)
        if refusal is not None:
            self._refuse(move, refusal)
        else:
            self._play(move)

    def _refuse(self, move: str, refusal: Any) -> None:
        self.refusal = {
            "clause": refusal.clause, "text": spoken(refusal.text), "move": move,
            "squares": list(drawing_of(self.game).causes(refusal)), "pieces": list(refusal.pieces),
        }  # fmt: skip
        self._ask_task(move, refusal)

    def _play(self, move: str) -> None:
        """A reader's move, or the pass that is all he has."""
        self._put(move)
        self._ask_task(move, None)

    def _put(self, move: Any) -> None:
        self.game.play(move)
        self.adopt()

    def adopt(self) -> None:
        """Take the game as it stands, after a change from Python: what was taken back before is gone."""
        self.tail: list[str] = []  # taken back, the next one last
        self.record: str = self.game.record()  # with the tail
        self.secrets = deciders(self.game)

    def put_back(self) -> None:
        """Take the last move back for good, as if it had not been tried: there is nothing to play again."""
        self.tried = drawing_of(self.game).paths(self.game)
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

    def _do_step(self) -> None:
        kind = self.automatic()
        if kind is None:
            raise _No(both("error-over" if self.game.is_over else "error-decide"))
        if kind == "chance":
            move = self.game.roll()
            self.adopt()
            if self.waits():
                self._ask_task(str(move), None)
        elif kind == "forced":
            self._play(str(next(iter(self.game.moves()))))
        else:
            self._put(self.players[self._seat()].choose(self.game))

    def _decides(self) -> bool:
        """Has a reader something to decide here?"""
        return not self.game.is_over and self.automatic() is None

    def _do_undo(self) -> None:
        if self.game.ply == 0:
            if not self._former:
                raise _No(both("error-undo"))
            *earlier, last = self._former
            self.__dict__.update(last)
            self._former = tuple(earlier)
            return
        self._back()
        while self.game.ply and not self._decides():
            self._back()
        self._went_back()

    def _do_redo(self) -> None:
        if not self.tail:
            raise _No(both("error-redo"))
        self._on()
        while self.tail and not self._decides():
            self._on()

    def _do_go(self, ply: int) -> None:
        if not 0 <= ply <= self.game.ply + len(self.tail):
            raise _No(both("error-ply"))
        while self.game.ply > ply:
            self._back()
        while self.game.ply < ply:
            self._on()
        self._went_back()

    def _back(self) -> None:
        # The list is made anew, so that what `handle` keeps to go back to stays whole.
        self.tail = [*self.tail, str(self.game.undo())]

    def _on(self) -> None:
        self.game.play(self.tail[-1])
        self.tail = self.tail[:-1]

    def _replace(self, game: Any, seats: list[str], news: str, begun: bool = False) -> None:
        """Another game on the table; taking back at its start brings the former one back, then the one before it.

        begun: also one in which nothing has been played; one with a task always comes back.  The games of a series
        are forgotten.
        """
        former = {name: self.__dict__[name] for name in KEPT} if self.game.ply or self.task or begun else None
        self.game, self.seats, self.games = game, seats, ()
        self._begun()
        self._former = (*self._former, former)[-MOST_FORMER:] if former else self._former
        self.news = both(news)

    def _do_restart(self) -> None:
        start = getattr(self.game, "start", None)
        kind = type(self.game)
        fresh = kind(self.game.rules) if start is None else kind.from_text(self.game.rules, str(start))
        games = self.games
        self._replace(fresh, self.seats, "told-new" if self.task is None else "told-set-up")
        self.games = games

    def _do_new(self, players: int, seats: Sequence[str] | None = None, rules: str | None = None) -> None:
        text = re.sub(r"\s*\bplayers=\S*", "", str(self.game.rules) if rules is None else rules)
        kind = hedgekit.game_of(text)
        game = _drawn(kind(kind.read_rules(text, players)))
        self._replace(game, self._seated(seats, game), "told-new")

    def _do_next(self) -> None:
        """The next game of a series: the score goes on, and the next seat begins."""
        if not self.game.is_over or not tally.in_series(self.game.rules):
            raise _No(both("error-next"))
        games = (*self.games, tally.word_of(self.game))
        if len(games) > tally.MOST_GAMES or tally.score(self.game.rules, games).is_over:
            raise _No(both("error-next"))
        self._replace(tally.next_game(self.game.rules, games), list(self.seats), "told-next")
        self.games = games

    def _do_seats(self, seats: Sequence[str]) -> None:
        self.seats = self._seated(seats, self.game)

    def _seated(self, seats: Sequence[str] | None, game: Any) -> list[str]:
        known = {READER, *self.players}
        if seats is None:
            return [READER] * game.rules.players
        if len(seats) != game.rules.players or any(seat not in known for seat in seats):
            raise _No(both("error-seats"))
        return list(seats)

    def _stay(self, game: Any) -> list[str]:
        """Those who sit here, if the game is for as many; else readers."""
        return self._seated(self.seats if len(self.seats) == game.rules.players else None, game)

    def _do_load(self, text: str, at: int | None = None, seats: Sequence[str] | None = None, games: str = "") -> None:
        if len(text) > LONGEST or len(text.split()) > MOST_PLIES:
            raise _No(both("error-big"))
        text = opened(text).strip()
        if series := SERIES.search(text):
            text, games = text[: series.start()].strip(), games or series[1].replace(":", "")
        if not text:
            raise _No(both("error-empty"))
        # One line that begins with a field is a position under the present rules; anything else is taken for a record.
        if "\n" not in text and re.match(r"[A-Za-z][a-z0-9+]*=", text):
            game, news = type(self.game).from_text(self.game.rules, text), "told-set-up"
        else:
            game, news = _drawn(hedgekit.replay(text)), "told-loaded"
        end = game.ply
        if at is not None and not 0 <= at <= end:
            raise _No(both("error-ply"))
        seated = self._stay(game) if seats is None else self._seated(seats, game)
        try:
            former = tally.former(game.rules, games)
        except ValueError:
            raise _No(both("error-message")) from None
        self._replace(game, seated, news)
        self.games = former
        while at is not None and self.game.ply > at:
            self._back()

    def _do_example(self) -> None:
        """A fresh position on which the clause of the task bites."""
        found = self._others("has_others", lambda task: task.another(random.randrange(2**31)))
        game = found.game()
        self._replace(game, self._stay(game), "told-example", begun=True)
        self.task = found

    def _do_without(self) -> None:
        """The same position under the rules without the variant of the task; taking back brings it back."""
        bare = self._others("has_without", lambda task: task.without(self.game))
        self._replace(bare, list(self.seats), "told-without", begun=True)

    def _others(self, what: str, find: Callable[[Any], Any]) -> Any:
        if not getattr(self.task, what, False):
            raise _No(both("error-other"))
        try:
            return find(self.task)
        except LookupError:
            raise _No(both("error-other")) from None

    def _do_pose(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Make a task of a reader's own, for a link; the game stays as it is."""
        self.posed = pose(rules, position, question, answers)

    def _do_task(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Open a task that a link carries; taking back brings the former game back."""
        found = pose(rules, position, question, answers)
        game = _drawn(found.game())
        self._replace(game, self._seated(None, game), "told-task", begun=True)
        self.task = found

    def _do_leave(self) -> None:
        """Put a task away that came by a link, and leave its position for playing on."""
        if not isinstance(self.task, Posed):
            raise _No(both("error-message"))
        self.task = None
        self._open_task()

    def _do_hint(self) -> None:
        """Show the hint of the task while it is to be done; else what a good player makes of the moves."""
        if self.hints():
            self.hinted = True
        elif not self._decides():
            raise _No(both("error-hint"))
        else:
            self.advice = self.adviser.weigh(self.game)

    def hints(self) -> bool:
        """Is there a task to be done here, so that its hint is of use?"""
        return self.task is not None and self.task_state != "right" and self.task.is_here(self.game)

    def waits(self) -> bool:
        """Is something refused to be tried here, so that neither a die nor a forced pass may come before?"""
        return self.hints() and bool(getattr(self.task, "waits", False))

    def view(self, serial: int = 0) -> dict[str, Any]:
        """All a board needs to show the table, in every language, as plain data: see `rulebook.boards.view`."""
        return view_of(self, serial)


def _drawn(game: Any) -> Any:
    """The game, if a board can show it."""
    try:
        drawing_of(game)
    except TypeError:
        raise _No(both("error-undrawn")) from None
    return game
