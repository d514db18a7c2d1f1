"""Learn to play the two-player base game from scratch by self-play, then play against `greedy`.

    python examples/learning/after_states.py [ROUNDS] [GAMES]

After-states are valued by a linear function of their features, fitted after each round of games by least-squares
temporal differences (LSTD).  It needs only NumPy.
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for matrices so small threads only wait for each other

import numpy

from hedgekit import rl
from hedgekit.rl.gym import GymEnv

RULES, GAMMA, LAMBDA, FADING = "0 players=2", 0.99, 0.7, 0.96
PARTS = rl.Race(RULES).encoding.parts


def features(rows):
    """Return the features of positions: squares, and ranks and tops for each number of pieces already home."""
    many, (seen, tops, home) = len(rows), (rows[:, slice(*PARTS[name])] for name in ("pieces", "tops", "home"))
    squares = numpy.stack([seen, tops], 1).reshape(many, 2, 2, 6, 9).swapaxes(1, 2).astype(float)
    ranks = numpy.concatenate([squares.sum(3).reshape(many, 2, 18), numpy.ones((many, 2, 1))], 2)
    by_home = (home[:, :, None] == numpy.arange(4))[..., None] * ranks[:, :, None]
    return numpy.hstack([squares.reshape(many, -1), by_home.reshape(many, -1)])


def best(race, weights):
    """Return the legal action with the best after-state, and the features of that after-state."""
    rows = features(race.after_states())
    k = int((rows @ weights).argmax())
    return [*race.legal][k], rows[k]


def train(rounds, games):
    """Return the weights learned in some rounds of games."""
    size = len(features(rl.Race(RULES).after_states())[0])
    weights, a, b = numpy.random.default_rng(1).normal(0, 0.01, size), 20 * numpy.eye(size), numpy.zeros(size)
    for number in range(rounds):
        a, b = FADING * a + 2 * numpy.eye(size), FADING * b
        for game in range(games):
            race, played = rl.Race(RULES, seed=1, game=number * games + game), ([], [])
            while not race.over:
                action, row = best(race, weights)
                played[race.turn].append(row)
                race.act(action)
            for rows, reward in zip(map(numpy.array, played), race.rewards(), strict=True):
                steps = numpy.subtract.outer(*2 * [numpy.arange(len(rows))])
                trace = numpy.tril((GAMMA * LAMBDA) ** abs(steps)) @ rows
                a += trace.T @ (rows - GAMMA * numpy.vstack([rows[1:], 0 * rows[:1]]))
                b += reward * trace[-1]
        weights = numpy.linalg.solve(a, b)
    return weights


def win_rate(weights, games, others="greedy"):
    """Return the share of games won as player A."""
    env, won = GymEnv(RULES, others), 0
    for game in range(games):
        reward, _ = 0, env.reset(seed=game)
        while not env.race.over:
            reward = env.step(best(env.race, weights)[0])[1]
        won += reward > 0
    return won / games


if __name__ == "__main__":
    weights = train(*map(int, sys.argv[1:] or (40, 60)))
    print(f"learned in {time.process_time():.0f} s of CPU time")
    print(f"wins {win_rate(weights, 400):.3f} of 400 games against greedy")
