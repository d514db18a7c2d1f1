"""The documentation: its examples run, it builds without a warning, and it matches the code."""

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

SECONDS = 10  # of one core, for the order of test files

ERRORS = {
    error.__name__: error
    for error in (HedgekitError, NotationError, Clash, Refusal, RuleError, ValueError, IndexError, KeyError)
}
DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMANDS = {"hedgekit": cli.COMMANDS, "rulebook": book.COMMANDS}
WORDS = {"hedgekit": partial(cli._help, "en"), "rulebook": sentences_in("en")}
PARSERS = {name: arguments.parser_of(name, "0", commands, "en", WORDS[name]) for name, commands in COMMANDS.items()}
REFERENCE = {path.stem: path.read_text("utf-8") for path in sorted((DOCS / "reference").glob("*.md"))}


@pytest.mark.parametrize(
    ("page", "least"),
    [("../README", 7), ("tutorial", 20), ("how-to/coming-from", 8), ("recipes", 40)]
    + [(f"reference/{name}", 2) for name in REFERENCE if name != "index"],
)
def test_examples_of_a_page_run(page, least):
    failed, run = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False, encoding="utf-8")
    assert run > least
    assert not failed


def test_files_and_commands_named_in_the_readme_exist():
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    makefile = (DOCS.parent / "Makefile").read_text("utf-8")
    for command in ("book", "test"):
        assert f"make {command}" in readme
        assert f"\n{command}:" in makefile
    docs = ("docs/rulebook.png", "docs/notation.md", "docs/simulation.md")
    for name in (*docs, "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert name in readme
        assert (DOCS.parent / name).exists()


def test_the_players_page_agrees_with_its_ladder_table_and_the_variants():
    """It counts the rows without a star, and lists the variants with learned playouts."""
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
    (learned,) = re.findall(r"Under ([\d, and]+) everybody plays as `learned`", page)
    assert [int(number) for number in re.findall(r"\d+", learned)] == [
        number for number, variant in hedgekit.VARIANTS.items() if variant.learned_playouts
    ]


PUBLIC = ("hedgekit", "hedgekit.extend", "hedgekit.rl", "hedgekit.simulation", "hedgekit.study")


def public_functions():
    """Yield name, function and docstring of our public functions and methods (a method's with its class's)."""
    for module in map(importlib.import_module, PUBLIC):
        for name in getattr(module, "__all__", ()):
            one = getattr(module, name)
            if inspect.isfunction(one):
                yield f"{module.__name__}.{name}", one, inspect.getdoc(one) or ""
            elif inspect.isclass(one):
                for part, method in inspect.getmembers(one, inspect.isfunction):
                    ours = not part.startswith("_") and part not in getattr(one, "__dataclass_fields__", ())
                    if ours and method.__module__.startswith("hedgekit"):
                        doc = inspect.getdoc(method) or ""
                        yield f"{name}.{part}", method, doc and doc + (inspect.getdoc(one) or "")


def test_each_public_name_is_in_the_reference_once():
    """It is listed on one page by its shortest name; constants and error classes are not."""
    listed = re.findall(r"auto(?:function|class):: hedgekit(?:\.[a-z]+)*\.(\w+)", "\n".join(REFERENCE.values()))
    assert sorted(listed) == sorted(set(listed))
    others = {"BASE", "VARIANTS", "__version__", "Clash", "HedgekitError", "NotationError"}
    assert set(hedgekit.__all__) - set(listed) == others


@pytest.mark.filterwarnings("ignore:.* is now:DeprecationWarning")  # getmembers reads former names, too
def test_each_public_function_documents_its_purpose_and_errors():
    """Only errors that a function raises itself count, ours or Python's."""
    undocumented, found = [], list(public_functions())
    for name, function, doc in found:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        calls = [
            node.exc.func for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        ]
        raised = {call.id for call in calls if isinstance(call, ast.Name) and call.id in ERRORS}
        missing = [error for error in raised if not any(one.__name__ in doc for one in ERRORS[error].__mro__[:2])]
        undocumented += [(name, error) for error in missing] + ([] if doc else [(name, "")])
    assert len(found) > 150
    assert not undocumented


def test_the_gallery_is_current():
    """After a change of pictures or answers run `python docs/make_gallery.py`."""
    made = runpy.run_path(str(DOCS / "make_gallery.py"))["made"]()
    kept = {path.relative_to(DOCS).as_posix(): path for path in (DOCS / "gallery").iterdir()}
    kept["gallery.md"] = DOCS / "gallery.md"
    assert len(made) > 12
    assert {name: path.read_text("utf-8") for name, path in kept.items()} == made


@partly
def test_the_documentation_builds_without_a_warning(tmp_path, whole):
    """Read every page and resolve its links; `make docs` and the long runs also write them."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed (pip install 'hedgekit[docs]')")
    options = shlex.split(f"-m sphinx -q -W --keep-going -b {'html' if whole else 'dummy'}")
    command = [sys.executable, *options, str(DOCS), str(tmp_path / "html")]
    built = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    if not whole:
        return
    for page, name in (("games", "hedgekit.Game"), ("rule-sets", "hedgekit.RuleSet"), ("reasons", "hedgekit.Refusal")):
        assert name in (tmp_path / f"html/reference/{page}.html").read_text("utf-8")
    foreign = [p.name for p in (tmp_path / "html").rglob("*.html") if 'src="http' in p.read_text("utf-8")]
    assert not foreign, "no page loads anything from another host"


def documented_commands() -> set[tuple[str, str]]:
    """Return page and command line of each example in the README, the documentation and the commands' help."""
    root = DOCS.parent
    helps = (root / "hedgekit/text/cli.en.toml", root / "rulebook/text/en/commands.toml")
    found = set[tuple[str, str]]()
    for page in (root / "README.md", *DOCS.rglob("*.md"), *helps):
        text = page.read_text("utf-8").replace('"""', "")
        whole = re.findall(r"^ *(?:.* \| )?((?:hedgekit|rulebook) [a-z]+(?: [^`\n]*)?)$", text, re.MULTILINE)
        for line in whole + re.findall(r"`((?:hedgekit|rulebook) [a-z]+(?: [^`\n]*)?)`", text):
            found.add((page.name, re.split(r" +#| {3,}| [<>&|] ", line)[0].strip()))
    return found


@pytest.mark.parametrize(("where", "command"), sorted(documented_commands()))
def test_documented_commands_parse(where, command, capsys):
    name, *words = shlex.split(command.replace("--language nl", "--language fr"))  # nl is a translator's new language
    if len(words) == 1:
        assert words[0] in COMMANDS[name], where
        return
    try:
        PARSERS[name].parse_args(words)
    except SystemExit as no:
        raise AssertionError(f"{where}: {capsys.readouterr().err}") from no
