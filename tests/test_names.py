"""Files are found by their names: what a stranger asks for, and the file whose name alone should lead there.

Rows of names.txt: each answer also names something that the file must have, so that a file that is renamed or emptied
is noticed. What the map in CONTRIBUTING.md names is there, too.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = [line.split(" | ") for line in (ROOT / "tests/names.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("question", "name", "has"), FOUND)
def test_a_stranger_finds_the_file(question, name, has):
    path = ROOT / name
    assert path.exists(), f"{question}: {name} is gone; name the file that a stranger would guess now"
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert any(has in file.read_text("utf-8") for file in files), f"{name} no longer has {has!r}"


def test_whatever_the_map_names_is_there():
    """Paths in backticks: of a folder or file, whole or as they end."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    if not listed:
        pytest.skip("the tree's files are known in a checkout")
    known = {f"/{path}" for path in listed} | {f"/{folder}/" for path in listed for folder in Path(path).parents}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|json)|/))`", page))
    assert len(named) > 60
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in known)) == []
