"""Continue games: at random, by a player, or always with the move at the same place in the list."""

import random

import hedgekit
from hedgekit.players import Player

END = 100_000  # plies, more than any game has


def played_on(game, plies=END, choice=0):
    """Play a game on to a ply or its end and return it; choice: a player, a random source, or an index of moves."""
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
    """Play a new game of any kind on to a ply or its end and return it."""
    return played_on(hedgekit.game_of(rules)(rules, seed=seed), plies, choice)
