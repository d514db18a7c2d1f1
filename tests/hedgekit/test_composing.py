"""A variant is data plus answers: mistakes in them, and who is asked for which answer."""

import ast
from pathlib import Path

import pytest

from hedgekit.games import race
from hedgekit.games.race.engine import composing
from hedgekit.games.race.engine.composing import answer, declaring_into
from hedgekit.games.race.variants import declare
from hedgekit.games.race.variants.house_rules.registry import BASE


@pytest.mark.parametrize(("name", "said"), [("nothing", "no question"), ("playout", "no question"), ("holds", "twice")])
def test_mistakes_in_declarations_are_found_at_once(name, said):
    """No such question; machinery, which is none either; an answer to what is answered."""

    def made(given, before):
        return before

    with declaring_into(BASE.core.copy()):
        declare(number=61, family="test", words={"en": {"title": "made up", "sentence": "made up"}}, players=(2,))
        made.__name__ = "holds"
        answer(61)(made)
        made.__name__ = name
        with pytest.raises(TypeError, match=said):
            answer(61)(made)
        with pytest.raises(TypeError, match="twice"):
            declare(number=0, family="base", players=(2,), advised=())


def test_who_answers_a_question_is_asked_of_the_game_at_hand():
    """The module is compiled for all variants at once: `VariantsAnswering` alone would speak for those not played."""
    unmasked, asked, seen = [], set(), 0
    for path in sorted(Path(race.__file__).parent.rglob("*.py")):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        made = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
        bits = {ast.unparse(one.targets[0]) for one in made if ast.unparse(one.value.func) == "VariantsAnswering"}
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
