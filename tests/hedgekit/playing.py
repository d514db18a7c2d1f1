"""Continue games: at random, by a player, or always with the move at the same place in the list."""

import random

import hedgekit
from hedgekit.players import Player

END = 100_000  # plies, more than any game has


def played_on(game, plies=END, choice=0):
    """Return the game after a number of plies, or at its end: chance by its dice, choices by player, lot or place."""
    while not game.is_over and game.ply < plies:
        if game.is_chance:
            game.roll()
        elif isinstance(choice, Player):
            game.play(choice.choose(game))
        else:
            moves = game.moves()
            game.play(choice.choice(moves) if isinstance(choice, random.Random) else moves[choice])
    return game


def played(rules, plies=END, choice=0, seed=1):
    """Return a game of any kind from its beginning."""
    return played_on(hedgekit.game_of(rules)(rules, seed=seed), plies, choice)
