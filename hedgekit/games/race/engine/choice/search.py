"""Players in the engine's own language: they choose among the listed moves, interpreted or compiled.

A player of the engine has a kind and a strength:

- RANDOM: every move alike.
- GREEDY: tries each move on a copy, plays the turn to its end as looks best, and takes the move after which its chance
  (`evaluation.py`) is best, without a thought for what the others will do.
- LEARNED: the same, but the chance is what it learned by playing against itself (`value_network.py`).
- LOOKAHEAD: plays on from each move, with dice and moves drawn at random, for `rounds` rounds, and judges by what it
  learned where that leads; the mean is the move's estimate.  `strength` is the number of such playouts for a decision.
  All moves meet the same dice, and the worse half is given up again and again (sequential halving).
- MASTER: the same with the moves that look best at a glance, but in its playouts everybody plays as LEARNED; its
  `rounds` are turns (`trained_weights.equip`).  Where few turns can follow it solves the endgame (`endgames.py`).
- HASTY, MONTECARLO: yardsticks of tables measured before players learned: greedy, but judging in the midst of the
  turn; looking ahead for whole rounds and judging by `evaluation.py`.

Who looks ahead finishes what is won: a move after which his turn ends the game for him is played without a search.
(Where a turn has more than two steps, as many moves are tried on for it as `DEEPEST` says.)

None of them sees what its player could not see: `imagine` draws anew what is hidden, and the dice of a playout are
never those of the game.
"""

from ..composing import ask, part
from ..state import ANSWER, OFFER, SECRET
from .evaluation import FULL
from .memory import GREEDY, HASTY, LEARNED, LOOKAHEAD, MASTER, RANDOM

WIDTH = 6  # moves that a master tries out: those that look best at a glance
DEEPEST = 2_000  # moves by which a win is looked for in a turn of more than two steps


@part
def save(work, place, s):
    """Keep a copy of the state in the player's scratch states, all different ones.  (Compiled: a record is copied.)"""
    work[place] = s.copy(work[place])


@part
def take_moves(s, mind, n):
    """Take the n moves listed in the state into the player's memory."""
    for k in range(n):
        mind.moves[k] = s.moves[k]
        mind.total[k] = mind.tries[k] = 0
        mind.order[k] = k


@part
def judge_moves(s, work, mind, n):
    """GREEDY, LEARNED: judge the position after each move at the end of the turn; HASTY: at once."""
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
    """LOOKAHEAD, MASTER: playouts `done` .. `done + each` - 1 of the first `live` moves in `mind.order`."""
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
    """Bring the `wanted` best of the first `live` moves in `mind.order` to its front, in order."""
    for place in range(wanted):
        best = place
        for other in range(place + 1, live):
            a, b = mind.order[other], mind.order[best]
            # totals of equal numbers of tries
            if mind.total[a] > mind.total[b]:
                best = other
        k = mind.order[best]
        mind.order[best] = mind.order[place]
        mind.order[place] = k


@part
def note_gain(mind, me, n):
    """Note what it gains to choose the first in `mind.order` of n moves, each of which was looked at once."""
    total = 0
    for k in range(n):
        total += mind.total[k]
    mind.weighed[me] += 1
    mind.gain[me] += mind.total[mind.order[0]] - total // n


@part
def prefer_win(s, work, mind, n):
    """Put the first of n moves in `mind.order` in front from which a turn of many steps can win, if there is one."""
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
    """Begin a search among n moves: how many are tried out, by all who look ahead, or by a master at a glance.

    True if none is needed, because the first in `mind.order` wins at once; not where that hangs on what is secret.
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
    """What the best move is worth beyond the mean of the first `live` in `mind.order`, each tried `each` times.

    Which is best is said by the first `half` of the tries and what it is worth by the others, and the other way round;
    the mean of both.  (The best of noisy means is too good: where all moves are alike, this is 0 in the mean.)
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
    """LOOKAHEAD, MASTER: share the playouts of a decision among n moves by sequential halving; is it done?

    After `most` playouts it is not, and goes on in the next call, so that whoever calls may stop.
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
            half -= half % 6  # every number of a master's throws (`follow`) is as frequent
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
    """How many of n listed moves are looked at: at a double one, as the stakes do not change the race."""
    return 1 if s.step == OFFER or s.step == ANSWER else n


@part
def bid_double(s, mind):
    """At a double: judge by the chance if the stakes stay as they are; what is chosen is put first in `mind.order`.

    Offer one with a fifth more than a fair chance, take one with half a fair chance.
    """
    chance = mind.total[0] // mind.tries[0] * s.players
    second = chance * 5 > FULL * 6 if s.step == OFFER else chance * 2 < FULL
    if second:
        mind.order[0], mind.order[1] = 1, 0


@part
def choose(s, work, mind, n, most):
    """One of the n listed moves, as the player on turn sees it; what he found of each is left in his memory.

    -1 if he looks ahead and has tried `most` playouts before he knows: the next call goes on.
    """
    if mind.kind[s.turn] == RANDOM:
        return s.moves[ask.draw(s, n)]
    if mind.thought[0] == 0:
        ask.take_moves(s, mind, n)
    live = ask.moves_to_judge(s, n)
    if mind.kind[s.turn] == GREEDY or mind.kind[s.turn] == LEARNED or mind.kind[s.turn] == HASTY:
        # equal moves: any of them
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
    """What the player on turn thinks of his moves, left in his memory: how many they are, 0 if he is not done."""
    n = ask.list_moves(s)
    return n if ask.choose(s, work, mind, n, most) >= 0 else 0
