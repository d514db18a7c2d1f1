"""The estimated gain of a good choice has no bias of the maximum."""

import random
from statistics import fmean, stdev

import pytest

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import ALL, MOVES, Mind
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.players.strength import Skill

BASE = hedgekit.rules("0 players=2")


def noisy_mind(worth, each, half, source):
    """Return a mind that has tried moves with these chances in playouts that end 0 or 1."""
    mind = Mind()
    for k, chance in enumerate(worth):
        found = [FULL * (source.random() < chance) for _ in range(each)]
        mind.order[k], mind.half[k], mind.total[k], mind.tries[k] = k, sum(found[:half]), sum(found), each
    return mind


def measure_gain(worth, each, times=3000, seed=1):
    """Return the mean estimated gain, its standard error, and the mean gain by the maximum of means."""
    source, gains, biased, half = random.Random(seed), [], [], each // 2
    for _ in range(times):
        mind = noisy_mind(worth, each, half, source)
        gains.append(kernel(BASE).answers.choice_gain(mind, len(worth), half, each) / FULL)
        totals = mind.total[: len(worth)]
        biased.append((max(totals) - fmean(totals)) / each / FULL)
    return fmean(gains), stdev(gains) / times**0.5, fmean(biased)


@pytest.mark.parametrize("each", [2, 3, 10])
@pytest.mark.parametrize("moves", [2, 7])
def test_equal_moves_gain_nothing(moves, each):
    gain, error, biased = measure_gain([0.4] * moves, each)
    assert abs(gain) < 3 * error
    assert biased > 10 * error, "the maximum of noisy means is biased"


def test_the_gain_is_the_best_moves_chance_above_the_mean():
    """For chances 0.3, 0.3, 0.9 half of 40 playouts find the last: 0.4 above the mean."""
    gain, error, _ = measure_gain([0.3, 0.3, 0.9], 40, 500)
    assert gain == pytest.approx(0.4, abs=3 * error + 0.001)


POSITION = "a3=B1B2 b2=A1 b5=A2A3 c1=B3 d4=B4 e6=A4 dice=5 turn=A step=sideways"


def search(position, skill, seed, most=ALL):
    """Return the mind of the player on turn after a decision."""
    game, mind = hedgekit.Game.from_text("0 players=2", position), Mind([Skill.parse(skill).mind] * 2)
    engine = kernel(game.rules)
    work = [game._state.copy() for _ in range(4)]
    s = work[1]
    s.rng = engine.answers.stream_of(seed, 0)
    while not engine.answers.weigh(s, work, mind, most):
        pass
    return mind


def test_an_interrupted_search_gives_the_same_result():
    """It keeps half of the first tries, however many calls it takes."""
    whole = search(POSITION, "montecarlo:60", 3)
    assert whole.weighed[0] == 1
    assert any(whole.half[:MOVES])
    for most in (1, 7):
        parts = search(POSITION, "montecarlo:60", 3, most)
        assert (parts.half, parts.gain, parts.order) == (whole.half, whole.gain, whole.order)


def test_one_try_per_move_gives_no_gain():
    mind = search(POSITION, "montecarlo:2", 3)
    assert (mind.weighed[0], mind.gain[0]) == (0, 0)
