"""Carrom (40): the board from above, discs where they came to rest, a tray for each player.

There are no squares, so the cells are the discs on the board, under their own names, and a tray for each player (`tA`)
with the discs not played yet and those lost. There are too many moves to list: `Drawing.flick_view` has what a board
needs for aiming.
"""

from typing import Any

from hedgekit.games.carrom import TABLE, Carrom, Position
from hedgekit.games.carrom.rules import mine
from hedgekit.games.carrom.solver import MILLION
from hedgekit.games.carrom.texts import DISCS
from hedgekit.games.race.engine.board import PLAYERS

from ...picture import art
from ...picture.drawing import Cell, Drawing, Layout
from ...picture.fields import FlickView, MarksView, SlideView
from ...picture.pen import INK, Pen, area, crossed_out, n, name_plate, star
from ...stage.localized import Localized, picture_texts, ui_text

picture_text = picture_texts("carrom")

UNIT = 72  # units of the picture per unit of the table
AROUND = 44  # margin beyond the edge: half a disc, and room for pointing
TRAY = 118
LEFT, TOP = TRAY + 10 + AROUND, AROUND
BOX = (LEFT + UNIT * TABLE.width + AROUND, UNIT * TABLE.height + 2 * AROUND)
RADIUS = UNIT * TABLE.diameter / 2
SMALL = 0.4  # scale of discs in trays
EVERY = 2  # steps of the solver between two points of a path


def _at(x: float, y: float) -> tuple[float, float]:
    """Return the point of the picture for a point of the table, whose y points up."""
    return LEFT + UNIT * x, TOP + UNIT * (TABLE.height - y)


def _of(pieces: tuple[str, ...], player: str) -> list[str]:
    return [piece for piece in pieces if piece[0] == player]


# ---- words -----------------------------------------------------------------------------------------------------------


def _disc_label(piece: str, position: Any) -> Localized:
    key = "across" if position.across(piece) else "disc"
    return picture_text(key, piece=piece, square=_square(*position.at(piece)))


def _square(x: float, y: float) -> str:
    """Return the square of the race at a point of the table."""
    rank, lane = min(int(x), int(TABLE.width) - 1), min(int(y), int(TABLE.height) - 1)
    return f"{chr(ord('a') + rank)}{lane + 1}"


def _edge(x: int, y: int) -> str:
    """Return the edge at which a disc is put, named independently of how the board is turned."""
    return "long" if y in (0, TABLE.height * MILLION) else "far" if x else "near"


def _tray_label(player: str, position: Any) -> Localized:
    """Name the discs that a player has beside the board."""
    hand, out = _of(position.hand, player), _of(position.out, player)
    key = "both" if hand and out else "hand" if hand else "out" if out else "none"
    return picture_text(key, player=player, hand=", ".join(hand), out=", ".join(out))


# ---- the picture -----------------------------------------------------------------------------------------------------


def _definitions(pen: Pen) -> str:
    moods = {name: f'<g transform="scale(1.1)">{drawn}</g>' for name, drawn in art.symbols("shared").items()}
    return pen.define({**art.symbols("carrom"), **moods})


def _ground() -> str:
    """Draw the board of the race, with faint ranks and lanes, and the edge that decides."""
    out = area("ground", 0, 0, *BOX, 16)
    for rank in range(TABLE.width):
        kind = "st" if rank == 0 else "go" if rank == TABLE.width - 1 else ""
        for lane in range(TABLE.height):
            out += area(kind or ("s2" if (rank + lane) % 2 else "s"), *_at(rank, lane + 1), UNIT, UNIT, 0)
    return out + area("ca-edge", *_at(0, TABLE.height), UNIT * TABLE.width, UNIT * TABLE.height, 0)


def _tray(number: int, players: int) -> tuple[float, float, float, float]:
    """Return x, y, width and height of a player's tray."""
    high = min(86.0, (BOX[1] - 6) / players)
    return 6, 6 + high * number, TRAY, high - 6


def _slot(number: int, players: int, at: int) -> tuple[float, float]:
    """Return where disc number `at`, from 0, lies in a tray."""
    x, y, wide, high = _tray(number, players)
    return x + 7 + (wide - 14) / DISCS * (at + 0.5), y + high - min(25, high * 0.4)


def _trays(position: Any, rules: Any, pen: Pen) -> str:
    out = ""
    for number, player in enumerate(PLAYERS[: rules.players]):
        x, y, wide, high = _tray(number, rules.players)
        out += area("turn" if position.turn == player else "tray", x, y, wide, high, 10)
        ring = f'<circle r="11.5" fill="currentColor" stroke="{INK}" stroke-width="1.2"/><text y="5">{player}</text>'
        top = y + min(21, high * 0.29)
        out += pen.at(x + 22, top, f'<g class="p{player}" font-size="14">{ring}</g>')
        left = f'<text class="name" y="5.5" font-size="16">{position.left(player)}</text>'
        out += pen.at(x + wide - 22, top, left)
        if player in position.over:
            out += pen.at(x + wide / 2, top, star(0.8))
        for at in range(DISCS):
            sx, sy = _slot(number, rules.players, at)
            out += f'<circle class="gap" cx="{n(sx)}" cy="{n(sy)}" r="{n(RADIUS * SMALL)}"/>'
    return out


def _disc(piece: str, x: float, y: float, pen: Pen, scale: float = 1, gone: bool = False) -> str:
    looks = pen.use("disc") + pen.use(f"m{(int(piece[1]) - 1) % DISCS + 1}")
    inner = f'<g opacity=".55">{looks}</g>{crossed_out(19)}' if gone else looks
    plate = name_plate(0 if scale < 1 else -14, 21, piece, pen, 1.7 if scale < 1 else 1.18)
    size = f' transform="scale({scale})"' if scale != 1 else ""
    sized = f'<g class="p{piece[0]}" data-size="{scale}"{size}>{inner}{plate}</g>'
    return pen.at(x, y, sized, f' data-piece="{piece}"')


def _pieces(position: Any, rules: Any, pen: Pen) -> str:
    out = ""
    for number, player in enumerate(PLAYERS[: rules.players]):
        for pieces, gone in ((position.hand, False), (position.out, True)):
            for piece in _of(pieces, player):
                out += _disc(piece, *_slot(number, rules.players, int(piece[1]) - 1), pen, SMALL, gone)
    for piece in sorted(position.discs):
        out += _disc(piece, *_at(*position.at(piece)), pen)
    return f'<g text-anchor="middle" font-weight="700" font-size="12">{out}</g>'


class _Carrom(Drawing):
    turns_upright = True

    def layout(self, position: Any, rules: Any) -> Layout:
        cells = {}
        for piece in sorted(position.discs):
            x, y = _at(*position.at(piece))
            # Rows and columns are fine, so that arrow keys go to the disc seen in that direction.
            row, col = round(y / 10), round(x / 10)
            box = x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS
            cells[piece] = Cell(piece, *box, row, col, _disc_label(piece, position), round=True)
        for number, player in enumerate(PLAYERS[: rules.players]):
            x, y, wide, high = _tray(number, rules.players)
            row = round((y + high / 2) / 10)
            cells[f"t{player}"] = Cell(f"t{player}", x, y, wide, high, row, 0, _tray_label(player, position))
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        ground = f'{_ground()}<g text-anchor="middle" font-weight="700">{_trays(position, rules, pen)}</g>'
        return _definitions(pen), ground, _pieces(position, rules, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        labels = [_tray_label(player, position) for player in PLAYERS[: rules.players]]
        return Localized.joined(label.each(lambda text: f"{text}.") for label in labels)

    def offered_moves(self, game: Any) -> list[Any]:
        return [move for move in game.moves() if move.is_pass]

    def path(self, move: Any) -> tuple[str, ...]:
        return ()

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return flicks that test whether the disc may be used; where they put it does not matter."""
        cell, position = path[-1], game.position
        if cell in position.discs:
            return (f"{cell}@0,0>0*0",)
        pieces = _of((*position.hand, *position.out), cell[1:])
        return tuple(f"{piece}@0,0>0*0" for piece in pieces[:1])

    def button_label(self, game: Any, move: Any) -> Localized:
        if move.is_pass:
            return ui_text("move-pass")
        strength = f"{100 * move.strength / MILLION:.0f}"
        return picture_text(f"{_edge(move.x, move.y)}", piece=move.piece, strength=strength)

    def mark_labels(self, game: Any) -> MarksView:
        return {"may": picture_text("may"), "to": ui_text("can-go")}

    def blocking_cells(self, refusal: Any) -> tuple[str, ...]:
        return tuple(refusal.pieces[1:] or refusal.pieces)

    def flick_view(self, game: Any) -> FlickView:
        position = game.position
        return {
            "pieces": {} if position.over else self._playable(position), "origin": list(_at(0, 0)), "unit": UNIT,
            "size": [TABLE.width, TABLE.height], "disc": TABLE.diameter,
            "slide": TABLE.speed**2 / (2 * TABLE.friction),
            "discs": {piece: list(position.at(piece)) for piece in sorted(position.discs)},
        }  # fmt: skip

    @staticmethod
    def _playable(position: Any) -> dict[str, str]:
        """Return cell -> the disc picked up there: the next one in hand, else those on the board."""
        hand = mine(position, position.hand)
        return {f"t{position.turn}": hand[0]} if hand else {piece: piece for piece in mine(position, position.discs)}

    def slide_view(self, game: Any) -> SlideView | None:
        trace = game.trace
        if not trace.frames:
            return None
        found: dict[str, list[list[float]]] = {}
        for piece in sorted(trace.frames[0]):
            points = [frame[piece] for frame in trace.frames if piece in frame]
            last = points[-1]
            if any(point != last for point in points) or len(points) < len(trace.frames):
                kept = [*points[::EVERY], *([last] if (len(points) - 1) % EVERY else [])]
                found[piece] = [[round(value, 1) for value in _at(*point)] for point in kept]
        return {"step": 1000 * EVERY * trace.step, "pieces": found}


DRAWING = _Carrom()
KINDS: tuple[type, ...] = (Carrom, Position)
