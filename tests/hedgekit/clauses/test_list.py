"""Every deciding clause has a test, and every test is about a listed clause."""

from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from hedgekit import VARIANTS, verdict
from rulebook.text.words import listed_clauses

from .support import CLAIMED

HERE = Path(__file__).parent
LIST = {k: v for k, v in listed_clauses().items() if k != "0"}
KNOWN = {name: kind for clauses in LIST.values() for name, kind in clauses.items()}

for _file in HERE.glob("test_*.py"):
    if _file.stem != "test_list":
        import_module(f".{_file.stem}", __package__)


@pytest.mark.parametrize("number", [number for number in VARIANTS if number])
def test_a_variant_has_a_list_of_clauses(number):
    clauses = LIST[str(number)]
    assert f"{number}.1" in clauses
    for name, kind in clauses.items():
        assert kind == "decides" or (kind == "informs" and "[" not in name), name
        assert name.startswith((f"{number}.", f"{number}-", f"{number}[")), name


def test_every_deciding_clause_is_tested():
    assert sorted(name for name, kind in KNOWN.items() if kind == "decides" and name not in CLAIMED) == []


def test_every_tested_clause_is_listed():
    pairs = {name for name in CLAIMED if "+" in name}
    assert sorted(name for name in CLAIMED.keys() - pairs - KNOWN.keys() if not name.startswith("0.")) == []


def test_every_decision_is_tested():
    pairs = combinations([number for number in VARIANTS if number], 2)
    decided = [f"{a}+{b}" for a, b in pairs if verdict(a, b).kind == "needs-a-decision"]
    assert sorted(set(decided) - CLAIMED.keys()) == [], "no claim `* 1+8: ...` in decisions.txt"
