"""Files can be found by name: a stranger's question, and the file whose name alone should lead there.

Each row of names.txt also gives a string that the file must contain, so that renamed or emptied files are noticed.
Paths in the map in CONTRIBUTING.md must exist, too.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = [line.split(" | ") for line in (ROOT / "tests/names.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("question", "name", "has"), ROWS)
def test_a_stranger_finds_the_file(question, name, has):
    path = ROOT / name
    assert path.exists(), f"{question}: {name} is gone; name the file that a stranger would guess now"
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert any(has in file.read_text("utf-8") for file in files), f"{name} no longer has {has!r}"


def test_paths_in_the_map_exist():
    """Backticked paths: folders and files, in full or by their last parts."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    if not listed:
        pytest.skip("the tree's files are only known in a checkout")
    known = {f"/{path}" for path in listed} | {f"/{folder}/" for path in listed for folder in Path(path).parents}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|json)|/))`", page))
    assert len(named) > 60
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in known)) == []
