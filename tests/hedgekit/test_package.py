"""What the package promises about itself: standard library alone, imports one way, words in every language."""

import json
import runpy
import string
import subprocess
import sys
from pathlib import Path

import pytest

import hedgekit
from hedgekit.engine.composing import QUESTIONS
from hedgekit.text import words

from ..tree import circles, climbing, imports, long_files, long_functions

ROOT = Path(hedgekit.__file__).parent
SHARED = ROOT.parents[1] / "shared" / "spec" / "cases" / "run.py"


def test_it_plays_with_the_standard_library_alone():
    play = (
        "import sys; sys.path.insert(0, sys.argv[1]); import hedgekit\n"
        "g = hedgekit.Game('0 players=2', seed=1)\n"
        "while not g.is_over: g.roll() if g.is_chance else g.play(g.moves()[0])\n"
        "g.record(), g.prompt('fr')\n"
        "import json; print(json.dumps(sorted(m.partition('.')[0] for m in sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", play, str(ROOT.parent)], capture_output=True, text=True, check=True
    )
    known = set(json.loads(run.stdout))
    assert not known - set(sys.stdlib_module_names) - {"hedgekit", "__main__"}
    assert not known & {"ssl", "http", "email", "xml"}, "half the time of an import, for what no rule needs"


def test_what_few_play_is_imported_when_it_is_played():
    """The sister games, 40's table, weights and simulations take longer to import than the race itself."""
    asked = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import hedgekit; print(len([m for m in sys.modules if m.startswith(('hedgekit.sisters', 'hedgekit.carrom', "
        "'hedgekit.simulation', 'json', 'hashlib', 'tomllib', 'datetime'))]))\n"
        "print(type(hedgekit.Game('40 players=2', seed=1)).__name__, hedgekit.game_of('hekla players=2').__module__)"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", asked, str(ROOT.parent)], capture_output=True, text=True)
    assert run.stdout.split() == ["0", "Carrom", "hedgekit.sisters.hekla.game"], run.stderr


FLOORS = [
    {"text", "engine", "version"},
    {"variants", "players"},
    {"rulesets"},
    {"notation"},
    {"play"},
    {"carrom", "sisters", "simulation", "study", "extend", "rl"},
    {"terminal", "__init__"},
    {"__main__"},
]
"""The packages, from the ground up: each uses those below it, and whatever is in itself."""


def test_imports_go_one_way():
    """From the ground up, imports in functions and for type checkers counted, and nothing leans on itself."""
    uses = imports(ROOT)
    assert climbing(uses, FLOORS) == []
    assert len(FLOORS) <= 9
    assert circles(uses) == set()


def test_a_circle_and_a_step_up_are_seen():
    uses = {"a.low.x": {"a.low.y"}, "a.low.y": {"a.high.z"}, "a.high.z": {"a.low.x"}, "a.high.w": {"a.high.z"}}
    assert circles(uses) == {"a.low.x", "a.low.y", "a.high.z"}
    assert climbing(uses, [{"low"}, {"high"}]) == ["a.low.y imports a.high.z"]


def test_no_function_and_no_file_is_long():
    assert long_functions(ROOT, 60) == []
    assert long_files(ROOT, 420) == set()


def test_every_language_has_the_same_sentences_with_the_same_gaps():
    def gaps(sentence):
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    assert words.languages() == ("en", "de", "fr")
    english = words.table("en")
    for language in words.languages()[1:]:
        table = words.table(language)
        assert set(table) == set(english)
        for key in english:
            assert gaps(table[key]) == gaps(english[key]), key


def test_every_question_is_explained():
    for question in QUESTIONS.values():
        assert question.text, question.name
        if question.kind != "part":
            assert question.clauses[0], f"{question.name} names no clause"


def test_outside_cases_pass_where_they_are_present():

    if not SHARED.exists():
        pytest.skip("the outside cases (../shared/spec/cases) are not on this machine")
    run = subprocess.run([sys.executable, str(SHARED), str(ROOT.parent), "00.toml"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_table_of_questions_is_current():
    made = runpy.run_path(str(ROOT.parent / "docs" / "make_questions.py"))
    page = (ROOT.parent / "docs" / "questions.md").read_text("utf-8")
    assert made["page"]() == page, "run python docs/make_questions.py"
