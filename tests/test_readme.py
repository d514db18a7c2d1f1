"""The README's example runs, and its commands exist."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_example_runs():
    ran = doctest.testfile(str(README), module_relative=False)
    assert ran.attempted == 8
    assert not ran.failed


def test_the_two_commands_are_in_the_makefile():
    makefile = (README.parent / "Makefile").read_text("utf-8")
    for command in ("book", "test"):
        assert f"make {command}" in README.read_text("utf-8")
        assert f"\n{command}:" in makefile


def test_what_it_points_to_exists():
    docs = ("docs/rulebook.png", "docs/notation.md", "docs/simulation.md")
    for name in (*docs, "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert name in README.read_text("utf-8")
        assert (README.parent / name).exists()
