"""Size limits: lines of each part, modules side by side, long files, long and branching functions.

`size.toml` has the numbers. `python -m tests.test_size` lowers those the tree stays below; raising one (or all that
need it, `--anew`) needs a reason in the same commit.
"""

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests import tree

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("size.toml")
SIZE = tomllib.loads(TABLE.read_text("utf-8"))
PACKAGES = [ROOT / "hedgekit", ROOT / "rulebook"]


def lines(part):
    """Return the number of lines in the tracked files of a part of the table."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *part["files"]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [ROOT / name for name in listed.stdout.splitlines() if not re.search(part.get("without", "^$"), name)]
    return sum(file.read_bytes().count(b"\n") for file in files if file.is_file())


@cache
def measured():
    """Return the table's numbers as they are in the tree now."""
    found = {"lines": {name: lines(part) for name, part in SIZE["lines"].items()}}
    for kind, count, most in (
        ("packages", tree.packages, 0),
        ("modules", tree.crowded, 12),
        ("files", tree.long_files, 400),
        ("functions", tree.long_functions, 60),
        ("branches", tree.branching, 20),
    ):
        found[kind] = {name: many for root in PACKAGES for name, many in count(root, most).items()}
    return found


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="lines are only counted in a checkout")
@pytest.mark.parametrize("kind", SIZE)
def test_nothing_exceeds_its_limit(kind):
    allowed = {name: one["most"] for name, one in SIZE[kind].items()}
    assert {name: many for name, many in measured()[kind].items() if many > allowed.get(name, 0)} == {}


def test_every_exception_has_a_reason():
    exceptions = [one for kind in ("modules", "files", "functions", "branches") for one in SIZE[kind].items()]
    assert [name for name, one in exceptions if not one["why"].strip()] == []


def test_branches_functions_files_and_modules_are_counted(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.py").write_text(
        "def f(a, b):\n    if a and b:\n        return [c for c in a]\n    return b if a else 0\n"
    )
    assert tree.branching(tmp_path, 3) == {f"{tmp_path.name}/a/x.py: f": 4}
    assert tree.long_functions(tmp_path, 3) == {f"{tmp_path.name}/a/x.py: f": 4}
    assert tree.long_files(tmp_path, 3) == {f"{tmp_path.name}/a/x.py": 4}
    assert tree.crowded(tmp_path, 0) == {f"{tmp_path.name}/a": 1}


def write(anew=False):
    """Lower the numbers to the tree's, lines in fifties, and drop exceptions that are no longer needed.

    anew: also raise numbers and add exceptions, whose reasons still have to be written.
    """
    now, out = measured(), [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith("#")]
    for kind, table in SIZE.items():
        out += ["", f"[{kind}]"]
        new = {name: {"most": 0} if kind == "packages" else {"most": 0, "why": ""} for name in sorted(now[kind])}
        for name, one in (table | {name: new[name] for name in new if name not in table}).items():
            many = now[kind].get(name, 0)
            many += -many % 50 if kind in ("lines", "packages") else 0
            if name in table and not anew:
                many = min(many, one["most"])
            if many and (name in table or anew or kind == "packages"):
                fields = ", ".join(f"{key} = {json.dumps(value)}" for key, value in (one | {"most": many}).items())
                out.append(f'"{name}" = {{ {fields} }}')
    TABLE.write_text("\n".join(out) + "\n", "utf-8")


if __name__ == "__main__":
    write(anew="--anew" in sys.argv)
