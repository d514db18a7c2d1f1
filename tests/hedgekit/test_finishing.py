"""Players that look ahead win at once, even if a later win would be as certain."""

import random
from itertools import cycle, islice

from hedgekit import Game
from hedgekit.players.player import Player

from ..sample import partly

PLAYED = "0/2 0/3 3/2 5/2 7/2 13/2 15/2 22/2 26/3 30/2 27/3 31/2 34/2 35/2 39/3"
SETS = ["{} players={}".format(*pair.split("/")) for pair in PLAYED.split()]


def after(game, move):
    """Return the game after a move."""
    found = game.copy()
    found.play(move)
    return found


def wins(game, player, most=9):
    """Return whether a player can win alone in this turn within this many moves, without chance."""
    if game.is_over:
        return game.winners == (player,)
    if game.is_chance or game.turn != player or not most:
        return False
    return any(wins(after(game, move), player, most - 1) for move in game.moves())


def find_win(rules, source):
    """Return a game where some but not all moves win in this turn, and those moves; None if none occurs."""
    game = Game(rules, seed=source.randrange(1 << 30))
    near, likes = max(1, game.rules.settings["target"] - 1), Player("greedy", source.randrange(1 << 30))
    while not game.is_over and game.ply < 2000:
        if not game.is_chance and game.position.step in ("sideways", "forward", "either"):
            home = [piece[0] for piece in game.position.home]
            if max(map(home.count, home), default=0) >= near or len(home) + len(game.position.out) > 5:
                best = [move for move in game.moves() if wins(after(game, move), game.turn)]
                if 0 < len(best) < len(game.moves()):
                    return game, best
        if game.is_chance:
            game.roll()
        else:
            game.play(likes.choose(game))
    return None


def delayed_wins(many, seed):
    """Return the moves that delay a win, chosen by players that look ahead in this many such positions."""
    source, delayed = random.Random(seed), []
    found = filter(None, (find_win(rules, source) for rules in cycle(SETS)))
    for game, best in islice(found, many):
        for kind in ("master:24", "lookahead:24"):
            move = Player(kind, source.randrange(1 << 30)).choose(game)
            if move not in best:
                delayed.append((str(game.rules), str(game), kind, str(move)))
    return delayed


@partly
def test_a_win_in_this_turn_is_taken(whole):
    assert delayed_wins(*(1000, 2) if whole else (10, 1)) == []


def test_winning_now_is_better_than_winning_later():
    game = Game.from_text("35 players=2", "h5=A3A2B4B2 home=A1A4B1B3 dice=6 turn=B step=sideways")
    assert str(Player("lookahead", 1).choose(game)) == "h5-h6"
    now, *later = Player("master", 1).weigh(game)
    assert (str(now.move), now.chance) == ("h5-h6", 1)
    assert all(1 - 1e-5 < one.chance < 1 for one in later), "certain, but later"
