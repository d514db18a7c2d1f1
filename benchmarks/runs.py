"""Runs of many games, the clock on them, and several contestants in turn."""

import time
from collections.abc import Callable, Hashable, Mapping
from statistics import median
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Run(NamedTuple):
    """Some games played: how many, their turns (of OpenSpiel's games: decisions), CPU seconds."""

    games: int
    turns: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / max(self.seconds, 1e-9)

    @property
    def turns_per_second(self) -> float:
        return self.turns / max(self.seconds, 1e-9)


Play = Callable[[int, int], Run]  # so many games with a seed


def timed(play: Callable[[int, int], int]) -> Play:
    """A contestant from a function of games and seed that returns the turns of all games."""

    def run(games: int, seed: int) -> Run:
        began = time.process_time()
        turns = play(games, seed)
        return Run(games, turns, time.process_time() - began)

    return run


def enough(play: Play, seconds: float) -> int:
    """How many games take about so long; the first game, which loads an engine, is not counted."""
    play(1, 0)
    run = play(1, 0)
    while run.seconds < seconds / 8 and run.games < 1 << 24:
        run = play(run.games * 4, 0)
    return max(1, round(run.games_per_second * seconds))


def in_turn(plays: Mapping[K, Play], seconds: float, rounds: int) -> dict[K, list[Run]]:
    """Let everybody play for about so long, one after the other, in several rounds.

    Rates move with the machine's other work; those of one round move together, so ratios within a round hold.
    """
    games = {name: enough(play, seconds) for name, play in plays.items()}
    runs: dict[K, list[Run]] = {name: [] for name in plays}
    for seed in range(1, rounds + 1):
        for name, play in plays.items():
            runs[name].append(play(games[name], seed))
    return runs


def rate(runs: list[Run]) -> float:
    """Games a second: the median of the rounds."""
    return median(run.games_per_second for run in runs)


def speed(runs: list[Run]) -> float:
    """Turns a second: the median of the rounds."""
    return median(run.turns_per_second for run in runs)


def ratio(runs: list[Run], others: list[Run]) -> float:
    """How many times as many games a second: the median of the rounds' ratios."""
    return median(run.games_per_second / other.games_per_second for run, other in zip(runs, others, strict=True))
