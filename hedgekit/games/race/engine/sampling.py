"""A move drawn at random: from the list of all of them, or, compiled, counted as bits and only the drawn one made.

Compiled, a list costs what a processor loses by guessing wrong how long it gets.  Where a rule changes what is listed
beyond which squares may move (listing.py), the moves are listed there, too.  Either way it is the move that stands at
the drawn place of the list, drawn with the same number.
"""

from .board import LINE, RANKS
from .composing import Answering, ask, part
from .listing import ONE
from .playouts import LOW32, MULTIPLIER
from .state import NUMBER, TO

CHECKED = ("walls", "springs", "slips", "climbable", "larger")
"""What makes one move of a square legal and another not, or units of several sizes."""
OTHERS = Answering("held", "behind", "progress", "comparable")
ASIDE_LISTED = Answering(*CHECKED, "open_rank", "climbs", "low", "high")
AHEAD_LISTED = Answering(*CHECKED, "excluded", "entries", "optional", "number_at")


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
def draw_one(s, n):
    """A number 0 .. n-1 as `draw` draws it; 0 where there is nothing to choose, and nothing is drawn."""
    old = s.rng
    rng = (old & LOW32) * MULTIPLIER + (old >> 32)
    s.rng = rng if n > 1 else old
    return ((rng ^ rng >> 32) & LOW32) * n >> 32


@part
def kth(bits, k):
    """The number of the k-th bit of a set, from 0, lowest first."""
    while k > 0:
        bits &= bits - 1
        k -= 1
    return (bits & -bits).bit_length() - 1


@part
def held_among(s, squares):
    """Of these squares those whose topmost piece is held."""
    squares &= s.holds
    if s.variants & OTHERS == 0 and s.back == 0:
        # whoever is not on the rearmost rank that is occupied
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
    """The same as `draw_sideways`."""
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
    # as if the squares of the outermost lanes had two ways like the others
    k += min(k + 1, first) + max(k + 1 + last - n, 0)
    cell = ask.kth(squares, k >> 1)
    low, high = s.low[cell], s.high[cell]
    return n, cell | (high if k & 1 else low) << TO | ONE


@part
def count_forward(s):
    """The same as `draw_forward`."""
    number = s.dice
    if s.variants & AHEAD_LISTED or number >> 3:
        n = ask.list_moves(s)
        return n, s.moves[ask.draw_one(s, n)]
    squares = ask.run(s, number)
    squares ^= ask.held_among(s, squares)
    n = squares.bit_count()
    if n == 0:
        return 1, number << NUMBER
    cell = ask.kth(squares, ask.draw_one(s, n))
    return n, cell | ask.ahead(s, s.top[cell], cell) << TO | ONE | number << NUMBER
