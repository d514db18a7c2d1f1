"""Chance and random playouts, with the engine's own random number generator."""

from .composing import VariantsAnswering, ask, part
from .state import FORWARD, KEEP, LANE, NUMBER, OVER, ROLL, SHUFFLE, SIDEWAYS

LOW32 = (1 << 32) - 1
MULTIPLIER = 698769069  # multiply-with-carry; products stay below 2 ** 63
SEVERAL = VariantsAnswering("thrown", "dice_count")


@part
def draw(s, n):
    """Draw a number 0 .. n-1 from s.rng, by multiply-with-carry within int64: the same in all engines."""
    s.rng = (s.rng & LOW32) * MULTIPLIER + (s.rng >> 32)
    return ((s.rng ^ s.rng >> 32) & LOW32) * n >> 32


@part
def is_chance(s):
    """Return whether chance decides the current step."""
    return s.step == ROLL or s.step == KEEP or s.step == LANE or s.step == SHUFFLE


@part
def toss(s):
    """Draw the outcome of a chance step, as a packed move; cards (7) are shuffled in place."""
    if s.step == ROLL:
        if s.variants & SEVERAL == 0:
            return ask.draw(s, 6) + 1
        throw, n = 0, ask.dice_count(s)
        for k in range(n):
            throw |= ask.draw(s, 6) + 1 << 3 * k
        return throw
    if s.step == LANE:
        n = 0
        for lane in range(s.lanes):
            n += ask.lane_open(s, lane)
        k = ask.draw(s, n)
        for lane in range(s.lanes):
            if ask.lane_open(s, lane):
                if k == 0:
                    return lane + 1 << NUMBER
                k -= 1
    if s.step == SHUFFLE:
        ask.shuffle(s)
        return 0
    return ask.draw(s, 6) + 1 << NUMBER


@part
def roll(s):
    """Throw the dice and begin the steps of the turn, as `play` does with a throw."""
    ask.receive(s, ask.toss(s))
    ask.start_plan(s)


@part
def playout(s, turns):
    """Play random moves for at most this many turns; return the number of turns begun."""
    first = s.turn_count
    end = first + turns
    while True:
        step = s.step
        if step == SIDEWAYS:
            _, move = ask.draw_sideways(s)
            ask.act(s, move)
        elif step == FORWARD:
            _, move = ask.draw_forward(s)
            ask.act(s, move)
        elif step == OVER or s.turn_count > end:
            break
        elif step == ROLL:
            ask.roll(s)
        elif ask.is_chance(s):
            ask.play(s, ask.toss(s))
        else:
            n = ask.list_moves(s)
            ask.play(s, s.moves[ask.draw(s, n)] if n > 1 else s.moves[0])
    return s.turn_count - first


@part
def stream_of(first, second):
    """Return the generator's state for the stream named by two numbers, of 31 and 32 bits."""
    x = ((first & LOW32 >> 1) << 32 | second & LOW32) + 1
    for _ in range(4):
        x = ((x ^ x >> 32) & LOW32) * MULTIPLIER + (x >> 32)
    return x


@part
def start_rng(ask, before):
    """Return the generator's state for a game of a seed."""
    return seeded


@part
def begin_game(s, seed, index, begins):
    """Set up game `index` of a seed; seat `begins` is first."""
    s.rng = ask.start_rng(seed, index)
    ask.set_up(s)
    s.first = s.turn = begins


@part
def playouts(first, rows, seed, work, mind, limit, begins, turns, done):
    """Play random games from row `done` on, each a row of turns and winners; return the rows done after `turns` turns.

    Other arguments as for `matches` (matches.py).
    """
    s = work[1]
    while done < len(rows) and turns > 0:
        if mind.game[0] == 0:
            ask.begin_game(s, seed, first + done, begins)
            mind.game[0] = 1
        turns -= ask.playout(s, min(turns, limit - s.turn_count))
        if s.step == OVER or s.turn_count > limit:
            rows[done][0], rows[done][1] = s.turn_count, s.won
            mind.game[0] = 0
            done += 1
    return done


def seeded(seed: int, index: int) -> int:
    """Return the generator's state for game `index` of a seed; also for move `index` of a played game."""
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
