"""Rank the players, say how a game ended, and undo moves up to a ply."""

from collections.abc import Mapping
from typing import Any

from ..text.words import sentence


def ranked(values: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the players by value, the highest first, ties together."""
    highest_first = sorted(set(values.values()), reverse=True)
    return tuple(tuple(player for player in values if values[player] == n) for n in highest_first)


def ending(over: str, language: str) -> str:
    """Return the sentence that says how a game ended: one winner, several, or a draw."""
    if over == "draw":
        return sentence("prompt.draw", language, {})
    return sentence("prompt.won" if len(over) == 1 else "prompt.shared", language, {"players": list(over)})


def go_back(game: Any, ply: int) -> None:
    """Undo the moves after a ply, if any."""
    while game.ply > ply:
        game.undo()
