"""The named questions a variant may answer, with the base game's answers.  This file is the map of the game.

`composing.py` says how they are declared and composed; `turn.py` asks them, and `displacement.py`, which adds those
of a single displacement.  Clauses are those of rules.md, section 0.
"""

from .board import CELLS, COLOURS, LAST, LINE, LOWER, PIECES, PRINTED_BLACK, RANKS, bits_of
from .composing import question, setting
from .state import FORWARD, PLACE, ROLL, SIDEWAYS

# ---- settings: asked once for a rule set -----------------------------------------------------------------------------


@setting("0.1")
def variants(given, before):
    """The variants in play, as bits."""
    return sum(1 << number for number in given.rules.variants)


@setting("0.1")
def players(given, before):
    """How many play."""
    return given.rules.players


@setting("0.1", no="refusal.off_board")
def lanes(given, before):
    """How many lanes the board has."""
    return 6


@setting("0.1")
def pieces(given, before):
    """How many pieces each colour has."""
    return 4


@setting("0.1")
def colours(given, before):
    """How many colours each player has."""
    return 1


@setting("0.1")
def named(given, before):
    """1 if the pieces of a player differ, so that placing one names it."""
    return 0


@setting("0.2")
def marked(given, before):
    """1 if the pieces of one colour differ, so that any of those in hand may be the one that comes."""
    return 0


@setting("0.4")
def plan(given, before):
    """The steps of a turn after the roll, four bits each, the first one lowest."""
    return SIDEWAYS | FORWARD << 4


@setting("0.4")
def after_sideways(given, before):
    """The steps that follow a side-step chosen where either kind was free, four bits each, the last one lowest."""
    return 0


@setting("0.4")
def after_forward(given, before):
    """The steps that follow an advance chosen where either kind was free, four bits each, the last one lowest."""
    return 0


@setting("0.6")
def thrown(given, before):
    """How many dice a throw has."""
    return 1


@setting("0.6")
def numbered(given, before):
    """1 if an advance says which number it uses."""
    return 0


@setting("0.6")
def hoarded(given, before):
    """1 if a kept die joins the one thrown, so that an advance chooses between two numbers."""
    return 0


@setting("0.6")
def drafted(given, before):
    """1 if the numbers lie in a pool that all draw from."""
    return 0


@setting("0.6")
def carded(given, before):
    """1 if numbers come from cards instead of dice."""
    return 0


@setting("0.4")
def written(given, before):
    """1 if a position must say which steps of the turn are still to come."""
    return 0


@setting("0.2")
def trickles(given, before):
    """1 if pieces come from the hand during the race."""
    return 0


@setting("0.10")
def strict(given, before):
    """1 if a piece that arrives may be disqualified."""
    return 0


@setting("0.10")
def staked(given, before):
    """1 if the game has a stake that may be doubled."""
    return 0


@setting("0.2")
def opening(given, before):
    """The steps before the first turn, four bits each, the first one lowest."""
    return PLACE


@setting("0.3")
def cover(given, before):
    """Set-up exception: 1 if an own piece anywhere in a stack counts, 0 if only one on top does (0-c)."""
    return int(given.rules.option(0, "cover") == "contains")


@setting("0.9")
def black(given, before):
    """The black squares, whatever they do."""
    return bits_of(PRINTED_BLACK[6])


@setting("0.7")
def wrap(given, before):
    """1 if the outermost lanes are neighbours."""
    return 0


@setting("0.8")
def returning(given, before):
    """The pieces that run from rank i to rank a when the game begins."""
    return 0


@setting("0.8")
def mixed(given, before):
    """1 if pieces may face both ways."""
    return 0


@setting("0.10")
def target(given, before):
    """How many of his pieces a player must bring home."""
    return 3


@setting("0.10")
def vigil(given, before):
    """1 if a game may end without anybody coming home, so that every action is judged."""
    return 0


@setting("0.10")
def mortal(given, before):
    """1 if a position can be dead; in the base game the rearmost rank always has a free top piece (0-l)."""
    return 0


@setting("0.1")
def owner(given, before):
    """Piece -> the player who owns it."""
    return tuple(min(piece // (4 * given.colours), COLOURS - 1) for piece in range(PIECES))


@setting("0.1")
def mine(given, before):
    """Player -> the set of his pieces."""
    each = sum((1 << given.pieces) - 1 << 4 * colour for colour in range(given.colours))
    return tuple(each << 4 * given.colours * player if player < given.players else 0 for player in range(COLOURS))


@setting("0.7")
def low(given, before):
    """Cell -> its neighbour one lane down, or -1."""
    over = given.lanes * RANKS
    edge = over - RANKS if given.wrap else None
    return tuple(
        -1 if cell >= over else cell - RANKS if cell >= RANKS else -1 if edge is None else cell + edge
        for cell in range(CELLS)
    )


@setting("0.7")
def high(given, before):
    """Cell -> its neighbour one lane up, or -1."""
    found = [-1] * CELLS
    for cell, to in enumerate(given.low):
        if to >= 0:
            found[to] = cell
    return tuple(found)


@setting("0.9", yes="because.ordinary")
def holds(given, before):
    """The squares that hold pieces back: the black ones."""
    return given.black


# ---- the dice --------------------------------------------------------------------------------------------------------


@question("0.4")
def begin(ask, before):
    """A player's turn begins: its first step."""
    return ask.deal


@question("0.6")
def deal(ask, before):
    """How the player on turn comes by a number: he rolls."""

    def deal(s):
        s.step = ROLL

    return deal


@question("0.6")
def receive(ask, before):
    """The throw, three bits a die, becomes the numbers to play with."""

    def receive(s, throw):
        s.dice = throw

    return receive


@question("0.6")
def number_at(ask, before):
    """The i-th of the different numbers to play with, 0 when there are no more."""

    def number_at(s, i):
        if i == 0:
            return s.dice & 7
        return s.dice >> 3 if i == 1 and s.dice >> 3 != s.dice & 7 else 0

    return number_at


@question("0.6")
def spend(ask, before):
    """A number has been used."""

    def spend(s, number):
        s.dice = s.dice >> 3 if s.dice & 7 == number else s.dice & 7

    return spend


@question("0.4")
def handover(ask, before):
    """A turn has ended: whose is the next?  The next player's who is still in the game."""

    def handover(s):
        turn = s.turn + 1
        s.turn = turn if turn < s.players else 0
        while s.gone >> s.turn & 1:
            s.turn = s.turn + 1 if s.turn + 1 < s.players else 0

    return handover


# ---- set-up ----------------------------------------------------------------------------------------------------------


@question("0.2", no="refusal.place.high")
def open_starts(ask, before):
    """The squares on which the player on turn may place a piece.

    A lowest one of his start line (0.2); any of it, if all of those hold a piece of his (0.3).
    """
    start_of, climbable, shut = ask.start_of, ask.climbable, ask.answered("climbable")

    def open_starts(s):
        lowest, least, strange, squares = 0, 99, False, 0
        rank = start_of(s, s.turn)
        for lane in range(s.lanes):
            cell = lane * RANKS + rank
            if s.variants & shut and not climbable(s, cell):
                continue
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


@question("0.2", no="refusal.place.piece")
def placeable(ask, before):
    """The pieces in hand the player on turn may place now.

    The lowest of each colour that he has; all, where they differ.
    """

    def placeable(s):
        mine = s.hand & s.mine[s.turn]
        if s.marked:
            return mine
        first = mine & 15 << 4 * s.colours * s.turn
        found = first & -first
        if s.colours == 2:
            second = mine ^ first
            found |= second & -second
        return found

    return placeable


@question("0.2")
def entered(ask, before):
    """A piece of the player on turn has come from the hand."""

    def entered(s, piece):
        pass

    return entered


@question("0.2")
def placed(ask, before):
    """Is the set-up complete, after the player on turn has placed a piece?"""
    return lambda s: s.hand == 0


@question("0.4")
def starter(ask, before):
    """Who begins after the set-up: the first to place (0-b)."""
    return lambda s: s.first


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

    def stepped(s, pieces):
        pass

    return stepped


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

    def stuck(s):
        pass

    return stuck


# ---- the end ---------------------------------------------------------------------------------------------------------


@question("0.10")
def complete(ask, before):
    """Has the player brought enough of this colour of his home?"""

    def complete(s, player, colour):
        return (s.finished >> 4 * (s.colours * player + colour) & 15).bit_count() >= s.target

    return complete


@question("0.10")
def fulfils(ask, before):
    """Has the player reached the end of the game?"""
    complete = ask.complete

    def fulfils(s, player):
        for colour in range(s.colours):
            if complete(s, player, colour):
                return True
        return False

    return fulfils


@question("0.10")
def judge(ask, before):
    """Who has won, after an action?  The player on turn if he is one of several (8-e); 0 if nobody."""
    fulfils = ask.fulfils

    def judge(s):
        if fulfils(s, s.turn) and s.gone >> s.turn & 1 == 0:
            return 1 << s.turn
        winners = 0
        for player in range(s.players):
            if s.gone >> player & 1 == 0 and fulfils(s, player):
                winners |= 1 << player
        return winners

    return judge


@question("0.10")
def ranked(ask, before):
    """What a player is ranked by when nobody can move any more: his pieces home."""
    return lambda s, player: (s.finished & s.mine[player]).bit_count()


@question("0.10")
def level(ask, before):
    """Who wins a dead position in which all are level: nobody."""
    return lambda s, players: 1 << COLOURS


@question("0.10")
def crowned(ask, before):
    """Who has won a game that ended, given those who ended it."""
    return lambda s, winners: winners


@question("0.10")
def lively(ask, before):
    """Is a position that nobody can move in alive all the same?"""
    return lambda s: False


@setting("0.10")
def scored(given, before):
    """1 if a finished game is worth points."""
    return 0


@question("0.10")
def score(ask, before):
    """The points a finished game is worth to a player; none without a scoring."""
    return lambda s, player: 0


# ---- moments at which a variant may step in --------------------------------------------------------------------------


@question("0.2")
def prepare(ask, before):
    """A game begins."""

    def prepare(s):
        pass

    return prepare


@question("0.4")
def decide(ask, before):
    """A number was chosen or drawn at a step that the base game does not have."""

    def decide(s, number):
        pass

    return decide


@question("0.6")
def dice_count(ask, before):
    """How many dice are thrown now."""
    return lambda s: s.thrown


@question("0.6")
def lane_open(ask, before):
    """Can chance name this lane (0 ..) at the step `lane`?"""
    return lambda s, lane: True


@question("0.7")
def climb(ask, before):
    """The piece that climbs in the stack of this square does so."""

    def climb(s, cell):
        pass

    return climb


@question("0.10")
def watch(ask, before):
    """An action begins: what its judgement will want to know."""

    def watch(s):
        pass

    return watch


@question("0.8")
def next_slip(ask, before):
    """The next unit that waits on a slippery square has its lane rolled."""

    def next_slip(s):
        pass

    return next_slip
