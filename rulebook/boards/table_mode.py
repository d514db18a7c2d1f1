"""Table mode: the book beside a real board, with the players' own dice and the score of the evening.

The browser keeps the game and its series, as for any board, and loads them again; the rules of a link arrive by
`begin`.
"""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS

from ..stage.localized import ui_text
from ..stage.messages import Action, Actions, InvalidMessage, UserError, number, text
from ..text import words
from . import board, scores
from .fields import AtTableData, AtTableView
from .sheet import Sheet, sheet_code
from .table import Table

NAME = "table"
SEATS = tuple(range(2, 10))


class _HedgehogTable(Table):
    """A table for the hedgehogs only: the score beside it is that of their series."""

    def _replace(self, game: Any, seats: list[str], news: str, begun: bool = False) -> None:
        if not isinstance(game.rules, hedgekit.RuleSet):
            raise UserError(ui_text("error-undrawn"))
        super()._replace(game, seats, news, begun)


class AtTable(Sheet):
    """The sheet of table mode."""

    CODES = (sheet_code("attable", __file__, "attable", people=True), board.CODE)

    def __init__(self) -> None:
        data: AtTableData = {"seats": list(SEATS)}
        super().__init__(data)
        self._begin("0", 4)
        self.refresh()

    @property
    def table(self) -> Table:
        """The table of its board."""
        return self.tables["left"]

    def answer(self, message: object, files: Any) -> None:
        """Carry out a message; the board's messages may change the score."""
        super().answer(message, files)
        if isinstance(message, Mapping) and message.get("do") == "board":
            self.refresh()

    def current_view(self) -> AtTableView:
        """Return the rules and the score."""
        game, games = self.table.game, self.table.games
        rules = game.rules
        so_far = scores.score(rules, (*games, scores.game_word(game)) if game.is_over else games)
        return {
            "rules": str(rules),
            "title": words.titles(rules.variants, rules.registry),
            "players": rules.players,
            "score": [{"player": PLAYERS[seat], "score": score} for seat, score in enumerate(so_far.scores)],
            "next": game.is_over and not so_far.is_over,
        }

    def _begin(self, rules: str, players: int) -> None:
        """Start a new game of a new series."""
        self.place("left", _HedgehogTable(hedgekit.Game(hedgekit.rules(rules, players=players)), name=NAME))

    def _lay(self) -> None:
        """Place all hedgehogs at random; the players copy the picture on their real board."""
        if self.table.game.step != "place":
            raise InvalidMessage
        while self.table.game.step == "place":
            self.table.play(str(random.choice(list(self.table.game.moves()))))
        self.place("left", self.table)

    ACTIONS: ClassVar[Actions] = {
        "begin": Action(_begin, rules=text(400), players=number(SEATS[0], SEATS[-1])),
        "lay": Action(_lay),
    }

    def __repr__(self) -> str:
        return f"AtTable({self.table.game.rules})"
