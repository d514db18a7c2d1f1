"""Measure environments for learners: decisions per second, against OpenSpiel's backgammon and a PettingZoo game.

    python -m benchmarks.learning [--seconds 2]

All figures are CPU time of one process with random decisions, including the lookup of legal actions.  "seen" includes
the observation of the player to act.  PettingZoo 1.27 has no backgammon, so connect four (needs pygame) represents it.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy

from hedgekit import HedgekitError, rl

from .contestants import play_openspiel

RULES, MANY = "0 players=2", 64
FAST = ("interpreted", "wasm")


def many(engine: str, observed: bool) -> Iterator[int]:
    """Step many games at once, with arrays of choices; yield decisions."""
    games, dice = rl.Games(RULES, MANY, seed=1, engine=engine), numpy.random.default_rng(1)
    rows = numpy.arange(MANY)
    while True:
        if observed:
            games.observations()
        actions, counts = games.choices()
        games.step(actions[rows, (dice.random(MANY) * counts).astype(int)])
        yield MANY


def aec(make: Callable[[], object]) -> Iterator[int]:
    """Step a PettingZoo environment, with observation and mask; yield decisions."""
    env, dice = make(), random.Random(1)
    while True:
        env.reset(seed=dice.randrange(10**6))  # type: ignore[attr-defined]
        for _ in env.agent_iter():  # type: ignore[attr-defined]
            seen, _, ended, cut, _ = env.last()  # type: ignore[attr-defined]
            done = ended or cut
            env.step(None if done else dice.choice(list(seen["action_mask"].nonzero()[0])))  # type: ignore[attr-defined]
            yield int(not done)


def spiel(game: object) -> Iterator[int]:
    """Step an OpenSpiel game; yield decisions, chance nodes not counted."""
    dice = random.Random(1)
    while True:
        yield from play_openspiel(game, dice)


def backgammon() -> object:
    """Return OpenSpiel's game."""
    import pyspiel

    return pyspiel.load_game("backgammon")


def connect_four() -> object:
    """Return PettingZoo's environment."""
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def rate(run: Iterator[int], seconds: float) -> float:
    """Return decisions per second of CPU time."""
    next(run)
    begun, decisions = time.process_time(), 0
    while (took := time.process_time() - begun) < seconds:
        decisions += next(run)
    return decisions / took


RUNS: dict[str, Callable[[], Iterator[int]]] = {
    **{f"hedgekit.rl.Games, {engine}": partial(many, engine, False) for engine in FAST},
    **{f"hedgekit.rl.Games, {engine}, seen": partial(many, engine, True) for engine in FAST},
    "hedgekit.rl.aec_env": lambda: aec(lambda: rl.aec_env(RULES)),
    "hedgekit.rl.spiel_game": lambda: spiel(rl.spiel_game(RULES)),
    "PettingZoo connect four": lambda: aec(connect_four),
    "OpenSpiel backgammon": lambda: spiel(backgammon()),
}


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    for name, run in RUNS.items():
        try:
            print(f"{name:42} {rate(run(), seconds):10,.0f} decisions/s")
        except (ImportError, HedgekitError) as no:
            print(f"{name:42} {no}")


if __name__ == "__main__":
    main()
