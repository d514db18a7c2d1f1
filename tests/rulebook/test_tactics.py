"""Verdicts on the authors' claims of tactics: their statistics and power."""

import random

import pytest

from rulebook.measuring import terms
from tools.measure import judging, verdicts

ERROR = 0.049  # of a difference of log odds, with the usual number of games
CLAIMS = 35
HALF = 1.96 * ERROR


def about(value, half=HALF):
    return value - half, value + half


@pytest.mark.parametrize(
    ("sign", "value", "verdict"),
    [
        ("+", 0.5, "agrees"),
        ("+", 0.13, "a little"),
        ("(+)", 0.13, "a little"),
        ("+", 0.0, "disagrees"),
        ("--", -0.5, "agrees"),
        ("-", 0.5, "disagrees"),
        ("=", 0.0, "agrees"),
        ("=", -0.13, "agrees"),
        ("=", 0.5, "disagrees"),
        ("=", 0.25, "cannot tell"),
    ],
)
def test_a_single_claim_is_judged_by_its_interval(sign, value, verdict):
    """With the usual number of games; the zone is a quarter in log odds."""
    assert judging.verdicts([(sign, about(value))]) == [verdict]


def test_few_games_cannot_tell():
    assert judging.verdicts([(sign, about(0.1, 0.35)) for sign in "+-="]) == ["cannot tell"] * 3


def test_wrong_verdicts_are_rare_in_a_whole_table():
    """In two thousand tables without any difference, about one of forty confirms at least one claim of more."""
    chance, wrong, tables = random.Random(1), 0, 2000
    for _ in range(tables):
        found = judging.verdicts([("+", about(chance.gauss(0, ERROR))) for _ in range(CLAIMS)])
        wrong += any(one in (terms.AGREES, terms.LITTLE) for one in found)
    assert wrong / tables < 0.05


def test_power_agrees_with_simulation():
    """The share of single claims that get a verdict at the strictest level, for equality and for more."""
    chance, tests = random.Random(2), 3 * CLAIMS
    crowd = [("+", about(0.2, 9.0))] * (CLAIMS - 1)  # claims without evidence
    for sign, true in (("=", 0.0), ("=", 0.2), ("+", 0.1), ("+", 0.3)):
        found = sum(
            judging.verdicts([(sign, about(chance.gauss(true, ERROR))), *crowd])[0] != terms.UNKNOWN for _ in range(400)
        )
        assert found / 400 == pytest.approx(judging.power(true, ERROR, tests, sign), abs=0.1)


def test_equality_can_be_confirmed_with_enough_games():
    """500 games against 500 would not be enough; 2,000 against 12,000 are."""
    assert judging.power(0, ERROR, 3 * CLAIMS) > 0.85
    assert judging.power(0, 0.16, 3 * CLAIMS) < 0.01


def test_the_games_needed_for_a_verdict_are_estimated():
    """With that many games and the same difference, four of five get a verdict; near the edge it takes more."""
    games = verdicts.needed("=", about(0.18), 2_000)
    assert games > 2_000
    assert games == verdicts.needed("=", about(-0.18), 2_000), "in either direction"
    error = ERROR * (2_000 / games) ** 0.5
    assert 0.75 < judging.power(0.18, error, 3 * CLAIMS) < 0.9
    assert verdicts.needed("=", about(0.22), 2_000) > games
