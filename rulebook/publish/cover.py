"""The cover: the board of the first lesson, three large links ("doors"), and the chapters grouped by audience."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hedgekit import Game
from rulebook.boards import board
from rulebook.learning import first_lesson
from rulebook.picture.svg import draw
from rulebook.text import words

GROUPS = {
    "tables": ("09", "16", "19"),
    "variants": ("02", "03", "04", "05", "06", "07", "08", "10", "11"),
    "sisters": (),  # filled from `rulebook.games`
    "translators": ("12",),
    "teachers": ("17", "00", "01"),
}
"""Chapter numbers by audience; all others are for programmers."""
LEARN, TONIGHT, PLAY = "00", "09", "01"
NEW_GAME, DAILY_PUZZLE = "#board=play&record=0_players=4", "#board=play&puzzle=today"
"""Links to a new game of four, and to the puzzle of the day, on a chapter's free board."""
SCENE = "d1=A3 f2=D3 g2=B4A4 h2=C4 a3=A1 b3=D1 d3=B2 e3=C3B3 b5=B1C1 d5=A2D2 f5=C2 h5=D4 dice=1 turn=A step=sideways"
DOORS = (("learn", LEARN, "", "110 194"), ("tonight", TONIGHT, "", "186 346"), ("play", PLAY, NEW_GAME, "414 118"))
"""The doors: name, chapter, fragment of the address, and the corner of the scene shown on it."""
CARDS = {
    "01": "561 37", "02": "485 37", "03": "105 189", "04": "333 189", "05": "257 341", "06": "561 341", "07": "105 341",
    "08": "333 37",
}  # fmt: skip
"""The corner of the scene shown on a chapter's card, by its number."""

picture, style = cache(first_lesson.picture), cache(board.style)
"""Return the position of the first lesson as SVG, and the board's style sheet for both themes."""


@cache
def scene() -> str:
    """Return the hidden SVG of a race with four players, parts of which doors and cards show."""
    svg = draw(Game.from_text("0 players=4", SCENE), prefix="scene", standalone=False)
    return re.sub(r' data-[\w-]+="[^"]*"', "", svg).replace('<g class="', '<g id="rb-scene" class="hk-picture ', 1)


def modules(add: Callable[[str, bytes], str]) -> list[str]:
    """Add the scripts of the cover's board, and return their addresses; the first script imports the second.

    The second is the code of boards in chapters: a reader who goes on to one has already loaded it.
    """
    boards = add("board.js", board.CODE.carrier.encode())
    imports = f'import "./{boards.rpartition("/")[2]}";\n'
    return [add("cover.js", (imports + first_lesson.CODE.text).encode()), boards]


def context(chapters: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the template context of the cover; `today` is the link to the puzzle of the day."""
    numbered = [(chapter["stem"].partition("-")[0], chapter) for chapter in chapters]
    by_number = {number: chapter | {"seen": CARDS.get(number, "")} for number, chapter in numbered}
    sisters = tuple(sorted(stem.partition("-")[0] for stem in words.chapters_of_games().values()))
    all_groups = {name: numbers or sisters for name, numbers in GROUPS.items()}
    grouped = {number for numbers in all_groups.values() for number in numbers}
    groups = [
        {"name": name, "chapters": [by_number[number] for number in numbers if number in by_number]}
        for name, numbers in all_groups.items()
    ]
    rest = [chapter for number, chapter in by_number.items() if number not in grouped]
    doors = {
        name: (by_number[number]["url"] + fragment, f"{corner} 380 76")
        for name, number, fragment, corner in DOORS
        if number in by_number
    }
    return {
        "scene": scene(),
        "doors": doors,
        "today": by_number[PLAY]["url"] + DAILY_PUZZLE if PLAY in by_number else "",
        "groups": [*groups, {"name": "programmers", "chapters": rest}],
    }
