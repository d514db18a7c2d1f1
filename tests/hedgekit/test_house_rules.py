"""The ten house rules of examples/rules: each works, alone and beside ten variants; the guide runs."""

import ast
import random
import re
from pathlib import Path
from textwrap import dedent

import pytest

import hedgekit
from hedgekit import Game, extend
from hedgekit.games.race.rulesets.verdicts import INCOMPATIBLE
from hedgekit.text.words import table

ROOT = Path(hedgekit.__file__).parents[1]
FILES = sorted((ROOT / "examples" / "rules").glob("*.py"))
GUIDE = ROOT / "docs" / "how-to" / "house-rule.md"
VARIANTS = (1, 5, 9, 12, 13, 14, 27, 33, 36, 38)
"""The variants that change the most: lanes, dice, tube, reserves, pushing, carriers, marches, marathon, pits, slips."""


def name_of(file):
    return file.stem.replace("_", "-")


@pytest.fixture(scope="module", autouse=True)
def house():
    with extend.using(extend.BASE):
        for file in FILES:
            assert extend.load(file) == (name_of(file),)
        yield


def test_questions_they_answer_have_readable_names():
    """The verdict on two rules that answer the same question names it."""
    questions = {one.question for rule in extend.current().house.values() for one in rule.answers}
    assert len(questions) > 10
    assert not [name for name in questions if f"rule.meeting.question.{name}" not in table("en")]


def test_there_are_ten_of_at_most_fifteen_lines_in_two_languages():
    assert len(FILES) == 10
    for file in FILES:
        tree = ast.parse(file.read_text("utf-8"))
        rule = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        calls = [node for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
        rule += [node for node in calls if node.value.func.id in ("fixed", "field")]
        code = [line for node in rule for line in ast.unparse(node).splitlines() if line.strip()]
        assert len(code) <= 15, f"{file.name} has {len(code)} lines of rule"
        registry = extend.current()
        variant = registry.variants[registry.number(name_of(file))]
        assert variant.title["en"] != variant.title["fr"] or name_of(file) == "encore"
        assert variant.sentence["en"] != variant.sentence["fr"]
        assert "[" not in variant.sentence["fr"]


HOME = "home=A3A4B4"
ALLOWED = {  # rule -> position, a move it allows or forbids, whether it allows it
    "puddles": (f"b4=B2 c1=A1 d1=B1 e6=A2 f2=B3 {HOME} dice=1 turn=A step=forward", "c1-e1", True),
    "lucky-six": (f"b4=B2 c3=A1 b6=B1 e6=A2 f2=B3 {HOME} dice=6 turn=A step=forward", "c3-d3", True),
    "fence": (f"b4=B2 e2=A1 b6=B1 e6=A2 f2=B3 {HOME} dice=1 turn=A step=sideways", "e2-e3", False),
    "no-towers": (f"b1=A1 c1=B1B2A2 f2=B3 {HOME} dice=1 turn=A step=forward", "b1-c1", False),
    "own-lane": (f"d1=A1 b2=B1 b3=B2 e6=A2 f2=B3 {HOME} dice=1 turn=A step=forward", "d1-e1", True),
    "home-stretch": (f"g4=A1 b2=B1 b3=B2 e6=A2 f5=B3 {HOME} dice=4 turn=A step=forward", "g4-i4", True),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_a_rule_allows_or_forbids_a_move_by_its_clause(name):
    at, move, allows = ALLOWED[name]
    with_it, without = (Game.from_text(f"{rules} players=2", at) for rules in (name, 0))
    assert (move in map(str, with_it.moves())) == allows
    assert (move in map(str, without.moves())) != allows
    clause = f"{name}.1"
    if allows:
        assert clause in [reason.clause for reason in with_it.because(move)]
    else:
        assert with_it.why(move).clause == clause


def test_encore_repeats_the_turn_once_after_a_six():
    game = Game.from_text("encore players=2", "b4=B2 c6=A1 b6=B1 e5=A2 f2=B3 home=A3A4B4 turn=A step=roll")
    for move in ("6", "-", "c6-d6"):
        game.play(move)
    assert (game.turn, game.step) == ("A", "roll")
    for move in ("5", "-", "e5-f5"):
        game.play(move)
    assert game.turn == "B"


def test_windfall_counts_apples_as_points():
    game = Game.from_text("windfall players=2", "b4=B2 g1=A1 b6=B1 h2=A2 f2=B3 home=A3A4B4 dice=2 turn=A step=sideways")
    game.play("g1-g2")
    assert game.position.value("apples") == {"A": 1}
    over = Game.from_text("windfall players=2", "b4=B2 b6=B1 f2=B3 h2=A2 home=A1A3A4B4 apples=A2B9 over=A")
    assert over.points() == {"A": 7, "B": 9}


def test_short_game_needs_one_less_under_any_target():
    sets = ("0", "short-game", "26+short-game", "26")
    assert [hedgekit.rules(text).settings["target"] for text in sets] == [3, 2, 1, 2]


def test_elbow_room_excludes_squares_with_ones_own():
    begun = ["a1", "a2", "a3", "a4", "a5", "a6"]
    found = []
    for rules in ("0 players=2", "elbow-room players=2"):
        game = Game(rules)
        for move in begun:
            game.play(move)
        found.append([str(move) for move in game.moves()])
    assert found == [begun, ["a2", "a4", "a6"]]


@pytest.mark.parametrize("name", [name_of(file) for file in FILES])
def test_a_rule_plays_beside_ten_variants(name):
    chance, played = random.Random(name), 0
    for other in VARIANTS:
        if hedgekit.verdict(name, other).kind == INCOMPATIBLE:
            continue
        played += 1
        game = Game(f"{other}+{name}", seed=other)
        while not game.is_over and game.ply < 110:
            if game.is_chance:
                game.roll()
                continue
            move = chance.choice(game.moves())
            if game.ply % 20 == 0:
                again = Game.from_text(game.rules, str(game))
                assert (str(again), again.moves()) == (str(game), game.moves())
                assert game.because(move)
            game.play(move)
    assert played == len(VARIANTS)


def test_the_guide_runs(tmp_path, monkeypatch):
    extend.unload()
    rule, usage, option, own = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("lucky_six.py").write_text(rule, "utf-8")
    exec(usage, {})
    registry = extend.current()
    assert registry.variants[registry.number("lucky-six")].title["en"] == "Lucky six"
    exec(dedent(option), {})
    assert [hedgekit.Game(f"few{chosen} players=2").state.target for chosen in ("", "[home=3]")] == [2, 3]
    exec(dedent(own), {})
    at = "a1=A1 e2=A2 e5=A3 e6=B2 h6=A4 b5=B1 home=B3B4 dice=1 turn=A step=forward"
    assert [str(*Game.from_text(f"good-start{chosen} players=2", at).moves()) for chosen in ("", "[jump=2]")] == [
        "a1-c1",
        "a1-d1",
    ]
    named = re.findall(r"`(?:extend|hedgekit|rulebook)\.(\w+)\(", GUIDE.read_text("utf-8"))
    assert {name for name in named if name in extend.__all__} >= {"check", "meetings", "unload"}
    for call in re.findall(r"`((?:fixed|field|examples)\(.*?\))`", GUIDE.read_text("utf-8")):
        name = re.search(r'"([a-z-]+)"', call)[1]
        exec(f"from hedgekit.extend import *\nunload()\ndeclare({name!r})\n{call}", {})
