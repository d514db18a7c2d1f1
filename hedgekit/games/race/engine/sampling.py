"""A move drawn at random: from the list of all of them, or, compiled, counted as bits and only the drawn one made.

Compiled, a list costs what a processor loses by guessing wrong how long it gets.  Where a rule changes what is listed
beyond which squares may move (listing.py), the moves are listed there, too.  Either way it is the move that stands at
the drawn place of the list, drawn with the same number.
"""

from .board import LINE, RANKS
from .composing import part
from .listing import ONE
from .playouts import LOW32, MULTIPLIER
from .state import NUMBER, TO

CHECKED = ("walls", "springs", "slips", "climbable", "larger")
"""What makes one move of a square legal and another not, or units of several sizes."""


@part
def draw_sideways(ask, before):
    """One of the moves of a sideways step, drawn; with how many there are."""
    sideways_moves, draw = ask.sideways_moves, ask.draw

    def draw_sideways(s):
        n = sideways_moves(s)
        return n, s.moves[draw(s, n)] if n > 1 else 0

    return ask.count_sideways if ask.compiled else draw_sideways


@part
def draw_forward(ask, before):
    """One of the moves of a forward step, drawn; with how many there are."""
    forward_moves, draw = ask.forward_moves, ask.draw

    def draw_forward(s):
        n = forward_moves(s, 0)
        return n, s.moves[draw(s, n)] if n > 1 else s.moves[0]

    return ask.count_forward if ask.compiled else draw_forward


# ---- without a list --------------------------------------------------------------------------------------------------


@part
def draw_one(ask, before):
    """A number 0 .. n-1 as `draw` draws it; 0 where there is nothing to choose, and nothing is drawn."""

    def draw_one(s, n):
        old = s.rng
        rng = (old & LOW32) * MULTIPLIER + (old >> 32)
        s.rng = rng if n > 1 else old
        return ((rng ^ rng >> 32) & LOW32) * n >> 32

    return draw_one


@part
def kth(ask, before):
    """The number of the k-th bit of a set, from 0, lowest first."""

    def kth(bits, k):
        while k > 0:
            bits &= bits - 1
            k -= 1
        return (bits & -bits).bit_length() - 1

    return kth


@part
def held_among(ask, before):
    """Of these squares those whose topmost piece is held."""
    held, others = ask.held, ask.answered("held", "behind", "progress", "comparable")

    def held_among(s, squares):
        squares &= s.holds
        if s.variants & others == 0 and s.back == 0:
            # whoever is not on the rearmost rank that is occupied
            ranks = s.all | s.all >> 3 * RANKS
            ranks |= ranks >> RANKS | ranks >> 2 * RANKS
            return squares & ~(LINE * (ranks & -ranks))
        found = 0
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            if held(s, s.top[cell], cell):
                found |= bit
        return found

    return held_among


@part
def count_sideways(ask, before):
    """The same as `draw_sideways`."""
    movers, held_among, draw_one, kth, list_moves = ask.movers, ask.held_among, ask.draw_one, ask.kth, ask.list_moves
    listed = ask.answered(*CHECKED, "open_rank", "climbs", "low", "high")

    def count_sideways(s):
        if s.variants & listed:
            n = list_moves(s)
            return n, s.moves[draw_one(s, n)]
        squares = movers(s)
        squares ^= held_among(s, squares)
        first, last = (squares & s.first_lane).bit_count(), (squares & s.last_lane).bit_count()
        n = 2 * squares.bit_count() - first - last + 1
        k = draw_one(s, n) - 1
        if k < 0:
            return n, 0
        # as if the squares of the outermost lanes had two ways like the others
        k += min(k + 1, first) + max(k + 1 + last - n, 0)
        cell = kth(squares, k >> 1)
        low, high = s.low[cell], s.high[cell]
        return n, cell | (high if k & 1 else low) << TO | ONE

    return count_sideways


@part
def count_forward(ask, before):
    """The same as `draw_forward`."""
    run, ahead, held_among, draw_one, kth = ask.run, ask.ahead, ask.held_among, ask.draw_one, ask.kth
    list_moves = ask.list_moves
    listed = ask.answered(*CHECKED, "excluded", "entries", "optional", "number_at")

    def count_forward(s):
        number = s.dice
        if s.variants & listed or number >> 3:
            n = list_moves(s)
            return n, s.moves[draw_one(s, n)]
        squares = run(s, number)
        squares ^= held_among(s, squares)
        n = squares.bit_count()
        if n == 0:
            return 1, number << NUMBER
        cell = kth(squares, draw_one(s, n))
        return n, cell | ahead(s, s.top[cell], cell) << TO | ONE | number << NUMBER

    return count_forward
