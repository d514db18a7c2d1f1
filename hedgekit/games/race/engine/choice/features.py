"""What a master sees of a position beyond what everybody learned: who stands before, behind, beside and above whom.

For each player from the one who asks on, in the order of the seats (SIGHTS features a player): each of his pieces as
`value_network.py` has it; one that is covered, by how far it has run and whose piece is on it; one on top and free, by
how far it has run and how many others its lane has, what stands ahead of it, and how many may come onto it; one that is
held, by how many squares there are behind it; how many are home, and out of the game, and lanes topped.  Then whose
turn it is, and a constant.  All of that every player may know.
"""

from ..board import RANKS
from ..composing import ask, part
from .memory import SEEN, SIGHTS
from .value_network import DEEP, FREE, HELD, STEPS, UNDER

COVERED = SEEN  # by a piece of his own, of the one who asks, of another
CROWD, AHEAD, THREATS = SEEN + 3 * STEPS, SEEN + 6 * STEPS, SEEN + 10 * STEPS
BEHIND = SEEN + 14 * STEPS  # 1, 2, 3 or 4, 5 or 6, 7 or more squares
OUT = BEHIND + 5  # 1, 2 or more


@part
def threats(s, piece, cell):
    """How many may come onto the free piece on top of a square: from behind, others from either side; at most 3."""
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
def out_seen(s, mind, me, n):
    """The sights of who is out of the game; how many there are then."""
    for seat in range(s.players):
        player = me + seat
        if player >= s.players:
            player -= s.players
        out = (s.out & s.mine[player]).bit_count()
        if out > 0:
            mind.active[n] = SIGHTS * seat + OUT + min(out, 2) - 1
            n += 1
    return n


@part
def sights(s, mind, me):
    """The sights of the position as a player sees it in `mind.active`; how many they are."""
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
    return ask.others_seen(s, mind, me, ask.out_seen(s, mind, me, n), SIGHTS)
