"""What players go by: what a position is worth to each of them, in steps of the race, and the chance that it makes.

The evaluation in words: a hedgehog is worth the squares it has run, home a little more; each hedgehog on top of it and
an active black square under it cost part of a square; only as many count as must come home.  Where a variant has
another aim, it answers `race_worth` anew.  A lead of `HALVING` points halves everybody else's odds.
"""

from ..board import LAST, PIECES, RANKS
from ..composing import Answering, ask, part, question, setting
from ..state import CALL, DRAW, OVER, field

STEP, ON_TOP, BESIDE = 16, 5, 6  # points: a square run; a piece on top (at most two count); being held
HOME = 24  # points for a piece home, beside those of its whole course
FULL = 1 << 20  # a certain win, as a chance
ODDS = tuple(round(FULL * 2 ** (-k / 8)) for k in range(8))  # eighths of a halving
EIGHTH = 3  # points in an eighth of a halving

field("points", "points", "what each piece is worth where it stands", PIECES, lives=CALL)
OTHERS = Answering("progress")
STRIDES = Answering("progress", "pushes", "turns", "springs", "slips", "holes", "larger", "stuck", "finish")


@setting("0.8")
def course(given, before):
    """How many steps a piece runs from its start to home."""
    return LAST


@question("0.10")
def race_worth(s, player):
    """What a player's pieces are worth to him, in points: those that count, of his better colour.

    `s.points` says what each is worth.
    """
    best = -10000
    for colour in range(s.colours):
        first = 4 * (s.colours * player + colour)
        # add up the best ones: all, less those that need not come home
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
    """Make a copy of a game what the player thinks of: what he cannot know is drawn afresh.

    (In the base game he knows everything.)
    """
    return


@part
def appraise(s):
    """Value every piece where it stands, in s.points."""
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
    """The player's chance to win, out of FULL: certain at the end, else by what the position is worth to everybody."""
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
            # odds against mine, between 2 ** -16 and 2 ** 16
            lead = (ask.race_worth(s, other) - mine) // EIGHTH
            lead = min(max(lead, -128), 128)
            if lead < 0:
                total += ODDS[-lead & 7] >> (-lead >> 3)
            else:
                # more than even: 2 ** x as the odds of the next whole number, doubled up
                total += ODDS[-lead & 7] << (lead + 7 >> 3)
    return FULL * FULL // total if total else 0


@part
def count_steps(s, mind):
    """Count how many steps each player's pieces have run, all together, in `mind.steps`."""
    steps, owner, below, back, each = mind.steps, s.owner, s.below, s.back, s.variants & OTHERS
    for player in range(s.players):
        steps[player] = (s.finished & s.mine[player]).bit_count() * s.course
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
    """Whose hedgehogs have run most steps, all together; -1 if several players lead.

    `mind.steps` has them where an advance is one step of one piece; else they are counted now.
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
