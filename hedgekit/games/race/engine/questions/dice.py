"""Turn order, and how players get the numbers they play with."""

from ..composing import question
from ..state import ROLL


@question("0.4")
def begin(ask, before):
    """Begin a player's turn: go to its first step."""
    return ask.deal


@question("0.6")
def deal(s):
    """Let the player on turn get a number: roll."""
    s.step = ROLL


@question("0.6")
def receive(s, throw):
    """Turn a throw, three bits a die, into the numbers to play with."""
    s.dice = throw


@question("0.6")
def number_at(s, i):
    """Return the i-th distinct number to play with, 0 after the last."""
    if i == 0:
        return s.dice & 7
    return s.dice >> 3 if i == 1 and s.dice >> 3 != s.dice & 7 else 0


@question("0.6")
def spend(s, number):
    """Remove a used number."""
    s.dice = s.dice >> 3 if s.dice & 7 == number else s.dice & 7


@question("0.4")
def handover(s):
    """Pass the turn to the next player still in the game."""
    turn = s.turn + 1
    s.turn = turn if turn < s.players else 0
    while s.gone >> s.turn & 1:
        s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
