"""The set-up: placing pieces on the board before the first turn."""

from ..board import LINE, RANKS
from ..composing import VariantsAnswering, ask, question

SHUT = VariantsAnswering("climbable")


@question("0.2", no="refusal.place.high")
def open_starts(s):
    """Return the squares for a placement: the lowest start stacks (0.2); any if those all hold an own piece (0.3)."""
    squares = (LINE & (1 << s.lanes * RANKS) - 1) << ask.start_of(s, s.turn)
    if s.variants & SHUT:
        left = squares
        while left:
            bit = left & -left
            left ^= bit
            if not ask.climbable(s, bit.bit_length() - 1):
                squares ^= bit
    empty = squares & ~s.all
    if empty:
        return empty
    owner, below, player, left = s.owner, s.below, s.turn, squares
    lowest, least, strange = 0, 99, False
    while left:
        bit = left & -left
        left ^= bit
        piece = s.top[bit.bit_length() - 1]
        n, foreign, piece = 1, owner[piece] != player, below[piece]
        while piece >= 0:
            n += 1
            foreign = foreign and not (s.cover and owner[piece] == player)
            piece = below[piece]
        if n < least:
            lowest, least, strange = bit, n, foreign
        elif n == least:
            lowest |= bit
            strange = strange or foreign
    return lowest if strange else squares


@question("0.2", no="refusal.place.piece")
def placeable(s):
    """Return the pieces in hand that the player on turn may place: the lowest of each colour, all if they differ."""
    mine = s.hand & s.pieces_of[s.turn]
    if s.pieces_differ:
        return mine
    first = mine & 15 << 4 * s.colours * s.turn
    found = first & -first
    if s.colours == 2:
        second = mine ^ first
        found |= second & -second
    return found


@question("0.2")
def entered(s, piece):
    """Act after a piece of the player on turn has entered from the hand."""
    return


@question("0.2")
def placed(s):
    """Return whether the set-up is complete."""
    return s.hand == 0


@question("0.4")
def starter(s):
    """Return the player who begins after the set-up: the first to place (0-b)."""
    return s.first
