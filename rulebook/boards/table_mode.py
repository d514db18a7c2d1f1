"""Table mode: the book beside a real board, with the players' own dice and the score of the evening.

The browser keeps the game and loads it again as that of any board, with the games before it; what a link asks for comes
by `begin`.
"""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS

from ..stage.messages import Action, Actions, No, Unclear, number, text
from ..stage.say import both
from ..text import words
from . import board, scores
from .fields import AtTableData, AtTableView
from .sheet import Sheet, sheet_code
from .table import Table

NAME = "table"
SEATS = tuple(range(2, 10))


class _HedgehogTable(Table):
    """A table that keeps to the hedgehogs: the score beside it is that of a series of theirs."""

    def _replace(self, game: Any, seats: list[str], news: str, begun: bool = False) -> None:
        if not isinstance(game.rules, hedgekit.RuleSet):
            raise No(both("error-undrawn"))
        super()._replace(game, seats, news, begun)


class AtTable(Sheet):
    """The sheet of table mode.  `table`: the board's."""

    CODES = (sheet_code("attable", __file__, "attable", people=True), board.CODE)

    def __init__(self) -> None:
        known: AtTableData = {"seats": list(SEATS)}
        super().__init__(known)
        self._begin("0", 4)
        self.show()

    @property
    def table(self) -> Table:
        """The table on which the real game is followed."""
        return self.tables["left"]

    def answer(self, message: object, files: Any) -> None:
        """Follow a message; the board's messages change the score, too."""
        super().answer(message, files)
        if isinstance(message, Mapping) and message.get("do") == "board":
            self.show()

    def shown(self) -> AtTableView:
        """The score, points or else games won, and what is played."""
        game, games = self.table.game, self.table.games
        rules = game.rules
        so_far = scores.score(rules, (*games, scores.word_of(game)) if game.is_over else games)
        return {
            "rules": str(rules),
            "title": words.titles(rules.variants, rules.registry),
            "players": rules.players,
            "score": [{"player": PLAYERS[seat], "score": many} for seat, many in enumerate(so_far.scores)],
            "next": game.is_over and not so_far.is_over,
        }

    def _begin(self, rules: str, players: int) -> None:
        """A new game of a new series."""
        self.place("left", _HedgehogTable(hedgekit.Game(hedgekit.rules(rules, players=players)), name=NAME))

    def _lay(self) -> None:
        """Place for everybody, by lot: the real hedgehogs are put where the picture shows them."""
        if self.table.game.step != "place":
            raise Unclear
        while self.table.game.step == "place":
            self.table.play(str(random.choice(list(self.table.game.moves()))))
        self.place("left", self.table)

    ACTIONS: ClassVar[Actions] = {
        "begin": Action(_begin, rules=text(400), players=number(SEATS[0], SEATS[-1])),
        "lay": Action(_lay),
    }

    def __repr__(self) -> str:
        return f"AtTable({self.table.game.rules})"
