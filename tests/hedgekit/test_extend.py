"""House rules: loading, replacing and unloading without a trace, reporting mistakes, simulation."""

import json
import os
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

import hedgekit
from hedgekit import Game, NotationError, extend
from hedgekit.extend import RuleError
from hedgekit.games.race.engine.state import STATE_FIELDS
from hedgekit.games.race.variants.fields import POSITION_FIELDS
from hedgekit.terminal.cli import main
from hedgekit.text.words import languages, table
from rulebook import chapters
from rulebook.making import trying
from rulebook.text import checking

from .playing import played

ROOT = Path(hedgekit.__file__).parents[1]
APPLES = (ROOT / "examples" / "rules" / "windfall.py").read_text("utf-8").replace("windfall", "mine")
TWO = "declare('mine', words={'en': {'title': 'Two', 'sentence': 'Two are enough.'}})\nfixed('mine', target=2)"


def global_state():
    """Return everything that a rule could leave behind."""
    return extend.current(), set(hedgekit.VARIANTS), dict(STATE_FIELDS), dict(POSITION_FIELDS), dict(table("en"))


def variant(name):
    return extend.current().variants[extend.current().number(name)]


@pytest.fixture(autouse=True)
def without_a_trace():
    before = global_state()
    with extend.using(extend.BASE):
        yield
    assert global_state() == before


@pytest.fixture
def rule(tmp_path):
    """Return a function that writes a file of rules, with the import of the interface, and returns its path."""

    def write(text, name="rule.py"):
        path = tmp_path / name
        path.write_text("from hedgekit.extend import *\n" + textwrap.dedent(text) + "\n", "utf-8")
        return path

    return write


def moves(rules, at):
    return {str(move) for move in Game.from_text(rules, at).moves()}


# ---- loading and unloading -------------------------------------------------------------------------------------------


def test_a_file_is_loaded_reloaded_and_unloaded(rule):
    assert extend.load(rule(TWO)) == ("mine",)
    assert hedgekit.rules("mine").settings["target"] == 2
    begun = Game("mine players=2", seed=1)
    assert extend.load(rule(TWO.replace("target=2", "target=1"))) == ("mine",), "the same file with changes"
    assert hedgekit.rules("mine").settings["target"] == 1
    begun.play("a1")
    assert begun.state.target == 2, "a running game keeps its rules"
    home = hedgekit.simulate("mine players=2", 5, engine="interpreted")
    assert max(home["home_A"].max(), home["home_B"].max()) == 1, "no cached engine has the old rule"
    extend.unload(rule(TWO))
    with pytest.raises(NotationError, match="no variant and no house rule called mine"):
        hedgekit.rules("mine")


def test_words_in_one_language_are_enough_and_others_may_follow(rule):
    extend.load(rule("declare('mine', words={'fr': {'title': 'Deux', 'sentence': 'Deux.'}})"))
    assert (variant("mine").title["fr"], variant("mine").title["en"]) == ("Deux", "[fr] Deux")
    extend.words("mine", "en", title="Two")
    assert (variant("mine").title["en"], variant("mine").sentence["en"]) == ("Two", "[fr] Deux.")


def test_rules_of_an_installed_package_are_loaded_without_temporary_files(tmp_path):
    (tmp_path / "their_rule.py").write_text(APPLES, "utf-8")
    (tmp_path / "temporary").mkdir()
    info = tmp_path / "their_rule-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-rule\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hedgekit.variants]\ntwo = their_rule\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    program = (
        "import hedgekit, os; print(list(hedgekit.rules('mine').registry.house), os.listdir(os.environ['TMPDIR']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path, "TMPDIR": str(tmp_path / "temporary")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "['mine'] []\n"


# ---- combinations and sentences --------------------------------------------------------------------------------------


def test_a_rule_has_a_verdict_with_every_variant(rule):
    extend.load(rule("declare('mine')\n@answer('mine')\ndef run(ask, before):\n    return before"))
    extend.load(rule(APPLES.replace("mine", "apples"), "apples.py"))
    for number in ("mine", "apples"):
        found = extend.meetings(number)
        assert {str(other) for other in found} == set(map(str, extend.current().variants)) - {"0", number}
        for other, verdict in found.items():
            own = extend.current().number(number)
            both = [a.name for a in extend.current().questions.values() if {own, other} <= a.answers.keys()]
            assert not both or verdict.kind != "compatible", (number, other, both)
            assert verdict.reason("en") != verdict.reason("fr")
            assert (verdict.kind == "needs-a-decision") == bool(verdict.decision("fr"))
    assert hedgekit.verdict(40, "mine").kind == "incompatible", "40 is another game"
    assert "what a side-step brings" in hedgekit.verdict(1, "apples").reason()
    assert hedgekit.verdict(20, "apples").slots == ("score",)
    assert "a point for each apple" in hedgekit.verdict(20, "apples").reason("fr")


def test_refusals_cite_the_rules_clause():
    extend.load(ROOT / "examples" / "rules" / "fence.py")
    at = "b2=A1 b4=B4 e2=A2 d1=A3B1 f1=B2 h6=A4 home=B3 dice=1 turn=A step=sideways"
    no = Game.from_text("fence players=2", at).why("e2-e3")
    assert (no.clause, "fence" in no.text("en").lower(), "Clôture" in no.text("fr")) == ("fence.1", True, True)
    assert "e2-e3" in moves("0 players=2", at)


ALONE = """
declare('mine', words={"en": {"title": "Company", "sentence": "A side-step needs company.", "alone": "REFUSAL"}})
@answer('mine', no="variant.mine.alone")
def open_rank(s, cell):
    return (s.all & ~(1 << cell) & 0o001001001001001001 << cell % 9) != 0
"""


@pytest.mark.parametrize(
    ("sentence", "refusal"),
    [
        ("{piece} stays on {square}: {to} is nobody's.", "A1 stays on b2: b1 is nobody's."),
        ("On rank {rank} {player} waits.", "On rank b A waits."),  # these names are filled, too
        ("{piece} waits for {friend}.", "mine (Company) does not allow this: A side-step needs company."),
    ],
)
def test_an_own_sentence_is_filled_or_replaced_by_the_rule(rule, sentence, refusal):
    """An unknown placeholder is reported by the check and breaks no game."""
    extend.load(rule(ALONE.replace("REFUSAL", sentence)))
    game = Game.from_text("mine players=2", "b2=A1 c3=B1 c4=A2 f1=A3B2 h6=A4B3 f5=B4 dice=1 turn=A step=sideways")
    assert game.why("b2-b1").text("en").startswith(refusal)
    assert game.why("c4-c5") is None
    found = [wrong for wrong in checking.check() if "variant.mine.alone names" in wrong]
    assert bool(found) == ("friend" in sentence)
    assert not found or "{friend}" in found[0]


HOLDS = """
declare('mine', words={"en": {"title": "Mud", "sentence": "Who stands on a black square stays there."}})
@answer('mine', "mine.stay")
def held(s, piece, cell):
    return True
"""


@pytest.mark.parametrize(("also", "move"), [("", "d1-e1"), ("4+", "d1^")])
def test_a_rule_may_hold_a_hedgehog_with_nobody_behind(rule, also, move):
    """The rule's sentence is used, also for a climb (4): the base game's would name a piece behind."""
    extend.load(rule(HOLDS))
    step = "forward" if move == "d1-e1" else "sideways"
    at = f"d1=A1B1 e2=A2 e5=A3 e6=B2 h6=A4 home=B3B4 dice=1 turn={'B' if step == 'forward' else 'A'} step={step}"
    no = Game.from_text(f"{also}mine players=2", at).why(move)
    assert (no.clause, "stays there" in no.text("en")) == ("mine.stay", True), "a clause may have a name"


BONUS = """
declare(
    "mine",
    options=(Option("bonus", ("1", "2")),),
    words={"en": {"title": "Far", "sentence": "Whoever leaves rank a goes further."}},
)
@setting('mine', "mine.2")
def bonus(given, before):
    return int(given.rules.option('mine', "bonus"))
@answer('mine', "mine.1")
def ahead(s, piece, cell):
    return before(s, piece, cell) + s.bonus * (cell % 9 == 0) * (ask.height(s, cell) == 1)
"""


def test_an_own_setting_is_only_in_states_of_its_games(rule):
    """It is set once from the option, and answers read it from the state."""
    extend.load(rule(BONUS))
    at = "a2=A1 e2=A2 e5=A3 e6=B2 h6=A4 b5=B1 home=B3B4 dice=2 turn=A step=forward"
    assert "a2-c2" in moves("mine players=2", at)
    assert "a2-d2" in moves("mine[bonus=2] players=2", at)
    assert "a2-b2" in moves("0 players=2", at)
    assert hedgekit.rules("mine[bonus=2]+9").settings["bonus"] == 2
    assert "bonus" not in hedgekit.rules("9").settings
    extend.check("mine")
    with pytest.raises(RuleError, match="bonus, which is not a question"):
        extend.load(rule("declare('other')\n@answer('other')\ndef bonus(given, before):\n    return 3", "other.py"))
    extend.load(rule(BONUS.replace("mine.2", "mine.3")))
    assert hedgekit.rules("mine").registry.questions["bonus"].clauses == {62: "mine.3"}, "reloaded"
    extend.unload("mine")
    assert "bonus" not in extend.current().questions


def test_a_wrong_declaration_keeps_the_previous_rule():
    """In a cell no loading of a file can be undone."""
    cell = "from hedgekit.extend import *\ndeclare('mine', words={'en': {'title': 'Two'}})\nfixed('mine', target=2)"
    exec(compile(cell, "<cell 1>", "exec"), {})
    before = global_state()
    for wrong in ("declare('mine', words={'en': 3})", "declare('mine', colour=3)"):
        with pytest.raises(RuleError):
            exec(compile("from hedgekit.extend import *\n" + wrong, "<cell 2>", "exec"), {})
        assert global_state() == before
    assert hedgekit.rules("mine").settings["target"] == 2


# ---- mistakes --------------------------------------------------------------------------------------------------------


def mistakes():
    """Return the rows of mistakes.txt: text of a rule -> reported line and message."""
    found, above = {}, ""
    _, *parts = re.split(r"\n+(?=\d+: |==)", Path(__file__).with_name("mistakes.txt").read_text("utf-8"))
    for part in parts:
        head, _, text = part.partition("\n")
        line, _, message = head.partition(": ")
        if head.startswith("=="):
            above = "declare('mine')\n@answer('mine')\n"
        else:
            found[above + textwrap.dedent(text).rstrip()] = int(line), message
    return found


MISTAKES = mistakes()


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_reported_with_its_line_and_changes_nothing(rule, text):
    line, message = MISTAKES[text]
    path = rule(text)
    extend.load(rule(TWO.replace("mine", "other"), "other.py"))
    before, played = global_state(), []
    with pytest.raises(RuleError) as no:  # noqa: PT012  raised when loaded or checked
        played.append(extend.load(path))
        extend.check("mine")
    assert (no.value.line, message in str(no.value)) == (line, True), str(no.value)
    assert no.value.text("fr") != no.value.text("en")
    assert no.value.file == (str(path) if line else "")
    assert played or global_state() == before


WAYS_IN = (
    *("did you mean ahead", "held with 'no'", "ZeroDivisionError", "lucky-six, not 9", "depends on itself"),
    *("height", "not Python", "No module named"),
)


@pytest.mark.parametrize("part", WAYS_IN)
def test_a_mistake_is_reported_alike_by_the_command_a_cell_and_the_page(rule, capsys, part):
    path = rule([text for text, (_, message) in MISTAKES.items() if part in message][-1])
    line, message = MISTAKES[path.read_text("utf-8").partition("\n")[2].removesuffix("\n")]
    assert main(["check", "mine", "--with", str(path)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, f"line {line} of rule.py" in printed.err, message in printed.err) == ("", True, True)
    assert len(printed.err.splitlines()) == 1
    sheet = trying()
    sheet._on_message(sheet, {"do": "write", "code": path.read_text("utf-8")}, [])
    error = sheet.view["error"]["en"]
    assert (f"line {line} of rule.py" in error, message in error, sheet.view["rule"]) == (True, True, None)
    if part in ("not Python", "No module named"):  # in a cell these are errors of Python
        return
    shell = InteractiveShell()
    for cell in (path.read_text("utf-8"), "from hedgekit import extend\nextend.check('mine')"):
        ran = shell.run_cell(cell)
        if not ran.success:
            break
    shown = capsys.readouterr().out
    assert (f"line {line} of the cell" in shown, message in shown) == (True, True)
    assert len(shown.splitlines()) <= 5, "the calling line and the sentence"


def test_circular_answers_are_reported_alike_everywhere(rule):
    head = "declare('mine')\n@answer('mine')\n"
    extend.load(rule(head + "def everywhere(ask, before):\n    ask.everywhere\n    return before"))
    messages = set()
    calls = (lambda: played("mine players=2", 60), lambda: hedgekit.simulate("mine", 2))
    for call in (lambda: extend.check("mine"), *calls):
        with pytest.raises(RuleError, match=r"\(questions depend on each other: everywhere > everywhere\)") as no:
            call()
        messages.add(str(no.value))
    assert len(messages) == 1


def test_a_rule_that_fails_in_play_leaves_the_game_unchanged(rule):
    extend.load(rule(next(text for text in MISTAKES if "stepped" in text)))
    game = Game.from_text(
        "mine players=2", "b2=A1 c4=A2 d5=A3 b1=A4 b4=B1 b5=B2 b6=B3 c1=B4 dice=1 turn=A step=sideways"
    )
    before = str(game)
    with pytest.raises(RuleError, match=r"line 6 of rule\.py"):
        game.play("b2-b3")
    assert (str(game), game.ply) == (before, 0)
    with pytest.raises(RuleError, match=r"line 6 of rule\.py"):
        hedgekit.simulate("mine", 10, engine="interpreted")


def test_an_endless_loop_is_stopped_in_any_thread(rule, monkeypatch):
    for limit in ("BUSY", "LOADING_BUSY"):
        monkeypatch.setattr(f"hedgekit.games.race.variants.house_rules.limit.{limit}", 0.3)
    head = "declare('mine')\n@answer('mine')\ndef stepped(ask, before):\n    def f(s, pieces):\n"
    extend.load(rule(head + "        while True:\n            pass\n    return f"))
    with pytest.raises(RuleError, match=r"does not end at line [67] of rule"):
        hedgekit.simulate("mine", 10, engine="interpreted")
    with pytest.raises(RuleError, match="does not end"):
        extend.load(rule("while True: pass", "endless.py"))


# ---- engines ---------------------------------------------------------------------------------------------------------


def test_worker_processes_get_the_rule(rule):
    extend.load(rule(APPLES))
    games = hedgekit.simulate("mine players=2", 12, seed=3, engine="interpreted")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert hedgekit.simulate("mine players=2", 12, seed=3, executor=pool).to_json() == games.to_json()


def test_a_house_rule_is_simulated_interpreted_with_a_note(rule):
    """The engine "wasm" refuses house rules; "auto" plays interpreted and reports why."""
    extend.load(rule(TWO))
    notes = []
    games = hedgekit.simulate("mine players=2", 12, seed=3, engine="interpreted")
    assert hedgekit.simulate("mine players=2", 12, seed=3, status=notes.append).to_json() == games.to_json()
    assert list(map(str, notes)) == [
        "Playing mine players=2 in plain Python. Only the interpreted engine plays house rules."
    ]
    with pytest.raises(hedgekit.HedgekitError, match="house rule"):
        hedgekit.simulate("mine players=2", 12, engine="wasm")


# ---- the command line and the book -----------------------------------------------------------------------------------


def test_commands_take_rules_and_unload_them(rule, capsys):
    path = str(rule(TWO))
    assert main(["check", "9+mine", "--with", path]) == 0
    assert main(["simulate", "mine", "--games", "5", f"--with={path}", "--json"]) == 0
    assert main(["list", "mine", "--json", "--with", path]) == 0
    out = capsys.readouterr().out
    assert [one["number"] for one in json.loads(out[out.rindex("[\n  {") :])] == ["mine"]
    assert extend.loaded() == {}
    assert main(["check", "mine", "--with", "nowhere.py"]) == 2
    assert "nowhere.py" in capsys.readouterr().err
    assert main(["check", "entwo", "--with", path]) == 2
    assert capsys.readouterr().err.count("mine") == 1, "suggested once: the mark of an untranslated title is no name"


def test_the_book_has_a_section_and_an_example_and_reports_missing_translations(rule):
    extend.load(ROOT / "examples" / "rules" / "fence.py")
    section = chapters.variant("fence")._repr_html_()
    assert all(word in section for word in ("Fence", "Clôture", "fence.1"))
    game = chapters.example("fence.1", seed=2).board.game
    squares = [f"e{lane}" for lane in range(1, 7)]
    assert any((no := game.why(f"{a}-{b}")) and no.clause == "fence.1" for a, b in permutations(squares, 2))
    assert not [line for line in checking.check() if "fence" in line]
    extend.load(rule(TWO))
    missing = [line for line in checking.check() if "variant.mine" in line]
    others = len(languages()) - 1
    assert len(missing) == 2 * others + others + 1, "title and sentence in the other languages, the clause in all"
