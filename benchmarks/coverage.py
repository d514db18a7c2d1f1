"""Measure how often the final intervals of `precise=` hold, on distributions with a known mean.

    python -m benchmarks.coverage [--write] [--times 1000] [--seed 1]

Values are drawn until the interval is narrow enough, with the schedule and estimates of `hedgekit.simulate`; this is
repeated to count how often the interval contains the true mean.  Prints Markdown; --write replaces its section of
docs/simulation.md.  Needs NumPy.
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
UNIT = 20  # scale: values are integers, like measures
LEVEL = 0.95


class Case(NamedTuple):
    """A distribution: its name, function to draw values, true mean, and the wanted precision.

    half: the most half-width of the interval, in units of the values.
    """

    name: str
    draw: Callable[[Any, int], Any]
    mean: float
    half: float
    is_share: bool = False


def tail(name: str, part: float, mean: float, draw: Callable[[Any, int], Any]) -> Case:
    """Return a case with this mean and a precision relative to it."""
    label = f"{name}, to {part:.0%} of the mean"
    return Case(label, lambda rng, n: np.rint(UNIT * draw(rng, n)).astype(int), UNIT * mean, UNIT * mean * part)


def lognormal(sigma: float, part: float) -> Case:
    """Return a heavy-tailed case; sigma: of the logarithm."""
    mean = math.exp(sigma * sigma / 2)
    return tail(f"lognormal, sigma {sigma}", part, mean, lambda rng, n: rng.lognormal(0, sigma, n))


def wins(share: float, half: float) -> Case:
    """Return a case of a share of wins."""
    return Case(f"a share of {share}, to {half}", lambda rng, n: (rng.random(n) < share).astype(int), share, half, True)


CASES = (
    *(wins(*one) for one in ((0.5, 0.03), (0.25, 0.03), (0.05, 0.02))),
    *(tail("exponential", part, 1, lambda rng, n: rng.exponential(1, n)) for part in (0.2, 0.1)),
    *(lognormal(*one) for one in ((0.5, 0.05), (1.0, 0.2), (1.0, 0.1), (1.5, 0.3), (1.5, 0.15))),
)


def once(case: Case, rng: Any) -> tuple[Interval, int]:
    """Draw until the interval is narrow enough; return it and the number of values."""
    tally: Counter[int] = Counter()
    done, look = 0, FIRST_LOOK
    while True:
        tally.update(case.draw(rng, look - done).tolist())
        done = look
        low, high = wilson(tally[1], done, LEVEL) if case.is_share else mean_interval(tally, LEVEL)
        if high - low <= 2 * case.half:
            return (low, high), done
        look = next_look(look)


def covered(case: Case, times: int, seed: int) -> tuple[float, float]:
    """Return how often the interval contained the true mean, and the mean number of values."""
    rng, held, drawn = np.random.default_rng(seed), 0, 0
    for _ in range(times):
        (low, high), games = once(case, rng)
        held += low <= case.mean <= high
        drawn += games
    return held / times, drawn / times


def main() -> None:
    """Measure and print; with --write, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write the figures to {PAGE.name}")
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
