"""The undo history of the desk, and how the browser keeps it over a reload."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.collation import Decision, DecisionError, Decisions
from rulebook.collation.out.decisions import SIZE_LIMIT, Verdict

from .material import Material

KEPT = 500_000  # characters of it that are kept: a browser has little room, and the oldest deeds matter least
TEXTS = 20  # deeds that changed texts
_UNDO = "undo"


class Standing(NamedTuple):
    """The state of the desk without its decisions; filed: decisions in files that were opened or exported."""

    material: Material
    notes: str
    filed: dict[str, Verdict]

    def is_as(self, other: "Standing") -> bool:
        """Are texts and notes the same?"""
        return self.notes == other.notes and self.material.has_texts_of(other.material)

    def with_back(self, before: "Standing", after: "Standing") -> "Standing":
        """The same with one action undone, except for what has changed since."""
        notes = before.notes if self.notes == after.notes else self.notes
        filed = before.filed if self.filed == after.filed else self.filed
        return Standing(self.material.with_back(before.material, after.material), notes, filed)


Had = tuple[str, Decision | None]
"""A finding, and what was decided about it before a deed."""


class Before(NamedTuple):
    """The state before an action: decisions that it changed, and for larger ones the rest before and after."""

    decided: list[Had]
    rest: tuple[Standing, Standing] | None = None


def with_deed(history: Sequence[Before], deed: Before) -> list[Before]:
    """Add an action to the history; of those that changed texts, which are large, only the last few stay."""
    listed = [*history, deed]
    large = [k for k, one in enumerate(listed) if one.rest]
    return listed[large[-TEXTS - 1] + 1 :] if len(large) > TEXTS else listed


def written(decisions: Decisions, history: Sequence[Before]) -> str:
    """Decisions as a file with the undo history since texts or notes were last changed."""
    text, listed = decisions.text(), list[str]()
    room = min(KEPT, SIZE_LIMIT - len(text) - KEPT)
    for deed, rest in reversed(history):
        if rest and not rest[0].is_as(rest[1]):
            break
        made = json.dumps([[name, before and before.plain()] for name, before in deed], ensure_ascii=False)
        room -= len(made)
        if room < 0:
            break
        listed.append(made)
    if not listed:
        return text
    return f'{text.rstrip().removesuffix("}").rstrip()},\n "{_UNDO}": [{", ".join(reversed(listed))}]\n}}\n'


def read(text: str) -> list[Before]:
    """The undo history in a file; empty if it has none or an invalid one."""
    try:
        return [
            Before([(str(name), Decision.read(before) if before is not None else None) for name, before in deed])
            for deed in json.loads(text).get(_UNDO, ())
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
        return []
