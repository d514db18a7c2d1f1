"""Evaluation: the value of a position to each player, in steps of the race, and their chance to win.

A hedgehog is worth the squares it has run, and a little more at home; each hedgehog on top of it, and an active black
square under it, cost part of a square; only as many count as must come home.  Variants with another aim answer
`race_worth`.  A lead of 8 * EIGHTH points halves everybody else's odds.
"""

from ..board import LAST, PIECES, RANKS
from ..composing import VariantsAnswering, ask, part, question, setting
from ..state import CALL, DRAW, OVER, field

STEP, ON_TOP, BESIDE = 16, 5, 6  # points for a square run; lost for a piece on top (two at most), and for being held
HOME = 24  # points for a piece home, in addition to those of its whole course
FULL = 1 << 20  # a certain win, as a chance
ODDS = tuple(round(FULL * 2 ** (-k / 8)) for k in range(8))  # eighths of a halving
EIGHTH = 3  # points in an eighth of a halving

field("points", "points", "the value of each piece", PIECES, lives=CALL)
OTHERS = VariantsAnswering("progress")
STRIDES = VariantsAnswering("progress", "pushes", "turns", "springs", "slips", "holes", "larger", "stuck", "finish")


@setting("0.8")
def course(given, before):
    """The number of steps of a piece from its start to home."""
    return LAST


@question("0.10")
def race_worth(s, player):
    """Return the value, in points, of a player's pieces that count, of the better colour; `s.points` has each one's."""
    best = -10000
    for colour in range(s.colours):
        first = 4 * (s.colours * player + colour)
        # the best ones: all, minus those that need not come home
        total, low, second = 0, 10000, 10000
        for piece in range(first, first + s.pieces):
            points = s.points[piece]
            total += points
            if points < low:
                low, second = points, low
            elif points < second:
                second = points
        if s.pieces - s.target >= 1:
            total -= low
        if s.pieces - s.target >= 2:
            total -= second
        best = max(best, total)
    return best


@question("0.1")
def imagine(s, player):
    """Redeal, in a copy of a game, everything hidden from a player (nothing in the base game)."""
    return


@part
def appraise(s):
    """Fill s.points with the value of every piece."""
    for player in range(s.players):
        for piece in range(4 * s.colours * player, 4 * s.colours * (player + 1)):
            s.points[piece] = s.course * STEP + HOME if s.finished >> piece & 1 else -STEP
    squares = s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece, lost = s.top[cell], 0
        stop = s.holds & bit
        while piece >= 0:
            points = ask.progress(s, piece, cell) * STEP - lost
            if stop and ask.held(s, piece, cell):
                points -= BESIDE
            s.points[piece] = points
            if lost < 2 * ON_TOP:
                lost += ON_TOP
            piece = s.below[piece]


@part
def chance(s, player):
    """Return a player's chance to win, out of FULL: known at the end, else from everybody's value of the position."""
    if s.step == OVER:
        if s.won >> player & 1 == 0 or s.won == DRAW:
            return 0
        return FULL // s.won.bit_count()
    if s.gone >> player & 1:
        return 0
    ask.appraise(s)
    mine, total = ask.race_worth(s, player), 0
    for other in range(s.players):
        if s.gone >> other & 1 == 0:
            # odds against the player, between 2 ** -16 and 2 ** 16
            lead = (ask.race_worth(s, other) - mine) // EIGHTH
            lead = min(max(lead, -128), 128)
            if lead < 0:
                total += ODDS[-lead & 7] >> (-lead >> 3)
            else:
                # above 1: the table's fraction for the next whole power, shifted up
                total += ODDS[-lead & 7] << (lead + 7 >> 3)
    return FULL * FULL // total if total else 0


@part
def count_steps(s, mind):
    """Fill `mind.steps` with the total steps of each player's pieces."""
    steps, owner, below, back, each = mind.steps, s.owner, s.below, s.back, s.variants & OTHERS
    for player in range(s.players):
        steps[player] = (s.finished & s.pieces_of[player]).bit_count() * s.course
    squares = s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece, run = s.top[cell], cell % RANKS
        while piece >= 0:
            steps[owner[piece]] += ask.progress(s, piece, cell) if back or each else run
            piece = below[piece]


@part
def leader(s, mind):
    """Return the player with the most steps in total, -1 if several lead.

    `mind.steps` is up to date if every advance is one step of one piece; otherwise it is recounted.
    """
    if s.variants & STRIDES:
        ask.count_steps(s, mind)
    most, found = -1, -1
    for player in range(s.players):
        if s.gone >> player & 1 == 0:
            if mind.steps[player] > most:
                most, found = mind.steps[player], player
            elif mind.steps[player] == most:
                found = -1
    return found
