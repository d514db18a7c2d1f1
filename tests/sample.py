"""A part of what could be asked in every run; `make soak` asks the whole."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

WHOLE = "WHOLE" in os.environ


def some(values: Iterable[Any], every: int) -> list[Any]:
    """All values as parameters; one in `every` is for each run, the others are for the long ones."""
    marks = pytest.mark.soak
    rows = [one if isinstance(one, tuple) else (one,) for one in values]
    return [pytest.param(*row, marks=marks if at % every else ()) for at, row in enumerate(rows)]


partly = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["part", "whole"])
"""A test that asks a part, and in the long runs the whole."""


def examples(many: int) -> settings:
    """So many examples of a property in the long runs (`WHOLE`); a third of them in every run."""
    return settings(max_examples=many if WHOLE else -(-many // 3))
