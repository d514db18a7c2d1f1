"""Time runs of many games, by several contestants in turn."""

import time
from collections.abc import Callable, Hashable, Mapping
from statistics import median
from typing import NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Run(NamedTuple):
    """A run: number of games, their turns (for OpenSpiel: decisions), CPU seconds."""

    games: int
    turns: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / max(self.seconds, 1e-9)

    @property
    def turns_per_second(self) -> float:
        return self.turns / max(self.seconds, 1e-9)


Play = Callable[[int, int], Run]  # arguments: games, seed


def timed(play: Callable[[int, int], int]) -> Play:
    """Return a contestant from a function of games and seed that returns the total turns."""

    def run(games: int, seed: int) -> Run:
        began = time.process_time()
        turns = play(games, seed)
        return Run(games, turns, time.process_time() - began)

    return run


def enough(play: Play, seconds: float) -> int:
    """Return how many games take about this long, without the first one, which loads the engine."""
    play(1, 0)
    run = play(1, 0)
    while run.seconds < seconds / 8 and run.games < 1 << 24:
        run = play(run.games * 4, 0)
    return max(1, round(run.games_per_second * seconds))


def in_turn(plays: Mapping[K, Play], seconds: float, rounds: int) -> dict[K, list[Run]]:
    """Let all contestants play for about this long, one after the other, in several rounds.

    Rates vary with the machine's load, but similarly within a round, so ratios within a round are reliable.
    """
    games = {name: enough(play, seconds) for name, play in plays.items()}
    runs: dict[K, list[Run]] = {name: [] for name in plays}
    for seed in range(1, rounds + 1):
        for name, play in plays.items():
            runs[name].append(play(games[name], seed))
    return runs


def rate(runs: list[Run]) -> float:
    """Return games per second: the median of the rounds."""
    return median(run.games_per_second for run in runs)


def speed(runs: list[Run]) -> float:
    """Return turns per second: the median of the rounds."""
    return median(run.turns_per_second for run in runs)


def ratio(runs: list[Run], others: list[Run]) -> float:
    """Return the ratio of games per second: the median of the rounds' ratios."""
    return median(run.games_per_second / other.games_per_second for run, other in zip(runs, others, strict=True))
