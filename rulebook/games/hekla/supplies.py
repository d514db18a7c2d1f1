"""What lies below the crater of Hekla: everybody's volcanoes still to be placed, and how far his vulcanologist is.

A volcano is taken from there like one on the board, so each kind that is left is a cell; equal ones lie in a pile.
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

shown = picture_texts("hekla")

HIGH = 84  # of a supply
GAP = 8
HEAD = 74  # where the first volcano lies, after the figure and the count


def _across(players: int) -> int:
    """How many supplies lie side by side."""
    return 2 if players == 4 else players


def height(players: int) -> float:
    """How much room the supplies take, the margin below them included."""
    rows = -(-players // _across(players))
    return rows * (HIGH + GAP) - GAP + MARGIN


def _trays(rules: Any) -> Iterator[tuple[str, int, float, float, float]]:
    """(player, place in the order, x, y, width) of each supply."""
    width, top = crater.box()
    across = _across(rules.players)
    wide = (width - 2 * MARGIN - GAP * (across - 1)) / across
    for at, player in enumerate(rules.letters):
        yield player, at, MARGIN + (wide + GAP) * (at % across), top + (HIGH + GAP) * (at // across), wide


def _slots(rules: Any) -> list[int]:
    """The kinds of volcanoes there are, one place for each."""
    return sorted(set(LAYOUT.supplies[rules.players]))


def piles(position: Any, player: str) -> dict[str, int]:
    """The kinds of volcanoes in a player's supply -> how many of each."""
    mine = (piece for piece in position.hand if piece[0] == player)
    return {kind: len(list(equal)) for kind, equal in groupby(mine)}


def cells(position: Any, rules: Any) -> dict[str, Cell]:
    """A cell for every kind of volcano there is, in the supplies or not."""
    below = crater.edges(0)[0] + 1
    found = {}
    for player, at, x, y, wide in _trays(rules):
        left = piles(position, player)
        slots = _slots(rules)
        step = (wide - HEAD - 4) / len(slots)
        across = _across(rules.players)
        for k, grooves in enumerate(slots):
            kind = f"{player}{grooves}"
            label = shown("in-supply", piece=kind, count=left.get(kind, 0))
            row, col = below + at // across, (at % across) * (len(slots) + (across == 2)) + k - 1
            found[kind] = Cell(kind, x + HEAD + step * k, y + 1, step, HIGH - 2, row, col, label)
    return found


def draw(position: Any, rules: Any, places: Mapping[str, Cell], pen: Pen) -> str:
    """Everybody's supply, how far his vulcanologist is, and who has won."""
    out = ""
    for player, _, x, y, wide in _trays(rules):
        out += area("turn" if position.turn == player else "tray", x, y, wide, HIGH, 10)
        count = '<circle class="he-outer" cx="29" cy="22" r="19"/>'
        count += f'<text class="he-name" x="29" y="28.5" font-size="18">{position.at(player)}</text>'
        who = f'<g class="p{player}">{figure(player, pen)}</g>'
        out += f'<g transform="translate({n(x + 20)} {n(y + 26)})">{who}{count}</g>'
        if player in position.over:
            out += f'<g transform="translate({n(x + 19)} {n(y + 64)})">{star(0.9)}</g>'
        mine = piles(position, player)
        if pen.plain:  # in words: what a volcano looks like is to be seen above
            counts = {piece: f"×{many}" for piece, many in mine.items() if many > 1}
            for texts, below in (({piece: piece for piece in mine}, 48), (counts, 70)):
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
                named = f' data-piece="{piece}@supply:{at}"'
                inner += stone(piece, across, -abs(across) / 4, pen, named, scale)
            middle = f"translate({n(place.x + place.w / 2)} {n(y + HIGH - 26)})"
            top = (FOOT + RISE * int(piece[1])) * scale + 6
            tag = f'<text class="name" y="{n(-top)}" font-size="15">×{many}</text>' if many > 1 else ""
            out += f'<g data-stack="{piece}" data-seen="" transform="{middle}">{inner}{tag}</g>'
    return out
