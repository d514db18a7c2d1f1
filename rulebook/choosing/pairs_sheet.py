"""The sheet with the picture of all pairs of variants: which go together, and why not."""

from typing import Any

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
        super().__init__(_known(), {})

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # For whoever cannot show the widget: the picture.
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "image/svg+xml": pairs_picture(" / ".join(both("pairs.picture").values()))}, metadata

    def __repr__(self) -> str:
        return f"Pairs({len(VARIANTS) - 1} variants)"
