"""The value network: a small network that estimates the chance to win, and playing by it.

SEEN features per player, in seating order from the player who evaluates: each piece by its progress (nine steps) and
whether it is free, held by a black square, under one piece, or under several; pieces home; number of lanes topped.
Then the player on turn, and a constant.  All of this is public.  Integers only, so all engines agree to the last bit.
`docs/train_players.py` trains the weights by self-play, and `docs/players.md` reports the players' strength.

Source of the method: G. Tesauro, Temporal Difference Learning and TD-Gammon (1995).
"""

from ..board import RANKS
from ..composing import VariantsAnswering, ask, part
from ..state import ANSWER, OFFER, OVER, PLACE, ROLL
from .endgames import STACKED
from .evaluation import FULL
from .memory import HIDDEN, SEEN, SIGHTS, UNIT, WAITING

STEPS = 9  # levels of progress
FREE, HELD, UNDER, DEEP = 0, STEPS, 2 * STEPS, 3 * STEPS  # first features of each kind
AT_HOME, LANES_TOPPED = 4 * STEPS, 4 * STEPS + 3  # 1, 2, 3 or more home: 3 features; 0 .. 3 or more lanes: 4
LEAST = 16  # of FULL: lower bound of a chance in log odds
FURTHER = 8  # most moves played to finish a turn
SEVERAL = VariantsAnswering("thrown", "dice_count")


@part
def shared_features(s, mind, me, n, seen):
    """Append the features that belong to no piece: pieces home, lanes topped, the player on turn.

    seen: features per player; n: the number of features so far.  Return their new number.
    """
    for seat in range(s.players):
        player = me + seat
        if player >= s.players:
            player -= s.players
        home = (s.finished & s.pieces_of[player]).bit_count()
        if home > 0:
            mind.active[n] = seen * seat + AT_HOME + min(home, 3) - 1
            n += 1
        lanes, tops = 0, s.own[player]
        while tops and lanes < 3:
            lane = ((tops & -tops).bit_length() - 1) // RANKS
            lanes += 1
            tops = tops >> RANKS * (lane + 1) << RANKS * (lane + 1)
        mind.active[n] = seen * seat + LANES_TOPPED + lanes
        n += 1
    seat = s.turn - me
    if seat < 0:
        seat += s.players
    mind.active[n] = seen * s.players + seat
    mind.active[n + 1] = (seen + 1) * s.players
    return n + 2


@part
def features(s, mind, me):
    """Write the features of a position for a player, with repeats, into `mind.active`; return their number."""
    n, squares = 0, s.all
    while squares:
        bit = squares & -squares
        squares ^= bit
        cell = bit.bit_length() - 1
        piece, kind = s.top[cell], FREE
        if s.holds & bit and ask.held(s, piece, cell):
            kind = HELD
        while piece >= 0:
            seat = s.owner[piece] - me
            if seat < 0:
                seat += s.players
            far = ask.progress(s, piece, cell)
            if s.course != STEPS - 1:
                far = far * (STEPS - 1) // s.course
            mind.active[n] = SEEN * seat + kind + min(max(far, 0), STEPS - 1)
            n += 1
            kind = DEEP if kind >= UNDER else UNDER
            piece = s.below[piece]
    return ask.shared_features(s, mind, me, n, SEEN)


@part
def logistic(odds):
    """Return FULL / (1 + 2 ** -odds), for odds in units of UNIT * UNIT: a cubic between integer powers."""
    odds = min(max(odds, -15 * FULL), 15 * FULL)
    whole = -odds >> 20
    rest = -odds & FULL - 1
    power = FULL + (rest * (729734 + (rest * (235873 + (rest * 82969 >> 20)) >> 20)) >> 20)
    power = power << whole if whole >= 0 else power >> -whole
    return FULL * FULL // (FULL + power)


@part
def log2_odds(chance):
    """Return the base-2 log odds of a chance out of FULL, in units of UNIT * UNIT: a parabola between powers."""
    found = 0
    for against in range(2):
        much = max(FULL - chance if against else chance, LEAST)
        whole = much.bit_length() - 1
        rest = (much << 20 >> whole) - FULL
        log = (whole << 20) + rest + (rest * (FULL - rest) >> 20) * 348 // UNIT
        found += -log if against else log
    return found


@part
def odds(mind, weights, seen, players, n):
    """Return the network's base-2 log odds, in UNIT * UNIT, for n features in `mind.active` (`seen` per player)."""
    for unit in range(HIDDEN):
        mind.hidden[unit] = 0
    for k in range(n):
        row = mind.active[k] * HIDDEN
        for unit in range(HIDDEN):
            mind.hidden[unit] += weights[row + unit]
    row = ((seen + 1) * players + 1) * HIDDEN
    found = weights[row + HIDDEN] * UNIT
    for unit in range(HIDDEN):
        a = mind.hidden[unit]
        found += weights[row + unit] * (a * UNIT // (UNIT + abs(a)))
    return found


@part
def expect(s, mind, me, learned):
    """Return a player's chance, out of FULL: by the network (learned: 1; a master's: 2), or by `chance` (0).

    `mind.calibration` weights the log odds of the network, perhaps trained under other rules, and of `chance`.
    """
    if learned == 0 or s.step == OVER or s.gone >> me & 1:
        return ask.chance(s, me)
    at = 3 * learned - 3
    if learned == 2:
        odds = ask.odds(mind, mind.wide, SIGHTS, s.players, ask.master_features(s, mind, me))
    else:
        odds = ask.odds(mind, mind.weights, SEEN, s.players, ask.features(s, mind, me))
    odds = odds * mind.calibration[at] // UNIT + mind.calibration[at + 2] * UNIT
    if mind.calibration[at + 1] != 0:
        odds += ask.log2_odds(ask.chance(s, me)) * mind.calibration[at + 1] // UNIT
    return ask.logistic(odds)


@part
def finish_turn(work, place, mind, me, learned):
    """Play a scratch state to the end of a player's turn with the best-looking moves; return the chance then."""
    t, left = work[place], FURTHER
    while left > 0 and t.turn == me and t.step != OVER and not ask.is_chance(t):
        if t.step == OFFER or t.step == ANSWER or t.step == PLACE:
            break  # not part of this turn's moves
        left -= 1
        n, best, found = ask.list_moves(t), -1, t.moves[0]
        if n == 1:
            n = 0  # no choice
        for k in range(n):
            mind.ways[k] = t.moves[k]
        for k in range(n):
            ask.save(work, 3, t)
            ask.play(work[3], mind.ways[k])
            value = ask.expect(work[3], mind, me, learned)
            if value > best:
                best, found = value, mind.ways[k]
        ask.play(t, found)
    return ask.expect(t, mind, me, learned)


@part
def find_win(work, mind, me, most):
    """Look for a sole win in the third scratch state's turn, without chance; return -1, or the tries left of `most`."""
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
            most -= 1
            if work[2].step == OVER and work[2].won == 1 << me:
                return -1
            if most <= 0 or waiting == WAITING:
                return 0
            if not ask.is_turn_over(work[2], me) and not ask.is_chance(work[2]):
                ask.keep(work, STACKED + waiting, work[2])
                waiting += 1
    return most


@part
def guided_playout(work, mind, turns, number, shift):
    """Play the first scratch state on for this many turns, everybody by the network, a turn deep (MASTER).

    The first two throws are stratified: over playouts 0, 1, 2, ... all numbers are equally frequent.
    """
    t = work[0]
    end, thrown = t.turn_count + turns, 0
    while t.step != OVER and t.turn_count <= end:
        if ask.is_chance(t):
            if t.turn_count == end and t.step == ROLL:
                break
            chance = ask.toss(t)
            if t.step == ROLL and t.variants & SEVERAL == 0 and thrown < 2:
                chance = (number if thrown == 0 else number // 6 + number + shift) % 6 + 1
                thrown += 1
            ask.play(t, chance)
            continue
        n, best, found = ask.list_moves(t), -1, t.moves[0]
        if n > 1 and t.step != OFFER and t.step != ANSWER:
            for k in range(n):
                mind.replies[k] = t.moves[k]
            for k in range(n):
                ask.save(work, 2, t)
                ask.play(work[2], mind.replies[k])
                value = ask.finish_turn(work, 2, mind, t.turn, 1)
                if value > best:
                    best, found = value, mind.replies[k]
        ask.play(t, found)
