"""Two rule sets on the same dice: sums of pairs agree with NumPy, and intervals have their coverage."""

import math
import random
from functools import cache

import numpy as np
import pytest

import hedgekit
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from rulebook.choosing.comparison import LIMIT, SEED, Comparison, Pairs, Wins, wins

RULES = ("0 players=2", "9 players=2")
GAMES = 3000
PLACES = [OF_GAMES.measures.index(name) for name in ("turns", "leads", "choices", "won")]


@cache
def columns(text: str, paired: bool = True) -> np.ndarray:
    """Return turns, changes of the lead, choices and winners of random games."""
    data = play(Task(text, ("random",) * 2, SEED, 0, GAMES, "auto", limit=LIMIT, paired=paired)).data
    return np.frombuffer(data, np.int32).reshape(-1, GAMES)


def take(pairs: Pairs, side: int, rows: np.ndarray) -> None:
    pairs.take(side, rows.shape[1], np.ascontiguousarray(rows).tobytes())


def pairs_of(one: np.ndarray, other: np.ndarray) -> Pairs:
    pairs = Pairs()
    take(pairs, 0, one)
    take(pairs, 1, other)
    return pairs


def test_sums_of_pairs_do_not_depend_on_the_order_of_slices():
    one, other = map(columns, RULES)
    whole, random_source, crumbs, at = pairs_of(one, other), random.Random(1), Pairs(), [0, 0]
    while min(at) < GAMES:
        side = random_source.choice([side for side in (0, 1) if at[side] < GAMES])
        count = min(random_source.randint(1, 700), GAMES - at[side])
        take(crumbs, side, (one, other)[side][:, at[side] : at[side] + count])
        at[side] += count
        assert crumbs.games == min(at)
    assert vars(crumbs) == vars(whole)
    turns = np.array([one[PLACES[0]], other[PLACES[0]]])
    apart, (low, high) = whole.difference("turns")
    assert apart == pytest.approx((turns[1] - turns[0]).mean())
    assert (high - low) / 2 >= 1.95 * (turns[1] - turns[0]).std() / math.sqrt(GAMES)
    assert whole.other == np.any(one[PLACES] != other[PLACES], axis=0).sum() > 0.9 * GAMES


@pytest.mark.parametrize("measure", ["turns", "choices_per_turn"])
def test_intervals_of_differences_have_their_coverage(measure):
    """About 95 % of 600 samples of 100 pairs contain the overall figure, within 4 standard errors."""
    one, other = map(columns, RULES)
    truth, random_source, held = pairs_of(one, other), np.random.default_rng(1), [0, 0]
    for _ in range(600):
        some = random_source.integers(0, GAMES, 100)
        pairs = pairs_of(one[:, some], other[:, some])
        for k, name in enumerate(("difference", "ratio")):
            _, (low, high) = getattr(pairs, name)(measure)
            held[k] += low <= getattr(truth, name)(measure)[0] <= high
    assert all(0.915 < many / 600 < 0.985 for many in held), held


def test_the_same_dice_narrow_the_interval_of_a_difference():
    """Under 4, games with the same dice go a similar way: their interval is a tenth narrower."""
    narrow, wide = (
        np.diff(pairs_of(columns("0 players=2", paired), columns("4 players=2", paired)).difference("turns")[1])
        for paired in (True, False)
    )
    assert narrow < 0.97 * wide


@pytest.mark.parametrize(
    ("e", "f", "g", "h", "interval"),
    [(36, 12, 2, 0, (0.0569, 0.3404)), (53, 4, 4, 39, (-0.0546, 0.0546)), (0, 1, 0, 29, (-0.0834, 0.1667))],
)
def test_paired_wins_are_compared_by_newcombes_method(e, f, g, h, interval):
    """Pairs won by both, by the second only, by the first only, by neither; intervals worked out by hand."""
    pairs = Pairs()
    pairs.games = e + f + g + h
    pairs.won.update({(1, 1): e, (2, 1): f, (1, 2): g, (2, 2): h})
    found = wins({0: pairs})
    assert found.difference[0] == pytest.approx((f - g) / pairs.games)
    assert found.difference[1] == pytest.approx(interval, abs=1e-4)


def test_shared_wins_count_in_part_and_no_games_give_no_result():
    pairs = Pairs()
    pairs.won.update({(3, 1): 5, (2, 3): 5})
    assert wins({0: pairs}).shares == (0.25, 0.75)
    assert wins({0: Pairs(), 1: Pairs()}) is None
    assert Wins(10, (1.0, 1.0), 0.0).difference[1] == pytest.approx((-0.2775, 0.2775), abs=1e-3)
    low, high = Wins(10, (0.5, 0.5), 1.0).difference[1]
    assert low == pytest.approx(0, abs=1e-9) == high


def test_rules_that_play_alike_are_recognized():
    """A series of the base game differs in scoring only: each of its games is played like the base game."""
    comparison = Comparison([hedgekit.rules("0 players=4"), hedgekit.rules("18 players=4")], "random", 50)
    while not comparison.is_over:
        comparison.more()
    assert comparison.is_alike
    assert dict(comparison.figures("en"))["turns"][2] == "0.00 ± 0.00"
    other = Comparison([hedgekit.rules("0 players=4"), hedgekit.rules("4 players=4")], "random", 50)
    while other.pairs.games < 30:
        other.more()
    assert not other.is_alike
