"""Draw the track: squares, the roles of black squares, start and finishing lines, tiles, the tube.

Unturned, ranks run to the right. A symbol fills a square of side `SIDE` from its upper left corner. The roles of
black squares differ in shape, not only in colour; pits take their colours from the theme, everything else looks the
same in light and dark.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from ...picture import art
from ...picture.drawing import Cell, Layout
from ...picture.pen import Pen, n, pips
from . import pieces
from .facts import ENDS, RANK_NAMES, Facts, open_squares
from .pieces import SIDE, Signs
from .trays import Plan

# The pit is drawn in layers, each in a colour of the theme: a picture's style cannot reach into a <use>, but fill and
# stroke are inherited from the group around it.
PIT = (("rim", "pit0"), ("pit", "pit1"), ("deep", "pit2"), ("deepest", "pit3"), ("tuft", "grass"))


def _square_symbols(kinds: Collection[str], ways: frozenset[bool], die: bool) -> dict[str, str]:
    """Return the symbols of these kinds of squares: roles, `bridge` and `hatch` (shut), `tile`, `half`, `turn`.

    `ways`: the directions in which pieces may run (True: from rank i to rank a). `die`: slipping pieces roll a lane.
    """
    drawn = art.symbols("race")
    way = "both" if len(ways) == 2 else "back" if True in ways else "on"
    found = {name: drawn[name] + drawn.get(f"{name}-{way}", "") for name in drawn if name in kinds}
    if die and "slippery" in found:
        found["slippery"] += drawn["slippery-die"]
    return {**found, **({name: drawn[name] for _, name in PIT} if "pit" in kinds else {})}


def chequers(x: float, top: float, height: float) -> str:
    """Return a chequered finishing line, which marks the goal without relying on its green."""
    flags = "".join(f"M{n(x + 1.5 + 3 * i)} {n(top + 6 * i)}v{n(height - 6 * i)}" for i in (0, 1))
    return f'<path class="flag" d="M{n(x)} {n(top)}h6v{n(height)}h-6z"/><path class="flag2" d="{flags}"/>'


def tube(left: float, y: float, ranks: int, down: bool, lane: int, pen: Pen) -> str:
    """Return the mouth of the tube along an outer edge, with an arrow at every rank and the lane it leads to."""
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


def kinds(position: Any, rules: Any, facts: Facts) -> dict[str, tuple[str, str]]:
    """Return black square -> (symbol, key of its words)."""
    opened = open_squares(position, rules)
    kinds = {}
    for square, role in facts.roles.items():
        shut = {"pit": "bridge", "trapdoor": "hatch"}.get(role) if square in opened else None
        kinds[square] = (shut, f"role-{role}-open") if shut else (role, f"role-{role}")
    return kinds


@cache
def symbols(facts: Facts, signs: Signs, kinds: frozenset[str], plain: bool = False) -> Mapping[str, str]:
    """Return the symbols that a picture may use."""
    ways = frozenset(start == ENDS[1] for start in facts.starts.values())
    if facts.turns:
        ways = frozenset((True, False))
    wanted = {*kinds, "sq", "tuft"} | ({"pit"} if "bridge" in kinds else set())
    wanted |= {"tile"} if facts.tiles else set()
    wanted |= {"half"} if set(facts.starts.values()) & set(facts.homes.values()) else set()
    wanted |= {"turn"} if facts.turns else set()
    return {**pieces.symbols(facts, signs, plain), **_square_symbols(wanted, ways, facts.slides)}


def tufts(plan: Plan, pen: Pen) -> str:
    """Return grass beside the track."""
    places = [(plan.left - 22, 32.0)]
    if plan.left > 100:
        places += [(28, 26), (60, 34)]
    if plan.box[0] - plan.right > 60:
        places += [(plan.right + 52, 28), (plan.right + 22, 35)]
    if pen.plain:
        return ""
    return f'<g class="tuft">{"".join(pen.at(x, y, pen.use("tuft")) for x, y in places)}</g>'


def track(layout: Layout, facts: Facts, kinds: Mapping[str, tuple[str, str]], pen: Pen) -> list[str]:
    """Draw the squares, the roles of the black ones, and tiles where the board differs from the printed one."""
    plain: dict[str, list[str]] = {"st": [], "s": [], "s2": [], "go": [], "half": [], "turnline": []}
    roles: dict[tuple[str, str], list[str]] = {}
    tiles: dict[bool, list[str]] = {True: [], False: []}  # black ones are titled by their role
    for name, cell in layout.cells.items():
        at = f' x="{n(cell.x)}" y="{n(cell.y)}"'
        plain[_colour_of(name, cell, facts)].append(pen.use("sq", at))
        for line in _lines_on(name, facts):
            symbol = {"half": "half", "turnline": "turn"}[line]
            plain[line].append(pen.use(symbol, f' transform="{_mirrored(cell, name[0] == ENDS[0])}"'))
        if name in kinds:
            roles.setdefault(kinds[name], []).append(at)
        if name in facts.tiles:
            tiles[name in kinds].append(pen.use("tile", at))
    out = [f'<g class="{kind}">{"".join(uses)}</g>' for kind, uses in plain.items() if uses]
    for black, uses in tiles.items():
        if uses:
            out.append(f'<g class="tile">{"" if black else pen.title("role-tile")}{"".join(uses)}</g>')
    return out + [_black(kind, words, places, pen) for (kind, words), places in roles.items()]


def _colour_of(name: str, cell: Cell, facts: Facts) -> str:
    """Return the class of a square: start line (`st`), finishing line (`go`), or one of two chequered colours."""
    start, goal = facts.starts.values(), facts.homes.values()
    if name[0] in goal and name[0] not in start:
        return "go"
    if name[0] in start or (facts.turns and name[0] in ENDS):
        return "st"
    return "s2" if (cell.col + cell.row) % 2 else "s"


def _lines_on(name: str, facts: Facts) -> Iterator[str]:
    """Yield the overlays of an end square: `half` where it is start and goal, `turnline` where pieces turn."""
    start = facts.starts.values()
    if name[0] in start and name[0] in facts.homes.values():
        yield "half"
    if facts.turns and name[0] in ENDS and name[0] not in start:
        yield "turnline"


def _black(kind: str, words: str, places: list[str], pen: Pen) -> str:
    """Draw all black squares of a kind; pits in layers."""
    deep = PIT[:3:2] if pen.plain else PIT
    layers = [(name, f'<g class="{layer}">', "</g>") for layer, name in deep] if kind in ("pit", "bridge") else []
    layers += [(kind, "", "")] if kind != "pit" else []
    drawn = "".join(head + "".join(pen.use(name, at) for at in places) + foot for name, head, foot in layers)
    return f'<g class="role-{kind}">{pen.title(words)}{drawn}</g>'


def _mirrored(cell: Cell, mirror: bool) -> str:
    """Return the transform that puts a symbol on a square, mirrored if asked."""
    return f"matrix(-1 0 0 1 {n(cell.x + cell.w)} {n(cell.y)})" if mirror else f"translate({n(cell.x)} {n(cell.y)})"


def lines(plan: Plan, facts: Facts, pen: Pen) -> list[str]:
    """Draw finishing lines, pips on the end lines, names of lanes and ranks, the direction of the race, the tube."""
    out = []
    wide, high = plan.right - plan.left, plan.bottom - plan.top
    for end in sorted(set(facts.homes.values())):
        x = plan.left + SIDE - 3 if end == ENDS[0] else plan.right - SIDE - 3
        out.append(chequers(x, plan.top, high))
    ends = [end for end in ENDS if not facts.turns or end in facts.starts.values()]
    dots = ""
    for lane in range(facts.lanes):
        y = plan.top + SIDE * (lane + 0.5)
        for end in ends:
            x = plan.left + SIDE / 2 if end == ENDS[0] else plan.right - SIDE / 2
            dots += pips(lane + 1, at=(x, y)) if pen.plain else pen.at(x, y, pips(lane + 1))
    out.append(f'<g class="pip">{dots}</g>')
    header = plan.top - 15 - 16 * facts.tube
    names = [
        pen.at(
            plan.left - 17, plan.top + SIDE * (lane + 0.5), f'<text class="name" font-size="18" y="6">{lane + 1}</text>'
        )
        for lane in range(facts.lanes)
    ]
    ranks = round(wide / SIDE)
    names += [
        pen.at(plan.left + SIDE * (rank + 0.5), header, f'<text class="rank" font-size="17" y="6">{letter}</text>')
        for rank, letter in enumerate(RANK_NAMES[:ranks])
    ]
    if pen.coordinates:
        out.append(f'<g text-anchor="middle">{"".join(names)}</g>')
    back = any(start == ENDS[1] for start in facts.starts.values())
    if back or facts.mixed:
        arrows = "".join(_course(plan.left + SIDE * rank, header, facts.mixed) for rank in range(1, ranks))
        out.append(f'<path class="course" d="{arrows}"/>')
    if facts.tube:
        mouths = ((plan.top - 17, False, facts.lanes), (plan.bottom + 3, True, 1))
        tubes = "".join(tube(plan.left, y, ranks, down, lane, pen) for y, down, lane in mouths)
        out.append(f'<g text-anchor="middle">{pen.title("tube", last=facts.lanes)}{tubes}</g>')
    return out


def _course(x: float, y: float, both_ways: bool) -> str:
    """Return an arrow between two ranks, showing the direction of the race."""
    on = "M{0} {1}l5 5-5 5"
    if both_ways:
        return on.format(n(x + 2), n(y - 5)) + f"M{n(x - 2)} {n(y - 5)}l-5 5 5 5"
    return f"M{n(x + 2.5)} {n(y - 5)}l-5 5 5 5"
