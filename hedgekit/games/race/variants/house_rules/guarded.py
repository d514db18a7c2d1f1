"""Guarded answers: mistakes of house rules are reported with their author's line.

The answers of house rules are composed and asked like all others: what is guarded is where games and simulations ask
the engine, so that a house rule costs no more in play than a variant of the package.
"""

import inspect
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from ...engine.composing import Answers, Given
from .blame import RuleError, blamed, place_of

Seen = Callable[[str, int, Any, Any], Any]
"""What sees answers as they are composed, as `Answers` has it for `watch`."""


def answers(rules: Any) -> Answers:
    """The answers of a rule set, guarded where it has a house rule."""
    return Guarded(rules) if rules.registry.house else Answers(rules.variants, registry=rules.registry)


class Guarded(Answers):
    """The answers of a rule set with house rules; also: sees what is composed."""

    def __init__(self, rules: Any, also: Seen | None = None) -> None:
        super().__init__(rules.variants, registry=rules.registry)
        self._rules = rules
        seen = partial(_composed, rules.registry, also)
        self.inner = Answers(rules.variants, watch=seen, registry=rules.registry)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._questions:
            raise AttributeError(name)
        with self._rules.registry.guarded():
            asked = getattr(self.inner, name)
        registry = self._rules.registry

        def ask(*args: Any) -> Any:
            try:
                return asked(*args)
            except BaseException as no:
                if (told := blamed(no, registry.house.values())) is no:
                    raise
                raise told from no

        setattr(self, name, ask)
        return ask


def _composed(registry: Any, also: Seen | None, name: str, number: int, made: Any, before: Any) -> Any:
    """Check the answer of a house rule when it is composed: it is a function with the right parameters and answers."""
    rule = registry.rule(number)
    if rule is not None:
        if not callable(made):
            factory = registry.questions[name].answers[number]
            raise RuleError("error.rule.no_function", rule.name, place_of(factory), name=name)
        wanted = tuple(inspect.signature(before).parameters) if before else ()
        if before and len(inspect.signature(made).parameters) != len(wanted):
            raise RuleError("error.rule.parameters", rule.name, place_of(made), name=name, wanted=", ".join(wanted))
        if before and inspect.isfunction(made) and _returns(before) and not _returns(made):
            raise RuleError("error.rule.nothing", rule.name, place_of(made), name=name)
    return also(name, number, made, before) if also else made


def _returns(function: Any) -> bool:
    """May a function return anything?  Not where each `return` is one of nothing.

    (A trial is not asked every question: a `return` forgotten in a rare one would not be found by playing.)
    """
    import dis  # here: importing hedgekit stays quick

    returns = []
    for last, one in pairwise(dis.get_instructions(inspect.unwrap(function))):
        if one.opname == "RETURN_VALUE" and one.is_jump_target:  # of `a or None`, say
            return True
        if one.opname in ("RETURN_VALUE", "RETURN_CONST"):
            returns.append(one if one.opname == "RETURN_CONST" else last)
    return any("CONST" not in said.opname or said.argval is not None for said in returns) or not returns


def settings(rules: Any) -> dict[str, Any]:
    """All settings of a rule set; RuleError where that of a house rule is of a wrong kind."""
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
