"""Verdicts on what the authors say of tactics: the statistics behind them, and their power."""

import random

import pytest

from rulebook.measuring import terms
from tools.measure import judging, verdicts

ERROR = 0.049  # of a difference of log odds, with as many games as are played
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
def test_a_claim_alone(sign, value, verdict):
    """With the games that are played; the zone is a quarter in log odds."""
    assert judging.verdicts([(sign, about(value))]) == [verdict]


def test_few_games_cannot_tell():
    assert judging.verdicts([(sign, about(0.1, 0.35)) for sign in "+-="]) == ["cannot tell"] * 3


def test_of_all_verdicts_together_hardly_ever_one_is_wrong():
    """Two thousand tables without any difference: at least one claim of more is borne out in about one of forty."""
    lot, wrong, tables = random.Random(1), 0, 2000
    for _ in range(tables):
        said = judging.verdicts([("+", about(lot.gauss(0, ERROR))) for _ in range(CLAIMS)])
        wrong += any(one in (terms.AGREES, terms.LITTLE) for one in said)
    assert wrong / tables < 0.05


def test_power_is_what_simulation_finds():
    """How often a single claim gets a verdict at the strictest level, for a claim of equal and one of more."""
    lot, tests = random.Random(2), 3 * CLAIMS
    crowd = [("+", about(0.2, 9.0))] * (CLAIMS - 1)  # claims that nothing is known of
    for sign, true in (("=", 0.0), ("=", 0.2), ("+", 0.1), ("+", 0.3)):
        found = sum(
            judging.verdicts([(sign, about(lot.gauss(true, ERROR))), *crowd])[0] != terms.UNKNOWN for _ in range(400)
        )
        assert found / 400 == pytest.approx(judging.power(true, ERROR, tests, sign), abs=0.1)


def test_no_difference_can_be_confirmed():
    """500 games against 500 could not; 2,000 against 12,000 can."""
    assert judging.power(0, ERROR, 3 * CLAIMS) > 0.85
    assert judging.power(0, 0.16, 3 * CLAIMS) < 0.01


def test_what_it_would_take_to_tell():
    """With so many games, and the same difference, four of five get a verdict; the nearer to the edge, the more."""
    games = verdicts.needed("=", about(0.18), 2_000)
    assert games > 2_000
    assert games == verdicts.needed("=", about(-0.18), 2_000), "whichever way it goes"
    error = ERROR * (2_000 / games) ** 0.5
    assert 0.75 < judging.power(0.18, error, 3 * CLAIMS) < 0.9
    assert verdicts.needed("=", about(0.22), 2_000) > games
