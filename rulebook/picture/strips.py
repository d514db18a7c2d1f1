"""Small still pictures of positions for a list: the squares where most stands."""

import re
from collections.abc import Collection
from typing import Any

from .art import of_games
from .drawing import Layout, drawing_of
from .pen import n
from .svg import css, draw

WIDE, HIGH, EDGE = 3, 2, 5
"""Squares side by side and one above the other, and how much is seen round them."""
Box = tuple[float, float, float, float]


def strip(game: Any, wanted: Collection[str], name: str) -> str:
    """Return an SVG of a game; wanted: cells that had best be in sight; name: it has none of another's on its page."""
    picture = draw(game, prefix=f"strip-{name}", standalone=False)
    full = re.findall(r'data-stack="([^"]+)"', picture)
    box = _window(drawing_of(game).layout(game.position, game.rules), full, wanted)
    return re.sub('viewBox="[^"]*"', f'viewBox="{" ".join(map(n, box))}"', picture, count=1)


def style() -> str:
    """Return the style sheet of strips: all but the colours of the themes, which pages have."""
    return f"{of_games()}\n{css()}"


def _window(layout: Layout, full: Collection[str], wanted: Collection[str]) -> Box:
    """The squares among which most stands, or is wanted; the middle of a board that is no grid."""
    wide, high = layout.box
    best, most = (wide / 2 - high * 0.75, 0.0, high * 1.5, high), 0.0
    for cell in layout.cells.values():
        across, down = WIDE * cell.w, HIGH * cell.h
        inside = [
            key
            for key, one in layout.cells.items()
            if 0 <= one.x - cell.x < across and 0 <= one.y - cell.y < down and one.w == cell.w
        ]
        worth = sum((key in full) + 0.6 * (key in wanted) for key in inside)
        if len(inside) == WIDE * HIGH and worth >= most:
            best, most = (cell.x - EDGE, cell.y - EDGE, across + 2 * EDGE, down + 2 * EDGE), worth + 0.1
    return best
