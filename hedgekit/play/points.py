"""What a finished game brought each player, and why, in words.  (settled.md, section Points)"""

from ..text.reasons import Reason
from .game import Game

FEW = 2  # who has fewer home loses a point under 18


def explained(game: Game) -> dict[str, Reason]:
    """Player -> the reason of his points; {} while the game is running and under rules that give none."""
    points = game.points()
    if not points:
        return {}
    return {player: _why(game, player, many) for player, many in points.items()}


def _why(game: Game, player: str, points: int) -> Reason:
    state, seat = game.state, "ABCDEFGHI".index(player)
    home = (state.finished & state.mine[seat]).bit_count()
    variants = game.rules.variants
    won = player in game.winners

    def reason(clause: str, key: str, **values: object) -> Reason:
        return Reason(clause, f"points.{key}", values={"player": player, "home": home, **values})

    if 2 in variants:
        noted = game.position.rest.get("secret", "")
        drawing = noted[noted.index(player) + 1] if player in noted else ""
        return reason("2.3", "spies", same=points - home, drawing=drawing)
    if 20 in variants:
        return reason("20.1", "tournament")
    best = game.answers.best_home
    if 18 in variants:
        key = "won" if won else "few" if points < 0 else "enough"
        return reason("18.1", key, home=int(best(state, seat)), few=FEW)
    cube = int(state.cube) if 22 in variants or 25 in variants else 1
    number = 22 if 22 in variants else 25 if 25 in variants else 19
    if state.lost[seat]:
        return reason("22.3" if number == 22 else "25.3", "left", lost=-points)
    if not game.winners:
        return reason(f"{number}.1", "drawn")
    if won:
        return reason(f"{number}.1", "won" if cube == 1 else "cube", cube=cube)
    clause = "19.2" if number == 19 else f"{number}.1"
    if not points:
        return reason(clause, "level", home=int(best(state, seat)))
    key = "behind" if cube == 1 else "behind_cube"
    return reason(clause, key, home=int(best(state, seat)), behind=-points // cube, cube=cube)
