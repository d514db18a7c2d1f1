"""Who has won, and what a finished game is worth."""

from ..board import COLOURS
from ..composing import ask, question, setting


@question("0.10")
def complete(s, player, colour):
    """Has the player brought enough of this colour of his home?"""
    return (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count() >= s.target


@question("0.10")
def fulfils(s, player):
    """Has the player reached the end of the game?"""
    for colour in range(s.colours):
        if ask.complete(s, player, colour):
            return True
    return False


@question("0.10")
def judge(s):
    """Who has won, after an action?  The player on turn if he is one of several (8-e); 0 if nobody."""
    if ask.fulfils(s, s.turn) and s.gone >> s.turn & 1 == 0:
        return 1 << s.turn
    winners = 0
    for player in range(s.players):
        if s.gone >> player & 1 == 0 and ask.fulfils(s, player):
            winners |= 1 << player
    return winners


@question("0.10")
def ranked(s, player):
    """What a player is ranked by when nobody can move any more: his pieces home."""
    return (s.finished & s.mine[player]).bit_count()


@question("0.10")
def level(s, players):
    """Who wins a dead position in which all are level: nobody."""
    return 1 << COLOURS


@question("0.10")
def crowned(s, winners):
    """Who has won a game that ended, given those who ended it."""
    return winners


@question("0.10")
def lively(s):
    """Is a position that nobody can move in alive all the same?"""
    return False


@setting("0.10")
def scored(given, before):
    """1 if a finished game is worth points."""
    return 0


@question("0.10")
def score(s, player):
    """The points a finished game is worth to a player; none without a scoring."""
    return 0
