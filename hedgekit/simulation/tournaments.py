"""Tournaments of players: all pairings, in every seat equally often; tables, intervals, Elo.

hedgekit.tournament(["random", "greedy", MyBot()], "0 players=2", games=200)
"""

import math
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import combinations

from ..games.race.rulesets.rule_set import RulesLike
from ..notation.options import GameRules
from ..players.bots import Bot, name_of, parse_player
from ..players.strength import PlayerName, Skill
from ..text.errors import HedgekitError
from ..text.words import sentence
from . import estimates, tables
from .measures import part_of_win
from .request import read_simulable
from .result import Result
from .runner import Progress, simulate
from .tables import Table, Tables

ELO = 400 / math.log(10)
"""Elo points for a factor e in strength; ten to one is 400."""
STEPS = 1000  # most iterations of the fit
LEVEL = 0.95


@dataclass(repr=False)
class Tournament:
    """The result of a tournament, made by `tournament`.

    rules: the rule set's text; players: their names; results: of its simulations; games: per player; wins: per player,
    shared wins in parts; met[i][j]: games with both i and j that one of them won; beaten[i][j]: those that i won;
    elo: points, with mean 0; error: half the 95 % interval of each.
    """

    rules: str
    players: tuple[str, ...]
    results: list[Result]
    games: list[int] = field(init=False, compare=False)
    wins: list[float] = field(init=False, compare=False)
    beaten: list[list[float]] = field(init=False, compare=False)
    elo: list[float] = field(init=False, compare=False)
    error: list[float] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        many = len(self.players)
        self.games, self.wins = [0] * many, [0.0] * many
        self.beaten = [[0.0] * many for _ in self.players]
        for result in self.results:
            seats = [self.players.index(name) for name in result.players]
            for place in set(seats):
                self.games[place] += result.games
            for bits, count in result.tally("won").items():
                for seat, mine in enumerate(seats):
                    part = part_of_win(bits, seat) * count
                    self.wins[mine] += part
                    for other in set(seats) - {mine}:
                        self.beaten[mine][other] += part
        self.elo, self.error = fit_elo(self.beaten)

    @property
    def met(self) -> list[list[float]]:
        """The games with both of two players that one of them won."""
        many = range(len(self.players))
        return [[self.beaten[i][j] + self.beaten[j][i] for j in many] for i in many]

    def share(self, player: int | str) -> float:
        """Return the share of a player's games that they won; HedgekitError for an unknown player."""
        place = self._place(player)
        return self.wins[place] / self.games[place] if self.games[place] else 0.0

    def interval(self, player: int | str) -> tuple[float, float]:
        """Return the 95 % interval of a player's share, by Wilson's score."""
        place = self._place(player)
        return estimates.wilson(self.wins[place], self.games[place], LEVEL)

    def _place(self, player: int | str) -> int:
        if player in self.players:
            return self.players.index(str(player))
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        raise HedgekitError("error.player", name=str(player)[:24], players=self.players)

    def order(self) -> list[int]:
        """Return the indices of the players, strongest first."""
        return sorted(range(len(self.players)), key=lambda place: (-self.elo[place], place))

    def table(self, language: str = "en") -> Tables:
        """Return two tables: players, best first, with games, share of wins and Elo; and who beat whom how often."""

        def words(key: str, **values: object) -> str:
            return sentence(f"simulation.tournament.{key}", language, values)

        rows, pairwise = [], []
        for place in self.order():
            low, high = self.interval(place)
            mean, half = self.elo[place], self.error[place]
            elo = tables.estimate(mean, mean - half, mean + half, language)
            share = tables.share(self.share(place), low, high, language)
            rows.append((self.players[place], tables.number(self.games[place], 0, language), share, elo))
            cells = [
                tables.percent(self.beaten[place][j] / met, language) if (met := self.met[place][j]) else "–"
                for j in self.order()
            ]
            pairwise.append((self.players[place], *cells))
        head = (words("player"), words("games"), words("wins"), words("elo"))
        names = tuple(self.players[place] for place in self.order())
        caption = words("caption", rules=self.rules, games=sum(result.games for result in self.results))
        return Tables([Table(caption, head, tuple(rows)), Table(words("crossed"), ("", *names), tuple(pairwise))])

    def __str__(self) -> str:
        return str(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return str(self.table()._repr_html_())


def tournament(
    players: Sequence[PlayerName | str | Skill | Bot | type[Bot]],
    rules: RulesLike | GameRules = "0 players=2",
    games: int = 200,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | bool = False,
    *,
    cancel: Callable[[], bool] | None = None,
) -> Tournament:
    """Play a tournament: every group of players that fits the table, each player in every seat equally often.

    players: two or more, skills or objects with `choose(game)` (players.bots); rules: as for `simulate`; if for more
    players than enter, each entrant takes several seats; games: per group, rounded up so that every player has
    every seat equally often; seed, executor, cancel: as for `simulate`; progress: a function as for `simulate`, or True
    for a line on standard error.
    Elo is fitted to who beat whom (Bradley and Terry 1952), with half a win added to both sides of each pair that met,
    so that ratings stay finite; its interval is that of the fit.
    Raises HedgekitError for fewer than two players, duplicate names, or whatever `simulate` refuses.
    """
    entrants = [parse_player(player) for player in players]
    names = [name_of(player) for player in entrants]
    if len(entrants) < 2 or len(set(names)) < len(names):
        raise HedgekitError("error.simulation.tournament", players=tuple(names))
    ruleset = read_simulable(rules, series=False)
    results, seats = list[Result](), range(ruleset.players)
    groups = list(combinations(entrants, min(len(seats), len(entrants))))
    rounds = -(-games // len(groups[0]))
    done, total = 0, len(groups) * len(groups[0]) * rounds
    show = _print_progress if progress is True else progress or None
    for group in groups:
        for rotation in range(len(group)):
            seated = [group[(seat + rotation) % len(group)] for seat in seats]
            report = (lambda played, _, before=done: show(before + played, total)) if show else None
            results.append(simulate(rules, rounds, seated, seed, executor, report, cancel=cancel))
            done += rounds
    return Tournament(str(ruleset), tuple(names), results)


def _print_progress(done: int, total: int) -> None:
    print(f"\r{done}/{total}" + "\n" * (done == total), end="", file=sys.stderr, flush=True)


def fit_elo(beaten: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Fit Elo to who beat whom how often; return it with half its 95 % interval (infinite if unknown)."""
    many = range(len(beaten))
    won = [[beaten[i][j] + (0.5 if beaten[i][j] + beaten[j][i] else 0) for j in many] for i in many]
    strength = [1.0] * len(beaten)
    for _ in range(STEPS):
        before = strength
        strength = []
        for i in many:
            weight = sum((won[i][j] + won[j][i]) / (before[i] + before[j]) for j in many if j != i)
            strength.append(sum(won[i]) / weight if weight else 1.0)
        middle = math.exp(sum(map(math.log, strength)) / len(strength))
        strength = [one / middle for one in strength]
        if max(abs(math.log(a / b)) for a, b in zip(strength, before, strict=True)) < 1e-9:
            break
    # the information matrix of the fit; 1/n is added to make it regular, as only the mean is undetermined
    rows = [[1 / len(beaten)] * len(beaten) for _ in many]
    for i in many:
        for j in many:
            if i != j:
                chance = strength[i] / (strength[i] + strength[j])
                weight = (won[i][j] + won[j][i]) * chance * (1 - chance)
                rows[i][i] += weight
                rows[i][j] -= weight
    inverse = _inverse(rows)
    z = estimates.normal_quantile(LEVEL)
    spread = [math.sqrt(max(0.0, inverse[i][i] - 1 / len(beaten))) if inverse else math.inf for i in many]
    return [ELO * math.log(one) for one in strength], [ELO * z * one for one in spread]


def _inverse(rows: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix; [] if it is singular."""
    many = range(len(rows))
    work = [[*row, *(float(i == j) for j in many)] for i, row in enumerate(rows)]
    for i in many:
        if work[i][i] < 1e-12:  # no pivoting is needed
            return []
        work[i] = [value / work[i][i] for value in work[i]]
        for k in many:
            if k != i:
                work[k] = [a - work[k][i] * b for a, b in zip(work[k], work[i], strict=True)]
    return [row[len(rows) :] for row in work]
