"""The page a reader opens first: the board of the first lesson, three doors, and the chapters by what they are for."""

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
    "sisters": (),  # one for each of `rulebook.games`
    "translators": ("12",),
    "teachers": ("17", "00", "01"),
}
"""Chapters by what they are for, named by their numbers; any other is for programmers, who write their own."""
LEARN, TONIGHT, PLAY = "00", "09", "01"
FRESH, TODAY = "#board=play&record=0_players=4", "#board=play&puzzle=today"
"""A new game of four on the free board of a chapter, as links carry games; the puzzle of the day."""
SCENE = "d1=A3 f2=D3 g2=B4A4 h2=C4 a3=A1 b3=D1 d3=B2 e3=C3B3 b5=B1C1 d5=A2D2 f5=C2 h5=D4 dice=1 turn=A step=sideways"
DOORS = (("learn", LEARN, "", "110 194"), ("tonight", TONIGHT, "", "186 346"), ("play", PLAY, FRESH, "414 118"))
"""The doors: name, chapter, the rest of its address, and where on the scene the squares begin that are seen on it."""
CARDS = {
    "01": "561 37", "02": "485 37", "03": "105 189", "04": "333 189", "05": "257 341", "06": "561 341", "07": "105 341",
    "08": "333 37",
}  # fmt: skip
"""Chapters of the race by their numbers, and where the squares begin that are seen on their cards."""


picture, style = cache(first_lesson.picture), cache(board.style)
"""The position of the first lesson as SVG, and the style sheet of the board, which sets its colours for both themes."""


@cache
def scene() -> str:
    """A race with four players, of which doors and cards show parts; it is itself not seen."""
    drawn = draw(Game.from_text("0 players=4", SCENE), prefix="scene", standalone=False)
    return re.sub(r' data-[\w-]+="[^"]*"', "", drawn).replace('<g class="', '<g id="rb-scene" class="hk-picture ', 1)


def modules(add: Callable[[str, bytes], str]) -> list[str]:
    """The addresses of what brings the board to life, which `add` gives them: the first imports the other beside it.

    That is the code of boards, as chapters have it: whoever goes on to one has it by then.
    """
    boards = add("board.js", board.CODE.carrier.encode())
    beside = f'import "./{boards.rpartition("/")[2]}";\n'
    return [add("cover.js", (beside + first_lesson.CODE.text).encode()), boards]


def shown(chapters: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the cover shows: `doors` by name, the puzzle of `today`, and `groups` of a `name` and its `chapters`."""
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
        name: (by_number[number]["url"] + more, f"{corner} 380 76")
        for name, number, more, corner in DOORS
        if number in by_number
    }
    today = by_number[PLAY]["url"] + TODAY if PLAY in by_number else ""
    return {
        "scene": scene(),
        "doors": doors,
        "today": today,
        "groups": [*groups, {"name": "programmers", "chapters": rest}],
    }
