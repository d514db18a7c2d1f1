"""The lists of legal moves, and what may move at all.

Moves are listed once for all: reader, refusals, players and playouts use the same lists.  A move is packed in an int:
from (bit 0), to (bit TO), how many pieces from the top (bit MANY; 0 is a pass), number used (bit NUMBER), which
piece of a player's (bit PIECE, 0 where none is named).  At a roll the int is the throw, three bits a die.
"""

from .composing import part
from .state import ANNOUNCE, EITHER, FORWARD, HAND, MANY, NUMBER, PIECE, PLACE, SECRET, SIDEWAYS, TO

ONE = 1 << MANY

# ---- the lists of moves ----------------------------------------------------------------------------------------------


@part
def place_moves(ask, before):
    """Every square on which the player on turn may place a piece (0.2, 0.3), and which piece where they differ."""
    open_starts, placeable = ask.open_starts, ask.placeable

    def place_moves(s):
        k, squares = 0, open_starts(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            move = HAND | (bit.bit_length() - 1) << TO | ONE
            if s.named:
                choice = placeable(s) >> 4 * s.colours * s.turn
                while choice:
                    piece = choice & -choice
                    choice ^= piece
                    s.moves[k] = move | piece.bit_length() << PIECE
                    k += 1
            else:
                s.moves[k] = move
                k += 1
        return k

    return place_moves


@part
def clear_squares(ask, before):
    """Squares, as bits, onto which whatever may move can go: empty ones that do nothing, or all of them.

    A push by itself (13) never fails: who is not pushed is climbed on.
    """
    effects, barred = ask.answered("walls", "springs", "slips"), ask.answered("climbable")

    def clear_squares(s):
        return 0 if s.variants & effects else ~s.all if s.variants & barred else -1

    return clear_squares


@part
def side_steps(ask, before):
    """Append every side-step of what the player may take (0.5, 0.7, 0.9) after the k listed moves."""
    movers, held, feasible, larger, open_rank = ask.movers, ask.held, ask.feasible, ask.larger, ask.open_rank
    clear = ask.clear_squares
    blocks, shut = ask.answered("larger"), ask.answered("open_rank")

    def side_steps(s, k):
        asks, squares, free = s.variants, movers(s), clear(s)
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if (s.holds & bit and held(s, piece, cell)) or (asks & shut and not open_rank(s, cell)):
                continue
            low, high, n = s.low[cell], s.high[cell], 1
            while True:
                # a move is written and then counted or not: a processor can foresee that
                s.moves[k] = cell | low << TO | n << MANY
                k += low >= 0 and (free >> low & 1 != 0 or feasible(s, cell, n, low, -1))
                s.moves[k] = cell | high << TO | n << MANY
                k += high >= 0 and (free >> high & 1 != 0 or feasible(s, cell, n, high, 1))
                if asks & blocks == 0:
                    break
                n = larger(s, cell, n)
                if n == 0:
                    break
        return k

    return side_steps


@part
def sideways_moves(ask, before):
    """A pass, every side-step, and what else the sideways step allows."""
    side_steps, climbs, climbing = ask.side_steps, ask.climbs, ask.answered("climbs")

    def sideways_moves(s):
        s.moves[0] = 0
        k = side_steps(s, 1)
        return climbs(s, k) if s.variants & climbing else k

    return sideways_moves


@part
def forward_moves(ask, before):
    """Append every advance the numbers allow (0.8); a number that allows none may only be used up by a pass."""
    held, ahead, feasible, run, larger = ask.held, ask.ahead, ask.feasible, ask.run, ask.larger
    together, excluded, entries, optional = ask.together, ask.excluded, ask.entries, ask.optional
    number_at = ask.number_at
    clear = ask.clear_squares
    blocks, barred, enters = ask.answered("larger"), ask.answered("excluded"), ask.answered("entries")
    lax, drawn = ask.answered("optional"), ask.answered("number_at")

    def forward_moves(s, k):
        i, asks, free = 0, s.variants, clear(s)
        number = number_at(s, 0) if asks & drawn else s.dice & 7
        while number:
            first, squares = k, run(s, number)
            while squares:
                bit = squares & -squares
                squares ^= bit
                cell = bit.bit_length() - 1
                piece = s.top[cell]
                if s.holds & bit and held(s, piece, cell):
                    continue
                to, n = ahead(s, piece, cell), 1
                while True:
                    if (n == 1 or together(s, piece, n)) and not (asks & barred and excluded(s, number, cell, n)):
                        if free >> to & 1 or feasible(s, cell, n, to, 0):
                            s.moves[k] = cell | to << TO | n << MANY | number << NUMBER
                            k += 1
                    if asks & blocks == 0:
                        break
                    n = larger(s, cell, n)
                    if n == 0:
                        break
            advances = k > first
            if asks & enters:
                k = entries(s, number, k)
            if k == first or (asks & lax and optional(s, number, advances)):
                s.moves[k] = number << NUMBER
                k += 1
            i += 1
            if asks & drawn:
                number = number_at(s, i)
            else:
                number = s.dice >> 3 if i == 1 and s.dice >> 3 != number else 0
        return k

    return forward_moves


@part
def list_moves(ask, before):
    """List the moves of the present step (not of a chance step) in s.moves; how many there are."""
    place_moves, sideways_moves, forward_moves = ask.place_moves, ask.sideways_moves, ask.forward_moves
    side_steps, climbs = ask.side_steps, ask.climbs

    def list_moves(s):
        if s.step == SIDEWAYS:
            return sideways_moves(s)
        if s.step == FORWARD:
            return forward_moves(s, 0)
        if s.step == PLACE:
            return place_moves(s)
        if s.step == EITHER:
            return forward_moves(s, climbs(s, side_steps(s, 0)))
        # the other steps offer numbers: 1 2 (announce), 0 1 (offer: - double; answer: take drop; joker: any again)
        low, count = 0, 2
        if s.step == ANNOUNCE:
            low = 1
        elif s.step == SECRET:
            low, count = 1, s.pieces
        for k in range(count):
            s.moves[k] = (low + k) << NUMBER
        return count

    return list_moves


# ---- dead positions --------------------------------------------------------------------------------------------------


@part
def alive(ask, before):
    """Can anything on the board move, whatever the dice and whoever is on turn?  (0-l)"""
    held, ahead, feasible, open_rank, lively = ask.held, ask.ahead, ask.feasible, ask.open_rank, ask.lively
    anybody = ask.answered("movers")

    def alive(s):
        squares, holding = s.all & ~s.holds, s.all & s.holds  # where nobody can be held it is soon told
        while squares or holding:
            if squares == 0:
                squares, holding = holding, 0
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if s.holds & bit and held(s, piece, cell):
                continue
            if feasible(s, cell, 1, ahead(s, piece, cell), 0):
                return True
            if (s.variants & anybody != 0 or s.gone >> s.owner[piece] & 1 == 0) and open_rank(s, cell):
                if s.low[cell] >= 0 and feasible(s, cell, 1, s.low[cell], -1):
                    return True
                if s.high[cell] >= 0 and feasible(s, cell, 1, s.high[cell], 1):
                    return True
        return lively(s)

    return alive


@part
def stop(ask, before):
    """Who wins a dead position: those still in the game with most pieces home, nobody if all are level."""
    ranked, level = ask.ranked, ask.level

    def stop(s):
        best, winners, everybody = -1, 0, 0
        for player in range(s.players):
            if s.gone >> player & 1 == 0:
                everybody |= 1 << player
                home = ranked(s, player)
                if home > best:
                    best, winners = home, 0
                if home == best:
                    winners |= 1 << player
        return level(s, winners) if winners == everybody else winners

    return stop
