"""A task of finding the best move: who plays another one sees it played on, far enough to show why it is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import hedgekit
from hedgekit.play.base import go_back
from hedgekit.study.puzzles import MOST_MISSED, Puzzle
from hedgekit.study.review import Decision, hundredths
from hedgekit.study.showing import played_on
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.messages import No
from ..stage.say import Words, both, spoken
from .state import TableState

EQUAL = 0.01  # moves that are as good as the best: nobody can tell them apart


@dataclass(frozen=True)
class Find:
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
    """Nothing goes on by itself before it is found."""

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

    def after(self, table: TableState, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Right, or the wrong move played on."""
        if refusal is not None or not self.is_here(table.game) or table.game.ply != 1:
            return None
        best, played = self._best_first()[0], table.game.moves_played[0]
        most, chance = self.chances[best], self.chances[played]
        before = self.game()
        label = drawing_of(before).says(before, before.read_move(played))
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
            left, instead = hundredths(on.chance), hundredths(on.instead)
            if left < instead:
                key = "find-thrown" if on.throw else "find-on"
            else:  # who judges at a glance may not see what a search has found
                key = "find-thrown-bare" if on.throw else "find-on-bare"
            words.append(both(key, throw=on.throw, left=left, instead=instead))
        return {"state": "wrong", "feedback": Words.joined(words)}

    def _best_first(self) -> list[str]:
        return sorted(self.chances, key=lambda move: -self.chances[move])


def of(puzzle: Puzzle) -> Find:
    """The task of a puzzle."""
    asked = both("find-task", player=hedgekit.game_of(puzzle.rules).from_text(puzzle.rules, puzzle.at).turn)
    sure = [both("find-exact")] if puzzle.exact else []
    hard = both("find-graded", **graded(puzzle))
    return Find(puzzle.rules, puzzle.at, puzzle.chances, Words.joined([asked, hard, *sure]), puzzle.key, returns=True)


def graded(puzzle: Puzzle) -> dict[str, object]:
    """What the words say of how hard a puzzle is."""
    return {"name": puzzle.key, "missed": puzzle.missed, "all": MOST_MISSED}


def better_than(whole: Any, one: Decision, adviser: Any, asked: Words) -> Find:
    """The task of finding something better than what was played in a decision of a game that was judged.

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
