"""The package's structure: imports go one way, and a name means one thing."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import rulebook
import rulebook.collation  # registers former names, too

from ..tree import circles, climbing, imports, shadows

ROOT = Path(rulebook.__file__).parent
FLOORS = [
    {"__init__", "text", "tasks", "formats", "search"},
    {"stage", "measuring", "collation", "kernel"},
    {"picture"},
    {"games", "boards"},
    {"learning"},
    {"choosing", "desk", "chapters"},
    {"making", "publish"},
    {"cli"},
    {"__main__"},
]
"""Layers, from the bottom: each imports from lower ones and from itself."""


def test_imports_go_one_way():
    uses = imports(ROOT)
    assert climbing(uses, FLOORS) == []
    assert len(FLOORS) <= 9
    assert circles(uses) == set()


COLLATION = [
    {"errors", "witness", "sequences"},
    {"finding", "progress"},
    {"language"},
    {"pairs", "reading"},
    {"meaning"},
    {"checking"},
    {"collating"},
    {"out"},
    {"__init__"},
]


def test_imports_of_collation_go_one_way():
    uses = imports(ROOT / "collation")
    assert climbing(uses, COLLATION) == []
    assert circles(uses) == set()


def test_names_mean_one_thing():
    assert shadows(ROOT) == []
    assert shadows(ROOT.parent / "hedgekit") == []


def test_the_package_exports_what_notebooks_call_lazily():
    code = "import rulebook, sys; print([one for one in sys.modules if one.startswith(('rulebook.', 'hedgekit'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    from rulebook import chapters
    from rulebook.boards.board import Board

    assert {*rulebook.__all__} == {"Board", *chapters.__all__}
    assert (rulebook.Board, rulebook.variant) == (Board, chapters.variant)
    with pytest.raises(AttributeError, match="boards_"):
        _ = rulebook.boards_


@pytest.mark.parametrize(("old", "now"), rulebook.MOVED.items())
def test_moved_modules_keep_their_former_name_for_one_edition(old, now):
    with pytest.warns(DeprecationWarning, match=f"rulebook.{old} is now rulebook.{now}"):
        found = importlib.import_module(f"rulebook.{old}")
    assert found is importlib.import_module(f"rulebook.{now}")
    del sys.modules[f"rulebook.{old}"]


def test_unknown_modules_are_not_found():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("rulebook.collation.nothing")
