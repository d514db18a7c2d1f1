"""Every playable pair of variants plays a random game to its end, checked on the way; so do random larger sets.

The long form is `python -m tests.hedgekit.wandering`.
"""

import statistics

import pytest

from hedgekit import VARIANTS

from .wandering import BOUND, RACES, larger_sets, playable_pairs, rule_text, seats, wander

PAIRS = playable_pairs()


@pytest.mark.parametrize("first", RACES)
def test_pairs(first):
    for pair in PAIRS:
        if pair[0] == first:
            text = f"{rule_text(pair)} players={seats(pair)[0]}"
            game = wander(text, seed=sum(pair), every=12)
            assert game.is_over, f"{text} runs past {BOUND} plies"


@pytest.mark.parametrize("size", [3, 4])
def test_larger_sets(size):
    for numbers in larger_sets(size, 25, seed=size):
        game = wander(f"{rule_text(numbers)} players={seats(numbers)[-1]}", seed=size, every=12)
        assert game.is_over


@pytest.mark.parametrize("number", RACES)
def test_every_option(number):
    options = [option for option in VARIANTS[number].options if (number, option.name) != (13, "push")]  # that needs 9
    for name, value in [(option.name, value) for option in options for value in option.values[1:]]:
        assert wander(f"{number}[{name}={value}]", seed=number, every=6).is_over


def test_there_are_as_many_pairs_as_the_table_says():
    # combinations.md: 597 compatible, 85 need a decision, 4 pointless; two of the compatible ones are 40 with 24 and 29
    assert len(PAIRS) == 597 + 85 + 4 - 2


def test_random_games_are_of_a_reasonable_length():
    plies = [wander(str(number), seed, every=100).ply for number in RACES for seed in range(2)]
    assert 100 < statistics.median(plies) < 1000
