"""Computer players: move choice by evaluation and search, interpreted or compiled.

A player has a kind and a strength:

- RANDOM: all moves are equally likely.
- GREEDY: tries each move on a copy, finishes the turn with the best-looking moves, and takes the move with the best
  chance (`evaluation.py`), regardless of the opponents' replies.
- LEARNED: the same, with the chance from a network trained by self-play (`value_network.py`).
- LOOKAHEAD: runs random playouts of `rounds` rounds after each move, and evaluates their ends with the network; a
  move's estimate is the mean.  `strength` is the number of playouts per decision.  All moves get the same dice, and the
  worse half is dropped repeatedly (sequential halving).
- MASTER: the same for the moves that look best at first, but with playouts in which everybody plays as LEARNED;
  `rounds` are turns (`trained_weights.equip`).  If few turns can follow, it solves the endgame (`endgames.py`).
- HASTY, MONTECARLO: baselines of older measurements: greedy, but evaluating in mid-turn; lookahead for whole rounds
  with `evaluation.py`.

Players with lookahead play a move that wins within the turn without a search.  (If a turn has more than two steps, up
to DEEPEST moves are tried to find one.)

No player sees hidden information: `imagine` redeals it, and the dice of playouts are never those of the game.
"""

from ..composing import ask, part
from ..state import ANSWER, OFFER, SECRET
from .evaluation import FULL
from .memory import GREEDY, HASTY, LEARNED, LOOKAHEAD, MASTER, RANDOM

WIDTH = 6  # moves in a master's search: those that look best at first
DEEPEST = 2_000  # most moves tried to find a win in a turn of more than two steps


@part
def save(work, place, s):
    """Copy a state into a scratch state (when compiled, a record)."""
    work[place] = s.copy(work[place])


@part
def take_moves(s, mind, n):
    """Copy the n listed moves into the player's memory."""
    for k in range(n):
        mind.moves[k] = s.moves[k]
        mind.total[k] = mind.tries[k] = 0
        mind.order[k] = k


@part
def judge_moves(s, work, mind, n):
    """Evaluate each move: at the end of the turn (GREEDY, LEARNED) or at once (HASTY)."""
    me = s.turn
    for k in range(n):
        ask.save(work, 0, s)
        t = work[0]
        ask.imagine(t, me)
        ask.play(t, mind.moves[k])
        if mind.kind[me] == HASTY:
            mind.total[k] = ask.expect(t, mind, me, 0)
        else:
            mind.total[k] = ask.finish_turn(work, 0, mind, me, mind.learned[me])
        mind.tries[k] = 1


@part
def run_playouts(s, work, mind, live, done, each, seed):
    """Run playouts `done` .. `done + each` - 1 of the first `live` moves in `mind.order` (LOOKAHEAD, MASTER)."""
    me = s.turn
    for i in range(done, done + each):
        for place in range(live):
            k = mind.order[place]
            ask.save(work, 0, s)
            t = work[0]
            t.rng = ask.stream_of(seed, i)
            ask.imagine(t, me)
            ask.play(t, mind.moves[k])
            if mind.kind[me] == MASTER:
                ask.guided_playout(work, mind, mind.rounds[me], i, seed)
            else:
                ask.playout(t, mind.rounds[me] * s.players)
            mind.total[k] += ask.expect(t, mind, me, mind.learned[me])
            mind.tries[k] += 1


@part
def keep_best(mind, live, wanted):
    """Sort the `wanted` best of the first `live` moves in `mind.order` to its front."""
    for place in range(wanted):
        best = place
        for other in range(place + 1, live):
            a, b = mind.order[other], mind.order[best]
            # all have the same number of tries
            if mind.total[a] > mind.total[b]:
                best = other
        k = mind.order[best]
        mind.order[best] = mind.order[place]
        mind.order[place] = k


@part
def note_gain(mind, me, n):
    """Record the gain of the first of n moves in `mind.order` over their mean, after one try each."""
    total = 0
    for k in range(n):
        total += mind.total[k]
    mind.weighed[me] += 1
    mind.gain[me] += mind.total[mind.order[0]] - total // n


@part
def prefer_win(s, work, mind, n):
    """Move to the front of `mind.order` the first of n moves from which a long turn can win, if any."""
    most = DEEPEST
    for place in range(n):
        k = mind.order[place]
        ask.save(work, 2, s)
        ask.imagine(work[2], s.turn)
        ask.play(work[2], mind.moves[k])
        if ask.is_turn_over(work[2], s.turn) or ask.is_chance(work[2]):
            continue
        most = ask.find_win(work, mind, s.turn, most)
        if most < 0:
            mind.total[k] = FULL
            ask.keep_best(mind, n, 1)
        if most <= 0:
            break


@part
def begin_search(s, work, mind, n):
    """Begin a search among n moves; a master keeps only those that look best.

    Return True if the first in `mind.order` wins at once (unless hidden information matters), so no search is needed.
    """
    live, me = n, s.turn
    if n > 1 and (mind.kind[me] == MASTER or mind.kind[me] == LOOKAHEAD):
        ask.judge_moves(s, work, mind, n)
        ask.keep_best(mind, n, n)
        if s.opening & 15 != SECRET:
            if s.plan >> 8 and mind.total[mind.order[0]] < FULL:
                ask.prefer_win(s, work, mind, n)
            if mind.total[mind.order[0]] == FULL:
                ask.note_gain(mind, me, n)
                return True
        live = min(n, WIDTH) if mind.kind[me] == MASTER else n
        for place in range(live):
            if mind.kind[me] == LOOKAHEAD:
                mind.order[place] = place
            mind.total[mind.order[place]] = mind.tries[mind.order[place]] = 0
    mind.thought[0], mind.thought[1], mind.thought[2], mind.thought[3] = live, ask.draw(s, 1 << 24), 0, 0
    return False


@part
def choice_gain(mind, live, half, each):
    """Return the gain of the best move over the mean of the first `live` in `mind.order`, after `each` tries per move.

    The first `half` of the tries select the best move and the rest evaluate it, then vice versa; the result is the mean
    of both.  (The maximum of noisy means is biased; this estimate is 0 on average if all moves are equal.)
    """
    early = late = early_total = late_total = 0
    for place in range(live):
        k = mind.order[place]
        one, other = mind.half[k], mind.total[k] - mind.half[k]
        early_total += one
        late_total += other
        k = mind.order[early]
        if one > mind.half[k]:
            early = place
        k = mind.order[late]
        if other > mind.total[k] - mind.half[k]:
            late = place
    k = mind.order[early]
    found = (live * (mind.total[k] - mind.half[k]) - late_total) // (live * (each - half))
    k = mind.order[late]
    return (found + (live * mind.half[k] - early_total) // (live * half)) // 2


@part
def search_moves(s, work, mind, n, most):
    """Search n moves by sequential halving (LOOKAHEAD, MASTER); return whether it is done.

    After `most` playouts the search is interrupted and goes on in the next call, so the caller can stop it.
    """
    me, halvings = s.turn, 1
    if mind.thought[0] == 0:
        if mind.kind[me] == MASTER and n > 1:
            solved = ask.solve(s, work, mind, n, most)
            if solved >= 0:
                return solved == 1
        if ask.begin_search(s, work, mind, n):
            return True
    live, seed, done, tried = mind.thought[0], mind.thought[1], mind.thought[2], mind.thought[3]
    tested = min(n, WIDTH) if mind.kind[me] == MASTER else n
    while 1 << halvings < tested:
        halvings += 1
    while most > 0:
        each = max(1, mind.strength[me] // (halvings * live))
        half = each // 2
        if half >= 6:
            half -= half % 6  # a master's throws (`guided_playout`) are balanced
        some = min(each - tried, max(1, most // live))
        if tried < half:
            some = min(some, half - tried)
        ask.run_playouts(s, work, mind, live, done, some, seed)
        most -= some * live
        done += some
        tried += some
        if live == tested and tried == half:
            for place in range(live):
                mind.half[mind.order[place]] = mind.total[mind.order[place]]
        if tried < each:
            continue
        tried = 0
        if live == tested and half > 0:
            mind.weighed[me] += 1
            mind.gain[me] += ask.choice_gain(mind, live, half, each)
        if live <= 2:
            ask.keep_best(mind, live, 1)
            mind.thought[0] = 0
            return True
        ask.keep_best(mind, live, (live + 1) // 2)
        live = (live + 1) // 2
    mind.thought[0], mind.thought[2], mind.thought[3] = live, done, tried
    return False


@part
def moves_to_judge(s, n):
    """Return the number of moves to evaluate, of n: one at a double, as the stakes do not affect the race."""
    return 1 if s.step == OFFER or s.step == ANSWER else n


@part
def bid_double(s, mind):
    """Decide about a double by the chance to win at the current stakes; put the choice first in `mind.order`.

    Offer one above 6/5 of a fair chance, take one from half a fair chance.
    """
    chance = mind.total[0] // mind.tries[0] * s.players
    second = chance * 5 > FULL * 6 if s.step == OFFER else chance * 2 < FULL
    if second:
        mind.order[0], mind.order[1] = 1, 0


@part
def choose(s, work, mind, n, most):
    """Return the choice of the player on turn among n listed moves; estimates are left in the memory.

    -1 if a search is interrupted after `most` playouts; the next call goes on.
    """
    if mind.kind[s.turn] == RANDOM:
        return s.moves[ask.draw(s, n)]
    if mind.thought[0] == 0:
        ask.take_moves(s, mind, n)
    live = ask.moves_to_judge(s, n)
    if mind.kind[s.turn] == GREEDY or mind.kind[s.turn] == LEARNED or mind.kind[s.turn] == HASTY:
        # shuffle, to choose among equals at random
        for place in range(live - 1, 0, -1):
            other = ask.draw(s, place + 1)
            k = mind.order[place]
            mind.order[place] = mind.order[other]
            mind.order[other] = k
        ask.judge_moves(s, work, mind, live)
        ask.keep_best(mind, live, 1)
    elif not ask.search_moves(s, work, mind, live, most):
        return -1
    if live != n:
        ask.bid_double(s, mind)
    return mind.moves[mind.order[0]]


@part
def weigh(s, work, mind, most):
    """Evaluate the moves of the player on turn in the memory; return their number, 0 if the search is interrupted."""
    n = ask.list_moves(s)
    return n if ask.choose(s, work, mind, n, most) >= 0 else 0
