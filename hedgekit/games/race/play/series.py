"""Series of games under one rule set: score, starting player, and end.  (notation.md, section Records)

    series = Series("19 players=3", seed=7)
    ... play series.game ...
    series.next_game()

A record is a list of game records, each after a line `game N`.
"""

import re
from collections.abc import Sequence
from typing import Any

from ....notation.tokens import LAST_SEED, check_length
from ....play.view import SeriesView
from ....text.errors import HedgekitError, NotationError
from ..engine.board import PLAYERS
from ..rulesets.rule_set import RuleSet
from ..rulesets.rule_set import rules as read_rules
from ..variants.house_rules.guarded import answers
from ..variants.house_rules.registry import Registry
from .game import Game

LONGEST = 2_000_000  # characters of a record of a series


class Score:
    """The running score of a series; seats are numbers from 0.

    scores: per seat, points or sets won, or games won if the rules count neither; set_games: games won in the present
    set, None if there are no sets; games: the number of games counted.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._ask = answers(rules)
        self.scores = [0] * rules.players
        self.set_games = [0] * rules.players if self._ask.counts_sets() else None
        self.games = 0

    def count(self, winners: Sequence[int], points: Sequence[int] | None = None) -> None:
        """Add a finished game; points: per seat, None if the rules count none."""
        self.games += 1
        self._ask.tally(self, winners, points)

    @property
    def is_over(self) -> bool:
        """Whether the series has ended: never without a rule that ends it (2 alone, or no scoring)."""
        return bool(self._ask.series_over(self, self.rules))

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest score, which win if the series is over (19-b)."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


def in_series(rules: object) -> bool:
    """Return whether games under these rules are scored as a series; other games than the race are not."""
    return bool(_answered(rules, "scored", "tally", "series_over"))


def ends(rules: object) -> bool:
    """Return whether series under these rules end."""
    return bool(_answered(rules, "series_over"))


def _answered(rules: object, *questions: str) -> int:
    return answers(rules).answered(*questions) if isinstance(rules, RuleSet) else 0


class Series:
    """Successive games, each begun by the next seat.

    rules: a RuleSet or its text; seed: of the first game (the n-th has seed + n - 1), None for random dice.
    """

    def __init__(self, rules: RuleSet | str, seed: int | None = None) -> None:
        self._rules = read_rules(rules)
        self._seed = seed
        self._finished: list[Game] = []
        self._game = self._new()

    def _new(self) -> Game:
        number = len(self._finished)
        seed = (self._seed + number) % (LAST_SEED + 1) if number and self._seed is not None else self._seed
        return Game(self._rules, seed, first=PLAYERS[number % self._rules.players])

    def __reduce__(self) -> Any:
        return Series.replay, (self.record(), self._rules.registry)

    def __eq__(self, other: object) -> bool:
        """Compare the games so far.  (A series is mutable, so it has no hash.)"""
        return self.games == other.games if isinstance(other, Series) else NotImplemented

    def __repr__(self) -> str:
        scores = ", ".join(f"{letter} {score}" for letter, score in self.scores.items())
        return f"<Series of {self._rules}: game {len(self.games)}, {'over, ' * self.is_over}{scores}>"

    @property
    def rules(self) -> RuleSet:
        """The rule set of every game."""
        return self._rules

    @property
    def game(self) -> Game:
        """The present game."""
        return self._game

    @property
    def games(self) -> tuple[Game, ...]:
        """All games so far, the present one last."""
        return (*self._finished, self._game)

    @property
    def _counted(self) -> list[Game]:
        return [game for game in self.games if game.is_over]

    def view(self, seat: str | None = None) -> SeriesView:
        """Return what a seat (None: a spectator) may know.  NotationError for an unknown seat."""
        return SeriesView(self, seat or "")

    def _score(self) -> Score:
        score = Score(self._rules)
        for game in self._counted:
            points = game.points()
            score.count([PLAYERS.index(letter) for letter in game.winners], [*points.values()] if points else None)
        return score

    def _lettered(self, values: Sequence[int]) -> dict[str, int]:
        return dict(zip(PLAYERS[: self._rules.players], values, strict=True))

    @property
    def scores(self) -> dict[str, int]:
        """Letter -> score so far: points, sets won in tennis (24), or games won without either."""
        return self._lettered(self._score().scores)

    @property
    def set_games(self) -> dict[str, int]:
        """Letter -> games won in the present set of tennis (24); {} without it."""
        games = self._score().set_games
        return {} if games is None else self._lettered(games)

    @property
    def is_over(self) -> bool:
        """Whether the series has ended: never without a rule that ends it (2 alone, or no scoring)."""
        return bool(self._game.is_over and self._ended())

    def _ended(self) -> bool:
        return bool(self._counted) and self._score().is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with the highest score once the series is over; () before."""
        return tuple(PLAYERS[seat] for seat in self._score().leaders) if self.is_over else ()

    def next_game(self) -> Game:
        """Begin and return the next game; HedgekitError while one is running, or if the series is over."""
        if not self._game.is_over:
            raise HedgekitError("error.series.running")
        if self._ended():
            raise HedgekitError("error.series.over")
        self._finished.append(self._game)
        self._game = self._new()
        return self._game

    def record(self) -> str:
        """Return the records of all games, each after a line `game N`."""
        return "\n".join(f"game {number}\n{self._text(number, game)}" for number, game in enumerate(self.games, 1))

    def _text(self, number: int, game: Game) -> str:
        """Return the record of a game without the first position if only the starting player makes it unusual."""
        opening = Game(self._rules, first=PLAYERS[(number - 1) % self._rules.players]).start
        implied = None if opening is None or game.start != opening else str(opening)
        return "\n".join(line for line in game.record().splitlines() if line != implied)

    @classmethod
    def replay(cls, text: str, registry: Registry | None = None) -> "Series":
        """Replay a record; NotationError if the text is none, or its games do not form a series.

        registry: to read its rules with, the current one by default.
        """
        text = check_length(text, LONGEST, "error.record.kind").removeprefix("\ufeff")
        heads = list(re.finditer(r"(?m)^[ \t]*game ([1-9][0-9]{0,5})[ \t]*$", text))
        if not heads or text[: heads[0].start()].strip():
            raise NotationError("error.series.head", text, 0)
        series: Series | None = None
        for number, head in enumerate(heads, 1):
            end = heads[number].start() if number < len(heads) else len(text)
            body = text[head.end() : end]
            if int(head[1]) != number:
                raise NotationError("error.series.number", text, head.start(), number=int(head[1]), wanted=number)
            if series is not None:
                try:
                    series.next_game()
                except NotationError:
                    raise
                except HedgekitError as no:
                    raise NotationError(no.key, text, head.start()) from no
            game = Game.replay(body, PLAYERS[0] if series is None else series.game.first, registry)
            if series is None:
                series = cls(game.rules, game.seed)
            if game.rules != series.rules:
                raise NotationError("error.series.rules", text, head.start(), rules=str(series.rules))
            series._game = game
        assert series is not None
        return series
