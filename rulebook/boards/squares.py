"""The squares of the garden: what black squares do, lines where the race starts, turns and ends, tiles, the tube.

Unturned, ranks run to the right. Each symbol fills a square of side `SIDE` from its upper left corner. What a black
square does is told by shape, not by colour; pits take their colours from the theme, all else looks the same by day
and by night.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from .pen import INK, ROUND, Pen, box, n, path

SIDE = 76  # of a square
_WOOD, _WOOD2, _DARK = "#b98a55", "#8d6238", "#1d1815"

# The pit is drawn in layers, each in a colour of the theme: a style that names the picture cannot reach into a <use>,
# but fill and stroke are inherited from the group around it.
PIT = (("rim", "pit0"), ("pit", "pit1"), ("deep", "pit2"), ("deepest", "pit3"), ("tuft", "grass"))
_PIT = (
    "M38 5C56 3 72 15 72 36C74 58 57 72 39 72C19 73 4 58 5 38C3 18 18 6 38 5Z",
    "M38 11C54 10 66 20 66 37C67 54 54 66 39 66C22 67 10 55 11 38C10 21 22 12 38 11Z",
    "M39 18C53 17 63 27 63 41C63 56 52 64 39 64C25 64 15 55 16 42C16 27 26 18 39 18Z",
    "M40 28C51 28 58 35 58 44C58 55 50 61 40 61C28 61 21 55 22 45C22 35 30 28 40 28Z",
)
_GRASS = "M12 16l-5-6M16 12l-1-7M60 11l3-6M65 15l6-3M68 60l5 4M11 61l-6 4M16 66l-3 6"


def _planks(x: float, w: float, ys: Iterable[float], h: float) -> str:
    """Boards side by side, each with two nails."""
    out = ""
    for y in ys:
        out += box(x, y, w, h, 2, _WOOD, 1.2)
        out += path(f"M{n(x + 8)} {n(y + h * 0.6)}h{n(w * 0.3)}M{n(x + w * 0.55)} {n(y + h * 0.4)}h{n(w * 0.3)}",
                     stroke=_WOOD2, width=1)  # fmt: skip
        out += "".join(
            f'<circle cx="{n(nail)}" cy="{n(y + h / 2)}" r="1.3" fill="{INK}"/>' for nail in (x + 4, x + w - 4)
        )
    return out


def _bridge() -> str:
    """Planks over a pit that holds nobody any more: one walks across."""
    return _planks(2, 72, (13, 30.5, 48), 15.5)


def _trapdoor(shut: bool) -> str:
    """A hatch in a wooden frame: two leaves, hanging open over a shaft for one, or shut."""
    frame = box(4, 4, 68, 68, 4, _WOOD2, 1.6) + box(11, 11, 54, 54, 2, _DARK, 1.2)
    corners = "".join(f'<circle cx="{x}" cy="{y}" r="1.8" fill="{INK}"/>' for x in (7.6, 68.4) for y in (7.6, 68.4))
    if shut:
        leaves = _planks(11.5, 53, (11.5, 24.7), 13) + _planks(11.5, 53, (38.3, 51.5), 13)
        handles = path("M33 33.5q5 -7 10 0M33 42.5q5 7 10 0", width=2)
        return frame + corners + leaves + handles + path("M11.5 38h53", width=2.2)
    leaf = "M{0} {1}h54l-5 {2}h-44Z"
    leaves = path(leaf.format(11, 11, 10), _WOOD) + path(leaf.format(11, 65, -10), _WOOD)
    hinges = "".join(box(x, y, 8, 5, 1, "#6d6f75", 0.9) for x in (19, 49) for y in (7.5, 63.5))
    shaft = '<circle cx="38" cy="38" r="15" fill="#000"/>' + path("M27 38a11 11 0 0 1 11-11", stroke="#5b4a3c", width=2)
    return frame + corners + leaves + hinges + shaft


def _trampoline(ways: frozenset[bool]) -> str:
    """A mat in springs; chevrons say which way it throws."""
    legs = path("M13 13l-6-6M63 13l6-6M13 63l-6 6M63 63l6 6", width=4)
    frame = box(8, 8, 60, 60, 20, "#e9e2d2", 1.6) + box(
        9.5, 9.5, 57, 57, 19, "none", 0, ' stroke="#3d5f80" stroke-width="5"'
    )
    springs = box(16, 16, 44, 44, 14, "none", 0, ' stroke="#5b5f66" stroke-width="7" stroke-dasharray="2 2.6"')
    mat = box(19.5, 19.5, 37, 37, 11, "#1d3850", 1.4)
    on, back = "M{0} 28.5l9 9.5-9 9.5", "M{0} 28.5l-9 9.5 9 9.5"
    if len(ways) == 2:
        arrows = on.format(41) + back.format(35)
    else:
        arrows = back.format(45) + back.format(35.5) if True in ways else on.format(31) + on.format(40.5)
    return legs + frame + springs + mat + path(arrows, stroke="#fff", width=4.2, more=f" {ROUND}")


def _concrete() -> str:
    """A block with chamfered edges, too high to climb."""
    top, mid, low = "#d3d5d6", "#a5a8ac", "#72767c"
    faces = (
        ("M5 5h66l-13 12h-40Z", top), ("M5 5l13 12v40l-13 14Z", "#bfc2c5"), ("M71 5l-13 12v40l13 14Z", "#8b8f95"),
        ("M5 71l13-14h40l13 14Z", low),
    )  # fmt: skip
    shade = '<path d="M8 74h64q3 0 3-3V9l-4-4v66H5Z" fill="#000" fill-opacity=".28"/>'
    block = "".join(path(d, fill, width=1.1, more=f" {ROUND}") for d, fill in faces) + box(18, 17, 40, 40, 0, mid, 1.1)
    grain = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{low}"/>'
        for x, y, r in (
            (25, 24, 1.6),
            (46, 28, 2.2),
            (33, 47, 2.4),
            (52, 50, 1.5),
            (24, 38, 1.3),
            (39, 35, 1.2),
            (51, 39, 1.1),
        )
    )
    return shade + block + grain + path("M38 17l-3 8 5 5-4 7", stroke="#4d5055", width=1.4)


def _slippery(ways: frozenset[bool], die: bool) -> str:
    """A puddle with skid marks that lead back; with a die where the lane of the landing is rolled."""
    puddle = (
        "M10 30C8 14 26 8 38 12C52 4 70 14 68 30C74 42 68 60 54 62C46 72 26 70 20 62C6 60 4 42 10 30Z"
    )  # fmt: skip
    out = path(puddle, "#a8d5ea", "#2c6f94", 2) + path(
        "M18 29q2-10 12-11M14 38q-1-2 0-4", stroke="#fff", width=3.4, more=f" {ROUND}"
    )
    track = "M62 {0}q-5-8-10 0t-10 0-10 0"
    marks = path(
        track.format(31) + track.format(42) + "M30 37H15M23 28L14 37l9 9", stroke="#173f57", width=4, more=f" {ROUND}"
    )
    if len(ways) == 2:
        marks = path("M62 28q-5-7-9 0t-9 0-9 0M35 28H20M26 21l-7 7 7 7M14 48q5 7 9 0t9 0 9 0M41 48h15M50 41l7 7-7 7",
                      stroke="#173f57", width=3.6, more=f" {ROUND}")  # fmt: skip
    elif True in ways:
        marks = f'<g transform="matrix(-1 0 0 1 76 0)">{marks}</g>'
    cube = ""
    if die:
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="1.9" fill="{INK}"/>' for x, y in ((52, 55), (57, 60), (62, 65)))
        cube = box(47, 50, 20, 20, 4, "#fff", 1.4) + dots
    return out + marks + cube


def _hole() -> str:
    """Whatever comes near is drawn in."""

    def arm(begin: float, wide: float) -> str:
        points = []
        for i in range(15):
            angle, far = math.radians(begin + 24 * i), 33 - 1.95 * i
            points.append((38 + far * math.cos(angle), 38 + far * math.sin(angle)))
        line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)
        return path(line, stroke="#cdb8ff", width=wide, more=f' {ROUND} stroke-opacity=".85"')

    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.2" fill="#fff"/>' for x, y in ((12, 14), (64, 20), (60, 64), (14, 58))
    )
    void = '<circle cx="38" cy="38" r="10" fill="#000" stroke="#fff" stroke-width="1.6"/>'
    return box(2, 2, 72, 72, 10, "#120d1f", 1.2) + stars + arm(0, 3) + arm(120, 3) + arm(240, 3) + void


def _plain() -> str:
    """The old place of a pit, filled and grown over."""
    ring = path(_PIT[1], stroke="#6f5f33", width=1.6, more=' stroke-dasharray="4 5" stroke-opacity=".75"')
    blades = path(
        "M17 60q1-6-2-9M20 60q0-6 3-9M58 22q0-6-3-8M61 22q0-5 3-8", stroke="#4c7a34", width=2, more=f" {ROUND}"
    )

    def daisy(x: float, y: float) -> str:
        petals = "".join(
            f'<circle cx="{n(x + 3.4 * math.cos(angle))}" cy="{n(y + 3.4 * math.sin(angle))}" r="2.3"/>'
            for angle in (math.radians(18 + 72 * k) for k in range(5))
        )
        heart = f'<circle cx="{n(x)}" cy="{n(y)}" r="2.2" fill="#e8b11c"/>'
        return f'<g fill="#fff" stroke="{INK}" stroke-width=".7">{petals}{heart}</g>'

    return ring + blades + daisy(18, 19) + daisy(61, 56) + daisy(54, 63)


def symbols(kinds: Iterable[str], ways: frozenset[bool], die: bool) -> dict[str, str]:
    """The symbols for these kinds of squares. `ways`: which ways pieces may run (True: from rank i to rank a).

    `die`: who slips has his lane rolled. The kinds: `pit`, `bridge`, `trapdoor`, `hatch` (one that is shut), ... and
    `tile`, `half` (half of a square), `turn`.
    """
    wanted = set(kinds)
    drawn = {
        "bridge": _bridge, "trapdoor": lambda: _trapdoor(False), "hatch": lambda: _trapdoor(True),
        "trampoline": lambda: _trampoline(ways), "concrete": _concrete, "slippery": lambda: _slippery(ways, die),
        "hole": _hole, "plain": _plain,
        "tile": lambda: f'<path d="M7 8h68v67H7Z" fill="#000" fill-opacity=".4" stroke="none"/>'
        f'<rect x="2.5" y="2.5" width="{SIDE - 6.5}" height="{SIDE - 6.5}" rx="1.5"/>'
        '<path d="M8 8h58v58H8Z" fill="none" stroke-width="1.2" stroke-dasharray="3 3"/>',
        "half": lambda: f'<path d="M{SIDE - 2} 12V{SIDE - 12}a10 10 0 0 1 -10 10H12Z"/>',
        "turn": lambda: '<path d="M20 27h21a11 11 0 0 1 0 22h-19m8-8l-8 8 8 8"/>',
    }  # fmt: skip
    found = {name: draw() for name, draw in drawn.items() if name in wanted}
    if "pit" in wanted:
        found |= {f"pit{i}": f'<path d="{d}"/>' for i, d in enumerate(_PIT)} | {"grass": f'<path d="{_GRASS}"/>'}
    return found


def chequers(x: float, top: float, height: float) -> str:
    """The finishing line: known as the goal without its green."""
    flags = "".join(f"M{n(x + 3 * (i % 2))} {n(top + 6 * i)}h3v6h-3z" for i in range(math.floor(height / 6)))
    return f'<path class="flag" d="M{n(x)} {n(top)}h6v{n(height)}h-6z"/><path class="flag2" d="{flags}"/>'


def tube(left: float, y: float, ranks: int, down: bool, lane: int, pen: Pen) -> str:
    """The mouth of the tube along an outer edge, with an arrow at every rank and the lane it leads to."""
    wide, high = SIDE * ranks, 14
    pipe = (
        f'<rect class="pipe" x="{n(left - 4)}" y="{n(y)}" width="{n(wide + 8)}" height="{high}" rx="7"/>'
        f'<path class="gleam" d="M{n(left + 4)} {n(y + 4)}h{n(wide - 8)}"/>'
    )
    tip, foot = (y + high - 3, y + 4) if down else (y + 3, y + high - 4)
    arrows = ""
    for x in (left + SIDE * (i + 0.5) for i in range(ranks)):
        arrows += f"M{n(x - 9)} {n(foot)}L{n(x)} {n(tip)}L{n(x + 9)} {n(foot)}"
    names = "".join(
        pen.at(left + SIDE * at, y + high / 2, f'<text class="lane" font-size="13" y="4.6">{lane}</text>')
        for at in range(1, ranks)
    )
    return f'<g class="tube">{pipe}<path class="arrow" d="{arrows}"/>{names}</g>'
