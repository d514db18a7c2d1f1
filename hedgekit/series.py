"""Series of games under one rule set: the running score, who begins, and the end.  (notation.md, section Records)

    series = Series("19 players=3", seed=7)
    ... play series.game ...
    series.next_game()

A record is a list of game records, each opened by a line `game N`.
"""

import re

from .board import PLAYERS
from .combining import RuleSet
from .combining import rules as read_rules
from .errors import HedgekitError, NotationError
from .game import Game, replay

LONGEST = 2_000_000  # characters of a record of a series


class Series:
    """Games played one after the other; in each the seat after the one that began the last begins.

    rules: a RuleSet or its text; seed: of the first game, the n-th has seed + n - 1; None for dice of the day.
    """

    def __init__(self, rules: RuleSet | str, seed: int | None = None) -> None:
        self._rules = read_rules(rules)
        self._seed = seed
        self._finished: list[Game] = []
        self._game = self._new()

    def _new(self) -> Game:
        number = len(self._finished)
        seed = None if self._seed is None else (self._seed + number) % 10**18
        return Game(self._rules, seed, first=PLAYERS[number % self._rules.players])

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
        """All games begun, the present one last."""
        return (*self._finished, self._game)

    @property
    def _counted(self) -> list[Game]:
        return [game for game in self.games if game.is_over]

    @property
    def scores(self) -> dict[str, int]:
        """Points so far by letter: of the scoring in play, sets won in tennis (24), games won without either."""
        letters = PLAYERS[: self._rules.players]
        if 24 in self._rules.variants:
            return {letter: sum(won == letter for won in self._sets()[0]) for letter in letters}
        total = dict.fromkeys(letters, 0)
        for game in self._counted:
            points = game.points() or dict.fromkeys(game.winners, 1)
            for letter, value in points.items():
                total[letter] += value
        return total

    def _sets(self) -> tuple[list[str], dict[str, int]]:
        """Tennis: the winners of the finished sets, and the games of the present one (24-a)."""
        tennis = self._rules.option(24, "games") == "tennis"
        sets: list[str] = []
        games = {"A": 0, "B": 0}
        for game in self._counted:
            if len(game.winners) == 1:
                letter = game.winners[0]
                games[letter] += 1
                other = "B" if letter == "A" else "A"
                ahead = games[letter] - games[other]
                if games[letter] >= 6 and (not tennis or ahead >= 2 or games[letter] == 7):
                    sets.append(letter)
                    games = {"A": 0, "B": 0}
        return sets, games

    @property
    def set_games(self) -> dict[str, int]:
        """Tennis (24): games won in the present set; {} without it."""
        return self._sets()[1] if 24 in self._rules.variants else {}

    @property
    def is_over(self) -> bool:
        """Has the series ended?  Never without a rule that ends it (2 alone, or no scoring)."""
        return bool(self._game.is_over and self._ended())

    def _ended(self) -> bool:
        option, scores = self._rules.option, self.scores
        variants = set(self._rules.variants)
        if 24 in variants:
            return max(scores.values()) >= int(option(24, "sets"))
        if 20 in variants:
            return len(self._counted) >= int(option(20, "rounds"))
        if 18 in variants:
            return max(scores.values()) >= int(option(18, "target"))
        for number in (22, 25):
            if number in variants:
                return max(map(abs, scores.values())) >= int(option(number, "target"))
        if 19 in variants:
            return min(scores.values()) <= -int(option(19, "limit"))
        return False

    @property
    def winners(self) -> tuple[str, ...]:
        """Those with the highest score, once the series is over; () before."""
        if not self.is_over:
            return ()
        scores = self.scores
        return tuple(letter for letter, score in scores.items() if score == max(scores.values()))

    def next_game(self) -> Game:
        """Begin the next game and return it.

        HedgekitError while the present one is running, or if the series is over.
        """
        if not self._game.is_over:
            raise HedgekitError("error.series.running")
        if self._ended():
            raise HedgekitError("error.series.over")
        self._finished.append(self._game)
        self._game = self._new()
        return self._game

    def record(self) -> str:
        """The records of all games, each opened by `game N`."""
        return "\n".join(f"game {number}\n{self._text(number, game)}" for number, game in enumerate(self.games, 1))

    def _text(self, number: int, game: Game) -> str:
        """The record of a game; that another seat than A begins it goes without saying, and is no first position."""
        opening = Game(self._rules, first=PLAYERS[(number - 1) % self._rules.players]).start
        unsaid = None if opening is None or game.start != opening else str(opening)
        return "\n".join(line for line in game.record().splitlines() if line != unsaid)

    @classmethod
    def replay(cls, text: str) -> "Series":
        """The series of a record; NotationError if it is none, or its games do not follow one another."""
        if not isinstance(text, str):
            raise NotationError("error.record.kind", kind=type(text).__name__)
        if len(text) > LONGEST:
            raise NotationError("error.long", text[:80], LONGEST, limit=LONGEST)
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
            game = replay(body, PLAYERS[0] if series is None else series.game.first)
            if series is None:
                series = cls(game.rules, game.seed)
            if game.rules != series.rules:
                raise NotationError("error.series.rules", text, head.start(), rules=str(series.rules))
            series._game = game
        assert series is not None
        return series
