"""How often do the intervals hold that `precise=` ends with?  By simulation, where the truth is known.

    python -m benchmarks.coverage [--write] [--times 1000] [--seed 1]

Values are drawn from a distribution until its interval is as narrow as was asked for, looked at as `hedgekit.simulate`
looks, with its own estimates; that is done many times, and it is counted how often the interval held the true mean.
Prints Markdown; with --write it replaces the section of docs/simulation.md that it made.  Needs NumPy.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hedgekit.simulation.estimates import Interval, mean_interval, wilson
from hedgekit.simulation.runner import FIRST_LOOK, next_look

from .tables import DOCS, Table

PAGE = DOCS / "simulation.md"
UNIT = 20  # values are whole numbers, as measures are: so many to one of the distribution's
LEVEL = 0.95


class Case(NamedTuple):
    """A distribution: what it is called, how many values are drawn from it, its true mean, and what is asked for.

    half: how wide the interval may be to either side, in units of the values.
    """

    name: str
    draw: Callable[[Any, int], Any]
    mean: float
    half: float
    is_share: bool = False


def tail(name: str, part: float, mean: float, draw: Callable[[Any, int], Any]) -> Case:
    """Values of a distribution with this mean, which is wanted to a part of it."""
    told = f"{name}, to {part:.0%} of the mean"
    return Case(told, lambda lot, n: np.rint(UNIT * draw(lot, n)).astype(int), UNIT * mean, UNIT * mean * part)


def lognormal(sigma: float, part: float) -> Case:
    """A heavy tail; sigma: of its logarithm."""
    mean = math.exp(sigma * sigma / 2)
    return tail(f"lognormal, sigma {sigma}", part, mean, lambda lot, n: lot.lognormal(0, sigma, n))


def wins(share: float, half: float) -> Case:
    """A share of games won."""
    return Case(f"a share of {share}, to {half}", lambda lot, n: (lot.random(n) < share).astype(int), share, half, True)


CASES = (
    *(wins(*one) for one in ((0.5, 0.03), (0.25, 0.03), (0.05, 0.02))),
    *(tail("exponential", part, 1, lambda lot, n: lot.exponential(1, n)) for part in (0.2, 0.1)),
    *(lognormal(*one) for one in ((0.5, 0.05), (1.0, 0.2), (1.0, 0.1), (1.5, 0.3), (1.5, 0.15))),
)


def once(case: Case, lot: Any) -> tuple[Interval, int]:
    """Draw until it is precise enough: the interval, and how many values that took."""
    tally: Counter[int] = Counter()
    done, look = 0, FIRST_LOOK
    while True:
        tally.update(case.draw(lot, look - done).tolist())
        done = look
        low, high = wilson(tally[1], done, LEVEL) if case.is_share else mean_interval(tally, LEVEL)
        if high - low <= 2 * case.half:
            return (low, high), done
        look = next_look(look)


def covered(case: Case, times: int, seed: int) -> tuple[float, float]:
    """How often the interval held the true mean, and how many values were drawn on average."""
    lot, held, drawn = np.random.default_rng(seed), 0, 0
    for _ in range(times):
        (low, high), games = once(case, lot)
        held += low <= case.mean <= high
        drawn += games
    return held / times, drawn / times


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = []
    for case in CASES:
        part, games = covered(case, given.times, given.seed)
        low, high = wilson(part * given.times, given.times, LEVEL)
        rows.append((case.name, f"{part:.3f}", f"{low:.3f}–{high:.3f}", f"{games:.0f}"))
        print(*rows[-1], flush=True)
    note = f"`python -m benchmarks.coverage --times {given.times} --seed {given.seed}`; intervals of 95 %."
    table = Table("How often the intervals hold", note, ("", "held", "95 %", "games, on average"), rows)
    if given.write:
        table.write(PAGE)


if __name__ == "__main__":
    main()
