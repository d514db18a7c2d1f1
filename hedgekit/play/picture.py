"""Pictures of positions: SVG by the standard library alone, PNG by a renderer (`pip install 'hedgekit[png]'`).

    game.svg(), game.png()        a game of the collection in its present position

Games and positions also display themselves in notebooks.  `rulebook.picture`, which is part of the same distribution,
draws them like the book's boards; it is imported on first use.  This module checks the arguments.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypedDict, cast
from zlib import crc32

from ..lazy_imports import load
from ..text.errors import HedgekitError
from ..text.words import check_language

COLOURS: Mapping[str, tuple[str, str]] = {
    "A": ("#c2401f", "#fff"), "B": ("#194cc2", "#fff"), "C": ("#1d8265", "#fff"), "D": ("#eaa61b", "#2a2320"),
    "E": ("#84459c", "#fff"), "F": ("#f3eee2", "#2a2320"), "G": ("#4b4b55", "#fff"), "H": ("#6cc3ea", "#2a2320"),
    "I": ("#e49abc", "#2a2320"),
}  # fmt: skip
"""Player -> the colours of their pieces and of the letters on them, distinguishable for colour-blind people."""

MARKED = "#7fb2f0aa"
"""The colour of highlighted squares."""


class Directions(TypedDict, total=False):
    """The keyword arguments of `Game.svg` and `Game.png`.

    size: the width in pixels; theme: "light" or "dark"; last: the number of last moves shown as arrows; moves: further
    moves shown as arrows; arrows: ["b3-b4"] or pairs of squares; squares: names to highlight, or name -> colour;
    orientation: a race runs to the "right", the "left" (a rotated board) or "up"; coordinates: show them at the edge.
    """

    size: int | None
    theme: Literal["light", "dark"]
    last: bool | int
    moves: Iterable[object]
    arrows: Iterable[object]
    squares: Iterable[str] | Mapping[str, str]
    orientation: Literal["right", "left", "up"]
    coordinates: bool


def svg_of_game(game: Any, language: str = "en", title: str | None = None, eyes: str = "", **directions: Any) -> str:
    """Return `Game.svg`.  title: for screen readers; eyes: the seat whose view is drawn."""
    try:
        drawing = import_module("rulebook.picture.drawing").drawing_of(game)
    except TypeError as no:
        raise HedgekitError("error.picture.nobody", rules=str(game.rules)) from no
    try:
        return _directed(game, drawing, language, title, eyes, **directions)
    except (TypeError, ValueError, AttributeError, OverflowError) as no:
        if not (directions or title):
            raise
        given = ", ".join(f"{name}={value!r}" for name, value in {"title": title, **directions}.items() if value)[:60]
        raise HedgekitError("error.picture.direction", said=given) from no


def _directed(
    game: Any,
    drawing: Any,
    language: str,
    title: str | None,
    eyes: str,
    size: int | None = None,
    theme: str = "light",
    last: bool | int = False,
    moves: Iterable[object] = (),
    arrows: Iterable[object] = (),
    squares: Iterable[str] | Mapping[str, str] = (),
    orientation: str = "right",
    coordinates: bool = True,
) -> str:
    """Draw a picture; TypeError for an unknown direction, ValueError for an impossible value."""
    if size is not None and not (isinstance(size, int) and 16 <= size <= 10_000):
        raise ValueError
    if orientation != "right" and not drawing.turns_upright:
        raise ValueError
    trails = [drawing.path(move) for move in (game.last_moves(int(last)) if last else ())]
    paths = [drawing.path(game.read_move(move)) for move in moves]
    for arrow in arrows:
        begin, end = str(arrow).split("-") if not isinstance(arrow, (tuple, list)) else arrow
        paths.append((begin, end))
    marked = squares if isinstance(squares, Mapping) else dict.fromkeys(squares, MARKED)
    named, colours = {*marked, *(name for path in paths for name in path)}, map(str, marked.values())
    if not named <= set(drawing.cell_ids(game.position, game.rules)) or not all(map(_COLOUR.fullmatch, colours)):
        raise ValueError
    content = (str(game.rules), str(game.position), eyes, theme, orientation, trails, paths, marked, coordinates)
    styled = [*(("trail", path) for path in trails), *(("best", path) for path in paths)]
    return _draw(
        game, content, lang=language, title=title, caption=game.prompt(language), eyes=eyes, size=size, theme=theme,
        orientation=orientation, coordinates=coordinates, squares=marked, arrows=styled,
    )  # fmt: skip


_COLOUR = re.compile("#[0-9a-fA-F]{3,8}|[a-z]{3,20}")


def _draw(thing: Any, content: object, **options: Any) -> str:
    """Draw like the book; content: everything shown, which is hashed into ids that are unique on a page."""
    prefix = f"hk{crc32(repr(content).encode()):08x}"
    return str(import_module("rulebook.picture.svg").draw(thing, prefix=prefix, **options))


def position_svg(position: Any, language: str = "en") -> str:
    """Return a picture of a race's position without rules, on the printed board."""
    check_language(language)
    text = str(position)
    last = max(re.findall("[A-I](?=[1-9])", text), default="B")
    rules = load("rules")(0, players=min(max("ABCDEFGHI".index(last) + 1, 2), 6))
    caption = " ".join(word for word in text.split() if word.partition("=")[0] in ("dice", "turn", "step", "over"))
    return _draw(position, text, rules=rules, lang=language, theme="light", title=text, caption=caption)


# ---- PNG -------------------------------------------------------------------------------------------------------------

_POOR = str.maketrans("–−×\u202f\u00a0’", "--x  '")
"""Characters missing from Pillow's font -> their replacements."""


@cache
def _font() -> "tuple[tempfile.TemporaryDirectory[str], Path]":
    """Return Pillow's font as a file, which makes pictures the same on every machine."""
    from PIL import ImageFont

    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name, "font.ttf")
    path.write_bytes(cast("Any", ImageFont.load_default(12)).font_bytes)
    return folder, path


def png(svg: str, scale: float = 2) -> bytes:
    """Render an SVG as PNG, enlarged by `scale` (to 32).  HedgekitError without the extra `png`."""
    if not isinstance(scale, (int, float)) or not 0 < scale <= 32:
        raise HedgekitError("error.picture.direction", said=f"scale={scale!r}"[:60])
    try:
        from resvg_py import svg_to_bytes

        _, font = _font()
    except ImportError as no:
        raise HedgekitError("error.picture.no_png") from no
    # the renderer knows no CSS variables: use their fallbacks
    plain = re.sub(r"var\([^,()]+,([^()]+)\)", r"\1", svg.translate(_POOR))
    family = "Aileron"
    return svg_to_bytes(
        plain, background="white", skip_system_fonts=True, font_files=[str(font)], zoom=scale, font_family=family,
        sans_serif_family=family, monospace_family=family, serif_family=family,
    )  # fmt: skip


def png_of_game(game: Any, language: str, scale: float, eyes: str = "", **directions: Any) -> bytes:
    """Return `Game.png`."""
    return png(svg_of_game(game, language, eyes=eyes, **directions), 1 if directions.get("size") else scale)
