"""The way of a piece, what may move, and what becomes of it."""

from ..board import LAST, LINE, LOWER, RANKS
from ..composing import question

# ---- the way of a piece ----------------------------------------------------------------------------------------------


@question("0.8", no="refusal.forward.far")
def ahead(ask, before):
    """The next square on the piece's way."""
    return lambda s, piece, cell: cell - 1 if s.back >> piece & 1 else cell + 1


@question("0.2")
def start_of(ask, before):
    """The rank of a player's start line."""
    return lambda s, player: LAST if s.returning & s.mine[player] else 0


@question("0.10")
def is_home(ask, before):
    """Is the piece home when it comes forward to this square?"""
    return lambda s, piece, cell: cell % RANKS == (0 if s.back >> piece & 1 else LAST)


@question("0.9")
def progress(ask, before):
    """How many steps of its course the piece has run on this square."""
    return lambda s, piece, cell: LAST - cell % RANKS if s.back >> piece & 1 else cell % RANKS


@question("0.9")
def comparable(ask, before):
    """Can the second piece be behind the first at all?"""
    return lambda s, piece, other: True


# ---- what may move ---------------------------------------------------------------------------------------------------


@question("0.9")
def behind(ask, before):
    """The occupied squares with a piece behind this one: on another rank, and less far on its course.

    any_will_do: one of them is enough.
    """
    progress, comparable = ask.progress, ask.comparable

    def behind(s, piece, cell, any_will_do):
        if s.mixed == 0:
            if s.back:
                return s.all & ~(LOWER[cell % RANKS] | LINE << cell % RANKS)
            return s.all & LOWER[cell % RANKS]
        far, found, squares = progress(s, piece, cell), 0, s.all & ~(LINE << cell % RANKS)
        while squares:
            bit = squares & -squares
            squares ^= bit
            other = s.top[bit.bit_length() - 1]
            while other >= 0:
                if comparable(s, piece, other) and progress(s, other, bit.bit_length() - 1) < far:
                    found |= bit
                    break
                other = s.below[other]
            if found and any_will_do:
                break
        return found

    return behind


@question("0.9", no="refusal.held")
def held(ask, before):
    """Is this piece, on a square of s.holds, held there?

    Evaluated at each moment (0-i), for every piece of a stack (0-h).
    """
    behind = ask.behind
    return lambda s, piece, cell: behind(s, piece, cell, True) != 0


@question("0.7", no="refusal.sideways.foreign", yes="because.sideways")
def movers(ask, before):
    """The squares whose top piece the player on turn may take sideways: his own."""
    return lambda s: s.own[s.turn]


@question("0.5", yes="because.block")
def larger(ask, before):
    """The next size after n of a unit that may move from this square, or 0."""
    return lambda s, cell, n: 0


@question("0.7", no="refusal.sideways.full")
def open_rank(ask, before):
    """May anybody step sideways on the rank of this square?"""
    return lambda s, cell: True


@question("0.7", yes="because.climb")
def climbs(ask, before):
    """Append the other moves of the sideways step after the k listed ones, and return how many there are then."""
    return lambda s, k: k


@question("0.8")
def everywhere(ask, before):
    """Does this number name every lane?"""
    return lambda s, number: False


@question("0.8")
def run(ask, before):
    """The occupied squares of the lane this number names."""
    everywhere, wild = ask.everywhere, ask.answered("everywhere")

    def run(s, number):
        if s.variants & wild and everywhere(s, number):
            return s.all
        return s.all & 511 << (number - 1) * RANKS

    return run


@question("0.8", no="refusal.forward.torn")
def together(ask, before):
    """Do the n pieces from this one down all run the same way?"""

    def together(s, piece, n):
        if s.mixed:
            way = s.back >> piece & 1
            while n > 1:
                piece = s.below[piece]
                n -= 1
                if s.back >> piece & 1 != way:
                    return False
        return True

    return together


@question("0.8", no="refusal.forward.moved")
def excluded(ask, before):
    """May this number not advance n pieces of this square, though its lane is right?"""
    return lambda s, number, cell, n: False


@question("0.8", yes="because.enter")
def entries(ask, before):
    """Append the moves by which a piece enters with this number, after the k listed ones; how many there are then."""
    return lambda s, number, k: k


@question("0.8", yes="because.option")
def optional(ask, before):
    """May this number be passed though it allows something?  advances: it allows an advance (not only an entry)."""
    return lambda s, number, advances: False


@question("0.7")
def stepped(ask, before):
    """The player on turn has taken his sideways step with these pieces (none: he passed, or one climbed)."""
    return lambda s, pieces: None


# ---- what becomes of it ----------------------------------------------------------------------------------------------


@question("0.10", yes="because.home")
def finish(ask, before):
    """A piece is home: it leaves the board, covers nobody and holds nobody up (0-f)."""

    def finish(s, piece):
        s.finished |= 1 << piece

    return finish


@question("0.8", yes="because.march")
def stuck(ask, before):
    """The player on turn had no forward move: nothing happens."""
    return lambda s: None
