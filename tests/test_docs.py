"""The documentation: its examples run, it builds without a warning, and it names what there is."""

import doctest
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_tutorial_runs():
    failed, run = doctest.testfile(str(DOCS / "tutorial.md"), module_relative=False, encoding="utf-8")
    assert run > 20
    assert not failed


def test_the_recipes_run():
    page = DOCS / "recipes.md"
    failed, run = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert page.read_text("utf-8").count("\n## ") == 15
    assert run > 40
    assert not failed


def test_the_gallery_shows_what_the_package_draws_and_says_today():
    """A dozen positions; whoever changes a picture or an answer runs `python docs/make_gallery.py`."""
    made = runpy.run_path(str(DOCS / "make_gallery.py"))["made"]()
    kept = {path.relative_to(DOCS).as_posix(): path for path in (DOCS / "gallery").iterdir()}
    kept["gallery.md"] = DOCS / "gallery.md"
    assert len(made) > 12
    assert {name: path.read_text("utf-8") for name, path in kept.items()} == made


def test_it_builds_without_a_warning(tmp_path):
    pytest.importorskip("sphinx", reason="Sphinx is not installed (pip install 'hedgekit[docs]')")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        str(DOCS),
        str(tmp_path / "html"),
    ]
    built = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    page = (tmp_path / "html/reference/hedgekit.html").read_text("utf-8")
    assert all(name in page for name in ("hedgekit.Game", "hedgekit.RuleSet", "hedgekit.Refusal"))
    foreign = [p.name for p in (tmp_path / "html").rglob("*.html") if 'src="http' in p.read_text("utf-8")]
    assert not foreign, "a page that loads something from another host"
