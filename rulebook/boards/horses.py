"""Les petits chevaux: a cross of 56 squares, a stable in each corner, ladders with their numbers, horses with letters.

The squares go round clockwise; the start square of each colour is the one beside its stable, with an arrow, and its
ladder leads from the middle of that arm to the post in the middle of the cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

from hedgekit.petits_chevaux import COLOURS, FOOT, LAP, Game, Position
from hedgekit.petits_chevaux.texts import stable

from .drawing import Cell, Drawing, Layout, Words
from .furniture import star
from .say import both, shown
from .svg import INK, Pen, centre, n, path

SIDE = 40
MARGIN = 10
BOX = (15 * SIDE + 2 * MARGIN, 15 * SIDE + 2 * MARGIN)
PAINT = {  # colour -> (of pieces and ladders, lettering on it)
    "green": ("#1c7a5e", "#fff"), "yellow": ("#eaa61b", INK), "blue": ("#2b66ab", "#fff"), "red": ("#c2401f", "#fff"),
}  # fmt: skip
_ARROWS = (
    "M0 12V-12M-7 -5L0 -12L7 -5",
    "M-12 0H12M5 -7L12 0L5 7",
    "M0 -12V12M-7 5L0 12L7 5",
    "M12 0H-12M-5 -7L-12 0L-5 7",
)
"""Which way a lap begins at each corner."""


def _runs(*runs: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
    """The squares from one to another, row and column, runs joined."""
    for row, col, last_row, last_col in runs:
        down, right = (last_row > row) - (last_row < row), (last_col > col) - (last_col < col)
        while (row, col) != (last_row, last_col):
            yield row, col
            row, col = row + down, col + right
        yield row, col


@cache
def grid() -> dict[str, tuple[int, int]]:
    """Row and column of the squares of the track, and of each corner's ladder (`0.1` .. `0.6` at corner 0)."""
    quarter = list(_runs((14, 6, 8, 6), (8, 5, 8, 0), (7, 0, 7, 0)))
    found: dict[str, tuple[int, int]] = {}
    for corner in range(4):
        turned = quarter
        ladder = [(row, 7) for row in range(13, 7, -1)]
        for _ in range(corner):  # a quarter turn, clockwise
            turned = [(col, 14 - row) for row, col in turned]
            ladder = [(col, 14 - row) for row, col in ladder]
        found |= {f"t{corner * LAP // 4 + at}": place for at, place in enumerate(turned)}
        found |= {f"{corner}.{step}": place for step, place in enumerate(ladder, 1)}
    return found


_STABLES = ((9, 0), (0, 0), (0, 9), (9, 9))  # their upper left corner: row and column, six by six


def _corners(rules: Any) -> dict[str, int]:
    """Player -> his corner."""
    return {player: COLOURS.index(colour) for player, colour in rules.colours.items()}


def _at(row: float, col: float) -> tuple[float, float]:
    return MARGIN + SIDE * col, MARGIN + SIDE * row


# ---- words -----------------------------------------------------------------------------------------------------------


def _joined(said: list[Words]) -> dict[str, str]:
    return {lang: ", ".join(words[lang] for words in said if words[lang]) for lang in both("cell-empty")}


def _named(text: str) -> Words:
    return dict.fromkeys(both("cell-empty"), text)


def _colour(player: str, rules: Any) -> Words:
    return shown(f"horses-{rules.colours[player]}")


def _horse(player: str, rules: Any) -> Words:
    colour = _colour(player, rules)
    return {lang: words.format(colour=colour[lang]) for lang, words in shown("horses-horse", player=player).items()}


def _of_place(place: str, position: Any, rules: Any) -> dict[str, str]:
    said = [_named(place)]
    if place[0] == "t":
        said += [shown("horses-start", player=player) for player, start in rules.starts.items() if start == place] + [
            shown("horses-foot", player=player) for player in rules.letters if rules.courses[player][FOOT] == place
        ]
    else:
        said.append(shown("horses-step", player=place[0].upper(), step=place[1]))
    owner = position.horses.get(place)
    said.append(_horse(owner, rules) if owner else both("cell-empty"))
    return _joined(said)


def _of_stable(player: str, position: Any, rules: Any) -> dict[str, str]:
    count = position.stable.get(player, 0)
    return _joined([
        _named(stable(player)), shown("horses-stable", player=player), _colour(player, rules),
        shown("horses-inside", count=count),
    ])  # fmt: skip


# ---- the picture -----------------------------------------------------------------------------------------------------

_HEAD = "M-12 15C-12 9-10 5-10 0C-10-9-4-15 3-16L5-20L8-15C12-13 15-8 17-3C18 0 17 3 14 4C11 5 9 3 6 4C3 5 5 9 9 15Z"
_MANE = "M3-16C-6-14-12-7-12 2C-12 6-14 9-15 13"


def _definitions(pen: Pen) -> str:
    shadow = '<ellipse cy="16" cx="-1" rx="15" ry="4" fill="#000" fill-opacity=".25"/>'
    halo = path(_HEAD, stroke="#fff", width=5, more=' stroke-linejoin="round" stroke-opacity=".85"')
    head = path(_HEAD, "currentColor", width=1.6, more=' stroke-linejoin="round"')
    mane = path(_MANE, stroke=INK, width=3.4, more=' stroke-linecap="round"')
    eye = f'<circle cx="7" cy="-8" r="1.9" fill="{INK}"/><circle cx="14.4" cy=".4" r="1" fill="{INK}"/>'
    found = {
        "horse": shadow + halo + head + mane + eye,
        "square": f'<rect x="2" y="2" width="{SIDE - 4}" height="{SIDE - 4}" rx="8"/>',
    }
    return "".join(f'<g id="{pen.prefix}-{name}">{drawn}</g>' for name, drawn in found.items())


def horse(player: str, place: str, rules: Any, pen: Pen, x: float, y: float, scale: float = 1) -> str:
    """A horse about a point, with its owner's letter on the neck."""
    letter = f'<text x="-1.5" y="9.5" font-size="17">{player}</text>'
    size = f' transform="scale({scale})"' if scale != 1 else ""
    inner = f"<g{size}>{pen.use('horse')}{letter}</g>"
    said = f'data-piece="{player}@{place}" data-look="horse" data-name="{player}" transform="translate(0 0)"'
    return pen.at(x, y, f'<g class="ho-{rules.colours[player]}" {said}>{inner}</g>')


def _ground(rules: Any, position: Any, pen: Pen) -> str:
    out = [f'<rect class="ground" width="{n(BOX[0])}" height="{n(BOX[1])}" rx="16"/>']
    corners = {corner: player for player, corner in _corners(rules).items()}
    for at, colour in enumerate(COLOURS):
        out.append(_stable(at, corners.get(at, ""), colour, position, rules))
    starts = {f"t{at * LAP // 4}": at for at in range(4)}
    for name, (row, col) in grid().items():
        x, y = _at(row, col)
        corner = starts.get(name, int(name[0]) if name[0] != "t" else None)
        if corner is None:
            kind = "s2" if (row + col) % 2 else "s"
        else:
            kind = f"ho-{COLOURS[corner]}" if corner in corners else "st"
        ink = "" if corner is None or corner not in corners else ' fill="currentColor"'
        square = pen.use("square", f' x="{n(x)}" y="{n(y)}"{ink}')
        out.append(f'<g class="{kind}">{square}')
        middle = f"translate({n(x + SIDE / 2)} {n(y + SIDE / 2)})"
        if name in starts and corner in corners:
            out.append(f'<path class="ho-sign" transform="{middle}" d="{_ARROWS[starts[name]]}"/>')
        elif name[0] != "t":
            out.append(f'<text transform="{middle}" y="6.5" font-size="19" stroke="none">{name[2]}</text>')
        out.append("</g>")
    x, y = _at(7.5, 7.5)
    out.append(f'<g transform="translate({n(x)} {n(y + 1)})">{star(1.25)}</g>')
    return f'<g text-anchor="middle" font-weight="700">{"".join(out)}</g>'


def _stable(corner: int, player: str, colour: str, position: Any, rules: Any) -> str:
    """The stable of a corner: whose it is, its stalls, the horses that have finished."""
    x, y = _at(*_STABLES[corner])
    x, y, wide = x + 6, y + 6, 6 * SIDE - 12
    if not player:
        return f'<rect class="tray" x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(wide)}" rx="22"/>'
    now = "turn" if position.turn == player and position.step != "lot" else "tray"
    edge = f'x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(wide)}" rx="22"'
    out = f'<rect class="{now}" {edge}/><rect class="ho-{colour} ho-fence" {edge}/>'
    for at in range(rules.horses):
        sx, sy = _stall(corner, at)
        out += f'<rect class="gap" x="{n(sx - 32)}" y="{n(sy - 32)}" width="64" height="64" rx="14"/>'
    low = y + wide - 30
    disc = f'<circle r="17" fill="currentColor" stroke="{INK}" stroke-width="1.5"/>'
    disc += f'<text y="7" font-size="20">{player}</text>'
    out += f'<g class="ho-{colour}" transform="translate({n(x + 32)} {n(low)})">{disc}</g>'
    done = f"{position.home.get(player, 0)} / {rules.horses}"
    out += f'<g transform="translate({n(x + wide - 88)} {n(low)})">{star(1)}</g>'
    return out + f'<text class="name" x="{n(x + wide - 46)}" y="{n(low + 7)}" font-size="20">{done}</text>'


def _stall(corner: int, at: int) -> tuple[float, float]:
    row, col = _STABLES[corner]
    x, y = _at(row, col)
    return x + 3 * SIDE + (at % 2 - 0.5) * 76, y + 58 + (at // 2) * 72


def _ways(layout: Layout, position: Any, rules: Any) -> str:
    """The way of each horse that may move, to be seen while it is pointed at."""
    if position.step != "move":
        return ""
    out = ""
    for place in position.of(position.turn):
        way = rules.way(position.turn, place, position.number)
        if way:
            points = [centre(layout.cells[at]) for at in way]
            begin = centre(layout.cells[place])
            line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (begin, *points))
            end = f'<circle cx="{n(points[-1][0])}" cy="{n(points[-1][1])}" r="9"/>'
            out += f'<g class="ho-way" data-when="{place}"><path class="ho-line" d="{line}"/>{end}</g>'
    return out


def _pieces(layout: Layout, position: Any, rules: Any, pen: Pen) -> str:
    out = ""
    for player, corner in _corners(rules).items():
        inside = "".join(
            horse(player, f"{stable(player)}:{at}", rules, pen, *_stall(corner, at), 1.35)
            for at in range(position.stable.get(player, 0))
        )
        out += f'<g data-stack="{stable(player)}">{inside}</g>'
    for place, player in sorted(position.horses.items(), key=lambda item: layout.cells[item[0]].y):
        x, y = centre(layout.cells[place])
        out += f'<g data-stack="{place}">{horse(player, place, rules, pen, x, y)}</g>'
    return f'<g text-anchor="middle" font-weight="700">{out}</g>'


class _Horses(Drawing):
    seat_colours = False  # a colour belongs to a corner: with two players they sit at green and blue
    style: ClassVar = {
        **{f".ho-{colour}": f"color:{paint};fill:{on}" for colour, (paint, on) in PAINT.items()},
        ".ho-fence": "fill:none;stroke:currentColor;stroke-width:7",
        ".ho-sign": f"fill:none;stroke:{INK};stroke-width:4;stroke-opacity:.75;stroke-linecap:round",
        ".ho-way": "fill:@may;opacity:0", ".ho-way.is-on": "opacity:1",
        ".ho-line": "fill:none;stroke:@may;stroke-width:5;stroke-linecap:round;stroke-dasharray:.1 9",
    }  # fmt: skip

    def layout(self, position: Any, rules: Any) -> Layout:
        cells = {}
        corners = _corners(rules)
        for name, (row, col) in grid().items():
            if name[0] == "t":
                place = name
            else:
                owner = next((player for player, corner in corners.items() if corner == int(name[0])), None)
                if owner is None:
                    continue
                place = f"{owner.lower()}{name[2]}"
            label = _of_place(place, position, rules)
            cells[place] = Cell(place, *_at(row, col), SIDE, SIDE, row, col, label)
        for player, corner in corners.items():
            row, col = _STABLES[corner]
            x, y = _at(row, col)
            name, wide = stable(player), 6 * SIDE - 12
            label = _of_stable(player, position, rules)
            cells[name] = Cell(name, x + 6, y + 6, wide, wide, row + 2, col + 2, label)
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        ways = _ways(layout, position, rules)
        return _definitions(pen), _ground(rules, position, pen) + ways, _pieces(layout, position, rules, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Words:
        said = []
        for player in rules.letters:
            counts = {"inside": position.stable.get(player, 0), "done": position.home.get(player, 0)}
            words, colour = shown("horses-counts", player=player, **counts), _colour(player, rules)
            said.append({lang: text.format(colour=colour[lang]) for lang, text in words.items()})
        return {lang: " ".join(words[lang] for words in said) for lang in both("cell-empty")}

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        if len(path) > 1:
            return (f"{path[0]}-{path[-1]}",)
        place, position, rules = path[0], game.position, game.rules
        owner = place[0].upper() if place[1:] == "0" else position.horses.get(place, position.turn)
        if owner not in rules.letters or (place not in rules.courses[owner] and place != stable(owner)):
            return (f"{place}-{place}",)
        way = rules.way(owner, place, position.number or 1)
        return (f"{place}-{way[-1] if way else place}",)

    def quick(self, game: Any, move: Any) -> bool:
        return True

    def says(self, game: Any, move: Any) -> Words:
        if move.number:
            return both("move-roll", number=move.number)
        if move.player:
            return _horse(move.player, game.rules)
        if move.is_pass:
            return both("move-pass")
        if move.origin == stable(game.turn):
            return shown("horses-out", target=move.target)
        return both("move-move", origin=move.origin, target=move.target)

    def throw(self, game: Any) -> str:
        return "lot" if game.step == "lot" else "die"


DRAWING = _Horses()
KINDS: tuple[type, ...] = (Game, Position)
