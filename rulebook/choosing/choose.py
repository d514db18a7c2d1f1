"""Choosing: the authors' table, sorted and filtered, what our games say of it, and a short list for an evening."""

from typing import ClassVar

from hedgekit import VARIANTS
from hedgekit.variants import Variant

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..measuring.claims import sentences
from ..stage.messages import FLAG, Deed, Deeds, number, one_of
from ..text import words
from .advice import MINUTES, SEATS, TACTICS, Suggestion, Wish, length, rows, suggest
from .fields import ChooseData, ChooseView, RowData
from .words import CHAPTERS, family, link


def _known() -> ChooseData:
    """What the sheet knows from the start: a row for every variant."""
    return {
        "families": {name: family(name) for name in CHAPTERS},
        "rows": [_row(n, variant) for n, variant in VARIANTS.items()],
    }


def _row(n: int, variant: Variant) -> RowData:
    measured = rows().get(n)
    return {
        "number": n,
        "title": words.of_variant(n, "title"),
        "link": link(n),
        "family": variant.family,
        "advised": list(variant.advised),
        "bracketed": list(variant.bracketed),
        "duration": variant.duration,
        "tactic": variant.tactic,
        "material": words.of_variant(n, "material") or None,
        "length": None if (part := length(n)) is None else round(100 * part),
        "verdicts": measured["verdicts"] if measured else {},
        "said": {lang: list(sentences(measured, lang)) for lang in words.LANGUAGES} if measured else None,
    }


class Choosing(Sheet):
    """The authors' table, and a short list for a wish.  ValueError for wishes that are none."""

    CODES = (sheet_code("choose", __file__), board.CODE)

    def __init__(self, players: int = 4, minutes: int = 60, tactics: str = "any") -> None:
        self.wish = Wish(players, minutes, tactics)
        super().__init__(_known(), _shown(self.wish))

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The short list for the present wish."""
        return suggest(self.wish)

    def _suggest(self, players: int, minutes: int, tactics: str, box: bool) -> ChooseView:
        """Take another wish."""
        self.wish = Wish(players, minutes, tactics, box)
        return _shown(self.wish)

    DEEDS: ClassVar[Deeds] = {
        "suggest": Deed(_suggest, players=number(*SEATS), minutes=number(*MINUTES), tactics=one_of(TACTICS), box=FLAG),
    }

    def __repr__(self) -> str:
        wish = self.wish
        return f"Choosing({wish.players} players, {wish.minutes} minutes, tactics {wish.tactics})"


def _shown(wish: Wish) -> ChooseView:
    return {
        "wish": {"players": wish.players, "minutes": wish.minutes, "tactics": wish.tactics, "box": wish.box},
        "list": [{"number": one.number, "rules": one.rules, "reasons": list(one.reasons)} for one in suggest(wish)],
    }
