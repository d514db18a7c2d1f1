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

from .drawing import drawing_of
from .messages import read
from .say import both, spoken
from .sealing import deciders, opened
from .seats import ADVISER, READER, SKILLS, Task, Words, player
from .view import choices_of, view_of

LOG = logging.getLogger(__name__)
LONGEST = 1_000_000  # characters of a text to load
MOST_PLIES = 10_000  # of a record to load: replaying more would keep a reader waiting
PLAYERS = "ABCDEFGHI"


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
        self._begun()
        self._former: dict[str, Any] | None = None

    def _begun(self) -> None:
        """Everything but game and seats, as it is when a game begins."""
        self.salt = secrets.token_hex(4)  # of what is sealed in this game
        self.adopt()
        self.refusal: dict[str, Any] | None = None
        self.error: Words | None = None
        self.news: Words | None = None  # said instead of what the last move did
        self.advice: list[Any] | None = None  # the moves of the present step with a good player's estimates
        self._open_task()

    def _open_task(self) -> None:
        self.task_state, self.feedback, self.hinted = "open", None, False
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
        return "forced" if len(moves) == 1 and str(moves[0]).startswith("-") else None

    def can(self) -> dict[str, bool]:
        """Is there something to take back, and something to play again?"""
        return {"undo": self.game.ply > 0 or self._former is not None, "redo": bool(self.tail)}

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
        except _No as no:
            self.__dict__.update(kept)
            self.refusal, self.error = None, no.words
        except hedgekit.HedgekitError as error:
            self.__dict__.update(kept)
            self.refusal, self.error = None, spoken(error.text)
        except Exception:
            LOG.exception("a message could not be followed")
            self.__dict__.update(kept)
            self.refusal, self.error = None, both("error-internal")
        return self.view(serial)

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
        self.refusal = self.error = self.news = self.advice = None
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
            "squares": list(refusal.squares), "pieces": list(refusal.pieces),
        }  # fmt: skip
        self._ask_task(move, refusal)

    def _play(self, move: str) -> None:
        """A reader's move."""
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
            self.game.roll()
            self.adopt()
        elif kind == "forced":
            self._put(next(iter(self.game.moves())))
        else:
            self._put(self.players[self._seat()].choose(self.game))

    def _decides(self) -> bool:
        """Has a reader something to decide here?"""
        return not self.game.is_over and self.automatic() is None

    def _do_undo(self) -> None:
        if self.game.ply == 0:
            if self._former is None:
                raise _No(both("error-undo"))
            self.__dict__.update(self._former)
            self._former = None
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
        """Another game on the table; the former one comes back by taking back at the start.

        begun: also one in which nothing has been played.
        """
        kept = (
            "game",
            "seats",
            "tail",
            "record",
            "secrets",
            "salt",
            "task",
            "task_state",
            "feedback",
            "hinted",
            "solved_at",
        )
        former = {name: self.__dict__[name] for name in kept} if self.game.ply or begun else self._former
        self.game, self.seats = game, seats
        self._begun()
        self._former, self.news = former, both(news)

    def _do_restart(self) -> None:
        start = getattr(self.game, "start", None)
        kind = type(self.game)
        fresh = kind(self.game.rules) if start is None else kind.from_text(self.game.rules, str(start))
        self._replace(fresh, self.seats, "told-new" if self.task is None else "told-set-up")

    def _do_new(self, players: int, seats: Sequence[str] | None = None, rules: str | None = None) -> None:
        text = re.sub(r"\s*\bplayers=\S*", "", str(self.game.rules) if rules is None else rules)
        kind = hedgekit.game_of(text)
        game = _drawn(kind(kind.read_rules(text, players)))
        self._replace(game, self._seated(seats, game), "told-new")

    def _do_seats(self, seats: Sequence[str]) -> None:
        self.seats = self._seated(seats, self.game)

    def _seated(self, seats: Sequence[str] | None, game: Any) -> list[str]:
        known = {READER, *self.players}
        if seats is None:
            return [READER] * game.rules.players
        if len(seats) != game.rules.players or any(seat not in known for seat in seats):
            raise _No(both("error-seats"))
        return list(seats)

    def _do_load(self, text: str, at: int | None = None, seats: Sequence[str] | None = None) -> None:
        if len(text) > LONGEST or len(text.split()) > MOST_PLIES:
            raise _No(both("error-big"))
        text = opened(text).strip()
        if not text:
            raise _No(both("error-empty"))
        # One line that begins with a field is a position under the present rules; anything else is taken for a record.
        if "\n" not in text and re.match(r"[a-z][a-z0-9+]*=", text):
            game, news = type(self.game).from_text(self.game.rules, text), "told-set-up"
        else:
            game, news = _drawn(hedgekit.replay(text)), "told-loaded"
        end = game.ply
        if at is not None and not 0 <= at <= end:
            raise _No(both("error-ply"))
        same = game.rules.players == self.game.rules.players
        self._replace(game, self._seated(seats if seats is not None else self.seats if same else None, game), news)
        while at is not None and self.game.ply > at:
            self._back()

    def _do_example(self) -> None:
        """A fresh position on which the clause of the task bites."""
        found = self._others(lambda task: task.another(random.randrange(2**31)))
        self._replace(found.game(), list(self.seats), "told-example", begun=True)
        self.task = found

    def _do_without(self) -> None:
        """The same position under the rules without the variant of the task; taking back brings it back."""
        self._replace(self._others(lambda task: task.without(self.game)), list(self.seats), "told-without", begun=True)

    def _others(self, find: Callable[[Any], Any]) -> Any:
        if not getattr(self.task, "has_others", False):
            raise _No(both("error-other"))
        try:
            return find(self.task)
        except LookupError:
            raise _No(both("error-other")) from None

    def _do_hint(self) -> None:
        """Show the hint of the task; without one, what a good player makes of the moves."""
        if self.task is not None:
            self.hinted = True
        elif not self._decides():
            raise _No(both("error-hint"))
        else:
            self.advice = self.adviser.weigh(self.game)

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
