"""The features of a position for a master's network: those of `value_network.py`, and the relations between pieces.

SIGHTS features per player, in seating order from the player who evaluates: each piece as in `value_network.py`; a
covered piece, by its progress and the owner of the piece on it; a free top piece, by its progress with the number of
others in its lane, with what is ahead of it, and with the number of pieces that may come onto it; a held piece, by the
number of squares behind it; pieces home, pieces out of the game, and lanes topped.  Then the player on turn, and a
constant.  All of this is public.
"""

from ..board import RANKS
from ..composing import ask, part
from .memory import SEEN, SIGHTS
from .value_network import DEEP, FREE, HELD, STEPS, UNDER

COVERED = SEEN  # by an own piece, by one of the evaluating player, by another's
CROWD, AHEAD, THREATS = SEEN + 3 * STEPS, SEEN + 6 * STEPS, SEEN + 10 * STEPS
BEHIND = SEEN + 14 * STEPS  # 1, 2, 3 or 4, 5 or 6, 7 or more squares
OUT = BEHIND + 5  # 1, 2 or more


@part
def threats(s, piece, cell):
    """Return the number of neighbours, at most 3, that may come onto a free top piece: behind it, or beside it."""
    n, mine = 0, s.own[s.owner[piece]]
    rank = cell % RANKS
    if s.back >> piece & 1:
        if rank < RANKS - 1 and s.all >> cell + 1 & 1:
            n += 1
    elif rank > 0 and s.all >> cell - 1 & 1:
        n += 1
    others = s.all & ~mine
    if s.low[cell] >= 0 and others >> s.low[cell] & 1:
        n += 1
    if s.high[cell] >= 0 and others >> s.high[cell] & 1:
        n += 1
    return n


@part
def out_features(s, mind, me, n):
    """Append the features of pieces out of the game; return the new number of features."""
    for seat in range(s.players):
        player = me + seat
        if player >= s.players:
            player -= s.players
        out = (s.out & s.pieces_of[player]).bit_count()
        if out > 0:
            mind.active[n] = SIGHTS * seat + OUT + min(out, 2) - 1
            n += 1
    return n


@part
def master_features(s, mind, me):
    """Write the features of the position for a player into `mind.active`; return their number."""
    n, squares = 0, s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece, kind, above = s.top[cell], FREE, -1
        stuck = s.holds & bit and ask.held(s, piece, cell)
        if stuck:
            kind = HELD
        while piece >= 0:
            owner = s.owner[piece]
            seat = owner - me
            if seat < 0:
                seat += s.players
            far = ask.progress(s, piece, cell)
            if s.course != STEPS - 1:
                far = far * (STEPS - 1) // s.course
            far = min(max(far, 0), STEPS - 1)
            first = SIGHTS * seat
            mind.active[n] = first + kind + far
            n += 1
            if above >= 0:
                mind.active[n] = first + COVERED + far + STEPS * (0 if above == owner else 1 if above == me else 2)
                n += 1
            elif stuck:
                many = min(ask.behind(s, piece, cell, False).bit_count(), 8)
                mind.active[n] = first + BEHIND + (many + 1 >> 1 if many > 2 else max(many - 1, 0))
                n += 1
            else:
                lane = (s.all >> cell - cell % RANKS & 511).bit_count() - 1
                mind.active[n] = first + CROWD + far + STEPS * min(lane, 2)
                way = 0
                to = ask.ahead(s, piece, cell)
                if to // RANKS == cell // RANKS and to >= 0:
                    if s.all >> to & 1:
                        way = 3 if s.owner[s.top[to]] == owner else 2
                    elif s.holds >> to & 1:
                        way = 1
                mind.active[n + 1] = first + AHEAD + far + STEPS * way
                mind.active[n + 2] = first + THREATS + far + STEPS * ask.threats(s, piece, cell)
                n += 3
            above = owner
            kind = DEEP if kind >= UNDER else UNDER
            piece = s.below[piece]
    return ask.shared_features(s, mind, me, ask.out_features(s, mind, me, n), SIGHTS)
