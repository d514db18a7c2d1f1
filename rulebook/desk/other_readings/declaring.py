"""The other answers to open questions, declared as house rules (`hedgekit.extend`).

    OTHERS["0-a"].answers    the functions that it overrides
    registry("0-a")          a registry with the house rule: rules("reading-0-a", registry=registry("0-a"))

The answers are in `race` and `turns`, their sentences in the desk's texts (`otherwise.0-a`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hedgekit import extend
from hedgekit.games.race.engine.state import StateField
from hedgekit.games.race.variants import VARIANTS
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry
from hedgekit.games.race.variants.house_rules.rule import Answer, HouseRule, constant
from rulebook.text import words


@dataclass
class Other:
    """The other answer to a question.

    rules: the rule set it is combined with; of_series: whether it concerns series of games; position: where to start a
    search; answers: the overriding functions; fixed: settings; fields: (name, meaning) of sets of pieces; lives: how
    long these are kept, for a turn or the game.
    """

    rules: str
    of_series: bool = False
    position: str = ""
    answers: list[Callable[[Any, Any], Any]] = field(default_factory=list)
    fixed: dict[str, Any] = field(default_factory=dict)
    fields: tuple[tuple[str, str], ...] = ()
    lives: str = extend.TURN


OTHERS: dict[str, Other] = {}
"""Question -> its other answer."""


def reading(
    question: str,
    rules: str = "",
    *,
    of_series: bool = False,
    position: str = "",
    fields: Iterable[tuple[str, str]] = (),
    lives: str = extend.TURN,
    **fixed: Any,
) -> Callable[[Any], Any]:
    """Register the decorated function and these settings as the other answer to a question.

    rules: the rule set it is combined with, by default the question's variant.
    """
    own = rules or question.partition("-")[0]
    other = OTHERS.setdefault(question, Other(own, of_series, position, fields=tuple(fields), lives=lives))
    other.fixed |= fixed

    def register(function: Any) -> Any:
        other.answers.append(function)
        return function

    return register


NO, YES = "refusal.otherwise", "because.otherwise"


@cache
def registry(question: str) -> Registry:
    """Return a registry with the other answer to a question as a house rule.  KeyError if there is none."""
    other, name = OTHERS[question], name_of(question)
    constants = [constant(value, setting, ("", 0)) for setting, value in other.fixed.items()]
    about = "pieces" if other.lives == extend.GAME else "turn"
    fields = {
        field: (StateField("pieces", meaning, lives=other.lives), extend.Pieces(field, about))
        for field, meaning in other.fields
    }
    # Forbidden moves cite the question, since the name of the rule means nothing to readers.
    rule = HouseRule(
        name,
        ("", 0),
        {"players": VARIANTS[int(question.partition("-")[0])].players},
        {language: _texts(question, language) for language in words.LANGUAGES},
        tuple(Answer(one.__name__, one, question, NO, YES) for one in (*other.answers, *constants)),
        fields,
    )
    return BASE.with_rules(rule)


def name_of(question: str) -> str:
    """Return the name of the house rule with the other answer to a question."""
    return f"reading-{question}"


def _texts(question: str, language: str) -> dict[str, str]:
    """Return the texts of the house rule: its title, its sentence, and why it forbids or allows a move."""
    title, sentence, because = (words.text(f"desk.otherwise.{key}", language) for key in ("title", question, "because"))
    return {"title": title, "sentence": sentence, NO: sentence, YES: because.format(sentence=sentence)}
