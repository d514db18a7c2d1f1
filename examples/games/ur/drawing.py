"""How the board of Ur is drawn: twenty squares in three rows, hands and homes beside them."""

from typing import Any

from hedgekit.games.ur.game import LONG, MIDDLE, ROSETTES, Game, Position, place

from rulebook.picture.drawing import Cell, Drawing, Layout, centre
from rulebook.picture.pen import Pen, area, star
from rulebook.stage.localized import Localized, picture_texts, ui_text

KINDS = (Game, Position)
SIDE, MARGIN = 60, 12
BOX = (8 * SIDE + 2 * MARGIN, 5 * SIDE + 2 * MARGIN)
picture_text = picture_texts("ur")


def grid() -> dict[str, tuple[int, int, int]]:
    """Place -> row, column and columns that it takes up."""
    found = {f"m{step}": (2, step - 5, 1) for step in MIDDLE}
    for player, row in (("A", 3), ("B", 1)):
        for step in range(1, LONG):
            if step not in MIDDLE:
                found[place(player, step)] = (row, 4 - step if step < 5 else 20 - step, 1)
        found[place(player, 0)] = (row + (1 if player == "A" else -1), 0, 5)
        found[place(player, LONG)] = (row + (1 if player == "A" else -1), 5, 3)
    return found


def _label(at: str, position: Any) -> Localized:
    player, step = at[0].upper(), int(at[1:])
    if step in (0, LONG):
        held = position.hand if step == 0 else position.home
        return picture_text("hand" if step == 0 else "home", player=player, count=held.get(player, 0))
    owner = position.pieces.get(at)
    said = [Localized.same(at), picture_text("rosette")] if step in ROSETTES else [Localized.same(at)]
    return Localized.joined([*said, picture_text("piece", player=owner) if owner else ui_text("cell-empty")], ", ")


class UrDrawing(Drawing):
    """The board of Ur."""

    def layout(self, position: Any, rules: Any) -> Layout:
        """Return twenty squares, and beside them hands and homes."""
        cells = {
            at: Cell(at, MARGIN + SIDE * col, MARGIN + SIDE * row, SIDE * wide, SIDE, row, col, _label(at, position))
            for at, (row, col, wide) in grid().items()
        }
        return Layout(BOX, cells)

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """Draw squares, rosettes and pieces."""
        ground, pieces = [area("ground", 0, 0, *BOX, 16)], []
        for at, cell in layout.cells.items():
            player, step = at[0].upper(), int(at[1:])
            (x, y), beside = centre(cell), step in (0, LONG)
            kind = "turn" if beside and player == position.turn else "tray" if beside else "s2" if step % 2 else "s"
            ground.append(area(kind, cell.x + 2, cell.y + 2, cell.w - 4, cell.h - 4, 8))
            if step in ROSETTES:
                ground.append(pen.at(x, y, star(1.8)))
            held = (position.hand if step == 0 else position.home).get(player, 0) if beside else 0
            drawn = [pen.disc(player, f"{at}:{n}", cell.x + 28 + (cell.w - 56) / 6 * n, y) for n in range(held)]
            if at in position.pieces:
                drawn = [pen.disc(position.pieces[at], at, x, y)]
            pieces.append(f'<g data-stack="{at}" data-seen="">{"".join(drawn)}</g>')
        return "", "".join(ground), "".join(pieces)

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        """Say how many pieces are before and after the way."""
        counts = [(one, position.hand.get(one, 0), position.home.get(one, 0)) for one in "AB"]
        return Localized.joined(
            [picture_text("counts", player=one, hand=hand, home=home) for one, hand, home in counts]
        )

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        """Read a place alone as the piece there moved by the number."""
        origin, number = path[0], game.position.number or 1
        step = min(int(origin[1:]) + number, LONG)
        player = game.turn if origin[0] == "m" else origin[0].upper()
        return (f"{origin}-{path[-1] if len(path) > 1 else place(player or 'A', step)}",)

    def plays_on_origin(self, game: Any, move: Any) -> bool:
        """Play a piece at once when it is pointed at: the number decides where it goes."""
        return True

    def button_label(self, game: Any, move: Any) -> Localized:
        """Say what a button plays."""
        if move.number is not None:
            return ui_text("move-roll", number=move.number)
        return ui_text("move-pass") if move.is_pass else ui_text("move-move", origin=move.origin, target=move.target)

    def chance_device(self, game: Any) -> str:
        """Throw several dice, whose sum is shown."""
        return "sum"


DRAWING = UrDrawing()
