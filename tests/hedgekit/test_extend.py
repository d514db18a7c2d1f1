"""Rules from outside: loaded, replaced, taken away without a trace, told of their mistakes, played by every engine."""

import json
import os
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
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


def everything():
    """All that a rule may leave behind: nothing but what the current registry is."""
    return extend.current(), set(hedgekit.VARIANTS), dict(STATE_FIELDS), dict(POSITION_FIELDS), dict(table("en"))


def variant(name):
    return extend.current().variants[extend.current().number(name)]


@pytest.fixture(autouse=True)
def without_a_trace():
    before = everything()
    with extend.using(extend.BASE):
        yield
    assert everything() == before


@pytest.fixture
def rule(tmp_path):
    """Write a file of rules, with the names of the interface: its path."""

    def write(text, name="rule.py"):
        path = tmp_path / name
        path.write_text("from hedgekit.extend import *\n" + textwrap.dedent(text) + "\n", "utf-8")
        return path

    return write


def moves(rules, at):
    return {str(move) for move in Game.from_text(rules, at).moves()}


# ---- there, replaced, away -------------------------------------------------------------------------------------------


def test_a_file_is_loaded_replaced_when_it_is_loaded_again_and_unloaded(rule):
    assert extend.load(rule(TWO)) == ("mine",)
    assert hedgekit.rules("mine").settings["target"] == 2
    begun = Game("mine players=2", seed=1)
    assert extend.load(rule(TWO.replace("target=2", "target=1"))) == ("mine",), "the same file, changed"
    assert hedgekit.rules("mine").settings["target"] == 1
    begun.play("a1")
    assert begun.state.target == 2, "a game goes on as it began"
    home = hedgekit.simulate("mine players=2", 5, engine="interpreted")
    assert max(home["home_A"].max(), home["home_B"].max()) == 1, "no engine of before is left"
    extend.unload(rule(TWO))
    with pytest.raises(NotationError, match="no variant and no house rule called mine"):
        hedgekit.rules("mine")


def test_words_in_one_language_are_enough_and_more_may_follow(rule):
    extend.load(rule("declare('mine', words={'fr': {'title': 'Deux', 'sentence': 'Deux.'}})"))
    assert (variant("mine").title["fr"], variant("mine").title["en"]) == ("Deux", "[fr] Deux")
    extend.words("mine", "en", title="Two")
    assert (variant("mine").title["en"], variant("mine").sentence["en"]) == ("Two", "[fr] Deux.")


def test_an_installed_package_brings_its_rules_and_leaves_no_file(tmp_path):
    (tmp_path / "their_rule.py").write_text(APPLES, "utf-8")
    (tmp_path / "temporary").mkdir()
    info = tmp_path / "their_rule-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-rule\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hedgekit.variants]\ntwo = their_rule\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    asked = "import hedgekit, os; print(list(hedgekit.rules('mine').registry.house), os.listdir(os.environ['TMPDIR']))"
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": path, "TMPDIR": str(tmp_path / "temporary")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "['mine'] []\n"


# ---- with all the others ---------------------------------------------------------------------------------------------


def test_it_has_a_verdict_with_each_and_two_answers_are_never_compatible_in_silence(rule):
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
    assert hedgekit.verdict(40, "mine").kind == "incompatible", "another game, which asks nothing of it"
    assert "what a side-step brings" in hedgekit.verdict(1, "apples").reason()
    assert hedgekit.verdict(20, "apples").slots == ("score",)
    assert "a point for each apple" in hedgekit.verdict(20, "apples").reason("fr")


def test_board_refusals_and_grounds_cite_its_clause():
    extend.load(ROOT / "examples" / "rules" / "fence.py")
    at = "b2=A1 b4=B4 e2=A2 d1=A3B1 f1=B2 h6=A4 home=B3 dice=1 turn=A step=sideways"
    no = Game.from_text("fence players=2", at).why("e2-e3")
    assert (no.clause, "fence" in no.text("en").lower(), "Clôture" in no.text("fr")) == ("fence.1", True, True)
    assert "e2-e3" in moves("0 players=2", at)


ALONE = """
declare('mine', words={"en": {"title": "Company", "sentence": "A side-step needs company.", "alone": "SAID"}})
@answer('mine', no="variant.mine.alone")
def open_rank(s, cell):
    return (s.all & ~(1 << cell) & 0o001001001001001001 << cell % 9) != 0
"""


@pytest.mark.parametrize(
    ("sentence", "refusal"),
    [
        ("{piece} stays on {square}: {to} is nobody's.", "A1 stays on b2: b1 is nobody's."),
        ("On rank {rank} {player} waits.", "On rank b A waits."),  # as the base game's sentence names it
        ("{piece} waits for {friend}.", "mine (Company) does not allow this: A side-step needs company."),
    ],
)
def test_a_sentence_names_what_there_is_or_gives_way_to_the_rule(rule, sentence, refusal):
    """A name that nobody fills, a slip of whoever wrote it, is found by the check and breaks no game."""
    extend.load(rule(ALONE.replace("SAID", sentence)))
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
def test_a_hedgehog_may_be_held_though_nobody_is_behind(rule, also, move):
    """The sentence of the base game would name who is behind; that of the rule is said, for a climb (4), too."""
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


def test_a_setting_of_its_own_is_in_every_state_of_its_games_and_in_no_other(rule):
    """What its option decides is asked once, and answers have it from the state; others' games know nothing of it."""
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
    assert hedgekit.rules("mine").registry.questions["bonus"].clauses == {62: "mine.3"}, "loaded again"
    extend.unload("mine")
    assert "bonus" not in extend.current().questions


def test_what_is_declared_wrongly_leaves_what_was_there():
    """In a cell there is no file whose loading could be undone as a whole."""
    cell = "from hedgekit.extend import *\ndeclare('mine', words={'en': {'title': 'Two'}})\nfixed('mine', target=2)"
    exec(compile(cell, "<cell 1>", "exec"), {})
    before = everything()
    for wrong in ("declare('mine', words={'en': 3})", "declare('mine', colour=3)"):
        with pytest.raises(RuleError):
            exec(compile("from hedgekit.extend import *\n" + wrong, "<cell 2>", "exec"), {})
        assert everything() == before
    assert hedgekit.rules("mine").settings["target"] == 2


# ---- mistakes --------------------------------------------------------------------------------------------------------


def mistakes():
    """The rows of mistakes.txt: the text of a rule -> the line that is blamed, and what is said of it."""
    found, above = {}, ""
    _, *parts = re.split(r"\n+(?=\d+: |==)", Path(__file__).with_name("mistakes.txt").read_text("utf-8"))
    for part in parts:
        head, _, text = part.partition("\n")
        line, _, said = head.partition(": ")
        if head.startswith("=="):
            above = "declare('mine')\n@answer('mine')\n"
        else:
            found[above + textwrap.dedent(text).rstrip()] = int(line), said
    return found


MISTAKES = mistakes()


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_changes_nothing(rule, text):
    line, said = MISTAKES[text]
    path = rule(text)
    extend.load(rule(TWO.replace("mine", "other"), "other.py"))
    before, played = everything(), []
    with pytest.raises(RuleError) as no:  # noqa: PT012  told when it is loaded, or when it is played
        played.append(extend.load(path))
        extend.check("mine")
    assert (no.value.line, said in str(no.value)) == (line, True), str(no.value)
    assert no.value.text("fr") != no.value.text("en")
    assert no.value.file == (str(path) if line else "")
    assert played or everything() == before


DOORS = (
    *("did you mean ahead", "held with 'no'", "ZeroDivisionError", "lucky-six, not 9", "depends on itself"),
    *("height", "not Python", "No module named"),
)


@pytest.mark.parametrize("part", DOORS)
def test_a_mistake_is_told_alike_by_the_command_in_a_cell_and_on_the_page(rule, capsys, part):
    path = rule([text for text, (_, said) in MISTAKES.items() if part in said][-1])
    line, said = MISTAKES[path.read_text("utf-8").partition("\n")[2].removesuffix("\n")]
    assert main(["check", "mine", "--with", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, f"line {line} of rule.py" in told.err, said in told.err) == ("", True, True)
    assert len(told.err.splitlines()) == 1
    sheet = trying()
    sheet._on_message(sheet, {"do": "write", "code": path.read_text("utf-8")}, [])
    told = sheet.view["error"]["en"]
    assert (f"line {line} of rule.py" in told, said in told, sheet.view["rule"]) == (True, True, None)
    if part in ("not Python", "No module named"):  # Python itself says so of a cell
        return
    shell = InteractiveShell()
    for cell in (path.read_text("utf-8"), "from hedgekit import extend\nextend.check('mine')"):
        ran = shell.run_cell(cell)
        if not ran.success:
            break
    shown = capsys.readouterr().out
    assert (f"line {line} of the cell" in shown, said in shown) == (True, True)
    assert len(shown.splitlines()) <= 5, "who asked, and the sentence"


def test_whoever_asks_is_told_the_same_of_answers_that_lean_on_each_other(rule):
    extend.load(
        rule("declare('mine')\n@answer('mine')\ndef everywhere(ask, before):\n    ask.everywhere\n    return before")
    )
    told = set()
    for ask in (
        lambda: extend.check("mine"),
        lambda: played("mine players=2", 60),
        lambda: hedgekit.simulate("mine", 2),
    ):
        with pytest.raises(RuleError, match=r"\(questions depend on each other: everywhere > everywhere\)") as no:
            ask()
        told.add(str(no.value))
    assert len(told) == 1


def test_a_rule_that_fails_in_play_leaves_the_game_as_it_was(rule):
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


def test_a_loop_without_an_end_is_ended_in_any_thread(rule, monkeypatch):
    for limit in ("BUSY", "LOADING_BUSY"):
        monkeypatch.setattr(f"hedgekit.games.race.variants.house_rules.limit.{limit}", 0.3)
    head = "declare('mine')\n@answer('mine')\ndef stepped(ask, before):\n    def f(s, pieces):\n"
    extend.load(rule(head + "        while True:\n            pass\n    return f"))
    with pytest.raises(RuleError, match=r"does not end at line [67] of rule"):
        hedgekit.simulate("mine", 10, engine="interpreted")
    with pytest.raises(RuleError, match="does not end"):
        extend.load(rule("while True: pass", "endless.py"))


# ---- engines ---------------------------------------------------------------------------------------------------------


def test_worker_processes_are_given_the_rule_and_the_fastest_engine_falls_back(rule):
    extend.load(rule(APPLES))
    games = hedgekit.simulate("mine players=2", 12, seed=3, engine="interpreted")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert hedgekit.simulate("mine players=2", 12, seed=3, executor=pool).to_json() == games.to_json()


def test_a_house_rule_is_simulated_interpreted_and_says_so(rule):
    """ "wasm" is refused in one sentence; "auto" plays interpreted and says why."""
    extend.load(rule(TWO))
    said = []
    games = hedgekit.simulate("mine players=2", 12, seed=3, engine="interpreted")
    assert hedgekit.simulate("mine players=2", 12, seed=3, status=said.append).to_json() == games.to_json()
    assert list(map(str, said)) == [
        "Playing mine players=2 in plain Python. Only the interpreted engine plays house rules."
    ]
    with pytest.raises(hedgekit.HedgekitError, match="house rule"):
        hedgekit.simulate("mine players=2", 12, engine="wasm")


# ---- the command line and the book -----------------------------------------------------------------------------------


def test_every_command_takes_rules_and_leaves_none_behind(rule, capsys):
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
    assert capsys.readouterr().err.count("mine") == 1, "the mark of an untranslated title is no name"


def test_the_book_has_a_section_and_a_fresh_position_and_says_what_is_missing(rule):
    extend.load(ROOT / "examples" / "rules" / "fence.py")
    section = chapters.variant("fence")._repr_html_()
    assert all(word in section for word in ("Fence", "Clôture", "fence.1"))
    game = chapters.example("fence.1", seed=2).board.game
    assert any(
        (no := game.why(f"{a}-{b}")) and no.clause == "fence.1" for a in _squares() for b in _squares() if a != b
    )
    assert not [line for line in checking.check() if "fence" in line]
    extend.load(rule(TWO))
    missing = [line for line in checking.check() if "variant.mine" in line]
    others = len(languages()) - 1
    assert len(missing) == 2 * others + others + 1, "its title and sentence in the others, the clause in all"


def _squares():
    return [f"e{lane}" for lane in range(1, 7)]
