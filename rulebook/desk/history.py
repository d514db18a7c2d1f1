"""What each deed found, so that it can be taken back, and how the browser keeps that over a reload."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.collation import Decision, DecisionError, Decisions
from rulebook.collation.out.decisions import SIZE_LIMIT, Said

from .material import Material

KEPT = 500_000  # characters of it that are kept: a browser has little room, and the oldest deeds matter least
TEXTS = 20  # deeds that changed texts
_UNDO = "undo"


class Standing(NamedTuple):
    """How the desk stands, but for the decisions; filed: what was decided in any file that it opened or gave away."""

    material: Material
    notes: str
    filed: dict[str, Said]

    def is_as(self, other: "Standing") -> bool:
        """Are texts and notes the same?"""
        return self.notes == other.notes and self.material.has_texts_of(other.material)

    def with_back(self, before: "Standing", after: "Standing") -> "Standing":
        """The same, what one deed changed as that had found it, unless it is another by now."""
        notes = before.notes if self.notes == after.notes else self.notes
        filed = before.filed if self.filed == after.filed else self.filed
        return Standing(self.material.with_back(before.material, after.material), notes, filed)


Had = tuple[str, Decision | None]
"""A finding, and what was decided about it before a deed."""


class Before(NamedTuple):
    """What a deed found: the decisions that it changed; for one that changed more, the rest before and after it."""

    decided: list[Had]
    rest: tuple[Standing, Standing] | None = None


def with_deed(history: Sequence[Before], deed: Before) -> list[Before]:
    """The deeds that can be taken back, and one more: of those that changed texts, which take room, the last few."""
    listed = [*history, deed]
    large = [k for k, one in enumerate(listed) if one.rest]
    return listed[large[-TEXTS - 1] + 1 :] if len(large) > TEXTS else listed


def written(decisions: Decisions, history: Sequence[Before]) -> str:
    """Decisions as a file, with the last deeds in it: those after the last one that changed texts or notes as well."""
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
    """The last deeds that a file tells of; none of a file that tells of none, or of what is none."""
    try:
        return [
            Before([(str(name), Decision.read(before) if before is not None else None) for name, before in deed])
            for deed in json.loads(text).get(_UNDO, ())
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DecisionError):
        return []
