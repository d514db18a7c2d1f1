"""The pipeline every displacement goes through, whatever set it off: chosen, pushed, bounced, slipped or marched.

A unit of n pieces arrives on a square.  It may push what stands there, bounce on, slip back, fall, turn over or be
home; each effect is a setting or a question, and this is the one place where they compose (combinations.md, section
7).  `way` is 0 for forward, -1 or +1 for a side-step down or up the lanes.  Nothing here recurses or tries on a
copy: `reach` walks to the end of the displacement first, and `displace` then moves what must give way, front-most
first.  Both see the board without the unit that moves: neither a mover nor what it carries is in its own way.
"""

from .board import LAST, RANKS
from .composing import part, question, setting
from .state import CALL, field

ILLEGAL = -1
WALL, SHUT, TORN, SLIPPING = 1, 2, 3, 4
field("fault", "code", "why the last displacement judged does not exist: WALL .. SLIPPING", lives=CALL)
field("fault_cell", "square", "the square on which it fails", lives=CALL)
field("chain", "square", "those whose stacks give way, in the order of the push", 64, lives=CALL)
field("chain_way", "count", "the way each of them goes: 0 forward, -1 or 1 down or up the lanes", 64, lives=CALL)


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
def climbable(ask, before):
    """May one stand on what is on this square?"""
    return lambda s, cell: True


@question("0.8", yes="because.push")
def pushes(ask, before):
    """Does what stands on this square give way to a unit of n pieces, topped by this one, that comes this way?"""
    return lambda s, piece, n, cell, way: False


@question("0.8", yes="because.turn")
def turns(ask, before):
    """A unit has come to this square: pieces that turn round there do so."""
    return lambda s, top, bottom, cell: None


# ---- where a displacement leads --------------------------------------------------------------------------------------


@part
def leg_start(ask, before):
    """The square on which the piece's present leg began, in the lane of this square."""
    return lambda s, piece, cell: cell - cell % RANKS + (LAST if s.back >> piece & 1 else 0)


@part
def slips_to(ask, before):
    """May every piece of this unit land on the start line of its leg in the lane of this square?"""
    climbable, leg_start = ask.climbable, ask.leg_start

    def slips_to(s, piece, n, cell):
        while n > 0:
            if not climbable(s, leg_start(s, piece, cell)):
                return False
            piece = s.below[piece]
            n -= 1
        return True

    return slips_to


@part
def slippery(ask, before):
    """May this unit slip from a square, or is every start square shut that it could land on?"""
    slips_to = ask.slips_to

    def slippery(s, piece, n, cell):
        if s.waits == 0:
            return slips_to(s, piece, n, cell)
        for lane in range(s.lanes):
            if slips_to(s, piece, n, lane * RANKS):
                return True
        return False

    return slippery


@part
def reach(ask, before):
    """Walk the displacement of a lifted unit to its end: how many stacks give way (in s.chain), or ILLEGAL.

    Pushed stacks face the way of the unit (else nothing is pushed), so one heading serves the whole chain.
    """
    is_home, climbable, pushes, together = ask.is_home, ask.climbable, ask.pushes, ask.together
    ahead, slippery, height = ask.ahead, ask.slippery, ask.height

    def reach(s, piece, n, to, way):
        links = 0
        while True:
            if way == 0 and is_home(s, piece, to):
                return links
            bit = 1 << to
            if s.walls & bit:
                s.fault, s.fault_cell = WALL, to
                return ILLEGAL
            if s.all & bit:
                if pushes(s, piece, n, to, way):
                    s.chain[links] = to
                    s.chain_way[links] = way
                    links += 1
                    piece, n = s.top[to], height(s, to)
                    to = ahead(s, piece, to) if way == 0 else s.low[to] if way < 0 else s.high[to]
                    continue
                if not climbable(s, to):
                    s.fault, s.fault_cell = SHUT, to
                    return ILLEGAL
            if s.springs & bit:
                if not together(s, piece, n):
                    s.fault, s.fault_cell = TORN, to
                    return ILLEGAL
                to, way = ahead(s, piece, to), 0
            elif s.slips & bit:
                if slippery(s, piece, n, to):
                    return links
                s.fault, s.fault_cell = SLIPPING, to
                return ILLEGAL
            else:
                return links

    return reach


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
def scatter(ask, before):
    """Every piece of a lifted unit goes to the start line of its own leg, in this lane; order kept."""
    put, leg_start = ask.put, ask.leg_start

    def scatter(s, top, bottom, cell):
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
            put(s, piece, piece, leg_start(s, piece, cell))
            piece = above

    return scatter


@part
def arrive(ask, before):
    """Those of a lifted unit that are home on this square finish, topmost first.

    What is left stays chained (-1: nothing).
    """
    is_home, finish = ask.is_home, ask.finish

    def arrive(s, top, bottom, to):
        first, last, piece = -1, -1, top
        while True:
            below, end = s.below[piece], piece == bottom
            if is_home(s, piece, to):
                finish(s, piece)
            else:
                if first < 0:
                    first = piece
                else:
                    s.below[last] = piece
                last = piece
            if end:
                return first, last
            piece = below

    return arrive


@part
def drop(ask, before):
    """A lifted unit comes to a square that is ready for it, and goes on as the square says."""
    is_home, arrive, turns, put, ahead, scatter = ask.is_home, ask.arrive, ask.turns, ask.put, ask.ahead, ask.scatter
    turning, special = ask.answered("turns"), ask.answered("turns", "springs", "holes", "slips", "mixed")

    def drop(s, top, bottom, to, way):
        if s.variants & special == 0:
            if way == 0 and is_home(s, top, to):
                arrive(s, top, bottom, to)
            else:
                put(s, top, bottom, to)
            return
        while True:
            if way == 0:
                if s.mixed:
                    top, bottom = arrive(s, top, bottom, to)
                    if top < 0:
                        return
                elif is_home(s, top, to):
                    arrive(s, top, bottom, to)
                    return
            if s.variants & turning:
                turns(s, top, bottom, to)
            bit = 1 << to
            if s.springs & bit:
                to, way = ahead(s, top, to), 0
            elif s.holes & bit:
                piece = top
                while piece != bottom:
                    s.out |= 1 << piece
                    piece = s.below[piece]
                s.out |= 1 << bottom
                return
            elif s.slips & bit and s.waits == 0:
                scatter(s, top, bottom, to)
                return
            else:
                put(s, top, bottom, to)
                return

    return drop


@part
def displace(ask, before):
    """Move n pieces from the top of a square: lift, clear the way front-most first, drop."""
    lift, drop, reach, height, ahead = ask.lift, ask.drop, ask.reach, ask.height, ask.ahead
    clears, further = ask.answered("pushes"), ask.answered("springs")

    def displace(s, cell, to, n, way):
        top, bottom = lift(s, cell, n)
        links = 0
        if s.variants & clears and (s.all >> to & 1 or s.variants & further):
            links = reach(s, top, n, to, way)
        while links > 0:
            links -= 1
            square, side = s.chain[links], s.chain_way[links]
            first, last = lift(s, square, height(s, square))
            drop(
                s,
                first,
                last,
                ahead(s, first, square) if side == 0 else s.low[square] if side < 0 else s.high[square],
                side,
            )
        drop(s, top, bottom, to, way)

    return displace
