"""A player at a board who looks ahead, or is asked for advice: his search in the making.

It is made in the reader's browser where the page offers to (`stage/thinking.py`), else here, a slice for every message:
either way the board can be used meanwhile, and who does something else has stopped it.
"""

import random
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Literal

from hedgekit.games.race.rulesets import wasm
from hedgekit.players.searching import Search
from hedgekit.players.strength import Weighed

from ..stage.counting import Refused
from ..stage.thinking import QuestionView, believed, question
from .analysing import is_secret
from .fields import ThinkingView

HERE, PARTS = "page", "parts"
"""Who searches, as a page asks for it: its own browser, or Python, a slice for every message."""
SLICE = 0.04  # seconds of a search that a message asks for

What = Literal["step", "hint"]


class Pondering:
    """A search about the position of a table.

    what: a player's move, or advice; player: who looks ahead; by: HERE or PARTS; known: keys of data that the page has.
    """

    def __init__(self, table: Any, what: What, player: Any, by: str, known: Sequence[str]) -> None:
        self.what, self._player = what, player
        self.number = random.getrandbits(48)  # an answer may come when there is another
        self._table, self._stands = table.game, _stands(table)
        self._game = table.game.copy()
        self._search: Search | None = None
        self._part, self._refused = 0.0, False
        # What is hidden stays on the server; a Python of the reader's own is his anyway.
        mine = by == HERE and (wasm.IN_BROWSER or not is_secret(table))
        self._question: QuestionView | None = question(self._game, player.skill, player.draw(), known) if mine else None
        self.is_asked = self._question is not None

    def fits(self, table: Any) -> bool:
        """Is it still about what is on the table?"""
        return table.game is self._table and _stands(table) == self._stands

    def go_on(self) -> list[Weighed] | None:
        """Search on a little, here: what was found, once it is done."""
        self._question = None
        if self._search is None:
            self._search = self._player.weighing(self._game)
        end = perf_counter() + SLICE
        try:
            while True:  # at least once, whatever a slice is: it comes to an end
                self._part = next(self._search)
                if perf_counter() >= end:
                    return None
        except StopIteration as found:
            return found.value  # type: ignore[no-any-return]

    def take(self, found: Sequence[Sequence[int]]) -> list[Weighed] | None:
        """What a browser found; None if it cannot be, and then this Python searches."""
        try:
            return believed(self._game, found) if self.is_asked else None
        except Refused:
            self._refused = True
            return self.go_on()

    def view(self) -> ThinkingView:
        """What the board shows of it, and does."""
        return {
            "number": self.number,
            "what": self.what,
            "part": round(self._part, 2),
            "question": self._question,
            "refused": self._refused,
        }


def _stands(table: Any) -> tuple[object, ...]:
    return table.game.ply, str(table.game), tuple(table.seats)
