"""Positions as SVG pictures, by a pure function and without a browser.

`draw` asks the drawing of a game (`drawing.py`) and puts what it returns into a document with title, description and
style. What is shared by all games is here: themes, marks, arrows, turning the board, escaping.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from hedgekit.play.picture import COLOURS

from ..stage.themes import themes
from ..text.words import typeset
from .art import colours, of_seat, styles
from .drawing import Cell, Layout, centre, drawing_of
from .pen import Pen, area, box, n
from .small_svg import short, slim

ANGLES = {"right": 0, "up": 90, "left": 180}
"""Where a race runs to -> by how many degrees its board is turned to the left."""

Marks = Mapping[str, str] | Iterable[tuple[str, str]]
"""Cell -> `may`, `to` or `why`."""


def trail(cells: list[Cell], kind: str = "trail", over: bool = False) -> str:
    """Steps from the first cell through those between to the last, with an arrow head: what the last move did.

    kind: "best" for an arrow that shows a better move; over: it is drawn over the pieces.
    """
    if len(cells) < 2:
        return ""
    *before, (x1, y1) = map(centre, cells)
    x0, y0 = before[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    # The head ends where a disc on the target begins: the arrow is seen beside the piece, unless it lies over it.
    short = 6 if over else min(29, cells[-1].w / 2)
    ex, ey = x1 - ux * short, y1 - uy * short
    line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (*before, (ex - ux * 9, ey - uy * 9)))
    bx, by = ex - ux * 14, ey - uy * 14
    head = f"M{n(ex)} {n(ey)}L{n(bx - uy * 9)} {n(by + ux * 9)}L{n(bx + uy * 9)} {n(by - ux * 9)}Z"
    paths = (("halo", line), (kind, line), (f"head of-{kind}", head))
    return '<g class="last">' + "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in paths) + "</g>"


def _arrows(ways: list[list[Cell]]) -> tuple[str, str]:
    """What the last move did, below the pieces; beside a better one both lie over them, to be compared."""
    if not ways[1]:
        return trail(ways[0]), ""
    return "", trail(ways[0], over=True) + trail(ways[1], "best", over=True)


def _pointed(kind: str, way: list[Cell]) -> str:
    """An arrow over the pieces; a ring for one cell."""
    return trail(way, kind, over=True) if len(way) != 1 else mark(way[0], "to")


def _check(*told: tuple[str, str, Collection[str]]) -> None:
    for name, said, known in told:
        if said not in known:
            raise ValueError(f"{name} is {', '.join(known)}, not {said!r}")


def _turned(box: tuple[float, float], angle: int) -> tuple[tuple[float, float], str]:
    """The sides of a picture that is turned, and how its board lies in it."""
    corner = {0: (), 90: (0, box[0]), 180: box}[angle]
    turn = f' transform="translate({" ".join(map(n, corner))})rotate({-angle})"' if angle else ""
    return box[::-1] if angle == 90 else box, turn


def _title(thing: Any, rules: Any, lang: str) -> str:
    """What a game asks of whoever is on turn; of a position, its rules."""
    return typeset(thing.prompt(lang), lang) if hasattr(thing, "prompt") else str(rules)


def _captioned(sides: tuple[float, float], body: str, caption: str) -> tuple[tuple[float, float], str]:
    """A picture with a line or more below it."""
    (wide, high), lines = sides, wrap(caption, int(sides[0] / 9))
    if not lines:
        return sides, body
    below = area("ground", 0, high - 40, wide, 48 + 24 * len(lines), 16)
    at = (
        f'<text class="rank" x="{n(wide / 2)}" y="{n(high + 14 + 24 * k)}" font-size="18">' for k in range(len(lines))
    )
    said = "".join(f"{begin}{escape(line, quote=False)}</text>" for begin, line in zip(at, lines, strict=True))
    return (wide, high + 8 + 24 * len(lines)), f'{below}{body}<g text-anchor="middle">{said}</g>'


def _alone(
    pen: Pen, sides: tuple[float, float], shown: str, said: tuple[str, str], css: Callable[[set[str]], str], body: str
) -> str:
    """A picture of its own: with its title, what it shows in words, and the style of its classes."""
    name, (title, told) = pen.prefix, (escape(text, quote=False) for text in said)
    classes = {word for found in re.findall(r'class="([^"]+)"', body) for word in found.split()}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {n(sides[0])} {n(sides[1])}" '
        f'{shown} lang="{escape(pen.lang or "")}" role="img" '
        f'aria-labelledby="{name}-t {name}-d" font-family="ui-sans-serif,system-ui,sans-serif">'
        f'<title id="{name}-t">{title}</title><desc id="{name}-d">{told}</desc>'
        f"<style>{css(classes)}</style>{body}</svg>"
    )


def _shown(sides: tuple[float, float], size: int | None, plain: bool) -> str:
    """How large a picture is shown, and that it shrinks where there is no room."""
    wide, high = sides if size is None else (size, round(size * sides[1] / sides[0]))
    return f'width="{n(wide)}" height="{n(high)}"' + (' style="max-width:100%;height:auto"' if not plain else "")


def _marked(cells: Mapping[str, Cell], marks: Marks) -> str:
    """All marks; in pairs a cell may have several."""
    pairs = marks.items() if isinstance(marks, Mapping) else marks
    return "".join(mark(cells[name], kind) for name, kind in pairs if name in cells)


def mark(cell: Cell, kind: str) -> str:
    """A mark over a cell: `may` a frame, `to` a ring (what one may do), `why` a dashed frame (why one may not)."""
    if kind == "to":
        x, y = centre(cell)
        return (
            f'<circle class="to" cx="{n(x)}" cy="{n(y)}" r="12"/><circle class="hole" cx="{n(x)}" cy="{n(y)}" r="4.5"/>'
        )
    return area("why" if kind == "why" else "may", *cell.inner(3), 9)


def style(scope: str, theme: str, classes: set[str], plain: bool = False) -> str:
    """The style of a picture of its own, for its classes: colours written out, dark ones by preference or by force."""
    bodies = {selector: body for selector, body in styles().items() if selector[1:] in classes}

    def rules(palette: Mapping[str, str], only_coloured: bool) -> str:
        text = "".join(
            f"{scope} {selector}{{{body}}}" for selector, body in bodies.items() if "var(" in body or not only_coloured
        )
        return re.sub(r"var\(--hk-([a-z0-9-]+)\)", lambda name: palette[name[1]], text)

    day, night, *_ = themes()
    css = rules(colours(day if theme == "auto" else theme), False)
    if theme == "auto" and plain:
        return css + f"@media(prefers-color-scheme:dark){{{scope}{{filter:brightness(.8)}}}}"
    return css + f"@media(prefers-color-scheme:dark){{{rules(colours(night), True)}}}" if theme == "auto" else css


def css() -> str:
    """The style of pictures inside the widget: colours as variables `--hk-...`, which `themes.css` sets."""
    seats = {f".p{letter}": "color:{};fill:{}".format(*of_seat(letter)) for letter in COLOURS}
    rules = (f".hk-picture {selector} {{ {body} }}" for selector, body in {**styles(), **seats}.items())
    palette = "".join(f"--hk-seat-{name}:{ring};--hk-ink-{name}:{on};" for name, (ring, on) in COLOURS.items())
    return "\n".join((f":root{{{palette}}}", *rules))


def draw(
    game_or_position: Any,
    *,
    rules: Any = None,
    orientation: str = "right",
    theme: str = "auto",
    size: int | None = None,
    coordinates: bool = True,
    last: Iterable[str] = (),
    best: Iterable[str] = (),
    arrows: Iterable[tuple[str, Sequence[str]]] = (),
    squares: Mapping[str, str] = MappingProxyType({}),
    marks: Marks = (),
    lang: str = "en",
    title: str | None = None,
    caption: str = "",
    prefix: str = "hk",
    standalone: bool = True,
    eyes: str = "",
    layout: Layout | None = None,
    plain: bool = False,
) -> str:
    """A position as an SVG document.

    `game_or_position`: a game, or a position with its `rules`. `orientation`: where a race runs to, `right`, `left` or
    `up`. `theme`: `auto` (as the reader's system) or a theme's name. `size`: how wide it is shown, in pixels. `last`:
    the cells of the last displacement in order, drawn as an arrow; `best`: those of a better move. `arrows`: more,
    each `trail` or `best` with its cells (a ring for one). `squares`: cell to its colour. `marks`: cell to `may`, `to`
    or `why`. `caption`: what stands below it. `title`: what those hear who do not see it. `prefix`: begins every id,
    so that pictures share a page. `standalone=False`: for the widget, with CSS variables, no style, no title. `eyes`:
    the player who looks; secrets are hidden from all others (from all, if ""). `layout`: the position's, if known.
    `plain`: fewer bytes, for a notebook. Its `<desc>` is the position's text. TypeError for something that no game
    draws; ValueError for an unknown theme or orientation.
    """
    _check(("orientation", orientation, ANGLES), ("theme", theme, ("auto", *themes())))
    drawing = drawing_of(game_or_position)
    position = getattr(game_or_position, "position", game_or_position)
    rules = rules if rules is not None else game_or_position.rules
    name = short(prefix) if plain else prefix
    pen = Pen(name, ANGLES[orientation], lang if standalone else None, eyes, plain)
    pen.coordinates = coordinates
    layout = layout or drawing.layout(position, rules)
    cells = layout.cells
    defs, ground, pieces = drawing.parts(position, rules, layout, pen)
    arrow, compared = _arrows([[cells[name] for name in way if name in cells] for way in (last, best)])
    pointed = "".join(_pointed(kind, [cells[name] for name in way]) for kind, way in arrows)
    filled = "".join(box(*cells[name].inner(1), 5, colour, width=0) for name, colour in squares.items())
    sides, turn = _turned(layout.box, pen.angle)
    drawn = f'{ground}{filled}{arrow}<g class="pieces">{pieces}</g>{compared}{pointed}{_marked(cells, marks)}'
    if any(layout.shift):
        drawn = f'<g transform="translate({" ".join(map(n, layout.shift))})">{drawn}</g>'
    body = f'<defs>{defs}</defs><g class="board"{turn}>{drawn}</g>'
    sides, body = _captioned(sides, body, typeset(caption, lang))
    if not standalone:
        box_of = f'viewBox="0 0 {n(sides[0])} {n(sides[1])}" aria-hidden="true" focusable="false"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" class="hk-picture" {box_of}>{body}</svg>'
    title = title if title is not None else _title(game_or_position, rules, lang)
    css = partial(style, f"#{pen.prefix}", theme, plain=plain)
    picture = _alone(pen, sides, _shown(sides, size, plain), (title, drawing.text(position, eyes)), css, body)
    return slim(picture) if plain else picture
