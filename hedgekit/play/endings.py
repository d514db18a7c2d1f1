"""How a game ended: the order of the players and the sentence that says it.  Also going back in a game."""

from collections.abc import Mapping
from typing import Any

from ..text.words import sentence


def ranked(values: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The players by what each has, the most first, ties together."""
    best = sorted(set(values.values()), reverse=True)
    return tuple(tuple(player for player in values if values[player] == n) for n in best)


def ending(over: str, language: str) -> str:
    """Return the sentence that says how a game ended: one winner, several, or a draw."""
    if over == "draw":
        return sentence("prompt.draw", language, {})
    return sentence("prompt.won" if len(over) == 1 else "prompt.shared", language, {"players": list(over)})


def go_back(game: Any, ply: int) -> None:
    """Undo moves until the game stands at this ply, if it is past it."""
    while game.ply > ply:
        game.undo()
