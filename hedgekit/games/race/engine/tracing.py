"""Tracing: which questions were asked to list the moves, and whose answer decided each.

`Recorder(variants)` composes the same answers as the engine plays with, and records every call while `hear` runs, so
that reasons come from what the list of moves was really made of.
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import Any

from .composing import BUILTIN, Answers, Given
from .state import CALL


class Call:
    """A question asked: its name, the variant whose answer this is, arguments without the state, result, and caller.

    seen: the state before and after, of a question that returns nothing and has a sentence for what it does.
    fault: what `reach` found in the way, and where.
    """

    __slots__ = ("args", "fault", "listed", "name", "number", "outer", "result", "seen")

    def __init__(self, name: str, number: int, args: tuple[Any, ...], outer: "Call | None") -> None:
        self.name, self.number, self.args, self.outer = name, number, args, outer
        self.result: Any = None
        self.seen: tuple[Any, Any] | None = None
        self.fault = (0, 0)
        self.listed: tuple[int, ...] = ()

    def inside(self, other: "Call") -> bool:
        """Was it asked on the way to the other's answer?"""
        call: Call | None = self
        while call is not None and call is not other:
            call = call.outer
        return call is not None


class Recording(threading.local):
    """What is recorded now, in this thread: the calls (None: nothing), and the one that others are asked in."""

    calls: list[Call] | None = None
    outer: Call | None = None


class Recorder:
    """The answers of a set of variants, recorded while they are asked; by each thread for itself."""

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
            before = shown(args[0]) if acts else None
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
                call.seen = before, shown(args[0])
            return call.result

        return watched

    def hear(self, name: str, *args: Any) -> list[Call]:
        """Every question that was asked, in order, while this one was answered; args: the state first."""
        function = getattr(self.ask, name)
        calls: list[Call] = []
        self._now.calls = calls
        try:
            function(*args)
        finally:
            self._now.calls = None
        return calls

    @contextmanager
    def _deaf(self) -> Any:
        calls, self._now.calls = self._now.calls, None
        try:
            yield
        finally:
            self._now.calls = calls

    def decider(self, s: Any, call: Call, ruled_out: bool, said: Callable[[Any], Any] = lambda result: result) -> int:
        """The variant whose answer made the result of a call what it is; 0 where the base game's would be the same.

        ruled_out: the result rules a move out; an answer that has a sentence of its own for that speaks, even where the
        one below agrees.  said(result): what is asked of it, such as whether it holds a square.
        """
        getattr(self.ask, call.name)  # composed now, if nobody has asked it yet
        levels = [level for level in self._levels[call.name] if level[0] <= call.number]
        sentences = self._questions[call.name].no if ruled_out else {}
        with self._deaf():
            results = [said(function(s, *call.args)) for _, function in levels[:-1]] + [said(call.result)]
        for place in range(len(levels) - 1, 0, -1):
            if results[place] != results[place - 1] or levels[place][0] in sentences:
                return int(levels[place][0])
        return 0

    @staticmethod
    def actors(calls: list[Call]) -> list[Call]:
        """Questions that return nothing, as answered by those (0: the base game) whose answers did something here."""
        found = []
        for call in calls:
            if call.seen is None or call.seen[0] == call.seen[1]:
                continue
            below = [inner for inner in calls if inner.outer is call and inner.name == call.name]
            if not below or call.seen[0] != below[0].seen[0] or call.seen[1] != below[-1].seen[1]:  # type: ignore[index]
                found.append(call)
        return found


def shown(s: Any) -> tuple[Any, ...]:
    """What the state says of the game."""
    values = ((name, getattr(s, name)) for name, known in s.declared.items() if known.lives != CALL)
    return tuple(tuple(value) if isinstance(value, list) else value for _, value in values)


def chooser(rules: Any, name: str, said: Any) -> int:
    """The variant that made a setting say what it says; 0 for the base game.

    said(value): what is asked of the value, such as whether it holds a square.  A setting that leans on others is asked
    with them as they finally are.
    """
    ask = Answers(rules.variants, registry=rules.registry)
    found, before = 0, None
    for place, (number, value) in enumerate(ask.levels(name, Given(rules, ask))):
        now = said(value)
        if place and now != before:
            found = number
        before = now
    return found
