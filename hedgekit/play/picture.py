"""A position as a picture: SVG by the standard library alone, PNG by a renderer (`pip install 'hedgekit[png]'`).

    game.svg(), game.png()        a game of the collection as it stands
    hedgekit.Position ... in a notebook, and every game, shows itself

Positions are drawn by `rulebook.picture`, like the book's boards; it comes with the same distribution and is imported
when a picture is wanted.  This module checks what the caller asks of a picture.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypedDict, cast
from zlib import crc32

from ..text.errors import HedgekitError

COLOURS: Mapping[str, tuple[str, str]] = {
    "A": ("#c2401f", "#fff"), "B": ("#194cc2", "#fff"), "C": ("#1d8265", "#fff"), "D": ("#eaa61b", "#2a2320"),
    "E": ("#84459c", "#fff"), "F": ("#f3eee2", "#2a2320"), "G": ("#4b4b55", "#fff"), "H": ("#6cc3ea", "#2a2320"),
    "I": ("#e49abc", "#2a2320"),
}  # fmt: skip
"""Player -> the colour of his pieces, and of the letters on them; colour-blind people can tell them apart."""

MARKED = "#7fb2f0aa"
"""The colour of squares that are pointed out."""


class Directions(TypedDict, total=False):
    """What `Game.svg` and `Game.png` take besides a language.

    size: the width in pixels; theme: "light" or "dark"; last: True for an arrow for the last move, or how many; moves:
    moves that get arrows; arrows: ["b3-b4"] or pairs of squares; squares: names, or name -> colour; orientation: a race
    runs to the "right", the "left" (its board is turned round) or "up"; coordinates: whether the edge has names.
    """

    size: int | None
    theme: Literal["light", "dark"]
    last: bool | int
    moves: Iterable[object]
    arrows: Iterable[object]
    squares: Iterable[str] | Mapping[str, str]
    orientation: Literal["right", "left", "up"]
    coordinates: bool


def svg_of_game(game: Any, language: str = "en", title: str | None = None, eyes: str = "", **told: Any) -> str:
    """What `Game.svg` returns.  title: for readers who hear the picture; eyes: the seat that looks."""
    try:
        drawing = import_module("rulebook.picture.drawing").drawing_of(game)
    except TypeError as no:
        raise HedgekitError("error.picture.nobody", rules=str(game.rules)) from no
    try:
        return _directed(game, drawing, language, title, eyes, **told)
    except (TypeError, ValueError) as no:
        if not told:
            raise
        said = ", ".join(f"{name}={value!r}" for name, value in told.items())[:60]
        raise HedgekitError("error.picture.direction", said=said) from no


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
    ways = [drawing.path(move) for move in (game.last_moves(int(last)) if last else ())]
    drawn = [drawing.path(game.read_move(move)) for move in moves]
    for arrow in arrows:
        begin, end = str(arrow).split("-") if not isinstance(arrow, (tuple, list)) else arrow
        drawn.append((begin, end))
    marked = squares if isinstance(squares, Mapping) else dict.fromkeys(squares, MARKED)
    named, colours = {*marked, *(name for way in drawn for name in way)}, map(str, marked.values())
    if not named <= set(drawing.cell_ids(game.position, game.rules)) or not all(map(_COLOUR.fullmatch, colours)):
        raise ValueError
    told = (str(game.rules), str(game.position), eyes, theme, orientation, ways, drawn, marked, coordinates)
    pointed = [*(("trail", way) for way in ways), *(("best", way) for way in drawn)]
    return _draw(
        game, told, lang=language, title=title, caption=game.prompt(language), eyes=eyes, size=size, theme=theme,
        orientation=orientation, coordinates=coordinates, squares=marked, arrows=pointed,
    )  # fmt: skip


_COLOUR = re.compile("#[0-9a-fA-F]{3,8}|[a-z]{3,20}")


def _draw(thing: Any, told: object, **how: Any) -> str:
    """Draw as the book does; told: all that determines the picture, so that no other on a page shares its ids."""
    prefix = f"hk{crc32(repr(told).encode()):08x}"
    return str(import_module("rulebook.picture.svg").draw(thing, prefix=prefix, **how))


def svg_of_position(position: Any, rules: Any, language: str = "en") -> str:
    """A position by itself, under some rules."""
    said = str(position)
    ahead = " ".join(word for word in said.split() if word.partition("=")[0] in ("dice", "turn", "step", "over"))
    return _draw(position, said, rules=rules, lang=language, theme="light", title=said, caption=ahead)


# ---- as PNG ----------------------------------------------------------------------------------------------------------

_POOR = str.maketrans("–−×\u202f\u00a0’", "--x  '")
"""Characters that Pillow's font lacks, and what replaces them."""


@cache
def _font() -> "tuple[tempfile.TemporaryDirectory[str], Path]":
    """Pillow's font as a file, so that a picture is the same on every machine."""
    from PIL import ImageFont

    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name, "font.ttf")
    path.write_bytes(cast("Any", ImageFont.load_default(12)).font_bytes)
    return folder, path


def png(svg: str, scale: float = 2) -> bytes:
    """Render a picture as PNG, with `scale` pixels for each of the SVG's.  HedgekitError without the extra `png`."""
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


def png_of_game(game: Any, language: str, scale: float, eyes: str = "", **told: Any) -> bytes:
    """What `Game.png` returns."""
    return png(svg_of_game(game, language, eyes=eyes, **told), 1 if told.get("size") else scale)
