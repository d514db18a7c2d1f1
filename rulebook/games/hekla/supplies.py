"""Draw the supplies below Hekla's crater: each player's volcanoes still to place, and their vulcanologist's progress.

A volcano is picked up there as on the board, so each kind is a cell; equal ones lie in a pile.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from hedgekit.games.hekla import LAYOUT

from ...picture.drawing import Cell
from ...picture.pen import Pen, area, n, star
from ...stage.localized import picture_texts
from . import crater
from .crater import MARGIN
from .volcanoes import FOOT, RISE, figure, stone

picture_text = picture_texts("hekla")

HIGH = 93  # height of a supply: on a narrow page, too, the frame round a cell must not cover names and counts
FEET = HIGH - 31  # where volcanoes stand in it
GAP = 8
HEAD = 74  # width of the figure and the count before the volcanoes


def _across(players: int) -> int:
    """Return the number of supplies side by side."""
    return 2 if players == 4 else players


def height(players: int) -> float:
    """Return the height of all supplies, including the margin below them."""
    rows = -(-players // _across(players))
    return rows * (HIGH + GAP) - GAP + MARGIN


def _trays(rules: Any) -> Iterator[tuple[str, int, float, float, float]]:
    """Yield (player, index, x, y, width) of each supply."""
    width, top = crater.box()
    across = _across(rules.players)
    wide = (width - 2 * MARGIN - GAP * (across - 1)) / across
    for at, player in enumerate(rules.letters):
        yield player, at, MARGIN + (wide + GAP) * (at % across), top + (HIGH + GAP) * (at // across), wide


def piles(position: Any, player: str) -> dict[str, int]:
    """Return kind of volcano -> how many of them are in a player's supply."""
    mine = (piece for piece in position.hand if piece[0] == player)
    return {kind: len(list(equal)) for kind, equal in groupby(mine)}


def cells(position: Any, rules: Any) -> dict[str, Cell]:
    """Return a cell for every kind of volcano, whether any are left or not."""
    below = crater.edges(0)[0] + 1
    found = {}
    for player, at, x, y, wide in _trays(rules):
        left = piles(position, player)
        kinds = sorted(set(LAYOUT.supplies[rules.players]))
        step = (wide - HEAD - 4) / len(kinds)
        across = _across(rules.players)
        for k, grooves in enumerate(kinds):
            kind = f"{player}{grooves}"
            label = picture_text("in-supply", piece=kind, count=left.get(kind, 0))
            row, col = below + at // across, (at % across) * (len(kinds) + (across == 2)) + k - 1
            found[kind] = Cell(kind, x + HEAD + step * k, y + 1, step, HIGH - 2, row, col, label)
    return found


def draw(position: Any, rules: Any, places: Mapping[str, Cell], pen: Pen) -> str:
    """Draw every player's supply and progress, and a star for winners."""
    out = ""
    for player, _, x, y, wide in _trays(rules):
        out += area("turn" if position.turn == player else "tray", x, y, wide, HIGH, 10)
        count = '<circle class="he-outer" cx="29" cy="22" r="19"/>'
        count += f'<text class="he-name" x="29" y="28.5" font-size="18">{position.at(player)}</text>'
        vulcanologist = f'<g class="p{player}">{figure(player, pen)}</g>'
        out += f'<g transform="translate({n(x + 20)} {n(y + 26)})">{vulcanologist}{count}</g>'
        if player in position.over:
            out += f'<g transform="translate({n(x + 19)} {n(y + 64)})">{star(0.9)}</g>'
        mine = piles(position, player)
        if pen.plain:  # as text: the board shows what volcanoes look like
            counts = {piece: f"×{many}" for piece, many in mine.items() if many > 1}
            for texts, below in (({piece: piece for piece in mine}, 52), (counts, 74)):
                middles = ((places[piece].x + places[piece].w / 2, text) for piece, text in texts.items())
                drawn = (f'<text x="{n(x)}" y="{n(y + below)}">{text}</text>' for x, text in middles)
                out += f'<g class="he-name" font-size="19">{"".join(drawn)}</g>'
            continue
        for piece, many in mine.items():
            place = places[piece]
            scale = min(0.86, (place.w - 4 * (many - 1)) / 36)
            inner = ""
            for at in range(many):
                across = 4 * (at - (many - 1) / 2)
                data = f' data-piece="{piece}@supply:{at}"'
                inner += stone(piece, across, -abs(across) / 4, pen, data, scale)
            middle = f"translate({n(place.x + place.w / 2)} {n(y + FEET)})"
            top = (FOOT + RISE * int(piece[1])) * scale + 6
            tag = f'<text class="name" y="{n(-top)}" font-size="15">×{many}</text>' if many > 1 else ""
            out += f'<g data-stack="{piece}" data-seen="" transform="{middle}">{inner}{tag}</g>'
    return out
