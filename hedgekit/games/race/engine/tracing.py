"""Tracing: record the questions asked while moves are listed, and find the variant whose answer decided each.

`Recorder(variants)` composes the same answers as the engine and records every call during `record`, so reasons come
from the code that really lists the moves.
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from .composing import BUILTIN, Answers, Given
from .state import CALL


class Call:
    """A recorded call: the question, the variant that answers, arguments without the state, result, and outer call.

    seen: the state before and after, for a question that returns nothing and has a sentence for its effect; fault: the
    obstacle found by `reach`, and its square.
    """

    __slots__ = ("args", "fault", "listed", "name", "number", "outer", "result", "seen")

    def __init__(self, name: str, number: int, args: tuple[Any, ...], outer: "Call | None") -> None:
        self.name, self.number, self.args, self.outer = name, number, args, outer
        self.result: Any = None
        self.seen: tuple[Any, Any] | None = None
        self.fault = (0, 0)
        self.listed: tuple[int, ...] = ()

    def inside(self, other: "Call") -> bool:
        """Return whether the call was made during another one."""
        call: Call | None = self
        while call is not None and call is not other:
            call = call.outer
        return call is not None


class Recording(threading.local):
    """The current recording of a thread: its calls (None if it is off), and the innermost open call."""

    calls: list[Call] | None = None
    outer: Call | None = None


class Recorder:
    """The answers of a set of variants with a record of their calls, separate for each thread."""

    def __init__(self, variants: Iterable[int], registry: Any = BUILTIN) -> None:
        self._levels: dict[str, list[tuple[int, Any]]] = {}
        self._now = Recording()
        self.ask = Answers(variants, watch=self._watched, registry=registry)
        self._questions = registry.questions

    def _watched(self, name: str, number: int, function: Any, below: Any) -> Any:
        self._levels.setdefault(name, []).append((number, function))
        acts, appends = bool(self._questions[name].yes), name in ("entries", "climbs")

        def watched(*args: Any) -> Any:
            now = self._now
            calls = now.calls
            if calls is None:
                return function(*args)
            call = Call(name, number, args[1:], now.outer)
            calls.append(call)
            before = contents(args[0]) if acts else None
            outer, now.outer = now.outer, call
            try:
                call.result = function(*args)
            finally:
                now.outer = outer
            if name == "reach":
                call.fault = args[0].fault, args[0].fault_cell
            elif appends:
                call.listed = tuple(args[0].moves[: call.result])
            elif acts and call.result is None:
                call.seen = before, contents(args[0])
            return call.result

        return watched

    def record(self, name: str, *args: Any) -> list[Call]:
        """Return all calls made, in order, while a question is answered; args: the state first."""
        function = getattr(self.ask, name)
        calls: list[Call] = []
        self._now.calls = calls
        try:
            function(*args)
        finally:
            self._now.calls = None
        return calls

    @contextmanager
    def _paused(self) -> Any:
        calls, self._now.calls = self._now.calls, None
        try:
            yield
        finally:
            self._now.calls = calls

    def decider(self, s: Any, call: Call, ruled_out: bool, aspect: Callable[[Any], Any] = lambda result: result) -> int:
        """Return the variant whose answer decided the result of a call, 0 if the base game's gives the same.

        ruled_out: the result rules a move out; an answer with its own sentence for that counts even if the answer below
        agrees.  aspect(result): the part of it in question, such as whether it holds a square.
        """
        getattr(self.ask, call.name)  # compose it
        levels = [level for level in self._levels[call.name] if level[0] <= call.number]
        sentences = self._questions[call.name].no if ruled_out else {}
        with self._paused():
            results = [aspect(function(s, *call.args)) for _, function in levels[:-1]] + [aspect(call.result)]
        for place in range(len(levels) - 1, 0, -1):
            if results[place] != results[place - 1] or levels[place][0] in sentences:
                return int(levels[place][0])
        return 0

    @staticmethod
    def actors(calls: list[Call]) -> list[Call]:
        """Return the calls of questions without a result whose own answer changed the state."""
        found = []
        for call in calls:
            if call.seen is None or call.seen[0] == call.seen[1]:
                continue
            below = [inner for inner in calls if inner.outer is call and inner.name == call.name]
            if not below or call.seen[0] != below[0].seen[0] or call.seen[1] != below[-1].seen[1]:  # type: ignore[index]
                found.append(call)
        return found


def contents(s: Any) -> tuple[Any, ...]:
    """Return the contents of a state as tuples, without its scratch fields."""
    values = (getattr(s, name) for name, known in s.declared.items() if known.lives != CALL)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def deciding_variant(rules: Any, name: str, aspect: Any) -> int:
    """Return the variant that decided the value of a setting, 0 for the base game.

    aspect(value): the part of it in question, such as whether it holds a square.  Other settings on which it depends
    have their final values.
    """
    ask = Answers(rules.variants, registry=rules.registry)
    levels = [(number, aspect(value)) for number, value in ask.levels(name, Given(rules, ask))]
    changes = [number for (_, below), (number, value) in pairwise(levels) if value != below]
    return changes[-1] if changes else 0
