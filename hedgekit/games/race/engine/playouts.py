"""Chance and playouts: the engine's own generator of numbers, and games played on at random."""

from .composing import part
from .state import FORWARD, KEEP, LANE, NUMBER, OVER, ROLL, SHUFFLE, SIDEWAYS

LOW32 = (1 << 32) - 1
MULTIPLIER = 698769069  # of the multiply-with-carry generator; products stay below 2 ** 63


@part
def draw(ask, before):
    """A number 0 .. n-1 from s.rng, by multiply-with-carry: never leaves int64, so the same game everywhere."""

    def draw(s, n):
        s.rng = (s.rng & LOW32) * MULTIPLIER + (s.rng >> 32)
        return ((s.rng ^ s.rng >> 32) & LOW32) * n >> 32

    return draw


@part
def is_chance(ask, before):
    """Does chance decide the present step?"""
    return lambda s: s.step == ROLL or s.step == KEEP or s.step == LANE or s.step == SHUFFLE


@part
def toss(ask, before):
    """Draw an outcome of a chance step, as a packed move; cards (7) are shuffled in their place."""
    draw, dice_count, lane_open, shuffle = ask.draw, ask.dice_count, ask.lane_open, ask.shuffle
    several = ask.answered("thrown", "dice_count")

    def toss(s):
        if s.step == ROLL:
            if s.variants & several == 0:
                return draw(s, 6) + 1
            throw, n = 0, dice_count(s)
            for k in range(n):
                throw |= draw(s, 6) + 1 << 3 * k
            return throw
        if s.step == LANE:
            n = 0
            for lane in range(s.lanes):
                n += lane_open(s, lane)
            k = draw(s, n)
            for lane in range(s.lanes):
                if lane_open(s, lane):
                    if k == 0:
                        return lane + 1 << NUMBER
                    k -= 1
        if s.step == SHUFFLE:
            shuffle(s)
            return 0
        return draw(s, 6) + 1 << NUMBER

    return toss


@part
def roll(ask, before):
    """Throw the dice and begin the turn's plan, which is what `play` does with a throw."""
    toss, receive, start_plan = ask.toss, ask.receive, ask.start_plan

    def roll(s):
        receive(s, toss(s))
        start_plan(s)

    return roll


@part
def playout(ask, before):
    """Play on at random, from the listed moves, for at most so many turns; how many were begun."""
    list_moves, play, act, toss, draw = ask.list_moves, ask.play, ask.act, ask.toss, ask.draw
    draw_sideways, draw_forward, is_chance, roll = ask.draw_sideways, ask.draw_forward, ask.is_chance, ask.roll

    def playout(s, turns):
        first = s.turn_count
        end = first + turns
        while True:
            step = s.step
            if step == SIDEWAYS:
                _, move = draw_sideways(s)
                act(s, move)
            elif step == FORWARD:
                _, move = draw_forward(s)
                act(s, move)
            elif step == OVER or s.turn_count > end:
                break
            elif step == ROLL:
                roll(s)
            elif is_chance(s):
                play(s, toss(s))
            else:
                n = list_moves(s)
                play(s, s.moves[draw(s, n)] if n > 1 else s.moves[0])
        return s.turn_count - first

    return playout


@part
def start_rng(ask, before):
    """The generator's state for a game of a seed."""
    return seeded


@part
def begin_game(ask, before):
    """Set up game `index` of a seed, which this seat begins."""
    set_up, start_rng = ask.set_up, ask.start_rng

    def begin_game(s, seed, index, begins):
        s.rng = start_rng(seed, index)
        set_up(s)
        s.first = s.turn = begins

    return begin_game


@part
def playouts(ask, before):
    """Random games, a row of turns and winners each, from row `done` on; the rows there are after `turns` turns.

    The rest is as in `matches` (search.py).
    """
    begin_game, playout = ask.begin_game, ask.playout

    def playouts(first, rows, seed, work, mind, limit, begins, turns, done):
        s = work[1]
        while done < len(rows) and turns > 0:
            if mind.game[0] == 0:
                begin_game(s, seed, first + done, begins)
                mind.game[0] = 1
            turns -= playout(s, min(turns, limit - s.turn_count))
            if s.step == OVER or s.turn_count > limit:
                rows[done][0], rows[done][1] = s.turn_count, s.won
                mind.game[0] = 0
                done += 1
        return done

    return playouts


def seeded(seed: int, index: int) -> int:
    """The generator's state for game `index` of a seed; also for move `index` of a played game."""
    x = ((seed & 0xFFFFFF) << 32 | index & LOW32) + 1
    upper = seed >> 24  # of a played game's seed; a simulation's has none
    while True:
        for _ in range(8):
            high = x >> 32
            x = ((x ^ high) & LOW32) * MULTIPLIER + high
        if upper == 0:
            return x
        x ^= upper & LOW32
        upper >>= 32
