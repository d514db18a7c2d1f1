"""The things of Hekla, drawn about the middle of their foot: volcanoes, lava, vulcanologists, an eruption.

A volcano is the higher the more grooves it has, and they are drawn round it as the wooden ones have them; what it is
stands on a plate below it, so that neither height nor colour has to be guessed.
"""

from hedgekit.games.hekla.layout import LAVA

from ...picture.pen import Pen, n

SLOT = 38  # from the middle of one place of a square to that of the other
FOOT, RISE = 13, 12  # how high a volcano without grooves is, and what each groove adds


def stone(name: str, x: float, y: float, pen: Pen, more: str = "", scale: float = 1, seen: bool = False) -> str:
    """A volcano or a lava block with its name, its foot at a point; one that its vulcanologist sees shines."""
    lava = name[0] == LAVA
    look = f"{'l' if lava else 'v'}{name[1]}"
    size = f" scale({scale:.2f})" if scale != 1 else ""
    kind = "he-lava" if lava else f"p{name[0]}"
    halo = pen.use(f"g{name[1]}") if seen else ""
    inner = f'{halo}{pen.use(look)}{pen.use("plate")}<text y="21.3" font-size="19">{name}</text>'
    said = f' data-look="{look}" data-name="{name}"{more}' if more else ""
    return f'<g class="{kind}"{said} transform="translate({n(x)} {n(y)}){size}">{inner}</g>'


def figure(player: str, pen: Pen, more: str = "") -> str:
    """What a vulcanologist looks like, for the group of his colour."""
    return f'{pen.use("figure")}<text y="12.3" font-size="14">{player}</text>{more}'


def badge(text: str, x: float, y: float, kind: str = "he-sum") -> str:
    """A number in a lozenge, about a point."""
    half = 7 + 5.5 * len(text)
    frame = f'<rect class="{kind}" x="{n(-half)}" y="-13" width="{n(2 * half)}" height="26" rx="13"/>'
    said = f'<text class="he-count" y="6.5" font-size="18">{text}</text>'
    return f'<g transform="translate({n(x)} {n(y)})">{frame}{said}</g>'
