"""The view of a board: its fields, documented once, are what Python sends and the page's code is checked against."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path
from typing import get_type_hints

import pytest

from benchmarks import clicks
from rulebook.boards.fields import View
from rulebook.boards.table import Table

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_those_of_python():
    """After a change: python docs/make_types.py."""
    spec = util.spec_from_file_location("make_types", ROOT / "docs" / "make_types.py")
    made = util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.OUT.read_text("utf-8") == made.written()


@pytest.mark.parametrize("rules", ["0", "1+7+13 players=3", "hekla", "40 players=2"])
def test_a_view_has_the_fields_that_are_documented(rules):
    assert set(Table(rules=rules).view()) == set(get_type_hints(View)) - {"v"}


@pytest.mark.parametrize(("rules", "most"), [("0", 6_000), ("hekla", 15_000)])
def test_a_click_sends_few_bytes(rules, most):
    """Half of the clicks of a game send at most this, headers included; the whole view is 35,000 bytes and more."""
    median, _, _ = clicks.figures(clicks.played(rules, 120))
    assert median <= most
    whole = len(json.dumps(Table(rules=rules).view()).encode())
    assert whole > 2 * median, "a measure that sees what is sent whole"
