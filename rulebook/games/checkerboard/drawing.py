"""Draw Hedgehog on a checkerboard: edge pieces, stacks with every piece visible, and the lines that meet.

Row 8 is at the top, as in chess. Side A's pieces are plain, side B's have a white band.
"""

from typing import Any

from hedgekit.games.checkerboard import EDGES, Game, Position
from hedgekit.games.checkerboard.rules import adjacent_pieces, edge_name, edges_of, is_blocked, targets
from hedgekit.games.checkerboard.texts import COLUMNS, MIDDLE, NOBODY, PIECES, ROWS, edge_of, landings

from ...picture import art
from ...picture.drawing import Cell, Drawing, Layout, centre
from ...picture.fields import MarksView
from ...picture.pen import INK, Pen, area, n, star
from ...stage.localized import Localized, engine_text, picture_texts, ui_text

picture_text = picture_texts("checkerboard")

SIDE = 64
LEFT, TOP = 38, 92
BOX = (2 * LEFT + 8 * SIDE, TOP + 8 * SIDE + 38)
THICK = 9  # height of a piece seen from the side
HIGH = 31  # greatest height of a stack above its lowest piece
_MOVES = {"place": "move-place", "take": "move-take"}
_INWARDS = {"near": 0, "left": 90, "far": 180, "right": 270}  # degrees


def _place(square: str) -> tuple[float, float]:
    return LEFT + SIDE * COLUMNS.index(square[0]), TOP + SIDE * (7 - ROWS.index(square[1]))


# ---- words -----------------------------------------------------------------------------------------------------------


def _label(square: str, position: Any, rules: Any) -> Localized:
    parts: list[Localized] = [Localized.same(square)]
    edge = edge_of(square)
    if edge:
        parts.append(engine_text(edge_name(edge).text))
        if position.edges.get(edge) == square:
            owner = _owner(edge, position, rules)
            parts.append(picture_text("edge-of", player=owner) if owner else picture_text("edge"))
        elif position.number and edge in _moving_edges(position, rules) and square in landings(edge, position.number):
            parts.append(picture_text("landing", number=position.number))
        else:
            parts.append(ui_text("cell-empty"))
    elif square in MIDDLE:
        stack = position.stacks.get(square, "")
        if stack == NOBODY:
            parts.append(picture_text("nobody"))
        else:
            key = ("cell-empty", "cell-one", "cell-stack")[min(len(stack), 2)]
            parts.append(ui_text(key, pieces=", ".join(stack)) if stack else ui_text(key))
    else:
        parts.append(picture_text("corner"))
    return Localized.joined(parts, ", ")


def _owner(edge: str, position: Any, rules: Any) -> str:
    return str(rules.owner(position.starter, edge)) if position.starter else ""


def _moving_edges(position: Any, rules: Any) -> tuple[str, ...]:
    """Return the edges whose piece may move now."""
    return edges_of(position, rules) if position.step in ("edge", "place", "take") else ()


def _left(position: Any) -> dict[str, int]:
    """Return side -> number of pieces still to place."""
    return {side: PIECES // 2 - placed for side, placed in position.placed().items()}


# ---- the picture -----------------------------------------------------------------------------------------------------


def pile(stack: str, square: str, pen: Pen) -> str:
    """Draw a stack around the middle of its square, the top piece from above and the others from the side."""
    step = min(8.0, HIGH / max(1, len(stack) - 1))
    low = min(19.0, 9 + step * (len(stack) - 1) / 2)
    out = f'<ellipse cx="3" cy="{n(low + 4)}" rx="22" ry="10" fill="#000" fill-opacity=".22"/>'
    for height, side in enumerate(stack):
        y = low - step * height
        top = height == len(stack) - 1 and side != NOBODY
        name = f'<text y="{n(5.2 - THICK)}" font-size="15">{side}</text>' if top else ""
        kind = "cb-nobody" if side == NOBODY else f"p{side}"
        out += (
            f'<g class="{kind}" data-piece="{square}:{height}" data-look="{side}" data-name="{side}" '
            f'transform="translate(0 {n(y)})">{pen.use(side)}{name}</g>'
        )
    if len(stack) > 2:
        many = f'<rect x="-9" y="-8" width="18" height="16" rx="8" fill="#fff" stroke="{INK}"/>'
        many += f'<text y="4.4" font-size="12" fill="{INK}">{len(stack)}</text>'
        out += f'<g transform="translate(22 {n(low)})">{many}</g>'
    return out


def _ground(layout: Layout, position: Any, rules: Any, pen: Pen) -> str:
    out = [area("ground", 0, 0, *layout.box, 16)]
    due = _moving_edges(position, rules) or edges_of(position, rules) if position.starter else ()
    for square, cell in layout.cells.items():
        edge = edge_of(square)
        if square in MIDDLE:
            kind = "s2" if (cell.row + cell.col) % 2 else "s"
        else:
            kind = "cb-due" if edge and edge in due else "st" if edge else "cb-corner"
        out.append(area(kind, cell.x + 1, cell.y + 1, SIDE - 2, SIDE - 2, 7))
    names: list[tuple[float, float, str]] = [
        (LEFT + SIDE * (at + 0.5), BOX[1] - 20, letter) for at, letter in enumerate(COLUMNS)
    ]
    names += [(LEFT / 2, TOP + SIDE * (7.5 - at), row) for at, row in enumerate(ROWS)]
    if pen.coordinates:
        out += [f'<text class="name" x="{n(x)}" y="{n(y + 6)}" font-size="16">{name}</text>' for x, y, name in names]
    for edge, (x, y) in {
        "near": (LEFT + 4 * SIDE, BOX[1] - 19), "far": (LEFT + 4 * SIDE, TOP - 17),
        "left": (LEFT / 2, TOP + 4 * SIDE), "right": (BOX[0] - LEFT / 2, TOP + 4 * SIDE),
    }.items():  # fmt: skip
        owner = _owner(edge, position, rules)
        if owner:
            out.append(_seat(owner, x, y, rules, pen))
    return f'<g text-anchor="middle">{"".join(out)}{_tallies(position, rules, pen)}</g>'


def _seat(player: str, x: float, y: float, rules: Any, pen: Pen) -> str:
    """Draw a player's seat, a disc in the colour of their side."""
    name = f'<text y="5" font-size="14" font-weight="700">{player}</text>'
    return pen.at(x, y, f'<g class="p{rules.side(player)}">{pen.use("seat")}{name}</g>')


def _tallies(position: Any, rules: Any, pen: Pen) -> str:
    """Draw each side's pieces still to place, or taken, and its points."""
    out = ""
    wide = BOX[0] / 2 - 16
    rolled = dict(position.rolled)
    for at, side in enumerate("AB"):
        x = 12 + at * (wide + 8)
        kind = "turn" if position.turn and rules.side(position.turn) == side else "tray"
        out += area(kind, x, 10, wide, 46, 10)
        if position.step == "first":  # rolls for the start stand where the pieces will
            for k, player in enumerate(rules.members(side)):
                out += _seat(player, x + 22 + 84 * k, 33, rules, pen)
                out += _die(rolled[player], x + 56 + 84 * k, 33) if player in rolled else ""
            continue
        for k, player in enumerate(rules.members(side)):
            out += _seat(player, x + 22 + 26 * k, 33, rules, pen)
        start = x + 22 + 26 * len(rules.members(side))
        taking = rules.form == "take"
        count = position.taken.get(side, 0) if taking else _left(position)[side]
        look = "O" if taking else side
        step = min(15.5, (x + wide - 60 - start) / max(1, count))
        kind = "cb-nobody" if taking else f"p{side}"
        small = "".join(
            f'<g transform="translate({n(start + step * k)} 36) scale(.35)">{pen.use(look)}</g>' for k in range(count)
        )
        out += f'<g class="{kind}">{small}</g>'
        if rules.form == "stack":
            end = x + wide - 36
            out += f'<g transform="translate({n(end)} 33)">{star(0.8)}</g>'
            points = position.tops()[side]
            out += f'<text class="name" x="{n(end + 22)}" y="39.5" font-size="18">{points}</text>'
        elif taking:
            out += f'<text class="name" x="{n(x + wide - 18)}" y="39.5" font-size="18">{count}</text>'
    return out


def _die(number: int, x: float, y: float) -> str:
    """Draw a rolled number."""
    face = f'<rect x="-13" y="-13" width="26" height="26" rx="6" fill="#fff" stroke="{INK}" stroke-width="1.5"/>'
    name = f'<text y="6" font-size="17" font-weight="700" fill="{INK}">{number}</text>'
    return f'<g transform="translate({n(x)} {n(y)})">{face}{name}</g>'


def _across(square: str, edge: str) -> str:
    """Return the path of an edge piece's line, from its square across the board."""
    x, y = (at + SIDE / 2 for at in _place(square))
    reach = 7 * SIDE - 8
    return (
        f"M{n(x)} {n(y)}" + {"near": f"v-{reach}", "far": f"v{reach}", "left": f"h{reach}", "right": f"h-{reach}"}[edge]
    )


def _lines(position: Any, rules: Any) -> str:
    """Draw the lines that may meet in this turn, and where they do."""
    if position.step not in ("place", "take"):
        return ""
    out, met = "", ""
    firm: dict[str, list[str]] = {}  # square of an adjacent edge piece -> the choices whose lines meet its line
    for edge in edges_of(position, rules):
        for square in landings(edge, position.number):
            found = targets(position, square)
            when = " ".join((square, *found)) if not rules.any_edge else square
            out += f'<path class="cb-may" data-when="{when}" d="{_across(square, edge)}"/>'
            for other in adjacent_pieces(position, edge):
                firm.setdefault(other, []).append(square)
            for target in found:
                x, y = (at + SIDE / 2 for at in _place(target))
                if is_blocked(position, target, rules):
                    met += f'<path class="cb-shut" d="M{n(x - 25)} {n(y - 25)}l50 50m0 -50l-50 50"/>'
                    continue
                met += f'<circle class="cb-met" data-when="{square} {target}" cx="{n(x)}" cy="{n(y)}" r="27"/>'
    for square, choices in firm.items():
        line = _across(square, edge_of(square))
        out = f'<path class="cb-line" data-when="{" ".join(choices)}" d="{line}"/>' + out
    return f'<g class="cb-lines">{out}{met}</g>'


def _pieces(layout: Layout, position: Any, rules: Any, pen: Pen) -> str:
    out = ""
    for edge in EDGES:
        square = position.edges.get(edge)
        if square is None:
            continue
        owner = _owner(edge, position, rules)
        kind = f"p{rules.side(owner)}" if owner else "cb-nobody"
        wedge = f'<g class="along" transform="rotate({_INWARDS[edge]})">{pen.use("wedge")}</g>'
        inner = f'<g class="{kind}" data-piece="edge-{edge}" transform="translate(0 0)">{wedge}'
        out += pen.at(*centre(layout.cells[square]), f'{inner}<text y="7" font-size="17">{owner}</text></g>')
    for square in sorted(position.stacks, key=lambda name: (-int(name[1]), name)):  # nearer ones in front
        inner = pile(position.stacks[square], square, pen)
        out += pen.at(*centre(layout.cells[square]), inner, f' data-stack="{square}"')
    return f'<g text-anchor="middle" font-weight="700">{out}</g>'


class _Checkerboard(Drawing):
    def layout(self, position: Any, rules: Any) -> Layout:
        cells = {}
        for row in range(8):
            for col in range(8):
                square = COLUMNS[col] + ROWS[7 - row]
                cells[square] = Cell(square, *_place(square), SIDE, SIDE, row, col, _label(square, position, rules))
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        ground = _ground(layout, position, rules, pen) + _lines(position, rules)
        return pen.define(art.symbols("checkerboard")), ground, _pieces(layout, position, rules, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        sentences = [picture_text("rolled", player=player, number=number) for player, number in position.rolled]
        for side in "" if position.step == "first" else "AB":
            players = ", ".join(rules.members(side))
            if rules.form == "take":
                sentences.append(picture_text("taken", players=players, count=position.taken.get(side, 0)))
            else:
                left = _left(position)[side]
                key = "left" if rules.form == "last" else "score"
                sentences.append(picture_text(key, players=players, left=left, count=position.tops()[side]))
        return Localized.joined(sentences)

    def trail(self, move: Any) -> tuple[str, ...]:
        return ()  # the edge piece is animated, and the placed piece comes from the hand

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        position = game.position
        if len(path) > 1:
            return (f"{path[0]}-{path[-1]}",)
        if path[0] in MIDDLE and position.step in ("place", "take"):
            edges = edges_of(position, game.rules)
            return tuple(f"{square}-{path[0]}" for edge in edges for square in landings(edge, position.number))
        return path

    def plays_on_target(self, game: Any, move: Any) -> bool:
        return bool(move.target)

    def button_label(self, game: Any, move: Any) -> Localized:
        if move.number:
            return ui_text("move-roll", number=move.number)
        if not move.target:
            return picture_text("move-edge", edge=move.edge)
        return picture_text(_MOVES[game.step], edge=move.edge, target=move.target)

    def mark_labels(self, game: Any) -> MarksView:
        return {"may": picture_text("may"), "to": ui_text("can-go")}


DRAWING = _Checkerboard()
KINDS: tuple[type, ...] = (Game, Position)
