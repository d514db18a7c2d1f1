"""A position as a picture: SVG by the standard library alone, PNG by Pillow (`pip install 'hedgekit[png]'`).

    game.svg(), game.png()        a game of the collection as it stands
    hedgekit.Position ... in a notebook, and every game, shows itself

A race is drawn on its board, from START on the left to the finish on the right; a game with a table or a board of its
own is written out, as a terminal shows it.  The book's boards (`rulebook`) draw all of them.
"""

import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, TypedDict

from ..games.race.engine.board import LETTERS, PRINTED_BLACK, squares_of
from ..games.race.variants.house_rules.registry import BASE
from ..text.errors import HedgekitError
from ..text.words import table

CELL, EDGE, LINE, STEP = 64, 34, 22, 9
"""Pixels: of a square, of the margin with letters and numbers, of a line of text, between the pieces of a stack."""


@dataclass(frozen=True)
class Theme:
    """Colours of what is not a piece."""

    ink: str = "#2a2320"
    paper: str = "#fbf6e9"
    square: str = "#f1dfb2"
    black: str = "#2a2320"
    goal: str = "#c5d3a6"
    frame: str = "#b79f6d"


THEMES = {"light": Theme(), "dark": Theme("#f0e6d2", "#1d1916", "#8a7650", "#1b1613", "#66794f", "#4c3f2a")}
COLOURS: Mapping[str, tuple[str, str]] = {
    "A": ("#c2401f", "#fff"), "B": ("#194cc2", "#fff"), "C": ("#1d8265", "#fff"), "D": ("#eaa61b", "#2a2320"),
    "E": ("#84459c", "#fff"), "F": ("#f3eee2", "#2a2320"), "G": ("#4b4b55", "#fff"), "H": ("#6cc3ea", "#2a2320"),
    "I": ("#e49abc", "#2a2320"),
}  # fmt: skip
"""Player -> the colour of the pieces, and of the letters on them, everywhere; told apart by colour-blind eyes, too."""


MARKED, LAST, ARROW = "#7fb2f0aa", "#f6e27aaa", "#15781bcc"
"""The colours of squares that are pointed out, of those of the last move, and of arrows."""


class Directions(TypedDict, total=False):
    """What `Game.svg` and `Game.png` take besides a language."""

    size: int | None
    theme: str
    last: bool | int
    moves: Iterable[object]
    arrows: Iterable[object]
    squares: Iterable[str] | Mapping[str, str]
    orientation: str
    coordinates: bool


@dataclass(frozen=True)
class Direction:
    """How a board is to be drawn: `Directions` that were read."""

    size: int | None = None
    theme: Theme = THEMES["light"]
    orientation: str = "right"
    coordinates: bool = True
    squares: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[tuple[str, str], ...] = ()


def directed(game: Any, size: int | None = None, theme: str = "light", **told: Any) -> Direction:
    """How a game is to be drawn; HedgekitError for what is no square, no way to look, or no race."""
    if size is not None and not (isinstance(size, int) and 16 <= size <= 10_000):
        raise HedgekitError("error.picture.direction", said=repr(size)[:24])
    if theme not in THEMES:
        raise HedgekitError("error.picture.direction", said=str(theme)[:24])
    if not told:
        return Direction(size, THEMES[theme])
    if not hasattr(game.rules, "lanes") or game.rules.engine:
        raise HedgekitError("error.picture.race", rules=str(game.rules))
    try:
        return _on_squares(game, Direction(size, THEMES[theme]), **told)
    except (TypeError, ValueError) as no:
        raise HedgekitError(
            "error.picture.direction", said=", ".join(f"{k}={v!r}" for k, v in told.items())[:60]
        ) from no


def _on_squares(
    game: Any,
    direction: Direction,
    last: bool | int = False,
    moves: Iterable[object] = (),
    arrows: Iterable[object] = (),
    squares: Iterable[str] | Mapping[str, str] = (),
    orientation: str = "right",
    coordinates: bool = True,
) -> Direction:
    """The directions of a race; TypeError for one that there is not, ValueError for what it cannot be."""
    marked = dict.fromkeys((name for move in game.last_moves(int(last)) for name in _SQUARE.findall(str(move))), LAST)
    marked |= squares if isinstance(squares, Mapping) else dict.fromkeys(squares, MARKED)
    drawn = [(found[0], found[-1]) for move in moves if len(found := _SQUARE.findall(str(move))) > 1]
    for arrow in arrows:
        begin, end = str(arrow).split("-") if not isinstance(arrow, (tuple, list)) else arrow
        drawn.append((begin, end))
    named = map(str, (*marked, *(name for pair in drawn for name in pair)))
    colours = map(str, marked.values())
    if not all(map(_SQUARE.fullmatch, named)) or not all(map(_COLOUR.fullmatch, colours)):
        raise ValueError
    if orientation not in ("right", "left"):
        raise ValueError
    return replace(direction, orientation=orientation, coordinates=coordinates, squares=marked, arrows=tuple(drawn))


_SQUARE, _COLOUR = re.compile("[a-i][1-6]"), re.compile("#[0-9a-fA-F]{3,8}|[a-z]{3,20}")


@dataclass(frozen=True)
class Shape:
    """What is drawn in a colour.

    at: of a rectangle x, y, w, h and the radius of its corners; of a disc x, y, r; of a text x, y, size; of a line x,
    y, to x, to y, width.
    """

    kind: str
    at: tuple[float, ...]
    fill: str
    text: str = ""
    anchor: str = "middle"


Drawn = tuple[int, int, list[Shape]]
"""Width, height, and what is drawn, the lowest first."""


def beside(position: Any) -> Iterable[tuple[str, str]]:
    """What stands beside the board, secrets aside: name of the field and its value, for reading."""
    rest: Mapping[str, str] = getattr(position, "rest", {})
    fields = getattr(position, "registry", BASE).position_fields
    brought = [name for name, field in fields.items() if field.known == "all" and field.about != "plan"]
    for name in ("home", "hand", "out", *brought, "dice", "quiet"):
        value = rest.get(name) or getattr(position, name, "")
        if value:
            text = str(value) if isinstance(value, (str, int)) else ("," if name == "dice" else "").join(value)
            yield name, _spaced(text)


def _spaced(pieces: str) -> str:
    """Pieces apart from each other: "A1B2" -> "A1 B2"."""
    apart = "".join(f" {char}" if char in COLOURS else char for char in pieces)
    return " ".join(apart.replace(",", ", ").split())


# ---- what is drawn ---------------------------------------------------------------------------------------------------


def of_race(
    position: Any, lanes: int, black: Iterable[str], language: str = "en", asked: Direction | None = None
) -> Drawn:
    """The board of a race with its stacks, and below it what lies beside it."""
    asked = asked or Direction()
    theme = asked.theme
    ranks = LETTERS if asked.orientation == "right" else LETTERS[::-1]
    tall = max((len(stack) for stack in position.stacks.values()), default=1)
    high = CELL + STEP * max(0, tall - 3)
    width, height = EDGE + len(LETTERS) * CELL + EDGE // 2, EDGE + lanes * high
    shapes = [Shape("rect", (EDGE - 4, EDGE - 4, len(LETTERS) * CELL + 8, lanes * high + 8, 8), theme.frame)]
    if asked.coordinates:
        shapes += [
            Shape("text", (EDGE + (k + 0.5) * CELL, EDGE / 2, 15), theme.ink, letter) for k, letter in enumerate(ranks)
        ]
        lanes_at = [(EDGE / 2, EDGE + (lane + 0.5) * high, 15) for lane in range(lanes)]
        shapes += [Shape("text", at, theme.ink, str(lane)) for lane, at in enumerate(lanes_at, 1)]
    dark = set(black)
    for lane in range(lanes):
        for k, letter in enumerate(ranks):
            name, x, y = f"{letter}{lane + 1}", EDGE + k * CELL, EDGE + lane * high
            fill = theme.goal if k in (0, len(LETTERS) - 1) else theme.square
            shapes.append(Shape("rect", (x + 1, y + 1, CELL - 2, high - 2, 5), fill))
            if name in asked.squares:
                shapes.append(Shape("rect", (x + 1, y + 1, CELL - 2, high - 2, 5), asked.squares[name]))
            if name in dark:
                shapes.append(Shape("disc", (x + CELL / 2, y + high / 2, CELL * 0.4), theme.black))
            shapes += _stack(position.stacks.get(name, ()), x + CELL / 2, y + high - 25)
    middle = {
        f"{letter}{lane + 1}": (EDGE + (k + 0.5) * CELL, EDGE + (lane + 0.5) * high)
        for k, letter in enumerate(ranks)
        for lane in range(lanes)
    }
    for begin, end in asked.arrows:
        if begin in middle and end in middle:
            shapes += _arrow(*middle[begin], *middle[end])
    lines = [line for text in _said(position, language) for line in textwrap.wrap(text, 74)]
    shapes += [
        Shape("text", (EDGE, height + 26 + n * LINE, 15), theme.ink, line, "start") for n, line in enumerate(lines)
    ]
    return _on_paper(width, height + 18 + LINE * len(lines), shapes, theme)


def _on_paper(width: int, height: int, shapes: list[Shape], theme: Theme) -> Drawn:
    return width, height, [Shape("rect", (0, 0, width, height, 8), theme.paper), *shapes]


def _arrow(x: float, y: float, to_x: float, to_y: float) -> Iterable[Shape]:
    """An arrow from one middle to another: its shaft, and two strokes for its head."""
    turn, tip = math.atan2(to_y - y, to_x - x), 16
    yield Shape("line", (x, y, to_x, to_y, 6), ARROW)
    for side in (2.6, -2.6):
        end = to_x + tip * math.cos(turn + side), to_y + tip * math.sin(turn + side)
        yield Shape("line", (to_x, to_y, *end, 6), ARROW)


def _stack(pieces: Sequence[str], x: float, y: float) -> Iterable[Shape]:
    """The pieces of a square, bottom to top, each a little above the one below it; the top one has its name."""
    for n, piece in enumerate(pieces):
        ring, letters = COLOURS[piece[0]]
        up = y - n * STEP
        yield Shape("disc", (x, up, 20), Theme.ink)
        yield Shape("disc", (x, up, 18.5), ring)
        if n == len(pieces) - 1:
            yield Shape("text", (x, up, 15), letters, piece)


def _said(position: Any, language: str) -> Iterable[str]:
    """What is beside the board, line by line, and who is to do what."""
    words = table(language)
    for name, value in beside(position):
        yield words["cli.field.line"].format(label=words.get(f"cli.field.{name}", name), value=value)
    last = [f"{name}={value}" for name in ("turn", "step", "over") if (value := getattr(position, name, ""))]
    if last:
        yield " ".join(last)


def written(lines: Sequence[str], theme: Theme) -> Drawn:
    """Lines of text of one width."""
    rows = [part for line in lines for part in (textwrap.wrap(line, 88) if len(line) > 100 else [line])]
    width = 2 * EDGE + int(8.5 * max(map(len, rows), default=1))
    shapes = [Shape("code", (EDGE, 24 + n * 19, 14), theme.ink, row, "start") for n, row in enumerate(rows)]
    return _on_paper(width, 24 + 19 * len(rows), shapes, theme)


def of_game(game: Any, language: str = "en", asked: Direction | None = None) -> Drawn:
    """A game of the collection as it stands."""
    asked = asked or Direction()
    rules = game.rules
    if hasattr(rules, "lanes") and not rules.engine:
        return of_race(game.position, rules.lanes, squares_of(game.state.black), language, asked)
    if hasattr(game, "drawn"):
        return written([*game.drawn(lambda text, _style: text), *_said(game.position, language)], asked.theme)
    return written([str(rules), str(game)], asked.theme)


def svg_of_game(game: Any, language: str, title: str | None, **told: Any) -> str:
    """What `Game.svg` returns."""
    asked = directed(game, **told)
    return svg(of_game(game, language, asked), str(game) if title is None else title, asked.size)


def png_of_game(game: Any, language: str, scale: float, **told: Any) -> bytes:
    """What `Game.png` returns."""
    asked = directed(game, **told)
    drawn = of_game(game, language, asked)
    return png(drawn, asked.size / drawn[0] if asked.size else scale)


def of_position(position: Any, language: str = "en") -> Drawn:
    """A position by itself, whose rules are not known: six lanes, the black squares that are printed on the board."""
    return of_race(position, 6, PRINTED_BLACK[6], language)


# ---- as a file -------------------------------------------------------------------------------------------------------


def svg(drawn: Drawn, title: str, size: int | None = None) -> str:
    """A picture as SVG.  title: what readers hear who do not see it; size: how wide it is shown, in pixels."""
    width, height, shapes = drawn
    wide, tall = (width, height) if size is None else (size, round(size * height / width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{wide}" height="{tall}" '
        f'role="img" style="max-width:100%;height:auto"><title>{escape(title, quote=False)}</title>'
        f"{''.join(map(_element, shapes))}</svg>"
    )


_ELEMENTS = {
    "rect": '<rect x="{0}" y="{1}" width="{2}" height="{3}" rx="{4}" fill="{fill}"/>',
    "disc": '<circle cx="{0}" cy="{1}" r="{2}" fill="{fill}"/>',
    "line": '<path d="M{0} {1}L{2} {3}" stroke="{fill}" stroke-width="{4}" stroke-linecap="round"/>',
    "text": '<text x="{0}" y="{1}" font-size="{2}" font-family="{family}" text-anchor="{anchor}" '
    'dominant-baseline="central" xml:space="preserve" fill="{fill}">{text}</text>',
}


def _element(shape: Shape) -> str:
    family, said = "monospace" if shape.kind == "code" else "system-ui,sans-serif", escape(shape.text, quote=False)
    form = _ELEMENTS["text" if shape.kind == "code" else shape.kind]
    at = [f"{value:g}" for value in shape.at]
    return form.format(*at, fill=shape.fill, family=family, anchor=shape.anchor, text=said)


_POOR = str.maketrans("–−\u202f\u00a0’", "--  '")
"""What the font that Pillow brings has not, and what stands for it."""


def png(drawn: Drawn, scale: float = 2) -> bytes:
    """A picture as PNG, so many pixels to each of the SVG's.  HedgekitError without Pillow."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as no:
        raise HedgekitError("error.picture.no_pillow") from no
    from io import BytesIO

    width, height, shapes = drawn
    image = Image.new("RGB", (round(width * scale), round(height * scale)), shapes[0].fill if shapes else "#fff")
    pen = ImageDraw.Draw(image, "RGBA")  # a colour may let through what is below
    for shape in shapes:
        at = [value * scale for value in shape.at]
        if shape.kind == "rect":
            x, y, w, h, r = at
            pen.rounded_rectangle((x, y, x + w, y + h), r, fill=shape.fill)
        elif shape.kind == "disc":
            x, y, r = at
            pen.ellipse((x - r, y - r, x + r, y + r), fill=shape.fill)
        elif shape.kind == "line":
            pen.line(at[:4], fill=shape.fill, width=round(at[4]))
        else:
            anchor = {"middle": "mm", "start": "lm", "end": "rm"}[shape.anchor]
            text = shape.text.translate(_POOR)
            pen.text((at[0], at[1]), text, fill=shape.fill, font=ImageFont.load_default(at[2]), anchor=anchor)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
