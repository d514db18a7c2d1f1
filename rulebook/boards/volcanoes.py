"""The things of Hekla, drawn about the middle of their foot: volcanoes, lava, vulcanologists, an eruption.

A volcano is the higher the more grooves it has, and they are drawn round it as the wooden ones have them; what it is
stands on a plate below it, so that neither height nor colour has to be guessed.
"""

from __future__ import annotations

from hedgekit.sisters.hekla.layout import LAVA

from .pen import INK, ROUND, Pen, n, path

SLOT = 38  # from the middle of one place of a square to that of the other
FOOT, RISE = 13, 12  # how high a volcano without grooves is, and what each groove adds
EMBER, STONE, LIGHT = "#ff7a2e", "#3a2f2d", "#ffe680"


def _silhouette(grooves: int) -> str:
    high = FOOT + RISE * grooves
    return f"M-17 0C-11-2-8-{high - 4}-6-{high}Q0-{high - 3} 6-{high}C8-{high - 4} 11-2 17 0Q0 6-17 0Z"


def volcano(grooves: int) -> str:
    """A mountain: shaded flank, ridges, a glowing mouth, and the grooves cut into it."""
    high = FOOT + RISE * grooves
    out = path(_silhouette(grooves), "currentColor", width=1.4, more=' stroke-linejoin="round"')
    shade = f"M6-{high}C8-{high - 4} 11-2 17 0Q9 3 2 3.2Q6-{n(high / 2)} 2-{high - 2}Z"
    out += path(shade, "#000", width=0, more=' fill-opacity=".22"')
    ridges = (
        f"M-3-{high - 4}Q-4-{n(high / 3)}-11 0M1-{high - 4}Q2-{n(high / 3)}-2 2.5M4-{high - 4}Q6-{n(high / 3)} 12 1"
    )
    out += path(ridges, stroke="#000", width=1.1, more=' stroke-opacity=".3"')
    mouth = f'<ellipse cy="-{high}" rx="6" ry="2.6" fill="{INK}"/><ellipse cy="-{n(high - 0.6)}" rx="3.8" ry="1.3" '
    out += f'{mouth}fill="{EMBER}"/>'
    for groove in range(grooves):
        y = 7 + RISE * groove
        wide = 11.2 - 5.2 * y / high
        ring = f"M-{n(wide)}-{y}q{n(wide)} 4.5 {n(2 * wide)} 0"
        out += path(ring, width=3.4, more=' stroke-linecap="round"')
        out += path(f"M-{n(wide)}-{n(y - 2.4)}q{n(wide)} 4.5 {n(2 * wide)} 0", stroke="#fff", width=1.5)
    return out


def _lava(grooves: int) -> str:
    """A block of lava, glowing in its cracks; a white groove if it counts one."""
    block = path("M-17 1L-16-11L-9-17L7-18L16-11L17 1Q0 6-17 1Z", STONE, width=1.4, more=' stroke-linejoin="round"')
    cracks = path("M-13-3l6-5 5 4 5-9M1-2l6-6 6 3M-8-9l-2-6", stroke=EMBER, width=2.2, more=f" {ROUND}")
    groove = path("M-14-9.5q14 5.5 28 0", stroke="#fff", width=2.7, more=' stroke-linecap="round"') if grooves else ""
    return block + cracks + groove


def _figure() -> str:
    """A vulcanologist about the middle of his body: helmet with a lamp, cloak."""
    cloak = path("M-12 15C-12 2-6-3 0-3C6-3 12 2 12 15Z", "currentColor", width=1.5, more=' stroke-linejoin="round"')
    head = f'<circle cy="-8" r="6.4" fill="#f0cf9f" stroke="{INK}" stroke-width="1.3"/>'
    helmet = path("M-9-8a9 9 0 0 1 18 0Z", "currentColor", width=1.5, more=' stroke-linejoin="round"')
    return f'{cloak}{head}{helmet}<circle cy="-13" r="2" fill="#fff"/>'


def _burst() -> str:
    """An eruption over a square, about its middle: fire, and stones thrown about."""
    spikes = (
        "M0-39L8-17 22-31 20-11 38-12 24 1 36 15 18 14 20 31 6 19"
        " 0 37-6 19-21 31-18 14-37 15-24 1-38-12-20-11-22-31-8-17Z"
    )
    fire = path(spikes, "#d8341a", width=2, more=' stroke-linejoin="round"')
    flame = path(spikes, EMBER, width=0, more=' transform="scale(.7)"')
    heart = path(spikes, LIGHT, width=0, more=' transform="scale(.4)"')
    bombs = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.4" fill="{STONE}" stroke="{EMBER}" stroke-width="1.4"/>'
        for x, y in ((-31, -33), (31, -34), (-12, -46), (13, -45))
    )
    return f'<g transform="scale(1.5)">{fire}{flame}{heart}{bombs}</g>'


def definitions(pen: Pen) -> str:
    """The symbols that `stone`, `figure` and `burst` use."""
    shadow = '<ellipse cy="1.5" rx="19" ry="4.5" fill="#000" fill-opacity=".28"/>'
    found = {f"v{grooves}": shadow + volcano(grooves) for grooves in range(4)}
    found |= {f"l{grooves}": shadow + _lava(grooves) for grooves in range(2)}
    glow = ' stroke-linejoin="round"'
    for grooves in range(4):
        shape = _silhouette(grooves)
        found[f"g{grooves}"] = path(shape, INK, INK, 11, glow) + path(shape, LIGHT, LIGHT, 8, glow)
    found["plate"] = f'<rect x="-18" y="4" width="36" height="21" rx="6" fill="currentColor" stroke="{INK}"/>'
    found["figure"] = _figure()
    found["burst"] = _burst()
    return "".join(f'<g id="{pen.prefix}-{name}">{drawn}</g>' for name, drawn in found.items())


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
