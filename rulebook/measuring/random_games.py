"""Plays random games, to reach positions where two rules, or two readings of one, differ."""

import random
from typing import Any


def random_ply(game: Any, chance: random.Random) -> str:
    """Play a random legal move, or let the dice decide; what it was."""
    if game.is_chance:
        game.roll()
    else:
        game.play(chance.choice(game.moves()))
    return str(*game.last_moves(1))


def finished(game: Any, chance: random.Random) -> Any:
    """Play a random game to its end; return it."""
    while not game.is_over:
        random_ply(game, chance)
    return game
