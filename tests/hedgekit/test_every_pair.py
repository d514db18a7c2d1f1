"""Random games, with checks, of every playable pair of variants and of random larger sets end.

`make soak` plays pairs and larger sets at every number of players.
"""

from importlib.util import find_spec

import pytest

from hedgekit import VARIANTS, simulate

from ..sample import DAY, some
from .checked_games import BOUND, RACES, larger_sets, playable_pairs, rule_text, seats, wander

SECONDS = 15  # of one core, for the order of test files

FASTEST = "wasm" if find_spec("wasmtime") else "interpreted"
PAIRS = playable_pairs()


@pytest.mark.parametrize("first", some(RACES, 4, DAY))
def test_games_of_pairs_end(first):
    """Check a sixteenth of the pairs to the end, and the first 150 plies of the others, which the module ends.

    test_wasm.py tests that it plays the same games; `make soak` checks all pairs throughout.
    """
    for pair in [pair for pair in PAIRS if pair[0] == first]:
        text, whole = f"{rule_text(pair)} players={seats(pair)[0]}", sum(pair) % 16 == 0
        game = wander(text, seed=sum(pair), every=48, bound=BOUND if whole else 150)
        if whole:
            assert game.is_over, f"{text} runs past {BOUND} plies"
        else:
            ended = simulate(text, 3, seed=sum(pair), engine=FASTEST).ended
            assert {*ended} - {"unfinished"}, f"{text} has no end"  # as 14+25 seldom has


@pytest.mark.parametrize("size", [3, 4])
def test_games_of_larger_sets_end(size):
    for numbers in larger_sets(size, 10, seed=size):
        game = wander(f"{rule_text(numbers)} players={seats(numbers)[-1]}", seed=size, every=24)
        assert game.is_over


@pytest.mark.soak
@pytest.mark.parametrize("size", [2, 3, 4])
def test_games_at_every_number_of_players(size):
    for numbers in PAIRS if size == 2 else larger_sets(size, 300, seed=1):
        for players in seats(numbers):
            for seed in (1, 2, 3):
                wander(f"{rule_text(numbers)} players={players}", seed, every=5)


@pytest.mark.parametrize("number", RACES)
def test_games_under_every_option_end(number):
    options = [option for option in VARIANTS[number].options if (number, option.name) != (13, "push")]  # it needs 9
    for name, value in [(option.name, value) for option in options for value in option.values[1:]]:
        assert wander(f"{number}[{name}={value}]", seed=number, every=6).is_over
