"""Thumbnails of positions for a list on one page: the fullest squares of each board, with symbols defined once."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .art import game_colours
from .drawing import Layout, drawing_of
from .pen import Pen, n
from .svg import css

WIDE, HIGH, EDGE = 3, 2, 5
"""Columns and rows of squares in a thumbnail, and the margin around them."""
_PLACE = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_USED = re.compile(r"#([\w-]+)")
Box = tuple[float, float, float, float]


def thumbnails(positions: Mapping[str, tuple[Any, Collection[str]]]) -> dict[str, str]:
    """Return name -> SVG, for one page in this order: a symbol is defined by the first picture to use it.

    positions: name -> a game and the cells that should be in sight.
    """
    found: dict[str, str] = {}
    known: set[str] = set()
    for name, (game, wanted) in positions.items():
        drawing, position = drawing_of(game), game.position
        layout = drawing.layout(position, game.rules)
        pen = Pen(f"thumb-{type(drawing).__module__.split('.')[-2]}")
        defs, ground, pieces = drawing.parts(position, game.rules, layout, pen)
        box = _window(layout, re.findall(r'data-stack="([^"]+)"', pieces), wanted)
        board, symbols = (ElementTree.fromstring(f"<g>{drawn}</g>") for drawn in (ground + pieces, defs))  # noqa: S314 - our own
        _cut(board, box)
        drawn = _text(board)
        new = _needed(drawn, {one.get("id", ""): _text(one) for one in symbols}, known)
        known |= {*new}
        found[name] = (
            f'<svg class="hk-picture" viewBox="{" ".join(map(n, box))}" aria-hidden="true" focusable="false">'
            f"<defs>{''.join(new.values())}</defs>{drawn}</svg>"
        )
    return found


def style(drawn: Iterable[str]) -> str:
    """Return the style sheet of some thumbnails, without the colours of themes, which pages have already."""
    used = {name for one in drawn for names in re.findall(r'class="([^"]+)"', one) for name in names.split()}
    palette, *rules = css().splitlines()
    needed = (rule for rule in rules if rule.removeprefix(".hk-picture .").split()[0] in used)
    return "\n".join((game_colours(), palette, *needed))


def _window(layout: Layout, full: Collection[str], wanted: Collection[str]) -> Box:
    """Return the window with the most full and wanted squares; the middle of a board without a grid of squares."""
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
        if cell.w == cell.h and len(inside) == WIDE * HIGH and worth >= most:
            best, most = (cell.x - EDGE, cell.y - EDGE, across + 2 * EDGE, down + 2 * EDGE), worth + 0.1
    return best


def _cut(part: Element, box: Box, placed: bool = False) -> None:
    """Remove elements outside a box, and `data-` attributes; placed: an ancestor has a position already."""
    left, top, wide, high = box
    for one in list(part):
        for name in [key for key in one.attrib if key.startswith("data-")]:
            del one.attrib[name]
        found = _PLACE.match(one.get("transform", ""))
        at = found.groups() if found else (one.get("x"), one.get("y")) if one.tag in ("use", "text") else (None, None)
        x, y = (None if side is None else float(side) for side in at)
        if placed or x is None or y is None:
            _cut(one, box, placed)
        elif left - 90 < x < left + wide + 40 and top - 90 < y < top + high + 40:
            _cut(one, box, placed=True)
        else:
            part.remove(one)
        if one.tag == "g" and not len(one) and one in part:
            part.remove(one)


def _needed(drawn: str, symbols: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Return the symbols that a drawing uses, directly or by other symbols, except those known already."""
    found: dict[str, str] = {}
    wanted = _USED.findall(drawn)
    while wanted:
        name = wanted.pop()
        if name in symbols and name not in known and name not in found:
            found[name] = symbols[name]
            wanted += _USED.findall(symbols[name])
    return found


def _text(part: Element) -> str:
    return ElementTree.tostring(part, "unicode").replace(" />", "/>")
