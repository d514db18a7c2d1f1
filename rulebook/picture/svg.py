"""Draw positions as SVG pictures: a pure function that needs no browser.

`draw` takes the parts from a game's drawing (`drawing.py`) and adds what all games share: title, description, style,
themes, marks, arrows, turning the board.
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
from .art import colours, seat_colours, styles
from .drawing import Cell, Layout, centre, drawing_of
from .pen import Pen, area, box, n
from .small_svg import short, slim

ANGLES = {"right": 0, "up": 90, "left": 180}
"""Direction of a race -> degrees by which its board is turned left."""

Marks = Mapping[str, str] | Iterable[tuple[str, str]]
"""Cell -> `may`, `to` or `why`."""


def trail(cells: list[Cell], kind: str = "trail", over: bool = False) -> str:
    """Return an arrow through cells, showing what the last move did.

    kind: "best" for a better move; over: the arrow is drawn over the pieces.
    """
    if len(cells) < 2:
        return ""
    *before, (x1, y1) = map(centre, cells)
    x0, y0 = before[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    # The head ends at the edge of a disc on the target, so that it stays visible, unless it is drawn over the disc.
    short = 6 if over else min(29, cells[-1].w / 2)
    ex, ey = x1 - ux * short, y1 - uy * short
    line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (*before, (ex - ux * 9, ey - uy * 9)))
    bx, by = ex - ux * 14, ey - uy * 14
    head = f"M{n(ex)} {n(ey)}L{n(bx - uy * 9)} {n(by + ux * 9)}L{n(bx + uy * 9)} {n(by - ux * 9)}Z"
    paths = (("halo", line), (kind, line), (f"head of-{kind}", head))
    return '<g class="last">' + "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in paths) + "</g>"


def _arrows(ways: list[list[Cell]]) -> tuple[str, str]:
    """Return arrows below and above the pieces: the last move below, or it and a better one above, to compare."""
    if not ways[1]:
        return trail(ways[0]), ""
    return "", trail(ways[0], over=True) + trail(ways[1], "best", over=True)


def _pointer(kind: str, way: list[Cell]) -> str:
    """Return an arrow over the pieces; a ring for a single cell."""
    return trail(way, kind, over=True) if len(way) != 1 else mark(way[0], "to")


def _check(name: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise ValueError(f"{name} is {', '.join(known)}, not {value!r}")


def _turned(box: tuple[float, float], angle: int) -> tuple[tuple[float, float], str]:
    """Return the size of a turned picture, and the `transform` attribute of its board."""
    corner = {0: (), 90: (0, box[0]), 180: box}[angle]
    turn = f' transform="translate({" ".join(map(n, corner))})rotate({-angle})"' if angle else ""
    return box[::-1] if angle == 90 else box, turn


def _title(thing: Any, rules: Any, lang: str) -> str:
    """Return a game's prompt, or the rule set of a position."""
    return typeset(thing.prompt(lang), lang) if hasattr(thing, "prompt") else str(rules)


def _captioned(sides: tuple[float, float], body: str, caption: str) -> tuple[tuple[float, float], str]:
    """Return the size and body of a picture with a caption below it, wrapped into lines."""
    (wide, high), lines = sides, wrap(caption, int(sides[0] / 9))
    if not lines:
        return sides, body
    below = area("ground", 0, high - 40, wide, 48 + 24 * len(lines), 16)
    at = (
        f'<text class="rank" x="{n(wide / 2)}" y="{n(high + 14 + 24 * k)}" font-size="18">' for k in range(len(lines))
    )
    text = "".join(f"{begin}{escape(line, quote=False)}</text>" for begin, line in zip(at, lines, strict=True))
    return (wide, high + 8 + 24 * len(lines)), f'{below}{body}<g text-anchor="middle">{text}</g>'


def _standalone(
    pen: Pen, sides: tuple[float, float], size: str, texts: tuple[str, str], css: Callable[[set[str]], str], body: str
) -> str:
    """Return a complete document with title and description (`texts`) and the style of its classes."""
    name, (title, description) = pen.prefix, (escape(text, quote=False) for text in texts)
    classes = {word for found in re.findall(r'class="([^"]+)"', body) for word in found.split()}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {n(sides[0])} {n(sides[1])}" '
        f'{size} lang="{escape(pen.lang or "")}" role="img" '
        f'aria-labelledby="{name}-t {name}-d" font-family="ui-sans-serif,system-ui,sans-serif">'
        f'<title id="{name}-t">{title}</title><desc id="{name}-d">{description}</desc>'
        f"<style>{css(classes)}</style>{body}</svg>"
    )


def _size(sides: tuple[float, float], size: int | None, plain: bool) -> str:
    """Return the attributes that size a picture and let it shrink where there is no room."""
    wide, high = sides if size is None else (size, round(size * sides[1] / sides[0]))
    return f'width="{n(wide)}" height="{n(high)}"' + (' style="max-width:100%;height:auto"' if not plain else "")


def _marked(cells: Mapping[str, Cell], marks: Marks) -> str:
    """Return all marks; given as pairs, a cell may have several."""
    pairs = marks.items() if isinstance(marks, Mapping) else marks
    return "".join(mark(cells[name], kind) for name, kind in pairs if name in cells)


def mark(cell: Cell, kind: str) -> str:
    """Return a mark over a cell: a frame (`may`), a ring (`to`), or a dashed frame (`why`: it forbids the move)."""
    if kind == "to":
        x, y = centre(cell)
        return (
            f'<circle class="to" cx="{n(x)}" cy="{n(y)}" r="12"/><circle class="hole" cx="{n(x)}" cy="{n(y)}" r="4.5"/>'
        )
    return area("why" if kind == "why" else "may", *cell.inset(3), 9)


def style(scope: str, theme: str, classes: set[str], plain: bool = False) -> str:
    """Return the style of a standalone picture: plain colours instead of variables, dark ones by media query."""
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
    """Return the style of pictures inside the widget: colours are variables `--hk-...`, set by `themes.css`."""
    seats = {f".p{letter}": "color:{};fill:{}".format(*seat_colours(letter)) for letter in COLOURS}
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
    """Return an SVG document of a game, or of a position and its `rules`; its `<desc>` is the position's text.

    `orientation`: where a race runs, `right`, `left` or `up`. `theme`: `auto` (the reader's system decides) or a name.
    `size`: width in pixels. `last`: the cells of the last displacement in order, drawn as an arrow; `best`: those of a
    better move. `arrows`: further ones, each `trail` or `best` with its cells (a ring for a single cell). `squares`:
    cell -> colour. `marks`: cell -> `may`, `to` or `why`. `caption`: text below. `title`: for screen readers. `prefix`:
    begins every id, so that pictures can share a page. `standalone=False`: for the widget, with CSS variables and
    neither style nor title. `eyes`: the player looking, who sees no other player's secrets (none at all, if "").
    `layout`: the position's, if known. `plain`: fewer bytes, for notebooks.
    TypeError for something that no game draws; ValueError for an unknown theme or orientation.
    """
    _check("orientation", orientation, ANGLES)
    _check("theme", theme, ("auto", *themes()))
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
    pointers = "".join(_pointer(kind, [cells[name] for name in way]) for kind, way in arrows)
    filled = "".join(box(*cells[name].inset(1), 5, colour, width=0) for name, colour in squares.items())
    sides, turn = _turned(layout.box, pen.angle)
    drawn = f'{ground}{filled}{arrow}<g class="pieces">{pieces}</g>{compared}{pointers}{_marked(cells, marks)}'
    if any(layout.shift):
        drawn = f'<g transform="translate({" ".join(map(n, layout.shift))})">{drawn}</g>'
    body = f'<defs>{defs}</defs><g class="board"{turn}>{drawn}</g>'
    sides, body = _captioned(sides, body, typeset(caption, lang))
    if not standalone:
        box_of = f'viewBox="0 0 {n(sides[0])} {n(sides[1])}" aria-hidden="true" focusable="false"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" class="hk-picture" {box_of}>{body}</svg>'
    texts = _title(game_or_position, rules, lang) if title is None else title, drawing.visible_text(position, eyes)
    css = partial(style, f"#{pen.prefix}", theme, plain=plain)
    picture = _standalone(pen, sides, _size(sides, size, plain), texts, css, body)
    return slim(picture) if plain else picture
