"""The review of a game as its board shows it: how far it is, the curve, dice and moves of everybody, what cost most."""

from typing import Any

from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.play.base import go_back
from hedgekit.study.review import WORST, Decision, Review, Reviewing, hundredths, in_hundredths

from ..picture.drawing import drawing_of
from ..stage.say import Words, both, spoken
from .fields import MistakeView, ReviewView, StandingView
from .seats import READER
from .state import TableState

SLICE = 0.12  # seconds of a review that a message asks for: a reader may stop between two
POINTS = 240  # of a curve


def whole_of(table: TableState) -> Any:
    """The game of a table's record, with what has been taken back."""
    game = table.game.copy()
    for move in reversed(table.tail):
        game.play(move)
    return game


def review_of(table: TableState) -> ReviewView | None:
    """What there is to show of the review; None if there is none of this game."""
    if table.reviewing is None or table.reviewing[0] != table.record:
        return None
    work: Reviewing = table.reviewing[1]
    if work.done < work.total:
        return {"done": work.done, "total": work.total, "found": None}
    found, last = work.found, len(work.found.curve) - 1
    plies = sorted({round(last * k / POINTS) for k in range(POINTS + 1)}) if last > POINTS else list(range(last + 1))
    curve = [in_hundredths(found.curve[ply]) for ply in plies]
    return {
        "done": work.total, "total": work.total,
        "found": {
            "plies": plies,
            "curve": {player: [chances[player] for chances in curve] for player in found.players},
            "rows": [_row(found, player) for player in found.players],
            "sure": [spoken(note.text) for note in found.caveats],
            "mistakes": [_mistake(table, one) for one in worst(table, found)],
        },
    }  # fmt: skip


def found_of(table: TableState) -> Review | None:
    """What the review of the game on the table found, once it is done; None before, or where it is of another game."""
    if table.reviewing is None or table.reviewing[0] != table.record:
        return None
    work: Reviewing = table.reviewing[1]
    return work.found if work.done >= work.total else None


def worst(table: TableState, found: Review) -> list[Decision]:
    """The decisions that cost most: the readers' own, where others play, too."""
    readers = {PLAYERS[seat] for seat, who in enumerate(table.seats) if who == READER}
    own = [one for player, many in found.mistakes.items() if player in readers for one in many]
    return sorted(own or found.costliest(), key=lambda one: -one.lost)[:WORST]


def _row(found: Review, player: str) -> StandingView:
    shown = found.shown(player)
    return {
        "player": player, "begin": shown["begin"], "end": shown["end"],
        "luck": shown["luck"], "lost": shown["lost"], "others": shown["others"],
    }  # fmt: skip


def _mistake(table: TableState, one: Decision) -> MistakeView:
    return {"ply": one.ply, "player": one.player, "text": mistake_told(table, one, "review-cost")}


def mistake_told(table: TableState, one: Decision, key: str = "review-mistake") -> Words:
    """A decision that cost much, in a sentence that leaves the better move to be found.

    key: of the sentence; "review-cost" is the one beside a player's letter.
    """
    game = whole_of(table)
    go_back(game, one.ply)
    played = drawing_of(game).says(game, game.read_move(one.played))
    lost = hundredths(one.best_chance) - hundredths(one.chance)
    told = both(key, player=one.player, move=played, lost=lost)
    return Words.joined([told, spoken(one.why.text)]) if one.why else told
