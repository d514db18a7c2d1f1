"""Table mode: the book beside a real board, with the players' own dice and the score of the evening.

The browser keeps the game and brings it back by `resume`; what a link asks for comes by `begin`.
"""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import hedgekit
from hedgekit import BASE
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.games.race.play.series import in_series

from ..stage.messages import Deed, Deeds, No, Unclear, number, text
from ..stage.say import both
from ..text import words
from . import board, scores
from .fields import AtTableData, AtTableView, ScoreView
from .sheet import Sheet, sheet_code
from .table import LONGEST, Table

NAME = "table"
SEATS = tuple(range(2, 10))
WORD = text(400)


class AtTable(Sheet):
    """The sheet of table mode.  `table`: the board's; `games`: those before its game, as `scores.py` has them."""

    CODES = (sheet_code("attable", __file__, "attable", people=True), board.CODE)

    def __init__(self) -> None:
        known: AtTableData = {"seats": list(SEATS)}
        super().__init__(known)
        self.games: tuple[str, ...] = ()
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
        """The score, and what is played."""
        game = self.table.game
        numbers = getattr(game.rules, "variants", ())
        return {
            "rules": str(game.rules),
            "title": words.titles(numbers, getattr(game.rules, "registry", BASE)),
            "players": game.rules.players,
            "score": self._score(),
            "games": " ".join(self.games),
            "next": game.is_over and not self._series_over(),
        }

    def _past(self) -> tuple[str, ...]:
        game = self.table.game
        return (*self.games, scores.word_of(game)) if game.is_over else self.games

    def _score(self) -> list[ScoreView]:
        """Return everybody's points, or games won if the rules count none; a shared win counts for each."""
        rules, letters = self.table.game.rules, PLAYERS[: self.table.game.rules.players]
        if in_series(rules):
            found = list(scores.score(rules, self._past()).scores)
        else:
            found = [sum(letter in word for word in self._past()) for letter in letters]
        return [{"player": letter, "score": many} for letter, many in zip(letters, found, strict=True)]

    def _series_over(self) -> bool:
        rules = self.table.game.rules
        return in_series(rules) and scores.score(rules, self._past()).is_over

    def _begin(self, rules: str, players: int) -> None:
        """A new game of a new series."""
        kind = hedgekit.game_of(rules)
        table = Table(kind(kind.read_rules(rules, players)), name=NAME)
        self.games = ()
        self.place("left", table)

    def _lay(self) -> None:
        """Place for everybody, by lot: the real hedgehogs are put where the picture shows them."""
        if self.table.game.step != "place":
            raise Unclear
        while self.table.game.step == "place":
            self.table.play(str(random.choice(list(self.table.game.moves()))))
        self.place("left", self.table)

    def _next(self) -> None:
        """The next game: the score goes on, and the next seat begins."""
        if not self.table.game.is_over or self._series_over() or len(self.games) >= scores.MOST_GAMES:
            raise No(both("error-next"))
        games, rules = self._past(), self.table.game.rules
        table = Table(scores.next_game(rules, games), name=NAME)
        self.games = games
        self._counted(table)
        self.place("left", table)

    def _resume(self, record: str, games: str) -> None:
        """Resume a game that the browser kept, with the games before it."""
        former = tuple(games.split())
        table = Table(name=NAME)
        error = table.handle({"do": "load", "text": record})["error"]
        if error:
            raise No(error)
        letters = PLAYERS[: table.game.rules.players]
        try:
            if in_series(table.game.rules):
                scores.former(table.game.rules, games)
            elif len(former) > scores.MOST_GAMES or any(not {*word} <= {*letters, "-"} for word in former):
                raise Unclear
        except ValueError:
            raise Unclear from None
        table.seats = ["reader"] * table.game.rules.players
        self.games = former
        self._counted(table)
        self.place("left", table)

    def _counted(self, table: Table) -> None:
        """Tell the board the earlier games if the rules count them."""
        table.games = self.games if in_series(table.game.rules) else ()

    DEEDS: ClassVar[Deeds] = {
        "begin": Deed(_begin, rules=WORD, players=number(SEATS[0], SEATS[-1])),
        "lay": Deed(_lay),
        "next": Deed(_next),
        "resume": Deed(_resume, record=text(LONGEST), games=text(8 * scores.MOST_GAMES)),
    }

    def __repr__(self) -> str:
        return f"AtTable({self.table.game.rules})"
