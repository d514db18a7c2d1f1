"""The threat model is kept true: each threat names tests, and these exist."""

from __future__ import annotations

import ast
import re

from tests.serving import ROOT

TEXT = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
ROWS = [line.split("|")[1:-1] for line in TEXT.splitlines() if re.match(r"\|\s*\d+\s*\|", line)]


def functions(path: str) -> set[str]:
    """The tests of a file."""
    return {
        one.name for one in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))) if isinstance(one, ast.FunctionDef)
    }


def test_every_threat_names_tests_that_exist() -> None:
    assert len(ROWS) >= 15
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    for number, _threat, _stops, proof in ROWS:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", proof)
        assert named, f"threat {number} names no test"
        for path, name in named:
            assert name in functions(path), f"threat {number}: there is no {path}::{name}"


def test_every_test_of_security_is_named_by_a_threat() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT))
    for file in sorted((ROOT / "tests" / "security").glob("test_*.py")):
        path = file.relative_to(ROOT).as_posix()
        if file.name == "test_threats.py":
            continue
        missing = {name for name in functions(path) if name.startswith("test_")} - {n for p, n in named if p == path}
        assert not missing, f"{path}: {sorted(missing)}"
