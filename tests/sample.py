"""Samples of sweeps for every run; `make soak` runs them whole."""

import os
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import settings

WHOLE = "WHOLE" in os.environ
DAY = int(os.environ.setdefault("DAY", str(date.today().toordinal())))  # inherited by all workers
"""Where a sample begins: each day has other values, DAY=739000 those of that day."""


def some(values: Iterable[Any], every: int, first: int = 0) -> list[Any]:
    """Return all values as parameters, all but one in `every` (from `first` on) marked for the long runs."""
    marks = pytest.mark.soak
    rows = [one if isinstance(one, tuple) else (one,) for one in values]
    return [pytest.param(*row, marks=marks if (at - first) % every else ()) for at, row in enumerate(rows)]


def part(values: Sequence[Any], every: int) -> Sequence[Any]:
    """Return one in `every` values, a daily sample, for a test that covers all in the long runs (`partly`)."""
    return values[DAY % every :: every]


partly = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["part", "whole"])
"""Marks a test that takes a part, and in the long runs also the whole."""


def examples(many: int) -> settings:
    """Return settings for this many examples of a property in the long runs (`WHOLE`), a sixth of them in every run."""
    return settings(max_examples=many if WHOLE else -(-many // 6))
