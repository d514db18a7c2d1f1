"""The fields of what a drawing tells a board besides its picture."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from ..stage.localized import Localized

Point = Sequence[float]


class CellView(TypedDict):
    """A place one can point at."""

    id: Annotated[str, "its name in moves and positions"]
    x: Annotated[float, "left edge in the unturned picture, in units of its viewBox, as y, w and h"]
    y: Annotated[float, "upper edge"]
    w: Annotated[float, "width"]
    h: Annotated[float, "height"]
    row: Annotated[int, "row of the grid that arrow keys walk"]
    col: Annotated[int, "column of that grid"]
    label: Annotated[Localized, "what it is called and what stands there"]
    round: Annotated[bool, "is it drawn round?"]
    span: Annotated[int, "rows and columns of the grid that it takes up"]


class MarksView(TypedDict):
    """What cells are called that moves begin at or lead to."""

    may: Annotated[Localized, "a cell at which a move may begin"]
    to: Annotated[Localized, "a cell to which one may lead"]


class FlickView(TypedDict):
    """What a reader needs to aim a flick."""

    pieces: Annotated[Mapping[str, str], "cell -> the disc that pointing there takes up"]
    discs: Annotated[Mapping[str, Point], "where the others lie, in units of the table"]
    size: Annotated[Sequence[float], "width and height of the table"]
    origin: Annotated[Point, "its corner on the picture, y upwards"]
    unit: Annotated[float, "of the picture, to one of the table"]
    disc: Annotated[float, "diameter"]
    slide: Annotated[float, "how far the hardest flick goes"]


class SlideView(TypedDict):
    """How discs went in the last move."""

    step: Annotated[float, "milliseconds from point to point"]
    pieces: Annotated[Mapping[str, Sequence[Point]], "disc -> points of the picture"]
    back: NotRequired[Annotated[bool, "was the move put back?"]]
