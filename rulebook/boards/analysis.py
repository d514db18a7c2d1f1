"""Advice, chances, background searches, reviews of games, and trial lines.

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
from hedgekit.study.review import WORST, Decision, Review, Reviewer, hundredths, in_hundredths
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.browser_search import checked_moves, question
from ..stage.browser_simulation import ImpossibleResult
from ..stage.localized import Localized, engine_text, ui_text
from ..stage.messages import UserError
from .fields import AdviceView, AdvisedView, MistakeView, ReviewView, StandingView, ThinkingView
from .state import READER, TableState

MOST_LISTED = 60  # moves whose chances are listed: where more are legal, nobody wants the worst of them
REVIEW_SLICE = 0.12  # seconds of a review for each message: a reader may stop between two
HERE, PARTS = "page", "parts"
"""Where to search, as a page requests it: in its own browser, or in Python, a slice for each message."""
SLICE = 0.04  # seconds of a search for each message

What = Literal["step", "hint"]


def advice_of(table: TableState) -> AdviceView:
    """Return a good player's advice: which piece, which way and why, and an estimate of every move."""
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
        "which": ui_text("advice-which", place=from_cell.label) if from_cell else None,
        "cell": from_cell.id if from_cell else "",
        "why": _why(game, best, others),
    }


def _why(game: Any, best: Any, others: list[Any]) -> Localized | None:
    """Say what the best move does that the next best does not, if the board shows a difference."""
    notes = (why_better(game, best, other) for other in others)
    note = next((note for note in notes if note is not None), None)
    return engine_text(note.text) if note else None


def chances_of(table: TableState) -> dict[str, int] | None:
    """Return everybody's estimated chance to win, in hundredths; None if hidden information may decide the game."""
    return None if is_secret(table) else in_hundredths(table.game.chances())


def is_secret(table: TableState) -> bool:
    """Return whether a player's hidden information may decide this game; nobody knows the order of cards."""
    game, drawing = table.game, drawing_of(table.game)
    known = set(drawing.hidden_fields(game.position, "")) - set(drawing.hidden_fields(game.position, PLAYERS))
    return bool(known or any(table.secrets.values())) and not game.is_over


def trial_copy(table: TableState) -> Any:
    """Return a copy of the game for a trial line, with other dice.  UserError if a player hides something."""
    if is_secret(table):
        raise UserError(ui_text("trial-secret"))
    return table.game.without_history()


# ---- a search --------------------------------------------------------------------------------------------------------


class BackgroundSearch:
    """A search of the position on a table.

    what: a player's move, or advice; player: the one to look ahead; by: HERE or PARTS; known: keys of data that the
    page has cached.
    """

    def __init__(self, table: Any, what: What, player: Any, by: str, known: Sequence[str]) -> None:
        self.what, self._player = what, player
        self.number = random.getrandbits(48)  # a late answer may belong to an earlier search
        self._table, self._state = table.game, _state_of(table)
        self._game = table.game.copy()
        self._search: Search | None = None
        self._progress = 0.0
        # Hidden information stays on the server; a Python in the browser is the reader's anyway.
        may_ask = by == HERE and (wasm.IN_BROWSER or not is_secret(table))
        self._question = question(self._game, player.skill, player.draw(), known) if may_ask else None
        self.in_browser = self._question is not None

    def is_current(self, table: Any) -> bool:
        """Return whether the table still has the position that is searched."""
        return table.game is self._table and _state_of(table) == self._state

    def advance(self) -> list[Weighed] | None:
        """Search for a slice in Python; return the result once it is complete."""
        self._question = None
        if self._search is None:
            self._search = self._player.weighing(self._game)
        end = perf_counter() + SLICE
        try:
            while True:  # at least one step, however short a slice is, so that the search ends
                self._progress = next(self._search)
                if perf_counter() >= end:
                    return None
        except StopIteration as end_of_search:
            return end_of_search.value  # type: ignore[no-any-return]

    def take(self, found: Sequence[Sequence[int]]) -> list[Weighed] | None:
        """Return a browser's result; if it is impossible, search in Python."""
        try:
            return checked_moves(self._game, found) if self.in_browser else None
        except ImpossibleResult:
            return self.advance()

    def view(self) -> ThinkingView:
        """Return what the board shows of the search."""
        progress = round(self._progress, 2)
        return {"number": self.number, "what": self.what, "progress": progress, "question": self._question}


def _state_of(table: Any) -> tuple[object, ...]:
    return table.game.ply, str(table.game), tuple(table.seats)


# ---- the review of a game --------------------------------------------------------------------------------------------


def full_game(table: TableState) -> Any:
    """Return the game of a table's record, including undone moves."""
    game = table.game.copy()
    for move in reversed(table.tail):
        game.play(move)
    return game


def review_of(table: TableState) -> ReviewView | None:
    """Return the review of this game, finished or not; None if there is none."""
    review = _review(table)
    if review is None or review.done < review.total:
        return None if review is None else {"done": review.done, "total": review.total, "found": None}
    found, curve = review.found, list(map(in_hundredths, review.found.curve))
    return {
        "done": review.total, "total": review.total,
        "found": {
            "curve": {player: [chances[player] for chances in curve] for player in found.players},
            "rows": [cast("StandingView", {"player": player, **found.shown(player)}) for player in found.players],
            "caveats": [engine_text(note.text) for note in found.caveats], "dice": bool(found.throws),
            "mistakes": [_mistake(table, one) for one in worst(table, found)],
        },
    }  # fmt: skip


def finished_review(table: TableState) -> Review | None:
    """Return the finished review of the game on the table; None if it is unfinished or of another game."""
    review = _review(table)
    return review.found if review and review.done >= review.total else None


def _review(table: TableState) -> Reviewer | None:
    return table.reviewing[1] if table.reviewing and table.reviewing[0] == table.record else None


def worst(table: TableState, found: Review) -> list[Decision]:
    """Return the decisions that cost most; only the readers' own if computer players take part."""
    readers = {PLAYERS[seat] for seat, who in enumerate(table.seats) if who == READER}
    own = [one for player, mistakes in found.mistakes.items() if player in readers for one in mistakes]
    return sorted(own or found.costliest(), key=lambda one: -one.lost)[:WORST]


def mistake_at(table: TableState, ply: int) -> Decision | None:
    """Return the costly decision that a finished review found at a ply; None if there is none."""
    found = finished_review(table)
    return next((one for one in worst(table, found) if one.ply == ply), None) if found else None


def _mistake(table: TableState, one: Decision) -> MistakeView:
    played, better = _move_labels(table, one)
    return {"ply": one.ply, "player": one.player, "text": _cost_text(one, played), "better": better}


def describe_mistake(table: TableState, one: Decision) -> Localized:
    """Describe a costly decision without naming the better move."""
    return _cost_text(one, _move_labels(table, one)[0])


def _move_labels(table: TableState, one: Decision) -> tuple[Localized, Localized]:
    """Return the labels of the move played and of the better one."""
    game = full_game(table)
    go_back(game, one.ply)
    played, better = (drawing_of(game).button_label(game, game.read_move(move)) for move in (one.played, one.best))
    return played, better


def _cost_text(one: Decision, played: Localized) -> Localized:
    """Say what a decision cost: chances in 10 where that shows the difference, else in 100."""
    best, chance, of = hundredths(one.best_chance), hundredths(one.chance), 100
    tenths = (best + 5) // 10, (chance + 5) // 10
    if tenths[0] > tenths[1] and (tenths[1] or not chance) and (tenths[0] < 10 or best == 100):
        (best, chance), of = tenths, 10
    cost = ui_text("review-cost", move=played, best=best, chance=chance, of=of)
    return Localized.joined([cost, engine_text(one.why.text)]) if one.why else cost
