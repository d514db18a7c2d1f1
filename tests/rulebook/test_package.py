"""What the book's package promises about itself: imports one way, no long functions."""

from pathlib import Path

import rulebook

from ..tree import circles, climbing, imports, long_files, long_functions, shadows

ROOT = Path(rulebook.__file__).parent
FLOORS = [
    {"__init__", "text", "tasks", "formats"},
    {"stage", "measuring", "collation"},
    {"boards"},
    {"choosing", "desk", "learning", "shown"},
    {"making", "chapters"},
    {"publish"},
    {"cli"},
    {"__main__"},
]
"""The rooms, from the ground up: each uses those below it, and whatever is in itself."""


def test_imports_go_one_way():
    uses = imports(ROOT)
    assert climbing(uses, FLOORS) == []
    assert circles(uses) == set()


def test_no_function_and_no_file_is_long():
    assert long_functions(ROOT, 60) == []
    assert long_files(ROOT, 420) == set()


def test_one_word_is_one_thing():
    assert shadows(ROOT) == []
    assert shadows(ROOT.parent / "hedgekit") == []
