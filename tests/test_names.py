"""Files are found by name: names.txt maps questions of a stranger to a file, and a text the file must contain."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = [line.split(" | ") for line in (ROOT / "tests/names.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("question", "name", "content"), FOUND)
def test_a_stranger_finds_the_file(question, name, content):
    path = ROOT / name
    assert path.exists(), f"{question}: {name} is gone; name the file that a stranger would guess now"
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert any(content in file.read_text("utf-8") for file in files), f"{name} no longer has {content!r}"


def test_paths_in_the_map_exist():
    """The map in CONTRIBUTING.md has paths in backticks: of files or folders, whole or their last parts."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    if not listed:
        pytest.skip("git lists the files only in a checkout")
    known = {f"/{path}" for path in listed} | {f"/{folder}/" for path in listed for folder in Path(path).parents}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|js|md|toml|json)|/))`", page))
    assert len(named) > 60
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in known)) == []
