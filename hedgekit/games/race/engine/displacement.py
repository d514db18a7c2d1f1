"""The pipeline every displacement goes through, whatever set it off: chosen, pushed, bounced, slipped or marched.

A unit of n pieces arrives on a square.  It may push what stands there, bounce on, slip back, fall, turn over or be
home; each effect is a setting or a question, and this is the one place where they compose (combinations.md, section
7).  `way` is 0 for forward, -1 or +1 for a side-step down or up the lanes.  Nothing here recurses or tries on a
copy: `reach` walks to the end of the displacement first, and `displace` then moves what must give way, front-most
first.  Both see the board without the unit that moves: neither a mover nor what it carries is in its own way.
"""

from .board import LAST, RANKS
from .composing import Answering, ask, part, question, setting
from .state import CALL, field

ILLEGAL = -1
WALL, SHUT, TORN, SLIPPING = 1, 2, 3, 4
field("fault", "code", "why the last displacement judged does not exist: WALL .. SLIPPING", lives=CALL)
field("fault_cell", "square", "the square on which it fails", lives=CALL)
field("chain", "square", "those whose stacks give way, in the order of the push", 64, lives=CALL)
field("chain_way", "count", "the way each of them goes: 0 forward, -1 or 1 down or up the lanes", 64, lives=CALL)
TURNING = Answering("turns")
SPECIAL = Answering("turns", "springs", "holes", "slips", "mixed")
CLEARS = Answering("pushes")
FURTHER = Answering("springs")


# ---- settings and questions ------------------------------------------------------------------------------------------


@setting("0.8", no="refusal.wall")
def walls(given, before):
    """The squares that cannot be entered."""
    return 0


@setting("0.8", no="refusal.torn_spring", yes="because.spring")
def springs(given, before):
    """The squares from which whoever arrives goes one rank further at once."""
    return 0


@setting("0.8", yes="because.slip")
def slips(given, before):
    """The squares from which whoever arrives goes back to the start line of his leg."""
    return 0


@setting("0.8")
def waits(given, before):
    """1 if who slips waits on the square until his lane is rolled."""
    return 0


@setting("0.8", yes="because.hole")
def holes(given, before):
    """The squares that swallow whoever arrives."""
    return 0


@question("0.8", no="refusal.carrier")
def climbable(s, cell):
    """May one stand on what is on this square?"""
    return True


@question("0.8", yes="because.push")
def pushes(s, piece, n, cell, way):
    """Does what stands on this square give way to a unit of n pieces, topped by this one, that comes this way?"""
    return False


@question("0.8", yes="because.turn")
def turns(s, top, bottom, cell):
    """A unit has come to this square: pieces that turn round there do so."""
    return


# ---- where a displacement leads --------------------------------------------------------------------------------------


@part
def next_square(s, piece, cell, way):
    """The square beyond this one on a way: where the piece advances to, or the neighbour one lane down or up."""
    return ask.ahead(s, piece, cell) if way == 0 else s.low[cell] if way < 0 else s.high[cell]


@part
def leg_start(s, piece, cell):
    """The square on which the piece's present leg began, in the lane of this square."""
    return cell - cell % RANKS + (LAST if s.back >> piece & 1 else 0)


@part
def slips_to(s, piece, n, cell):
    """May every piece of this unit land on the start line of its leg in the lane of this square?"""
    while n > 0:
        if not ask.climbable(s, ask.leg_start(s, piece, cell)):
            return False
        piece = s.below[piece]
        n -= 1
    return True


@part
def slippery(s, piece, n, cell):
    """May this unit slip from a square, or is every start square shut that it could land on?"""
    if s.waits == 0:
        return ask.slips_to(s, piece, n, cell)
    for lane in range(s.lanes):
        if ask.slips_to(s, piece, n, lane * RANKS):
            return True
    return False


@part
def reach(s, piece, n, to, way):
    """Walk the displacement of a lifted unit to its end: how many stacks give way (in s.chain), or ILLEGAL.

    Pushed stacks face the way of the unit (else nothing is pushed), so one heading serves the whole chain.
    """
    links = 0
    while True:
        if way == 0 and ask.is_home(s, piece, to):
            return links
        bit = 1 << to
        if s.walls & bit:
            s.fault, s.fault_cell = WALL, to
            return ILLEGAL
        if s.all & bit:
            if ask.pushes(s, piece, n, to, way):
                s.chain[links] = to
                s.chain_way[links] = way
                links += 1
                piece, n = s.top[to], ask.height(s, to)
                to = ask.next_square(s, piece, to, way)
                continue
            if not ask.climbable(s, to):
                s.fault, s.fault_cell = SHUT, to
                return ILLEGAL
        if s.springs & bit:
            if not ask.together(s, piece, n):
                s.fault, s.fault_cell = TORN, to
                return ILLEGAL
            to, way = ask.ahead(s, piece, to), 0
        elif s.slips & bit:
            if ask.slippery(s, piece, n, to):
                return links
            s.fault, s.fault_cell = SLIPPING, to
            return ILLEGAL
        else:
            return links


@part
def feasible(ask, before):
    """Can n pieces go from the top of a square to this one, all consequences included?  Judged with them lifted."""
    reach, lift, put = ask.reach, ask.lift, ask.put
    returning = ask.answered("slips")
    if not (returning and ask.answered("climbable")):
        # only who slips can come back to the square he left, and only where some are shut out does it matter
        return lambda s, cell, n, to, way: reach(s, s.top[cell], n, to, way) >= 0

    def feasible(s, cell, n, to, way):
        if s.variants & returning == 0 or 0 < cell % RANKS < LAST:
            return reach(s, s.top[cell], n, to, way) >= 0
        top, bottom = lift(s, cell, n)
        found = reach(s, top, n, to, way) >= 0
        put(s, top, bottom, cell)
        return found

    return feasible


# ---- what a displacement does ----------------------------------------------------------------------------------------


@part
def scatter(s, top, bottom, cell):
    """Every piece of a lifted unit goes to the start line of its own leg, in this lane; order kept."""
    # bottom up: the chain is turned over first
    above, piece = -1, top
    while True:
        below, last = s.below[piece], piece == bottom
        s.below[piece] = above
        above = piece
        if last:
            break
        piece = below
    while piece >= 0:
        above = s.below[piece]
        ask.put(s, piece, piece, ask.leg_start(s, piece, cell))
        piece = above


@part
def arrive(s, top, bottom, to):
    """Those of a lifted unit that are home on this square finish, topmost first.

    What is left stays chained (-1: nothing).
    """
    first, last, piece = -1, -1, top
    while True:
        below, end = s.below[piece], piece == bottom
        if ask.is_home(s, piece, to):
            ask.finish(s, piece)
        else:
            if first < 0:
                first = piece
            else:
                s.below[last] = piece
            last = piece
        if end:
            return first, last
        piece = below


@part
def drop(s, top, bottom, to, way):
    """A lifted unit comes to a square that is ready for it, and goes on as the square says."""
    if s.variants & SPECIAL == 0:
        if way == 0 and ask.is_home(s, top, to):
            ask.arrive(s, top, bottom, to)
        else:
            ask.put(s, top, bottom, to)
        return
    while True:
        if way == 0:
            if s.mixed:
                top, bottom = ask.arrive(s, top, bottom, to)
                if top < 0:
                    return
            elif ask.is_home(s, top, to):
                ask.arrive(s, top, bottom, to)
                return
        if s.variants & TURNING:
            ask.turns(s, top, bottom, to)
        bit = 1 << to
        if s.springs & bit:
            to, way = ask.ahead(s, top, to), 0
        elif s.holes & bit:
            piece = top
            while piece != bottom:
                s.out |= 1 << piece
                piece = s.below[piece]
            s.out |= 1 << bottom
            return
        elif s.slips & bit and s.waits == 0:
            ask.scatter(s, top, bottom, to)
            return
        else:
            ask.put(s, top, bottom, to)
            return


@part
def displace(s, cell, to, n, way):
    """Move n pieces from the top of a square: lift, clear the way front-most first, drop."""
    top, bottom = ask.lift(s, cell, n)
    links = 0
    if s.variants & CLEARS and (s.all >> to & 1 or s.variants & FURTHER):
        links = ask.reach(s, top, n, to, way)
    while links > 0:
        links -= 1
        square, side = s.chain[links], s.chain_way[links]
        first, last = ask.lift(s, square, ask.height(s, square))
        ask.drop(s, first, last, ask.next_square(s, first, square, side), side)
    ask.drop(s, top, bottom, to, way)
