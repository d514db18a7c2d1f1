"""The direction of a piece, the pieces that may move, and what happens to them."""

from ..board import LAST, LINE, LOWER, RANKS
from ..composing import VariantsAnswering, ask, question

WILD = VariantsAnswering("everywhere")

# ---- direction and distance ------------------------------------------------------------------------------------------


@question("0.8", no="refusal.forward.far")
def ahead(s, piece, cell):
    """Return the next square on the piece's way."""
    return cell - 1 if s.back >> piece & 1 else cell + 1


@question("0.2")
def start_of(s, player):
    """Return the rank of a player's start line."""
    return LAST if s.returning & s.pieces_of[player] else 0


@question("0.10")
def is_home(s, piece, cell):
    """Return whether an advance to this square brings the piece home."""
    return cell % RANKS == (0 if s.back >> piece & 1 else LAST)


@question("0.9")
def progress(s, piece, cell):
    """Return the number of steps the piece has run when it is on this square."""
    return LAST - cell % RANKS if s.back >> piece & 1 else cell % RANKS


@question("0.9")
def comparable(s, piece, other):
    """Return whether the second piece can be behind the first at all."""
    return True


# ---- what may move ---------------------------------------------------------------------------------------------------


@question("0.9")
def behind(s, piece, cell, any_will_do):
    """Return the squares with a piece behind this one: on another rank, less far.  any_will_do: one is enough."""
    if s.mixed == 0:
        if s.back:
            return s.all & ~(LOWER[cell % RANKS] | LINE << cell % RANKS)
        return s.all & LOWER[cell % RANKS]
    far, found, squares = ask.progress(s, piece, cell), 0, s.all & ~(LINE << cell % RANKS)
    while squares:
        bit = squares & -squares
        squares ^= bit
        other = s.top[bit.bit_length() - 1]
        while other >= 0:
            if ask.comparable(s, piece, other) and ask.progress(s, other, bit.bit_length() - 1) < far:
                found |= bit
                break
            other = s.below[other]
        if found and any_will_do:
            break
    return found


@question("0.9", no="refusal.held")
def held(s, piece, cell):
    """Return whether this piece is held on its square, one of s.holds, now (0-i) and anywhere in a stack (0-h)."""
    return ask.behind(s, piece, cell, True) != 0


@question("0.7", no="refusal.sideways.foreign", yes="because.sideways")
def movers(s):
    """Return the squares whose top piece the player on turn may move sideways: their own."""
    return s.own[s.turn]


@question("0.5", yes="because.block")
def larger(s, cell, n):
    """Return the next larger size than n of a unit that may move from this square, or 0."""
    return 0


@question("0.7", no="refusal.sideways.full")
def open_rank(s, cell):
    """Return whether side-steps are possible on the rank of this square."""
    return True


@question("0.7", yes="because.climb")
def climbs(s, k):
    """Append further moves of the sideways step after the k listed ones, and return their new number."""
    return k


@question("0.8")
def everywhere(s, number):
    """Return whether this number names every lane."""
    return False


@question("0.8")
def run(s, number):
    """Return the occupied squares in the lane that this number names."""
    if s.variants & WILD and ask.everywhere(s, number):
        return s.all
    return s.all & 511 << (number - 1) * RANKS


@question("0.8", no="refusal.forward.torn")
def together(s, piece, n):
    """Return whether the n pieces from this one down all run the same way."""
    if s.mixed:
        way = s.back >> piece & 1
        while n > 1:
            piece = s.below[piece]
            n -= 1
            if s.back >> piece & 1 != way:
                return False
    return True


@question("0.8", no="refusal.forward.moved")
def excluded(s, number, cell, n):
    """Return whether this number may not advance n pieces of this square, even though it names the lane."""
    return False


@question("0.8", yes="because.enter")
def entries(s, number, k):
    """Append the entries with this number after the k listed moves, and return their new number."""
    return k


@question("0.8", yes="because.option")
def optional(s, number, advances):
    """Return whether this number may be passed even though it allows a move.  advances: it allows an advance."""
    return False


@question("0.7")
def stepped(s, pieces):
    """Note that the player on turn has moved these pieces sideways (none after a pass or a climb)."""
    return


# ---- afterwards ------------------------------------------------------------------------------------------------------


@question("0.10", yes="because.home")
def finish(s, piece):
    """Bring a piece home: it leaves the board, covers nobody and holds nobody up (0-f)."""
    s.finished |= 1 << piece


@question("0.8", yes="because.march")
def stuck(s):
    """Act when the player on turn has no forward move: nothing happens."""
    return
