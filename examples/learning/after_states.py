"""Learn to play the base game of two from nothing, by games against oneself, and meet `greedy`.

    python examples/learning/after_states.py [ROUNDS] [GAMES]

Positions that could follow are valued by a linear function of what is seen.  After each round of games it is fitted to
what it says itself a turn later, and to the result at last: temporal differences by least squares.  NumPy is enough.
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for matrices so small threads only wait for each other

import numpy

from hedgekit import rl
from hedgekit.rl.gym import GymEnv

RULES, GAMMA, FAR, FADING = "0 players=2", 0.99, 0.7, 0.96
PARTS = rl.Race(RULES).encoding.parts


def features(rows):
    """What a position is valued by: squares, and ranks and tops for each number of pieces already home."""
    many, (seen, tops, home) = len(rows), (rows[:, slice(*PARTS[name])] for name in ("pieces", "tops", "home"))
    squares = numpy.stack([seen, tops], 1).reshape(many, 2, 2, 6, 9).swapaxes(1, 2).astype(float)
    ranks = numpy.concatenate([squares.sum(3).reshape(many, 2, 18), numpy.ones((many, 2, 1))], 2)
    by_home = (home[:, :, None] == numpy.arange(4))[..., None] * ranks[:, :, None]
    return numpy.hstack([squares.reshape(many, -1), by_home.reshape(many, -1)])


def best(race, weights):
    """The legal action with the best position after it, and that position."""
    rows = features(race.after_states())
    k = int((rows @ weights).argmax())
    return [*race.legal][k], rows[k]


def learned(rounds, games):
    """The weights after so many rounds of so many games."""
    size = len(features(rl.Race(RULES).after_states())[0])
    weights, seen, wanted = numpy.random.default_rng(1).normal(0, 0.01, size), 20 * numpy.eye(size), numpy.zeros(size)
    for number in range(rounds):
        seen, wanted = FADING * seen + 2 * numpy.eye(size), FADING * wanted
        for game in range(games):
            race, played = rl.Race(RULES, seed=1, game=number * games + game), ([], [])
            while not race.over:
                action, row = best(race, weights)
                played[race.turn].append(row)
                race.act(action)
            for rows, reward in zip(map(numpy.array, played), race.rewards(), strict=True):
                trace = numpy.tril((GAMMA * FAR) ** abs(numpy.subtract.outer(*2 * [numpy.arange(len(rows))]))) @ rows
                seen += trace.T @ (rows - GAMMA * numpy.vstack([rows[1:], 0 * rows[:1]]))
                wanted += reward * trace[-1]
        weights = numpy.linalg.solve(seen, wanted)
    return weights


def share(weights, games, others="greedy"):
    """Which part of so many games is won, as player A."""
    env, won = GymEnv(RULES, others), 0
    for game in range(games):
        reward, _ = 0, env.reset(seed=game)
        while not env.race.over:
            reward = env.step(best(env.race, weights)[0])[1]
        won += reward > 0
    return won / games


if __name__ == "__main__":
    weights = learned(*map(int, sys.argv[1:] or (40, 60)))
    print(f"learned in {time.process_time():.0f} s of CPU time")
    print(f"wins {share(weights, 400):.3f} of 400 games against greedy")
