"""Games played on: at random, by a player, or always by a move of the same place in the list."""

import random

import hedgekit
from hedgekit.players import Player

END = 100_000  # plies, more than any game has


def played_on(game, plies=END, choice=0):
    """The game after so many plies, or at its end: chance by its own dice, choices by a player, by lot, by place."""
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
    """A game of any kind from its beginning."""
    return played_on(hedgekit.game_of(rules)(rules, seed=seed), plies, choice)
