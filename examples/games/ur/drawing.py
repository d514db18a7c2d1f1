"""The board of Ur: twenty squares in three rows, with hands and homes beside them."""

from typing import Any

from hedgekit.games.ur.game import HOME, ROSETTES, SHARED, Game, Position, place, step_of

from rulebook.picture.drawing import Cell, Drawing, Layout, centre
from rulebook.picture.pen import Pen, area, star
from rulebook.stage.localized import Localized, picture_texts, ui_text

KINDS = (Game, Position)
SIDE, MARGIN = 60, 12
BOX = (8 * SIDE + 2 * MARGIN, 5 * SIDE + 2 * MARGIN)
picture_text = picture_texts("ur")


def grid() -> dict[str, tuple[int, int, int]]:
    """Return place -> row, column, and number of columns it covers."""
    found = {f"m{step}": (2, step - 5, 1) for step in SHARED}
    for player, row, outer_row in (("A", 3, 4), ("B", 1, 0)):
        for step in range(1, HOME):
            if step not in SHARED:
                found[place(player, step)] = (row, 4 - step if step < 5 else 20 - step, 1)
        found[place(player, 0)] = (outer_row, 0, 5)
        found[place(player, HOME)] = (outer_row, 5, 3)
    return found


def _label(at: str, position: Any) -> Localized:
    player, step = at[0].upper(), step_of(at)
    if step == 0:
        return picture_text("hand", player=player, count=position.hand.get(player, 0))
    if step == HOME:
        return picture_text("home", player=player, count=position.home.get(player, 0))
    owner = position.pieces.get(at)
    parts = [Localized.same(at)]
    if step in ROSETTES:
        parts.append(picture_text("rosette"))
    parts.append(picture_text("piece", player=owner) if owner else ui_text("cell-empty"))
    return Localized.joined(parts, ", ")


class UrDrawing(Drawing):
    """The board of Ur."""

    def layout(self, position: Any, rules: Any) -> Layout:
        """Return a cell for each of the twenty squares, hands and homes."""
        cells = {
            at: Cell(at, MARGIN + SIDE * col, MARGIN + SIDE * row, SIDE * wide, SIDE, row, col, _label(at, position))
            for at, (row, col, wide) in grid().items()
        }
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """Draw squares, rosettes and pieces."""
        ground, pieces = [area("ground", 0, 0, *BOX, 16)], []
        for at, cell in layout.cells.items():
            player, step = at[0].upper(), step_of(at)
            x, y = centre(cell)
            kind, discs = "s2" if step % 2 else "s", []
            if step in (0, HOME):
                kind = "turn" if player == position.turn else "tray"
                count = (position.home if step else position.hand).get(player, 0)
                discs = [pen.disc(player, f"{at}:{n}", cell.x + 28 + (cell.w - 56) / 6 * n, y) for n in range(count)]
            elif at in position.pieces:
                discs = [pen.disc(position.pieces[at], at, x, y)]
            ground.append(area(kind, *cell.inset(2), 8))
            if step in ROSETTES:
                ground.append(pen.at(x, y, star(1.8)))
            pieces.append(f'<g data-stack="{at}" data-seen="">{"".join(discs)}</g>')
        return "", "".join(ground), "".join(pieces)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        """Return the number of pieces in hand and at home."""
        hand, home = position.hand, position.home
        return Localized.joined(
            [
                picture_text("counts", player=player, hand=hand.get(player, 0), home=home.get(player, 0))
                for player in "AB"
            ]
        )

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return the move from the first place to the last; from a single place, the move by the number thrown."""
        origin = path[0]
        if len(path) > 1:
            return (f"{origin}-{path[-1]}",)
        player = game.turn if origin[0] == "m" else origin[0].upper()
        step = min(step_of(origin) + (game.position.number or 1), HOME)
        return (f"{origin}-{place(player or 'A', step)}",)

    def plays_on_origin(self, game: Any, move: Any) -> bool:
        """Return True: the number decides where a piece goes, so pointing at it is enough."""
        return True

    def button_label(self, game: Any, move: Any) -> Localized:
        """Return the label of a throw, a pass or a move."""
        if move.number is not None:
            return ui_text("move-roll", number=move.number)
        return ui_text("move-pass") if move.is_pass else ui_text("move-move", origin=move.origin, target=move.target)

    def chance_device(self, game: Any) -> str:
        """Return `sum`: the throw is the sum of several dice."""
        return "sum"


DRAWING = UrDrawing()
