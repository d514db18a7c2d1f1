"""How likely a difference must be to be reported: few reports are false, in careful and in careless texts."""

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
def test_the_share_of_faithful_pairs_is_interpolated(odds, expected):
    """Interpolated between known odds; above all of them the smallest known share; below all of them 1."""
    assert faithful_share(odds, FAITHFUL) == pytest.approx(expected)


@given(ODDS, st.integers(0, 20))
def test_the_number_of_false_reports_is_limited(odds, clauses):
    at = threshold(odds, clauses, FAITHFUL)
    reported = [one for one in odds if one >= at]
    allowed = max(FALSE * (clauses or len(odds) / 3), SHORT) + RATE * len(reported)
    assert at == math.inf or len(odds) * faithful_share(at, FAITHFUL) <= allowed
    for one in (one for one in odds if one < at):  # and all that the limit allows is reported
        allowed = max(FALSE * (clauses or len(odds) / 3), SHORT) + RATE * sum(other >= one for other in odds)
        assert len(odds) * faithful_share(one, FAITHFUL) > allowed


@given(ODDS, st.integers(0, 20), st.integers(1, 10))
def test_certain_errors_hide_no_other_findings(odds, clauses, many):
    """Whatever is reported next to fewer of them is reported next to more."""
    rest, at = sorted(odds)[:-many], threshold(odds, clauses, FAITHFUL)
    worse = [*rest, *[9.0] * (len(odds) - len(rest))]
    assert threshold(worse, clauses, FAITHFUL) <= max(at, 9.0)
    assert all(one >= threshold(worse, clauses, FAITHFUL) for one in rest if one >= at)


@given(ODDS, st.integers(0, 20))
def test_higher_levels_of_detail_include_lower_ones(odds, clauses):
    lines = [threshold(odds, clauses, FAITHFUL, allowed) for allowed in LEVELS.values()]
    assert lines == sorted(lines, reverse=True)


def test_certain_errors_lower_the_threshold():
    """Whoever makes many errors has probably made the doubtful ones, too."""
    doubtful = [*[-5.0] * 48, 3.0, 2.0]
    assert threshold([*doubtful, *[9.0] * 8], 12, FAITHFUL) < threshold(doubtful, 12, FAITHFUL)
