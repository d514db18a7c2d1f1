"""Analysis of a position on a board: advice in steps, everybody's chances, and a line that is only tried."""

from typing import TYPE_CHECKING, Any

from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.study.review import hundredths, in_hundredths
from hedgekit.study.why import why_better

from ..picture.drawing import drawing_of
from ..stage.messages import No
from ..stage.say import Words, both, spoken
from .fields import AdviceView, AdvisedView

if TYPE_CHECKING:
    from .state import TableState

MOST = 60  # moves whose chances are listed: where more are legal, the last of them are nobody's choice


def advice_of(table: "TableState") -> AdviceView | None:
    """Which piece, which way and why, and what a good player makes of all moves; None before he was asked."""
    if not table.advice:
        return None
    game, drawing = table.game, drawing_of(table.game)
    best, *others = [one.move for one in table.advice]
    path = drawing.path(best)
    cells = drawing.layout(game.position, game.rules).cells
    from_cell = cells.get(path[0]) if len(path) > 1 else None
    moves: list[AdvisedView] = [
        {
            "text": str(one.move), "label": drawing.says(game, one.move),
            "chance": None if one.chance is None else hundredths(one.chance),
        }
        for one in table.advice[:MOST]
    ]  # fmt: skip
    return {
        "moves": moves,
        "which": both("advice-which", place=from_cell.label) if from_cell else None,
        "cell": from_cell.id if from_cell else "",
        "why": _why(game, best, others),
    }


def _why(game: Any, best: Any, others: list[Any]) -> Words | None:
    """What the best move does that the next best one does not of which the board shows a difference."""
    found = (why_better(game, best, other) for other in others)
    note = next((one for one in found if one is not None), None)
    return spoken(note.text) if note else None


def chances_of(table: "TableState") -> dict[str, int] | None:
    """Everybody's chance to win at a glance, in hundredths; None where nobody asked, or where some of it is secret."""
    if not table.shows_chances or is_secret(table):
        return None
    return in_hundredths(table.game.chances())


def is_secret(table: "TableState") -> bool:
    """Does a player hide what may decide this game?  (How cards lie nobody knows.)"""
    game, drawing = table.game, drawing_of(table.game)
    known = set(drawing.hidden(game.position, "")) - set(drawing.hidden(game.position, PLAYERS))
    return bool(known or any(table.secrets.values())) and not game.is_over


def tried(table: "TableState") -> Any:
    """The game from here as one to try a line in: nothing of what is hidden is in it, and its dice are others.

    No where something is secret.
    """
    if is_secret(table):
        raise No(both("trial-secret"))
    return table.game.anew()
