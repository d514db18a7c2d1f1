"""Lists of legal moves, and dead positions.

Parsing, refusals, players and playouts use the same lists.  A move is packed in an int: origin (bit 0), target (bit
TO), number of pieces from the top (bit MANY; 0 is a pass), number used (bit NUMBER), the player's piece (bit PIECE, 0
if none is named).  At a roll the int is the throw, three bits a die.
"""

from .composing import VariantsAnswering, ask, part
from .state import ANNOUNCE, EITHER, FORWARD, HAND, MANY, NUMBER, PIECE, PLACE, SECRET, SIDEWAYS, TO

ONE = 1 << MANY
EFFECTS = VariantsAnswering("walls", "springs", "slips")
SHUT = VariantsAnswering("climbable")
BLOCKS = VariantsAnswering("larger")
FULL = VariantsAnswering("open_rank")
CLIMBING = VariantsAnswering("climbs")
BARRED = VariantsAnswering("excluded")
ENTERS = VariantsAnswering("entries")
LAX = VariantsAnswering("optional")
DRAWN = VariantsAnswering("number_at")
ANYBODY = VariantsAnswering("movers")

# ---- the lists of moves ----------------------------------------------------------------------------------------------


@part
def place_moves(s):
    """List the placements: every open start square (0.2, 0.3), with each placeable piece if they differ."""
    k, squares = 0, ask.open_starts(s)
    while squares:
        bit = squares & -squares
        squares ^= bit
        k = ask.add_from_hand(s, k, HAND | (bit.bit_length() - 1) << TO | ONE)
    return k


@part
def add_from_hand(s, k, move):
    """Append a move from the hand after the k listed ones, once for each placeable piece if they differ."""
    if s.placement_names_piece:
        choice = ask.placeable(s) >> 4 * s.colours * s.turn
        while choice:
            piece = choice & -choice
            choice ^= piece
            s.moves[k] = move | piece.bit_length() << PIECE
            k += 1
        return k
    s.moves[k] = move
    return k + 1


@part
def clear_squares(s):
    """Return squares that every move can enter; a push (13) never fails: a piece not pushed is climbed on."""
    return 0 if s.variants & EFFECTS else ~s.all if s.variants & SHUT else -1


@part
def side_steps(s, k):
    """Append all side-steps (0.5, 0.7, 0.9) after the k listed moves."""
    asks, squares, free = s.variants, ask.movers(s), ask.clear_squares(s)
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        if (s.holds & bit and ask.held(s, piece, cell)) or (asks & FULL and not ask.open_rank(s, cell)):
            continue
        low, high, n = s.low[cell], s.high[cell], 1
        while n:
            # write each move, then count it or not: no branch for the processor to mispredict
            s.moves[k] = cell | low << TO | n << MANY
            k += low >= 0 and (free >> low & 1 != 0 or ask.feasible(s, cell, n, low, -1))
            s.moves[k] = cell | high << TO | n << MANY
            k += high >= 0 and (free >> high & 1 != 0 or ask.feasible(s, cell, n, high, 1))
            n = ask.larger(s, cell, n) if asks & BLOCKS else 0
    return k


@part
def sideways_moves(s):
    """List a pass, all side-steps and further moves of the sideways step."""
    s.moves[0] = 0
    k = ask.side_steps(s, 1)
    return ask.climbs(s, k) if s.variants & CLIMBING else k


@part
def forward_moves(s, k):
    """Append every advance the numbers allow (0.8); a number without one is used up by a pass."""
    i, asks, free = 0, s.variants, ask.clear_squares(s)
    number = ask.number_at(s, 0) if asks & DRAWN else s.dice & 7
    while number:
        first, squares = k, ask.run(s, number)
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            if s.holds & bit and ask.held(s, piece, cell):
                continue
            to, n = ask.ahead(s, piece, cell), 1
            while n:
                if (n == 1 or ask.together(s, piece, n)) and not (asks & BARRED and ask.excluded(s, number, cell, n)):
                    if free >> to & 1 or ask.feasible(s, cell, n, to, 0):
                        s.moves[k] = cell | to << TO | n << MANY | number << NUMBER
                        k += 1
                n = ask.larger(s, cell, n) if asks & BLOCKS else 0
        advances = k > first
        if asks & ENTERS:
            k = ask.entries(s, number, k)
        if k == first or (asks & LAX and ask.optional(s, number, advances)):
            s.moves[k] = number << NUMBER
            k += 1
        i += 1
        if asks & DRAWN:
            number = ask.number_at(s, i)
        else:
            number = s.dice >> 3 if i == 1 and s.dice >> 3 != number else 0
    return k


@part
def list_moves(s):
    """List the moves of the current step (not a chance step) in s.moves, and return their number."""
    if s.step == SIDEWAYS:
        return ask.sideways_moves(s)
    if s.step == FORWARD:
        return ask.forward_moves(s, 0)
    if s.step == PLACE:
        return ask.place_moves(s)
    if s.step == EITHER:
        return ask.forward_moves(s, ask.climbs(s, ask.side_steps(s, 0)))
    # the other steps choose a number: 1 2 (announce), 0 1 (offer: - double; answer: take drop; joker: any again)
    low, count = 0, 2
    if s.step == ANNOUNCE:
        low = 1
    elif s.step == SECRET:
        low, count = 1, s.pieces
    for k in range(count):
        s.moves[k] = (low + k) << NUMBER
    return count


# ---- dead positions --------------------------------------------------------------------------------------------------


@part
def is_alive(s):
    """Return whether any piece on the board can move, whatever the dice and whoever is on turn (0-l)."""
    squares, holding = s.all & ~s.holds, s.all & s.holds  # first squares that hold nobody: a quick test
    while squares or holding:
        if squares == 0:
            squares, holding = holding, 0
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        if s.holds & bit and ask.held(s, piece, cell):
            continue
        if ask.feasible(s, cell, 1, ask.ahead(s, piece, cell), 0):
            return True
        if (s.variants & ANYBODY != 0 or s.gone >> s.owner[piece] & 1 == 0) and ask.open_rank(s, cell):
            if s.low[cell] >= 0 and ask.feasible(s, cell, 1, s.low[cell], -1):
                return True
            if s.high[cell] >= 0 and ask.feasible(s, cell, 1, s.high[cell], 1):
                return True
    return ask.still_alive(s)


@part
def dead_winners(s):
    """Return the winners of a dead position: the best ranked players in the game, nobody if all are level."""
    best, winners, everybody = -1, 0, 0
    for player in range(s.players):
        if s.gone >> player & 1 == 0:
            everybody |= 1 << player
            home = ask.ranked(s, player)
            if home > best:
                best, winners = home, 0
            if home == best:
                winners |= 1 << player
    return ask.tied_winners(s, winners) if winners == everybody else winners
