"""Two rule sets compared: two bars and a word for each measure, by intervals."""

import pytest

import hedgekit
from rulebook.choosing.comparison import Comparison, classify


def words_of(one: str, other: str, games: int) -> dict[str, str]:
    """The words of a comparison played to its end."""
    comparison = Comparison([hedgekit.rules(one), hedgekit.rules(other)], "random", games)
    while not comparison.is_over:
        comparison.more()
    return {bars["measure"]: bars["word"] for bars in comparison.bars()}


def test_nothing_is_said_before_there_are_games():
    assert Comparison([hedgekit.rules("0"), hedgekit.rules("9")], "random", 50).bars() == []


def test_on_a_lane_less_games_are_shorter():
    """On the back of the board random games of four take four fifths of the turns (claims.json)."""
    assert words_of("0 players=4", "1 players=4", 150)["length"] == "less"
    assert words_of("1 players=4", "0 players=4", 150)["length"] == "more"


def test_the_same_rules_are_alike_others_as_long_and_few_games_cannot_tell():
    assert set(words_of("0 players=2", "18 players=2", 50).values()) == {"same"}
    assert words_of("0 players=2", "9 players=2", 400)["length"] == "same"
    assert words_of("0 players=2", "9 players=2", 8)["ahead"] == "open"


def test_without_black_squares_that_hold_greed_is_worth_more():
    assert words_of("0 players=2", "10 players=2", 600)["thumb"] == "more"


@pytest.mark.parametrize(
    ("interval", "found"),
    [
        ((1.02, 1.09), "same"),
        ((1.02, 1.3), "more"),
        ((0.5, 0.97), "less"),
        ((0.85, 1.2), "open"),
        ((0.92, 1.08), "same"),
    ],
)
def test_a_difference_is_named_only_where_its_interval_says_so(interval, found):
    assert classify(interval, 1.0, 0.1) == found
