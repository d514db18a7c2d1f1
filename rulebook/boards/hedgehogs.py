"""The garden track of the hedgehogs, drawn: squares, pits, stacks in which every piece is seen, trays.

Unturned, ranks run to the right and lanes downwards. Before the start stands a tray with each player's pieces in
hand, beyond the goal one with the pieces that are home, a compartment for each player, in the order of the turns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import hedgekit

from .moods import LINE, MOODS
from .say import both
from .svg import INK, Cell, Layout, Pen, n, pips, register

SIDE = 76  # of a square
LEFT, TOP = 110, 42  # where square a1 begins
TRAY = 64  # breadth of the trays
GAP = 12
RANKS = "abcdefghi"


def _size(rules: Any) -> tuple[float, float]:
    return LEFT + SIDE * rules.ranks + GAP + TRAY + GAP, TOP + SIDE * rules.lanes + 16


def _players(position: Any, rules: Any) -> str:
    return "ABCDEFGHI"[: rules.players]


# ---- cells and words -------------------------------------------------------------------------------------------


def layout(position: Any, rules: Any) -> Layout:
    """A cell per square: lanes are rows, ranks columns."""
    cells = {}
    for col, letter in enumerate(RANKS[: rules.ranks]):
        for row in range(rules.lanes):
            name = f"{letter}{row + 1}"
            x, y = LEFT + SIDE * col, TOP + SIDE * row
            cells[name] = Cell(name, x, y, SIDE, SIDE, row, col, _label(name, position, rules))
    return Layout(_size(rules), cells)


def _label(name: str, position: Any, rules: Any) -> dict[str, str]:
    """Say "d1, black square, from bottom to top A1, B3" in every language."""
    stack = position.stacks.get(name, ())
    content = ("cell-empty", "cell-one", "cell-stack")[min(len(stack), 2)]
    last = RANKS[rules.ranks - 1]
    kinds = {"cell-start": name[0] == "a", "cell-goal": name[0] == last, "cell-black": name in rules.black}
    said = [both(kind) for kind, is_so in kinds.items() if is_so] + [both(content, pieces=", ".join(stack))]
    return {lang: ", ".join([name, *(words[lang] for words in said)]) for lang in said[-1]}


def summary(position: Any, rules: Any) -> dict[str, str]:
    """Pieces home, removed and in hand, in every language."""
    groups = (("tray-home", position.home), ("tray-out", position.out), ("tray-hand", position.hand))
    said = [both(key) | {} for key, pieces in groups if pieces]
    lists = [", ".join(pieces) for _, pieces in groups if pieces]
    return {
        lang: " ".join(words[lang].format(pieces=pieces) for words, pieces in zip(said, lists, strict=True))
        for lang in both("tray-home")
    }


def attempts(game: Any, path: Sequence[str]) -> tuple[str, ...]:
    """Move texts that pointing at these squares may have meant at the present step."""
    if len(path) >= 2:
        return (f"{path[0]}-{path[-1]}",)
    square = path[0]
    rank, lane = RANKS.index(square[0]), int(square[1:])
    beside = [f"{square}-{square[0]}{near}" for near in (lane + 1, lane - 1) if 1 <= near <= game.rules.lanes]
    ahead = [f"{square}-{RANKS[rank + 1]}{lane}"] if rank + 1 < game.rules.ranks else []
    return {"place": (square,), "sideways": (*beside, *ahead), "forward": (*ahead, *beside)}.get(
        game.step, (*ahead, *beside, square)
    )


def quick(game: Any, move: Any) -> bool:
    """May pointing at the first square play it? Not a side-step, which has a choice of two sides."""
    return game.step in ("place", "forward")


def says(game: Any, move: Any) -> Mapping[str, str]:
    """What a button for a move says."""
    if move.probability is not None:
        return both("move-roll", number=str(move))
    if move.is_pass:
        return both("move-pass")
    if move.origin and move.target:
        return both("move-move", origin=move.origin, target=move.target)
    return both("move-place", target=move.target) if move.target else both("move-other", text=str(move))


# ---- what is drawn many times -----------------------------------------------------------------------------------


@cache
def _symbols(prefix: str) -> str:
    """What is drawn many times: the disc, the moods on it, rims, name plates, squares, the pit, a tuft of grass."""

    def symbol(name: str, body: str) -> str:
        return f'<g id="{prefix}-{name}">{body}</g>'

    disc = (
        '<ellipse cy="3.5" rx="27" ry="26" fill="#000" fill-opacity=".22"/>'
        f'<circle r="26" fill="currentColor" stroke="{INK}" stroke-width="1.6"/>'
        f'<circle r="21.6" fill="#fffaf0" stroke="{INK}" stroke-width=".9"/>'
    )
    rim = f'<circle r="26" fill="currentColor" stroke="{INK}" stroke-width="1.4"/>'
    filled = f'fill="currentColor" stroke="{INK}"'
    plate = f'<rect x="-11" y="-7.5" width="22" height="15" rx="7.5" {filled} stroke-width="1.1"/>'
    dot = f'<circle r="7" fill="currentColor" stroke="{INK}" stroke-width="1"/>'
    square = f'<rect x="2" y="2" width="{SIDE - 4}" height="{SIDE - 4}" rx="10"/>'
    # What takes its colours from the theme has no class in here: a style that names the picture cannot reach into a
    # <use>, but fill and stroke are inherited from the group around it.
    pit = (
        "M38 5C56 3 72 15 72 36C74 58 57 72 39 72C19 73 4 58 5 38C3 18 18 6 38 5Z",
        "M38 11C54 10 66 20 66 37C67 54 54 66 39 66C22 67 10 55 11 38C10 21 22 12 38 11Z",
        "M39 18C53 17 63 27 63 41C63 56 52 64 39 64C25 64 15 55 16 42C16 27 26 18 39 18Z",
        "M40 28C51 28 58 35 58 44C58 55 50 61 40 61C28 61 21 55 22 45C22 35 30 28 40 28Z",
    )
    grass = "M12 16l-5-6M16 12l-1-7M60 11l3-6M65 15l6-3M68 60l5 4M11 61l-6 4M16 66l-3 6"
    return (
        symbol("disc", disc) + symbol("rim", rim) + symbol("plate", plate) + symbol("dot", dot) + symbol("sq", square)
        + "".join(symbol(f"pit{i}", f'<path d="{d}"/>') for i, d in enumerate(pit))
        + symbol("grass", f'<path d="{grass}"/>')
        + symbol("tuft", '<path d="M0 0q-1-6-5-8M0 0q0-7 1-11M0 0q1-5 6-7"/>')
        + "".join(symbol(f"m{mood}", f"<g {LINE}>{draw()}</g>") for mood, draw in MOODS.items())
    )  # fmt: skip


def _mood(piece: str) -> int:
    return (int(piece[1:].rstrip("'")) - 1) % 4 + 1


def _plate(x: float, y: float, piece: str, pen: Pen, scale: float = 1) -> str:
    size = f"scale({scale:.2f})" if scale != 1 else ""
    name = f'{pen.use("plate")}<text y="4">{piece}</text>'
    return f'<g class="p{piece[0]}" transform="translate({n(x)} {n(y)}){size}">{name}</g>'


def _piece(
    x: float,
    y: float,
    piece: str,
    pen: Pen,
    scale: float = 1,
    covered: bool = False,
    plate: float = 1,
    gone: bool = False,
) -> str:
    """One piece. Its group has the place only, so that it can travel; what is in it has the size."""
    inner = pen.use("rim") if covered else pen.use("disc") + pen.use(f"m{_mood(piece)}")
    if plate and not covered:
        size = f"scale({plate})" if plate != 1 else ""
        inner += f'<g transform="translate(-15 20){size}">{pen.use("plate")}<text y="4">{piece}</text></g>'
    if gone:
        inner += f'<path d="M-18 -18L18 18M18 -18L-18 18" stroke="{INK}" stroke-width="5" stroke-linecap="round"/>'
    if scale != 1:
        inner = f'<g transform="scale({scale:.3f})">{inner}</g>'
    # What a covered piece looks like is named, so that a board can show it when the stack is opened.
    look = f' data-look="disc m{_mood(piece)}"' if not plate else ""
    return f'<g data-piece="{piece}" class="p{piece[0]}"{look} transform="translate({n(x)} {n(y)})">{inner}</g>'


def stack(pieces: Sequence[str], pen: Pen, side: float = SIDE) -> str:
    """A stack about the origin of a square: rims below the top piece and, beside it, the names from top to bottom.

    Up to five pieces their names are in one column; more have letters only, in columns of up to six, and the disc
    gives way.
    """
    count = len(pieces)
    if count == 1:
        return _piece(0, -1, pieces[0], pen)
    letters_only = count > 5
    columns = 1 if not letters_only else math.ceil(count / 6)
    rows = math.ceil(count / columns)
    wide = 13.2 if letters_only else 21
    edge = 4.5  # left free on both sides: a frame around the square must not cut anything
    room = side - 2 * edge - columns * wide + (5 if not letters_only else 2)  # the plates may overlap the rim a little
    scale = min(0.94, room / 54)
    radius = 26 * scale
    x = -side / 2 + edge + radius
    step = min(6.5, (side - 10 - 2 * radius) / (count - 1)) if count > 1 else 0
    low = step * (count - 1) / 2
    out = [
        _piece(x, low - i * step, piece, pen, scale, covered=i < count - 1, plate=0) for i, piece in enumerate(pieces)
    ]
    high = min(15.0, (side - 6) / rows)
    for i, piece in enumerate(reversed(pieces)):
        column, row = divmod(i, rows)
        px = side / 2 - edge - wide * (columns - column - 0.5)
        py = (row - (rows - 1) / 2) * high
        if letters_only:
            size = f"scale({(high - 0.6) / 14:.2f})" if high < 14.6 else ""
            name = f'{pen.use("dot")}<text y="4">{piece[0]}</text>'
            out.append(f'<g class="p{piece[0]}" transform="translate({n(px)} {n(py)}){size}">{name}</g>')
        else:
            out.append(_plate(px, py, piece, pen, min(1.0, high / 15)))
    return "".join(out)


# ---- the picture -----------------------------------------------------------------------------------------------


def _tray(
    x: float, position: Any, rules: Any, groups: Sequence[tuple[Sequence[str], bool]], pen: Pen, turn: bool
) -> Iterator[tuple[str, str]]:
    """(ground, pieces) of a tray: a compartment for each player with his pieces in rows of two."""
    players = _players(position, rules)
    high = SIDE * rules.lanes / len(players)
    for i, player in enumerate(players):
        y = TOP + high * i
        mine = [(piece, gone) for pieces, gone in groups for piece in pieces if piece[0] == player]
        now = turn and position.turn == player
        kind, size = "turn" if now else "tray", f'width="{TRAY}" height="{n(high - 4)}"'
        box = f'<rect class="{kind}" x="{n(x)}" y="{n(y + 2)}" {size} rx="10"/>'
        pieces = ""
        rows = max(1, math.ceil(len(mine) / 2))
        step = min(31.0, (high - 6) / rows)
        for k, (piece, gone) in enumerate(mine):
            across, along = k % 2, k // 2
            px = x + TRAY / 2 + (across - 0.5) * 30 if len(mine) > 1 else x + TRAY / 2
            py = y + high / 2 + (along - (rows - 1) / 2) * step
            pieces += pen.at(px, py, _piece(0, 0, piece, pen, min(0.58, step / 53), plate=1.4, gone=gone))
        if turn and not mine:  # who sits here, once his pieces are on the board
            seat = pen.use("rim", ' transform="scale(.58)"') + f'<text y="6.5" font-size="18">{player}</text>'
            box += pen.at(x + TRAY / 2, y + high / 2, f'<g class="p{player}">{seat}</g>')
        yield box, pieces


def parts(position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
    """(definitions, ground, pieces) of the garden."""
    width, height = layout.box
    ranks, lanes = rules.ranks, rules.lanes
    right = LEFT + SIDE * ranks
    ground = [f'<rect class="ground" width="{n(width)}" height="{n(height)}" rx="16"/>']
    tufts = ((28, 26), (60, 34), (right + 52, 28), (right + 22, 35), (LEFT - 22, 32))
    ground.append(f'<g class="tuft">{"".join(pen.at(x, y, pen.use("tuft")) for x, y in tufts)}</g>')
    kinds: dict[str, list[str]] = {"st": [], "s": [], "s2": [], "go": []}
    holes = []
    for name, cell in layout.cells.items():
        kind = "st" if cell.col == 0 else "go" if cell.col == ranks - 1 else "s2" if (cell.col + cell.row) % 2 else "s"
        at = f' x="{n(cell.x)}" y="{n(cell.y)}"'
        kinds[kind].append(pen.use("sq", at))
        if name in rules.black:
            holes.append(at)
    ground += [f'<g class="{kind}">{"".join(uses)}</g>' for kind, uses in kinds.items()]
    for kind, name in (("rim", "pit0"), ("pit", "pit1"), ("deep", "pit2"), ("deepest", "pit3"), ("tuft", "grass")):
        ground.append(f'<g class="{kind}">{"".join(pen.use(name, at) for at in holes)}</g>')
    # The finishing line is chequered, so that the goal is known without its green.
    flags = "".join(
        f"M{n(right - SIDE - 3 + 3 * (i % 2))} {n(TOP + 6 * i)}h3v6h-3z" for i in range(math.floor(SIDE * lanes / 6))
    )
    ground.append(
        f'<path class="flag" d="M{n(right - SIDE - 3)} {TOP}h6v{SIDE * lanes}h-6z"/><path class="flag2" d="{flags}"/>'
    )
    for lane in range(lanes):
        y = TOP + SIDE * (lane + 0.5)
        dots = pips(lane + 1) if lane < 6 else ""
        ground += [pen.at(x, y, f'<g class="pip">{dots}</g>') for x in (LEFT + SIDE / 2, right - SIDE / 2)]
    names = [
        pen.at(LEFT - 17, TOP + SIDE * (lane + 0.5), f'<text class="name" font-size="18" y="6">{lane + 1}</text>')
        for lane in range(lanes)
    ]
    names += [
        pen.at(LEFT + SIDE * (rank + 0.5), TOP - 15, f'<text class="rank" font-size="17" y="6">{RANKS[rank]}</text>')
        for rank in range(ranks)
    ]
    ground.append(f'<g text-anchor="middle">{"".join(names)}</g>')
    pieces = []
    trays = (
        (14, ((position.hand, False),), True),
        (right + GAP, ((position.home, False), (position.out, True)), False),
    )
    seats = []
    for x, groups, turn in trays:
        for box, mine in _tray(x, position, rules, groups, pen, turn):
            seats.append(box)
            pieces.append(mine)
    ground.append(f'<g text-anchor="middle" font-weight="700">{"".join(seats)}</g>')
    for name, content in position.stacks.items():
        cell = layout.cells[name]
        x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
        pieces.append(pen.at(x, y, stack(content, pen), f' data-stack="{name}"'))
    return (
        _symbols(pen.prefix),
        "".join(ground),
        f'<g text-anchor="middle" font-size="11.5" font-weight="700">{"".join(pieces)}</g>',
    )


class _Hedgehogs:
    layout = staticmethod(layout)
    parts = staticmethod(parts)
    summary = staticmethod(summary)
    attempts = staticmethod(attempts)
    quick = staticmethod(quick)
    says = staticmethod(says)


register(_Hedgehogs(), hedgekit.Game, hedgekit.Position)
