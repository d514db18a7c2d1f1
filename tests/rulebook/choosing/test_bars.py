"""Comparing two rule sets: two bars and a word for each measure, from confidence intervals."""

import pytest

import hedgekit
from rulebook.choosing.comparison import Comparison, classify


def words_of(one: str, other: str, games: int) -> dict[str, str]:
    """Return the words of a finished comparison."""
    comparison = Comparison([hedgekit.rules(one), hedgekit.rules(other)], "random", games)
    while not comparison.is_over:
        comparison.more()
    return {bars["measure"]: bars["word"] for bars in comparison.bars()}


def test_there_are_no_bars_before_the_first_game():
    assert Comparison([hedgekit.rules("0"), hedgekit.rules("9")], "random", 50).bars() == []


def test_games_are_shorter_on_one_lane_less():
    """On the back of the board random games of four players take four fifths of the turns (claims.json)."""
    assert words_of("0 players=4", "1 players=4", 150)["length"] == "less"
    assert words_of("1 players=4", "0 players=4", 150)["length"] == "more"


def test_equal_measures_are_the_same_and_few_games_leave_them_open():
    assert set(words_of("0 players=2", "18 players=2", 50).values()) == {"same"}
    assert words_of("0 players=2", "9 players=2", 400)["length"] == "same"
    assert words_of("0 players=2", "9 players=2", 8)["ahead"] == "open"


def test_greed_is_worth_more_when_black_squares_do_not_hold():
    assert words_of("0 players=2", "10 players=2", 600)["thumb"] == "more"


@pytest.mark.parametrize(
    ("interval", "word"),
    [
        ((1.02, 1.09), "same"),
        ((1.02, 1.3), "more"),
        ((0.5, 0.97), "less"),
        ((0.85, 1.2), "open"),
        ((0.92, 1.08), "same"),
    ],
)
def test_a_difference_needs_an_interval_that_shows_it(interval, word):
    assert classify(interval, 1.0, 0.1) == word
