"""What a game brings to lie on a board: its cells, its picture, what pointing may mean, and what is kept secret.

A game's module (one of `GAMES`) has a `DRAWING`, which is a `Drawing`, and `KINDS`: the classes of its games and of its
positions. `svg.draw` makes pictures of what it says, `table.py` and `view.py` ask it the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from .say import both

if TYPE_CHECKING:
    from .svg import Pen

GAMES = ("hedgehogs", "checkerboard", "horses", "hekla", "carrom")
"""The modules of the drawings."""

Words = Mapping[str, str]
"""{language: sentence}"""


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
    label: Words
    round: bool = False
    span: int = 1  # rows and columns of the grid that it takes up, from row and col on


@dataclass(frozen=True)
class Layout:
    """The size of the picture (units of its viewBox) and its cells, by id."""

    box: tuple[float, float]
    cells: Mapping[str, Cell] = field(default_factory=dict)


class Drawing:
    """A game on a board. `position` is its position value, `rules` its rule set.

    `eyes`: the letters of those who look; what players keep from one another is for the eyes of its owner only.
    """

    turns: ClassVar[bool] = False
    """Is the board turned upright on a narrow page?"""
    seat_colours: ClassVar[bool] = True
    """Do the players have the colours of `svg.PLAYER_COLOURS`?"""
    style: ClassVar[Mapping[str, str]] = {}
    """CSS selector -> declarations, with `@name` for the colour of that name."""
    light: ClassVar[Mapping[str, str]] = {}
    dark: ClassVar[Mapping[str, str]] = {}
    """Colours by name, beside those of `svg.LIGHT` and `svg.DARK`."""

    def layout(self, position: Any, rules: Any) -> Layout:
        """Size and cells, with a label in every language."""
        raise NotImplementedError

    def parts(self, position: Any, rules: Any, layout: Layout, pen: Pen) -> tuple[str, str, str]:
        """(definitions, ground, pieces) as markup; arrows come between ground and pieces, marks above."""
        raise NotImplementedError

    def summary(self, position: Any, rules: Any, eyes: str = "") -> Words:
        """What stands beside the board (hands, pieces home), one sentence in every language; "" if nothing."""
        return dict.fromkeys(both("cell-empty"), "")

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

    def says(self, game: Any, move: Any) -> Words:
        """What a button for this move says, in every language."""
        return dict.fromkeys(both("cell-empty"), str(move))

    def marks(self, game: Any) -> dict[str, Words]:
        """What a cell is called that a move may begin at (`may`), and one it may lead to (`to`)."""
        return {"may": both("can-move"), "to": both("can-go")}

    def throw(self, game: Any) -> str:
        """What decides by chance here: `die`, `card`, `cards` (to be shuffled), `lot`; "" where nothing ever does."""
        return "die"

    def story(self, game: Any) -> tuple[Any, ...]:
        """Positions to be shown one after the other between the last move and the present one; () for none."""
        return ()

    def steps(self, game: Any) -> tuple[Words, ...]:
        """What is said of each position of the story; the engine says the same, all in one, of the last move."""
        return ()

    def causes(self, refusal: Any) -> tuple[str, ...]:
        """The cells that stand in the way of a refused move."""
        return tuple(refusal.squares)

    # ---- moves that are aimed ------------------------------------------------------------------------------------

    def flicks(self, game: Any) -> dict[str, Any] | None:
        """What a board needs to let a reader aim a flick; None where nothing is flicked.

        pieces: cell -> the disc that pointing there takes up; discs: where the others lie, in units of the table;
        size: of the table; origin: its corner on the picture, y upwards; unit: of the picture, to one of the table;
        disc: the diameter; slide: how far the hardest flick goes.
        """
        return None

    def paths(self, game: Any) -> dict[str, Any] | None:
        """How discs went in the last move; None where they did not slide.

        step: milliseconds from point to point; pieces: disc -> points of the picture, from the first moment on.
        """
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
    return tuple(re.findall(r"(?<![A-Za-z0-9])[a-z][0-9]{1,2}(?![0-9])", text))


@cache
def drawings() -> Mapping[type, Drawing]:
    """The drawing of each class of games and positions."""
    found: dict[type, Drawing] = {}
    for name in GAMES:
        module = import_module(f".{name}", __package__)
        found |= dict.fromkeys(module.KINDS, module.DRAWING)
    return found


def drawing_of(thing: object) -> Drawing:
    """The drawing for a game or position; TypeError if there is none."""
    for kind in type(thing).__mro__:
        if kind in drawings():
            return drawings()[kind]
    raise TypeError(f"nothing draws a {type(thing).__name__}")
