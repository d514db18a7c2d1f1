"""Carries out the messages of a board: playing, undoing, loading, hints, tasks.  Messages in, a view out; no widget.

`Table.handle(message)` takes a message of a board in a browser and returns the view to show.  It never raises: an
invalid message, or one that cannot be carried out, leaves the game as it was and sets the view's `error`; an illegal
move sets `refusal` to its clause and sentence.
"""

import random
import re
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

import hedgekit
from hedgekit.games.race.rulesets.trained_weights import missing_weights
from hedgekit.games.race.variants.house_rules.registry import using
from hedgekit.players.bots import choose_move
from hedgekit.players.strength import Weighed
from hedgekit.renamed import Renamed
from hedgekit.study.puzzles import of_the_day, puzzle
from hedgekit.study.review import Reviewer

from ..picture.drawing import drawing_of
from ..stage import messages
from ..stage.browser_search import FOUND, is_searching
from ..stage.localized import cited, engine_text, ui_text
from ..stage.messages import FLAG, Action, Actions, UserError, number, one_of, optional, text, texts
from . import scores
from .analysis import (
    HERE,
    PARTS,
    REVIEW_SLICE,
    BackgroundSearch,
    describe_mistake,
    full_game,
    is_secret,
    mistake_at,
    trial_copy,
)  # fmt: skip
from .fields import View
from .state import LONGEST, TableState, check_drawable, read_game
from .tasks import Task, better_than, pose, puzzle_task
from .view import view_of

__all__ = ["Table", "Task"]

LONGEST_KEY = 1000  # characters of a key of cached data: rules and a hash
WORD, WORDS, LONG = text(400), texts(40), text(8 * LONGEST)
THINKS = {"by": optional(one_of((HERE, PARTS))), "known": optional(texts(LONGEST_KEY))}


class Table(TableState):
    """A table that carries out messages; `TableState` describes its parts."""

    def handle(self, message: object) -> View:
        """Carry out a message, whatever it is, and return the view; never raise."""
        before, views, number = dict(self.__dict__), [], messages.sequence_number(message)

        def act() -> None:
            with using(self.registry):
                self._act(message)
                views.append(self.view(number))

        if error := messages.error_of(act, ui_text("error-message"), ui_text("error-internal")):
            self.__dict__.update(before)
            self.refusal, self.posed, self.error = None, None, error
            return self.view(number)
        return views[0]

    def _act(self, message: object) -> None:
        action, arguments = messages.parse(message, self.ACTIONS)
        if action.run is not Table._go and arguments.pop("ply", None) not in (None, self.game.ply):
            return  # meant for another position (two quick clicks): the current view is the answer
        if action.run not in (Table._think, Table._review):  # these run in the background
            self._clear_answers()
        action.run(self, **arguments)
        if self.search and not self.search.is_current(self):
            self.search = None

    def _clear_answers(self) -> None:
        """Clear the answers to the last message."""
        self.refusal = self.error = self.news = self.advice = self.posed = self.tried = None

    def _point(self, path: Sequence[str]) -> None:
        """Play the move that these cells stand for, or say why there is none."""
        cells = tuple(path)
        if not 1 <= len(cells) <= 8 or any(len(cell) > 8 for cell in cells):
            raise UserError(ui_text("error-message"))
        if len(set(cells)) == 1:
            cells = cells[:1]
        drawing = drawing_of(self.game)
        paths = [(move, drawing.path(move)) for move in drawing.offered_moves(self.game)]
        matching = [move for move, path in paths if path == cells] or [
            move for move, path in paths if path[:1] == cells and drawing.plays_on_origin(self.game, move)
        ]
        if len(matching) > 1:
            raise UserError(ui_text("error-several"))
        if matching:
            self.play(str(matching[0]))
            return
        if not {*cells} <= {*drawing.cell_ids(self.game.position, self.game.rules)}:
            raise UserError(ui_text("error-move"))
        for attempt in drawing.attempts(self.game, cells):
            try:
                refusal = self.game.why(attempt)
            except hedgekit.NotationError:
                continue
            if refusal is not None:
                self._refuse(attempt, refusal)
                return
        key = "error-way" if len(cells) > 1 else "error-move"
        raise UserError(ui_text(key, origin=cells[0], target=cells[-1]))

    def _move(self, move: str) -> None:
        refusal = self.game.why(move)
        if refusal is not None:
            self._refuse(move, refusal)
        else:
            self.play(move)

    def _refuse(self, move: str, refusal: Any) -> None:
        said, squares = engine_text(refusal.text), list(drawing_of(self.game).blocking_cells(refusal))
        self.refusal = {"clause": refusal.clause, "cited": cited(refusal.clause), "text": said, "squares": squares}
        self._consult_task(move, refusal)

    def set_game(self, game: Any) -> None:
        """Put a game on the table.  TypeError for a game without a drawing."""
        drawing_of(game)
        self._replace(game, self._seats_for(game), "told-set-up")

    put = Renamed("put", "set_game")

    def play(self, move: str) -> None:
        """Play a reader's move, or their forced pass."""
        self._apply(move)
        self._consult_task(move, None)

    def _apply(self, move: Any) -> None:
        self.game.play(move)
        self.adopt()

    def _step(self, by: str = "", known: Sequence[str] = ()) -> None:
        kind = self.automatic()
        if kind is None:
            raise UserError(ui_text("error-now"))
        if kind == "chance":
            move = self.game.roll()
            self.adopt()
            if self.waits_for_attempt():
                self._consult_task(str(move), None)
        elif kind == "forced":
            self.play(str(next(iter(self.game.moves()))))
        elif by and is_searching(player := self.players[self._seat()]) and len(self.game.moves()) > 1:
            self._start_search(BackgroundSearch(self, "step", player, by, known))
        else:
            self._apply(choose_move(self.players[self._seat()], self.game))

    def _start_search(self, search: BackgroundSearch) -> None:
        """Start a search, in the page's browser or here."""
        self.search = search
        if not search.in_browser:
            self._finish_search(search.advance())

    def _think(self, number: int, found: Sequence[Sequence[int]] | None = None, stop: bool = False) -> None:
        """Take the page's result of a search, or advance the search; late answers are ignored."""
        if stop:  # and drop advice that arrived at the same moment
            self.search = self.advice = None
            return
        search = self.search
        if search and search.number == number and search.is_current(self):
            self._finish_search(search.advance() if found is None else search.take(found))

    def _finish_search(self, weighed: list[Weighed] | None) -> None:
        """Play the move of a finished search, or show its advice; do nothing if it is unfinished (None)."""
        if weighed is None:
            return
        search, self.search = self.search, None
        self._clear_answers()
        if search.what == "hint":
            self.advice = weighed
        else:
            self._apply(weighed[0].move)

    def _undo(self, own: bool = False) -> None:
        """Go back to the reader's last decision; own: numbers of dice that readers entered count as decisions."""
        if self.game.ply == 0:
            if not self._former:
                raise UserError(ui_text("error-now"))
            self._restore()
            return
        self._step_back()
        while self.game.ply and not (self.reader_decides() or (own and self.game.is_chance)):
            self._step_back()
        self._reopen_task()

    def _restore(self) -> None:
        """Put the previous game back on the table."""
        *earlier, last = self._former
        self.__dict__.update(last)
        self._former = tuple(earlier)

    def _redo(self) -> None:
        if not self.tail:
            raise UserError(ui_text("error-now"))
        self._step_forward()
        while self.tail and not self.reader_decides():
            self._step_forward()

    def _go(self, ply: int) -> None:
        if not 0 <= ply <= self.game.ply + len(self.tail):
            raise UserError(ui_text("error-ply"))
        while self.game.ply > ply:
            self._step_back()
        while self.game.ply < ply:
            self._step_forward()
        self._reopen_task()

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
        game = check_drawable(kind(kind.read_rules(text, players)))
        self._replace(game, self._seated(seats, game), "told-new")
        self._warn_of_extras()

    def _next(self) -> None:
        """Begin the next game of a series."""
        if not self.game.is_over or not isinstance(self.game.rules, hedgekit.RuleSet):
            raise UserError(ui_text("error-now"))
        games = (*self.games, scores.game_word(self.game))
        if len(games) > scores.MOST_GAMES or scores.score(self.game.rules, games).is_over:
            raise UserError(ui_text("error-now"))
        self._replace(scores.next_game(self.game.rules, games), list(self.seats), "told-next")
        self.games = games

    def _seats(self, seats: Sequence[str]) -> None:
        self.seats = self._seated(seats, self.game)
        self._warn_of_extras()

    def _warn_of_extras(self) -> None:
        """Warn if a computer player is weaker here because an optional extra is missing."""
        if no := missing_weights(self.game.rules, self.seats):
            self.news = engine_text(no.text)

    def _load(self, text: str, at: int | None = None, seats: Sequence[str] | None = None, games: str = "") -> None:
        game, news, games = read_game(text, self.game, games)
        if at is not None and not 0 <= at <= game.ply:
            raise UserError(ui_text("error-ply"))
        seated = self._seats_for(game) if seats is None else self._seated(seats, game)
        try:
            former = scores.read_series(game.rules, games)
        except ValueError:
            raise UserError(ui_text("error-message")) from None
        self._replace(game, seated, news)
        if self._may_return():  # a puzzle belongs to its position
            self.task = None
        self.games = former
        while at is not None and self.game.ply > at:
            self._step_back()

    def _example(self) -> None:
        """Set up another position in which the clause of the task matters."""
        task = self.task
        try:
            found = (task if task and task.has_others else Task()).another(random.randrange(2**31))
        except LookupError:
            raise UserError(ui_text("error-other")) from None
        game = found.game()
        self._replace(game, self._seats_for(game), "told-example", begun=True)
        self.task = found

    def _without(self) -> None:
        """Set up the same position without the variant of the task; undo goes back."""
        task = self.task
        try:
            bare = (task if task and task.has_without else Task()).without(self.game)
        except LookupError:
            raise UserError(ui_text("error-other")) from None
        self._replace(bare, list(self.seats), "told-without", begun=True)

    def _pose(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Make a reader's own task, for a link; the game stays as it is."""
        self.posed = pose(rules, position, question, answers)

    def _task(self, rules: str, position: str, question: str, answers: Sequence[str]) -> None:
        """Open the task of a link; undo brings the previous game back."""
        found = pose(rules, position, question, answers)
        game = check_drawable(found.game())
        self._replace(game, self._seated(None, game), "told-task", begun=True)
        self.task = found

    def _puzzle(self, key: str) -> None:
        """Set up a puzzle: by name, or today's."""
        found = of_the_day(date.today().toordinal()) if key == "today" else puzzle(key)
        task = puzzle_task(found)
        self._replace(task.game(), self._seated(None, task.game()), "told-puzzle", begun=True)
        self.task = task

    def _leave(self) -> None:
        """Leave a trial, or a task: a linked task leaves its position, another one goes back to its game."""
        if self.trial:
            while self.trial and self._former:
                self._restore()
            self.news = ui_text("told-trial-over")
            return
        if self._may_return():
            while self._may_return() and self._former:
                self._restore()
            return
        if self.task is None or not self.task.linked:
            raise UserError(ui_text("error-message"))
        self.task = None
        self._open_task()

    def _may_return(self) -> bool:
        return self.task is not None and self.task.returns

    def _trial(self) -> None:
        """Try a line from here; `leave`, or undo at its start, goes back."""
        self._replace(trial_copy(self), list(self.seats), "told-trial", begun=True)
        self.task, self.trial = None, True

    def _chances(self, on: bool) -> None:
        """Switch everybody's chances on or off."""
        if on and is_secret(self):
            raise UserError(ui_text("chances-secret"))
        self.shows_chances = on

    def _review(self) -> None:
        """Advance the review of the game by a slice, unless it is finished."""
        game = full_game(self)
        if self.secrets and not game.is_over:
            raise UserError(ui_text("review-secret"))
        if self.reviewing is None or self.reviewing[0] != self.record:
            self.reviewing = self.record, Reviewer(game)
        self.reviewing[1].run(REVIEW_SLICE)

    def _retry(self, at: int) -> None:
        """Set up a costly decision again, with the task of finding a better move."""
        one = mistake_at(self, at)
        if one is None:
            raise UserError(ui_text("error-ply"))
        asked = ui_text("find-better", told=describe_mistake(self, one))
        task = better_than(full_game(self), one, self.adviser, asked)
        self._replace(task.game(), self._seated(None, task.game()), "told-retry", begun=True)
        self.task = task

    def _hint(self, by: str = "", known: Sequence[str] = ()) -> None:
        """Show the hint of an unsolved task, else advice about the moves.

        by: where to search in the background, HERE or PARTS (`analysis.py`); "": search here, at once.
        """
        if self.has_open_task():
            self.hinted = True
        elif not self.reader_decides():
            raise UserError(ui_text("error-now"))
        elif by:
            self._start_search(BackgroundSearch(self, "hint", self.adviser, by, known))
        else:
            self.advice = self.adviser.weigh(self.game)

    def view(self, sequence_number: int = 0) -> View:
        """Return what a board shows of the table, as plain data (`rulebook.boards.view`)."""
        return view_of(self, sequence_number)

    ACTIONS: ClassVar[Actions] = {
        "try": Action(_point, path=WORDS, ply=optional(number())),
        "play": Action(_move, move=WORD, ply=optional(number())),
        "step": Action(_step, ply=optional(number()), **THINKS),
        "think": Action(_think, number=number(0), found=optional(FOUND), stop=optional(FLAG), ply=optional(number())),
        "undo": Action(_undo, own=optional(FLAG)),
        "redo": Action(_redo),
        "go": Action(_go, ply=number()),
        "restart": Action(_restart),
        "new": Action(_new, players=number(), seats=optional(WORDS), rules=optional(WORD)),
        "next": Action(_next),
        "seats": Action(_seats, seats=WORDS),
        "load": Action(_load, text=LONG, at=optional(number()), seats=optional(WORDS), games=optional(LONG)),
        "hint": Action(_hint, ply=optional(number()), **THINKS),
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
