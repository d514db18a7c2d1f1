"""The named questions a variant may answer, with the base game's answers.  This file is the map of the game.

`composing.py` says how they are declared and composed; `turn.py` asks them.  Clauses are those of rules.md, section 0.
"""

from .board import CELLS, COLOURS, LAST, LOWER, PIECES, PRINTED_BLACK, RANKS, bits_of
from .composing import question, setting
from .state import FORWARD, PLACE, SIDEWAYS

# ---- settings: asked once for a rule set -----------------------------------------------------------------------------


@setting("0.1")
def players(rules, before):
    """How many play."""
    return rules.players


@setting("0.1")
def lanes(rules, before):
    """How many lanes the board has."""
    return 6


@setting("0.1")
def pieces(rules, before):
    """How many pieces each colour has."""
    return 4


@setting("0.1")
def owner(rules, before):
    """Piece -> the player who owns it (a tuple over all pieces)."""
    return tuple(piece // 4 for piece in range(PIECES))


@setting("0.1")
def mine(rules, before):
    """Player -> the set of his pieces."""
    return tuple(15 << 4 * player if player < rules.players else 0 for player in range(COLOURS))


@setting("0.4")
def plan(rules, before):
    """The steps of a turn after the roll, four bits each, the first one lowest."""
    return SIDEWAYS | FORWARD << 4


@setting("0.6")
def throws(rules, before):
    """How many equally likely throws there are."""
    return 6


@setting("0.2")
def prelude(rules, before):
    """The first step of the game."""
    return PLACE


@setting("0.3")
def cover(rules, before):
    """Set-up exception: 1 if an own piece anywhere in a stack counts, 0 if only one on top does (0-c)."""
    return int(rules.option(0, "cover") == "contains")


@setting("0.9")
def holds(rules, before):
    """The squares that hold pieces back."""
    return bits_of(PRINTED_BLACK[6])


@setting("0.7")
def low(rules, before):
    """Cell -> its neighbour one lane down, or -1."""
    return tuple(cell - RANKS if cell >= RANKS else -1 for cell in range(CELLS))


@setting("0.7")
def high(rules, before):
    """Cell -> its neighbour one lane up, or -1."""
    return tuple(cell + RANKS if cell + RANKS < CELLS else -1 for cell in range(CELLS))


@setting("0.8")
def returning(rules, before):
    """The pieces that run from rank i to rank a when the game begins."""
    return 0


@setting("0.10")
def target(rules, before):
    """How many of his pieces a player must bring home."""
    return 3


@setting("0.10")
def mortal(rules, before):
    """Can a position be dead under these rules?

    (In the base game the rearmost rank always has a free top piece: 0-l.)
    """
    return 0


# ---- the dice --------------------------------------------------------------------------------------------------------


@question("0.6")
def throw(ask, before):
    """The k-th throw: one number, or two packed as a | b << 3."""
    return lambda s, k: k + 1


@question("0.6")
def receive(ask, before):
    """The throw becomes the numbers to play with."""

    def receive(s, number):
        s.dice = number

    return receive


@question("0.6")
def spend(ask, before):
    """A number has been used."""

    def spend(s, number):
        s.dice = s.dice >> 3 if s.dice & 7 == number else s.dice & 7

    return spend


# ---- set-up ----------------------------------------------------------------------------------------------------------


@question("0.2")
def open_starts(ask, before):
    """The squares on which the player on turn may place a piece.

    A lowest one (0.2); any, if all of those hold a piece of his (0.3).
    """

    def open_starts(s):
        lowest, least, strange, squares = 0, 99, False, 0
        for lane in range(s.lanes):
            cell = lane * RANKS
            squares |= 1 << cell
            n, foreign, piece = 0, True, s.top[cell]
            while piece >= 0:
                if s.owner[piece] == s.turn and (n == 0 or s.cover):
                    foreign = False
                n += 1
                piece = s.below[piece]
            if n < least:
                lowest, least, strange = 0, n, False
            if n == least:
                lowest |= 1 << cell
                strange = strange or foreign
        return lowest if strange else squares

    return open_starts


@question("0.2")
def placed(ask, before):
    """Is the set-up complete?"""
    return lambda s: s.hand == 0


@question("0.4")
def starter(ask, before):
    """Who begins after the set-up: the first to place (0-b)."""
    return lambda s: 0


# ---- what may move ---------------------------------------------------------------------------------------------------


@question("0.9")
def behind(ask, before):
    """The occupied squares with a piece behind this one (0.9: on a lower rank)."""
    return lambda s, piece, cell: s.all & LOWER[cell % RANKS]


@question("0.9")
def held(ask, before):
    """Is this piece, on a square of s.holds, held there?

    Evaluated at each moment (0-i), for every piece of a stack (0-h).
    """
    behind = ask.behind
    return lambda s, piece, cell: behind(s, piece, cell) != 0


@question("0.7")
def movers(ask, before):
    """The squares whose top piece the player on turn may take sideways: his own."""
    return lambda s: s.own[s.turn]


@question("0.8")
def run(ask, before):
    """The squares from which this number may advance a piece: those of the lane it names."""
    return lambda s, number: s.all & 511 << (number - 1) * RANKS


@question("0.8")
def ahead(ask, before):
    """The next square on the piece's way."""
    return lambda s, piece, cell: cell - 1 if s.back >> piece & 1 else cell + 1


# ---- where it may go, and what becomes of it -------------------------------------------------------------------------


@question("0.10")
def is_home(ask, before):
    """Is the piece home when it comes forward to this square?"""
    return lambda s, piece, cell: cell % RANKS == LAST


@question("0.8")
def lands(ask, before):
    """Does the displacement of this unit to this square exist, all its consequences included?"""
    return lambda s, piece, to, how: True


@question("0.10")
def finish(ask, before):
    """A piece is home: it leaves the board, covers nobody and holds nobody up (0-f)."""

    def finish(s, piece):
        s.finished |= 1 << piece

    return finish


@question("0.8")
def drop(ask, before):
    """A lifted unit comes to a square that is ready for it: on top of whatever is there, or home."""
    is_home, finish, put = ask.is_home, ask.finish, ask.put

    def drop(s, top, bottom, to, how):
        if how == FORWARD and is_home(s, top, to):
            while top != bottom:
                finish(s, top)
                top = s.below[top]
            finish(s, top)
        else:
            put(s, top, bottom, to)

    return drop


@question("0.8")
def clear(ask, before):
    """Make room for a unit that comes to this square."""

    def clear(s, piece, to, how):
        pass

    return clear


@question("0.8")
def stuck(ask, before):
    """The player on turn had no forward move: nothing happens."""

    def stuck(s):
        pass

    return stuck


# ---- the end ---------------------------------------------------------------------------------------------------------


@question("0.10")
def fulfils(ask, before):
    """Has the player reached the end of the game?"""
    return lambda s, player: (s.finished & s.mine[player]).bit_count() >= s.target


@question("0.10")
def judge(ask, before):
    """Who has won, after an action that brought somebody home?  The player on turn if he is one of several (8-e)."""
    fulfils = ask.fulfils

    def judge(s):
        if fulfils(s, s.turn):
            return 1 << s.turn
        winners = 0
        for player in range(s.players):
            if fulfils(s, player):
                winners |= 1 << player
        return winners

    return judge
