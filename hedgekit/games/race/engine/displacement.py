"""The pipeline of every displacement: a move, a push, a bounce, a slip or a march.

A unit of n pieces arrives on a square.  It may push the stack there, bounce on, slip back, fall, turn round or be home;
each effect is a setting or a question, and they compose here and nowhere else (combinations.md, section 7).  `way` is 0
for forward, -1 or +1 for a side-step down or up the lanes.  There is no recursion and no trial copy: `reach` follows
the displacement to its end, then `displace` moves the stacks that give way, the foremost first.  Both see the board
without the moving unit, which is never in its own way.
"""

from .board import LAST, RANKS
from .composing import VariantsAnswering, ask, part, question, setting
from .state import CALL, field

ILLEGAL = -1
WALL, SHUT, TORN, SLIPPING = 1, 2, 3, 4
field("fault", "code", "the obstacle to the last displacement judged: WALL .. SLIPPING", lives=CALL)
field("fault_cell", "square", "the square of that obstacle", lives=CALL)
field("chain", "square", "those whose stacks give way, in order of pushing", 64, lives=CALL)
field("chain_way", "count", "the way of each: 0 forward, -1 or 1 down or up the lanes", 64, lives=CALL)
TURNING = VariantsAnswering("turns")
SPECIAL = VariantsAnswering("turns", "springs", "holes", "slips", "mixed")
CLEARS = VariantsAnswering("pushes")
FURTHER = VariantsAnswering("springs")


# ---- settings and questions ------------------------------------------------------------------------------------------


@setting("0.8", no="refusal.wall")
def walls(given, before):
    """The squares that cannot be entered."""
    return 0


@setting("0.8", no="refusal.torn_spring", yes="because.spring")
def springs(given, before):
    """The squares from which an arriving unit goes one rank further at once."""
    return 0


@setting("0.8", yes="because.slip")
def slips(given, before):
    """The squares from which an arriving unit goes back to the start line of its leg."""
    return 0


@setting("0.8")
def waits(given, before):
    """1 if a unit that slips waits on the square until its lane is rolled."""
    return 0


@setting("0.8", yes="because.hole")
def holes(given, before):
    """The squares that swallow an arriving unit."""
    return 0


@question("0.8", no="refusal.carrier")
def climbable(s, cell):
    """Return whether the stack on this square may be climbed on."""
    return True


@question("0.8", yes="because.push")
def pushes(s, piece, n, cell, way):
    """Return whether the stack on this square gives way to a unit of n pieces under this top piece."""
    return False


@question("0.8", yes="because.turn")
def turns(s, top, bottom, cell):
    """Turn round those pieces of an arriving unit that turn on this square."""
    return


# ---- reach of a displacement -----------------------------------------------------------------------------------------


@part
def next_square(s, piece, cell, way):
    """Return the next square: the one ahead of the piece, or the neighbour one lane down or up."""
    return ask.ahead(s, piece, cell) if way == 0 else s.low[cell] if way < 0 else s.high[cell]


@part
def leg_start(s, piece, cell):
    """Return the square where the piece's current leg began, in the lane of this square."""
    return cell - cell % RANKS + (LAST if s.back >> piece & 1 else 0)


@part
def can_slip_to(s, piece, n, cell):
    """Return whether every piece of this unit may land on the start line of its leg, in the lane of this square."""
    while n > 0:
        if not ask.climbable(s, ask.leg_start(s, piece, cell)):
            return False
        piece = s.below[piece]
        n -= 1
    return True


@part
def can_slip(s, piece, n, cell):
    """Return whether this unit can slip from a square: some start square is open to it."""
    if s.waits == 0:
        return ask.can_slip_to(s, piece, n, cell)
    for lane in range(s.lanes):
        if ask.can_slip_to(s, piece, n, lane * RANKS):
            return True
    return False


@part
def reach(s, piece, n, to, way):
    """Follow a lifted unit to its end; return the number of stacks that give way (in s.chain), or ILLEGAL.

    Pushed stacks face the same way as the unit (others are not pushed), so `way` holds for the whole chain.
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
            if ask.can_slip(s, piece, n, to):
                return links
            s.fault, s.fault_cell = SLIPPING, to
            return ILLEGAL
        else:
            return links


@part
def feasible(ask, before):
    """Return whether n pieces can go from the top of a square to another, with all consequences (see `reach`)."""
    reach, lift, put = ask.reach, ask.lift, ask.put
    returning = ask.answered("slips")
    if not (returning and ask.answered("climbable")):
        # only a unit that slips can return to its origin, and that matters only if stacks can be shut
        return lambda s, cell, n, to, way: reach(s, s.top[cell], n, to, way) >= 0

    def feasible(s, cell, n, to, way):
        if s.variants & returning == 0 or 0 < cell % RANKS < LAST:
            return reach(s, s.top[cell], n, to, way) >= 0
        top, bottom = lift(s, cell, n)
        found = reach(s, top, n, to, way) >= 0
        put(s, top, bottom, cell)
        return found

    return feasible


# ---- effect of a displacement ----------------------------------------------------------------------------------------


@part
def scatter(s, top, bottom, cell):
    """Put every piece of a lifted unit on the start line of its leg, in this lane, in the same order."""
    # reverse the chain first, to go bottom up
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
    """Finish the pieces of a lifted unit that are home here, topmost first; return the rest's top and bottom, or -1."""
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
    """Put a lifted unit on a square that is free for it, and apply the square's effects."""
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
    """Move n pieces from the top of a square: lift, clear the way (the foremost first), drop."""
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
