"""Endgames solved exactly during play, if the reachable turns are few enough for a table.

The nodes of the table are states in which a throw is due, another player decides, or the game is over, identified by a
fingerprint.  From each node every throw is followed through all moves to the nodes where the turn can end; then all
players' chances are updated, each player choosing their own best, until they converge (value iteration; R. Bellman,
Dynamic Programming, 1957).  Games with hidden information, or chance other than one or two dice, are not tabled.
`tools/exact.py` does the same in ordinary Python, slowly; tests compare the two.
"""

from ..composing import VariantsAnswering, ask, part
from ..playouts import LOW32, MULTIPLIER
from ..state import CALL, OVER, ROLL, SEED, STATE_FIELDS, compile_function
from .memory import EDGES, SCRATCH, SLOTS, THROWS, TURNS, WAITING, WORTHS

BEGUN, REACHED, OPENED, EDGED, MOST, FAILED, SWEPT, THROWN = range(8)  # indices of `mind.table`
NONE, OPENING, SWEEPING, SOLVED = 0, 1, 2, 3  # states of a table, in `mind.table[BEGUN]`
STACKED = SCRATCH  # index of the first scratch state waiting in mid-turn; those of the nodes follow
FINE = 10  # extra bits of a chance in the table, beyond FULL
STILL = 512  # convergence threshold of a chance in the table
SWEEPS = 2_000  # most sweeps
SOON = 20
A_PLAYOUT = 60  # most turns in a table per playout of the player
HUGE = 1 << 40
PLAYED = ("top", "below", "own", "all", "finished", "out", "hand", "back", "carriers", "turn_count", "first")
"""Fields that do not affect the future, or enter the fingerprint in another form."""
STIR = "x = ((x ^ {} & LOW32) & LOW32) * MULTIPLIER + (x >> 32)"


def _asked():
    """Return (name, declaration) of the fields in a fingerprint, besides the pieces."""
    return [(name, known) for name, known in STATE_FIELDS.items() if known.lives not in (CALL, SEED)]


def _guard(known):
    bits = sum(1 << number for number in known.variants)
    return f"if s.variants & {bits}:" if bits else "if True:"


NEVER = VariantsAnswering("imagine")


@part
def piece_state(ask, before):
    """Return the properties that distinguish a piece within its colour: its direction, and special roles."""
    lines = ["m = s.back >> piece & 1 | (s.carriers >> piece & 1) << 1"]
    named = [known for known in _asked() if known[0] not in PLAYED and known[1].unit in ("piece", "pieces")]
    for place, (name, known) in enumerate(named):
        one = f"s.{name} == piece" if known.unit == "piece" else f"s.{name} >> piece & 1"
        told = "piece << 16" if known.length else f"(1 if {one} else 0) << {2 + place}"
        lines += [_guard(known), f"    m |= {told}"]
    return compile_function("piece_state(s, piece)", [*lines, "return m"])


@part
def hash_fields(ask, before):
    """Hash the fields of a state, except its pieces, into a fingerprint."""
    lines = []
    for name, known in _asked():
        if name not in PLAYED and known.unit not in ("piece", "pieces"):
            head = f"for k in range({known.length}): " if known.length else ""
            lines += [_guard(known), "    " + head + STIR.format(f"s.{name}" + ("[k]" if head else ""))]
    return compile_function("hash_fields(s, x)", [*lines, "return x"], LOW32=LOW32, MULTIPLIER=MULTIPLIER)


@part
def fingerprint(s):
    """Return a number that is equal for states with the same future, and (but for a chance of 2 ** -60) only then."""
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
    while left:  # off the board the order of pieces does not matter
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
    """Store a copy of a state after the scratch states (when compiled, a record in reserved memory)."""
    while len(work) <= place:
        work.append(s)
    work[place] = s.copy(work[0])  # shares its scratch: a stored state is not played


@part
def table_index(s, work, mind):
    """Return the index of a state in the table, adding it if it is new; -1 if the table is full."""
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
    """Add an edge from the current throw to a node, unless it exists; return -1 if the table is full."""
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
    """Return whether a player's turn has ended, so the state is a node of the table."""
    return s.step == ROLL or s.step == OVER or s.turn != me


@part
def add_turn_ends(work, mind, first, me):
    """Add edges to all nodes where the turn in the third scratch state can end; return -1 if that is impossible.

    first: the first edge of the same throw.
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
    """Expand the next node of the table by every throw; return -1 if that is impossible."""
    at = mind.table[OPENED]
    place = STACKED + WAITING + at
    me, step, dice = work[place].turn, work[place].step, 0
    mind.table[OPENED] = at + 1
    mind.begins[at] = mind.table[THROWN]
    if step == ROLL:
        dice = ask.dice_count(work[place])
    if dice > 2 or (step != ROLL and ask.is_chance(work[place])):
        return -1
    high = 6 if dice > 1 else 1  # two dice in any order: different numbers are twice as frequent
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
    """Update all chances at every node, from the last to the first; return the largest change.

    A turn costs 2 ** -SOON of a chance, so the quickest of equal continuations is preferred.
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
    """Estimate the number of reachable turns; HUGE if there are many, or with hidden information.

    It is the product of the squares ahead of each piece in all lanes, regardless of the order within a colour.
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
    """Add the nodes where the turn can end after each of n moves; return -1 if that is impossible."""
    for k in range(n):
        ask.save(work, 2, s)
        ask.play(work[2], mind.moves[k])
        if ask.add_turn_ends(work, mind, mind.table[EDGED], s.turn) < 0:
            return -1
    mind.table[EDGED] = 0
    return 0


@part
def read_table(s, work, mind, n):
    """Read the chances of n moves from the table, the best first; return -1 if they are not in it."""
    me, edges = s.turn, mind.table[EDGED]
    mind.table[MOST] = mind.table[REACHED]  # add nothing
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
    """Begin a table with the ends of n moves; return -1 if it is likely to be too large."""
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
    """Solve n moves under best play by everybody (MASTER); return 1 if they are solved, -1 if that is impossible.

    0 if the table is unfinished after `most` turns; the next call goes on.  A table serves all later decisions that it
    contains.
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
