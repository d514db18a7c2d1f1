"""The undo history of the desk, and its text form for the browser, which survives a reload."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.collation import Decision, DecisionError, Decisions
from rulebook.collation.out.decisions import SIZE_LIMIT, Verdict

from .material import Material

KEPT = 500_000  # characters kept, at most: a browser has little room, and the oldest actions matter least
TEXTS = 20  # actions kept that changed texts, at most
_UNDO = "undo"


class State(NamedTuple):
    """The state of the desk without its decisions; filed: decisions in files that were opened or exported."""

    material: Material
    notes: str
    filed: dict[str, Verdict]

    def has_same_content(self, other: "State") -> bool:
        """Return whether texts and notes are the same."""
        return self.notes == other.notes and self.material.has_texts_of(other.material)

    def with_undone(self, before: "State", after: "State") -> "State":
        """Return the state with one action undone, except for what has changed since."""
        notes = before.notes if self.notes == after.notes else self.notes
        filed = before.filed if self.filed == after.filed else self.filed
        return State(self.material.with_undone(before.material, after.material), notes, filed)


Change = tuple[str, Decision | None]
"""The id of a finding, and its decision before an action."""


class UndoStep(NamedTuple):
    """An undoable action: the changed decisions, and the rest of the state before and after if it changed."""

    decided: list[Change]
    rest: tuple[State, State] | None = None


def with_step(history: Sequence[UndoStep], step: UndoStep) -> list[UndoStep]:
    """Return the history with an action added; only the last few that changed texts, which are large, are kept."""
    steps = [*history, step]
    large = [k for k, one in enumerate(steps) if one.rest]
    return steps[large[-TEXTS - 1] + 1 :] if len(large) > TEXTS else steps


def with_history(decisions: Decisions, history: Sequence[UndoStep]) -> str:
    """Return the decisions as a file, with the undo history since texts or notes were last changed."""
    text, steps = decisions.text(), list[str]()
    room = min(KEPT, SIZE_LIMIT - len(text) - KEPT)
    for decided, rest in reversed(history):
        if rest and not rest[0].has_same_content(rest[1]):
            break
        step = json.dumps([[name, before and before.plain()] for name, before in decided], ensure_ascii=False)
        room -= len(step)
        if room < 0:
            break
        steps.append(step)
    if not steps:
        return text
    return f'{text.rstrip().removesuffix("}").rstrip()},\n "{_UNDO}": [{", ".join(reversed(steps))}]\n}}\n'


def read(text: str) -> list[UndoStep]:
    """Return the undo history in a file; empty if it has none or an invalid one."""
    try:
        return [
            UndoStep([(str(name), Decision.read(before) if before is not None else None) for name, before in step])
            for step in json.loads(text).get(_UNDO, ())
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
        return []
