"""Check the types of a house rule's answers in play against those of the base game, and that `ahead` is a square.

Used by `extend.check` only, as checking every answer is slow.
"""

from functools import cache, partial, wraps
from typing import Any

from ..engine.composing import Answers
from ..variants.house_rules.blame import RuleError, place_of
from ..variants.house_rules.guarded import GuardedAnswers
from .engines import Kernel
from .rule_set import RuleSet, rules

Kinds = dict[str, dict[str, Any]]
"""Question -> kind of answer -> an example of it."""


def checked_answers(made: RuleSet) -> GuardedAnswers:
    """Return answers of a rule set that raise RuleError if a house rule answers with a value of a wrong kind."""
    found = {name: dict(kinds) for name, kinds in _base_kinds().items()}
    return GuardedAnswers(made, partial(_with_check, made.registry, found))


@cache
def _base_kinds() -> Kinds:
    """Return the kinds of the base game's answers in a short game."""
    found: Kinds = {}
    made = rules("0 players=2")
    Kernel(made, Answers(made.variants, watch=partial(_with_check, made.registry, found))).playouts(0, 1, 1, limit=50)
    return found


def _with_check(registry: Any, found: Kinds, name: str, number: int, made: Any, before: Any) -> Any:
    """Wrap an answer: record its kind, or check the kind if it is a house rule's."""
    kinds, rule = found.setdefault(name, {}), registry.rule(number)

    @wraps(made)
    def asked(*args: Any) -> Any:
        answer = made(*args)
        if rule is None:
            kinds.setdefault(_kind(answer), answer)
            return answer
        if not kinds and answer is not None:  # not asked in the base game
            before(args[0].copy(), *args[1:])
        wrong = kinds.keys() - {"None"} and _kind(answer) not in kinds
        if wrong or (name == "ahead" and not 0 <= answer < len(args[0].top)):
            like = next(value for kind, value in kinds.items() if kind != "None")
            given = {"given": repr(answer)[:40], "like": repr(like)[:40]}
            raise RuleError("error.rule.value", rule.name, place_of(made), name=name, **given)
        return answer

    return asked


def _kind(answer: Any) -> str:
    """Return "number" (also for booleans), "None", or the name of the type."""
    return "number" if isinstance(answer, int) else "None" if answer is None else type(answer).__name__
