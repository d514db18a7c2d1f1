"""Whole games between the players of `search.py`, and what is measured of them: a row of MEASURES each."""

from .board import COLOURS
from .composing import part
from .evaluation import FULL
from .mind import ALL, RANDOM
from .playouts import LOW32, MULTIPLIER
from .state import ANSWER, DRAW, EITHER, FORWARD, HAND, MANY, NUMBER, OVER, ROLL, SIDEWAYS

MEASURES = (
    "turns",
    "plies",
    "decisions",
    "choices",
    "forced",
    "foreign",
    "leads",
    "end",
    "won",
    "weighed",
    "gain",
)
"""What `match` measures of a game, in the order of its columns; then the pieces home and the points of nine players.

turns: turns begun; plies: moves played, chance included; decisions: those with more than one move, choices: their moves
added up; forced: decisions with a single move; foreign: moves of another player's hedgehog; leads: how often another
player came to lead alone, looked at once a round; end: how it ended (ENDS); won: bits of the winners; weighed: the
decisions that lookahead players weighed, with two looks at each move or more; gain: by how much the chances of their
best moves were above the mean of all their moves, without the bias of the maximum (`gained`), added up, in
ten-thousandths: below 0 by chance where all moves are alike.
"""
ENDS = ("won", "dead", "refused", "draw", "unfinished")
HOMES = len(MEASURES)
POINTS = HOMES + COLOURS
COLUMNS = POINTS + COLOURS


@part
def sum_up(ask, before):
    """Fill in what is seen at the end: how it ended (last: the step before), what was weighed, home, points."""
    score = ask.score

    def sum_up(s, mind, row, last):
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
            row[HOMES + player] = (s.finished & s.mine[player]).bit_count()
            row[POINTS + player] = score(s, player)
        row[9], row[10] = weighed, gain * 10000 // FULL

    return sum_up


@part
def turn_stream(ask, before):
    """The generator's state for a turn of a game: for what chance decides in it (which: 0), or its player (1)."""

    def turn_stream(game, turn, which):
        x = ((game & 0x7FFFFFFF) << 32 | (turn << 1 | which) & LOW32) + 1
        for _ in range(4):
            x = ((x ^ x >> 32) & LOW32) * MULTIPLIER + (x >> 32)
        return x

    return turn_stream


@part
def begin_streams(ask, before):
    """Where a game's turns have streams of their own: those of a turn that begins."""
    turn_stream = ask.turn_stream

    def begin_streams(s, mind):
        mind.stream[2] = s.turn_count
        s.rng = turn_stream(mind.stream[0], s.turn_count, 0)
        mind.stream[1] = turn_stream(mind.stream[0], s.turn_count, 1)

    return begin_streams


@part
def nothing_measured(ask, before):
    """Begin to measure a game."""
    turn_stream = ask.turn_stream

    def nothing_measured(s, mind):
        mind.stream[1], mind.stream[2] = turn_stream(mind.stream[0], LOW32 >> 1, 1), -1
        mind.game[1], mind.game[2] = -1, 0
        for player in range(s.players):
            mind.weighed[player] = mind.gain[player] = mind.steps[player] = 0

    return nothing_measured


@part
def match(ask, before):
    """Play a game to its end, or up to a turn, with the players in `mind`; fill a row of MEASURES or go on with it.

    `mind.paired`: a turn's chance and its choices have a stream each, the same in every game of this number, whatever
    was chosen before and whatever the rules are.
    """
    choose, list_moves, play, toss, is_chance = ask.choose, ask.list_moves, ask.play, ask.toss, ask.is_chance
    leader, draw, act, sum_up, nothing_measured = ask.leader, ask.draw, ask.act, ask.sum_up, ask.nothing_measured
    sideways_moves, forward_moves = ask.sideways_moves, ask.forward_moves
    roll, begin_streams = ask.roll, ask.begin_streams

    def match(s, work, mind, row, limit):
        paired, chance = mind.paired[0], 0
        if row[1] == 0:
            nothing_measured(s, mind)
        plies, decisions, choices, forced, foreign, leads = row[1], row[2], row[3], row[4], row[5], row[6]
        led, looked, last = mind.game[1], mind.game[2], 0
        while s.step != OVER and s.turn_count <= limit:
            last = s.step
            plies += 1
            if last == ROLL:
                if paired and s.turn_count != mind.stream[2]:
                    begin_streams(s, mind)
                roll(s)
                continue
            if is_chance(s):
                play(s, toss(s))
                continue
            if s.turn_count >= looked + s.players:
                looked = s.turn_count
                leading = leader(s, mind)
                if leading >= 0:
                    leads += led >= 0 and leading != led
                    led = leading
            n = sideways_moves(s) if last == SIDEWAYS else forward_moves(s, 0) if last == FORWARD else list_moves(s)
            move = s.moves[0]
            if n > 1:
                decisions += 1
                choices += n
                if paired:
                    chance, s.rng = s.rng, mind.stream[1]
                move = s.moves[draw(s, n)] if mind.kind[s.turn] == RANDOM else choose(s, work, mind, n, ALL)
                if paired:
                    mind.stream[1], s.rng = s.rng, chance
            else:
                forced += 1
            if last <= EITHER:
                if move >> MANY & 31 and move & 63 != HAND:
                    mover = s.owner[s.top[move & 63]]
                    foreign += mover != s.turn
                    mind.steps[mover] += move >> NUMBER & 7 != 0  # an advance
                act(s, move)
            else:
                play(s, move)
        row[0], row[1], row[2], row[3], row[4] = s.turn_count, plies, decisions, choices, forced
        row[5], row[6], row[8] = foreign, leads, s.won
        mind.game[1], mind.game[2] = led, looked
        sum_up(s, mind, row, last)

    return match


@part
def matches(ask, before):
    """Games between the players in `mind`, a row of MEASURES each, from row `done` on; the rows after `turns` turns.

    Game k is number `first` + k of the seed, unfinished after `limit` turns.  What was not finished goes on in the next
    call, so that whoever calls may stop a game that is long.
    """
    begin_game, match, start_rng = ask.begin_game, ask.match, ask.start_rng

    def matches(first, rows, seed, work, mind, limit, begins, turns, done):
        s = work[1]
        while done < len(rows) and turns > 0:
            row = rows[done]
            if mind.game[0] == 0:
                begin_game(s, seed, first + done, begins)
                mind.stream[0] = start_rng(seed, first + done)
                for k in range(COLUMNS):
                    row[k] = 0
                mind.game[0] = 1
            turns += s.turn_count
            match(s, work, mind, row, min(limit, turns))
            turns -= s.turn_count
            if s.step == OVER or s.turn_count > limit:
                mind.game[0] = 0
                done += 1
        return done

    return matches
