"""Tasks on boards: the interface of every task, finding the best move, and a teacher's own task.

After a move worse than the best, the board plays on until it shows why the move is worse.  A teacher's task comes by a
link, which anybody can write: its question is shown as plain text only, and a task with illegal answers is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import hedgekit
from hedgekit.play.endings import go_back
from hedgekit.study.puzzles import MOST_MISSED, Puzzle
from hedgekit.study.refuting import refutation_of
from hedgekit.study.review import Decision, hundredths
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.localized import Localized, cited, engine_text, ui_text
from ..stage.messages import UserError
from .secrecy import unsealed

LONGEST_QUESTION = 300  # characters
LONGEST_POSITION = 4000
MOST_ANSWERS = 12
MOST_MOVES = 6
"""Moves of an answer, one after the other: few turns have more decisions."""
EQUAL = 0.01  # a move that loses no more than this is as good as the best


class Task:
    """A task on a board; each kind is a subclass.

    Starting over, loading a game, and going back before the move that solved it open it again.
    """

    clause = ""
    """The clause it illustrates, which becomes the title of the board; "" for none."""
    key = ""
    """The key under which the browser remembers that it is solved; "": not remembered."""
    linked = False
    """Whether it came by a link: boards then say that it is not the book's, and offer to put it away."""
    returns = False
    """Whether leaving it goes back to an earlier game."""
    keeps = False
    """Whether the browser keeps an unfinished game of it."""

    @property
    def text(self) -> Localized:
        """The task in words."""
        raise NotImplementedError

    def game(self) -> Any:
        """Return a new game in its position."""
        raise NotImplementedError

    def is_here(self, game: Any) -> bool:
        """Return whether this game is the one of the task."""
        raise NotImplementedError

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Answer a reader's move (as text), or its refusal.

        A legal move has been played on `table.game`; the task may undo it with `table.put_back`.  Return
        {"state": "open", "right" or "wrong", "feedback": {language: sentence}}, or None to change neither.
        """
        raise NotImplementedError

    @property
    def hint(self) -> Localized | None:
        """The hint, if there is one."""
        return None

    @property
    def former(self) -> tuple[str, ...]:
        """The earlier games of its series, as words (`scores.py`)."""
        return ()

    @property
    def waits(self) -> bool:
        """Whether a roll or a forced pass waits until the reader has tried something."""
        return False

    @property
    def has_others(self) -> bool:
        """Whether `another` finds more positions."""
        return False

    @property
    def has_without(self) -> bool:
        """Whether the position can be set up `without` its variant."""
        return False

    @property
    def both_ways(self) -> tuple[Any, ...]:
        """The rules with and without its variant, for a layout with room for both."""
        return ()

    def another(self, seed: int) -> "Task":
        """Return the task with another position.  LookupError if none is found."""
        raise LookupError("there are no other positions")

    def without(self, game: Any) -> Any:
        """Return a new game at the same position without the variant.  LookupError if there is none."""
        raise LookupError("there is no game without the variant")


# ---- finding the best move -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Find(Task):
    """Find the best move of a position.

    at: the position in notation; chances: move -> chance to win of the player who moves; asked: the question, None for
    the usual one; key, returns: see `Task`.
    """

    rules: str
    at: str
    chances: Mapping[str, float]
    asked: Localized | None = None
    key: str = ""
    returns: bool = False

    waits = True

    @property
    def text(self) -> Localized:
        """The question."""
        return self.asked or ui_text("find-task", player=self.game().turn)

    @property
    def hint(self) -> Localized | None:
        """What the best move does that the second best does not, if the board shows a difference."""
        game, (best, *others) = self.game(), self._best_first()
        why = why_better(game, best, others[0]) if others else None
        return engine_text(why.text) if why else None

    def game(self) -> Any:
        """Return a new game in the position."""
        return hedgekit.game_of(self.rules).from_text(self.rules, self.at)

    def is_here(self, game: Any) -> bool:
        """Return whether this game began in the position of the task."""
        return str(game.start or "") == self.at and str(game.rules) == self.rules

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Praise the best move, or play on after a worse one to show why it is worse."""
        if refusal is not None or not self.is_here(table.game) or table.game.ply != 1:
            return None
        best, played = self._best_first()[0], table.game.moves_played[0]
        most, chance = self.chances[best], self.chances[played]
        before = self.game()
        label = drawing_of(before).button_label(before, before.read_move(played))
        if chance >= most - EQUAL:
            words = [ui_text("find-right", move=label, chance=hundredths(chance))]
            rest = [other for other in self._best_first() if self.chances[other] < most - EQUAL]
            if rest and (why := why_better(before, played, rest[0])):
                words.append(engine_text(why.text))
            return {"state": "right", "feedback": Localized.joined(words)}
        on = refutation_of(before, played, best)
        for following in on.moves:
            table.game.play(following)
        table.adopt()
        words = [ui_text("find-wrong", move=label, chance=hundredths(chance), best=hundredths(most))]
        if on.moves:
            words.append(ui_text("find-thrown", throw=on.throw) if on.throw else ui_text("find-on"))
        return {"state": "wrong", "feedback": Localized.joined(words)}

    def _best_first(self) -> list[str]:
        return sorted(self.chances, key=lambda move: -self.chances[move])


def puzzle_task(puzzle: Puzzle) -> Find:
    """Return the task of a puzzle."""
    asked = ui_text("find-task", player=hedgekit.game_of(puzzle.rules).from_text(puzzle.rules, puzzle.at).turn)
    sure = [ui_text("find-exact")] if puzzle.exact else []
    hard = ui_text("find-graded", **graded(puzzle))
    question = Localized.joined([asked, hard, *sure])
    return Find(puzzle.rules, puzzle.at, puzzle.chances, question, puzzle.key, returns=True)


def graded(puzzle: Puzzle) -> dict[str, object]:
    """Return the values for a sentence about a puzzle's difficulty."""
    return {"name": puzzle.key, "missed": puzzle.missed, "all": MOST_MISSED}


def better_than(whole: Any, one: Decision, adviser: Any, asked: Localized) -> Find:
    """Return the task of finding a better move than the one played at a decision of a reviewed game.

    The figures of the review hold: the move played stays as much worse than the best as the review found, and the
    move it called better is among the best.  UserError where nobody decided.
    """
    game = whole.copy()
    go_back(game, one.ply)
    if game.is_over or game.is_chance or len(game.moves()) < 2:
        raise UserError(ui_text("error-ply"))
    fresh = type(game).from_text(game.rules, str(game.position))
    chances = {str(weighed.move): weighed.chance or 0.0 for weighed in adviser.weigh(fresh)}
    most = max(chances.values())
    worse = max(0.0, most - max(one.lost, 1.1 * EQUAL))
    chances |= {one.best: most, one.played: min(chances.get(one.played, worse), worse)}
    return Find(str(fresh.rules), str(fresh.start), chances, asked, returns=True)


# ---- a teacher's own -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Posed(Task):
    """A teacher's task; each of `answers` is a line of moves, and any of them solves it.

    A legal move that leads to none of them is put back; an illegal one gets the usual refusal.
    """

    rules: str
    at: str
    question: str
    answers: tuple[tuple[str, ...], ...]

    linked = True

    @property
    def text(self) -> Localized:
        """The teacher's question, the same in every language."""
        return Localized.same(self.question)

    def game(self) -> Any:
        """Return a new game in the position."""
        return hedgekit.game_of(self.rules).from_text(self.rules, unsealed(self.at))

    def plain(self) -> dict[str, Any]:
        """Return the task as the fields of a message or a link."""
        answers = [" ".join(answer) for answer in self.answers]
        return {"rules": self.rules, "position": self.at, "question": self.question, "answers": answers}

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Answer a reader's legal move."""
        game = table.game
        if table.task_state == "right" or refusal is not None or not self.is_here(game):
            return None
        played = tuple(game.moves_played)
        if played in self.answers:
            return {"state": "right", "feedback": ui_text("posed-right")}
        if any(answer[: len(played)] == played for answer in self.answers):
            return {"state": "open", "feedback": ui_text("posed-onward")}
        if len(played) > max(map(len, self.answers)):
            return None  # the reader went on from another position of the record
        table.put_back()
        return {"state": "wrong", "feedback": ui_text("posed-wrong")}

    def is_here(self, game: Any) -> bool:
        """Return whether this game began in the task's position, under its rules."""
        return str(game.start or "") == unsealed(self.at) and str(game.rules) == self.rules


def pose(rules: str, position: str, question: str, answers: Sequence[str]) -> Posed:
    """Check a teacher's task and return it.

    answers: each a line of moves with spaces between them.  UserError for a question that is empty or too long, a
    position where nobody decides, and answers that are not legal; hedgekit's errors for wrong rules and positions.
    """
    asked = _clean(question)
    if not asked:
        raise UserError(ui_text("posed-empty"))
    if len(asked) > LONGEST_QUESTION:
        raise UserError(ui_text("posed-long", limit=LONGEST_QUESTION))
    if len(position) > LONGEST_POSITION:
        raise UserError(ui_text("error-big"))
    kind = hedgekit.game_of(rules)
    game = kind.from_text(kind.read_rules(rules), unsealed(position))
    if game.is_over or game.is_chance:
        raise UserError(ui_text("posed-nobody"))
    # Normalize the position; sealed words stay sealed.
    at = position.strip() if unsealed(position) != position else str(game)
    if not 1 <= len(answers) <= MOST_ANSWERS:
        raise UserError(ui_text("posed-answers", most=MOST_ANSWERS))
    played = tuple(dict.fromkeys(_played(game.copy(), answer.split()) for answer in answers))
    return Posed(str(game.rules), at, asked, played)


def _clean(text: str) -> str:
    """Return a text as one line of printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _played(game: Any, moves: Sequence[str]) -> tuple[str, ...]:
    """Play the moves of an answer; return them in the game's notation."""
    if not 1 <= len(moves) <= MOST_MOVES:
        raise UserError(ui_text("posed-moves", most=MOST_MOVES))
    for move in moves:
        if game.is_chance:
            raise UserError(ui_text("posed-chance", move=move[:48]))
        illegal = ui_text("posed-illegal", move=move[:48])
        try:
            no = game.why(move)
        except hedgekit.NotationError as error:
            raise UserError(Localized.joined([illegal, engine_text(error.text)])) from None
        if no is not None:
            raise UserError(Localized.joined([illegal, engine_text(no.text), cited(no.clause)]))
        game.play(move)
    found: tuple[str, ...] = tuple(game.moves_played)
    # Boards play a forced pass; the answer ends with the last decision.
    while len(found) > 1 and found[-1].startswith("-"):
        game.undo()
        if len(game.moves()) > 1:
            break
        found = found[:-1]
    return found
