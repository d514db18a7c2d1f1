"""Tasks on boards: what a board asks of every task, finding the best move, and a teacher's own task.

Whoever plays a worse move than the best sees it played on, far enough to show why it is worse.  A teacher's task comes
by a link, which anybody can write: its question is shown as plain text only, and it is refused if the engine does not
allow its answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import hedgekit
from hedgekit.play.endings import go_back
from hedgekit.study.puzzles import MOST_MISSED, Puzzle
from hedgekit.study.refuting import played_on
from hedgekit.study.review import Decision, hundredths
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.messages import No
from ..stage.say import Words, both, spoken
from .secrecy import opened

LONGEST_QUESTION = 300  # characters
LONGEST_POSITION = 4000
MOST_ANSWERS = 12
MOST_MOVES = 6
"""Of an answer, one after the other: a turn has seldom more decisions."""
EQUAL = 0.01  # moves that are as good as the best: nobody can tell them apart


class Task:
    """A task on a board: everything boards ask of one, with a subclass for each kind.

    Starting over, loading, and going back before the move that did it open it again.
    """

    clause = ""
    """The clause that it shows, which is what its board is called; "" for none."""
    key = ""
    """What the browser remembers it by once it is done; "" for nothing."""
    linked = False
    """Did it come by a link?  Boards then say that it is not the book's, and offer to put it away."""
    returns = False
    """May one go back to the game that it is from?"""
    keeps = False
    """Is a game that is left kept all the same?"""

    @property
    def text(self) -> Words:
        """What is to be done."""
        raise NotImplementedError

    def game(self) -> Any:
        """A new game standing in its position."""
        raise NotImplementedError

    def is_here(self, game: Any) -> bool:
        """Is the task about this game, or has another one been put in its place?"""
        raise NotImplementedError

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Answer a reader's move, given as text, or its refusal.

        `table.game` stands after a move that was played; the task may put it back (`table.put_back`).  The answer is
        {"state": "open", "right" or "wrong", "feedback": {language: sentence}}; None leaves both as they were.
        """
        raise NotImplementedError

    @property
    def hint(self) -> Words | None:
        """Help, if there is any."""
        return None

    @property
    def former(self) -> tuple[str, ...]:
        """The games of the series before this one, a word each (`scores.py`)."""
        return ()

    @property
    def waits(self) -> bool:
        """Is something to be tried before chance, or a forced pass, goes on by itself?"""
        return False

    @property
    def has_others(self) -> bool:
        """Is there `another`?"""
        return False

    @property
    def has_without(self) -> bool:
        """Is there the same position `without` its variant?"""
        return False

    @property
    def both_ways(self) -> tuple[Any, ...]:
        """The rules with and without its variant: a board has room for both."""
        return ()

    def another(self, seed: int) -> "Task":
        """The task with a fresh position.  LookupError if none is found."""
        raise LookupError("there are no fresh positions")

    def without(self, game: Any) -> Any:
        """A new game at the same position under the rules without the variant.  LookupError if there is none."""
        raise LookupError("there is no game without the variant")


# ---- finding the best move -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Find(Task):
    """Find the best move of a position.

    at: the position, as its game prints it; chances: what each move leaves to the player to act; asked: the question,
    None for the usual one; key: what the browser remembers it by once it is found; returns: may one go back to the game
    it is from?
    """

    rules: str
    at: str
    chances: Mapping[str, float]
    asked: Words | None = None
    key: str = ""
    returns: bool = False

    waits = True

    @property
    def text(self) -> Words:
        """The question."""
        return self.asked or both("find-task", player=self.game().turn)

    @property
    def hint(self) -> Words | None:
        """What the best move does that the second best does not, if the board shows it."""
        game, (best, *others) = self.game(), self._best_first()
        why = why_better(game, best, others[0]) if others else None
        return spoken(why.text) if why else None

    def game(self) -> Any:
        """A new game standing in the position."""
        return hedgekit.game_of(self.rules).from_text(self.rules, self.at)

    def is_here(self, game: Any) -> bool:
        """Is this game one from the position?"""
        return str(game.start or "") == self.at and str(game.rules) == self.rules

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Praise the best move, or play a worse one on to show why."""
        if refusal is not None or not self.is_here(table.game) or table.game.ply != 1:
            return None
        best, played = self._best_first()[0], table.game.moves_played[0]
        most, chance = self.chances[best], self.chances[played]
        before = self.game()
        label = drawing_of(before).button_label(before, before.read_move(played))
        if chance >= most - EQUAL:
            words = [both("find-right", move=label, chance=hundredths(chance))]
            rest = [other for other in self._best_first() if self.chances[other] < most - EQUAL]
            if rest and (why := why_better(before, played, rest[0])):
                words.append(spoken(why.text))
            return {"state": "right", "feedback": Words.joined(words)}
        on = played_on(before, played, best)
        for following in on.moves:
            table.game.play(following)
        table.adopt()
        words = [both("find-wrong", move=label, chance=hundredths(chance), best=hundredths(most))]
        if on.moves:
            words.append(both("find-thrown", throw=on.throw) if on.throw else both("find-on"))
        return {"state": "wrong", "feedback": Words.joined(words)}

    def _best_first(self) -> list[str]:
        return sorted(self.chances, key=lambda move: -self.chances[move])


def puzzle_task(puzzle: Puzzle) -> Find:
    """The task of a puzzle."""
    asked = both("find-task", player=hedgekit.game_of(puzzle.rules).from_text(puzzle.rules, puzzle.at).turn)
    sure = [both("find-exact")] if puzzle.exact else []
    hard = both("find-graded", **graded(puzzle))
    return Find(puzzle.rules, puzzle.at, puzzle.chances, Words.joined([asked, hard, *sure]), puzzle.key, returns=True)


def graded(puzzle: Puzzle) -> dict[str, object]:
    """Return what the words about a puzzle's difficulty fill in."""
    return {"name": puzzle.key, "missed": puzzle.missed, "all": MOST_MISSED}


def better_than(whole: Any, one: Decision, adviser: Any, asked: Words) -> Find:
    """Return the task of finding a better move than the one played in a decision of a reviewed game.

    No where nobody decided there.  What was said of the decision holds: the move played is worse than the best by as
    much, and the one that was called better is as good as any.
    """
    game = whole.copy()
    go_back(game, one.ply)
    if game.is_over or game.is_chance or len(game.moves()) < 2:
        raise No(both("error-ply"))
    fresh = type(game).from_text(game.rules, str(game.position))
    chances = {str(weighed.move): weighed.chance or 0.0 for weighed in adviser.weigh(fresh)}
    most = max(chances.values())
    worse = max(0.0, most - max(one.lost, 1.1 * EQUAL))
    chances |= {one.best: most, one.played: min(chances.get(one.played, worse), worse)}
    return Find(str(fresh.rules), str(fresh.start), chances, asked, returns=True)


# ---- a teacher's own -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Posed(Task):
    """A task as it was posed.  answers: each the moves that are to be played, one after the other.

    Any of the answers will do; a legal move that leads to none of them is put back, and what is refused is explained by
    the refusal.
    """

    rules: str
    at: str
    question: str
    answers: tuple[tuple[str, ...], ...]

    linked = True

    @property
    def text(self) -> Words:
        """The question, the same in every language: it is the teacher's."""
        return Words.same(self.question)

    def game(self) -> Any:
        """A new game standing in the position."""
        return hedgekit.game_of(self.rules).from_text(self.rules, opened(self.at))

    def plain(self) -> dict[str, Any]:
        """The task as a message or a link carries it."""
        answers = [" ".join(answer) for answer in self.answers]
        return {"rules": self.rules, "position": self.at, "question": self.question, "answers": answers}

    def after(self, table: Any, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """What to say after a reader's move, or a refused one."""
        game = table.game
        if table.task_state == "right" or refusal is not None or not self.is_here(game):
            return None
        played = tuple(game.moves_played)
        if played in self.answers:
            return {"state": "right", "feedback": both("posed-right")}
        if any(answer[: len(played)] == played for answer in self.answers):
            return {"state": "open", "feedback": both("posed-onward")}
        if len(played) > max(map(len, self.answers)):
            return None  # the reader has gone on from another position of the record
        table.put_back()
        return {"state": "wrong", "feedback": both("posed-wrong")}

    def is_here(self, game: Any) -> bool:
        """Is this game one from the task's position, under its rules?"""
        return str(game.start or "") == opened(self.at) and str(game.rules) == self.rules


def pose(rules: str, position: str, question: str, answers: Sequence[str]) -> Posed:
    """Check a teacher's task and return it.

    answers: each a line of moves with spaces between them.  No for a question that is empty or too long, a position
    where nobody decides, and answers that are not legal; whatever `hedgekit` says of wrong rules and positions.
    """
    asked = _clean(question)
    if not asked:
        raise No(both("posed-empty"))
    if len(asked) > LONGEST_QUESTION:
        raise No(both("posed-long", limit=LONGEST_QUESTION))
    if len(position) > LONGEST_POSITION:
        raise No(both("error-big"))
    kind = hedgekit.game_of(rules)
    game = kind.from_text(kind.read_rules(rules), opened(position))
    if game.is_over or game.is_chance:
        raise No(both("posed-nobody"))
    # What is printed is one text for all who write the same position differently; secrets stay sealed.
    at = position.strip() if opened(position) != position else str(game)
    if not 1 <= len(answers) <= MOST_ANSWERS:
        raise No(both("posed-answers", most=MOST_ANSWERS))
    played = tuple(dict.fromkeys(_played(game.copy(), answer.split()) for answer in answers))
    return Posed(str(game.rules), at, asked, played)


def _clean(text: str) -> str:
    """Return a text as one line of printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _played(game: Any, moves: Sequence[str]) -> tuple[str, ...]:
    """Play the moves of an answer; return them as the game writes them."""
    if not 1 <= len(moves) <= MOST_MOVES:
        raise No(both("posed-moves", most=MOST_MOVES))
    for move in moves:
        if game.is_chance:
            raise No(both("posed-chance", move=move[:48]))
        try:
            no = game.why(move)
        except hedgekit.NotationError as error:
            raise No(_because(move, error.text, "")) from None
        if no is not None:
            raise No(_because(move, no.text, no.clause))
        game.play(move)
    found: tuple[str, ...] = tuple(game.moves_played)
    # Boards make a pass that is forced; after the last decision nobody waits for it.
    while len(found) > 1 and found[-1].startswith("-"):
        game.undo()
        if len(game.moves()) > 1:
            break
        found = found[:-1]
    return found


def _because(move: str, text: Any, clause: str) -> Words:
    parts = [both("posed-illegal", move=move[:48]), spoken(text)]
    return Words.joined([*parts, Words.same(f"({clause})")] if clause else parts)
