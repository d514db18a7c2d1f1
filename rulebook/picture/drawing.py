"""The base class of a game's drawing: its cells, its picture, what pointing at a cell means, and what is secret.

Each `rulebook.games.<game>.drawing` defines `DRAWING`, an instance of `Drawing`, and `KINDS`, the classes of the game
and its positions. `svg.draw` turns them into pictures; `boards/table.py` and `boards/view.py` use the rest.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, cast

from hedgekit.games import ADDED
from hedgekit.renamed import adopt_former_names, keep_former_names

from ..stage.localized import Localized, ui_text
from .art import games
from .fields import CellView, FlickView, MarksView, SlideView
from .pen import Pen


@dataclass(frozen=True)
class Cell:
    """A place to point at: its rectangle in the picture, its row and column, its label."""

    id: str
    x: float
    y: float
    w: float
    h: float
    row: int
    col: int
    label: Localized
    round: bool = False
    span: int = 1  # rows and columns it covers, from row and col on

    def inset(self, margin: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the cell without a margin."""
        return self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin

    def view(self) -> CellView:
        """Return the cell as boards in the browser get it."""
        return cast("CellView", {**vars(self)})


Room = tuple[float, float, float, float]
"""How far a picture reaches left of, above, right of and below the upper left corner of its first cell."""


@dataclass(frozen=True)
class Layout:
    """The size of the picture (in units of its viewBox) and its cells, by id.

    `shift` moves everything right and down. Pictures of one board under different rules are padded with it, so that
    they have one size and their squares do not jump.
    """

    box: tuple[float, float]
    cells: Mapping[str, Cell] = field(default_factory=dict)
    shift: tuple[float, float] = (0.0, 0.0)

    def with_room_for(self, others: Iterable[Room], own: Room) -> "Layout":
        """Return this layout padded to leave room for the others as well; `own` is the room it needs itself."""
        left, top, right, bottom = (max(sides) for sides in zip(own, *others, strict=True))
        return replace(self, box=(left + right, top + bottom), shift=(left - own[0], top - own[1]))

    def views(self) -> list[CellView]:
        """Return the cells as boards in the browser get them."""
        x, y = self.shift
        return [replace(cell, x=cell.x + x, y=cell.y + y).view() for cell in self.cells.values()]


def centre(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell."""
    return cell.x + cell.w / 2, cell.y + cell.h / 2


_FORMER = {
    "aims": "plays_on_target", "causes": "blocking_cells", "flicks": "flick_view", "hidden": "hidden_fields",
    "listed": "offered_moves", "marks": "mark_labels", "names": "cell_ids", "paths": "slide_view",
    "quick": "plays_on_origin", "repaints": "recolourable", "says": "button_label", "seen_by": "known_to",
    "steps": "captions", "story": "frames", "text": "visible_text", "throw": "chance_device", "turns": "turns_upright",
}  # fmt: skip


class Drawing:
    """How a game is drawn and pointed at. `position` is a position of the game, `rules` its rule set.

    `eyes` are the letters of the players looking at the picture, who see only their own secrets.
    """

    turns_upright: ClassVar[bool] = False
    """Whether the board is turned upright on a narrow page."""
    recolourable: ClassVar[bool] = True
    """Whether players may choose their colours; not where the words of the game name them."""

    def __init_subclass__(cls) -> None:
        adopt_former_names(cls, _FORMER, 4)

    def layout(self, position: Any, rules: Any) -> Layout:
        """Return the size of the picture and its cells, labelled in every language."""
        raise NotImplementedError

    def room(self, rules: Any) -> Room | None:
        """Return the room that pictures need under these rules; None if all rules need the same."""
        return None

    def cell_ids(self, position: Any, rules: Any) -> Collection[str]:
        """Return the ids of the cells without making their labels, which is slow."""
        return self.layout(position, rules).cells.keys()

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """Return markup: definitions, ground, pieces. Arrows are drawn between ground and pieces, marks on top."""
        raise NotImplementedError

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        """Return a sentence about what lies beside the board (hands, pieces home), "" for nothing."""
        return Localized.same("")

    def offered_moves(self, game: Any) -> Sequence[Any]:
        """Return the legal moves that a board offers: all of them, unless there are too many to list."""
        return game.moves()  # type: ignore[no-any-return]

    def path(self, move: Any) -> tuple[str, ...]:
        """Return the cells of a move, in order; () for a move played with a button."""
        return cells_in(str(move))

    def trail(self, move: Any) -> tuple[str, ...]:
        """Return the cells joined by an arrow that shows what the move did; () for no arrow."""
        return self.path(move)

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return the texts of the moves that pointing at these cells may mean, likeliest first."""
        return (f"{path[0]}-{path[-1]}",) if len(path) > 1 else path

    def plays_on_origin(self, game: Any, move: Any) -> bool:
        """Return whether pointing at its first cell plays this move, if no other move begins there."""
        return False

    def plays_on_target(self, game: Any, move: Any) -> bool:
        """Return whether pointing at its last cell plays this move, without choosing its first cell before."""
        return False

    def button_label(self, game: Any, move: Any) -> Localized:
        """Return the label of a button that plays this move."""
        return Localized.same(str(move))

    def mark_labels(self, game: Any) -> MarksView:
        """Return what marked cells are called: where a move may begin (`may`) and where it may lead (`to`)."""
        return {"may": ui_text("can-move"), "to": ui_text("can-go")}

    def chance_device(self, game: Any) -> str:
        """Return what decides by chance: `die`, `sum` (several dice), `lot`, `card`, `cards` (a shuffle) or ""."""
        return "die" if game.CHANCE else ""

    def frames(self, game: Any) -> tuple[Any, ...]:
        """Return positions to show in turn between the last move and the present position."""
        return ()

    def captions(self, game: Any) -> tuple[Localized, ...]:
        """Return a sentence for each of `frames`."""
        return ()

    def blocking_cells(self, refusal: Any) -> tuple[str, ...]:
        """Return the cells because of which a move was refused."""
        return tuple(refusal.squares)

    def flick_view(self, game: Any) -> FlickView | None:
        """Return what a board needs for aiming a flick; None where nothing is flicked."""
        return None

    def slide_view(self, game: Any) -> SlideView | None:
        """Return the paths of the discs in the last move; None where none slid."""
        return None

    def hidden_fields(self, position: Any, eyes: str) -> tuple[str, ...]:
        """Return the names of the fields in the position's text that these players must not see."""
        return ()

    def known_to(self, game: Any) -> str | None:
        """Return the players who may know what is decided at the present step; None for everybody, "" for nobody."""
        return None

    def visible_text(self, position: Any, eyes: str = "") -> str:
        """Return the text of a position without what these players must not see."""
        return str(position)


keep_former_names(Drawing, _FORMER)


def cells_in(text: str) -> tuple[str, ...]:
    """Return the cells named in the text of a move, in order."""
    return tuple(re.findall(r"(?<![A-Z0-9])[a-z][0-9]{1,2}(?![0-9])", text))


@cache
def drawings() -> Mapping[type, Drawing]:
    """Return the drawing of each class of games and positions."""
    places = {name: "hedgekit" if name in ADDED else "rulebook" for name in games()}
    modules = [import_module(f"{place}.games.{name}.drawing") for name, place in places.items()]
    return {kind: module.DRAWING for module in modules for kind in module.KINDS}


def drawing_of(thing: object) -> Drawing:
    """Return the drawing for a game or position; TypeError if there is none."""
    found = next((drawings()[kind] for kind in type(thing).__mro__ if kind in drawings()), None)
    if found is None:
        raise TypeError(f"A board shows a game such as hedgekit.Game(), not {type(thing).__name__}.")
    return found
