"""The sheet with the authors' table, which readers sort and filter, and our measurements."""

from collections.abc import Mapping
from typing import Any

from hedgekit import VARIANTS
from hedgekit.games.race.variants import Variant

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..measuring.claims import MEASURED_PLAYERS, rows, sentences
from ..measuring.terms import UNTESTED
from ..text import words
from .fields import BarsView, ChooseData, RowData


def _data() -> ChooseData:
    return {
        "families": {name: words.family(name) for name in words.CHAPTERS},
        "rows": [_row(n, variant) for n, variant in VARIANTS.items() if variant.family in words.CHAPTERS],
    }


def _row(n: int, variant: Variant) -> RowData:
    measured = rows().get(n)
    return {
        "number": n, "title": words.of_variant(n, "title"), "link": words.link(n), "family": variant.family,
        "advised": list(variant.advised), "bracketed": list(variant.bracketed), "duration": variant.duration,
        "tactic": variant.tactic,
        "material": words.of_variant(n, "material").each(lambda text: text[:1].upper() + text[1:]) or None,
        "bars": _bars(measured) if measured else [], "verdicts": measured["verdicts"] if measured else {},
        "sentences": {lang: list(sentences(measured, lang)) for lang in words.LANGUAGES} if measured else None,
    }  # fmt: skip


def _bars(measured: Mapping[str, Any]) -> list[BarsView]:
    """Return the numbers behind each verdict, the base game's first: turns per game, games won in a hundred."""
    length, gap = measured["length"][MEASURED_PLAYERS[-1]], measured["gap"]
    values = {"length": (length["base"], length["value"]), "tactics": (100 * gap["base"], 100 * gap["value"])}
    return [
        {"measure": what, "values": list(values[what]), "word": verdict}
        for what, verdict in measured["verdicts"].items()
        if verdict != UNTESTED
    ]


class Choosing(Sheet):
    """The authors' table."""

    CODES = (sheet_code("choose", __file__), board.CODE)

    def __init__(self) -> None:
        super().__init__(_data())

    def __repr__(self) -> str:
        return f"Choosing({len(self.data['rows'])} rows)"
