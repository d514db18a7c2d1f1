"""Draw what lies beside the track: the players' trays, and a strip with dice, cards, doubling cube and coming steps.

Beyond each end of the track are the trays of the players who start or finish there, in turn order: their seat, their
pieces in hand, home and removed, and whatever else lies before them. The strip of shared things is left of them all
(a row below, once the board is turned). `plan` lays everything out.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from hedgekit.games.race.variants.families.turns import steps_to_come

from ...picture import art
from ...picture.pen import INK, ROUND, Pen, area, box, crossed_out, n, path, pips, star
from .facts import ENDS, PLAYERS, Facts, facts_of
from .pieces import SIDE, Signs, draw_piece, stack

WIDE = 68  # width of the strip
DIE = 34  # side of a die


def die(number: int, side: float = DIE) -> str:
    """Return a die's face around the origin."""
    half = side / 2
    face = box(-half, -half, side, side, side / 5, "#fff", 1.6)
    return f'{face}<g stroke="{INK}">{pips(number, side * 0.26, round(side * 0.095, 1))}</g>'


def _empty(side: float = DIE) -> str:
    """Return the empty place of a die that was taken."""
    return area("gap", -side / 2, -side / 2, side, side, side / 5)


def _blank(fill: str) -> str:
    """Return a blank card around the origin."""
    return box(-15, -21.3, 30, 42.6, 3.5, fill, 1.5)


def card(face: str) -> str:
    """Return a card around the origin: its back for "", else its face; `*` is the joker."""
    if not face:
        spikes = "".join(f"M-10 {y}l4-5 4 5 4-5 4 5 4-5" for y in (-9, 0, 9, 17))
        return _blank("#6b4a33") + path(spikes, stroke="#e9d5b5", width=1.5, more=f" {ROUND}")
    return _blank("#fff") + (star() if face == "*" else f'<text y="8.5" font-size="25" fill="{INK}">{face}</text>')


def _cube(value: int, closed: bool) -> str:
    """Return the doubling cube in perspective; barred when nobody may double any more."""
    name, drawn = str(value), art.symbols("race")
    bar = drawn["cube-barred"] if closed else ""
    edge = ' stroke="#fff" stroke-width="5" paint-order="stroke"' if closed else ""
    size = {1: 18, 2: 17}.get(len(name), 44 // len(name))
    number = f'<text x="-3" y="{n(4 + size * 0.36)}" font-size="{size}" fill="{INK}"{edge}>{name}</text>'
    return f"<g {ROUND}>{drawn['cube']}{bar}</g>{number}"


_CHIPS = {
    "S": "M0 -9V9M-4 -5.5L0 -10l4 4.5M-4 5.5L0 10l4-4.5",
    "F": "M-10 0H9M3.5 -5.5L10 0L3.5 5.5",
    "E": "M0 -9V9M-3.5 -6L0 -10l3.5 4M-3.5 6L0 10l3.5-4M0 0H9M6 -3.5L10 0L6 3.5",
    "T": "M7.5 -5A9 9 0 1 0 9 1.5M8.4 -10.5V-4.4H2.4",
}
"""Arrows for the steps of a turn: sideways, forward, either, another turn."""


def _chip(letter: str, now: bool, backward: bool) -> str:
    mirror = ' transform="scale(-1 1)"' if backward else ""
    kind = "step now" if now else "step"
    arrow = f'<path d="{_CHIPS[letter]}"{mirror}/>'
    return f'<g class="{kind}" transform="scale(1.25)"><rect x="-18" y="-14" width="36" height="28" rx="8"/>{arrow}</g>'


def _items(position: Any, facts: Facts, signs: Signs, pen: Pen) -> list[tuple[float, Callable[[float, float], str]]]:
    """Return (height, function that draws it at a point) for each thing on the strip, in order."""
    items: list[tuple[float, Callable[[float, float], str]]] = []

    def add(height: float, kind: str, inner: str, upright: bool = True) -> None:
        def place(x: float, y: float) -> str:
            if upright:
                return pen.at(x, y, inner, f' class="{kind}"')
            return f'<g class="{kind}" transform="translate({n(x)} {n(y)})">{inner}</g>'

        items.append((height, place))

    if facts.cards:
        pile = f'<g transform="translate(3 3)">{card("")}</g><g transform="translate(-1.5 -1)">{card("")}</g>'
        add(58, "deck", pen.title("thing-deck") + pile)
        for face in position.dice or (("*",) if position.step == "joker" else ()):
            add(52, "card", pen.title("thing-card") + card(face))
    if facts.pool:
        left = position.value("pool")
        everyone = len(facts.players) - len(position.value("gone"))
        for number in left:
            add(DIE + 6, "pool", pen.title("thing-pool") + die(number))
        for _ in range(everyone - len(left)):
            add(DIE + 6, "pool", _empty())
    if facts.cube:
        value, doubler = position.value("cube")
        inner = pen.title("thing-cube") + _cube(value, bool(position.value("lost")))
        if doubler:
            seat = f'<circle r="9" fill="currentColor" stroke="{INK}" stroke-width="1.2"/>'
            name = f'<text y="4.6" font-size="13">{doubler}</text>'
            inner += f'<g class="p{doubler}" transform="translate(17 18)">{seat}{name}</g>'
        add(58, "cube", inner)
    if slip := position.value("slip"):
        puddle = pen.use("slippery", ' transform="translate(-37 -30) scale(.97)"')
        at = 'font-size="11.5" transform="translate(0 -14) scale(.86)"'
        unit = f'<g data-stack="slip" {at}>{stack(slip, pen, facts, signs)}</g>'
        add(84, "slip", pen.title("thing-slip") + puddle + unit)
    for field in facts.plates:
        if text := position.rest.get(field.name, ""):
            lines = (field.name, *field.items(text))
            add(14 * len(lines) + 10, "plate", _plate(lines))
    letters = steps_to_come(position, facts.plans)
    backward = position.turn in facts.starts and facts.backward(position.turn)
    for i, letter in enumerate(letters):
        now = i == 0 and position.step != "lane"
        add(39, "then", pen.title(f"step.{letter}") + _chip(letter, now, backward), upright=False)
    return items


def _plate(lines: tuple[str, ...]) -> str:
    """Return lines of text on a tile around the origin, the first one small."""
    high = 14 * len(lines) + 4
    text = "".join(
        f'<text y="{n(14 * k - high / 2)}" font-size="{10 if k == 1 else 13}" fill="{INK}">{escape(line, False)}</text>'
        for k, line in enumerate(lines, 1)
    )
    return box(-WIDE / 2 + 4, -high / 2, WIDE - 8, high, 4, "#fffaf0", 1.2) + text


def strip(x: float, top: float, height: float, position: Any, facts: Facts, signs: Signs, pen: Pen) -> str:
    """Draw the shared things one below another, centred in the column that begins at x."""
    items = _items(position, facts, signs, pen)
    need = sum(high for high, _ in items)
    scale = min(1.0, (height - 8) / need) if need else 1.0
    y, out = -need / 2, ""
    for high, place in items:
        out += place(0, y + high / 2)
        y += high
    size = f" scale({scale:.3f})" if scale < 1 else ""
    middle = f"translate({n(x + WIDE / 2)} {n(top + height / 2)})"
    return f'<g text-anchor="middle" font-weight="700" transform="{middle}{size}">{out}</g>'


def has_strip(facts: Facts) -> bool:
    """Return whether there are shared things to show."""
    return bool(facts.cards or facts.pool or facts.cube or facts.slides or facts.plans or facts.plates)


def columns(facts: Facts) -> int:
    """Return the number of things that may lie before each player."""
    return facts.kept + facts.drawings


def before_player(player: str, position: Any, facts: Facts, pen: Pen, open_to: str) -> list[str]:
    """Draw what lies before a player: the die they keep, and the drawing they noted (face down for others)."""
    found = []
    if facts.kept:
        kept = position.value("kept").get(player)
        inner = pen.title("thing-kept") + die(kept, 30) if kept else _empty(30)
        if position.turn == player and position.dice and not kept:  # the player chooses between the two dice
            inner = "".join(
                f'<g transform="translate(0 {-10.5 if k == 0 else 10.5}) scale(.66)">{die(int(number), 30)}</g>'
                for k, number in enumerate(position.dice)
            )
        found.append(f'<g class="kept">{inner}</g>')
    if facts.drawings:
        noted = position.value("secret").get(player)
        if not noted:
            inner = area("gap", -15, -21, 30, 42, 3.5)
        elif player in open_to:
            mood = pen.use(f"m{noted}", ' transform="translate(0 -4) scale(.66)"')
            inner = f'{_blank("#fffaf0")}{mood}<text y="18" font-size="12" fill="{INK}">{noted}</text>'
        else:
            edge = f'stroke="{INK}" stroke-width="3.4" paint-order="stroke"'
            inner = f'{card("")}<text y="7" font-size="20" fill="#fff" {edge}>?</text>'
        found.append(f'<g class="secret">{pen.title("thing-secret") if noted else ""}{inner}</g>')
    return found


# ---- the trays -------------------------------------------------------------------------------------------------------

TRAY = 64  # width of a tray
MORE = 38  # width of each thing before a player
GAP = 12
TALL = 1.6  # size of name plates in trays, relative to those on the board


@dataclass(frozen=True)
class Compartment:
    """A player's part of a tray: before their start line (`start`: seat and hand) or beyond their goal."""

    player: str
    start: bool
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Plan:
    """The edges of the track, the picture's size, the strip's x (if there is one), and the trays."""

    left: float
    top: float
    right: float
    bottom: float
    box: tuple[float, float]
    strip: float | None
    trays: tuple[Compartment, ...]


@cache
def plan(rules: Any) -> Plan:
    """Return the layout of every picture of a game; it never changes during a game."""
    facts = facts_of(rules)
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
    """Yield (ground, pieces) of each compartment. `open_to`: the players whose noted drawings are shown."""
    facts = facts_of(rules)
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
    """Draw a player's seat once their pieces are on the board: crossed out if they left, with a star if they won."""
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
    """Return a player's pieces in rows of two."""
    rows = max(1, math.ceil(len(mine) / 2))
    step = min(31.0, (tray.h - 2) / rows)
    out = ""
    for k, (piece, gone) in enumerate(mine):
        across, along = k % 2, k // 2
        x = tray.x + TRAY / 2 + ((across - 0.5) * 29 if len(mine) > 1 else 0)
        y = tray.y + tray.h / 2 + (along - (rows - 1) / 2) * step
        size = min(0.58, step / 53)
        plate = TALL if size > 0.5 else 2.2
        drawn = draw_piece(piece, pen, facts, signs, scale=size, plate=plate, gone=gone, lying=True)
        out += pen.at(x, y, drawn)
    return out
