"""What the package promises about itself: standard library alone, imports one way, words in every language."""

import ast
import json
import re
import runpy
import string
import subprocess
import sys
from pathlib import Path

import pytest

import hedgekit
from hedgekit import games
from hedgekit.games.race.engine.composing import QUESTIONS
from hedgekit.text import words

from ..tree import circles, climbing, imports

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


def modules_after(*steps: str) -> list[set[str]]:
    """In a process of its own: what each step imported that was not there before it."""
    program = "import sys; sys.path.insert(0, sys.argv[1]); seen = set(sys.modules)\n" + "".join(
        f"{step}\nprint(*sorted(set(sys.modules) - seen)); seen = set(sys.modules)\n" for step in steps
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT.parent)], capture_output=True, text=True, check=True
    )
    return [set(line.split()) for line in run.stdout.splitlines()]


def test_importing_costs_nothing_and_a_game_brings_what_it_needs():
    imported, began, drawn = modules_after(
        "import hedgekit", "game = hedgekit.Game('9+13+25 players=3', seed=1)", "game.svg(), repr(hedgekit.simulate)"
    )
    ours = {name for name in imported if name.startswith("hedgekit")}
    assert ours == {"hedgekit", "hedgekit.lazy_imports", "hedgekit.version"}
    assert not imported & {"typing", "re", "dataclasses", "inspect", "enum"}
    late = {"pathlib", "html", "random", "textwrap", "urllib", "json", "hashlib", "tomllib", "datetime"}
    assert not began & {*late, "hedgekit.play.picture"}, "nor the tables of sentences, which tomllib reads"
    others = tuple(f"hedgekit.games.{name}" for name in ("carrom", "checkerboard", "hekla", "horses"))
    few = (*others, "hedgekit.simulation", "hedgekit.rl", "hedgekit.study")
    assert not [name for name in began if name.startswith(few)]
    assert drawn >= {"pathlib", "html", "hedgekit.play.picture", "hedgekit.simulation"}, (
        "the names are those of modules"
    )


def test_every_public_name_has_a_home_and_is_known_before_it_is_imported():
    """The list, the map and what type checkers read say the same; `dir`, `help` and the Tab key see all of it."""
    tree = ast.parse((ROOT / "__init__.py").read_text("utf-8"))
    told = [node for part in tree.body if isinstance(part, ast.If) for node in part.body if hasattr(node, "level")]
    typed = {name.name: node.module for node in told if node.level and node.module for name in node.names}
    assert typed == hedgekit._HOMES
    assert set(hedgekit.__all__) == {*typed, "__version__"}
    assert set(dir(hedgekit)) >= {*hedgekit.__all__, *hedgekit._ROOMS}
    everything: dict[str, object] = {}
    exec("from hedgekit import *", everything)
    assert all(everything[name] is getattr(hedgekit, name) for name in hedgekit.__all__)
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} | {"extend"}
    assert set(hedgekit._ROOMS) == rooms - {"terminal"}
    assert all(getattr(hedgekit, name).__name__ == f"hedgekit.{name}" for name in hedgekit._ROOMS)
    with pytest.raises(AttributeError, match="hedgekit has no game; perhaps you mean Game or game_of"):
        hedgekit.game  # noqa: B018


def test_a_part_works_without_what_nobody_has_asked_for_yet():
    """As in a process that reads a pickle: a position draws itself, a record plays on, a package has its modules."""
    modules_after(
        "from hedgekit import Position; start = 'hand=A1A2A3A4B1B2B3B4 turn=A step=place'\n"
        "assert Position.parse(start)._repr_svg_().startswith('<svg')",
        "from hedgekit.notation.record import Record; assert len(list(Record.parse('1 players=2\\na1 a2'))) == 3",
        "import hedgekit; hedgekit.players.Player, hedgekit.games.race.rulesets, hedgekit.text.errors.Clash",
    )


FLOORS = [
    {"text", "games.race.__init__", "games.race.engine"}
    | {"version", "lazy_imports", "renamed", "atomic_write", "threads"},
    {"games.__init__", "games.race.variants", "notation", "players"},
    {"games.race.rulesets", "play"},
    {"games.race.notation"},
    {"games.race.play"},
    {"games.carrom", "games.checkerboard", "games.collection", "games.hekla", "games.horses"},
    {"simulation", "study", "extend", "game_check", "rl"},
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


def test_what_docstrings_import_is_there():
    for file in ROOT.rglob("*.py"):
        for line in re.findall(r"(?m)^    ((?:from|import) hedgekit.*)$", file.read_text("utf-8")):
            exec(line, {})


def test_a_circle_and_a_step_up_are_seen():
    uses = {"a.low.x": {"a.low.y"}, "a.low.y": {"a.high.z"}, "a.high.z": {"a.low.x"}, "a.high.w": {"a.high.z"}}
    assert circles(uses) == {"a.low.x", "a.low.y", "a.high.z"}
    assert climbing(uses, [{"low"}, {"high"}]) == ["a.low.y imports a.high.z"]


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


def test_only_its_own_folders_know_a_game():
    """No module outside `games/<game>/` names one in its code; docstrings and comments may give examples."""
    others = {name for name in games.names() if name != games.RACE}
    # former names; the variant that brings one
    allowed = {"hedgekit/lazy_imports.py", "hedgekit/games/race/variants/families/fundamental.py"}
    found = []
    for file in (*ROOT.rglob("*.py"), *(ROOT.parent / "rulebook").rglob("*.py")):
        name = file.relative_to(ROOT.parent).as_posix()
        if name in allowed or others & {*Path(name).parts[2:3]}:
            continue
        text = file.read_text("utf-8")
        if not any(other in text for other in others):
            continue
        tree = ast.parse(text)
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            said = getattr(node, "id", getattr(node, "attr", getattr(node, "module", None)))
            if isinstance(node, ast.Constant) and id(node) not in docs:
                said = node.value
            if isinstance(said, str) and others & {*re.findall(r"[a-z]+", said)}:
                found.append(f"{name}: {said}")
    assert found == []


@pytest.mark.parametrize(
    "former", ["hedgekit.engine.mind", "hedgekit.rulesets.kernel", "hedgekit.rl.many", "hedgekit.simulation.tasks"]
)
def test_a_module_of_a_former_name_is_found_for_one_edition(former):
    """With a warning that names the present one; in a process that has not asked for it before."""
    code = f"import importlib; print(importlib.import_module({former!r}).__name__)"
    ran = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert f"DeprecationWarning: {former} is now {ran.stdout.strip()}" in ran.stderr


def test_attributes_of_former_names_work_for_one_edition():
    """Read on any game and its view, and defined by a game from elsewhere."""
    with pytest.warns(DeprecationWarning, match="_evaluate"):
        other = type("Other", (hedgekit.game_of("hekla"),), {"_promise": lambda g, p: super(other, g)._promise(p) / 2})
    game = other("hekla")
    with pytest.warns(DeprecationWarning, match="promise is now evaluate"):
        assert game.promise("A") == 0.125
    with pytest.warns(DeprecationWarning, match="told is now narrate"):
        assert game.told("fr") == game.view("A").told("fr") == ""
