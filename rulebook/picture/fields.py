"""What a drawing sends a board in the browser besides its picture."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from ..stage.localized import Localized

Point = Sequence[float]


class CellView(TypedDict):
    """A place to point at."""

    id: Annotated[str, "name in moves and positions"]
    x: Annotated[float, "left edge in the unturned picture, in units of its viewBox, like y, w and h"]
    y: Annotated[float, "upper edge"]
    w: Annotated[float, "width"]
    h: Annotated[float, "height"]
    row: Annotated[int, "row of the grid for arrow keys"]
    col: Annotated[int, "column of that grid"]
    label: Annotated[Localized, "name and contents"]
    round: Annotated[bool, "whether it is drawn round"]
    span: Annotated[int, "rows and columns it covers"]


class MarksView(TypedDict):
    """What marked cells are called."""

    may: Annotated[Localized, "a cell where a move may begin"]
    to: Annotated[Localized, "a cell where a move may lead"]


class FlickView(TypedDict):
    """What a board needs for aiming a flick."""

    pieces: Annotated[Mapping[str, str], "cell -> the disc picked up by pointing there"]
    discs: Annotated[Mapping[str, Point], "positions of the other discs, in units of the table"]
    size: Annotated[Sequence[float], "width and height of the table"]
    origin: Annotated[Point, "the table's origin in the picture; y points up"]
    unit: Annotated[float, "units of the picture per unit of the table"]
    disc: Annotated[float, "diameter of a disc"]
    slide: Annotated[float, "reach of the hardest flick"]


class SlideView(TypedDict):
    """The paths of discs in the last move."""

    step: Annotated[float, "milliseconds between points"]
    pieces: Annotated[Mapping[str, Sequence[Point]], "disc -> points in the picture"]
    back: NotRequired[Annotated[bool, "whether the move was taken back"]]
