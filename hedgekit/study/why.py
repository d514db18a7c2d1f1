"""Explain why one move is better than another, by what it changes on the board."""

from typing import Any

from ..games.race.engine.board import PLAYERS, cell_of, squares_of
from ..games.race.engine.state import OVER, stack
from ..games.race.play.game import Game
from ..text.words import Note

FEATURES = (("home", 1), ("buried", -1), ("stuck", -1), ("covered", 1), ("alone", 1), ("steps", 1))
"""What is compared, most important first, and whether more of it is good (1) or bad (-1)."""


def why_better(game: Any, better: Any, worse: Any) -> Note | None:
    """Return why a move is better; None if the board does not show it, and in games other than the race.

    The sentences have the keys "review.why.<what>".
    """
    if type(game) is not Game:
        return None
    player = PLAYERS.index(game.turn or "A")
    one, other = (_features(_after(game, move), player) for move in (better, worse))
    for name, good in FEATURES:
        if (one[name] - other[name]) * good > 0:
            values = ("player", game.turn or "A"), ("many", one[name]), ("instead", other[name])
            return Note(f"review.why.{name}", values)
    return None


def _after(game: Any, move: Any) -> Any:
    copy = game.copy()
    copy.play(move)
    return copy


def _features(game: Any, player: int) -> dict[str, int]:
    """Count features of a player's hedgehogs, and how many of the others' they cover."""
    s, ask = game.state, game.answers
    counts = {name: 0 for name, _ in FEATURES}
    counts["home"] = (s.finished & s.pieces_of[player]).bit_count()
    counts["steps"] = counts["home"] * s.course
    for cell in map(cell_of, squares_of(s.all)):
        pieces = stack(s, cell)
        for piece, above in zip(pieces, [*pieces[1:], -1], strict=True):
            if s.owner[piece] == player:
                counts["steps"] += ask.progress(s, piece, cell)
                held = above < 0 and s.step != OVER and s.holds >> cell & 1 and ask.held(s, piece, cell)
                counts["buried" if above >= 0 else "stuck" if held else "alone"] += 1
            elif above >= 0 and s.owner[above] == player:
                counts["covered"] += 1
    return counts
