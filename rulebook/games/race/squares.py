"""The squares of the garden: what black squares do, lines where the race starts, turns and ends, tiles, the tube.

Unturned, ranks run to the right. Each symbol fills a square of side `SIDE` from its upper left corner. What a black
square does is told by shape, not by colour; pits take their colours from the theme, all else looks the same by day
and by night.
"""

import math
from collections.abc import Collection

from . import art
from .pen import Pen, n

SIDE = 76  # of a square

# The pit is drawn in layers, each in a colour of the theme: a style that names the picture cannot reach into a <use>,
# but fill and stroke are inherited from the group around it.
PIT = (("rim", "pit0"), ("pit", "pit1"), ("deep", "pit2"), ("deepest", "pit3"), ("tuft", "grass"))


def symbols(kinds: Collection[str], ways: frozenset[bool], die: bool) -> dict[str, str]:
    """The symbols for these kinds of squares. `ways`: which ways pieces may run (True: from rank i to rank a).

    `die`: who slips has his lane rolled. The kinds: `pit`, `bridge`, `trapdoor`, `hatch` (one that is shut), ... and
    `tile`, `half` (half of a square), `turn`.
    """
    drawn = art.symbols("hedgehogs")
    way = "both" if len(ways) == 2 else "back" if True in ways else "on"
    found = {name: drawn[name] + drawn.get(f"{name}-{way}", "") for name in drawn if name in kinds}
    if die and "slippery" in found:
        found["slippery"] += drawn["slippery-die"]
    return {**found, **({name: drawn[name] for _, name in PIT} if "pit" in kinds else {})}


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
