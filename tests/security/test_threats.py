"""The threat model is kept current: each threat names existing tests, and each test here belongs to a threat."""

from __future__ import annotations

import ast
import re

from tests.serving import ROOT

TEXT = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
ROWS = re.findall(r"^\| *(\d+) *\|.*\|(.*)\|$", TEXT, re.MULTILINE)
NAMED = set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT))


def functions(path: str) -> set[str]:
    """Return the names of the tests in a file."""
    tree = ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
    return {one.name for one in tree if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")}


def test_threats_name_existing_tests_and_every_security_test() -> None:
    assert len(ROWS) >= 15
    assert [int(number) for number, _ in ROWS] == list(range(1, len(ROWS) + 1))
    assert [number for number, proof in ROWS if "::test_" not in proof] == []
    assert [f"{path}::{name}" for path, name in NAMED if name not in functions(path)] == []
    paths = {file.relative_to(ROOT).as_posix() for file in (ROOT / "tests" / "security").glob("test_*.py")}
    found = {(path, name) for path in paths - {"tests/security/test_threats.py"} for name in functions(path)}
    assert sorted(found - NAMED) == []
