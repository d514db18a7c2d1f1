"""What a good choice gains, without the bias of the maximum; and games whose dice are the same under other rules."""

import random
from statistics import fmean, stdev

import pytest

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import ALL, MOVES, Mind
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.players.strength import Skill

BASE = hedgekit.rules("0 players=2")


def noisy(worth, each, half, source):
    """A mind that has tried moves that are worth so much, with playouts that end 0 or 1."""
    mind = Mind()
    for k, chance in enumerate(worth):
        found = [FULL * (source.random() < chance) for _ in range(each)]
        mind.order[k], mind.half[k], mind.total[k], mind.tries[k] = k, sum(found[:half]), sum(found), each
    return mind


def measured(worth, each, times=3000, seed=1):
    """The mean of what is told to be gained, its standard error, and the same of the maximum of the means."""
    source, told, biased, half = random.Random(seed), [], [], each // 2
    for _ in range(times):
        mind = noisy(worth, each, half, source)
        told.append(kernel(BASE).answers.choice_gain(mind, len(worth), half, each) / FULL)
        totals = mind.total[: len(worth)]
        biased.append((max(totals) - fmean(totals)) / each / FULL)
    return fmean(told), stdev(told) / times**0.5, fmean(biased)


@pytest.mark.parametrize("each", [2, 3, 10])
@pytest.mark.parametrize("moves", [2, 7])
def test_moves_that_are_all_alike_gain_nothing(moves, each):
    told, error, biased = measured([0.4] * moves, each)
    assert abs(told) < 3 * error
    assert biased > 10 * error, "the maximum of noisy means says otherwise"


def test_what_is_gained_is_what_the_best_move_is_worth():
    """Of chances 0.3, 0.3, 0.9 the last is found by half of 40 playouts: 0.4 above the mean."""
    told, error, _ = measured([0.3, 0.3, 0.9], 40, 500)
    assert told == pytest.approx(0.4, abs=3 * error + 0.001)


POSITION = "a3=B1B2 b2=A1 b5=A2A3 c1=B3 d4=B4 e6=A4 dice=5 turn=A step=sideways"


def searched(position, skill, seed, most=ALL):
    """The mind of the player on turn after a decision."""
    game, mind = hedgekit.Game.from_text("0 players=2", position), Mind([Skill.parse(skill).mind] * 2)
    engine = kernel(game.rules)
    work = [game._state.copy() for _ in range(4)]
    s = work[1]
    s.rng = engine.answers.stream_of(seed, 0)
    while not engine.answers.weigh(s, work, mind, most):
        pass
    return mind


def test_a_search_keeps_half_of_its_first_tries():
    """However it is broken off between two calls."""
    whole = searched(POSITION, "montecarlo:60", 3)
    assert whole.weighed[0] == 1
    assert any(whole.half[:MOVES])
    for most in (1, 7):
        parts = searched(POSITION, "montecarlo:60", 3, most)
        assert (parts.half, parts.gain, parts.order) == (whole.half, whole.gain, whole.order)


def test_who_tries_each_move_once_cannot_say_what_is_gained():
    mind = searched(POSITION, "montecarlo:2", 3)
    assert (mind.weighed[0], mind.gain[0]) == (0, 0)
