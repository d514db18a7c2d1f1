"""Whole games between the players of `search.py`, with a row of MEASURES for each."""

from .board import COLOURS
from .choice.evaluation import FULL
from .choice.memory import ALL, RANDOM
from .composing import VariantsAnswering, ask, part
from .playouts import LOW32
from .state import ANSWER, DRAW, EITHER, FORWARD, HAND, MANY, NUMBER, OVER, ROLL, SIDEWAYS

MEASURES = ("turns", "plies", "decisions", "choices", "forced", "foreign", "leads", "end", "won", "weighed", "gain")
"""The columns of a row; they are followed by the pieces home and the points of nine players.

turns: turns begun; plies: moves played, including chance; decisions: those with more than one move, choices: the total
of their moves; forced: decisions with a single move; foreign: moves of another player's hedgehog; leads: changes of the
sole leader, sampled once a round; end: how it ended (ENDS); won: the winners, as bits; weighed: decisions of lookahead
players with at least two tries per move; gain: the total by which the chance of their best move exceeded the mean of
all moves, without the bias of the maximum (`choice_gain`), in ten-thousandths: around 0, and possibly below, where all
moves are equal.
"""
ENDS = ("won", "dead", "refused", "draw", "unfinished")
HOMES = len(MEASURES)
POINTS = HOMES + COLOURS
COLUMNS = POINTS + COLOURS
OTHERS = VariantsAnswering("movers")


@part
def sum_up(s, mind, row, last):
    """Fill in a row from the counts and the final state.  last: the last step before the end."""
    if s.step != OVER:
        row[7] = 4
    elif s.won == DRAW:
        row[7] = 3
    elif last == ANSWER:
        row[7] = 2
    else:
        row[7] = s.stalled
    weighed = gain = 0
    for player in range(s.players):
        weighed += mind.weighed[player]
        gain += mind.gain[player]
        row[HOMES + player] = (s.finished & s.pieces_of[player]).bit_count()
        row[POINTS + player] = ask.score(s, player)
    row[0], row[8] = s.turn_count, s.won
    for k in range(6):
        row[1 + k] = mind.counted[k]
    row[9], row[10] = weighed, gain * 10000 // FULL


@part
def begin_streams(s, mind):
    """Begin the random streams of a turn, one for chance and one for choices, if they are paired."""
    mind.stream[2] = s.turn_count
    s.rng = ask.stream_of(mind.stream[0], s.turn_count << 1)
    mind.stream[1] = ask.stream_of(mind.stream[0], s.turn_count << 1 | 1)


@part
def reset_counts(s, mind):
    """Reset all counts before a game."""
    for k in range(6):
        mind.counted[k] = 0
    mind.stream[1], mind.stream[2] = ask.stream_of(mind.stream[0], LOW32), -1
    mind.game[1], mind.game[2] = -1, 0
    for k in range(8):
        mind.table[k] = 0
    for player in range(s.players):
        mind.weighed[player] = mind.gain[player] = mind.steps[player] = 0


@part
def pick(s, work, mind, n):
    """Return the choice of the player on turn among n listed moves."""
    if mind.paired[0] == 0:
        return s.moves[ask.draw(s, n)] if mind.kind[s.turn] == RANDOM else ask.choose(s, work, mind, n, ALL)
    chance, s.rng = s.rng, mind.stream[1]
    move = ask.choose(s, work, mind, n, ALL)
    mind.stream[1], s.rng = s.rng, chance
    return move


@part
def pick_listed(s, work, mind):
    """Return the number of moves, and the choice of the player on turn."""
    n = ask.list_moves(s)
    return n, ask.pick(s, work, mind, n) if n > 1 else s.moves[0]


@part
def count_advance(s, mind, move):
    """Count the step of an advance; return whether it moves another player's hedgehog."""
    if move >> MANY & 31 == 0 or move & 63 == HAND:
        return 0
    mover = s.owner[s.top[move & 63]]
    mind.steps[mover] += move >> NUMBER & 7 != 0
    return mover != s.turn


@part
def new_leader(s, mind):
    """Return whether the sole leader has changed since the last call (once a round)."""
    led, leading = mind.game[1], ask.leader(s, mind)
    mind.game[2] = s.turn_count
    if leading >= 0:
        mind.game[1] = leading
    return led >= 0 and leading >= 0 and leading != led


@part
def other_step(s, work, mind):
    """Play a step other than the usual ones, counted in `mind.counted`; return it if it ends the game, else 0."""
    step = s.step
    mind.counted[0] += 1
    if ask.is_chance(s):
        ask.play(s, ask.toss(s))
        return 0
    if s.turn_count >= mind.game[2] + s.players:
        mind.counted[5] += ask.new_leader(s, mind)
    n = ask.list_moves(s)
    move = s.moves[0]
    if n > 1:
        mind.counted[1] += 1
        mind.counted[2] += n
        move = ask.pick(s, work, mind, n)
    else:
        mind.counted[3] += 1
    if step == EITHER:
        mind.counted[4] += ask.count_advance(s, mind, move)
    ask.play(s, move)
    return step if s.step == OVER else 0


@part
def match(s, work, mind, row, limit):
    """Play a game with the players in `mind` to its end, or up to turn `limit`, and fill or continue its row.

    `mind.paired`: each turn has one stream for chance and one for choices, the same in every game of this number,
    regardless of earlier choices and of the rules.
    """
    plain = mind.paired[0] == 0
    for player in range(s.players):
        plain = plain and mind.kind[player] == RANDOM
    rolls = decisions = choices = forced = foreign = leads = last = 0
    while True:
        step = s.step
        if step == SIDEWAYS:  # count in each branch: faster than shared code after them
            n, move = ask.draw_sideways(s) if plain else ask.pick_listed(s, work, mind)
            if n > 1:
                decisions += 1
                choices += n
            else:
                forced += 1
            if s.variants & OTHERS:
                foreign += ask.count_advance(s, mind, move)
            ask.act(s, move)
        elif step == FORWARD:
            n, move = ask.draw_forward(s) if plain else ask.pick_listed(s, work, mind)
            if n > 1:
                decisions += 1
                choices += n
            else:
                forced += 1
            foreign += ask.count_advance(s, mind, move)
            ask.act(s, move)
        elif step == OVER or s.turn_count > limit:
            break
        elif step == ROLL:
            rolls += 1
            if mind.paired[0] and s.turn_count != mind.stream[2]:
                ask.begin_streams(s, mind)
            ask.roll(s)
            if s.turn_count >= mind.game[2] + s.players:
                leads += ask.new_leader(s, mind)
        else:
            last = ask.other_step(s, work, mind)
    mind.counted[0] += rolls + decisions + forced
    mind.counted[1] += decisions
    mind.counted[2] += choices
    mind.counted[3] += forced
    mind.counted[4] += foreign
    mind.counted[5] += leads
    ask.sum_up(s, mind, row, last)


@part
def matches(first, rows, seed, work, mind, limit, begins, turns, done):
    """Play games between the players in `mind` from row `done` on; return the rows done after `turns` turns.

    Row k is game `first` + k of the seed; a game stays unfinished after `limit` turns.  A game interrupted by `turns`
    goes on in the next call, so the caller can stop a long one.
    """
    s = work[1]
    while done < len(rows) and turns > 0:
        row = rows[done]
        if mind.game[0] == 0:
            ask.begin_game(s, seed, first + done, begins)
            mind.stream[0] = ask.start_rng(seed, first + done)
            for k in range(COLUMNS):
                row[k] = 0
            ask.reset_counts(s, mind)
            mind.game[0] = 1
        turns += s.turn_count
        ask.match(s, work, mind, row, min(limit, turns))
        turns -= s.turn_count
        if s.step == OVER or s.turn_count > limit:
            mind.game[0] = 0
            done += 1
    return done
