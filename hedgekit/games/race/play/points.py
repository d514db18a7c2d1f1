"""Points of a finished game, each with its reason.  (settled.md, section Points)"""

from dataclasses import replace

from ....text.reasons import Reason
from ..engine.board import PLAYERS
from .game import Game


def explained(game: Game) -> dict[str, Reason]:
    """Player -> the reason of his points; {} while the game is running and where the rules give none."""
    found = {}
    for player, points in (game.points() or {}).items():
        seat = PLAYERS.index(player)
        reason = game.answers.points_reason(game.state, seat, points)
        if reason is not None:
            home = (game.state.finished & game.state.mine[seat]).bit_count()
            values, brought = {"player": player, "home": home, **reason.values}, game.rules.registry.brought
            found[player] = replace(reason, values=values, brought=brought)
    return found
