"""A variant is data plus answers: shown on variants made up here and taken away again."""

import ast
from pathlib import Path

import pytest

from hedgekit import Game, rules
from hedgekit.games import race
from hedgekit.games.race.engine import composing
from hedgekit.games.race.engine.composing import answer, declaring
from hedgekit.games.race.rulesets import engines
from hedgekit.games.race.variants import declare
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry, using


@pytest.fixture
def made_up():
    """Variant 61, "lanes 6 and 1 meet", and 62, "black squares are ordinary and two home are enough"."""

    def high(given, before):
        return tuple(to if to >= 0 else cell % 9 for cell, to in enumerate(before))

    def holds(given, before):
        return 0

    def target(given, before):
        return before - 1

    words = {"en": {"title": "made up", "sentence": "made up"}, "fr": {"title": "inventée", "sentence": "inventée"}}
    core = BASE.core.copy()
    with declaring(core):
        for number in (61, 62):
            declare(number=number, family="test", words=words, players=(2, 3), advised=(3,))
        answer(61)(high)
        answer(62)(holds)
        answer(62, "62.2")(target)
        with using(Registry.of(core)):
            yield


def test_a_variant_answers_only_what_it_changes(made_up):
    at = "b2=A1 b6=A2B4 d1=A3B1 f1=B2 h6=A4 home=B3 dice=1 turn=A step=sideways"
    assert "b6-b1" not in [str(m) for m in Game.from_text("0 players=2", at).moves()]
    at = at.replace("b6=A2B4", "b4=B4 b6=A2")
    assert [str(m) for m in Game.from_text("61 players=2", at).moves()] == ["-", "b2-b1", "b2-b3", "b6-b5", "b6-b1"]
    free = Game.from_text("62 players=2", at.replace("sideways", "forward"))
    assert "d1-e1" not in [str(m) for m in Game.from_text("0 players=2", str(free)).moves()]
    assert "d1-e1" in [str(m) for m in free.moves()], "nobody is held on d1"


def test_variants_compose_in_any_order_of_naming(made_up):
    made = Game("62+61").rules
    assert made == Game("61+62").rules
    assert str(made) == "61+62 players=2", "the smallest number all of them allow, as 4 is not"
    game = Game.from_text(made, "b2=A1 b6=B4 c6=A2 d1=A3B1 h1=B2 home=A4B3 dice=1 turn=A step=forward")
    game.play("h1-i1")
    assert game.winners == ("B",), "two home are enough under 62"


def test_a_clause_names_the_variant_that_decides(made_up):
    ask = engines.kernel(rules("62", 2)).answers
    clauses = {name: ask.registry.questions[name].clauses[ask.last(name)] for name in ("target", "holds", "run")}
    assert clauses == {"target": "62.2", "holds": "62.1", "run": "0.8"}
    assert ask.answered("holds", "run")
    assert not ask.answered("run")


@pytest.mark.parametrize(
    ("number", "name", "said"),
    [(61, "nothing", "no question"), (61, "playout", "no question"), (62, "holds", "twice")],
)
def test_mistakes_in_declarations_are_found_at_once(made_up, number, name, said):
    """No such question; machinery, which is none either; an answer to what is answered."""

    def made(given, before):
        return before

    made.__name__ = name
    with pytest.raises(TypeError, match=said):
        answer(number)(made)
    with pytest.raises(TypeError, match="twice"):
        declare(number=0, family="base", players=(2,), advised=())


def test_answers_that_lean_on_each_other_are_found_when_composed(made_up):
    def behind(ask, before):
        held = ask.held
        return lambda s, piece, cell: held(s, piece, cell)

    answer(61)(behind)
    with pytest.raises(RecursionError, match="behind > held > behind"):
        composing.Answers((61,), registry=composing.declared()).behind  # noqa: B018


def test_who_answers_a_question_is_asked_of_the_game_at_hand():
    """The module is compiled for all variants at once: `Answering` alone would speak for those not played."""
    unmasked, asked, seen = [], set(), 0
    for path in sorted(Path(race.__file__).parent.rglob("*.py")):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        made = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
        bits = {ast.unparse(one.targets[0]) for one in made if ast.unparse(one.value.func) == "Answering"}
        masked = {id(node.right) for node in nodes if isinstance(node, ast.BinOp)}
        loads = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        used = [node for node in loads if node.id in bits]
        seen += len(used)
        unmasked += [f"{path.name}:{node.lineno} {node.id}" for node in used if id(node) not in masked]
        if path.parent.name in ("engine", "choice", "questions", "families"):
            named = [node for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "ask"]
            asked |= {node.attr for node in named}
    assert seen > 5
    assert unmasked == []
    assert asked - composing.QUESTIONS.keys() <= {"registry", "compiled", "answered", "levels", "last", "module"}
