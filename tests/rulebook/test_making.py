"""Making a rule: every answer of the menus, code in its box and nowhere else, and what is said of the rule."""

import pytest

import hedgekit
from hedgekit import BASE, extend
from hedgekit.games.race.variants.house_rules.rule import Source
from rulebook.making import made, making, recipes, trying
from rulebook.text import words
from tests.hedgekit.playing import played_on

from .sheets import send


@pytest.fixture(autouse=True)
def _none_is_left():
    yield
    extend.unload()


ANSWERS = [(question, answer) for question, answers in recipes.MENUS.items() for answer in answers]
AT = "a1=A1A4 b3=A2 c2=B1B2 d5=A3 e5=B3 f6=B4 dice={} turn=A step={}"


def moves(at, *answers):
    """The moves of a position in the base game, and with the rule that gives these answers."""
    house = BASE.with_rule(Source("rule.py", recipes.code(dict(answers), "Mine")))
    both = (hedgekit.rules(name, 2, registry=house) for name in ("0", recipes.RULE))
    return [{str(move) for move in hedgekit.Game.from_text(rules, at).moves()} for rules in both]


def test_every_answer_of_the_menus_plays_and_has_its_words():
    """A game of two goes on for two hundred plies or to its end, each reason found, in every language."""
    for question, answer in ANSWERS:
        house = BASE.with_rule(Source("rule.py", recipes.code({question: answer}, "Mine")))
        game = hedgekit.Game(hedgekit.rules(recipes.RULE, 2, registry=house), seed=1)
        played_on(game, 200, -1)
        for lang in words.LANGUAGES:
            told = words.of_house_rule(house.variants[62], lang)
            assert (told["title"], told["sentence"]) == ("Mine", told[f"clauses.{recipes.RULE}.1"])


def test_what_answers_do_to_a_position():
    """Each against the base game, which is asked for the one lane that was rolled and for one square."""
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


def test_answers_make_one_rule_together():
    sheet = making()
    view = send(sheet, do="make", chosen={"home": "two", "again": "six"}, name="  Roi \n {x} ")
    assert (view["rule"], view["title"]["fr"]) == (recipes.RULE, "Roi (x)")
    clauses = [words.of_house_rule(sheet.registry.variants[62], "en")[f"clauses.my-rule.{k}"] for k in (1, 2)]
    assert view["sentence"]["en"] == " ".join(clauses)
    assert all(clause in view["sheet"] for clause in clauses)
    assert str(sheet.tables["left"].game.rules) == "my-rule players=4"
    assert send(sheet, do="seats", players=2)["players"] == 2
    assert str(sheet.tables["left"].game.rules) == "my-rule players=2"


def test_what_it_goes_with_and_games_against_the_base_game():
    """All forty are counted; with one hedgehog to bring home instead of three games are shorter, beyond intervals."""
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


def test_code_runs_in_the_box_alone():
    """A page of the book that is asked to run code does not, whatever kind of sheet it has."""
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


def test_a_mistake_is_told_and_the_rule_before_stays():
    sheet = trying()
    send(sheet, do="write", code=recipes.code({"home": "two"}, "Before", "before"))
    table = sheet.tables["left"]
    for code, said in MISTAKES.items():
        view = send(sheet, do="write", code=code)
        assert said in view["error"]["en"]
        assert (view["rule"], view["title"]["en"]) == ("before", "Before")
        assert sheet.tables["left"] is table
        assert not extend.loaded(), "its registry is the sheet's own"
    assert "error" not in send(sheet, do="start", many=False)


def test_a_rule_that_is_not_there_is_no_sheet():
    with pytest.raises(extend.RuleError):
        made("nobody")
