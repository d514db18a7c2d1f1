"""Rules from outside at play: their mistakes are told with their author's line, and a loop without an end is ended.

The answers of such rules are composed and asked like any other: what is guarded is the door through which games and
simulations ask the engine, so that a rule from outside costs in play what one of our own costs.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..engine.composing import QUESTIONS, Answers
from ..text.errors import HedgekitError
from ..variants.outside import OUTSIDE, RuleError, frames_of, place_of, rules_of
from ..variants.watching import Endless, watch


def answers(variants: Iterable[int]) -> Answers:
    """The answers of these variants, guarded where one of them is from outside."""
    numbers = tuple(variants)
    return Guarded(numbers) if rules_of(numbers) else Answers(numbers)


class Guarded(Answers):
    """Answers of which some are from outside: what is asked of them goes through `guarded`."""

    def __init__(self, variants: Iterable[int]) -> None:
        super().__init__(variants)
        self._inner = _Asked(self._variants, watch=_composed)
        watch()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in QUESTIONS:
            raise AttributeError(name)
        with guarded(self._variants):
            asked = getattr(self._inner, name)

        def ask(*args: Any) -> Any:
            try:
                return asked(*args)
            except (Exception, Endless) as no:
                raise blamed(no, self._variants) from no

        setattr(self, name, ask)
        return ask


class _Asked(Answers):
    """The answers as an author's functions ask them: what these cannot give is told by how to come by it."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == "rules":
            raise AttributeError("the rule set is known to settings alone")
        if not name.startswith("_") and name not in QUESTIONS:
            raise AttributeError(f"no question {name}")
        if name in QUESTIONS and QUESTIONS[name].kind == "setting":
            raise AttributeError(f"{name} is a setting, which the state has: s.{name}")
        return super().__getattr__(name)


def _composed(name: str, number: int, made: Any, before: Any) -> Any:
    """Look at an answer from outside when it is composed: is it a function, and does it take what is asked?"""
    if number not in OUTSIDE:
        return made
    factory = QUESTIONS[name].answers[number]
    if not callable(made):
        raise RuleError("error.rule.no_function", number, place_of(factory), name=name)
    wanted = tuple(inspect.signature(before).parameters) if before else ()
    if before and len(inspect.signature(made).parameters) != len(wanted):
        raise RuleError("error.rule.parameters", number, place_of(made), name=name, wanted=", ".join(wanted))
    return made


@contextmanager
def guarded(variants: Iterable[int]) -> Iterator[None]:
    """Mistakes of rules from outside among these variants are told as RuleErrors."""
    if not rules_of(variants):
        yield
        return
    watch()
    try:
        yield
    except (Exception, Endless) as no:
        raise blamed(no, variants) from no


def blamed(no: BaseException, variants: Iterable[int]) -> BaseException:
    """What to raise for an error: a RuleError with the line of its author, or the error itself where it is a refusal.

    Where none of his lines was running, those of what he answered last before are blamed.
    """
    if isinstance(no, HedgekitError):
        return no
    rules = rules_of(variants)
    frames = frames_of(no)
    why = f"{type(no).__name__}: {no}"[:160].rstrip(": ")
    if isinstance(no, RecursionError) and str(no).startswith("questions lean"):  # `Answers` says so
        leaning = next((rule for rule in rules if _named(rule.number, str(no))), rules[0])
        return RuleError("error.rule.leans", leaning.number, _first(leaning.number, str(no)), why=str(no)[-160:])
    for frame, line in reversed(frames):
        for rule in rules:
            if frame.f_code in rule.codes or frame.f_code.co_filename in rule.files:
                key = "error.rule.endless" if isinstance(no, Endless) else "error.rule.failed"
                if isinstance(no, RecursionError) and frame.f_code in rule.codes:
                    key, line = "error.rule.recursion", frame.f_code.co_firstlineno
                return RuleError(key, rule.number, (frame.f_code.co_filename, line), why=why)
    for frame, _ in reversed(frames):
        for rule in rules:
            for name, value in frame.f_locals.items():
                if getattr(value, "__code__", None) in rule.codes:
                    return RuleError("error.rule.unusable", rule.number, place_of(value), name=[name], why=why)
                if name in QUESTIONS and rule.number in QUESTIONS[name].answers:
                    at = place_of(QUESTIONS[name].answers[rule.number])
                    return RuleError("error.rule.unusable", rule.number, at, name=[name], why=why)
    answered = [asked for asked in QUESTIONS.values() if rules[0].number in asked.answers]
    at = place_of(answered[0].answers[rules[0].number]) if answered else rules[0].place
    return RuleError("error.rule.unusable", rules[0].number, at, name=[asked.name for asked in answered], why=why)


def _named(number: int, circle: str) -> list[str]:
    """The questions of a circle, as `Answers` tells of it, that a variant answers."""
    names = circle.rpartition(": ")[2].split(" > ")
    return [name for name in names if name in QUESTIONS and number in QUESTIONS[name].answers]


def _first(number: int, circle: str) -> tuple[str, int]:
    names = _named(number, circle)
    return place_of(QUESTIONS[names[0]].answers[number]) if names else OUTSIDE[number].place
