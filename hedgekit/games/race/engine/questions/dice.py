"""Whose turn it is, and how he comes by the numbers he plays with."""

from ..composing import question
from ..state import ROLL


@question("0.4")
def begin(ask, before):
    """A player's turn begins: its first step."""
    return ask.deal


@question("0.6")
def deal(s):
    """How the player on turn comes by a number: he rolls."""
    s.step = ROLL


@question("0.6")
def receive(s, throw):
    """The throw, three bits a die, becomes the numbers to play with."""
    s.dice = throw


@question("0.6")
def number_at(s, i):
    """The i-th of the different numbers to play with, 0 when there are no more."""
    if i == 0:
        return s.dice & 7
    return s.dice >> 3 if i == 1 and s.dice >> 3 != s.dice & 7 else 0


@question("0.6")
def spend(s, number):
    """A number has been used."""
    s.dice = s.dice >> 3 if s.dice & 7 == number else s.dice & 7


@question("0.4")
def handover(s):
    """A turn has ended: whose is the next?  The next player's who is still in the game."""
    turn = s.turn + 1
    s.turn = turn if turn < s.players else 0
    while s.gone >> s.turn & 1:
        s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
