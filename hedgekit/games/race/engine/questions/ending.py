"""Winners, and the value of a finished game."""

from ..board import COLOURS
from ..composing import ask, question, setting


@question("0.10")
def complete(s, player, colour):
    """Return whether the player has brought enough of this colour home."""
    return (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count() >= s.target


@question("0.10")
def fulfils(s, player):
    """Return whether the player has fulfilled the condition that ends the game."""
    for colour in range(s.colours):
        if ask.complete(s, player, colour):
            return True
    return False


@question("0.10")
def judge(s):
    """Return the winners after an action, 0 for nobody; of several, the player on turn alone (8-e)."""
    if ask.fulfils(s, s.turn) and s.gone >> s.turn & 1 == 0:
        return 1 << s.turn
    winners = 0
    for player in range(s.players):
        if s.gone >> player & 1 == 0 and ask.fulfils(s, player):
            winners |= 1 << player
    return winners


@question("0.10")
def ranked(s, player):
    """Return the number that ranks a player in a dead position: pieces home."""
    return (s.finished & s.pieces_of[player]).bit_count()


@question("0.10")
def tied_winners(s, players):
    """Return the winners of a dead position in which all are level: nobody."""
    return 1 << COLOURS


@question("0.10")
def final_winners(s, winners):
    """Return the winners of a finished game, given the players who ended it."""
    return winners


@question("0.10")
def still_alive(s):
    """Return whether a position without moves on the board can still go on."""
    return False


@setting("0.10")
def scored(given, before):
    """1 if a finished game is worth points."""
    return 0


@question("0.10")
def score(s, player):
    """Return a player's points in a finished game; 0 without a scoring rule."""
    return 0
