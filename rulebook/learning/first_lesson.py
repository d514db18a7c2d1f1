"""The first lesson on the cover: a board that answers before any Python has loaded.

The answers of its one position are worked out beforehand; `first_lesson.js` has them as patches of the view.  Anything
else leads to the page of the lessons, with the game as it stands.
"""

from functools import cache
from pathlib import Path
from typing import Any

from ..boards import board, prefetch
from ..boards.table import Table
from ..picture.svg import draw
from ..stage.bundle import Code
from .course_sheet import course_lessons


def _table() -> Table:
    found = course_lessons()[0]
    return Table(found.game(), seats=found.seats, task=found, name=found.name)


@cache
def prepared() -> dict[str, Any]:
    """Return the view of the lesson and a patch for each message: every square, every move, the hint.

    And for whatever a piece that can move is dragged to: another is refused wherever it is dropped.
    """
    table = _table()
    view = table.view()
    cells = [cell["id"] for cell in view["cells"]]
    moves = view["moves"]
    deeds: list[dict[str, Any]] = [{"do": "try", "path": [cell]} for cell in cells]
    movable = dict.fromkeys(move["path"][0] for move in moves)
    deeds += [{"do": "try", "path": [start, cell]} for start in movable for cell in cells if cell != start]
    deeds += [{"do": "play", "move": move["text"]} for move in moves]
    deeds.append({"do": "hint"})
    return {"view": view, "answers": {prefetch.key(deed): prefetch.answer(table, view, deed) for deed in deeds}}


def picture() -> str:
    """Return the position as SVG to begin with; its colours are the variables of `board.style`."""
    return draw(_table().game, prefix="cover", standalone=False)


CODE = Code(
    "first",
    Path(__file__).with_suffix(".js"),
    dict,
    str,
    lambda: {"PREPARED": prepared(), "NEXT": course_lessons()[1].name},
    upon=board.CODE,
)
"""The answers, for a cover that has the code of boards already; words and style are those of the board."""
