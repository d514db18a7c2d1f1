"""Positions as SVG pictures, by a pure function and without a browser.

`draw` asks the drawing of a game (`drawing.py`) and puts what it returns into a document with title, description and
style. What is shared by all games is here: themes, marks, arrows, turning the board, escaping.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from hedgekit.play.picture import COLOURS

from ..stage.themes import themes
from ..text.words import typeset
from .art import colours, of_seat, styles
from .drawing import Cell, Layout, centre, drawing_of
from .pen import Pen, area, n
from .slim import short, slim

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


def _marked(cells: Mapping[str, Cell], marks: Marks) -> str:
    """All marks; in pairs a cell may have several."""
    pairs = marks.items() if isinstance(marks, Mapping) else marks
    return "".join(mark(cells[name], kind) for name, kind in pairs if name in cells)


def mark(cell: Cell, kind: str) -> str:
    """A mark over a cell: `may` a frame, `to` a ring (what one may do), `why` a dashed frame (why one may not)."""
    (x, y), inset = centre(cell), 3
    if kind == "to":
        return (
            f'<circle class="to" cx="{n(x)}" cy="{n(y)}" r="12"/><circle class="hole" cx="{n(x)}" cy="{n(y)}" r="4.5"/>'
        )
    x, y, w, h = cell.x + inset, cell.y + inset, cell.w - 2 * inset, cell.h - 2 * inset
    return area("why" if kind == "why" else "may", x, y, w, h, 9)


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
    turned: bool = False,
    theme: str = "auto",
    last: Iterable[str] = (),
    best: Iterable[str] = (),
    marks: Marks = (),
    lang: str = "en",
    prefix: str = "hk",
    standalone: bool = True,
    eyes: str = "",
    layout: Layout | None = None,
    plain: bool = False,
) -> str:
    """A position as an SVG document.

    `game_or_position`: a game, or a position with its `rules`. `last`: the cells of the last displacement, first to
    last, drawn as an arrow; `best`: those of a better move, as another one. `marks`: cell to `may`, `to` or `why`.
    `theme`: `auto` (follows the reader's system) or the name of one. `prefix`: begins every id, so that several
    pictures live in one page. `standalone=False`: for the widget, with CSS variables, no style, no title. The `<desc>`
    holds the position's text. `eyes`: the player who looks; secrets are hidden from all others (from all, if "").
    `layout`: the position's, if known. `plain`: fewer bytes, for a notebook. Cells that do not exist are left out.
    TypeError for something that no game draws; ValueError for an unknown theme.
    """
    if theme not in ("auto", *themes()):
        raise ValueError(f"theme is {', '.join(('auto', *themes()))}, not {theme!r}")
    drawing = drawing_of(game_or_position)
    position = getattr(game_or_position, "position", game_or_position)
    rules = rules if rules is not None else game_or_position.rules
    pen = Pen(short(prefix) if plain else prefix, turned, lang if standalone else None, eyes, plain)
    layout = layout or drawing.layout(position, rules)
    cells = layout.cells
    defs, ground, pieces = drawing.parts(position, rules, layout, pen)
    arrow, compared = _arrows([[cells[name] for name in way if name in cells] for way in (last, best)])
    above = _marked(cells, marks)
    box = layout.box[::-1] if turned else layout.box
    turn = f' transform="translate(0 {n(layout.box[0])})rotate(-90)"' if turned else ""
    drawn = f'{ground}{arrow}<g class="pieces">{pieces}</g>{compared}{above}'
    if any(layout.shift):
        drawn = f'<g transform="translate({" ".join(map(n, layout.shift))})">{drawn}</g>'
    body = f'<defs>{defs}</defs><g class="board"{turn}>{drawn}</g>'
    if not standalone:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="hk-picture" viewBox="0 0 {n(box[0])} {n(box[1])}" '
            f'aria-hidden="true" focusable="false">{body}</svg>'
        )
    says = getattr(game_or_position, "prompt", None)
    title = escape(typeset(says(lang), lang) if says else str(rules), quote=False)
    name, described = pen.prefix, drawing.text(position, eyes)
    classes = {word for said in re.findall(r'class="([^"]+)"', body) for word in said.split()}
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {n(box[0])} {n(box[1])}" '
        f'width="{n(box[0])}" height="{n(box[1])}" lang="{escape(lang)}" role="img" '
        f'aria-labelledby="{name}-t {name}-d" font-family="ui-sans-serif,system-ui,sans-serif">'
        f'<title id="{name}-t">{title}</title><desc id="{name}-d">{escape(described, quote=False)}</desc>'
        f"<style>{style('#' + name, theme, classes, plain)}</style>{body}</svg>"
    )
    return slim(picture) if plain else picture
