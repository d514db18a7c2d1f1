"""What else could be meant: the other answer to an open question, as a rule that can be played beside ours.

    OTHERS["0-a"].answers    what it answers anew, as house rules do (`hedgekit.extend`)
    registry("0-a")          has it as a house rule: rules("reading-0-a", registry=registry("0-a"))

The answers themselves are in `race` and `turns`, their sentences in the desk's texts (`otherwise.0-a`).
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

    rules: what it is played with; of_series: whether it is about series of games; position: one to begin a search at;
    answers: the functions of what it answers; fixed: settings; fields: (name, what it says) of pieces; lives: how long
    these stand, for a turn or the game.
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
    """The other answer to a question: the decorated function, as variants have it, and settings.

    rules: what it is played with, where that is more than the question's own variant.
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
    """The registry with the house rule that is the other answer to a question.  KeyError if there is none."""
    other, name = OTHERS[question], name_of(question)
    constants = [constant(value, setting, ("", 0)) for setting, value in other.fixed.items()]
    about = "pieces" if other.lives == extend.GAME else "turn"
    fields = {
        field: (StateField("pieces", meaning, lives=other.lives), extend.Pieces(field, about))
        for field, meaning in other.fields
    }
    # What it rules out is cited as the question: the name of the rule says nothing to anybody.
    rule = HouseRule(
        name,
        ("", 0),
        {"players": VARIANTS[int(question.partition("-")[0])].players},
        {language: _said(question, language) for language in words.LANGUAGES},
        tuple(Answer(one.__name__, one, question, NO, YES) for one in (*other.answers, *constants)),
        fields,
    )
    return BASE.with_rules(rule)


def name_of(question: str) -> str:
    """What the house rule is called that is the other answer to a question."""
    return f"reading-{question}"


def _said(question: str, language: str) -> dict[str, str]:
    """What the rule is called, what it says, and how a move is refused or allowed by it."""
    title, sentence, because = (words.text(f"desk.otherwise.{key}", language) for key in ("title", question, "because"))
    return {"title": title, "sentence": sentence, NO: sentence, YES: because.format(sentence=sentence)}
