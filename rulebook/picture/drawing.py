"""The base class of a game's drawing: its cells, its picture, what pointing at a cell may mean, and what is secret.

The module `rulebook.games.<game>.drawing` has a `DRAWING`, which is a `Drawing`, and `KINDS`: the classes of its games
and positions. `svg.draw` makes pictures of what it says, `boards/table.py` and `boards/view.py` ask it the rest.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, cast

from hedgekit.games import ADDED

from ..stage.localized import Localized, ui_text
from .art import games
from .fields import CellView, FlickView, MarksView, SlideView
from .pen import Pen


@dataclass(frozen=True)
class Cell:
    """A place one can point at: where it is drawn, where it stands in the grid, what it is called and holds."""

    id: str
    x: float
    y: float
    w: float
    h: float
    row: int
    col: int
    label: Localized
    round: bool = False
    span: int = 1  # rows and columns of the grid that it takes up, from row and col on

    def inner(self, inset: float) -> tuple[float, float, float, float]:
        """Where it is but for a margin: x, y, width, height."""
        return self.x + inset, self.y + inset, self.w - 2 * inset, self.h - 2 * inset

    def view(self) -> CellView:
        """As a board shows it."""
        return cast("CellView", {**vars(self)})


Room = tuple[float, float, float, float]
"""How much of a picture lies left of, above, right of and below the upper left corner of its first cell."""


@dataclass(frozen=True)
class Layout:
    """The size of the picture (units of its viewBox) and its cells, by id.

    `shift` is how far everything is moved to the right and down: a board that is shown under other rules, too, which
    put less beside it, has the same size and the same place for its squares under both.
    """

    box: tuple[float, float]
    cells: Mapping[str, Cell] = field(default_factory=dict)
    shift: tuple[float, float] = (0.0, 0.0)

    def with_room_for(self, others: Iterable[Room], own: Room) -> "Layout":
        """The same layout in a picture that has room for the others, too; `own` is what this one needs."""
        left, top, right, bottom = (max(sides) for sides in zip(own, *others, strict=True))
        return replace(self, box=(left + right, top + bottom), shift=(left - own[0], top - own[1]))

    def views(self) -> list[CellView]:
        """Its cells as a board shows them."""
        x, y = self.shift
        return [replace(cell, x=cell.x + x, y=cell.y + y).view() for cell in self.cells.values()]


def centre(cell: Cell) -> tuple[float, float]:
    """The middle of a cell."""
    return cell.x + cell.w / 2, cell.y + cell.h / 2


class Drawing:
    """A game on a board. `position` is its position value, `rules` its rule set.

    `eyes`: the letters of those who look; what players keep from one another is for the eyes of its owner only.
    """

    turns: ClassVar[bool] = False
    """Is the board turned upright on a narrow page?"""
    repaints: ClassVar[bool] = True
    """May players choose their colours? Not where words name them."""

    def layout(self, position: Any, rules: Any) -> Layout:
        """Size and cells, with a label in every language."""
        raise NotImplementedError

    def room(self, rules: Any) -> Room | None:
        """Return the room that pictures need under these rules; None if all rules need the same."""
        return None

    def names(self, position: Any, rules: Any) -> Collection[str]:
        """Return the ids of the cells without their labels, which are slow to make."""
        return self.layout(position, rules).cells.keys()

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """(definitions, ground, pieces) as markup; arrows come between ground and pieces, marks above."""
        raise NotImplementedError

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Localized:
        """What stands beside the board (hands, pieces home), one sentence in every language; "" if nothing."""
        return Localized.same("")

    def listed(self, game: Any) -> Sequence[Any]:
        """The legal moves that a board offers: all of them, unless they are too many to be listed."""
        return game.moves()  # type: ignore[no-any-return]

    def path(self, move: Any) -> tuple[str, ...]:
        """The cells of a move, in order; () for one that is offered as a button."""
        return cells_in(str(move))

    def trail(self, move: Any) -> tuple[str, ...]:
        """The cells from which and to which an arrow shows what the move did; () for none."""
        return self.path(move)

    def attempts(self, game: Any, path: tuple[str, ...]) -> tuple[str, ...]:
        """Texts of the moves a reader may have meant by pointing at these cells, likeliest first."""
        return (f"{path[0]}-{path[-1]}",) if len(path) > 1 else path

    def quick(self, game: Any, move: Any) -> bool:
        """May pointing at the first cell of this move play it, if no other move begins there?"""
        return False

    def aims(self, game: Any, move: Any) -> bool:
        """May pointing at the last cell of this move play it, before any other has been chosen?"""
        return False

    def says(self, game: Any, move: Any) -> Localized:
        """What a button for this move says, in every language."""
        return Localized.same(str(move))

    def marks(self, game: Any) -> MarksView:
        """What a cell is called that a move may begin at (`may`), and one it may lead to (`to`)."""
        return {"may": ui_text("can-move"), "to": ui_text("can-go")}

    def throw(self, game: Any) -> str:
        """What decides by chance: `die`, `card`, `cards` (shuffled), `lot`, `sum` (of dice); "" where nothing does."""
        return "die" if game.CHANCE else ""

    def story(self, game: Any) -> tuple[Any, ...]:
        """Positions to be shown one after the other between the last move and the present one; () for none."""
        return ()

    def steps(self, game: Any) -> tuple[Localized, ...]:
        """Return a sentence for each position of the story."""
        return ()

    def causes(self, refusal: Any) -> tuple[str, ...]:
        """The cells that stand in the way of a refused move."""
        return tuple(refusal.squares)

    # ---- moves that are aimed ------------------------------------------------------------------------------------

    def flicks(self, game: Any) -> FlickView | None:
        """What a board needs to let a reader aim a flick; None where nothing is flicked."""
        return None

    def paths(self, game: Any) -> SlideView | None:
        """How discs went in the last move; None where they did not slide."""
        return None

    # ---- secrets -------------------------------------------------------------------------------------------------

    def hidden(self, position: Any, eyes: str) -> tuple[str, ...]:
        """The fields of the position's text that these eyes must not see."""
        return ()

    def seen_by(self, game: Any) -> str | None:
        """Who may know what is decided at the present step: None for everybody, "" for nobody."""
        return None

    def text(self, position: Any, eyes: str = "") -> str:
        """The text of a position for those who look at its picture."""
        return str(position)


def cells_in(text: str) -> tuple[str, ...]:
    """The cells that a move's text names, in order."""
    return tuple(re.findall(r"(?<![A-Z0-9])[a-z][0-9]{1,2}(?![0-9])", text))


@cache
def drawings() -> Mapping[type, Drawing]:
    """The drawing of every game, by the classes of its games and positions."""
    places = {name: "hedgekit" if name in ADDED else "rulebook" for name in games()}
    modules = [import_module(f"{place}.games.{name}.drawing") for name, place in places.items()]
    return {kind: module.DRAWING for module in modules for kind in module.KINDS}


def drawing_of(thing: object) -> Drawing:
    """The drawing for a game or position; TypeError if there is none."""
    found = next((drawings()[kind] for kind in type(thing).__mro__ if kind in drawings()), None)
    if found is None:
        raise TypeError(f"A board shows a game such as hedgekit.Game(), not {type(thing).__name__}.")
    return found
