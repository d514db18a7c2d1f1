"""Making a rule: every menu answer, code in its sandbox only, and the description of the rule."""

import pytest

import hedgekit
from hedgekit import BASE, extend
from hedgekit.games.race.variants.house_rules.rule import Source
from rulebook.making import made, making, recipes, trying
from rulebook.text import words
from tests.hedgekit.playing import played_on

from .sheets import send


@pytest.fixture(autouse=True)
def _unload_rules():
    yield
    extend.unload()


ANSWERS = [(question, answer) for question, answers in recipes.MENUS.items() for answer in answers]
AT = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 f6=B4 dice={} turn=A step={}"


def moves(at, *answers):
    """Return the moves of a position in the base game, and with a rule of these answers."""
    house = BASE.with_rule(Source("rule.py", recipes.code(dict(answers), "Mine")))
    both = (hedgekit.rules(name, 2, registry=house) for name in ("0", recipes.RULE))
    return [{str(move) for move in hedgekit.Game.from_text(rules, at).moves()} for rules in both]


def test_every_menu_answer_plays_and_has_its_sentences():
    """A game of two plays two hundred plies or to its end with it, and has all sentences in every language."""
    for question, answer in ANSWERS:
        house = BASE.with_rule(Source("rule.py", recipes.code({question: answer}, "Mine")))
        game = hedgekit.Game(hedgekit.rules(recipes.RULE, 2, registry=house), seed=1)
        played_on(game, 200, -1)
        for lang in words.LANGUAGES:
            texts = words.of_house_rule(house.variants[62], lang)
            assert (texts["title"], texts["sentence"]) == ("Mine", texts[f"clauses.{recipes.RULE}.1"])


def test_answers_change_the_moves_of_a_position():
    """Each compared with the base game."""
    base, six = moves(AT.format(6, "forward"), ("numbers", "six"))
    assert len(base) == 1
    assert base < six
    base, even = moves(AT.format(5, "forward"), ("numbers", "even"))
    assert base == even
    base, two = moves(AT.format(1, "forward"), ("far", "two"))
    assert (base, two) == ({"a1-b1"}, {"a1-c1"})
    base, fence = moves(AT.format(1, "sideways"), ("aside", "late"))
    assert {move[0] for move in base} >= {"a", "b", "d"}
    assert not {move[0] for move in fence} & set("abcd")


def test_answers_combine_into_one_rule():
    sheet = making()
    view = send(sheet, do="make", chosen={"home": "two", "again": "six"}, name="  Roi \n {x} ")
    assert (view["rule"], view["title"]["fr"]) == (recipes.RULE, "Roi (x)")
    clauses = [words.of_house_rule(sheet.registry.variants[62], "en")[f"clauses.my-rule.{k}"] for k in (1, 2)]
    assert view["sentence"]["en"] == " ".join(clauses)
    assert all(clause in view["sheet"] for clause in clauses)
    assert str(sheet.tables["left"].game.rules) == "my-rule players=4"
    assert send(sheet, do="seats", players=2)["players"] == 2
    assert str(sheet.tables["left"].game.rules) == "my-rule players=2"


def test_a_rule_has_verdicts_and_is_compared_with_the_base_game():
    """All forty are sorted; bringing home one hedgehog instead of three shortens games significantly."""
    sheet = making()
    view = send(sheet, do="make", chosen={"home": "one"}, name="")
    listed = view["goes"]["listed"]
    assert view["goes"]["well"] + sum(map(len, listed.values())) == len(hedgekit.VARIANTS) - 1
    assert any("26 (Faster)" in one["en"] for one in listed["open"])  # it sets the same number
    assert any("40 (" in one["en"] for one in listed["not"])
    view = send(sheet, do="start", many=False)
    while not view["run"]["over"]:
        view = send(sheet, do="more")
    base, mine = sheet.comparison.results
    assert mine.interval("turns")[1] < base.interval("turns")[0]
    assert [name for name, _ in view["run"]["figures"]["en"]][:4] == ["turns", "leads", "choices_per_turn", "thumb"]


def test_code_only_runs_in_the_sandbox():
    """A page of the book does not run the code it is sent, whatever its sheet."""
    code = recipes.code({"numbers": "six"}, "Six", "six")
    view = send(making(), do="write", code=code)
    assert "error" in view
    assert view["rule"] is None
    assert not extend.loaded()
    view = send(trying(), do="write", code=code)
    assert "error" not in view
    assert (view["rule"], view["title"]["en"]) == ("six", "Six")
    with extend.using(BASE.with_rule(code)):
        shown = made("six")
    assert "error" in send(shown, do="write", code=code.replace("Six", "Other"))
    assert shown.view["title"]["en"] == "Six"


MISTAKES = {
    "1/0": "line 1",
    "x = (": "line 1",
    "x = 1": "declares a rule",
    recipes.code({"numbers": "six"}, "", "six").replace("number == 6", "nomber == 6"): "nomber",
    recipes.code({"numbers": "six"}, "", "six").replace("def everywhere", "def evrywhere"): "everywhere",
}


def test_a_mistake_is_reported_and_the_previous_rule_stays():
    sheet = trying()
    send(sheet, do="write", code=recipes.code({"home": "two"}, "Before", "before"))
    table = sheet.tables["left"]
    for code, message in MISTAKES.items():
        view = send(sheet, do="write", code=code)
        assert message in view["error"]["en"]
        assert (view["rule"], view["title"]["en"]) == ("before", "Before")
        assert sheet.tables["left"] is table
        assert not extend.loaded(), "the registry is the sheet's own"
    assert "error" not in send(sheet, do="start", many=False)


def test_an_unknown_rule_is_an_error():
    with pytest.raises(extend.RuleError):
        made("nobody")
