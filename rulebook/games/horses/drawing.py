"""Draw Les petits chevaux: a cross of 56 squares, a stable in each corner, numbered ladders, horses with letters.

The squares run clockwise. The start square of a colour, with an arrow, is beside its stable; its ladder leads from the
middle of that arm to the centre of the cross.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hedgekit.games.horses import FOOT, LAP, TOP, Game, Position
from hedgekit.games.horses.texts import stable

from ...picture import art
from ...picture.drawing import Cell, Drawing, Layout, centre
from ...picture.pen import INK, Pen, area, n, star
from ...stage.localized import Localized, picture_texts, ui_text

picture_text = picture_texts("horses")

SIDE = 40
MARGIN = 10
MOST = 6  # squares of the longest move
BOX = (15 * SIDE + 2 * MARGIN, 15 * SIDE + 2 * MARGIN)
_GATE = "M236 573H262V607H236Z"  # from the stable to the start square
_HAY = "M-24 25l9-5M-12 27l7-7M2 26l10-4M14 27l9-6"
_TUFT = "M0 0q-1-6-5-8M0 0q0-7 1-11M0 0q1-5 6-7"
_TUFTS = ((46, 60), (150, 48), (98, 120), (186, 148), (52, 184), (132, 198))


def _runs(*runs: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
    """Yield row and column of every square on runs from one square to another, both included."""
    for row, col, last_row, last_col in runs:
        down, right = (last_row > row) - (last_row < row), (last_col > col) - (last_col < col)
        while (row, col) != (last_row, last_col):
            yield row, col
            row, col = row + down, col + right
        yield row, col


@cache
def grid() -> dict[str, tuple[int, int]]:
    """Return row and column of the track's squares, and of each corner's ladder (`0.1` .. `0.6` at corner 0)."""
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


_STABLES = ((9, 0), (0, 0), (0, 9), (9, 9))  # row and column of their upper left corner; each is six by six


def _at(row: float, col: float) -> tuple[float, float]:
    return MARGIN + SIDE * col, MARGIN + SIDE * row


# ---- words -----------------------------------------------------------------------------------------------------------


def _colour(player: str, rules: Any) -> Localized:
    return picture_text(f"{rules.colours[player]}")


def _horse(player: str, rules: Any) -> Localized:
    return picture_text("horse", player=player, colour=_colour(player, rules))


def _place_label(place: str, position: Any, rules: Any) -> Localized:
    parts = [Localized.same(place)]
    if place[0] == "t":
        start = "safe" if rules.safe else "start"
        parts += [picture_text(start, player=player) for player in rules.letters if rules.starts[player] == place]
        parts += [
            picture_text("foot", player=player) for player in rules.letters if rules.courses[player][FOOT] == place
        ]
    else:
        parts.append(picture_text("step", player=place[0].upper(), step=place[1]))
    owner = position.horses.get(place)
    parts.append(_horse(owner, rules) if owner else ui_text("cell-empty"))
    left = FOOT - rules.distance(owner, place) if owner else 0
    if left > 0:
        parts.append(picture_text("left", count=left))
    return Localized.joined(parts, ", ")


def _stable_label(player: str, position: Any, rules: Any) -> Localized:
    count = position.stable.get(player, 0)
    return Localized.joined([
        Localized.same(stable(player)), picture_text("stable", player=player), _colour(player, rules),
        picture_text("inside", count=count),
    ])  # fmt: skip


# ---- the picture -----------------------------------------------------------------------------------------------------


def horse(player: str, place: str, rules: Any, pen: Pen, x: float, y: float, scale: float = 1) -> str:
    """Draw a horse around a point, with its owner's letter on its neck."""
    letter = f'<text x="-1.5" y="9.5" font-size="17">{player}</text>'
    size = f' transform="scale({scale})"' if scale != 1 else ""
    inner = f"<g{size}>{pen.use('horse')}{letter}</g>"
    attributes = f'data-piece="{player}@{place}" data-look="horse" data-name="{player}" transform="translate(0 0)"'
    return pen.at(x, y, f'<g class="p{player}" {attributes}>{inner}</g>')


def _ground(rules: Any, position: Any, pen: Pen) -> str:
    out = [area("ground", 0, 0, *BOX, 16)]
    corners = {corner: player for player, corner in rules.corners.items()}
    for corner in range(4):
        out.append(_stable(corner, corners[corner], position, rules) if corner in corners else _meadow(corner))
    out += [_square(name, corners, rules, pen) for name in grid()]
    out.append(_middle(corners))
    return f'<g text-anchor="middle" font-weight="700">{"".join(out)}</g>'


def _square(name: str, corners: Mapping[int, str], rules: Any, pen: Pen) -> str:
    """Draw a square of the track or a step of a ladder, and the sign painted on it."""
    row, col = grid()[name]
    x, y = _at(row, col)
    place = f' x="{n(x)}" y="{n(y)}"'
    middle = f'transform="translate({n(x + SIDE / 2)} {n(y + SIDE / 2)})'
    corner, gone = divmod(int(name[1:]), LAP // 4) if name[0] == "t" else (int(name[0]), -1)
    if gone > 0:
        square = f'<g class="s{"2" if (row + col) % 2 else ""}">{pen.use("square", place)}</g>'
        corner = (corner + 1) % 4  # the last square of a quarter is at the foot of the next corner's ladder
        is_foot = gone == LAP // 4 - 1 and corner in corners
        return f'{square}<g {middle}">{_foot(corner, corners[corner])}</g>' if is_foot else square
    if corner not in corners:
        return f'<g class="st">{pen.use("square", place)}</g>'
    square = pen.use("square", f'{place} fill="currentColor"')
    if gone < 0:
        step = int(name[2])
        shade = pen.use("square", f'{place} fill="#000" fill-opacity="{(TOP - step) * 0.05:.2f}"')
        painted = f'{shade}<text {middle}" y="6.5" font-size="19">{step}</text>'
    else:
        start = "start-safe" if rules.safe else "start"
        painted = f'<g {middle} rotate({90 * corner})">{pen.use(start)}</g>'
    return f'<g class="p{corners[corner]}">{square}{painted}</g>'


def _foot(corner: int, player: str) -> str:
    """Draw the sign at the foot of a ladder: its player's letter, always upright, and an arrow up the ladder."""
    dx, dy = ((0, 4), (-4, 0), (0, -4), (4, 0))[corner]
    badge = _badge(player, 11, 14)
    up = f'<path class="ho-up" transform="rotate({90 * corner})" d="M-9 -11L0 -17L9 -11"/>'
    return f'<g transform="translate({dx} {dy})">{badge}</g>{up}'


def _middle(corners: Mapping[int, str]) -> str:
    """Draw the centre of the cross: a triangle of its colour for each ladder, and a star."""
    out = ""
    for corner in range(4):
        kind, ink = (f"p{corners[corner]}", ' fill="currentColor"') if corner in corners else ("st", "")
        out += f'<g class="{kind}"><path{ink} transform="rotate({90 * corner})" d="M0 0L18 18H-18Z"/></g>'
    x, y = _at(7.5, 7.5)
    return f'<g transform="translate({n(x)} {n(y)})">{out}{star(1.15)}</g>'


def _badge(player: str, radius: float, size: float) -> str:
    """Draw a player's letter on their colour, around the origin."""
    disc = f'<circle r="{n(radius)}" fill="currentColor" stroke="{INK}" stroke-width="1.4"/>'
    return f'<g class="p{player}">{disc}<text y="{n(size * 0.36)}" font-size="{n(size)}">{player}</text></g>'


def _meadow(corner: int) -> str:
    """Draw the corner of a colour that nobody plays."""
    x, y = _at(*_STABLES[corner])
    x, y, wide = x + 6, y + 6, 6 * SIDE - 12
    grass = "".join(f'<path transform="translate({n(x + dx)} {n(y + dy)})" d="{_TUFT}"/>' for dx, dy in _TUFTS)
    return f'{area("tray", x, y, wide, wide, 22)}<g class="tuft">{grass}</g>'


def _stable(corner: int, player: str, position: Any, rules: Any) -> str:
    """Draw a stable: its player, gate and stalls, and the places for horses that have finished."""
    x, y = _at(*_STABLES[corner])
    x, y, wide = x + 6, y + 6, 6 * SIDE - 12
    now = "turn" if position.turn == player and position.step != "lot" else "tray"
    turned = f"rotate({90 * corner} {n(BOX[0] / 2)} {n(BOX[1] / 2)})"
    gate = f'<g class="p{player}" transform="{turned}"><path fill="currentColor" d="{_GATE}"/></g>'
    out = "".join(area(kind, x, y, wide, wide, 22) for kind in (now, f"p{player} ho-fence")) + gate
    for at in range(rules.horses):
        sx, sy = _stall(corner, at, rules.horses)
        out += area("ho-stall", sx - 32, sy - 32, 64, 64, 14)
        out += f'<path class="ho-hay" transform="translate({n(sx)} {n(sy)})" d="{_HAY}"/>'
    out += f'<g transform="translate({n(x + 36)} {n(y + wide - 35)})">{_badge(player, 16, 19)}</g>'
    for at in range(rules.horses):
        hx, hy = _home(corner, at, rules.horses)
        out += f'<circle class="gap" cx="{n(hx)}" cy="{n(hy)}" r="13.5"/>'
    hx, hy = _home(corner, -1, rules.horses)
    return out + f'<g transform="translate({n(hx)} {n(hy)})">{star(0.95)}</g>'


def _stall(corner: int, at: int, many: int) -> tuple[float, float]:
    """Return where a horse stands in its stable: two in a row, the third of three in the middle."""
    x, y = _at(*_STABLES[corner])
    aside = 0 if (at, many) == (2, 3) else (at % 2 - 0.5) * 76
    return x + 3 * SIDE + aside, y + (58 + (at // 2) * 72 if many > 2 else 92)


def _home(corner: int, at: int, many: int) -> tuple[float, float]:
    """Return the place of a finished horse, in order of arrival."""
    x, y = _at(*_STABLES[corner])
    return x + 6 * SIDE - 43 - 31 * (many - 1 - at), y + 6 * SIDE - 41


def _ways(layout: Layout, position: Any, rules: Any) -> str:
    """Draw the path of each horse that can move, visible while the pointer is on it."""
    if position.step != "move":
        return ""
    out = ""
    for place in position.of(position.turn):
        way = rules.paths[position.turn, place, position.number]
        if way:
            points = [centre(layout.cells[at]) for at in way]
            begin = centre(layout.cells[place])
            line = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (begin, *points))
            end = f'<circle cx="{n(points[-1][0])}" cy="{n(points[-1][1])}" r="9"/>'
            out += f'<g class="ho-way" data-when="{place}"><path class="ho-line" d="{line}"/>{end}</g>'
    return out


def _pieces(layout: Layout, position: Any, rules: Any, pen: Pen) -> str:
    out = ""
    for player, corner in rules.corners.items():
        inside = "".join(
            horse(player, f"{stable(player)}:{at}", rules, pen, *_stall(corner, at, rules.horses), 1.35)
            for at in range(position.stable.get(player, 0))
        )
        out += f'<g data-stack="{stable(player)}" data-seen="">{inside}</g>'
        out += "".join(
            horse(player, f"home:{at}", rules, pen, *_home(corner, at, rules.horses), 0.76)
            for at in range(position.home.get(player, 0))
        )
    for place, player in sorted(position.horses.items(), key=lambda item: layout.cells[item[0]].y):
        x, y = centre(layout.cells[place])
        out += f'<g data-stack="{place}">{horse(player, place, rules, pen, x, y)}</g>'
    return f'<g text-anchor="middle" font-weight="700">{out}</g>'


class _Horses(Drawing):
    recolourable = False

    def layout(self, position: Any, rules: Any) -> Layout:
        cells = {}
        corners = rules.corners
        for name, (row, col) in grid().items():
            if name[0] == "t":
                place = name
            else:
                owner = next((player for player, corner in corners.items() if corner == int(name[0])), None)
                if owner is None:
                    continue
                place = f"{owner.lower()}{name[2]}"
            label = _place_label(place, position, rules)
            cells[place] = Cell(place, *_at(row, col), SIDE, SIDE, row, col, label)
        for player, corner in corners.items():
            row, col = _STABLES[corner]
            x, y = _at(row, col)
            name, wide = stable(player), 6 * SIDE - 12
            label = _stable_label(player, position, rules)
            cells[name] = Cell(name, x + 6, y + 6, wide, wide, row, col, label, span=6)
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        ground = _ground(rules, position, pen) + _ways(layout, position, rules)
        return pen.define(art.symbols("horses")), ground, _pieces(layout, position, rules, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        sentences = []
        for player in rules.letters:
            counts = {"inside": position.stable.get(player, 0), "done": position.home.get(player, 0)}
            sentences.append(picture_text("counts", player=player, colour=_colour(player, rules), **counts))
        return Localized.joined(sentences)

    def trail(self, move: Any) -> tuple[str, ...]:
        path = self.path(move)
        if len(path) < 2 or path[0][0] != "t" or path[1][0] != "t":
            return path
        first, last = (int(place[1:]) for place in path)
        gone = (last - first) % LAP
        # A horse that bounced back did not run there along the track.
        return tuple(f"t{(first + step) % LAP}" for step in range(gone + 1)) if gone <= MOST else path

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        if len(path) > 1:
            return (f"{path[0]}-{path[-1]}",)
        place, position, rules = path[0], game.position, game.rules
        owner = place[0].upper() if place[1:] == "0" else position.horses.get(place, position.turn)
        if owner not in rules.letters or (place not in rules.courses[owner] and place != stable(owner)):
            return (f"{place}-{place}",)
        way = rules.paths[owner, place, position.number or 1]
        return (f"{place}-{way[-1] if way else place}",)

    def plays_on_origin(self, game: Any, move: Any) -> bool:
        return True

    def button_label(self, game: Any, move: Any) -> Localized:
        if move.number:
            return ui_text("move-roll", number=move.number)
        if move.player:
            return _horse(move.player, game.rules)
        if move.is_pass:
            return ui_text("move-pass")
        if move.origin == stable(game.turn):
            return picture_text("out", target=move.target)
        return ui_text("move-move", origin=move.origin, target=move.target)

    def chance_device(self, game: Any) -> str:
        return "lot" if game.step == "lot" else "die"


DRAWING = _Horses()
KINDS: tuple[type, ...] = (Game, Position)
