"""Helpers for writing SVG: numbers, ids, upright groups, and shapes shared by several games.

A board turned upright for narrow screens is the same picture rotated by -90 degrees, so a race to the right runs
upwards; rotated by -180 degrees, it runs to the left. Groups of class `upright` (pieces, letters) are rotated back
about their origin.
"""

import re
from collections.abc import Mapping
from html import escape

from ..stage.localized import picture_text

INK = "#2a2320"

PIPS = {
    1: "0,0", 2: "-1,-1 1,1", 3: "-1,-1 0,0 1,1", 4: "-1,-1 1,-1 -1,1 1,1", 5: "-1,-1 1,-1 0,0 -1,1 1,1",
    6: "-1,-1 1,-1 -1,0 1,0 -1,1 1,1",
}  # fmt: skip


class Pen:
    """Writes the markup of one picture: its ids, upright groups, titles and symbols."""

    def __init__(
        self, prefix: str = "hk", angle: int = 0, lang: str | None = None, eyes: str = "", plain: bool = False
    ) -> None:
        # Ids must be XML names, whatever the board's name.
        self.prefix = re.sub(r"[^A-Za-z0-9_-]", "-", prefix) or "hk"
        if not self.prefix[0].isalpha():
            self.prefix = "hk" + self.prefix
        self.angle = angle  # degrees by which the board is turned left
        self.lang = lang  # None: no words in the picture, since the board's language may change
        self.eyes = eyes  # the player looking at it, "" for everybody
        self.plain = plain  # use the simplest shapes
        self.coordinates = True  # name the squares at the edges

    def upright(self, inner: str) -> str:
        """Return a group that stays upright when the board is turned (about the origin of its parent)."""
        if self.plain and not self.angle:
            return inner
        turn = f' transform="rotate({self.angle})"' if self.angle else ""
        return f'<g class="upright"{turn}>{inner}</g>'

    def at(self, x: float, y: float, inner: str, more: str = "") -> str:
        """Return an upright group at a point; `more` are attributes of the group around it."""
        return f'<g transform="translate({n(x)} {n(y)})"{more}>{self.upright(inner)}</g>'

    def disc(self, player: str, at: str, x: float, y: float) -> str:
        """Return a player's piece at a point; `at` identifies it among the player's, so that boards can animate it."""
        attributes = f'class="p{player}" data-piece="{player}@{at}" data-name="{player}" transform="translate(0 0)"'
        letter = f'<text y="6" text-anchor="middle" font-weight="700">{player}</text>'
        return self.at(
            x, y, f'<g {attributes}><circle r="20" fill="currentColor" stroke="{INK}" stroke-width="1.6"/>{letter}</g>'
        )

    def along(self, inner: str) -> str:
        """Return a group inside an upright one that turns with the board after all."""
        turn = f' transform="rotate({-self.angle})"' if self.angle else ""
        return f'<g class="along"{turn}>{inner}</g>'

    def title(self, key: str, **values: object) -> str:
        """Return a tooltip; "" in a picture without words."""
        return f"<title>{escape(picture_text(key, **values)[self.lang], quote=False)}</title>" if self.lang else ""

    def define(self, symbols: Mapping[str, str]) -> str:
        """Return definitions of symbols (name -> markup) for `use`; a plain picture omits shapes of class `fine`."""
        drawn = "".join(f'<g id="{self.prefix}-{name}">{inner}</g>' for name, inner in symbols.items())
        return re.sub(r'<[^<>]* class="fine"/>', "", drawn) if self.plain else drawn.replace(' class="fine"', "")

    def use(self, name: str, more: str = "") -> str:
        """Return a use of a defined symbol."""
        return f'<use href="#{self.prefix}-{name}"{more}/>'


def n(number: float) -> str:
    """Format a number with at most one decimal, as short as possible."""
    return f"{number:.1f}".removesuffix(".0").replace("-0.", "-.") if abs(number) >= 0.05 else "0"


ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def box(x: float, y: float, w: float, h: float, r: float, fill: str, width: float = 1.2, more: str = "") -> str:
    """Return a rectangle with rounded corners, outlined in ink unless `width` is 0."""
    line = f' stroke="{INK}" stroke-width="{width}"' if width else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(r)}" fill="{fill}"{line}{more}/>'


def area(kind: str, x: float, y: float, w: float, h: float, r: float, more: str = "") -> str:
    """Return a rectangle with rounded corners, painted by its class."""
    sides = (("x", x), ("y", y), ("width", w), ("height", h), ("rx", r))
    drawn = "".join(f' {name}="{n(side)}"' for name, side in sides if side)
    return f'<rect class="{kind}"{drawn}{more}/>'


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 1.2, more: str = "") -> str:
    """Return a path, outlined unless `width` is 0."""
    line = f' stroke="{stroke}" stroke-width="{width}"' if width else ""
    return f'<path d="{d}" fill="{fill}"{line}{more}/>'


def pips(number: int, gap: float = 9, radius: float = 3.4, at: tuple[float, float] = (0, 0)) -> str:
    """Return the pips of a die's face around a point."""
    dots = (pair.split(",") for pair in PIPS[number].split())
    drawn = "".join(f"M{n(at[0] + gap * int(x))} {n(at[1] + gap * int(y))}h0" for x, y in dots)
    return f'<path d="{drawn}" stroke-width="{n(2 * radius)}" stroke-linecap="round"/>'


def star(scale: float = 1) -> str:
    """Return a golden star around the origin, for jokers and winners."""
    points = "M0 -12L3.5 -4 12 -4 5.2 1.4 7.6 10 0 5 -7.6 10 -5.2 1.4 -12 -4 -3.5 -4Z"
    return path(points, "#e8b11c", width=1.3, more=f' transform="scale({scale})" {ROUND}')


def crossed_out(reach: float) -> str:
    """Return a cross around the origin."""
    cross = f"M{n(-reach)} {n(-reach)}L{n(reach)} {n(reach)}M{n(reach)} {n(-reach)}L{n(-reach)} {n(reach)}"
    return "".join(
        path(cross, stroke=colour, width=width, more=f" {ROUND}") for colour, width in (("#fff", 7.5), (INK, 4.5))
    )


def colour_suffix(piece: str) -> str:
    """Return the suffix of a piece's symbols: "2" for a player's second colour."""
    return "2" if int(piece[1]) > 4 else ""


def name_plate(x: float, y: float, piece: str, pen: Pen, scale: float = 1) -> str:
    """Return the name of a piece on a plate of its player's colour."""
    size = f"scale({scale:.2f})" if scale != 1 else ""
    wide = ' font-size="10.4" letter-spacing="-.3"' if len(piece) > 2 else ""
    name = f'{pen.use(f"plate{colour_suffix(piece)}")}<text y="4"{wide}>{piece}</text>'
    return f'<g class="p{piece[0]}" transform="translate({n(x)} {n(y)}){size}">{name}</g>'
