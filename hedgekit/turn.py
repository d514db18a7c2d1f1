"""The turn: lists of legal moves, what a move does, the run from step to step, playouts.

Moves are listed once for all: reader, refusals, players and playouts use the same lists.  A move is packed in an
int: from (bit 0), to (bit TO), how many pieces from the top (bit MANY; 0 is a pass), number used (bit NUMBER).
"""

from .board import RANKS
from .composing import part
from .state import DRAW, FORWARD, HAND, MANY, NUMBER, OVER, PLACE, ROLL, SIDEWAYS, TO

ONE = 1 << MANY
LOW32 = (1 << 32) - 1
MULTIPLIER = 698769069  # of the multiply-with-carry generator; products stay below 2 ** 63


# ---- the lists of moves ----------------------------------------------------------------------------------------------


@part
def place_moves(ask, before):
    """Every square on which the player on turn may place a piece (0.2, 0.3)."""
    open_starts = ask.open_starts

    def place_moves(s):
        k, squares = 0, open_starts(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            s.moves[k] = HAND | (bit.bit_length() - 1) << TO | ONE
            k += 1
        return k

    return place_moves


@part
def sideways_moves(ask, before):
    """A pass, and every side-step of a free piece the player may take (0.5, 0.7, 0.9)."""
    movers, held, lands, checked = ask.movers, ask.held, ask.lands, ask.answered("lands")

    def sideways_moves(s):
        s.moves[0] = 0
        k, squares = 1, movers(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if s.holds & bit == 0 or not held(s, piece, cell):
                to = s.low[cell]
                if to >= 0 and (not checked or lands(s, piece, to, SIDEWAYS)):
                    s.moves[k] = cell | to << TO | ONE
                    k += 1
                to = s.high[cell]
                if to >= 0 and (not checked or lands(s, piece, to, SIDEWAYS)):
                    s.moves[k] = cell | to << TO | ONE
                    k += 1
        return k

    return sideways_moves


@part
def forward_moves(ask, before):
    """Every advance the numbers allow (0.8); a number that allows none may only be used up by a pass."""
    held, ahead, lands, run, checked = ask.held, ask.ahead, ask.lands, ask.run, ask.answered("lands")

    def forward_moves(s):
        k, number, other = 0, s.dice & 7, s.dice >> 3
        while number:
            first, squares = k, run(s, number)
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                piece = s.top[cell]
                if s.holds & bit == 0 or not held(s, piece, cell):
                    to = ahead(s, piece, cell)
                    if not checked or lands(s, piece, to, FORWARD):
                        s.moves[k] = cell | to << TO | ONE | number << NUMBER
                        k += 1
            if k == first:
                s.moves[k] = number << NUMBER
                k += 1
            number, other = other if other != number else 0, 0
        return k

    return forward_moves


@part
def list_moves(ask, before):
    """List the moves of the present step (not of a chance step) in s.moves; how many there are."""
    place_moves, sideways_moves, forward_moves = ask.place_moves, ask.sideways_moves, ask.forward_moves

    def list_moves(s):
        if s.step == SIDEWAYS:
            return sideways_moves(s)
        if s.step == FORWARD:
            return forward_moves(s)
        return place_moves(s)

    return list_moves


# ---- dead positions --------------------------------------------------------------------------------------------------


@part
def alive(ask, before):
    """Can anything on the board move, whatever the dice and whoever is on turn?  (0-l)"""
    held, ahead, lands = ask.held, ask.ahead, ask.lands

    def alive(s):
        squares = s.all
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if s.holds & bit == 0 or not held(s, piece, cell):
                if lands(s, piece, ahead(s, piece, cell), FORWARD):
                    return True
                if s.low[cell] >= 0 and lands(s, piece, s.low[cell], SIDEWAYS):
                    return True
                if s.high[cell] >= 0 and lands(s, piece, s.high[cell], SIDEWAYS):
                    return True
        return False

    return alive


@part
def stop(ask, before):
    """Who wins a dead position: those with most pieces home, nobody if all are level."""

    def stop(s):
        best, winners = -1, 0
        for player in range(s.players):
            home = (s.finished & s.mine[player]).bit_count()
            if home > best:
                best, winners = home, 0
            if home == best:
                winners |= 1 << player
        return DRAW if winners == (1 << s.players) - 1 else winners

    return stop


# ---- from step to step -----------------------------------------------------------------------------------------------


@part
def set_up(ask, before):
    """Begin a game: every piece in hand."""

    def set_up(s):
        for cell in range(s.lanes * RANKS):
            s.top[cell] = -1
        s.hand = 0
        for player in range(s.players):
            s.own[player] = 0
            s.hand |= s.mine[player]
        s.back = s.returning
        s.all = s.finished = s.out = 0
        s.turn = s.todo = s.dice = s.won = 0
        s.step = s.prelude

    return set_up


@part
def enter(ask, before):
    """The lowest of these pieces comes from the hand."""
    put = ask.put

    def enter(s, pieces, cell):
        bit = pieces & -pieces
        piece = bit.bit_length() - 1
        s.hand ^= bit
        put(s, piece, piece, cell)

    return enter


@part
def place(ask, before):
    """The player on turn places a piece; then the next one with a piece in hand, or the first turn begins."""
    enter, placed, starter = ask.enter, ask.placed, ask.starter

    def place(s, cell):
        enter(s, s.hand & s.mine[s.turn], cell)
        if placed(s):
            s.turn = starter(s)
            s.step = ROLL
        else:
            s.turn = (s.turn + 1) % s.players
            while s.hand & s.mine[s.turn] == 0:
                s.turn = (s.turn + 1) % s.players

    return place


@part
def displace(ask, before):
    """Move n pieces from the top of a square to another: lift, clear, drop."""
    lift, clear, drop, clears = ask.lift, ask.clear, ask.drop, ask.answered("clear")

    def displace(s, cell, to, n, how):
        top, bottom = lift(s, cell, n)
        if clears:
            clear(s, top, to, how)
        drop(s, top, bottom, to, how)

    return displace


@part
def play(ask, before):
    """Play one packed move and run on to the next step."""
    receive, spend, place, displace, stuck = ask.receive, ask.spend, ask.place, ask.displace, ask.stuck
    judge, alive, stop = ask.judge, ask.alive, ask.stop

    def play(s, move):
        if s.step == ROLL:
            receive(s, move >> NUMBER)
            s.todo = s.plan
            s.step = s.todo & 15
        elif s.step == PLACE:
            place(s, move >> TO & 63)
        else:
            finished = s.finished
            s.todo >>= 4
            if s.step == FORWARD:
                spend(s, move >> NUMBER)
            if move >> MANY & 31:
                displace(s, move & 63, move >> TO & 63, move >> MANY & 31, s.step)
            elif s.step == FORWARD:
                stuck(s)
            if s.finished != finished:
                s.won = judge(s)
            if s.mortal and s.won == 0 and not alive(s):
                s.won = stop(s)
            if s.won:
                s.step = OVER
                s.todo = s.dice = 0
            elif s.todo:
                s.step = s.todo & 15
            else:
                s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
                s.step = ROLL
                s.dice = 0

    return play


# ---- chance and playouts ---------------------------------------------------------------------------------------------


@part
def outcomes(ask, before):
    """How many equally likely outcomes a chance step has."""
    return lambda s: s.throws


@part
def outcome(ask, before):
    """The k-th outcome of a chance step, as a packed move."""
    throw = ask.throw
    return lambda s, k: throw(s, k) << NUMBER


@part
def draw(ask, before):
    """A number 0 .. n-1 from s.rng, by multiply-with-carry: never leaves int64, so the same game everywhere."""

    def draw(s, n):
        s.rng = (s.rng & LOW32) * MULTIPLIER + (s.rng >> 32)
        return ((s.rng ^ s.rng >> 32) & LOW32) * n >> 32

    return draw


@part
def playout(ask, before):
    """Play on at random, from the listed moves; the number of turns begun."""
    list_moves, play, outcomes, outcome, draw = ask.list_moves, ask.play, ask.outcomes, ask.outcome, ask.draw

    def playout(s, limit):
        turns = 0
        while s.step != OVER and turns < limit:
            if s.step == ROLL:
                turns += 1
                play(s, outcome(s, draw(s, outcomes(s))))
            else:
                n = list_moves(s)
                play(s, s.moves[draw(s, n) if n > 1 else 0])
        return turns

    return playout


def seeded(seed: int, index: int) -> int:
    """The generator's state for game `index` of a seed; also for move `index` of a played game."""
    x = ((seed & 0xFFFFFF) << 32 | index & LOW32) + 1
    for _ in range(8):
        x = ((x ^ x >> 32) & LOW32) * MULTIPLIER + (x >> 32)
    return x
