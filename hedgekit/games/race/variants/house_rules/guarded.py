"""Guarded answers: mistakes in house rules are reported with their author's line.

House rules' answers are composed and called like all others; only the calls from games and simulations into the engine
are guarded, so a house rule costs no more in play than a variant of the package.
"""

import inspect
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from ...engine.composing import Answers, Given
from .blame import RuleError, exception_for, place_of

Watch = Callable[[str, int, Any, Any], Any]
"""The `watch` of `Answers`, called with each answer as it is composed."""


def answers(rules: Any) -> Answers:
    """Return the answers of a rule set, guarded if it has a house rule."""
    return GuardedAnswers(rules) if rules.registry.house else Answers(rules.variants, registry=rules.registry)


class GuardedAnswers(Answers):
    """The answers of a rule set with house rules.  also: a further `watch`."""

    def __init__(self, rules: Any, also: Watch | None = None) -> None:
        super().__init__(rules.variants, registry=rules.registry)
        self._rules = rules
        check = partial(_check_answer, rules.registry, also)
        self.inner = Answers(rules.variants, watch=check, registry=rules.registry)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._questions:
            raise AttributeError(name)
        with self._rules.registry.guarded():
            answer = getattr(self.inner, name)
        registry = self._rules.registry

        def guarded(*args: Any) -> Any:
            try:
                return answer(*args)
            except BaseException as error:
                if (blame := exception_for(error, registry.house.values())) is error:
                    raise
                raise blame from error

        setattr(self, name, guarded)
        return guarded


def _check_answer(registry: Any, also: Watch | None, name: str, number: int, made: Any, before: Any) -> Any:
    """Check that the answer of a house rule is a function with the right parameters that returns something."""
    rule = registry.rule(number)
    if rule is not None:
        if not callable(made):
            factory = registry.questions[name].answers[number]
            raise RuleError("error.rule.no_function", rule.name, place_of(factory), name=name)
        wanted = tuple(inspect.signature(before).parameters) if before else ()
        if before and len(inspect.signature(made).parameters) != len(wanted):
            raise RuleError("error.rule.parameters", rule.name, place_of(made), name=name, wanted=", ".join(wanted))
        if before and inspect.isfunction(made) and _returns_value(before) and not _returns_value(made):
            raise RuleError("error.rule.nothing", rule.name, place_of(made), name=name)
    return also(name, number, made, before) if also else made


def _returns_value(function: Any) -> bool:
    """Return whether a function has a `return` with a value.

    (A trial game does not reach every question, so playing would not find a missing `return` in a rare one.)
    """
    import dis  # here: importing hedgekit stays quick

    returns = []
    for last, one in pairwise(dis.get_instructions(inspect.unwrap(function))):
        if one.opname == "RETURN_VALUE" and one.is_jump_target:  # of `a or None`, say
            return True
        if one.opname in ("RETURN_VALUE", "RETURN_CONST"):
            returns.append(one if one.opname == "RETURN_CONST" else last)
    return any("CONST" not in one.opname or one.argval is not None for one in returns) or not returns


def settings(rules: Any) -> dict[str, Any]:
    """Return all settings of a rule set; RuleError if a house rule gives one a value of the wrong type."""
    asked = Answers(rules.variants, registry=rules.registry)
    with rules.registry.guarded():
        found = asked.settings(rules)
    for number in rules.variants:
        rule = rules.registry.rule(number)
        for one in rule.answers if rule else ():
            if one.question not in found or asked.last(one.question) != number:
                continue
            value = found[one.question]
            like = value if one.own else asked.levels(one.question, Given(rules, asked))[0][1]
            numbers = value if isinstance(value, (tuple, list)) else (value,)
            if isinstance(like, int) != isinstance(value, int) or not all(isinstance(part, int) for part in numbers):
                values = {"given": repr(value)[:40], "like": repr(2 if one.own else like)[:40]}
                raise RuleError("error.rule.value", rule.name, place_of(one.factory), name=one.question, **values)
    return found
