"""Blame: where in the code of a house rule an error comes from, and the error that says so."""

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
"""A file, or what Python calls the text of a cell, and a line; "" and 0 if unknown."""


class RuleError(HedgekitError):
    """A mistake in a house rule.

    rule: its name, None where there is none yet; file, line: where in its author's code, "" and 0 if unknown.
    """

    def __init__(self, key: str, rule: str | None, place: Place, /, **values: object) -> None:
        self.rule = rule
        self.file, self.line = place
        super().__init__(key, rule=Note("rule.named", (("name", rule),)), place=in_words(place), **values)

    def _render_traceback_(self) -> list[str]:
        """What IPython shows: the line that asked, and the sentence, without the way through this package."""
        import traceback  # here: importing hedgekit stays quick

        asking = list(traceback.extract_tb(self.__traceback__))
        inside = next((k for k, one in enumerate(asking) if one.filename.startswith(PACKAGE)), len(asking))
        return [*traceback.format_list(asking[max(0, inside - 1) : inside]), f"{type(self).__name__}: {self}"]


def in_words(place: Place) -> Note:
    """A place in somebody's code, in words: the line, the file, and what stands there."""
    file, line = place
    if not line:
        return Note("rule.somewhere")
    cell = file.startswith("<") or "ipykernel_" in file
    linecache.checkcache(file)
    said = linecache.getline(file, line).strip()[:60]
    values = (("line", line), ("file", basename(file)), ("said", said))
    return Note(f"rule.{'cell' if cell else 'line'}{'' if said else '_bare'}", values)


def caller() -> Place:
    """The file and line outside this package from which it was called."""
    from traceback import walk_stack  # here: importing hedgekit stays quick

    calls = ((frame.f_code.co_filename, line) for frame, line in walk_stack(sys._getframe(1)))
    return next((place for place in calls if not place[0].startswith(PACKAGE)), ("", 0))


def place_of(function: Any) -> Place:
    """Where a function is written."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return (code.co_filename, code.co_firstlineno) if code is not None else caller()


def what(no: BaseException) -> str:
    """What an error says, in one short line."""
    return " ".join(f"{type(no).__name__}: {no}".split())[:160].rstrip(": ")


def frames_of(no: BaseException) -> list[tuple[Any, int]]:
    """The frames that were running when an error was raised, the innermost last, with their lines."""
    from traceback import walk_tb  # here: importing hedgekit stays quick

    return list(walk_tb(no.__traceback__))


def blamed(no: BaseException, rules: Iterable[Any]) -> BaseException:
    """What to raise for an error: a RuleError with the line of its author, or the error itself where it is a refusal.

    rules: the house rules in play.  Where no line of theirs was running, what they answered last before is blamed.
    Ctrl-C is never blamed on a rule, and other ends of the program only where a rule asked for them.
    """
    rules = list(rules)
    frames = frames_of(no)
    codes = set().union(*(rule.codes for rule in rules))
    elsewhere = not any(frame.f_code in codes for frame, _ in frames)
    ends = isinstance(no, HedgekitError) or not isinstance(no, (Exception, Endless, SystemExit))
    if isinstance(no, (RuleError, KeyboardInterrupt)) or (ends and elsewhere):
        return no
    why = what(no)
    if isinstance(no, RecursionError) and str(no).startswith("questions lean"):  # `Answers` says so
        circle = str(no).rpartition(": ")[2].split(" > ")
        leaning = next((rule for rule in rules if rule.answered(circle)), rules[0])
        at = next((place_of(one.factory) for one in leaning.answered(circle)), leaning.place)
        return RuleError("error.rule.leans", leaning.name, at, why=str(no)[-160:])
    for frame, line in reversed(frames):
        for rule in rules:
            if frame.f_code in rule.codes or frame.f_code.co_filename in rule.files:
                key = "error.rule.endless" if isinstance(no, Endless) else "error.rule.failed"
                if isinstance(no, RecursionError) and frame.f_code in rule.codes:
                    key, line = "error.rule.recursion", frame.f_code.co_firstlineno
                return RuleError(key, rule.name, (frame.f_code.co_filename, line), why=why)
    return _unusable(frames, rules, why)


def _unusable(frames: list[tuple[Any, int]], rules: list[Any], why: str) -> RuleError:
    """The error where the engine failed with what a rule had answered."""
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
