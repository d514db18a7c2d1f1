"""Two rule sets compared in sentences: by intervals, in parts that people say, with minutes that are an estimate."""

import pytest

import hedgekit
from rulebook.choosing import contrast
from rulebook.choosing.contest import Contest
from rulebook.text.words import LANGUAGES, Words

NAMES = [Words.same("one"), Words.same("other")]


def played(one: str, other: str, games: int, kind: str = "random") -> Contest:
    """A contest to its end, in one go a part."""
    contest = Contest([hedgekit.rules(one), hedgekit.rules(other)], kind, games)
    while not contest.is_over:
        contest.more()
    return contest


@pytest.fixture(scope="module")
def shorter() -> Contest:
    """On the back of the board, with a lane less, random games of four take four fifths of the turns (claims.json)."""
    return played("0 players=4", "1 players=4", 400)


def test_shorter_games_are_called_so_in_parts_and_minutes(shorter):
    length, decisions = contrast.sentences(shorter, NAMES)
    assert "shorter than “one”" in length["en"]
    assert "minutes less" in length["en"]
    assert set(length) == set(decisions) == set(LANGUAGES)


def test_the_interval_of_a_ratio_holds_the_measured_one(shorter):
    ratio, (low, high) = contrast.compared(shorter.results, "turns")
    assert low < ratio < high
    assert low < 0.79 < high, "what 10,000 games said"


def test_the_same_rules_are_as_long_and_few_games_cannot_tell():
    alike = played("0 players=2", "0 players=2", 400)
    assert "about as long" in contrast.sentences(alike, NAMES)[0]["en"]
    few = played("0 players=2", "3 players=2", 8)
    assert "cannot be told" in contrast.sentences(few, NAMES)[1]["en"]


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
    assert contrast.judged(interval, 1.0, 0.1) == found


@pytest.mark.parametrize(
    ("ratio", "said"),
    [(1.34, "a third longer than"), (0.52, "half as long as"), (1.12, "a tenth longer than"), (9.0, "900 %")],
)
def test_ratios_are_said_as_people_say_them(ratio, said):
    assert said in contrast._how(ratio)["en"]


def test_minutes_are_those_of_the_box_times_what_was_measured():
    assert contrast._minutes(hedgekit.rules("0", 4)) == 35
    assert contrast._minutes(hedgekit.rules("1", 4)) == pytest.approx(35 * 0.945, abs=0.1)
    assert contrast._minutes(hedgekit.rules("9+13+35", 4)) is None
