"""Moving: the protest march."""

from .....text.reasons import Explanation
from ...engine.board import CELLS, LAST, RANKS, cell_of
from ...engine.composing import answer, ask, before, explains, part, setting
from ...engine.state import CALL, field
from ..declaring import Option, declare

# ---- 27: The demonstrators -------------------------------------------------------------------------------------------
declare(
    number=27, family="moving", advised=(3, 4, 5, 6), bracketed=(2,), duration="-", tactic="-",
    credits=("Uwe L. Heilmann",), options=(Option("held", ("march", "stay"), reading="27-a"),),
    source="A l.374-381, B l.205-207",
    writes={"forward.failure": "everybody marches"}, triggers=("group.landing", "forced.shift", "forced.advance"),
    depends_on=("direction.opposed", "entry"),
)  # fmt: skip


PARTS = CELLS * 2  # a part: the pieces on a square that run one way; player A's way first
NOBODY = CELLS * 2  # after the last place in line
field("march", "pieces", "those that march in the current protest", lives=CALL, variants=(27,))


@setting("27.1")
def held_stay(given, before):
    """Protest (27): 1 if pieces held on black squares stay (27-a)."""
    return int(27 in given.rules.variants and given.rules.option(27, "held") == "stay")


@part
def marchers(s):
    """Return the pieces that march: all but those one step from home and, with held=stay, those held."""
    found, squares = 0, s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        while piece >= 0:
            stays = s.held_stay and s.holds & bit and ask.held(s, piece, cell)
            if not stays and not ask.is_home(s, piece, ask.ahead(s, piece, cell)):
                found |= 1 << piece
            piece = s.below[piece]
    return found


@part
def take_out(s, cell, way):
    """Take the marchers of one heading out of a stack, in order; return their top and bottom, or -1, -1."""
    top, bottom, kept, last = -1, -1, -1, -1
    while s.top[cell] >= 0:
        piece, _ = ask.lift(s, cell, 1)
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
        ask.put(s, kept, last, cell)
    return top, bottom


field(
    "part_top", "piece", "the top of the part marching off each square, by heading", PARTS, lives=CALL, variants=(27,)
)
field("part_bottom", "piece", "the bottom of that part", PARTS, lives=CALL, variants=(27,))
field("part_cells", "squares", "those that may have such a part, by heading", 2, lives=CALL, variants=(27,))
field("landed", "code", "the place in line of the part on each square, by heading", PARTS, lives=CALL, variants=(27,))
field(
    "landed_on",
    "squares",
    "those with a part yet to bounce, slip or fall, by heading",
    2,
    lives=CALL,
    variants=(27,),
)


@part
def place_in_line(s, cell, turn):
    """Return a part's place in line: player A's way first, then front ranks first, then lanes ascending."""
    rank = cell % RANKS
    far = rank if s.returning & 1 ^ turn else LAST - rank
    return (turn * RANKS + far) * s.lanes + cell // RANKS


@part
def shift_all(s):
    """Move all parts in s.march one square on; on one square, the part that runs player A's way lands first.

    Return the first in line of those that cannot land there (concrete, a carrier); they stay off the board.
    """
    first, refused, left = s.returning & 1, NOBODY, s.all
    for turn in range(2):
        s.landed_on[turn] = 0
        squares = left if s.march & (s.back if first ^ turn else ~s.back) else 0
        s.part_cells[turn] = squares
        while squares:
            bit = squares & -squares
            squares ^= bit
            at = turn * CELLS + bit.bit_length() - 1
            s.part_top[at], s.part_bottom[at] = ask.take_out(s, at - turn * CELLS, first ^ turn)
    for turn in range(2):
        squares = s.part_cells[turn]
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            top, bottom = s.part_top[turn * CELLS + cell], s.part_bottom[turn * CELLS + cell]
            if top >= 0:
                to, line = ask.ahead(s, top, cell), ask.place_in_line(s, cell, turn)
                if s.walls >> to & 1 or not ask.climbable(s, to):
                    refused = min(refused, line)
                    continue
                ask.turns(s, top, bottom, to)
                ask.put(s, top, bottom, to)
                if (s.springs | s.holes | s.slips) >> to & 1:
                    s.landed[turn * CELLS + to] = line
                    s.landed_on[turn] |= 1 << to
    return refused


@part
def lowest(s, cell, way):
    """Return the lowest piece on a square that runs this way (0: a to i, 1: i to a), or -1."""
    found, piece = -1, s.top[cell]
    while piece >= 0:
        if s.back >> piece & 1 == way:
            found = piece
        piece = s.below[piece]
    return found


@part
def next_effect(s):
    """Return the next part to bounce, slip or fall (an index of s.landed), or -1.

    Bounces and falls by progress, then lane; slips by lane, then progress; player A's way first.
    """
    chosen, best = -1, -1
    for turn in range(2):
        squares = s.landed_on[turn]
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            far = ask.progress(s, ask.lowest(s, cell, s.returning & 1 ^ turn), cell)
            lane = s.lanes - cell // RANKS
            order = lane * 100 + far if s.slips & bit else far * 100 + lane
            if order > best:
                chosen, best = turn * CELLS + cell, order
    return chosen


@part
def apply_square(s, cell, way):
    """Let the part on top of a square bounce, slip or fall; return False, and leave it, if it cannot land."""
    if s.slips >> cell & 1 and s.waits:
        return ask.can_slip(s, s.top[cell], ask.height(s, cell), cell)
    high = ask.height(s, cell)
    top, bottom = ask.take_out(s, cell, way)
    n = high - ask.height(s, cell)
    ask.put(s, top, bottom, cell)
    if s.springs >> cell & 1:
        to = ask.ahead(s, top, cell)
        if not ask.feasible(s, cell, n, to, 0):
            return False
        ask.displace(s, cell, to, n, 0)
        return True
    if s.slips >> cell & 1 and not ask.can_slip(s, top, n, cell):
        return False
    top, bottom = ask.lift(s, cell, n)
    ask.drop(s, top, bottom, cell, 1)
    return True


@part
def march_on(s):
    """Let s.march march; return the first in line that cannot land (the position is then invalid), or NOBODY."""
    refused, marching = ask.shift_all(s), s.march
    s.march = -1
    at = ask.next_effect(s)
    while at >= 0:
        line, turn = s.landed[at], 1 if at >= CELLS else 0
        s.landed_on[turn] ^= 1 << at - turn * CELLS
        if not ask.apply_square(s, at - turn * CELLS, s.returning & 1 ^ turn):
            refused = min(refused, line)
        at = ask.next_effect(s)
    s.march = marching
    return refused


@part
def set_marchers(s):
    """Put the marchers into s.march; without carriers, drop those blocked by concrete, the only obstacle then."""
    s.march = ask.marchers(s)
    if s.walls and s.carriers == 0:
        for cell in range(s.lanes * RANKS):
            piece = s.top[cell]
            while piece >= 0:
                if s.march >> piece & 1 and s.walls >> ask.ahead(s, piece, cell) & 1:
                    s.march ^= 1 << piece
                piece = s.below[piece]


@part
def march_all(s):
    """Let everybody march except parts that cannot land, which are removed one by one, with a new trial each time."""
    ask.set_marchers(s)
    if s.carriers:
        ask.save_board(s)
    refused = ask.march_on(s)
    while refused != NOBODY:
        ask.restore_board(s)
        for turn in range(2):
            for cell in range(s.lanes * RANKS):
                if ask.place_in_line(s, cell, turn) == refused:
                    piece = s.top[cell]
                    while piece >= 0:
                        if s.back >> piece & 1 == s.returning & 1 ^ turn:
                            s.march &= ~(1 << piece)
                        piece = s.below[piece]
        refused = ask.march_on(s)


@part
def marching_pieces(s):
    """Return the pieces that would march (also in s.march), without moving any."""
    if s.carriers:
        ask.march_all(s)
        ask.restore_board(s)
    else:
        ask.set_marchers(s)
    return s.march


@answer(27, "27.1", yes="because.march")
def stuck(s):
    """All march one square at once, without pushing; then the squares take effect, the foremost first."""
    before(s)
    s.marched = 1
    ask.march_all(s)


@explains(27, "stuck")
def protest(look, move):
    """Name the marchers: all but those one step from home, or fewer."""
    s, ask = look.s, look.ask
    marching = look.names.set(ask.marching_pieces(s.copy()))
    everybody = [(number, piece, look.place(piece)) for piece, number in look.names.number.items()]
    expected = [
        piece
        for number, piece, square in everybody
        if square and not ask.is_home(s, number, ask.ahead(s, number, cell_of(square)))
    ]
    key = "because.march" if sorted(expected) == sorted(marching) else "because.march_some"
    return Explanation(key, {"pieces": marching, "numbers": look.shown(move.number)})


@answer(27, "27.1")
def still_alive(s):
    """A protest that would move a piece keeps a position alive."""
    return ask.marching_pieces(s) != 0 or before(s)
