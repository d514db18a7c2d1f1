"""Rules from outside at play: their mistakes are told with their author's line, and a loop without an end is ended.

The answers of such rules are composed and asked like any other: what is guarded is the door through which games and
simulations ask the engine, so that a rule from outside costs in play what one of our own costs.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import NoneType
from typing import Any

from ....text.errors import HedgekitError
from ..engine.composing import QUESTIONS, Answers
from ..engine.state import STATE_FIELDS, State
from ..variants.outside import OUTSIDE, rules_of
from ..variants.places import RuleError, frames_of, place_of, what
from ..variants.watching import Endless, watch


def answers(variants: Iterable[int]) -> Answers:
    """The answers of these variants, guarded where one of them is from outside."""
    numbers = tuple(variants)
    return Guarded(numbers) if rules_of(numbers) else Answers(numbers)


class Guarded(Answers):
    """Answers of which some are from outside: what is asked of them goes through `guarded`.

    also: sees what is composed, as `Answers` has it for `watch`.
    """

    def __init__(self, variants: Iterable[int], also: Callable[[str, int, Any, Any], Any] | None = None) -> None:
        super().__init__(variants)
        self._inner = _Asked(self._variants, watch=partial(_composed, also=also))
        watch()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in QUESTIONS:
            raise AttributeError(name)
        with guarded(self._variants):
            asked = getattr(self._inner, name)

        ask = behind(asked, self._variants)
        setattr(self, name, ask)
        return ask


def behind(asked: Callable[..., Any], variants: Iterable[int]) -> Callable[..., Any]:
    """A function whose mistakes of rules from outside are told as RuleErrors."""

    def ask(*args: Any) -> Any:
        try:
            return asked(*args)
        except BaseException as no:
            if (told := blamed(no, variants)) is no:
                raise
            raise told from no

    return ask


class _Asked(Answers):
    """The answers as an author's functions ask them: what these cannot give is told by how to come by it."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == "rules":
            raise AttributeError("the rule set is known to settings alone")
        if not name.startswith("_") and name not in QUESTIONS:
            raise AttributeError(f"no question {name}", name=name, obj=self)
        if name in QUESTIONS and QUESTIONS[name].kind == "setting":
            raise AttributeError(f"{name} is a setting, which the state has: s.{name}")
        return super().__getattr__(name)


def _composed(name: str, number: int, made: Any, before: Any, also: Callable[..., Any] | None = None) -> Any:
    """Look at an answer from outside when it is composed: is it a function, does it take what is asked, and answer?"""
    if number in OUTSIDE:
        _check_answer(name, number, made, before)
    return also(name, number, made, before) if also else made


def _check_answer(name: str, number: int, made: Any, before: Any) -> None:
    factory = QUESTIONS[name].answers[number]
    if not callable(made):
        raise RuleError("error.rule.no_function", number, place_of(factory), name=name)
    wanted = tuple(inspect.signature(before).parameters) if before else ()
    if before and len(inspect.signature(made).parameters) != len(wanted):
        raise RuleError("error.rule.parameters", number, place_of(made), name=name, wanted=", ".join(wanted))
    if before and inspect.isfunction(made) and _returns(before) and not _returns(made):
        raise RuleError("error.rule.nothing", number, place_of(made), name=name)


def _returns(function: Any) -> bool:
    """May a function return anything?  Not where each `return` is one of nothing, or where it is a generator."""
    import dis  # here: importing hedgekit stays quick

    code = inspect.unwrap(function).__code__
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        return False
    returns, last = 0, None
    for one in dis.get_instructions(code):
        if one.opname.startswith("RETURN"):
            returns += 1
            value = one if one.opname == "RETURN_CONST" else None if one.is_jump_target else last  # None: not known
            if value is None or "CONST" not in value.opname or value.argval is not None:
                return True
        last = one
    return not returns  # it goes on for ever, or fails


def settings(rules: Any) -> dict[str, Any]:
    """All settings of a rule set; RuleError where one from outside is no value of its kind."""
    with guarded(rules.variants):
        asked = Answers(rules.variants)
        found = asked.settings(rules)
    for rule in rules_of(rules.variants):
        for name, value in found.items():
            factory = QUESTIONS[name].answers.get(rule.number)
            if factory is None or asked.last(name) != rule.number:
                continue
            like = asked.levels(name, rules)[0][1] if 0 in QUESTIONS[name].answers else value
            numbers = value if isinstance(value, (tuple, list)) else (value,)
            if isinstance(like, int) != isinstance(value, int) or not all(isinstance(one, int) for one in numbers):
                values = {"name": name, "given": repr(value)[:40], "like": repr(like if like is not value else 2)[:40]}
                raise RuleError("error.rule.value", rule.number, place_of(factory), **values)
    return found


@contextmanager
def guarded(variants: Iterable[int]) -> Iterator[None]:
    """Mistakes of rules from outside among these variants are told as RuleErrors."""
    if not rules_of(variants):
        yield
        return
    watch()
    try:
        yield
    except BaseException as no:
        if (told := blamed(no, variants)) is no:
            raise
        raise told from no


def blamed(no: BaseException, variants: Iterable[int]) -> BaseException:
    """What to raise for an error: a RuleError with the line of its author, or the error itself where it is a refusal.

    Where none of his lines was running, those of what he answered last before are blamed; whoever presses Ctrl-C means
    it, and other ends of a program are his only where he asked for them.
    """
    rules = rules_of(variants)
    frames = frames_of(no)
    codes = set().union(*(rule.codes for rule in rules))
    ours = not any(frame.f_code in codes for frame, _ in frames)
    ends = isinstance(no, HedgekitError) or not isinstance(no, (Exception, Endless, SystemExit))
    if isinstance(no, (RuleError, KeyboardInterrupt)) or (ends and ours):
        return no
    why = what(no) + _meant(no)
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
    if not answered:
        return RuleError("error.rule.field", rules[0].number, rules[0].place, why=why)
    at = place_of(answered[0].answers[rules[0].number])
    return RuleError("error.rule.unusable", rules[0].number, at, name=[asked.name for asked in answered], why=why)


def _meant(no: BaseException) -> str:
    """What may have been meant by a name that there is not: a Python error goes on like this."""
    if not isinstance(no, AttributeError) or not no.name or not isinstance(no.obj, (State, _Asked, NoneType)):
        return ""
    from difflib import get_close_matches  # here: importing hedgekit stays quick

    in_play = {name for name, asked in QUESTIONS.items() if asked.kind != "setting"}
    near = get_close_matches(no.name, [*QUESTIONS, *STATE_FIELDS], 1)
    if not near or (near[0] == no.name and near[0] not in in_play):
        return ""
    of = "" if no.obj is None else "ask." if near[0] in in_play else "s."
    return f" ({of}{near[0]}?)"


def _named(number: int, circle: str) -> list[str]:
    """The questions of a circle, as `Answers` tells of it, that a variant answers."""
    names = circle.rpartition(": ")[2].split(" > ")
    return [name for name in names if name in QUESTIONS and number in QUESTIONS[name].answers]


def _first(number: int, circle: str) -> tuple[str, int]:
    names = _named(number, circle)
    return place_of(QUESTIONS[names[0]].answers[number]) if names else OUTSIDE[number].place
