"""A variant is data plus answers: mistakes in declarations, and which variants' answers the engine asks."""

import ast
from pathlib import Path

import pytest

from hedgekit.games import race
from hedgekit.games.race.engine import composing
from hedgekit.games.race.engine.composing import answer, declaring_into
from hedgekit.games.race.variants import declare
from hedgekit.games.race.variants.house_rules.registry import BASE


@pytest.mark.parametrize(
    ("name", "message"), [("nothing", "no question"), ("playout", "no question"), ("holds", "twice")]
)
def test_mistakes_in_declarations_raise(name, message):
    """An unknown question; machinery, which is no question; a second answer to a question."""

    def made(given, before):
        return before

    with declaring_into(BASE.core.copy()):
        declare(number=61, family="test", words={"en": {"title": "made up", "sentence": "made up"}}, players=(2,))
        made.__name__ = "holds"
        answer(61)(made)
        made.__name__ = name
        with pytest.raises(TypeError, match=message):
            answer(61)(made)
        with pytest.raises(TypeError, match="twice"):
            declare(number=0, family="base", players=(2,), advised=())


def test_only_answers_of_variants_in_play_are_used():
    """The module is compiled for all variants: each use of `VariantsAnswering` is masked by those in play."""
    unmasked, attributes, seen = [], set(), 0
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
            attributes |= {node.attr for node in named}
    assert seen > 5
    assert unmasked == []
    assert attributes - composing.QUESTIONS.keys() <= {"registry", "compiled", "answered", "levels", "last", "module"}
