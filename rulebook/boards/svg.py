"""Positions as SVG pictures, by a pure function and without a browser.

`draw` asks the drawing of a game (`drawing.py`) and puts what it returns into a document with title, description and
style. What is shared by all games is here: palettes, dice, marks, arrows, turning the board, escaping.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape

from ..text.words import typeset
from .drawing import Cell, centre
from .drawings import DRAWINGS, drawing_of
from .pen import PLAYER_COLOURS, Pen, n

# Colours by role; the widget gets them as CSS variables, a picture of its own gets them written out.
LIGHT = {
    "ground": "#dfe8cf", "tuft": "#7fa35e", "text": "#2a2320", "soft": "#55503f",
    "square": "#f7dc8c", "square2": "#f2d073", "line": "#c3a24e", "start": "#efe6d2",
    "goal": "#9cc281", "goal2": "#8fb873",
    "pip": "#4a4036", "rim": "#9a8068", "pit": "#4a3d34", "pit2": "#1d1815",
    "tray": "#cfdcb9", "turn": "#fffaf0",
    "trail": "#5b3f8c", "may": "#0b5f86", "why": "#b3261e", "halo": "#ffffff",
    "pipe": "#a9c0cc", "gleam": "#e4eef3",
}  # fmt: skip
DARK = {
    "ground": "#1d2420", "tuft": "#4f7048", "text": "#e9e4d8", "soft": "#b9b5a6",
    "square": "#cdb46c", "square2": "#c2a85c", "line": "#6f5f33", "start": "#a79f8c",
    "goal": "#5d8a55", "goal2": "#547f4c",
    "pip": "#2a2320", "rim": "#7d6954", "pit": "#392f29", "pit2": "#161210",
    "tray": "#2a342e", "turn": "#45524a",
    "trail": "#4a2d80", "may": "#064a69", "why": "#8c1510", "halo": "#ffffff",
    "pipe": "#7f98a6", "gleam": "#c3d3db",
}  # fmt: skip

STYLE = {
    ".ground": "fill:@ground", ".tuft": "fill:none;stroke:@tuft;stroke-width:2;stroke-linecap:round",
    ".s": "fill:@square;stroke:@line", ".s2": "fill:@square2;stroke:@line", ".st": "fill:@start;stroke:@line",
    ".go": "fill:@goal;stroke:@goal2", ".pip": "fill:@pip;fill-opacity:.62", ".name": "fill:@text;font-weight:600",
    ".rank": "fill:@soft", ".rim": "fill:@rim", ".pit": "fill:@pit", ".deep": "fill:@pit2", ".deepest": "fill:#000",
    ".tray": "fill:@tray", ".turn": "fill:@turn;stroke:@text;stroke-width:2.4",
    ".trail": "fill:none;stroke:@trail;stroke-width:5;stroke-linecap:round;stroke-dasharray:.1 9",
    ".head": "fill:@trail;stroke:@halo;stroke-width:1.5;stroke-linejoin:round",
    ".halo": "fill:none;stroke:@halo;stroke-width:9;stroke-linecap:round;stroke-opacity:.55",
    ".may": "fill:none;stroke:@may;stroke-width:4.5", ".to": "fill:@may;stroke:@halo;stroke-width:2",
    ".hole": "fill:@halo",
    ".why": "fill:none;stroke:@why;stroke-width:4.5;stroke-dasharray:9 6",
    ".flag": "fill:@halo", ".flag2": "fill:@pip", ".half": "fill:@goal",
    ".tile": "fill:@square;stroke:@pip;stroke-width:1.4",
    ".turnline": "fill:none;stroke:@pip;stroke-opacity:.7;stroke-width:4;stroke-linecap:round;stroke-linejoin:round",
    ".course": "fill:none;stroke:@soft;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round",
    ".pipe": "fill:@pipe;stroke:@pip;stroke-width:1.4", ".lane": "fill:@pip;font-weight:600",
    ".gleam": "fill:none;stroke:@gleam;stroke-width:2.4;stroke-linecap:round",
    ".arrow": "fill:none;stroke:@pip;stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round",
    ".gap": "fill:none;stroke:@soft;stroke-width:1.4;stroke-dasharray:3 3",
    ".step": "fill:@tray;stroke:@soft;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round",
    ".now": "fill:@may;stroke:@halo;stroke-width:2.6",
    **{f".p{letter}": f"color:{ring};fill:{on}" for letter, (ring, on) in PLAYER_COLOURS.items()},
}  # fmt: skip


def trail(cells: list[Cell]) -> str:
    """Steps from the first cell through those between to the last, with an arrow head: what the last move did."""
    if len(cells) < 2:
        return ""
    *before, (x1, y1) = map(centre, cells)
    x0, y0 = before[-1]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    # The head ends where a disc on the target begins, so that the arrow is seen beside the piece and not under it.
    short = min(29, cells[-1].w / 2)
    ex, ey = x1 - ux * short, y1 - uy * short
    line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (*before, (ex - ux * 9, ey - uy * 9)))
    bx, by = ex - ux * 14, ey - uy * 14
    head = f"M{n(ex)} {n(ey)}L{n(bx - uy * 9)} {n(by + ux * 9)}L{n(bx + uy * 9)} {n(by - ux * 9)}Z"
    paths = (("halo", line), ("trail", line), ("head", head))
    return '<g class="last">' + "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in paths) + "</g>"


def mark(cell: Cell, kind: str) -> str:
    """A mark over a cell: `may` a frame, `to` a ring (what one may do), `why` a dashed frame (why one may not)."""
    (x, y), inset = centre(cell), 3
    if kind == "to":
        return (
            f'<circle class="to" cx="{n(x)}" cy="{n(y)}" r="12"/><circle class="hole" cx="{n(x)}" cy="{n(y)}" r="4.5"/>'
        )
    size = f'width="{n(cell.w - 2 * inset)}" height="{n(cell.h - 2 * inset)}"'
    at = f'x="{n(cell.x + inset)}" y="{n(cell.y + inset)}"'
    return f'<rect class="{"why" if kind == "why" else "may"}" {at} {size} rx="9"/>'


def style(scope: str, theme: str, classes: set[str]) -> str:
    """The style of a picture of its own, for its classes: colours written out, dark ones by preference or by force."""
    bodies = {selector: body for selector, body in styles().items() if selector[1:] in classes}

    def rules(palette: Mapping[str, str], only_coloured: bool) -> str:
        text = "".join(
            f"{scope} {selector}{{{body}}}" for selector, body in bodies.items() if "@" in body or not only_coloured
        )
        return re.sub("@([a-z0-9-]+)", lambda name: palette[name[1]], text)

    css = rules(colours("dark" if theme == "dark" else "light"), False)
    return css + f"@media(prefers-color-scheme:dark){{{rules(colours('dark'), True)}}}" if theme == "auto" else css


def styles() -> dict[str, str]:
    """The style of all pictures, selector -> declarations: what all games share, and what each adds."""
    return STYLE | {selector: body for drawing in DRAWINGS.values() for selector, body in drawing.style.items()}


def colours(theme: str) -> dict[str, str]:
    """The colours of one theme, `light` or `dark`, by name."""
    own = [drawing.dark if theme == "dark" else drawing.light for drawing in DRAWINGS.values()]
    return {**(DARK if theme == "dark" else LIGHT), **{name: value for each in own for name, value in each.items()}}


def css() -> str:
    """The style of pictures inside the widget: colours as variables `--hk-...`, which `palette` sets."""
    rules = "\n".join(f".hk-picture {selector} {{ {body} }}" for selector, body in styles().items())
    return re.sub(r"@([a-z0-9-]+)", r"var(--hk-\1)", rules)


def palette(theme: str) -> str:
    """The declarations of the variables of one theme, `light` or `dark`."""
    return " ".join(f"--hk-{name}: {value};" for name, value in colours(theme).items())


def draw(
    game_or_position: Any,
    *,
    rules: Any = None,
    turned: bool = False,
    theme: str = "auto",
    last: Iterable[str] = (),
    marks: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    lang: str = "en",
    prefix: str = "hk",
    standalone: bool = True,
    eyes: str = "",
) -> str:
    """A position as an SVG document.

    `game_or_position`: a game, or a position with its `rules`. `last`: the cells of the last displacement, first to
    last, drawn as an arrow. `marks`: cell to `may`, `to` or `why`. `theme`: `auto` (follows the reader's system),
    `light` or `dark`. `prefix`: begins every id, so that several pictures live in one page. With `standalone=False`
    the picture is for the widget: colours are CSS variables, no style, no title. The `<desc>` holds the text of the
    position. `eyes`: the player who looks; what players keep from one another is hidden from all others (from all,
    if it is ""). Cells that do not exist are left out. TypeError for something that no game draws;
    ValueError for an unknown theme.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"theme is auto, light or dark, not {theme!r}")
    drawing = drawing_of(game_or_position)
    position = getattr(game_or_position, "position", game_or_position)
    rules = rules if rules is not None else game_or_position.rules
    pen = Pen(prefix, turned, lang if standalone else None, eyes)
    layout = drawing.layout(position, rules)
    cells = layout.cells
    defs, ground, pieces = drawing.parts(position, rules, layout, pen)
    arrow = trail([cells[name] for name in last if name in cells])
    pairs = marks.items() if isinstance(marks, Mapping) else marks
    above = "".join(mark(cells[name], kind) for name, kind in pairs if name in cells)
    width, height = layout.box
    box = (height, width) if turned else (width, height)
    turn = f' transform="translate(0 {n(width)})rotate(-90)"' if turned else ""
    body = f'<defs>{defs}</defs><g class="board"{turn}>{ground}{arrow}<g class="pieces">{pieces}</g>{above}</g>'
    if not standalone:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="hk-picture" viewBox="0 0 {n(box[0])} {n(box[1])}" '
            f'aria-hidden="true" focusable="false">{body}</svg>'
        )
    says = getattr(game_or_position, "prompt", None)
    title = escape(typeset(says(lang), lang) if says else str(rules))
    name = pen.prefix
    described = drawing.text(position, eyes)
    classes = {word for said in re.findall(r'class="([^"]+)"', body) for word in said.split()}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {n(box[0])} {n(box[1])}" '
        f'width="{n(box[0])}" height="{n(box[1])}" lang="{escape(lang)}" role="img" '
        f'aria-labelledby="{name}-t {name}-d" font-family="ui-sans-serif,system-ui,sans-serif">'
        f'<title id="{name}-t">{title}</title><desc id="{name}-d">{escape(described)}</desc>'
        f"<style>{style('#' + name, theme, classes)}</style>{body}</svg>"
    )
