"""Tests of many shares at once, and of one."""

import pytest

from hedgekit.simulation import estimates
from tools.significance import holm, p_above


def test_holm_goes_on_until_a_test_fails():
    """S. Holm 1979: the smallest p-value against a third of the level, the next against half, the last against it."""
    assert holm({"a": 0.016, "b": 0.024, "c": 0.049}) == {"a", "b", "c"}
    assert holm({"a": 0.017, "b": 0.001, "c": 0.03}) == {"a", "b", "c"}
    assert holm({"a": 0.03, "b": 0.001, "c": 0.03}) == {"b"}
    assert holm({"a": 0.02, "b": 0.02}) == {"a", "b"}
    assert holm({"a": 0.03, "b": 0.04}) == set()


def test_a_share_is_above_another_where_its_interval_is():
    """Of 61 of 100 against a half: p 0.0139, and half is the lower end of the interval to that level."""
    p = p_above(61, 100, 0.5)
    assert p == pytest.approx(0.0139, abs=0.0001)
    assert estimates.wilson(61, 100, 1 - 2 * p)[0] == pytest.approx(0.5, abs=1e-6)
