"""Whose turn it is, and how he comes by the numbers he plays with."""

from ..composing import question
from ..state import ROLL


@question("0.4")
def begin(ask, before):
    """A player's turn begins: its first step."""
    return ask.deal


@question("0.6")
def deal(ask, before):
    """How the player on turn comes by a number: he rolls."""

    def deal(s):
        s.step = ROLL

    return deal


@question("0.6")
def receive(ask, before):
    """The throw, three bits a die, becomes the numbers to play with."""

    def receive(s, throw):
        s.dice = throw

    return receive


@question("0.6")
def number_at(ask, before):
    """The i-th of the different numbers to play with, 0 when there are no more."""

    def number_at(s, i):
        if i == 0:
            return s.dice & 7
        return s.dice >> 3 if i == 1 and s.dice >> 3 != s.dice & 7 else 0

    return number_at


@question("0.6")
def spend(ask, before):
    """A number has been used."""

    def spend(s, number):
        s.dice = s.dice >> 3 if s.dice & 7 == number else s.dice & 7

    return spend


@question("0.4")
def handover(ask, before):
    """A turn has ended: whose is the next?  The next player's who is still in the game."""

    def handover(s):
        turn = s.turn + 1
        s.turn = turn if turn < s.players else 0
        while s.gone >> s.turn & 1:
            s.turn = s.turn + 1 if s.turn + 1 < s.players else 0

    return handover
