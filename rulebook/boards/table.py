"""Follows the messages of a board: playing, undoing, loading, hints, tasks.  Messages in, a view out; no widget.

`Table.handle(message)` takes what a board in a browser sends and returns the view to show.  It never raises: a message
that is not understood or cannot be followed leaves the game as it was and puts a sentence, in every language, into the
view's `error`; a refused move puts its clause and sentence into `refusal`.
"""

import random
import re
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

import hedgekit
from hedgekit.games.race.rulesets.trained_weights import wanting
from hedgekit.games.race.variants.house_rules.registry import using
from hedgekit.players.bots import chosen
from hedgekit.players.strength import Weighed
from hedgekit.study.puzzles import of_the_day, puzzle
from hedgekit.study.review import Reviewing

from ..picture.drawing import drawing_of
from ..stage.browser_search import FOUND, searches
from ..stage.messages import FLAG, Action, Actions, No, attempt, maybe, number, one_of, read, serial, text, texts
from ..stage.say import both, spoken
from . import scores
from .analysis import HERE, PARTS, REVIEW_SLICE, Pondering, is_secret, mistake_at, mistake_told, tried, whole_of
from .fields import View
from .state import LONGEST, TableState, drawn, loaded
from .tasks import Task, better_than, pose, puzzle_task
from .view import view_of

__all__ = ["Table", "Task"]

LONGEST_KEY = 1000  # characters of what a page knows data by: rules, and a hash
WORD, WORDS, LONG = text(400), texts(40), text(8 * LONGEST)
THINKS = {"by": maybe(one_of((HERE, PARTS))), "known": maybe(texts(LONGEST_KEY))}


class Table(TableState):
    """A table that follows messages; `TableState` describes its parts."""

    def handle(self, message: object) -> View:
        """Follow a message and return the view; never raise, whatever the message is."""
        kept, shown = dict(self.__dict__), []

        def follow() -> None:
            with using(self.registry):
                self._follow(message)
                shown.append(self.view(serial(message)))

        if error := attempt(follow, both("error-message"), both("error-internal")):
            # Everything is as it was, but for a sentence that says why.
            self.__dict__.update(kept)
            self.refusal, self.posed, self.error = None, None, error
            return self.view(serial(message))
        return shown[0]

    def _follow(self, message: object) -> None:
        action, carried = read(message, self.ACTIONS)
        if action.follow is not Table._go and carried.pop("ply", None) not in (None, self.game.ply):
            return  # meant for another position (two quick clicks): the view that follows is the answer
        if action.follow not in (Table._think, Table._review):  # which go on beside what the reader does
            self._hush()
        action.follow(self, **carried)
        if self.pondering and not self.pondering.fits(self):
            self.pondering = None

    def _hush(self) -> None:
        """Clear what was said about the last message."""
        self.refusal = self.error = self.news = self.advice = self.posed = self.tried = None

    def _point(self, path: Sequence[str]) -> None:
        cells = tuple(path)
        if not 1 <= len(cells) <= 8 or any(len(cell) > 8 for cell in cells):
            raise No(both("error-message"))
        if len(set(cells)) == 1:
            cells = cells[:1]
        drawing = drawing_of(self.game)
        listed = [(move, drawing.path(move)) for move in drawing.listed(self.game)]
        fitting = [move for move, path in listed if path == cells] or [
            move for move, path in listed if path[:1] == cells and drawing.quick(self.game, move)
        ]
        if len(fitting) > 1:
            raise No(both("error-several"))
        if fitting:
            self.play(str(fitting[0]))
            return
        if not {*cells} <= {*drawing.names(self.game.position, self.game.rules)}:
            raise No(both("error-move"))
        for meant in drawing.attempts(self.game, cells):
            try:
                refusal = self.game.why(meant)
            except hedgekit.NotationError:
                continue
            if refusal is not None:
                self._refuse(meant, refusal)
                return
        raise No(both("error-way", origin=cells[0], target=cells[-1]) if len(cells) > 1 else both("error-move"))

    def _move(self, move: str) -> None:
        refusal = self.game.why(move)
        if refusal is not None:
            self._refuse(move, refusal)
        else:
            self.play(move)

    def _refuse(self, move: str, refusal: Any) -> None:
        causes = drawing_of(self.game).causes(refusal)
        self.refusal = {"clause": refusal.clause, "text": spoken(refusal.text), "squares": list(causes)}
        self._ask_task(move, refusal)

    def put(self, game: Any) -> None:
        """Put a game on the table as it is.  TypeError for one that cannot be drawn."""
        drawing_of(game)
        self._replace(game, self._stay(game), "told-set-up")

    def play(self, move: str) -> None:
        """Play a reader's move, or his forced pass."""
        self._put(move)
        self._ask_task(move, None)

    def _put(self, move: Any) -> None:
        self.game.play(move)
        self.adopt()

    def _step(self, by: str = "", known: Sequence[str] = ()) -> None:
        kind = self.automatic()
        if kind is None:
            raise No(both("error-now"))
        if kind == "chance":
            move = self.game.roll()
            self.adopt()
            if self.waits():
                self._ask_task(str(move), None)
        elif kind == "forced":
            self.play(str(next(iter(self.game.moves()))))
        elif by and searches(player := self.players[self._seat()]) and len(self.game.moves()) > 1:
            self._ponder(Pondering(self, "step", player, by, known))
        else:
            self._put(chosen(self.players[self._seat()], self.game))

    def _ponder(self, pondering: Pondering) -> None:
        """Start a search, in the page's browser or here."""
        self.pondering = pondering
        if not pondering.is_asked:
            self._know(pondering.go_on())

    def _think(self, number: int, found: Sequence[Sequence[int]] | None = None, stop: bool = False) -> None:
        """Take what a page found, or search on; late answers are ignored."""
        if stop:  # advice that came in the same moment is not wanted any more
            self.pondering = self.advice = None
            return
        pondering = self.pondering
        if pondering and pondering.number == number and pondering.fits(self):
            self._know(pondering.go_on() if found is None else pondering.take(found))

    def _know(self, weighed: list[Weighed] | None) -> None:
        """When a search is done, play its move or show its advice."""
        if weighed is None:
            return
        pondering, self.pondering = self.pondering, None
        self._hush()
        if pondering.what == "hint":
            self.advice = weighed
        else:
            self._put(weighed[0].move)

    def _undo(self, own: bool = False) -> None:
        """Go back to the reader's last decision; own: dice numbers that readers typed are decisions, too."""
        if self.game.ply == 0:
            if not self._former:
                raise No(both("error-now"))
            self._restore()
            return
        self._back()
        while self.game.ply and not (self.decides() or (own and self.game.is_chance)):
            self._back()
        self._went_back()

    def _restore(self) -> None:
        """Restore what was on the table before."""
        *earlier, last = self._former
        self.__dict__.update(last)
        self._former = tuple(earlier)

    def _redo(self) -> None:
        if not self.tail:
            raise No(both("error-now"))
        self._on()
        while self.tail and not self.decides():
            self._on()

    def _go(self, ply: int) -> None:
        if not 0 <= ply <= self.game.ply + len(self.tail):
            raise No(both("error-ply"))
        while self.game.ply > ply:
            self._back()
        while self.game.ply < ply:
            self._on()
        self._went_back()

    def _restart(self) -> None:
        start = getattr(self.game, "start", None)
        kind = type(self.game)
        fresh = kind(self.game.rules) if start is None else kind.from_text(self.game.rules, str(start))
        games, trial = self.games, self.trial
        self._replace(fresh, self.seats, "told-new" if self.task is None and not trial else "told-set-up")
        self.games, self.trial = games, trial

    def _new(self, players: int, seats: Sequence[str] | None = None, rules: str | None = None) -> None:
        text = re.sub(r"\s*\bplayers=\S*", "", str(self.game.rules) if rules is None else rules)
        kind = hedgekit.game_of(text)
        game = drawn(kind(kind.read_rules(text, players)))
        self._replace(game, self._seated(seats, game), "told-new")
        self._own_up()

    def _next(self) -> None:
        """Begin the next game of a series."""
        if not self.game.is_over or not isinstance(self.game.rules, hedgekit.RuleSet):
            raise No(both("error-now"))
        games = (*self.games, scores.word_of(self.game))
        if len(games) > scores.MOST_GAMES or scores.score(self.game.rules, games).is_over:
            raise No(both("error-now"))
        self._replace(scores.next_game(self.game.rules, games), list(self.seats), "told-next")
        self.games = games

    def _seats(self, seats: Sequence[str]) -> None:
        self.seats = self._seated(seats, self.game)
        self._own_up()

    def _own_up(self) -> None:
        """Warn if a seated player plays worse than he could, for lack of an extra."""
        if no := wanting(self.game.rules, self.seats):
            self.news = spoken(no.text)

    def _load(self, text: str, at: int | None = None, seats: Sequence[str] | None = None, games: str = "") -> None:
        game, news, games = loaded(text, self.game, games)
        if at is not None and not 0 <= at <= game.ply:
            raise No(both("error-ply"))
        seated = self._stay(game) if seats is None else self._seated(seats, game)
        try:
            former = scores.former(game.rules, games)
        except ValueError:
            raise No(both("error-message")) from None
        self._replace(game, seated, news)
        if self._may_return():  # a puzzle is no part of the board: it went with its position
            self.task = None
        self.games = former
        while at is not None and self.game.ply > at:
            self._back()

    def _example(self) -> None:
        """Set up a fresh position where the clause of the task matters."""
        task = self.task
        try:
            found = (task if task and task.has_others else Task()).another(random.randrange(2**31))
        except LookupError:
            raise No(both("error-other")) from None
        game = found.game()
        self._replace(game, self._stay(game), "told-example", begun=True)
        self.task = found

    def _without(self) -> None:
        """Set up the same position without the variant of the task; undo returns."""
        task = self.task
        try:
            bare = (task if task and task.has_without else Task()).without(self.game)
        except LookupError:
            raise No(both("error-other")) from None
        self._replace(bare, list(self.seats), "told-without", begun=True)

    def _pose(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Make a task of a reader's own, for a link; the game stays as it is."""
        self.posed = pose(rules, position, question, answers)

    def _task(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Open a task that a link carries; taking back brings the former game back."""
        found = pose(rules, position, question, answers)
        game = drawn(found.game())
        self._replace(game, self._seated(None, game), "told-task", begun=True)
        self.task = found

    def _puzzle(self, key: str) -> None:
        """Set a puzzle up: by its name, or that of the day."""
        found = of_the_day(date.today().toordinal()) if key == "today" else puzzle(key)
        task = puzzle_task(found)
        self._replace(task.game(), self._seated(None, task.game()), "told-puzzle", begun=True)
        self.task = task

    def _leave(self) -> None:
        """Put a task away: a linked one leaves its position, another returns to the game it is from.

        Or come back from a line that was only tried.
        """
        if self.trial:
            while self.trial and self._former:
                self._restore()
            self.news = both("told-trial-over")
            return
        if self._may_return():
            while self._may_return() and self._former:
                self._restore()
            return
        if self.task is None or not self.task.linked:
            raise No(both("error-message"))
        self.task = None
        self._open_task()

    def _may_return(self) -> bool:
        return self.task is not None and self.task.returns

    def _trial(self) -> None:
        """Try a line from here; `leave`, or undo at its start, returns."""
        self._replace(tried(self), list(self.seats), "told-trial", begun=True)
        self.task, self.trial = None, True

    def _chances(self, on: bool) -> None:
        """Show everybody's chances from now on, or no more."""
        if on and is_secret(self):
            raise No(both("chances-secret"))
        self.shows_chances = on

    def _review(self) -> None:
        """Do a slice of the review of the game, unless it is finished."""
        game = whole_of(self)
        if self.secrets and not game.is_over:
            raise No(both("review-secret"))
        if self.reviewing is None or self.reviewing[0] != self.record:
            self.reviewing = self.record, Reviewing(game)
        self.reviewing[1].go_on(REVIEW_SLICE)

    def _retry(self, at: int) -> None:
        """Set up a costly decision again, with the task of finding a better move."""
        one = mistake_at(self, at)
        if one is None:
            raise No(both("error-ply"))
        asked = both("find-better", told=mistake_told(self, one))
        task = better_than(whole_of(self), one, self.adviser, asked)
        self._replace(task.game(), self._seated(None, task.game()), "told-retry", begun=True)
        self.task = task

    def _hint(self, by: str = "", known: Sequence[str] = ()) -> None:
        """Show the hint of an unsolved task; otherwise advice about the moves.

        by: who searches for that while the board can be used (`analysis.py`); nothing: Python, at once.
        """
        if self.hints():
            self.hinted = True
        elif not self.decides():
            raise No(both("error-now"))
        elif by:
            self._ponder(Pondering(self, "hint", self.adviser, by, known))
        else:
            self.advice = self.adviser.weigh(self.game)

    def view(self, serial: int = 0) -> View:
        """Return what a board shows of the table, as plain data: see `rulebook.boards.view`."""
        return view_of(self, serial)

    ACTIONS: ClassVar[Actions] = {
        "try": Action(_point, path=WORDS, ply=maybe(number())),
        "play": Action(_move, move=WORD, ply=maybe(number())),
        "step": Action(_step, ply=maybe(number()), **THINKS),
        "think": Action(_think, number=number(0), found=maybe(FOUND), stop=maybe(FLAG), ply=maybe(number())),
        "undo": Action(_undo, own=maybe(FLAG)),
        "redo": Action(_redo),
        "go": Action(_go, ply=number()),
        "restart": Action(_restart),
        "new": Action(_new, players=number(), seats=maybe(WORDS), rules=maybe(WORD)),
        "next": Action(_next),
        "seats": Action(_seats, seats=WORDS),
        "load": Action(_load, text=LONG, at=maybe(number()), seats=maybe(WORDS), games=maybe(LONG)),
        "hint": Action(_hint, ply=maybe(number()), **THINKS),
        "example": Action(_example),
        "without": Action(_without),
        "pose": Action(_pose, rules=WORD, position=LONG, question=LONG, answers=texts(400)),
        "task": Action(_task, rules=WORD, position=LONG, question=LONG, answers=texts(400)),
        "leave": Action(_leave),
        "trial": Action(_trial),
        "chances": Action(_chances, on=FLAG),
        "puzzle": Action(_puzzle, key=WORD),
        "review": Action(_review),
        "retry": Action(_retry, at=number()),
    }
