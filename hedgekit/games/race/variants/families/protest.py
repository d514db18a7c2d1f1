"""Moving: the protest, in which everybody marches."""

from .....text.reasons import Telling
from ...engine.board import CELLS, LAST, RANKS, cell_of
from ...engine.composing import answer, part, says, setting
from ...engine.state import CALL, field
from ..declaring import Option, declare

# ---- 27: The demonstrators -------------------------------------------------------------------------------------------
declare(
    number=27, family="moving", advised=(3, 4, 5, 6), bracketed=(2,), duration="-", tactic="-",
    credits=("Uwe L. Heilmann",), options=(Option("held", ("march", "stay"), reading="27-a"),),
    source="A l.374-381, B l.205-207",
    writes={"forward.failure": "everybody marches"}, causes=("group.landing", "forced.shift", "forced.advance"),
    heeds=("direction.opposed", "entry"),
)  # fmt: skip


PARTS = CELLS * 2  # a part is what runs one way on a square: player A's way first
NOBODY = CELLS * 2  # behind the last place in line
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


field("part_top", "piece", "the top of what marches off each square, by heading", PARTS, lives=CALL, variants=(27,))
field("part_bottom", "piece", "and the bottom of it", PARTS, lives=CALL, variants=(27,))
field("part_cells", "squares", "those that may have any, by heading", 2, lives=CALL, variants=(27,))
field("landed", "code", "the place in line of what waits on each square, by heading", PARTS, lives=CALL, variants=(27,))
field(
    "landed_on",
    "squares",
    "those that have yet to bounce, slip or drop a part, by heading",
    2,
    lives=CALL,
    variants=(27,),
)


@part
def place_in_line(ask, before):
    """The place of a part when the shift is judged: player A's way first, front ranks first, lanes ascending."""

    def place_in_line(s, cell, turn):
        rank = cell % RANKS
        far = rank if s.returning & 1 ^ turn else LAST - rank
        return (turn * RANKS + far) * s.lanes + cell // RANKS

    return place_in_line


@part
def shift_all(ask, before):
    """All parts in s.march leave their squares and land on the next, the part running as player A starts below.

    Returns the first in line of those that find no place there (concrete, a carrier): they are left off the board.
    """
    take_out, put, turns, ahead = ask.take_out, ask.put, ask.turns, ask.ahead
    climbable, place_in_line = ask.climbable, ask.place_in_line

    def shift_all(s):
        first, refused, left = s.returning & 1, NOBODY, s.all
        for turn in range(2):
            s.landed_on[turn] = 0
            squares = left if s.march & (s.back if first ^ turn else ~s.back) else 0
            s.part_cells[turn] = squares
            while squares:
                bit = squares & -squares
                squares ^= bit
                at = turn * CELLS + bit.bit_length() - 1
                s.part_top[at], s.part_bottom[at] = take_out(s, at - turn * CELLS, first ^ turn)
        for turn in range(2):
            squares = s.part_cells[turn]
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                top, bottom = s.part_top[turn * CELLS + cell], s.part_bottom[turn * CELLS + cell]
                if top >= 0:
                    to, line = ahead(s, top, cell), place_in_line(s, cell, turn)
                    if s.walls >> to & 1 or not climbable(s, to):
                        refused = min(refused, line)
                        continue
                    turns(s, top, bottom, to)
                    put(s, top, bottom, to)
                    if (s.springs | s.holes | s.slips) >> to & 1:
                        s.landed[turn * CELLS + to] = line
                        s.landed_on[turn] |= 1 << to
        return refused

    return shift_all


@part
def lowest(ask, before):
    """The lowest piece on a square that runs this way (0 a to i, 1 i to a), or -1."""

    def lowest(s, cell, way):
        found, piece = -1, s.top[cell]
        while piece >= 0:
            if s.back >> piece & 1 == way:
                found = piece
            piece = s.below[piece]
        return found

    return lowest


@part
def next_effect(ask, before):
    """Of the parts that wait on such a square the one whose turn it is (an index of s.landed), or -1.

    Bounces and holes by progress, then lane; slips by lane, then progress; player A's way first.
    """
    lowest, progress = ask.lowest, ask.progress

    def next_effect(s):
        chosen, best = -1, -1
        for turn in range(2):
            squares = s.landed_on[turn]
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                far = progress(s, lowest(s, cell, s.returning & 1 ^ turn), cell)
                lane = s.lanes - cell // RANKS
                order = lane * 100 + far if s.slips & bit else far * 100 + lane
                if order > best:
                    chosen, best = turn * CELLS + cell, order
        return chosen

    return next_effect


@part
def affect(ask, before):
    """A part on top of a square bounces, slips or falls; False, and it stays, if that is no landing."""
    take_out, put, lift, drop, ahead = ask.take_out, ask.put, ask.lift, ask.drop, ask.ahead
    height, feasible, displace, slippery = ask.height, ask.feasible, ask.displace, ask.slippery

    def affect(s, cell, way):
        if s.slips >> cell & 1 and s.waits:
            return slippery(s, s.top[cell], height(s, cell), cell)
        high = height(s, cell)
        top, bottom = take_out(s, cell, way)
        n = high - height(s, cell)
        put(s, top, bottom, cell)
        if s.springs >> cell & 1:
            to = ahead(s, top, cell)
            if not feasible(s, cell, n, to, 0):
                return False
            displace(s, cell, to, n, 0)
            return True
        if s.slips >> cell & 1 and not slippery(s, top, n, cell):
            return False
        top, bottom = lift(s, cell, n)
        drop(s, top, bottom, cell, 1)
        return True

    return affect


@part
def march_on(ask, before):
    """Those in s.march march, and the squares do to them what they do, front-most first.

    Returns the first in line of the parts that cannot land, or NOBODY: only then is what stands afterwards a protest.
    """
    shift_all, next_effect, affect = ask.shift_all, ask.next_effect, ask.affect

    def march_on(s):
        refused, marching = shift_all(s), s.march
        s.march = -1
        at = next_effect(s)
        while at >= 0:
            line, turn = s.landed[at], 1 if at >= CELLS else 0
            s.landed_on[turn] ^= 1 << at - turn * CELLS
            if not affect(s, at - turn * CELLS, s.returning & 1 ^ turn):
                refused = min(refused, line)
            at = next_effect(s)
        s.march = marching
        return refused

    return march_on


@part
def willing(ask, before):
    """Whoever would march; where there are no carriers also whoever can, as then only concrete is in the way."""
    marchers, ahead = ask.marchers, ask.ahead

    def willing(s):
        s.march = marchers(s)
        if s.walls and s.carriers == 0:
            for cell in range(s.lanes * RANKS):
                piece = s.top[cell]
                while piece >= 0:
                    if s.march >> piece & 1 and s.walls >> ahead(s, piece, cell) & 1:
                        s.march ^= 1 << piece
                    piece = s.below[piece]

    return willing


@part
def march_off(ask, before):
    """Everybody marches but the parts that cannot land: they are found one at a time, the march tried again without."""
    willing, march_on, place_in_line = ask.willing, ask.march_on, ask.place_in_line
    set_aside, take_back = ask.set_aside, ask.take_back

    def march_off(s):
        willing(s)
        if s.carriers:
            set_aside(s)
        refused = march_on(s)
        while refused != NOBODY:
            take_back(s)
            for turn in range(2):
                for cell in range(s.lanes * RANKS):
                    if place_in_line(s, cell, turn) == refused:
                        piece = s.top[cell]
                        while piece >= 0:
                            if s.back >> piece & 1 == s.returning & 1 ^ turn:
                                s.march &= ~(1 << piece)
                            piece = s.below[piece]
            refused = march_on(s)

    return march_off


@part
def shift(ask, before):
    """Who marches (they stay in s.march); nothing moves."""
    willing, march_off, take_back = ask.willing, ask.march_off, ask.take_back

    def shift(s):
        if s.carriers:
            march_off(s)
            take_back(s)
        else:
            willing(s)
        return s.march

    return shift


@answer(27, "27.1", yes="because.march")
def stuck(ask, before):
    """All march one square at once, no pushing; then what the squares do to them, front-most first."""
    march_off = ask.march_off

    def stuck(s):
        before(s)
        s.marched = 1
        march_off(s)

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
