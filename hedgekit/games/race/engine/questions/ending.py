"""Who has won, and what a finished game is worth."""

from ..board import COLOURS
from ..composing import question, setting


@question("0.10")
def complete(ask, before):
    """Has the player brought enough of this colour of his home?"""

    def complete(s, player, colour):
        return (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count() >= s.target

    return complete


@question("0.10")
def fulfils(ask, before):
    """Has the player reached the end of the game?"""
    complete = ask.complete

    def fulfils(s, player):
        for colour in range(s.colours):
            if complete(s, player, colour):
                return True
        return False

    return fulfils


@question("0.10")
def judge(ask, before):
    """Who has won, after an action?  The player on turn if he is one of several (8-e); 0 if nobody."""
    fulfils = ask.fulfils

    def judge(s):
        if fulfils(s, s.turn) and s.gone >> s.turn & 1 == 0:
            return 1 << s.turn
        winners = 0
        for player in range(s.players):
            if s.gone >> player & 1 == 0 and fulfils(s, player):
                winners |= 1 << player
        return winners

    return judge


@question("0.10")
def ranked(ask, before):
    """What a player is ranked by when nobody can move any more: his pieces home."""
    return lambda s, player: (s.finished & s.mine[player]).bit_count()


@question("0.10")
def level(ask, before):
    """Who wins a dead position in which all are level: nobody."""
    return lambda s, players: 1 << COLOURS


@question("0.10")
def crowned(ask, before):
    """Who has won a game that ended, given those who ended it."""
    return lambda s, winners: winners


@question("0.10")
def lively(ask, before):
    """Is a position that nobody can move in alive all the same?"""
    return lambda s: False


@setting("0.10")
def scored(given, before):
    """1 if a finished game is worth points."""
    return 0


@question("0.10")
def score(ask, before):
    """The points a finished game is worth to a player; none without a scoring."""
    return lambda s, player: 0
