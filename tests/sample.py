"""A part of what could be asked in every run; `make soak` asks the whole."""

import os
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import settings

WHOLE = "WHOLE" in os.environ
DAY = int(os.environ.setdefault("DAY", str(date.today().toordinal())))  # handed on to all workers
"""From where a sweep is sampled: every day asks others, DAY=739000 asks those of that day."""


def some(values: Iterable[Any], every: int, first: int = 0) -> list[Any]:
    """All values as parameters: one in `every`, from `first` on, is for each run, the others are for the long ones."""
    marks = pytest.mark.soak
    rows = [one if isinstance(one, tuple) else (one,) for one in values]
    return [pytest.param(*row, marks=marks if (at - first) % every else ()) for at, row in enumerate(rows)]


def part(values: Sequence[Any], every: int) -> Sequence[Any]:
    """One of `every` values, others each day: for a test that in the long runs asks the whole (`partly`)."""
    return values[DAY % every :: every]


partly = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["part", "whole"])
"""A test that asks a part, and in the long runs the whole."""


def examples(many: int) -> settings:
    """So many examples of a property in the long runs (`WHOLE`); a sixth of them, drawn anew, in every run."""
    return settings(max_examples=many if WHOLE else -(-many // 6))
