"""Where everything lies on the picture, and the trays: who sits where, pieces in hand, home and removed.

Beyond each end of the track stand the trays of those who start there and of those who are home there, in the order of
the turns. Before them all is the strip of what is shared (`furniture.py`).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import facts as known
from .facts import ENDS, PLAYERS, Facts
from .furniture import WIDE, before_player, columns, has_strip, star
from .pen import Pen, area, box
from .pieces import Signs, crossed_out, draw_piece
from .squares import SIDE

TRAY = 64  # breadth of the trays
MORE = 38  # what lies before a player takes as much again
GAP = 12
TALL = 1.6  # the name plates in trays, beside those on the board


@dataclass(frozen=True)
class Compartment:
    """A player's part of a tray: `start` before his start line (his seat, his hand), else beyond his goal."""

    player: str
    start: bool
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Plan:
    """Where the track begins (upper left) and ends, the picture's size, the strip's x if there is one, the trays."""

    left: float
    top: float
    right: float
    bottom: float
    box: tuple[float, float]
    strip: float | None
    trays: tuple[Compartment, ...]


@cache
def plan(rules: Any) -> Plan:
    """The plan of every picture of a game: it does not change while the game is played."""
    facts = known.of(rules)
    top = 42.0 + 16 * facts.tube
    bottom = top + SIDE * facts.lanes
    x = 14.0
    strip = x - 4 if has_strip(facts) else None
    if strip is not None:
        x += WIDE + 2
    ends: list[list[tuple[bool, list[tuple[str, bool]]]]] = []
    for end in ENDS:
        seats = [(player, True) for player in facts.players if facts.starts[player] == end]
        homes = [(player, False) for player in facts.players if facts.homes[player] == end]
        both = {player for player, _ in seats} & {player for player, _ in homes}
        shared = [(bool(seats), sorted(seats + homes))]
        apart = [(True, seats), (False, homes)]
        ends.append([column for column in (apart if both else shared) if column[1]])
    trays: list[Compartment] = []

    def put(column: tuple[bool, list[tuple[str, bool]]], x: float) -> float:
        wide = TRAY + MORE * columns(facts) * column[0]
        high = (bottom - top) / len(column[1])
        for i, (player, start) in enumerate(column[1]):
            trays.append(Compartment(player, start, x, top + high * i + 2, wide, high - 4))
        return wide

    for column in ends[0]:
        x += put(column, x) + 8
    left = x - 8 + 32 if ends[0] else x + 18
    right = left + SIDE * rules.ranks
    x = right + GAP
    for column in reversed(ends[1]):
        x += put(column, x) + GAP
    size = (x if ends[1] else right + 16, bottom + 16 + 10 * facts.tube)
    return Plan(left, top, right, bottom, size, strip, tuple(trays))


def draw(position: Any, rules: Any, signs: Signs, pen: Pen, open_to: str) -> Iterator[tuple[str, str]]:
    """(ground, pieces) of each compartment. `open_to`: the players whose noted drawing is shown."""
    facts = known.of(rules)
    gone, lost = position.value("gone"), position.value("lost")
    hand, home, out = (_by_player(pieces) for pieces in (position.hand, position.home, position.out))
    for tray in plan(rules).trays:
        player = tray.player
        away = player in gone
        now = tray.start and position.turn == player
        box = area("turn" if now else "tray", tray.x, tray.y, tray.w, tray.h, 10)
        if tray.start:
            mine = [(piece, False) for piece in hand.get(player, ())]
            box += _seat(tray, away, player in position.over, not mine, lost.get(player), pen)
            for k, thing in enumerate(before_player(player, position, facts, pen, open_to)):
                size = min(1.0, tray.h / 46)
                x = tray.x + TRAY + MORE * (k + 0.5) - 4
                box += pen.at(x, tray.y + tray.h / 2, f'<g transform="scale({size:.2f})">{thing}</g>')
        else:
            mine = [(piece, False) for piece in home.get(player, ())] + [(piece, True) for piece in out.get(player, ())]
        yield box, _contents(tray, mine, facts, signs, pen)


def _by_player(pieces: tuple[str, ...]) -> dict[str, list[str]]:
    return {player: [piece for piece in pieces if piece[0] == player] for player in PLAYERS}


def _seat(tray: Compartment, away: bool, won: bool, empty: bool, lost: int | None, pen: Pen) -> str:
    """Who sits here, once his pieces are on the board; crossed if he has left, with what he lost; a star if he won."""
    x, y = tray.x + TRAY / 2, tray.y + tray.h / 2
    out = ""
    if empty or away or won:
        faded = ' opacity=".55"' if away else ""
        disc = pen.use("rim", ' transform="scale(.58)"') + f'<text y="6.5" font-size="18">{tray.player}</text>'
        seat = f'<g class="p{tray.player}"{faded}>{disc}</g>'
        if away:
            cross = pen.title("thing-gone") + crossed_out(19)
            seat += f'<g class="gone" transform="translate(-15 -13) scale(.42)">{cross}</g>'
        if won:
            seat += f'<g class="won" transform="translate(15 -14)">{pen.title("thing-won")}{star(0.85)}</g>'
        out += pen.at(x, y, seat)
    if lost is not None:
        tag = f"\u2212{lost}" if lost else "0"
        wide = 14 + 8 * len(tag)
        inner = pen.title("thing-lost") + box(-wide / 2, -10, wide, 20, 4, "#fff", 1.4)
        inner += f'<text y="5.2" font-size="15" fill="#a3211a">{tag}</text>'
        out += pen.at(x + 16, y + min(16.0, tray.h / 2 - 11), inner, ' class="lost"')
    return out


def _contents(tray: Compartment, mine: list[tuple[str, bool]], facts: Facts, signs: Signs, pen: Pen) -> str:
    """A player's pieces in rows of two."""
    rows = max(1, math.ceil(len(mine) / 2))
    step = min(31.0, (tray.h - 2) / rows)
    out = ""
    for k, (piece, gone) in enumerate(mine):
        across, along = k % 2, k // 2
        x = tray.x + TRAY / 2 + ((across - 0.5) * 29 if len(mine) > 1 else 0)
        y = tray.y + tray.h / 2 + (along - (rows - 1) / 2) * step
        size = min(0.58, step / 53)
        out += pen.at(
            x,
            y,
            draw_piece(piece, pen, facts, signs, scale=size, plate=TALL if size > 0.5 else 2.2, gone=gone, lying=True),
        )
    return out
