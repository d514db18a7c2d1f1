"""Random games, for finding positions where two rules, or two readings of one, differ."""

import random
from typing import Any


def random_ply(game: Any, chance: random.Random) -> str:
    """Play a random legal move, or roll the dice, and return it as text."""
    if game.is_chance:
        game.roll()
    else:
        game.play(chance.choice(game.moves()))
    return str(*game.last_moves(1))


def play_out(game: Any, chance: random.Random) -> Any:
    """Play a game to its end at random, and return it."""
    while not game.is_over:
        random_ply(game, chance)
    return game
