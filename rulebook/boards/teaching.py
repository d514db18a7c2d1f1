"""Tasks of a teacher's own, made on a board and carried by a link: a position, a question, the moves that answer it.

What comes from a link is anybody's: the question is shown as plain text and never as anything else, and a task is
refused whose answers the engine does not allow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import hedgekit

from ..stage.messages import No
from ..stage.say import Words, both, spoken
from .sealing import opened
from .state import TableState

LONGEST_QUESTION = 300  # characters
LONGEST_POSITION = 4000
MOST_ANSWERS = 12
MOST_MOVES = 6
"""Of an answer, one after the other: a turn has seldom more decisions."""


@dataclass(frozen=True)
class Posed:
    """A task as it was posed.  answers: each the moves that are to be played, one after the other.

    The protocol is that of `rulebook.boards.state`: any of the answers will do, a legal move that leads to none of them
    is put back, and what is refused is explained by the refusal.
    """

    rules: str
    at: str
    question: str
    answers: tuple[tuple[str, ...], ...]

    linked = True
    """It is not the book's: boards say so, and offer to put it away."""
    hint = None

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

    def after(self, table: TableState, move: str, refusal: Any) -> Mapping[str, Any] | None:
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
    """A task, once everything about it is in order.

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
    """A text of one line, without what cannot be seen or turns the direction of writing."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _played(game: Any, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves of an answer as the game writes them, once they have been played."""
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
