"""Draw Hekla's board from its data file: the ground, the squares, the escape path and its white lines.

Squares and circles are placed by `hedgekit.games.hekla.LAYOUT`, so corrections of that file show in the picture.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Any

from hedgekit.games.hekla import LAYOUT
from hedgekit.games.race.engine.board import PLAYERS

from ...picture.pen import Pen, area, n

SIDE, STEP = 80, 47  # breadth of a square, and of a row or column of the path
MARGIN = 9
ROUND = 20  # radius of a circle
Place = tuple[int, int]


def place(square: str) -> Place:
    """Return row and column of a square, counted as in the data file."""
    return ord(square[0]) - ord("a") + 1, int(square[1])


@cache
def edges(axis: int) -> tuple[int, dict[int, float]]:
    """Return (last index, index -> coordinate where it begins) of all rows (axis 0) or columns (1)."""
    inside = {place(square)[axis] for square in LAYOUT.squares}
    every = inside | {circle.at[axis] for circle in LAYOUT.circles}
    at, found = float(MARGIN), {}
    for index in range(min(every), max(every) + 2):
        found[index] = at
        at += SIDE if index in inside else STEP
    return max(every), found


def box() -> tuple[float, float]:
    """Return width and height of the board without the supplies."""
    (last_row, rows), (last_col, columns) = edges(0), edges(1)
    return columns[last_col + 1] + MARGIN, rows[last_row + 1] + MARGIN


@cache
def middle(at: Place) -> tuple[float, float]:
    """Return the middle of a square or circle, given its row and column."""
    (_, rows), (_, columns) = edges(0), edges(1)
    row, col = at
    return (columns[col] + columns[col + 1]) / 2, (rows[row] + rows[row + 1]) / 2


def circle_of(name: str) -> str:
    """Return the name of a circle without the lap: `p30+1` -> `p30`."""
    return name.partition("+")[0]


def players_by_circle(position: Any) -> dict[str, list[str]]:
    """Return circle -> the players whose vulcanologists stand there."""
    found: dict[str, list[str]] = {}
    for player, count in zip(PLAYERS, position.circles, strict=False):
        found.setdefault(circle_of(LAYOUT.circle_name(count)), []).append(player)
    return found


@cache
def lines_of(number: int) -> tuple[tuple[str, str], ...]:
    """Return the white lines of a circle: (the row or column, or the square, it sees; the path to draw)."""
    circle = LAYOUT.circles[number]
    x, y = middle(circle.at)
    along: dict[str, list[str]] = {}
    for square in sorted(circle.sees):
        row, col = place(square)
        name = square[0] if row == circle.at[0] else square[1] if col == circle.at[1] else square
        along.setdefault(name, []).append(square)
    found = []
    for name, squares in along.items():
        far = max(squares, key=lambda square: sum(abs(a - b) for a, b in zip(place(square), circle.at, strict=True)))
        fx, fy = middle(place(far))
        reach = SIDE / 2 - 6  # to the far edge of the last square
        if name == far[0]:
            fx += reach if fx > x else -reach
        elif name == far[1]:
            fy += reach if fy > y else -reach
        found.append((name, f"M{n(x)} {n(y)}L{n(fx)} {n(fy)}"))
    return tuple(found)


# ---- the picture -----------------------------------------------------------------------------------------------------


def definitions(pen: Pen) -> str:
    """Return the gradient of the light from below."""
    stops = '<stop class="he-hot" offset="0"/><stop class="he-warm" offset=".55"/><stop class="he-cool" offset="1"/>'
    return f'<radialGradient id="{pen.prefix}-deep" r=".62">{stops}</radialGradient>'


@cache
def _contours() -> str:
    """Draw contour lines round the crater."""
    width, height = box()
    out = ""
    for at in range(4):
        inset = 6 + 21.5 * at
        out += area("he-contour", inset, inset, width - 2 * inset, height - 2 * inset, 132 - 14 * at)
    return out


def ground(pen: Pen, height: float) -> str:
    """Draw the land, the crater and its squares, in a picture of this height."""
    wide, _ = box()
    out = [area("he-moss", 0, 0, wide, height, 16), "" if pen.plain else _contours()]
    corners = [middle(place(square)) for square in LAYOUT.squares]
    left, top = (min(corner[axis] for corner in corners) - SIDE / 2 - 7 for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) + SIDE / 2 + 7 for axis in (0, 1))
    light = "#8f2f12" if pen.plain else f"url(#{pen.prefix}-deep)"
    out.append(area("he-rim", left, top, right - left, bottom - top, 62, f' fill="{light}"'))
    # Groups have the colours: a symbol inherits its paint from where it is used.
    for kind, name, squares in (
        ("he-rock", "slab", [square for square in LAYOUT.squares if square not in LAYOUT.double]),
        ("he-rock he-active", "slab", sorted(LAYOUT.double)),
        ("he-slot", "slots", LAYOUT.squares),
    ):
        used = (pen.use(name, f' x="{n(x)}" y="{n(y)}"') for x, y in map(middle, map(place, squares)))
        out.append(f'<g class="{kind}">{"".join(used)}</g>')
    for x, y in map(middle, map(place, sorted(LAYOUT.double))):
        out.append(f'<circle class="he-ring" cx="{n(x)}" cy="{n(y)}" r="33"/>')
    return "".join(out)


def names() -> str:
    """Draw the names of the squares, and "×2" on those in a red ring, above the stones."""
    out, twice = "", ""
    for square in LAYOUT.squares:
        x, y = middle(place(square))
        out += f'<text x="{n(x)}" y="{n(y - 24)}">{square}</text>'
        if square in LAYOUT.double:
            twice += f'<circle class="he-twice" cx="{n(x)}" cy="{n(y - 8)}" r="10"/>'
            twice += f'<text class="he-white" x="{n(x)}" y="{n(y - 4)}">×2</text>'
    return f'<g class="he-name he-edged" font-size="13.5">{out}</g><g font-size="11.5">{twice}</g>'


def _way(numbers: list[int]) -> str:
    """Return a path through circles, with points only where it turns."""
    points = [middle(LAYOUT.circles[number].at) for number in numbers]
    turns = [b for a, b, c in zip(points, points[1:], points[2:], strict=False) if not {a[0], a[1]} & {c[0], c[1]}]
    return "M" + "L".join("{} {}".format(*map(n, point)) for point in (points[0], *turns, points[-1]))


def _chevrons(numbers: list[int]) -> Iterator[str]:
    """Yield an arrow head between each two circles, in the direction of the path."""
    for one, other in pairwise(numbers):
        (x0, y0), (x1, y1) = middle(LAYOUT.circles[one].at), middle(LAYOUT.circles[other].at)
        x, y, far = (x0 + x1) / 2, (y0 + y1) / 2, hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / far, (y1 - y0) / far
        (ax, ay), (bx, by) = ((x - 3 * ux - 5 * side * uy, y - 3 * uy + 5 * side * ux) for side in (1, -1))
        yield f"M{n(ax)} {n(ay)}L{n(x + 3 * ux)} {n(y + 3 * uy)}L{n(bx)} {n(by)}"


def trail(pen: Pen) -> str:
    """Draw the escape path: the inner lap, then the outer one, with its direction."""
    last, lap = len(LAYOUT.circles), LAYOUT.lap
    ways = ([*range(lap + 1)], [*range(lap, last), lap])
    drawn = "".join(f'<path class="he-way" d="{_way(way)}"/>' for way in ways)
    if pen.plain:  # the numbers show the direction
        return drawn
    heads = "".join(head for way in ways for head in [*_chevrons(way)][::2])
    return f'{drawn}<path class="he-turn" d="{heads}"/>'


@cache
def _grid() -> str:
    """Return the path of all white lines, those in the same row or column merged into one."""
    across: dict[tuple[str, str], set[float]] = {}
    for number in range(len(LAYOUT.circles)):
        for _, d in lines_of(number):
            (x0, y0), (x1, y1) = (end.split() for end in d[1:].split("L"))
            key, ends = (("x", x0), (y0, y1)) if x0 == x1 else (("y", y0), (x0, x1))
            assert key[1] in (x1, y1)
            across.setdefault(key, set()).update(map(float, ends))
    out = ""
    for (axis, at), found in across.items():
        one, other = n(min(found)), n(max(found))
        out += f"M{at} {one}V{other}" if axis == "x" else f"M{one} {at}H{other}"
    return out


def sights(position: Any, pen: Pen) -> str:
    """Draw the white lines: bright from occupied circles, and lit where a player there sees a volcano of theirs."""
    there = players_by_circle(position)
    faint, bright, lit = _grid(), "", ""
    for number in range(len(LAYOUT.circles)):
        players = there.get(f"p{number}", [])
        for name, d in lines_of(number):
            if players:
                bright += d
            for player in players:
                seen = (square for square in LAYOUT.circles[number].sees if name in (square, *square))
                if any(stone[0] == player for square in seen for stone in position.stacks.get(square, ())):
                    lit += f'<g class="p{player}"><path class="he-glow" d="{d}"/><path class="he-lit" d="{d}"/></g>'
    out = "" if pen.plain else f'<path class="he-cast" d="{faint}"/>'
    out += f'<path class="he-faint" d="{faint}"/>'
    if bright:
        out += f'<path class="he-bright" d="{bright}"/>'
    return out + lit


def circles() -> str:
    """Draw the circles of the path with their numbers."""
    out, names = "", ""
    for number, circle in enumerate(LAYOUT.circles):
        x, y = middle(circle.at)
        kind = "he-black" if number == 0 else "he-inner" if number < LAYOUT.lap else "he-outer"
        blind = "" if circle.sees or number == 0 else " he-blind"
        out += f'<circle class="{kind}{blind}" cx="{n(x)}" cy="{n(y)}" r="{ROUND}"/>'
        white = ' class="he-white"' if number == 0 else ""
        names += f'<text{white} x="{n(x)}" y="{n(y + 5.5)}">{number}</text>'
    return f'{out}<g class="he-name" font-size="16">{names}</g>'
