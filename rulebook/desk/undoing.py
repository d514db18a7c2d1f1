"""What deeds found, so that they can be taken back: the browser keeps it beside the decisions, over a reload."""

import json
from collections.abc import Sequence

from rulebook.collation import Decision, DecisionError, Decisions
from rulebook.collation.decisions import SIZE_LIMIT

from .back import Before

KEPT = 500_000  # characters of it that are kept: a browser has little room, and the oldest deeds matter least
_UNDO = "undo"


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
