"""Advice, chances, searches in the making, reviews of games, and lines to try.

A search runs in the reader's browser if the page offers to (`stage/browser_search.py`), else in Python, a slice for
each message.  The board stays usable meanwhile; any other action stops the search.
"""

import random
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Literal, cast

from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.games.race.rulesets import wasm
from hedgekit.play.endings import go_back
from hedgekit.players.searching import Search
from hedgekit.players.strength import Weighed
from hedgekit.study.review import WORST, Decision, Review, Reviewing, hundredths, in_hundredths
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.browser_search import QuestionView, believed, question
from ..stage.browser_simulation import Refused
from ..stage.messages import No
from ..stage.say import Words, both, spoken
from .fields import AdviceView, AdvisedView, MistakeView, ReviewView, StandingView, ThinkingView
from .state import READER, TableState

MOST_LISTED = 60  # moves whose chances are listed: where more are legal, the last of them are nobody's choice
REVIEW_SLICE = 0.12  # seconds of a review that a message asks for: a reader may stop between two
HERE, PARTS = "page", "parts"
"""Who searches, as a page asks for it: its own browser, or Python, a slice for every message."""
SLICE = 0.04  # seconds of a search that a message asks for

What = Literal["step", "hint"]


def advice_of(table: TableState) -> AdviceView:
    """Return a good player's advice: which piece, which way and why, and his estimate of every move."""
    game, drawing, advice = table.game, drawing_of(table.game), table.advice or []
    best, *others = [one.move for one in advice]
    path = drawing.path(best)
    cells = drawing.layout(game.position, game.rules).cells
    from_cell = cells.get(path[0]) if len(path) > 1 else None
    moves: list[AdvisedView] = [
        {
            "text": str(one.move), "label": drawing.button_label(game, one.move),
            "chance": None if one.chance is None else hundredths(one.chance),
        }
        for one in advice[:MOST_LISTED]
    ]  # fmt: skip
    return {
        "moves": moves,
        "which": both("advice-which", place=from_cell.label) if from_cell else None,
        "cell": from_cell.id if from_cell else "",
        "why": _why(game, best, others),
    }


def _why(game: Any, best: Any, others: list[Any]) -> Words | None:
    """Say what the best move does that the next best one does not, if the board shows a difference."""
    found = (why_better(game, best, other) for other in others)
    note = next((one for one in found if one is not None), None)
    return spoken(note.text) if note else None


def chances_of(table: TableState) -> dict[str, int] | None:
    """Return everybody's estimated chance to win, in hundredths; None if secrets may decide it."""
    return None if is_secret(table) else in_hundredths(table.game.chances())


def is_secret(table: TableState) -> bool:
    """Is something hidden by a player that may decide this game?  (The order of cards is known to nobody.)"""
    game, drawing = table.game, drawing_of(table.game)
    known = set(drawing.hidden_fields(game.position, "")) - set(drawing.hidden_fields(game.position, PLAYERS))
    return bool(known or any(table.secrets.values())) and not game.is_over


def tried(table: TableState) -> Any:
    """Return a copy of the game to try a line in, without hidden information and with other dice.

    No where something is secret.
    """
    if is_secret(table):
        raise No(both("trial-secret"))
    return table.game.anew()


# ---- a search --------------------------------------------------------------------------------------------------------


class Pondering:
    """A search about the position of a table.

    what: a player's move, or advice; player: who looks ahead; by: HERE or PARTS; known: keys of data that the page has.
    """

    def __init__(self, table: Any, what: What, player: Any, by: str, known: Sequence[str]) -> None:
        self.what, self._player = what, player
        self.number = random.getrandbits(48)  # an answer may come when there is another
        self._table, self._stands = table.game, _stands(table)
        self._game = table.game.copy()
        self._search: Search | None = None
        self._part = 0.0
        # What is hidden stays on the server; a Python of the reader's own is his anyway.
        mine = by == HERE and (wasm.IN_BROWSER or not is_secret(table))
        self._question: QuestionView | None = question(self._game, player.skill, player.draw(), known) if mine else None
        self.is_asked = self._question is not None

    def fits(self, table: Any) -> bool:
        """Is it still about what is on the table?"""
        return table.game is self._table and _stands(table) == self._stands

    def go_on(self) -> list[Weighed] | None:
        """Search a little further in Python; return the result once it is done."""
        self._question = None
        if self._search is None:
            self._search = self._player.weighing(self._game)
        end = perf_counter() + SLICE
        try:
            while True:  # at least once, whatever a slice is: it comes to an end
                self._part = next(self._search)
                if perf_counter() >= end:
                    return None
        except StopIteration as found:
            return found.value  # type: ignore[no-any-return]

    def take(self, found: Sequence[Sequence[int]]) -> list[Weighed] | None:
        """Return what a browser found; None if it is impossible, and then Python searches."""
        try:
            return believed(self._game, found) if self.is_asked else None
        except Refused:
            return self.go_on()

    def view(self) -> ThinkingView:
        """Return what the board shows of the search."""
        return {
            "number": self.number,
            "what": self.what,
            "part": round(self._part, 2),
            "question": self._question,
        }


def _stands(table: Any) -> tuple[object, ...]:
    return table.game.ply, str(table.game), tuple(table.seats)


# ---- the review of a game --------------------------------------------------------------------------------------------


def whole_of(table: TableState) -> Any:
    """Return the game of a table's record, including moves taken back."""
    game = table.game.copy()
    for move in reversed(table.tail):
        game.play(move)
    return game


def review_of(table: TableState) -> ReviewView | None:
    """Return what to show of the review; None if there is none of this game."""
    work = _work(table)
    if work is None or work.done < work.total:
        return None if work is None else {"done": work.done, "total": work.total, "found": None}
    found, curve = work.found, list(map(in_hundredths, work.found.curve))
    return {
        "done": work.total, "total": work.total,
        "found": {
            "curve": {player: [chances[player] for chances in curve] for player in found.players},
            "rows": [cast("StandingView", {"player": player, **found.shown(player)}) for player in found.players],
            "sure": [spoken(note.text) for note in found.caveats],
            "mistakes": [_mistake(table, one) for one in worst(table, found)],
        },
    }  # fmt: skip


def found_of(table: TableState) -> Review | None:
    """Return the finished review of the game on the table; None if it is unfinished or of another game."""
    work = _work(table)
    return work.found if work and work.done >= work.total else None


def _work(table: TableState) -> Reviewing | None:
    return table.reviewing[1] if table.reviewing and table.reviewing[0] == table.record else None


def worst(table: TableState, found: Review) -> list[Decision]:
    """Return the decisions that cost most; only the readers' own if others play, too."""
    readers = {PLAYERS[seat] for seat, who in enumerate(table.seats) if who == READER}
    own = [one for player, many in found.mistakes.items() if player in readers for one in many]
    return sorted(own or found.costliest(), key=lambda one: -one.lost)[:WORST]


def mistake_at(table: TableState, ply: int) -> Decision | None:
    """Return the costly decision of the finished review that was taken there, if there is one."""
    found = found_of(table)
    return next((one for one in worst(table, found) if one.ply == ply), None) if found else None


def _mistake(table: TableState, one: Decision) -> MistakeView:
    played, better = _moves_said(table, one)
    return {"ply": one.ply, "player": one.player, "text": _told(one, played), "better": better}


def mistake_told(table: TableState, one: Decision) -> Words:
    """Describe a costly decision without naming the better move."""
    return _told(one, _moves_said(table, one)[0])


def _moves_said(table: TableState, one: Decision) -> tuple[Words, Words]:
    """The move that was played and the better one."""
    game = whole_of(table)
    go_back(game, one.ply)
    played, better = (drawing_of(game).button_label(game, game.read_move(move)) for move in (one.played, one.best))
    return played, better


def _told(one: Decision, played: Words) -> Words:
    """What a decision cost, in chances as people say them, in 10 where that tells."""
    best, chance, of = hundredths(one.best_chance), hundredths(one.chance), 100
    tenths = (best + 5) // 10, (chance + 5) // 10
    if tenths[0] > tenths[1] and (tenths[1] or not chance) and (tenths[0] < 10 or best == 100):
        (best, chance), of = tenths, 10
    told = both("review-cost", move=played, best=best, chance=chance, of=of)
    return Words.joined([told, spoken(one.why.text)]) if one.why else told
