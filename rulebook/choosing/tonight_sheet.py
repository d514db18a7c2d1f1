"""The sheet that suggests three sets of variants for tonight, each with a reason, a rule sheet and a board."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..stage.messages import FLAG, Deed, Deeds, Unclear, number, one_of
from ..text import words
from . import rulepage
from .advice import EVENING, MINUTES, MOODS, SEATS, Suggestion, Wish, about, needed, suggest
from .fields import SetView, TonightData, TonightView
from .words import both

OPPONENT = "greedy"
ABOUT = 5  # minutes: nobody knows it better


class Tonight(Sheet):
    """The sheet of tonight.  ValueError for wishes that are none (advice.py)."""

    CODES = (sheet_code("tonight", __file__), board.CODE)

    def __init__(self, players: int, minutes: int, mood: str, box: bool) -> None:
        self.wish = Wish(players, minutes, mood, box)
        known: TonightData = {
            "seats": list(range(SEATS[0], SEATS[1] + 1)),
            "minutes": list(MINUTES),
            "moods": list(MOODS),
            "evening": EVENING,
        }
        super().__init__(known, self._shown())

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The sets for the present wish."""
        return suggest(self.wish)

    def _shown(self) -> TonightView:
        wish = self.wish
        return {
            "wish": {"players": wish.players, "minutes": wish.minutes, "mood": wish.mood, "box": wish.box},
            "sets": [_set(one) for one in self.suggestions],
            "page": "",
            "playing": "",
        }

    def _suggest(self, players: int, minutes: int, mood: str, box: bool) -> TonightView:
        """Take another wish."""
        if minutes not in MINUTES:
            raise Unclear
        self.wish = Wish(players, minutes, mood, box)
        return self._shown()

    def _chosen(self, which: int) -> Suggestion:
        if which >= len(self.suggestions):
            raise Unclear
        return self.suggestions[which]

    def _page(self, which: int) -> Mapping[str, Any]:
        """Write the rules of a set on a sheet."""
        return {"page": rulepage.page(self._chosen(which).rules)}

    def _play(self, which: int) -> Mapping[str, Any]:
        """Put a board for a set below."""
        rules = self._chosen(which).rules
        seats = ["reader"] + [OPPONENT] * (rules.players - 1)
        self.place("left", Table(rules=str(rules), seats=seats, name="tonight"))
        return {"playing": str(rules)}

    DEEDS: ClassVar[Deeds] = {
        "suggest": Deed(
            _suggest, players=number(*SEATS), minutes=number(MINUTES[0], EVENING), mood=one_of(tuple(MOODS)), box=FLAG
        ),
        "page": Deed(_page, which=number(0)),
        "play": Deed(_play, which=number(0)),
    }

    def __repr__(self) -> str:
        return f"Tonight({self.wish.players} players, {self.wish.minutes} minutes, {self.wish.mood})"


def _set(one: Suggestion) -> SetView:
    titles = [words.of_variant(number, "title") for number in one.rules.variants]
    about_minutes = ABOUT * max(1, round(one.minutes / ABOUT))
    return {
        "rules": str(one.rules),
        "key": "+".join(map(str, one.rules.variants)),
        "title": both("tonight.title", one=titles[0], two=titles[1]),
        "why": one.why,
        "minutes": about_minutes,
        "fits": one.fits,
        "needed": list(needed(one)),
        "about": list(about(one)),
    }
