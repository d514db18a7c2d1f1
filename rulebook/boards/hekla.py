"""Hekla: the crater with volcanoes and lava, the escape path round it, and the white lines along which one sees.

A volcano is the higher the more grooves it has, and they are drawn on it; what it is stands on a plate. Where a square
or a circle lies is read from the board's data file, so a corrected board is drawn as it then is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from hedgekit.hekla import LAYOUT, Game, Position
from hedgekit.hekla.layout import LAVA

from .drawing import Cell, Drawing, Layout, Words
from .eruption import story
from .furniture import star
from .say import both, shown
from .svg import INK, PLAYERS, Pen, centre, n, path

SIDE, STEP = 80, 50  # of a square, and of what lies round the crater
MARGIN = 10
TRAY = 66
ROUND = 21  # radius of a circle
Place = tuple[int, int]


def _place(square: str) -> Place:
    return ord(square[0]) - ord("a") + 1, int(square[1])


@cache
def _edges(axis: int) -> tuple[int, dict[int, float]]:
    """(last index, index -> where it begins) of the rows (0) or columns (1), the path's among them."""
    inside = {_place(square)[axis] for square in LAYOUT.squares}
    every = inside | {circle.at[axis] for circle in LAYOUT.circles}
    at, found = float(MARGIN), {}
    for index in range(min(every), max(every) + 2):
        found[index] = at
        at += SIDE if index in inside else STEP
    return max(every), found


def _box() -> tuple[float, float]:
    (last_row, rows), (last_col, columns) = _edges(0), _edges(1)
    return columns[last_col + 1] + MARGIN, rows[last_row + 1] + TRAY + 2 * MARGIN


def _middle(place: Place) -> tuple[float, float]:
    (_, rows), (_, columns) = _edges(0), _edges(1)
    row, col = place
    return (columns[col] + columns[col + 1]) / 2, (rows[row] + rows[row + 1]) / 2


def circle_of(name: str) -> str:
    """The circle of a name, whichever lap it says: `p30+1` -> `p30`."""
    return name.partition("+")[0]


def _standing(position: Any) -> dict[str, list[str]]:
    """Circle -> the players whose vulcanologists stand there."""
    found: dict[str, list[str]] = {}
    for player, count in zip(PLAYERS, position.circles, strict=False):
        found.setdefault(circle_of(LAYOUT.circle_name(count)), []).append(player)
    return found


# ---- words -----------------------------------------------------------------------------------------------------------


def _joined(said: list[Words], gap: str = ", ") -> dict[str, str]:
    return {lang: gap.join(words[lang] for words in said if words[lang]) for lang in both("cell-empty")}


def _named(text: str) -> Words:
    return dict.fromkeys(both("cell-empty"), text)


def _of_square(square: str, position: Any) -> dict[str, str]:
    said = [_named(square)]
    if square in LAYOUT.double:
        said.append(shown("hekla-double"))
    stones = position.stacks.get(square, ())
    said.append(both("cell-one", pieces=", ".join(stones)) if stones else both("cell-empty"))
    owners = dict.fromkeys(stone[0] for stone in stones if stone[0] != LAVA)
    seeing = [player for player in owners if square in position.seen(player)]
    if seeing:
        said.append(shown("hekla-seen", players=", ".join(seeing)))
    return _joined(said)


def _of_circle(number: int, standing: Mapping[str, list[str]]) -> dict[str, str]:
    circle = LAYOUT.circles[number]
    key = "hekla-start" if number == 0 else "hekla-inner" if number < LAYOUT.lap else "hekla-outer"
    said = [_named(f"p{number}"), shown(key)]
    there = standing.get(f"p{number}")
    if there:
        said.append(shown("hekla-here", players=", ".join(there)))
    lines = sorted(_lines_of(number))
    said.append(
        shown("hekla-sees", lines=", ".join(name for name, _ in lines)) if circle.sees else shown("hekla-blind")
    )
    return _joined(said)


# ---- the picture -----------------------------------------------------------------------------------------------------


@cache
def _lines_of(number: int) -> tuple[tuple[str, str], ...]:
    """The white lines of a circle: (the row or column it looks along, the path to draw)."""
    circle = LAYOUT.circles[number]
    x, y = _middle(circle.at)
    along: dict[str, list[str]] = {}
    for square in sorted(circle.sees):
        row, col = _place(square)
        name = square[0] if row == circle.at[0] else square[1] if col == circle.at[1] else square
        along.setdefault(name, []).append(square)
    found = []
    for name, squares in along.items():
        far = max(squares, key=lambda square: sum(abs(a - b) for a, b in zip(_place(square), circle.at, strict=True)))
        fx, fy = _middle(_place(far))
        reach = SIDE / 2 - 6  # to the far edge of the last square
        if name == far[0]:
            fx += reach if fx > x else -reach
        elif name == far[1]:
            fy += reach if fy > y else -reach
        found.append((name, f"M{n(x)} {n(y)}L{n(fx)} {n(fy)}"))
    return tuple(found)


def _volcano(grooves: int) -> str:
    """A mountain about the middle of its foot: the more grooves, the higher."""
    high, half = 12 + 9 * grooves, 15
    slope = f"M-{half} 0C-9-3-8-{high - 3}-6-{high}Q0-{high - 4} 6-{high}C8-{high - 3} 9-3 {half} 0Z"
    out = path(slope, "currentColor", width=1.4, more=' stroke-linejoin="round"')
    out += path(f"M-6-{high}Q0-{high + 4} 6-{high}Q0-{high - 4}-6-{high}Z", "#2a1410", width=1)
    for groove in range(grooves):
        y = 5 + 9 * groove
        wide = half - 4.2 - 2.1 * groove
        out += path(
            f"M-{n(wide)}-{y}q{n(wide)} 4 {n(2 * wide)} 0", stroke="#fff", width=2.4, more=' stroke-linecap="round"'
        )
    return out


def _lava(grooves: int) -> str:
    block = path("M-16 0L-14-13L-5-17L9-16L16-8L15 0Z", "#3a2f2d", width=1.4, more=' stroke-linejoin="round"')
    cracks = path("M-11-3l5-5 4 3 6-8M2-3l5-4 5 2", stroke="#ff7a2e", width=2.2, more=' stroke-linecap="round"')
    groove = path("M-13-9q13 5 27 0", stroke="#fff", width=2.4, more=' stroke-linecap="round"') if grooves else ""
    return block + cracks + groove


def _figure() -> str:
    """A vulcanologist about the middle of his body: helmet, cloak."""
    cloak = path("M-11 14C-11 2-6-2 0-2C6-2 11 2 11 14Z", "currentColor", width=1.4, more=' stroke-linejoin="round"')
    head = f'<circle cy="-7" r="6" fill="#f0cf9f" stroke="{INK}" stroke-width="1.2"/>'
    helmet = path("M-8-7a8 8 0 0 1 16 0Z", "currentColor", width=1.4, more=' stroke-linejoin="round"')
    return cloak + head + helmet


def _definitions(pen: Pen) -> str:
    shadow = '<ellipse cy="1" rx="17" ry="4" fill="#000" fill-opacity=".25"/>'
    found = {f"v{grooves}": shadow + _volcano(grooves) for grooves in range(4)}
    found |= {f"l{grooves}": shadow + _lava(grooves) for grooves in range(2)}
    found["plate"] = f'<rect x="-18" y="2" width="36" height="21" rx="6" fill="currentColor" stroke="{INK}"/>'
    found["figure"] = _figure()
    return "".join(f'<g id="{pen.prefix}-{name}">{drawn}</g>' for name, drawn in found.items())


def _stone(stone: str, x: float, y: float, pen: Pen, more: str = "", scale: float = 1) -> str:
    """A volcano or a lava block with its name, about a point of its foot."""
    lava = stone[0] == LAVA
    look = f"{'l' if lava else 'v'}{stone[1]}"
    name = f'<text y="18.5" font-size="18">{stone}</text>'
    size = f" scale({scale})" if scale != 1 else ""
    kind = "he-lava" if lava else f"p{stone[0]}"
    inner = f"{pen.use(look)}{pen.use('plate')}{name}"
    said = f' data-look="{look}" data-name="{stone}"{more}' if more else ""
    return f'<g class="{kind}"{said} transform="translate({n(x)} {n(y)}){size}">{inner}</g>'


def _ground(position: Any, layout: Layout, pen: Pen) -> str:
    width, height = layout.box
    out = [f'<rect class="he-moss" width="{n(width)}" height="{n(height)}" rx="16"/>']
    cells = [layout.cells[square] for square in LAYOUT.squares]
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    right, bottom = max(cell.x + cell.w for cell in cells), max(cell.y + cell.h for cell in cells)
    out.append(
        f'<rect class="he-crater" x="{n(left)}" y="{n(top)}" width="{n(right - left)}" height="{n(bottom - top)}" '
        'rx="60"/>'
    )
    for square in LAYOUT.squares:
        cell = layout.cells[square]
        at = f'x="{n(cell.x + 2)}" y="{n(cell.y + 2)}"'
        out.append(
            f'<rect class="he-rock" {at} width="{SIDE - 4}" height="{SIDE - 4}" rx="10"/>'
            f'<text class="he-name" x="{n(cell.x + 12)}" y="{n(cell.y + 17)}" font-size="12">{square}</text>'
        )
        if square in LAYOUT.double:
            x, y = centre(cell)
            ring = f'<circle class="he-ring" cx="{n(x)}" cy="{n(y)}" r="29"/>'
            out.append(f'{ring}<text class="he-two" x="{n(x + 30)}" y="{n(y - 24)}" font-size="15">×2</text>')
    out += _path(position, pen)
    for number, line in enumerate(position.lines, 1):
        out.append(_candidate(number, line, layout))
    out.append(_reserve(position, pen))
    return f'<g text-anchor="middle" font-weight="700">{"".join(out)}</g>'


def _path(position: Any, pen: Pen) -> list[str]:
    """The escape path with its white lines; those of a vulcanologist who sees a volcano of his are lit."""
    standing = _standing(position)
    faint, bright, lit = "", "", ""
    for number in range(len(LAYOUT.circles)):
        players = standing.get(f"p{number}", [])
        for _, d in _lines_of(number):
            faint += d
            if players:
                bright += d
        for player in players:
            sees = [square for square in LAYOUT.circles[number].sees if _mine(position.stacks.get(square, ()), player)]
            for name, d in _lines_of(number):
                if any(name in (square, *square) for square in sees):
                    lit += f'<g class="p{player}"><path class="he-glow" d="{d}"/><path class="he-lit" d="{d}"/></g>'
            for square in sorted(sees):
                x, y = _middle(_place(square))
                lit += f'<circle class="p{player} he-eye" cx="{n(x)}" cy="{n(y)}" r="37"/>'
    out = [f'<path class="he-faint" d="{faint}"/>']
    if bright:
        out.append(f'<path class="he-bright" d="{bright}"/>')
    out.append(lit)
    for number, circle in enumerate(LAYOUT.circles):
        x, y = _middle(circle.at)
        kind = "he-black" if number == 0 else "he-inner" if number < LAYOUT.lap else "he-outer"
        blind = "" if circle.sees or number == 0 else " he-blind"
        out.append(f'<circle class="{kind}{blind}" cx="{n(x)}" cy="{n(y)}" r="{ROUND}"/>')
        text = "he-white" if number == 0 else "he-name"
        out.append(f'<text class="{text}" x="{n(x)}" y="{n(y + 5)}" font-size="14">{number}</text>')
    return out


def _mine(stones: tuple[str, ...], player: str) -> bool:
    return any(stone[0] == player for stone in stones)


def _candidate(number: int, line: tuple[str, ...], layout: Layout) -> str:
    """A line that may be scored next, with the number of its button."""
    first, last = layout.cells[line[0]], layout.cells[line[-1]]
    x, y = min(first.x, last.x) + 5, min(first.y, last.y) + 5
    wide, high = abs(last.x - first.x) + SIDE - 10, abs(last.y - first.y) + SIDE - 10
    frame = f'<rect class="may" x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" rx="30"/>'
    tag = f'<circle class="to" cx="{n(x + 13)}" cy="{n(y + high - 13)}" r="13"/>'
    return f'{frame}{tag}<text class="he-white" x="{n(x + 13)}" y="{n(y + high - 8)}" font-size="15">{number}</text>'


def _reserve(position: Any, pen: Pen) -> str:
    """The lava blocks still to come, in the corner beside the path."""
    out = ""
    for at, grooves in enumerate((0, 1)):
        left = sum(stone[1] == str(grooves) for stone in position.lava)
        block = f'<g class="he-lava" transform="scale(.72)">{pen.use(f"l{grooves}")}</g>'
        words = f'<text class="name" x="34" y="0" font-size="16">×{left}</text>'
        out += f'<g transform="translate({MARGIN + 24} {MARGIN + 26 + 28 * at})">{block}{words}</g>'
    return out


def _trays(position: Any, rules: Any, pen: Pen) -> str:
    """Everybody's supply, and who has won."""
    width, height = _box()
    wide = (width - 2 * MARGIN - 8 * (rules.players - 1)) / rules.players
    y = height - TRAY - MARGIN
    out = ""
    for at, player in enumerate(rules.letters):
        x = MARGIN + (wide + 8) * at
        kind = "turn" if position.turn == player else "tray"
        out += f'<rect class="{kind}" x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{TRAY}" rx="10"/>'
        figure = f'{pen.use("figure")}<text y="12" font-size="13">{player}</text>'
        out += f'<g class="p{player}" transform="translate({n(x + 20)} {n(y + TRAY / 2 - 3)})">{figure}</g>'
        if player in position.over:
            out += f'<g transform="translate({n(x + 36)} {n(y + 14)})">{star(0.8)}</g>'
        mine = [stone for stone in position.hand if stone[0] == player]
        step = min(38.0, (wide - 54) / max(1, len(mine)))
        for k, stone in enumerate(mine):
            out += _stone(stone, x + 60 + step * k, y + TRAY - 26, pen, scale=min(0.85, step / 38))
    return out


def _pieces(position: Any, rules: Any, layout: Layout, pen: Pen) -> str:
    out = ""
    for square, stones in sorted(position.stacks.items()):
        x, y = centre(layout.cells[square])
        inner = ""
        for at, stone in enumerate(stones):
            across = (at - (len(stones) - 1) / 2) * 38
            inner += _stone(stone, across, 10, pen, f' data-piece="{stone}@{square}:{at}"')
        out += f'<g data-stack="{square}" transform="translate({n(x)} {n(y)})">{inner}</g>'
    for name, players in _standing(position).items():
        x, y = centre(layout.cells[name])
        inner = ""
        for at, player in enumerate(players):
            across = (at - (len(players) - 1) / 2) * 17
            lap = LAYOUT.circle_name(position.at(player)).partition("+")[2]
            more = f'<text class="he-lap" x="13" y="-9" font-size="12">+{lap}</text>' if lap else ""
            figure = f'{pen.use("figure")}<text y="11.5" font-size="13">{player}</text>{more}'
            inner += f'<g class="p{player}" data-piece="v{player}" transform="translate({n(across)} -2)">{figure}</g>'
        out += f'<g data-stack="{name}" transform="translate({n(x)} {n(y)})">{inner}</g>'
    return f'<g text-anchor="middle" font-weight="700">{out}{_trays(position, rules, pen)}</g>'


class _Hekla(Drawing):
    light: ClassVar = {
        "he-crater": "#a4552f", "he-rock": "#e3d3c0", "he-rim": "#8a5a3c", "he-inner": "#cfc4b6", "he-outer": "#b3bdb0",
        "he-edge": "#5b5248", "he-red": "#b3261e", "he-moss": "#a9bf94",
    }  # fmt: skip
    dark: ClassVar = {
        "he-crater": "#6e3218", "he-rock": "#b09a86", "he-rim": "#4b2c1b", "he-inner": "#a39a8e", "he-outer": "#84948a",
        "he-edge": "#1a1714", "he-red": "#8c1510", "he-moss": "#263029",
    }  # fmt: skip
    style: ClassVar = {
        ".he-crater": "fill:@he-crater", ".he-moss": "fill:@he-moss", ".he-rock": "fill:@he-rock;stroke:@he-rim",
        ".he-name": f"fill:{INK}",
        ".he-ring": "fill:none;stroke:@he-red;stroke-width:5", ".he-two": "fill:@he-red",
        ".he-inner": "fill:@he-inner;stroke:@he-edge;stroke-width:1.6",
        ".he-black": "fill:#17130f;stroke:#fff;stroke-width:2",
        ".he-outer": "fill:@he-outer;stroke:@he-edge;stroke-width:1.6", ".he-blind": "stroke-dasharray:4 4",
        ".he-white": "fill:#fff", ".he-lava": "color:#3a2f2d;fill:#fff",
        ".he-faint": "fill:none;stroke:#fff;stroke-width:1.8;stroke-opacity:.6",
        ".he-bright": "fill:none;stroke:#fff;stroke-width:4;stroke-opacity:.9",
        ".he-glow": "fill:none;stroke:currentColor;stroke-width:11;stroke-linecap:round;stroke-opacity:.85",
        ".he-lit": "fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round",
        ".he-eye": "fill:none;stroke:currentColor;stroke-width:3;stroke-dasharray:9 5",
        ".he-lap": "fill:@text",
    }  # fmt: skip

    def layout(self, position: Any, rules: Any) -> Layout:
        (_, rows), (_, columns) = _edges(0), _edges(1)
        cells = {}
        for square in LAYOUT.squares:
            row, col = _place(square)
            cells[square] = Cell(square, columns[col], rows[row], SIDE, SIDE, row, col, _of_square(square, position))
        standing = _standing(position)
        for number, circle in enumerate(LAYOUT.circles):
            x, y = _middle(circle.at)
            name, wide = f"p{number}", 2 * ROUND + 4
            row, col = circle.at
            label = _of_circle(number, standing)
            cells[name] = Cell(name, x - wide / 2, y - wide / 2, wide, wide, row, col, label)
        return Layout(_box(), cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        return _definitions(pen), _ground(position, layout, pen), _pieces(position, rules, layout, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Words:
        said: list[Words] = []
        for player in rules.letters:
            mine = ", ".join(stone for stone in position.hand if stone[0] == player)
            circle = LAYOUT.circle_name(position.at(player))
            said.append(shown("hekla-supply" if mine else "hekla-bare", player=player, circle=circle, pieces=mine))
        said.append(shown("hekla-reserve", count=len(position.lava)))
        return _joined(said, " ")

    def path(self, move: Any) -> tuple[str, ...]:
        if not move.target:
            return ()
        if not move.is_back:
            return (move.origin, move.target) if move.origin else (move.target,)
        start, end = circle_of(move.origin), circle_of(move.target)
        return (start, end) if start != end else ()  # a whole lap back is offered as a button

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        position, first, last = game.position, path[0], path[-1]
        own = LAYOUT.circle_name(position.at(game.turn)) if game.turn else "p0"
        if last[0] == "p" and last[1:].isdigit():
            return (f"{own}-{last}",)
        stones = position.stacks.get(first, ())
        mine = sorted(stones, key=lambda stone: stone[0] != game.turn)
        if len(path) > 1:
            return tuple(f"{stone}@{first}-{last}" for stone in mine)
        hand = [stone for stone in position.hand if stone[0] == game.turn] or [f"{game.turn or 'A'}0"]
        moving = [f"{stone}@{first}-{near}" for stone in mine for near in LAYOUT.near[first]]
        return (*moving, *(f"{stone}@{first}" for stone in hand))

    def says(self, game: Any, move: Any) -> Words:
        if move.is_pass:
            return both("move-pass")
        if move.line:
            number = game.position.lines.index(move.line) + 1
            return shown("hekla-line", number=number, line=", ".join(move.line))
        if move.is_back:
            return shown("hekla-back", target=move.target)
        if move.origin:
            return shown("hekla-move", piece=move.piece, origin=move.origin, target=move.target)
        return shown("hekla-place", piece=move.piece, target=move.target)

    def story(self, game: Any) -> tuple[Any, ...]:
        return story(game)

    def throw(self, game: Any) -> str:
        return ""


DRAWING = _Hekla()
KINDS: tuple[type, ...] = (Game, Position)
