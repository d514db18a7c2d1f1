"""The documentation: its examples run, it builds without warnings, and it names what exists."""

import ast
import doctest
import importlib
import inspect
import re
import runpy
import shlex
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path

import pytest

import hedgekit
from hedgekit import Clash, HedgekitError, NotationError, Refusal
from hedgekit.extend import RuleError
from hedgekit.terminal import arguments, cli
from rulebook import cli as book
from rulebook.text.commands import sentences_in
from tests.sample import partly

SECONDS = 10  # of CPU time: slow files start first

ERRORS = {
    error.__name__: error
    for error in (HedgekitError, NotationError, Clash, Refusal, RuleError, ValueError, IndexError, KeyError)
}
DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMANDS = {"hedgekit": cli.COMMANDS, "rulebook": book.COMMANDS}
WORDS = {"hedgekit": partial(cli._help, "en"), "rulebook": sentences_in("en")}
PARSERS = {name: arguments.parser_of(name, "0", taken, "en", WORDS[name]) for name, taken in COMMANDS.items()}

REFERENCE = {path.stem: path.read_text("utf-8") for path in sorted((DOCS / "reference").glob("*.md"))}


@pytest.mark.parametrize(
    ("page", "least"),
    [("../README", 7), ("tutorial", 20), ("how-to/coming-from", 8), ("recipes", 40)]
    + [(f"reference/{name}", 2) for name in REFERENCE if name != "index"],
)
def test_the_examples_of_a_page_run(page, least):
    failed, run = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False, encoding="utf-8")
    assert run > least
    assert not failed


def test_what_the_readme_names_exists():
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    makefile = (DOCS.parent / "Makefile").read_text("utf-8")
    for command in ("book", "test"):
        assert f"make {command}" in readme
        assert f"\n{command}:" in makefile
    docs = ("docs/rulebook.png", "docs/notation.md", "docs/simulation.md")
    for name in (*docs, "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert name in readme
        assert (DOCS.parent / name).exists()


def test_the_players_page_agrees_with_its_ladder_and_with_the_variants():
    """It counts the rungs without a star, and lists the variants where random playouts mislead."""
    page = (DOCS / "players.md").read_text("utf-8")
    section = page.partition("## The ladder\n")[2].partition("\n## ")[0]
    rows = {
        int(number): cells
        for number, cells in re.findall(r"^\| ([1-9]\d*) players=\d \| (.*) \|$", section, re.MULTILINE)
    }
    (counting,) = re.findall(r"\. ([\d, and]+) count games of the base game", section)
    series = {int(number) for number in re.findall(r"\d+", counting)}
    assert {*range(1, 40)} <= set(rows) | series <= set(hedgekit.VARIANTS), "new variants may be measured later"
    clear = [cells for cells in rows.values() if "*" not in cells]
    assert f"in {len(clear)} of {len(rows)} variants" in section
    (steady,) = re.findall(r"Under ([\d, and]+) everybody plays as `learned`", page)
    assert [int(number) for number in re.findall(r"\d+", steady)] == [
        number for number, variant in hedgekit.VARIANTS.items() if variant.learned_playouts
    ]


PUBLIC = ("hedgekit", "hedgekit.extend", "hedgekit.rl", "hedgekit.simulation", "hedgekit.study")


def documented():
    """Yield our public functions and methods: name, function, documentation (of a method: with that of its class)."""
    for module in map(importlib.import_module, PUBLIC):
        for name in getattr(module, "__all__", ()):
            one = getattr(module, name)
            if inspect.isfunction(one):
                yield f"{module.__name__}.{name}", one, inspect.getdoc(one) or ""
            elif inspect.isclass(one):
                for part, method in inspect.getmembers(one, inspect.isfunction):
                    own = not part.startswith("_") and part not in getattr(one, "__dataclass_fields__", ())
                    if own and method.__module__.startswith("hedgekit"):
                        known = inspect.getdoc(method) or ""
                        yield f"{name}.{part}", method, known and known + (inspect.getdoc(one) or "")


def test_every_public_name_is_in_the_reference():
    """On one page, by its shortest name; names that are not for users are on none."""
    listed = re.findall(r"auto(?:function|class):: hedgekit(?:\.[a-z]+)*\.(\w+)", "\n".join(REFERENCE.values()))
    assert sorted(listed) == sorted(set(listed))
    others = {"BASE", "VARIANTS", "__version__", "Clash", "HedgekitError", "NotationError"}
    assert set(hedgekit.__all__) - set(listed) == others


@pytest.mark.filterwarnings("ignore:.* is now:DeprecationWarning")  # it also reads attributes by their former names
def test_every_public_function_documents_its_purpose_and_errors():
    """Our errors and Python's, as far as a function raises them itself."""
    silent, found = [], list(documented())
    for name, function, known in found:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        calls = [
            node.exc.func for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        ]
        raised = {call.id for call in calls if isinstance(call, ast.Name) and call.id in ERRORS}
        silent += [
            (name, error) for error in raised if not any(one.__name__ in known for one in ERRORS[error].__mro__[:2])
        ]
        silent += [] if known else [(name, "")]
    assert len(found) > 150
    assert not silent


def test_the_gallery_is_up_to_date():
    """If a picture or an answer changes: `python docs/make_gallery.py`."""
    made = runpy.run_path(str(DOCS / "make_gallery.py"))["made"]()
    kept = {path.relative_to(DOCS).as_posix(): path for path in (DOCS / "gallery").iterdir()}
    kept["gallery.md"] = DOCS / "gallery.md"
    assert len(made) > 12
    assert {name: path.read_text("utf-8") for name, path in kept.items()} == made


@partly
def test_the_documentation_builds_without_warnings(tmp_path, whole):
    """Every page is read and its links are checked; `make docs` and the long runs also write them."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed (pip install 'hedgekit[docs]')")
    command = [
        *shlex.split(f"-m sphinx -q -W --keep-going -b {'html' if whole else 'dummy'}"),
        str(DOCS),
        str(tmp_path / "html"),
    ]
    built = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    if not whole:
        return
    for page, name in (("games", "hedgekit.Game"), ("rule-sets", "hedgekit.RuleSet"), ("reasons", "hedgekit.Refusal")):
        assert name in (tmp_path / f"html/reference/{page}.html").read_text("utf-8")
    foreign = [p.name for p in (tmp_path / "html").rglob("*.html") if 'src="http' in p.read_text("utf-8")]
    assert not foreign, "pages load nothing from another host"


def commands_to_type() -> set[tuple[str, str]]:
    """Return every command that the README, the pages or the commands' own help tell readers to type, and where."""
    root = DOCS.parent
    helps = (root / "hedgekit/text/cli.en.toml", root / "rulebook/text/en/commands.toml")
    found = set[tuple[str, str]]()
    for page in (root / "README.md", *DOCS.rglob("*.md"), *helps):
        text = page.read_text("utf-8").replace('"""', "")
        whole = re.findall(r"^ *(?:.* \| )?((?:hedgekit|rulebook) [a-z]+(?: [^`\n]*)?)$", text, re.MULTILINE)
        for one in whole + re.findall(r"`((?:hedgekit|rulebook) [a-z]+(?: [^`\n]*)?)`", text):
            found.add((page.name, re.split(r" +#| {3,}| [<>&|] ", one)[0].strip()))
    return found


@pytest.mark.parametrize(("where", "command"), sorted(commands_to_type()))
def test_documented_commands_exist(where, command, capsys):
    name, *words = shlex.split(command.replace("--language nl", "--language fr"))  # nl: the one readers are to add
    if len(words) == 1:
        assert words[0] in COMMANDS[name], where
        return
    try:
        PARSERS[name].parse_args(words)
    except SystemExit as no:
        raise AssertionError(f"{where}: {capsys.readouterr().err}") from no
