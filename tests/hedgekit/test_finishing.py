"""Who looks ahead finishes what is won, and does not put it off because later would be as certain."""

import random
from itertools import cycle

import pytest

from hedgekit import Game
from hedgekit.players.player import Player

PLAYED = "0/2 0/3 3/2 5/2 7/2 13/2 15/2 22/2 26/3 30/2 27/3 31/2 34/2 35/2 39/3"
SETS = ["{} players={}".format(*pair.split("/")) for pair in PLAYED.split()]


def then(game, move):
    """The game after a move."""
    found = game.copy()
    found.play(move)
    return found


def wins(game, player, most=9):
    """Can he end the game in this turn by so many moves, as its only winner, whatever chance would say?"""
    if game.is_over:
        return game.winners == (player,)
    if game.is_chance or game.turn != player or not most:
        return False
    return any(wins(then(game, move), player, most - 1) for move in game.moves())


def at_hand(rules, source):
    """A position in which a turn that begins with some moves wins, and with others does not, with those that do.

    None if none is met.
    """
    game = Game(rules, seed=source.randrange(1 << 30))
    near, likes = max(1, game.rules.settings["target"] - 1), Player("greedy", source.randrange(1 << 30))
    while not game.is_over and game.ply < 2000:
        if not game.is_chance and game.position.step in ("sideways", "forward", "either"):
            home = [piece[0] for piece in game.position.home]
            if max(map(home.count, home), default=0) >= near or len(home) + len(game.position.out) > 5:
                best = [move for move in game.moves() if wins(then(game, move), game.turn)]
                if 0 < len(best) < len(game.moves()):
                    return game, best
        if game.is_chance:
            game.roll()
        else:
            game.play(likes.choose(game))
    return None


def finished(many, seed):
    """So many such positions of these rule sets, each played on by who looks ahead; the moves that put the win off."""
    source, put_off, met = random.Random(seed), [], 0
    for rules in cycle(SETS):
        if found := at_hand(rules, source):
            game, best = found
            for kind in ("master:24", "lookahead:24"):
                move = Player(kind, source.randrange(1 << 30)).choose(game)
                if move not in best:
                    put_off.append((rules, str(game), kind, str(move)))
            met += 1
            if met == many:
                return put_off
    raise AssertionError


def test_a_win_at_hand_is_taken():
    assert finished(10, 1) == []


@pytest.mark.soak
def test_a_win_at_hand_is_taken_a_thousand_times():
    assert finished(1000, 2) == []


def test_of_moves_that_win_the_one_that_wins_now_is_best():
    game = Game.from_text("35 players=2", "h5=A3A2B4B2 home=A1A4B1B3 dice=6 turn=B step=sideways")
    assert str(Player("lookahead", 1).choose(game)) == "h5-h6"
    now, *later = Player("master", 1).weigh(game)
    assert (str(now.move), now.chance) == ("h5-h6", 1)
    assert all(1 - 1e-5 < one.chance < 1 for one in later), "as sure, and later"
