"""How likely a difference must be to be told: little of what is told is false, of a careful text and a careless one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.collation.meaning.judging import FALSE, LEVELS, RATE, SHORT, faithful_share, threshold

FAITHFUL = [(0.001, 6.0), (0.01, 4.0), (0.05, 1.0), (0.15, -1.0)]
ODDS = st.lists(st.floats(-9, 9), min_size=1, max_size=80)


@pytest.mark.parametrize(
    ("odds", "expected"),
    [(9, 0.001), (6, 0.001), (5, 0.0055), (4, 0.01), (2.5, 0.03), (1, 0.05), (-0.5, 0.125), (-1, 1.0), (-9, 1.0)],
)
def test_the_share_of_faithful_pairs_that_seem_so_likely(odds, expected):
    """Between two that are known as far as it lies between them; likelier than any as few as known; else all."""
    assert faithful_share(odds, FAITHFUL) == pytest.approx(expected)


@given(ODDS, st.integers(0, 20))
def test_no_more_is_told_than_may_be_false(odds, clauses):
    at = threshold(odds, clauses, FAITHFUL)
    told = [one for one in odds if one >= at]
    borne = max(FALSE * (clauses or len(odds) / 3), SHORT) + RATE * len(told)
    assert at == math.inf or len(odds) * faithful_share(at, FAITHFUL) <= borne
    for one in (one for one in odds if one < at):  # and no less
        borne = max(FALSE * (clauses or len(odds) / 3), SHORT) + RATE * sum(other >= one for other in odds)
        assert len(odds) * faithful_share(one, FAITHFUL) > borne


@given(ODDS, st.integers(0, 20), st.integers(1, 10))
def test_sentences_that_are_surely_wrong_hide_nothing_of_the_rest(odds, clauses, many):
    """What was told beside fewer of them is told beside more."""
    rest, at = sorted(odds)[:-many], threshold(odds, clauses, FAITHFUL)
    worse = [*rest, *[9.0] * (len(odds) - len(rest))]
    assert threshold(worse, clauses, FAITHFUL) <= max(at, 9.0)
    assert all(one >= threshold(worse, clauses, FAITHFUL) for one in rest if one >= at)


@given(ODDS, st.integers(0, 20))
def test_who_wants_more_gets_all_that_others_get(odds, clauses):
    lines = [threshold(odds, clauses, FAITHFUL, borne) for borne in LEVELS.values()]
    assert lines == sorted(lines, reverse=True)


def test_where_much_is_surely_wrong_more_is_looked_into():
    """Who slips often has slipped where it is doubtful, too."""
    doubtful = [*[-5.0] * 48, 3.0, 2.0]
    assert threshold([*doubtful, *[9.0] * 8], 12, FAITHFUL) < threshold(doubtful, 12, FAITHFUL)
