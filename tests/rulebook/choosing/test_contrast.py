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
    ratio, (low, high) = contrast.compared(shorter, "turns")
    assert low < ratio < high
    assert low < 0.79 < high, "what 10,000 games said"


def test_the_same_rules_are_alike_others_as_long_and_few_games_cannot_tell():
    [alike] = contrast.sentences(played("0 players=2", "18 players=2", 50), NAMES)
    assert alike["en"].startswith("On the same dice all 50 games of “other” came out as those of “one” did")
    assert "about as long" in contrast.sentences(played("0 players=2", "9 players=2", 400), NAMES)[0]["en"]
    few = played("0 players=2", "9 players=2", 8)
    decisions = contrast.sentences(few, NAMES)[1]["en"]
    assert "; whether it matters more or less cannot be told" in decisions
    assert "Whether looking ahead is worth more or less cannot be told" in decisions


def test_skill_has_two_measures_and_whoever_wins_less_wins_fewer_games():
    """Without black squares that hold (10) greed is worth more, and looking ahead among the greedy less."""
    decisions = contrast.sentences(played("0 players=2", "10 players=2", 600), NAMES)[1]["en"]
    assert decisions.startswith("You decide more in it, and what you decide matters more (")
    _, (low, high) = contrast.apart(played("10 players=2", "0 players=2", 600), "thumb")
    assert low < high < 0, "the other way round"


@pytest.mark.parametrize(
    ("between", "said"),
    [
        ((0.044, 0.31), "4 to 31 more"),
        ((-0.31, -0.05), "5 to 31 fewer"),
        ((-0.05, 0.22), "between 5 fewer and 22 more"),
        ((0.0, 0.03), "0 to 3 more"),
    ],
)
def test_wins_are_counted_in_a_hundred_games(between, said, monkeypatch):
    monkeypatch.setattr(contrast, "apart", lambda contest, skill: (sum(between) / 2, between))
    assert contrast._of_skill(None, "ahead")[1]["en"] == said


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
    [
        (1.34, "a third longer than"),
        (0.86, "a seventh shorter than"),
        (0.38, "two fifths as long as"),
        (0.52, "half as long as"),
        (1.11, "a tenth longer than"),
        (9.0, "900 %"),
    ],
)
def test_ratios_are_said_as_people_say_them(ratio, said):
    assert said in contrast._how(ratio)["en"]


def test_minutes_are_those_of_the_box_times_what_was_measured():
    assert contrast._minutes(hedgekit.rules("0", 4)) == 35
    assert contrast._minutes(hedgekit.rules("1", 4)) == pytest.approx(35 * 0.945, abs=0.1)
    assert contrast._minutes(hedgekit.rules("9+13+35", 4)) is None
