"""What else could be meant: the other answer to an open question, as a rule that can be played beside ours.

    OTHERS["0-a"].answers           what it answers anew, as rules from outside do (`hedgekit.extend`)
    number = declared("0-a")        it is a rule now: Game(f"{number} players=4")
    withdrawn()                     and is none any more

The answers themselves are in `others`, their sentences in the desk's texts (`otherwise.0-a`).
One is declared at a time, under the last free number.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from hedgekit import extend
from hedgekit.games.race.engine import composing
from hedgekit.games.race.variants import VARIANTS, outside
from hedgekit.games.race.variants.outside import BITS
from rulebook.text import words


@dataclass
class Other:
    """The other answer to a question.

    rules: what it is played with; of_series: whether it is about series of games; position: one to begin a search at;
    answers: the factories of what it answers; fixed: settings; fields: (name, what it says) of pieces; lives: how long
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
_there: list[int] = []  # the rule that is declared


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
    """The other answer to a question: the decorated factory, and settings.

    rules: what it is played with, where that is more than the question's own variant.
    """
    own = rules or question.partition("-")[0]
    other = OTHERS.setdefault(question, Other(own, of_series, position, fields=tuple(fields), lives=lives))
    other.fixed |= fixed

    def register(factory: Any) -> Any:
        other.answers.append(factory)
        return factory

    return register


def declared(question: str) -> int:
    """The number of the rule that is the other answer to this question; the one declared before is withdrawn.

    KeyError if there is none; hedgekit's RuleError if all numbers for rules from outside are taken.
    """
    other = OTHERS[question]
    withdrawn()
    number = max(set(range(max(VARIANTS), BITS + 1)) - set(VARIANTS), default=BITS)
    said = {language: _said(question, language) for language in words.LANGUAGES}
    extend.declare(number, words=said, players=VARIANTS[int(question.partition("-")[0])].players)
    _there.append(number)
    for name, meaning in other.fields:
        extend.field(
            number, name, extend.Pieces, meaning, "pieces" if other.lives == extend.GAME else "turn", other.lives
        )
    # What it rules out is told by its name and its question: the number it has for a while says nothing to anybody.
    place = composing.answer(number, question, NO, YES)
    for factory in other.answers:
        outside.answered(number, factory, place)
    for name, value in other.fixed.items():
        extend.fixed(number, "", NO, YES, **{name: value})
    return number


NO, YES = "refusal.otherwise", "because.otherwise"


def _said(question: str, language: str) -> dict[str, str]:
    """What the rule is called, what it says, and how a move is refused or allowed by it."""
    title, sentence = (words.text(f"desk.otherwise.{key}", language) for key in ("title", question))
    sentences = {key: words.text(f"desk.otherwise.{key.partition('.')[0]}", language) for key in (NO, YES)}
    return {"title": title, "sentence": sentence} | {
        key: text.format(sentence=sentence) for key, text in sentences.items()
    }


def withdrawn() -> None:
    """Take the declared answer away; games that are running go on."""
    while _there:
        number = _there.pop()
        if number in extend.loaded():
            extend.unload(number)
