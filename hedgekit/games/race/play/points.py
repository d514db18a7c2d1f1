"""Points of a finished game, each with its reason.  (settled.md, section Points)"""

from ....text.reasons import Reason
from ..engine.board import PLAYERS
from .explain.outcome import points_reason
from .game import Game


def explained(game: Game) -> dict[str, Reason]:
    """Player -> the reason of his points; {} while the game is running and where the rules give none."""
    ask, registry, state, points = game.answers, game.rules.registry, game.state, game.points() or {}
    found = {one: points_reason(ask, registry, state, PLAYERS.index(one), many) for one, many in points.items()}
    return {player: reason for player, reason in found.items() if reason is not None}
