"""Random moves: picked from the list, or, when compiled, counted as bits so that only the drawn move is made.

Compiled, listing is slow because its loops are unpredictable for the processor.  Under rules that affect more than the
squares that may move (listing.py), the moves are listed nevertheless.  Both ways give the same move for the same draw.
"""

from .board import LINE, RANKS
from .composing import VariantsAnswering, ask, part
from .listing import ONE
from .playouts import LOW32, MULTIPLIER
from .state import NUMBER, TO

CHECKED = ("walls", "springs", "slips", "climbable", "larger")
"""Questions that allow one move from a square and not another, or units of several sizes."""
OTHERS = VariantsAnswering("held", "behind", "progress", "comparable")
ASIDE_LISTED = VariantsAnswering(*CHECKED, "open_rank", "climbs", "low", "high")
AHEAD_LISTED = VariantsAnswering(*CHECKED, "excluded", "entries", "optional", "number_at")


@part
def draw_sideways(ask, before):
    """Return the number of moves of a sideways step, and a random one."""
    sideways_moves, draw = ask.sideways_moves, ask.draw

    def draw_sideways(s):
        n = sideways_moves(s)
        return n, s.moves[draw(s, n)] if n > 1 else 0

    return ask.count_sideways if ask.compiled else draw_sideways


@part
def draw_forward(ask, before):
    """Return the number of moves of a forward step, and a random one."""
    forward_moves, draw = ask.forward_moves, ask.draw

    def draw_forward(s):
        n = forward_moves(s, 0)
        return n, s.moves[draw(s, n)] if n > 1 else s.moves[0]

    return ask.count_forward if ask.compiled else draw_forward


# ---- without a list --------------------------------------------------------------------------------------------------


@part
def draw_one(s, n):
    """Return a number 0 .. n-1 like `draw`; if n is 1, return 0 and leave the generator as it is."""
    old = s.rng
    rng = (old & LOW32) * MULTIPLIER + (old >> 32)
    s.rng = rng if n > 1 else old
    return ((rng ^ rng >> 32) & LOW32) * n >> 32


@part
def kth_bit(bits, k):
    """Return the index of the k-th lowest bit of a set; k counts from 0."""
    while k > 0:
        bits &= bits - 1
        k -= 1
    return (bits & -bits).bit_length() - 1


@part
def held_among(s, squares):
    """Return those of the squares whose topmost piece is held."""
    squares &= s.holds
    if s.variants & OTHERS == 0 and s.back == 0:
        # all that are not on the rearmost occupied rank
        ranks = s.all | s.all >> 3 * RANKS
        ranks |= ranks >> RANKS | ranks >> 2 * RANKS
        return squares & ~(LINE * (ranks & -ranks))
    found = 0
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        if ask.held(s, s.top[cell], cell):
            found |= bit
    return found


@part
def count_sideways(s):
    """Do the same as `draw_sideways` without a list."""
    if s.variants & ASIDE_LISTED:
        n = ask.list_moves(s)
        return n, s.moves[ask.draw_one(s, n)]
    squares = ask.movers(s)
    squares ^= ask.held_among(s, squares)
    first, last = (squares & s.first_lane).bit_count(), (squares & s.last_lane).bit_count()
    n = 2 * squares.bit_count() - first - last + 1
    k = ask.draw_one(s, n) - 1
    if k < 0:
        return n, 0
    # count the squares of the outermost lanes as if they had two neighbours, too
    k += min(k + 1, first) + max(k + 1 + last - n, 0)
    cell = ask.kth_bit(squares, k >> 1)
    low, high = s.low[cell], s.high[cell]
    return n, cell | (high if k & 1 else low) << TO | ONE


@part
def count_forward(s):
    """Do the same as `draw_forward` without a list."""
    number = s.dice
    if s.variants & AHEAD_LISTED or number >> 3:
        n = ask.list_moves(s)
        return n, s.moves[ask.draw_one(s, n)]
    squares = ask.run(s, number)
    squares ^= ask.held_among(s, squares)
    n = squares.bit_count()
    if n == 0:
        return 1, number << NUMBER
    cell = ask.kth_bit(squares, ask.draw_one(s, n))
    return n, cell | ask.ahead(s, s.top[cell], cell) << TO | ONE | number << NUMBER
