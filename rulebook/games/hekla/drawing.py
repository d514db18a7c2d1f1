"""Draw Hekla: stones and players on the board, the labels of cells, and what pointing at them means.

The ground is drawn in `crater.py`, volcanoes and other things in `volcanoes.py`, the supplies below the crater in
`supplies.py`; `eruption.py` divides a scoring into scenes.
"""

from collections.abc import Mapping
from typing import Any

from hedgekit.games.hekla import LAYOUT, Game, Position
from hedgekit.games.hekla.layout import LAVA
from hedgekit.games.hekla.scoring import grooves
from hedgekit.games.race.engine.board import PLAYERS

from ...picture import art
from ...picture.drawing import Cell, Drawing, Layout
from ...picture.pen import Pen, area, n
from ...stage.localized import Localized, picture_texts, ui_text
from . import crater, supplies, volcanoes
from .crater import MARGIN, ROUND, SIDE, circle_of, lines_of, middle, place, players_by_circle
from .eruption import Scene, scenes_of
from .volcanoes import SLOT, badge, stone

picture_text = picture_texts("hekla")

# ---- words -----------------------------------------------------------------------------------------------------------


def _square_label(square: str, position: Any) -> Localized:
    parts = [Localized.same(square)]
    if square in LAYOUT.double:
        parts.append(picture_text("double"))
    stones = position.stacks.get(square, ())
    parts.append(ui_text("cell-one", pieces=", ".join(stones)) if stones else ui_text("cell-empty"))
    owners = dict.fromkeys(stone[0] for stone in stones if stone[0] != LAVA)
    seeing = [player for player in owners if square in position.seen(player)]
    if seeing:
        parts.append(picture_text("seen", players=", ".join(seeing)))
    return Localized.joined(parts, ", ")


def _circle_label(number: int, standing: Mapping[str, list[str]]) -> Localized:
    circle = LAYOUT.circles[number]
    key = "start" if number == 0 else "inner" if number < LAYOUT.lap else "outer"
    parts = [Localized.same(f"p{number}"), picture_text(key)]
    there = standing.get(f"p{number}")
    if there:
        parts.append(picture_text("here", players=", ".join(there)))
    lines = sorted(lines_of(number))
    parts.append(
        picture_text("sees", lines=", ".join(name for name, _ in lines)) if circle.sees else picture_text("blind")
    )
    return Localized.joined(parts, ", ")


# ---- the picture -----------------------------------------------------------------------------------------------------


def _ground(position: Any, layout: Layout, pen: Pen) -> str:
    out = [crater.ground(pen, layout.box[1]), crater.trail(pen), crater.sights(position, pen), crater.circles()]
    out += [_frame(line) for line in position.lines]
    if isinstance(position, Scene) and not position.erupts:
        out.append(_frame(position.counted))
    out.append(_reserve(position, pen))
    return f'<g text-anchor="middle" font-weight="700">{"".join(out)}</g>'


def _frame(line: tuple[str, ...]) -> str:
    """Draw a frame round a line that may be scored next or is being scored."""
    (x0, y0), (x1, y1) = middle(place(line[0])), middle(place(line[-1]))
    inside = SIDE / 2 - 2
    x, y = min(x0, x1) - inside, min(y0, y1) - inside
    return area("may", x, y, abs(x1 - x0) + 2 * inside, abs(y1 - y0) + 2 * inside, 14)


def _line_numbers(position: Any) -> str:
    """Draw the number of each line to choose, at an end that the other lines leave free."""
    out, taken = "", set()
    for number, line in enumerate(position.lines, 1):
        others = {square for other in position.lines if other != line for square in other}
        square = next((one for one in (line[0], line[-1]) if one not in others and one not in taken), line[0])
        taken.add(square)
        x, y = middle(place(square))
        out += badge(str(number), x + 25, y - 25, "he-choice")
    return out


def _reserve(position: Any, pen: Pen) -> str:
    """Draw the lava blocks still to come, in the corner beside the path."""
    out = ""
    for at, worth in enumerate((0, 1)):
        left = sum(block[1] == str(worth) for block in position.lava)
        if pen.plain:
            out += f'<text class="he-name" x="43" y="{37 + 30 * at}" font-size="18">L{worth} ×{left}</text>'
            continue
        block = f'<g class="he-lava" transform="scale(.8)">{pen.use(f"l{worth}")}</g>'
        words = f'<text class="name" x="40" y="-1" font-size="18">×{left}</text>'
        out += f'<g transform="translate({MARGIN + 24} {MARGIN + 29 + 30 * at})">{block}{words}</g>'
    return out


def _pieces(position: Any, rules: Any, layout: Layout, pen: Pen) -> str:
    out = ""
    erupting = position.erupts if isinstance(position, Scene) else ""
    for square, stones in sorted(position.stacks.items(), key=lambda item: (item[0] == erupting, item[0])):
        x, y = middle(place(square))
        inner = pen.use("burst") if square == erupting else ""
        for at, piece in enumerate(stones):
            seen = piece[0] != LAVA and square in position.seen(piece[0])
            high = -12 if square == erupting and piece[0] != LAVA else 8
            inner += stone(piece, (at - 0.5) * SLOT, high, pen, f' data-piece="{piece}@{square}:{at}"', seen=seen)
        out += f'<g data-stack="{square}" data-seen="" transform="translate({n(x)} {n(y)})">{inner}</g>'
    out += crater.names()
    there = players_by_circle(position)
    for name, players in there.items():
        x, y = middle(LAYOUT.circles[int(name[1:])].at)
        inner = ""
        for at, player in enumerate(players):
            across = (at - (len(players) - 1) / 2) * 18
            lap = LAYOUT.circle_name(position.at(player)).partition("+")[2]
            more = f'<text class="he-lap" x="14" y="-9" font-size="13">+{lap}</text>' if lap else ""
            figure = volcanoes.figure(player, pen, more)
            inner += f'<g class="p{player}" data-piece="v{player}" transform="translate({n(across)} -2)">{figure}</g>'
        out += f'<g data-stack="{name}" data-seen="" transform="translate({n(x)} {n(y)})">{inner}</g>'
    out += _scoring(position) if isinstance(position, Scene) else _line_numbers(position)
    return f'<g text-anchor="middle" font-weight="700">{out}{supplies.draw(position, rules, layout.cells, pen)}</g>'


def _scoring(scene: Scene) -> str:
    """Draw the numbers of a scoring: grooves of each square and their sum, then how far the players advance."""
    if scene.erupts:
        return ""
    out = ""
    if not scene.gains:
        for square in scene.counted:
            x, y = middle(place(square))
            out += badge(str(grooves(scene.stacks[square])), x, y - 26)
        (x, y), (fx, fy) = middle(place(scene.counted[-1])), middle(place(scene.counted[0]))
        shift = SIDE / 2 + 10
        out += badge(f"= {scene.total}", x + (shift if y == fy else 0), y + (shift if x == fx else 0), "he-choice")
    there = players_by_circle(scene)
    gains = dict(scene.gains)
    for players in there.values():
        running = [player for player in players if player in gains]
        for at, player in enumerate(running):
            x, y = middle(LAYOUT.circle(scene.at(player)).at)
            across = 38 * (at - (len(running) - 1) / 2)
            kind = "he-choice" if player == scene.gains[-1][0] else "he-sum"
            out += badge(f"+{gains[player]}", x + across, y - 30, kind)
    return out


class _Hekla(Drawing):
    def layout(self, position: Any, rules: Any) -> Layout:
        cells = {}
        for square in LAYOUT.squares:
            (x, y), (row, col) = middle(place(square)), place(square)
            at = x - SIDE / 2, y - SIDE / 2
            cells[square] = Cell(square, *at, SIDE, SIDE, row, col, _square_label(square, position))
        there = players_by_circle(position)
        for number, circle in enumerate(LAYOUT.circles):
            (x, y), (row, col) = middle(circle.at), circle.at
            name, wide = f"p{number}", 2 * ROUND + 6
            label = _circle_label(number, there)
            cells[name] = Cell(name, x - wide / 2, y - wide / 2, wide, wide, row, col, label)
        width, high = crater.box()
        return Layout((width, high + supplies.height(rules.players)), cells | supplies.cells(position, rules))

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        symbols = crater.definitions(pen) + pen.define(art.symbols("hekla"))
        return symbols, _ground(position, layout, pen), _pieces(position, rules, layout, pen)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        sentences: list[Localized] = []
        for player in rules.letters:
            mine = ", ".join(stone for stone in position.hand if stone[0] == player)
            circle = LAYOUT.circle_name(position.at(player))
            sentences.append(picture_text("supply" if mine else "bare", player=player, circle=circle, pieces=mine))
        sentences.append(picture_text("reserve", count=len(position.lava)))
        return Localized.joined(sentences)

    def path(self, move: Any) -> tuple[str, ...]:
        if not move.target:
            return ()
        if not move.is_back:
            return (move.origin or move.piece, move.target)
        start, end = circle_of(move.origin), circle_of(move.target)
        return (start, end) if start != end else ()  # going back a whole lap is a button

    def trail(self, move: Any) -> tuple[str, ...]:
        return self.path(move) if move.origin else ()

    def plays_on_target(self, game: Any, move: Any) -> bool:
        return bool(move.piece) and not move.origin

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        position, first, last = game.position, path[0], path[-1]
        own = LAYOUT.circle_name(position.at(game.turn)) if game.turn else "p0"
        if "p" in (first[0], last[0]):  # a circle: pointing at one means the player's own vulcanologist
            return (f"{first if len(path) > 1 else own}-{last}",)
        if first[0] in PLAYERS:  # from a supply
            return (f"{first}@{last if len(path) > 1 else next(iter(LAYOUT.squares))}",)
        stones = position.stacks.get(first, ())
        mine = sorted(stones, key=lambda stone: stone[0] != game.turn)
        if len(path) > 1:
            return tuple(f"{stone}@{first}-{last}" for stone in mine)
        hand = [stone for stone in position.hand if stone[0] == game.turn]
        moving = [f"{stone}@{first}-{near}" for stone in mine for near in LAYOUT.near[first]]
        if mine and mine[0][0] == game.turn:
            return tuple(moving)
        placing = [f"{stone}@{first}" for stone in hand or [f"{game.turn or 'A'}0"]]
        # Pointing at a square with nothing but lava means placing a volcano, if there is one left.
        return (*placing, *moving) if hand and all(stone[0] == LAVA for stone in stones) else (*moving, *placing)

    def button_label(self, game: Any, move: Any) -> Localized:
        if move.is_pass:
            return ui_text("move-pass")
        if move.line:
            number = game.position.lines.index(move.line) + 1
            return picture_text("line", number=number, line=", ".join(move.line))
        if move.is_back:
            return picture_text("back", target=move.target)
        if move.origin:
            return picture_text("move", piece=move.piece, origin=move.origin, target=move.target)
        return picture_text("place", piece=move.piece, target=move.target)

    def frames(self, game: Any) -> tuple[Any, ...]:
        return scenes_of(game)

    def captions(self, game: Any) -> tuple[Localized, ...]:
        return tuple(scene.words for scene in scenes_of(game))


DRAWING = _Hekla()
KINDS: tuple[type, ...] = (Game, Position)
