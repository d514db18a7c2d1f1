"""The first lesson on the cover: a board that responds before any Python has loaded.

The responses at its only position are precomputed; `first_lesson.js` has them as patches of the view.  Anything else
leads to the page of lessons, which takes over the game.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from ..boards import board, prefetch
from ..boards.table import Table
from ..picture.svg import draw
from ..stage.bundle import Code
from .course_sheet import course_lessons

TO = "{to}"
"""Placeholder for the target square, in the answer shared by drops that differ only in it."""


def _table() -> Table:
    found = course_lessons()[0]
    return Table(found.game(), seats=found.seats, task=found, name=found.name)


@cache
def prepared() -> dict[str, Any]:
    """Return the view of the lesson and a patch for each message: every square, every move, the hint.

    Drops are included for pieces that can move; others are refused wherever they are dropped.
    """
    table = _table()
    view = table.view()
    cells = [cell["id"] for cell in view["cells"]]
    moves = view["moves"]
    actions: list[dict[str, Any]] = [{"do": "try", "path": [cell]} for cell in cells]
    movable = dict.fromkeys(move["path"][0] for move in moves)
    actions += [{"do": "play", "move": move["text"]} for move in moves]
    actions.append({"do": "hint"})
    answers = {prefetch.key(action): prefetch.answer(table, view, action) for action in actions}
    for start in movable:  # one shared answer: in full, the drops would take 28 kB of the cover's 500
        action = {cell: {"do": "try", "path": [start, cell]} for cell in cells if cell != start}
        drops = {cell: prefetch.answer(table, view, action[cell]) for cell in action}
        alike = {cell: json.dumps(patch).replace(cell, TO) for cell, patch in drops.items()}
        [(most, _)] = Counter(alike.values()).most_common(1)
        answers[prefetch.key({"do": "try", "path": [start, TO]})] = json.loads(most)
        answers |= {prefetch.key(action[cell]): patch for cell, patch in drops.items() if alike[cell] != most}
    return {"view": view, "answers": answers}


def picture() -> str:
    """Return the initial position as SVG; its colours are the variables of `board.style`."""
    return draw(_table().game, prefix="cover", standalone=False)


CODE = Code(
    "first",
    Path(__file__).with_suffix(".js"),
    dict,
    str,
    lambda: {"PREPARED": prepared(), "NEXT": course_lessons()[1].name},
    upon=board.CODE,
)
"""The precomputed answers, for a cover that already has the code, words and style of boards."""
