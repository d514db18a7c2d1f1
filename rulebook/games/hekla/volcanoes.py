"""Draw the things of Hekla around the middle of their foot: volcanoes, lava, vulcanologists.

A volcano is higher the more grooves it has, and shows them like the wooden ones; a plate below it has its name, so
that neither height nor colour has to be guessed.
"""

from hedgekit.games.hekla.layout import LAVA

from ...picture.pen import Pen, n

SLOT = 38  # distance between the two places of a square
FOOT, RISE = 13, 12  # height of a volcano without grooves, and of each groove


def stone(name: str, x: float, y: float, pen: Pen, more: str = "", scale: float = 1, seen: bool = False) -> str:
    """Draw a named volcano or lava block with its foot at a point; seen: with a bright edge."""
    lava = name[0] == LAVA
    look = f"{'l' if lava else 'v'}{name[1]}"
    size = f" scale({scale:.2f})" if scale != 1 else ""
    kind = "he-lava" if lava else f"p{name[0]}"
    halo = pen.use(f"g{name[1]}") if seen else ""
    inner = f'{halo}{pen.use(look)}{pen.use("plate")}<text y="21.3" font-size="19">{name}</text>'
    data = f' data-look="{look}" data-name="{name}"{more}' if more else ""
    return f'<g class="{kind}"{data} transform="translate({n(x)} {n(y)}){size}">{inner}</g>'


def figure(player: str, pen: Pen, more: str = "") -> str:
    """Draw a vulcanologist, for a group of the player's colour."""
    return f'{pen.use("figure")}<text y="12.3" font-size="14">{player}</text>{more}'


def badge(text: str, x: float, y: float, kind: str = "he-sum") -> str:
    """Draw a number in a lozenge around a point."""
    half = 7 + 5.5 * len(text)
    frame = f'<rect class="{kind}" x="{n(-half)}" y="-13" width="{n(2 * half)}" height="26" rx="13"/>'
    number = f'<text class="he-count" y="6.5" font-size="18">{text}</text>'
    return f'<g transform="translate({n(x)} {n(y)})">{frame}{number}</g>'
