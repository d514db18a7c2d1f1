"""The sheet with the picture of all pairs of variants: which go together, and why not."""

from hedgekit import VARIANTS

from ..boards.sheet import Sheet, sheet_code
from ..text import words
from .fields import PairsSheetData
from .selection import CELL, EDGE, NUMBERS, SIDE, all_pairs, pairs_picture
from .words import both, link


def _known() -> PairsSheetData:
    return {
        "variants": {str(n): {"title": words.of_variant(n, "title"), "link": link(n)} for n in (0, *NUMBERS)},
        "pairs": all_pairs(),
        "picture": pairs_picture(""),  # the sheet names it in the reader's language
        "geometry": {"cell": CELL, "edge": EDGE, "side": SIDE + 2},
    }


class Pairs(Sheet):
    """All pairs of variants."""

    CODES = (sheet_code("pairs", __file__, alone=True),)

    def __init__(self) -> None:
        super().__init__(_known())

    def picture(self, plain: bool = False) -> str:
        """Return all pairs as an SVG document."""
        return pairs_picture(" / ".join(both("pairs.picture").values()))

    def __repr__(self) -> str:
        return f"Pairs({len(VARIANTS) - 1} variants)"
