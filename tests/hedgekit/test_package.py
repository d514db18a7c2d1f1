"""The package: standard library only, layered imports, sentences in every language."""

import ast
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
OUTSIDE_CASES = ROOT.parents[1] / "shared" / "spec" / "cases" / "run.py"


def test_the_engine_needs_only_the_standard_library():
    play = "while not g.is_over: g.roll() if g.is_chance else g.play(g.moves()[0])"
    steps = modules_after(
        "import hedgekit; g = hedgekit.Game('0 players=2', seed=1)", play, "g.record(), g.prompt('fr')"
    )
    known = {name.partition(".")[0] for step in steps for name in step}
    assert not known - set(sys.stdlib_module_names) - {"hedgekit", "__main__"}
    assert not known & {"ssl", "http", "email", "xml"}, "these would double the time of an import"


def modules_after(*steps: str) -> list[set[str]]:
    """Run steps in a new process; return the modules each of them imported."""
    program = "import sys; sys.path.insert(0, sys.argv[1]); seen = set(sys.modules)\n" + "".join(
        f"{step}\nprint(*sorted(set(sys.modules) - seen)); seen = set(sys.modules)\n" for step in steps
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT.parent)], capture_output=True, text=True, check=True
    )
    return [set(line.split()) for line in run.stdout.splitlines()]


def test_modules_are_imported_only_when_needed():
    imported, began, drawn = modules_after(
        "import hedgekit", "game = hedgekit.Game('9+13+25 players=3', seed=1)", "game.svg(), repr(hedgekit.simulate)"
    )
    ours = {name for name in imported if name.startswith("hedgekit")}
    assert ours == {"hedgekit", "hedgekit.lazy_imports", "hedgekit.version"}
    assert not imported & {"typing", "re", "dataclasses", "inspect", "enum"}
    late = {"pathlib", "html", "random", "textwrap", "urllib", "json", "hashlib", "tomllib", "datetime"}
    assert not began & {*late, "hedgekit.play.picture"}, "nor tables of sentences, which need tomllib"
    others = tuple(f"hedgekit.games.{name}" for name in ("carrom", "checkerboard", "hekla", "horses"))
    few = (*others, "hedgekit.simulation", "hedgekit.rl", "hedgekit.study")
    assert not [name for name in began if name.startswith(few)]
    assert drawn >= {"pathlib", "html", "hedgekit.play.picture", "hedgekit.simulation"}, (
        "the names are those of modules"
    )


def test_public_names_are_consistent_and_listed_before_import():
    """`__all__`, the lazy imports and the type checkers' imports agree; `dir` lists all names."""
    tree = ast.parse((ROOT / "__init__.py").read_text("utf-8"))
    imported = [node for part in tree.body if isinstance(part, ast.If) for node in part.body if hasattr(node, "level")]
    typed = {name.name: node.module for node in imported if node.level and node.module for name in node.names}
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


def test_parts_work_without_modules_not_yet_imported():
    """As after unpickling: a position draws itself, a record is replayed, packages have their modules."""
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
"""The layers from the bottom up: a package imports only from lower layers and itself."""


def test_imports_follow_the_layers():
    """Imports in functions and for type checkers count, and there are no cycles."""
    uses = imports(ROOT)
    assert climbing(uses, FLOORS) == []
    assert len(FLOORS) <= 9
    assert circles(uses) == set()


def test_imports_in_docstrings_work():
    for file in ROOT.rglob("*.py"):
        for line in re.findall(r"(?m)^    ((?:from|import) hedgekit.*)$", file.read_text("utf-8")):
            exec(line, {})


def test_cycles_and_upward_imports_are_found():
    uses = {"a.low.x": {"a.low.y"}, "a.low.y": {"a.high.z"}, "a.high.z": {"a.low.x"}, "a.high.w": {"a.high.z"}}
    assert circles(uses) == {"a.low.x", "a.low.y", "a.high.z"}
    assert climbing(uses, [{"low"}, {"high"}]) == ["a.low.y imports a.high.z"]


def test_every_language_has_the_same_sentences_and_placeholders():
    def placeholders(sentence):
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    assert words.languages() == ("en", "de", "fr")
    english = words.table("en")
    for language in words.languages()[1:]:
        table = words.table(language)
        assert set(table) == set(english)
        for key in english:
            assert placeholders(table[key]) == placeholders(english[key]), key


def test_every_question_is_explained():
    for question in QUESTIONS.values():
        assert question.text, question.name
        if question.kind != "part":
            assert question.clauses[0], f"{question.name} names no clause"


def test_outside_cases_pass():
    if not OUTSIDE_CASES.exists():
        pytest.skip("the outside cases (../shared/spec/cases) are not on this machine")
    run = subprocess.run(
        [sys.executable, str(OUTSIDE_CASES), str(ROOT.parent), "00.toml"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


def test_the_table_of_questions_is_current():
    made = runpy.run_path(str(ROOT.parent / "docs" / "make_questions.py"))
    page = (ROOT.parent / "docs" / "questions.md").read_text("utf-8")
    assert made["page"]() == page, "run python docs/make_questions.py"


def test_no_other_module_names_a_game():
    """Code outside `games/<game>/` does not name it; docstrings and comments may."""
    others = {name for name in games.names() if name != games.RACE}
    # former names; the variant that adds carrom
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
            word = getattr(node, "id", getattr(node, "attr", getattr(node, "module", None)))
            if isinstance(node, ast.Constant) and id(node) not in docs:
                word = node.value
            if isinstance(word, str) and others & {*re.findall(r"[a-z]+", word)}:
                found.append(f"{name}: {word}")
    assert found == []


@pytest.mark.parametrize(
    "former", ["hedgekit.engine.mind", "hedgekit.rulesets.kernel", "hedgekit.rl.many", "hedgekit.simulation.tasks"]
)
def test_former_module_names_work_with_a_warning(former):
    """The warning names the present module; a new process has not imported it yet."""
    code = f"import importlib; print(importlib.import_module({former!r}).__name__)"
    ran = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert f"DeprecationWarning: {former} is now {ran.stdout.strip()}" in ran.stderr


def test_former_attribute_names_work_with_a_warning():
    """They are read on games and views, and may be defined by added games."""
    with pytest.warns(DeprecationWarning, match="_evaluate"):
        other = type("Other", (hedgekit.game_of("hekla"),), {"_promise": lambda g, p: super(other, g)._promise(p) / 2})
    game = other("hekla")
    with pytest.warns(DeprecationWarning, match="promise is now evaluate"):
        assert game.promise("A") == 0.125
    with pytest.warns(DeprecationWarning, match="told is now narrate"):
        assert game.told("fr") == game.view("A").told("fr") == ""
