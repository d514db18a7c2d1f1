"""Moving: the protest, in which everybody marches."""

from ..engine.board import CELLS, RANKS, cell_of
from ..engine.composing import answer, part, says, setting
from ..engine.state import CALL, field
from ..text.reasons import Telling
from .declaring import UP_TO_SIX, Option, declare

# ---- 27: The demonstrators -------------------------------------------------------------------------------------------
declare(
    number=27,
    family="moving",
    players=UP_TO_SIX,
    advised=(3, 4, 5, 6),
    bracketed=(2,),
    duration="-",
    tactic="-",
    credits=("Uwe L. Heilmann",),
    options=(Option("held", ("march", "stay"), reading="27-a"),),
    source="A l.374-381, B l.205-207",
    writes={"forward.failure": "everybody marches"},
    causes=("group.landing", "forced.shift", "forced.advance"),
    heeds=("direction.opposed", "entry"),
)


field("march", "pieces", "those that march in the protest at hand", lives=CALL, variants=(27,))


@setting("27.1")
def held_stay(given, before):
    """Protest (27): 1 if pieces held on black squares stay (27-a)."""
    return int(27 in given.rules.variants and given.rules.option(27, "held") == "stay")


@part
def marchers(ask, before):
    """All pieces on the board but those one step before home; with held=stay, not those held on black squares."""
    ahead, is_home, held = ask.ahead, ask.is_home, ask.held

    def marchers(s):
        found, squares = 0, s.all
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            while piece >= 0:
                stays = s.held_stay and s.holds & bit and held(s, piece, cell)
                if not stays and not is_home(s, piece, ahead(s, piece, cell)):
                    found |= 1 << piece
                piece = s.below[piece]
        return found

    return marchers


@part
def arriving(ask, before):
    """The topmost marcher of one heading (0 a to i, 1 i to a) that comes to a square, or -1."""

    def arriving(s, cell, heading):
        origin = cell + 1 if heading else cell - 1
        if 0 <= origin < s.lanes * RANKS and origin // RANKS == cell // RANKS:
            piece = s.top[origin]
            while piece >= 0:
                if s.march >> piece & 1 and s.back >> piece & 1 == heading:
                    return piece
                piece = s.below[piece]
        return -1

    return arriving


@part
def top_after(ask, before):
    """The topmost piece a marcher running that way would find on a square after the shift, or -1.

    way: the heading of the part that lands; -1 to ask for what lies on top when all have landed.
    """
    arriving = ask.arriving

    def top_after(s, cell, way):
        # the part running the way player A starts lands below the other
        first = s.returning & 1
        for heading in (1 - first, first):
            if way not in (heading, first):
                piece = arriving(s, cell, heading)
                if piece >= 0:
                    return piece
        piece = s.top[cell]
        while piece >= 0 and s.march >> piece & 1:
            piece = s.below[piece]
        return piece

    return top_after


@part
def sent_on(ask, before):
    """Where a marcher that comes to a square is sent on to at once: the square itself if nowhere, -1 if home."""
    is_home, leg_start = ask.is_home, ask.leg_start

    def sent_on(s, piece, cell):
        if s.slips >> cell & 1:
            return leg_start(s, piece, cell)
        while s.springs >> cell & 1:
            cell += -1 if s.back >> piece & 1 else 1
            if is_home(s, piece, cell):
                return -1
        return cell

    return sent_on


@part
def lodges(ask, before):
    """Could a piece come to this square after the shift, with these others there, and stay where it is sent on to?"""
    top_after, arriving, sent_on = ask.top_after, ask.arriving, ask.sent_on
    leg_start, progress = ask.leg_start, ask.progress

    def lodges(s, piece, to, way):
        if s.walls >> to & 1:
            return False
        if s.carriers == 0:
            return True
        top = top_after(s, to, way)
        if top >= 0 and s.carriers >> top & 1:
            return False
        if s.waits and s.slips >> to & 1:
            open_lanes = 0
            for lane in range(s.lanes):
                top = top_after(s, leg_start(s, piece, lane * RANKS), -1)
                open_lanes += top < 0 or s.carriers >> top & 1 == 0
            return open_lanes > 0
        end = sent_on(s, piece, to)
        if end == to or end < 0:
            return True
        top = top_after(s, end, -1)
        if top >= 0 and s.carriers >> top & 1:
            return False
        # nor may a carrier be sent on to the same square before it: those further on go first
        far = progress(s, top_after(s, to, -1), to)
        for other in range(to - to % RANKS, to - to % RANKS + RANKS):
            for heading in range(2):
                rival = arriving(s, other, heading) if (s.springs | s.slips) >> other & 1 and other != to else -1
                if rival >= 0 and s.carriers >> rival & 1 and sent_on(s, rival, other) == end:
                    lead = progress(s, top_after(s, other, -1), other) - far
                    if lead > 0 or lead == 0 and other < to:
                        return False
        return True

    return lodges


@part
def shift(ask, before):
    """Settle who marches: parts that cannot land stay, found one at a time; s.march holds the rest."""
    marchers, lodges, ahead = ask.marchers, ask.lodges, ask.ahead

    def shift(s):
        s.march = marchers(s)
        first = s.returning & 1
        again = (s.walls | s.carriers) != 0  # else all can land
        while again:
            again = False
            for turn in range(2):
                way = first ^ turn
                for far in range(1, RANKS + 1):
                    rank = far - 1 if way else RANKS - far
                    for lane in range(s.lanes):
                        if again:
                            continue
                        cell = lane * RANKS + rank
                        part, piece, one = 0, s.top[cell], -1
                        while piece >= 0:
                            if s.march >> piece & 1 and s.back >> piece & 1 == way:
                                part |= 1 << piece
                                one = piece
                            piece = s.below[piece]
                        if part and not lodges(s, one, ahead(s, one, cell), way):
                            s.march ^= part
                            again = True
        return s.march

    return shift


@part
def take_out(ask, before):
    """Take the marchers of one heading out of a stack.

    They stay chained, order kept: their top and bottom, or -1, -1.
    """
    lift, put = ask.lift, ask.put

    def take_out(s, cell, way):
        top, bottom, kept, last = -1, -1, -1, -1
        while s.top[cell] >= 0:
            piece, _ = lift(s, cell, 1)
            if s.march >> piece & 1 and s.back >> piece & 1 == way:
                if top < 0:
                    top = piece
                else:
                    s.below[bottom] = piece
                bottom = piece
            else:
                if kept < 0:
                    kept = piece
                else:
                    s.below[last] = piece
                last = piece
        if kept >= 0:
            put(s, kept, last, cell)
        return top, bottom

    return take_out


field(
    "part_top",
    "piece",
    "the top of what marches off each square, by heading",
    CELLS * 2,
    lives=CALL,
    variants=(27,),
)
field("part_cells", "squares", "those that may have any, by heading", 2, lives=CALL, variants=(27,))
field("part_bottom", "piece", "and the bottom of it", CELLS * 2, lives=CALL, variants=(27,))


# All march one square at once, no pushing; then what the squares do to them, front-most first.
@answer(27, "27.1", yes="because.march")
def stuck(ask, before):
    shift, take_out, put, turns, ahead = ask.shift, ask.take_out, ask.put, ask.turns, ask.ahead
    lift, drop, height, displace, progress = ask.lift, ask.drop, ask.height, ask.displace, ask.progress

    def stuck(s):
        before(s)
        shift(s)
        s.marched = 1
        first, left = s.returning & 1, s.all
        for turn in range(2):
            squares = left if s.march & (s.back if first ^ turn else ~s.back) else 0
            s.part_cells[turn] = squares
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                s.part_top[turn * CELLS + cell], s.part_bottom[turn * CELLS + cell] = take_out(s, cell, first ^ turn)
        effects = 0
        for turn in range(2):
            squares = s.part_cells[turn]
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                top, bottom = s.part_top[turn * CELLS + cell], s.part_bottom[turn * CELLS + cell]
                if top >= 0:
                    to = ahead(s, top, cell)
                    turns(s, top, bottom, to)
                    put(s, top, bottom, to)
                    effects |= 1 << to & (s.springs | s.holes | s.slips)
        if s.waits:
            effects &= ~s.slips
        while effects:
            chosen, best, squares = -1, -1, effects
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                far = progress(s, s.top[cell], cell)
                lane = s.lanes - cell // RANKS
                order = lane * 100 + far if s.slips & bit else far * 100 + lane
                if order > best:
                    chosen, best = cell, order
            effects ^= 1 << chosen
            if s.springs >> chosen & 1:
                for turn in range(2):  # split by heading: the part running as player A starts goes first
                    s.march = -1
                    top, bottom = take_out(s, chosen, first ^ turn)
                    if top >= 0:
                        put(s, top, bottom, chosen)
                        n = 1
                        while top != bottom:
                            top = s.below[top]
                            n += 1
                        displace(s, chosen, ahead(s, s.top[chosen], chosen), n, 0)
            else:
                top, bottom = lift(s, chosen, height(s, chosen))
                drop(s, top, bottom, chosen, 1)

    return stuck


@says(27, "stuck")
def protest(look, move):
    """Who marches: all but those one step from home, or fewer."""
    s, ask = look.s, look.ask
    marching = look.names.set(ask.shift(s.copy()))
    everybody = [(number, piece, look.place(piece)) for piece, number in look.names.number.items()]
    due = [
        piece
        for number, piece, square in everybody
        if square and not ask.is_home(s, number, ask.ahead(s, number, cell_of(square)))
    ]
    key = "because.march" if sorted(due) == sorted(marching) else "because.march_some"
    return Telling(key, {"pieces": marching, "numbers": look.shown(move.number)})


@answer(27, "27.1")
def lively(ask, before):
    """A protest that would move something keeps a position alive."""
    shift = ask.shift
    return lambda s: shift(s) != 0 or before(s)
