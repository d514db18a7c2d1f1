"""Trials: what a house rule answers in play is compared with what the base game answers.

Only `extend.check` does so: looking at every answer would make play slow.
"""

from functools import cache, partial, wraps
from typing import Any

from ..engine.composing import Answers
from ..variants.house_rules.blame import RuleError, place_of
from ..variants.house_rules.guarded import GuardedAnswers
from .engines import Kernel
from .rule_set import RuleSet, rules

Kinds = dict[str, dict[str, Any]]
"""Question -> kind of what was answered to it -> such an answer."""


def trial(made: RuleSet) -> GuardedAnswers:
    """The answers of a rule set; RuleError where a house rule answers with a value of a wrong kind."""
    found = {name: dict(kinds) for name, kinds in _usual().items()}
    return GuardedAnswers(made, partial(_compared, made.registry, found))


@cache
def _usual() -> Kinds:
    """What the base game answers, as far as a short game asks."""
    found: Kinds = {}
    made = rules("0 players=2")

    Kernel(made, Answers(made.variants, watch=partial(_compared, made.registry, found))).playouts(0, 1, 1, limit=50)
    return found


def _compared(registry: Any, found: Kinds, name: str, number: int, made: Any, before: Any) -> Any:
    """An answer whose kind is noted, or, where it is a house rule's, compared with what was noted."""
    kinds, rule = found.setdefault(name, {}), registry.rule(number)

    @wraps(made)
    def asked(*args: Any) -> Any:
        said = made(*args)
        if rule is None:
            kinds.setdefault(_kind(said), said)
            return said
        if not kinds and said is not None:  # no game of the base rules asks it
            before(args[0].copy(), *args[1:])
        if kinds.keys() - {"None"} and _kind(said) not in kinds:
            like = next(value for kind, value in kinds.items() if kind != "None")
            given = {"given": repr(said)[:40], "like": repr(like)[:40]}
            raise RuleError("error.rule.value", rule.name, place_of(made), name=name, **given)
        return said

    return asked


def _kind(said: Any) -> str:
    """A number, which yes and no are too, nothing, or what Python calls it."""
    return "number" if isinstance(said, int) else "None" if said is None else type(said).__name__
