"""Find the line of a house rule that caused an error, and make the error that reports it."""

import inspect
import linecache
import os
import sys
from collections.abc import Iterable
from os.path import basename
from typing import Any

from .....text.errors import HedgekitError
from .....text.words import Note
from .limit import Endless

PACKAGE = __file__.rpartition("hedgekit")[0] + "hedgekit" + os.sep
Place = tuple[str, int]
"""A file (or the name Python gives to a cell) and a line; "" and 0 if unknown."""


class RuleError(HedgekitError):
    """A mistake in a house rule.  rule: its name, None if it has none yet; file, line: "" and 0 if unknown."""

    def __init__(self, key: str, rule: str | None, place: Place, /, **values: object) -> None:
        self.rule = rule
        self.file, self.line = place
        super().__init__(key, rule=Note("rule.named", (("name", rule),)), place=describe_place(place), **values)

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows: the calling line and the sentence, without the frames of this package."""
        import traceback  # here: importing hedgekit stays quick

        frames = list(traceback.extract_tb(self.__traceback__))
        inside = next((k for k, one in enumerate(frames) if one.filename.startswith(PACKAGE)), len(frames))
        return [*traceback.format_list(frames[max(0, inside - 1) : inside]), f"{type(self).__name__}: {self}"]


def describe_place(place: Place) -> Note:
    """Describe a place in an author's code: the line, the file and the text of the line."""
    file, line = place
    if not line:
        return Note("rule.somewhere")
    cell = file.startswith("<") or "ipykernel_" in file
    linecache.checkcache(file)
    text = linecache.getline(file, line).strip()[:60]
    values = (("line", line), ("file", basename(file)), ("said", text))
    return Note(f"rule.{'cell' if cell else 'line'}{'' if text else '_bare'}", values)


def caller() -> Place:
    """Return the innermost file and line on the call stack outside this package."""
    from traceback import walk_stack  # here: importing hedgekit stays quick

    calls = ((frame.f_code.co_filename, line) for frame, line in walk_stack(sys._getframe(1)))
    return next((place for place in calls if not place[0].startswith(PACKAGE)), ("", 0))


def place_of(function: Any) -> Place:
    """Return where a function is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return (code.co_filename, code.co_firstlineno) if code is not None else caller()


def summary(error: BaseException) -> str:
    """Return the type and message of an error in one short line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:160].rstrip(": ")


def frames_of(error: BaseException) -> list[tuple[Any, int]]:
    """Return the frames and lines of an error's traceback, the innermost last."""
    from traceback import walk_tb  # here: importing hedgekit stays quick

    return list(walk_tb(error.__traceback__))


def exception_for(error: BaseException, rules: Iterable[Any]) -> BaseException:
    """Return the exception to raise for an error: a RuleError with its author's line, or the error itself if a refusal.

    rules: the house rules in play.  If none of their lines was running, the answer last used is blamed.  Ctrl-C is
    never blamed on a rule, and SystemExit only if a rule raised it.
    """
    rules = list(rules)
    frames = frames_of(error)
    codes = set().union(*(rule.codes for rule in rules))
    outside = not any(frame.f_code in codes for frame, _ in frames)
    passes = isinstance(error, HedgekitError) or not isinstance(error, (Exception, Endless, SystemExit))
    if isinstance(error, (RuleError, KeyboardInterrupt)) or (passes and outside):
        return error
    why = summary(error)
    if isinstance(error, RecursionError) and str(error).startswith("questions depend"):  # raised by `Answers`
        circle = str(error).rpartition(": ")[2].split(" > ")
        rule = next((rule for rule in rules if rule.answered(circle)), rules[0])
        at = next((place_of(one.factory) for one in rule.answered(circle)), rule.place)
        return RuleError("error.rule.leans", rule.name, at, why=str(error)[-160:])
    for frame, line in reversed(frames):
        for rule in rules:
            if frame.f_code in rule.codes or frame.f_code.co_filename in rule.files:
                key = "error.rule.endless" if isinstance(error, Endless) else "error.rule.failed"
                if isinstance(error, RecursionError) and frame.f_code in rule.codes:
                    key, line = "error.rule.recursion", frame.f_code.co_firstlineno
                return RuleError(key, rule.name, (frame.f_code.co_filename, line), why=why)
    return _bad_answer(frames, rules, why)


def _bad_answer(frames: list[tuple[Any, int]], rules: list[Any], why: str) -> RuleError:
    """Return the error for a rule whose answer made the engine fail."""
    for frame, _ in reversed(frames):
        for rule in rules:
            for name, value in frame.f_locals.items():
                if getattr(value, "__code__", None) in rule.codes:
                    return RuleError("error.rule.unusable", rule.name, place_of(value), name=[name], why=why)
                for one in rule.answered([name]):
                    return RuleError("error.rule.unusable", rule.name, place_of(one.factory), name=[name], why=why)
    rule = rules[0]
    if not rule.answers:
        return RuleError("error.rule.field", rule.name, rule.place, why=why)
    names = [one.question for one in rule.answers]
    return RuleError("error.rule.unusable", rule.name, place_of(rule.answers[0].factory), name=names, why=why)
