"""Endgames solved while a player thinks, where the turns that can follow are few enough to be put into a table.

A throw is due, another player is to decide, or the game is over: these are the table's places, told apart by a
fingerprint of the state.  From each every throw is played on by all moves to where it can end, and then everybody's
chances are reckoned again and again, each player taking what is best for himself, until they stay as they are (value
iteration; R. Bellman, Dynamic Programming, 1957).  What is hidden from a player is in no table, nor what chance decides
but one die or two.
`tools/exact.py` is the same in ordinary Python, slow and sure; tests hold one against the other.
"""

from ..composing import VariantsAnswering, ask, part
from ..playouts import LOW32, MULTIPLIER
from ..state import CALL, OVER, ROLL, SEED, STATE_FIELDS, compile_function
from .memory import EDGES, SCRATCH, SLOTS, THROWS, TURNS, WAITING, WORTHS

BEGUN, REACHED, OPENED, EDGED, MOST, FAILED, SWEPT, THROWN = range(8)  # what `mind.table` has in which place
NONE, OPENING, SWEEPING, SOLVED = 0, 1, 2, 3  # how far a table is
STACKED = SCRATCH  # of the scratch states: where those in the midst of a turn wait; behind them those of the places
FINE = 10  # bits by which a chance in the table is finer than FULL
STILL = 512  # of a chance in the table: what changes less stays as it is
SWEEPS = 2_000  # at most
SOON = 20
A_PLAYOUT = 60  # turns that a table may have for each playout of the player
HUGE = 1 << 40
PLAYED = ("top", "below", "own", "all", "finished", "out", "hand", "back", "carriers", "turn_count", "first")
"""Fields of a state that say nothing of what is to come, or that stand in its fingerprint in another form."""
STIR = "x = ((x ^ {} & LOW32) & LOW32) * MULTIPLIER + (x >> 32)"


def _asked():
    """The fields of which a fingerprint is made beside the pieces, as (name, declaration)."""
    return [(name, known) for name, known in STATE_FIELDS.items() if known.lives not in (CALL, SEED)]


def _guard(known):
    bits = sum(1 << number for number in known.variants)
    return f"if s.variants & {bits}:" if bits else "if True:"


NEVER = VariantsAnswering("imagine")


@part
def piece_state(ask, before):
    """What tells a piece from others of its colour, wherever it is: which way it runs, what it carries or is."""
    lines = ["m = s.back >> piece & 1 | (s.carriers >> piece & 1) << 1"]
    named = [known for known in _asked() if known[0] not in PLAYED and known[1].unit in ("piece", "pieces")]
    for place, (name, known) in enumerate(named):
        one = f"s.{name} == piece" if known.unit == "piece" else f"s.{name} >> piece & 1"
        told = "piece << 16" if known.length else f"(1 if {one} else 0) << {2 + place}"
        lines += [_guard(known), f"    m |= {told}"]
    return compile_function("piece_state(s, piece)", [*lines, "return m"])


@part
def hash_fields(ask, before):
    """Stir what the fields of a state say beside its pieces into a fingerprint."""
    lines = []
    for name, known in _asked():
        if name not in PLAYED and known.unit not in ("piece", "pieces"):
            head = f"for k in range({known.length}): " if known.length else ""
            lines += [_guard(known), "    " + head + STIR.format(f"s.{name}" + ("[k]" if head else ""))]
    return compile_function("hash_fields(s, x)", [*lines, "return x"], LOW32=LOW32, MULTIPLIER=MULTIPLIER)


@part
def fingerprint(s):
    """A number that two states share if, and but for a chance of 2 ** -60 only if, the same can follow from them."""
    if s.step == OVER:
        return s.won + 1
    x, squares, away = 1 << 40, s.all, 0
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        while piece >= 0:
            x = ((x ^ (ask.piece_state(s, piece) << 10 | (piece >> 2) << 6 | cell)) & LOW32) * MULTIPLIER + (x >> 32)
            piece = s.below[piece]
    left = s.finished | s.out | s.hand
    while left:  # wherever they are they stand in no order
        bit = left & -left
        left ^= bit
        piece = bit.bit_length() - 1
        where = 1 if s.finished & bit else 2 if s.out & bit else 3
        y = ask.piece_state(s, piece) << 10 | (piece >> 2) << 2 | where
        for _ in range(3):
            y = ((y ^ y >> 32) & LOW32) * MULTIPLIER + (y >> 32) + 1
        away += y & LOW32
    x = ((x ^ away) & LOW32) * MULTIPLIER + (x >> 32) + (away >> 32)
    return ask.hash_fields(s, x) + 1024


@part
def keep(work, place, s):
    """Keep a copy of a state behind the scratch states.  (Compiled: a record is copied, and there is room.)"""
    while len(work) <= place:
        work.append(s)
    work[place] = s.copy(work[0])  # whose scratch it takes: nothing is done in it while it is kept


@part
def table_index(s, work, mind):
    """The place of a state in the table, where it is put if it is new; -1 if there is no room."""
    key = ask.fingerprint(s)
    slot = (key ^ key >> 29) & SLOTS - 1
    while mind.keys[slot] != 0:
        if mind.keys[slot] == key:
            return mind.places[slot]
        slot = slot + 1 & SLOTS - 1
    at = mind.table[REACHED]
    if at >= mind.table[MOST]:
        return -1
    mind.keys[slot], mind.places[slot] = key, at
    mind.table[REACHED] = at + 1
    mind.whose[at] = s.turn
    for player in range(s.players):
        mind.worth[at * s.players + player] = ask.chance(s, player) << FINE if s.step == OVER else 0
    ask.keep(work, STACKED + WAITING + at, s)
    return at


@part
def add_edge(mind, first, place):
    """Note that a throw can lead to this place, unless that is noted; -1 if there is no room."""
    if place < 0 or mind.table[EDGED] == EDGES:
        return -1
    for k in range(first, mind.table[EDGED]):
        if mind.ends[k] == place:
            return 0
    mind.ends[mind.table[EDGED]] = place
    mind.table[EDGED] += 1
    return 0


@part
def is_turn_over(s, me):
    """Is it a place of the table that this player has played to?"""
    return s.step == ROLL or s.step == OVER or s.turn != me


@part
def add_turn_ends(work, mind, first, me):
    """Note where a player can end who goes on in the third scratch state; -1 if that is in no table.

    first: the first edge of those that are noted for the same throw.
    """
    if ask.is_turn_over(work[2], me):
        return ask.add_edge(mind, first, ask.table_index(work[2], work, mind))
    if ask.is_chance(work[2]):
        return -1
    ask.keep(work, STACKED, work[2])
    waiting = 1
    while waiting > 0:
        waiting -= 1
        ask.save(work, 0, work[STACKED + waiting])
        n = ask.list_moves(work[0])
        for k in range(n):
            mind.ways[k] = work[0].moves[k]
        for k in range(n):
            ask.save(work, 2, work[0])
            ask.play(work[2], mind.ways[k])
            if ask.is_turn_over(work[2], me):
                if ask.add_edge(mind, first, ask.table_index(work[2], work, mind)) < 0:
                    return -1
            elif ask.is_chance(work[2]) or waiting == WAITING:
                return -1
            else:
                ask.keep(work, STACKED + waiting, work[2])
                waiting += 1
    return 0


@part
def expand_next(work, mind):
    """Play the next place of the table on, by every throw if one is due; -1 if where that leads is in no table."""
    at = mind.table[OPENED]
    place = STACKED + WAITING + at
    me, step, dice = work[place].turn, work[place].step, 0
    mind.table[OPENED] = at + 1
    mind.begins[at] = mind.table[THROWN]
    if step == ROLL:
        dice = ask.dice_count(work[place])
    if dice > 2 or (step != ROLL and ask.is_chance(work[place])):
        return -1
    high = 6 if dice > 1 else 1  # two dice in any order: who throws different ones throws them twice as often
    for one in range(6 if dice else 1 if step != OVER else 0):
        for other in range(one if dice > 1 else 0, high):
            throw = mind.table[THROWN]
            if throw == THROWS:
                return -1
            mind.table[THROWN] = throw + 1
            mind.leads[throw], mind.often[throw] = mind.table[EDGED], 2 if dice > 1 and other > one else 1
            ask.save(work, 2, work[place])
            if dice:
                ask.play(work[2], one + 1 | (other + 1 << 3 if dice > 1 else 0))
            if ask.add_turn_ends(work, mind, mind.leads[throw], me) < 0:
                return -1
    mind.begins[at + 1] = mind.table[THROWN]
    mind.leads[mind.table[THROWN]] = mind.table[EDGED]
    return 0


@part
def sweep(mind, players):
    """Reckon everybody's chances at every place once more, from the last one on; the greatest change.

    A turn costs 2 ** -SOON of a chance, so that among equals what ends soonest is best.
    """
    change = 0
    for at in range(mind.table[OPENED] - 1, -1, -1):
        me, weight = mind.whose[at], 0
        for player in range(players):
            mind.shares[player] = 0
        for throw in range(mind.begins[at], mind.begins[at + 1]):
            best = found = -1
            for k in range(mind.leads[throw], mind.leads[throw + 1]):
                value = mind.worth[mind.ends[k] * players + me]
                if value > best:
                    best, found = value, mind.ends[k]
            weight += mind.often[throw]
            for player in range(players):
                mind.shares[player] += mind.often[throw] * mind.worth[found * players + player]
        for player in range(players if weight else 0):
            share = mind.shares[player] // weight
            share -= share >> SOON
            change = max(change, abs(share - mind.worth[at * players + player]))
            mind.worth[at * players + player] = share
    return change


@part
def estimate_turns(s):
    """How many turns can follow, about: squares before the pieces in every lane; HUGE for many, or for what is hidden.

    Pieces of one colour stand in no order.
    """
    found, squares, same = s.players, s.all, 0
    if s.variants & NEVER or s.hand:
        return HUGE
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece = s.top[cell]
        while piece >= 0:
            found *= s.lanes * max(1, s.course - ask.progress(s, piece, cell))
            if found > HUGE:
                return HUGE
            colour = same >> 4 * (piece >> 2) & 15
            same += 1 << 4 * (piece >> 2)
            found //= colour + 1
            piece = s.below[piece]
    return found


@part
def add_first_ends(s, work, mind, n):
    """Put where the turn of each of the n moves can end into the table; -1 if that is in no table."""
    for k in range(n):
        ask.save(work, 2, s)
        ask.play(work[2], mind.moves[k])
        if ask.add_turn_ends(work, mind, mind.table[EDGED], s.turn) < 0:
            return -1
    mind.table[EDGED] = 0
    return 0


@part
def read_table(s, work, mind, n):
    """Take the chances of the n moves from the table, the best first; -1 if they are not in it."""
    me, edges = s.turn, mind.table[EDGED]
    mind.table[MOST] = mind.table[REACHED]  # nothing is new
    for k in range(n):
        ask.save(work, 2, s)
        ask.play(work[2], mind.moves[k])
        known, best = ask.add_turn_ends(work, mind, edges, me), 0
        for edge in range(edges, mind.table[EDGED]):
            best = max(best, mind.worth[mind.ends[edge] * s.players + me])
        mind.table[EDGED] = edges
        if known < 0:
            return -1
        mind.total[k] = best >> FINE
        mind.tries[k] = 1
    ask.keep_best(mind, n, n)
    ask.note_gain(mind, me, n)
    return 1


@part
def begin_table(s, work, mind, n):
    """Begin a table with where the n moves lead, if there is hope that it is small enough; else -1."""
    mind.table[BEGUN] = NONE
    turns = min(TURNS, WORTHS // s.players, A_PLAYOUT * mind.strength[s.turn])
    if mind.room[0]:
        turns = min(turns, mind.room[0])
    guess = ask.estimate_turns(s)
    if guess > turns or (mind.table[FAILED] and 2 * guess > mind.table[FAILED]):
        return -1
    mind.table[FAILED] = guess  # until it is done
    for slot in range(SLOTS):
        mind.keys[slot] = 0
    mind.table[REACHED] = mind.table[OPENED] = mind.table[EDGED] = mind.table[SWEPT] = mind.table[THROWN] = 0
    mind.table[MOST] = turns
    if ask.add_first_ends(s, work, mind, n) < 0:
        return -1
    mind.table[BEGUN] = OPENING
    return 0


@part
def solve(s, work, mind, n, most):
    """MASTER: what each of n moves is worth if everybody plays as well as can be: 1 if it is known, -1 if it cannot be.

    0 if a table is begun and not done after `most` turns: the next call goes on.  A table serves every decision of a
    game that it has.
    """
    if mind.table[BEGUN] == SOLVED and ask.read_table(s, work, mind, n) > 0:
        return 1
    if mind.table[BEGUN] != OPENING and mind.table[BEGUN] != SWEEPING and ask.begin_table(s, work, mind, n) < 0:
        return -1
    while mind.table[BEGUN] == OPENING:
        if mind.table[OPENED] == mind.table[REACHED]:
            mind.table[BEGUN] = SWEEPING
        elif most <= 0:
            return 0
        elif ask.expand_next(work, mind) < 0:
            mind.table[BEGUN] = NONE
            return -1
        most -= 1
    while mind.table[BEGUN] == SWEEPING:
        if most <= 0:
            return 0
        most -= 1 + mind.table[OPENED] // 32
        mind.table[SWEPT] += 1
        if ask.sweep(mind, s.players) < STILL or mind.table[SWEPT] == SWEEPS:
            mind.table[BEGUN], mind.table[FAILED] = SOLVED, 0
    return ask.read_table(s, work, mind, n)
