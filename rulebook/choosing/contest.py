"""Two rule sets played many times by the same players, a slice at a time: what came so far can be shown, or enough.

The games are those of `hedgekit.simulate(rules, games, players, seed)`, counted by the same `Result`; only the pace is
another: whoever asks for a slice decides whether there is a next one, so that nothing runs on when a page is closed.
"""

from collections.abc import Iterator, Sequence

import hedgekit
from hedgekit.players.strength import Skill
from hedgekit.simulation import Result
from hedgekit.simulation.estimates import Interval, wilson
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.tables import estimate, share
from hedgekit.simulation.tasks import Task, play
from hedgekit.text.errors import HedgekitError

SLICES = {"random": 60, "greedy": 5, "lookahead:10": 1}
"""Who may play, and how many games fit into some tenths of a second without a compiler."""
GAMES = (50, 200, 1000)
GAP_PART, GAP_SLICE = 2, 24  # for the skill gap half as many games, in slices of so many
SEED = 1
MEASURES = ("turns", "leads", "choices_per_turn")


class Contest:
    """Games of two rule sets.  players: who sits at every seat; games: of each.

    HedgekitError for rules that cannot be simulated.
    """

    def __init__(self, rules: Sequence[hedgekit.RuleSet], players: str, games: int) -> None:
        if any(one.engine for one in rules):
            raise HedgekitError("error.simulation.carrom")
        self.rules = tuple(rules)
        self.results = tuple(_empty(one, [players] * one.players) for one in rules)
        # the skill gap: a greedy player among random ones, at every seat in turn
        self.gaps = tuple([_empty(one, _mixed(one.players, seat)) for seat in range(one.players)] for one in rules)
        self._each = games
        self._slice = SLICES[players]
        self._work = self._slices()
        self.done, self.stopped = 0, False
        self.total = sum(games + self._gap_games(one) * one.players for one in self.rules)

    def _gap_games(self, rules: hedgekit.RuleSet) -> int:
        return max(1, self._each // GAP_PART // rules.players)

    def _slices(self) -> Iterator[tuple[Result, int, int]]:
        """What to play: result, first game, how many; both rule sets keep pace."""
        for first in range(0, self._each, self._slice):
            for result in self.results:
                yield result, first, min(self._slice, self._each - first)
        for gaps, rules in zip(self.gaps, self.rules, strict=True):
            many = self._gap_games(rules)
            for result in gaps:
                for first in range(0, many, GAP_SLICE):
                    yield result, first, min(GAP_SLICE, many - first)

    @property
    def is_over(self) -> bool:
        """Has everything been played, or enough?"""
        return self.stopped or self.done >= self.total

    def more(self) -> None:
        """Play the next slice."""
        found = None if self.stopped else next(self._work, None)
        if found is None:
            return
        result, first, count = found
        task = Task(result.rules, result.players, SEED, first, count, "interpreted")
        result.add(SEED, first, count, play(task).data)
        self.done += count

    def stop(self) -> None:
        """It is enough."""
        self.stopped = True

    def gap(self, which: int) -> tuple[float, Interval, int]:
        """The share of games that the greedy player won, with its interval, and how many games that is."""
        played = [(result, result.seats[seat]) for seat, result in enumerate(self.gaps[which]) if result.games]
        games = sum(result.games for result, _ in played)
        won = sum(result.share(seat) * result.games for result, seat in played)
        return (won / games, wilson(won, games, 0.95), games) if games else (0.0, (0.0, 1.0), 0)

    def figures(self, lang: str) -> list[tuple[str, list[str]]]:
        """What was measured so far, as rows of text: the name of a measure, and its figure for either rule set."""
        if not all(result.games for result in self.results):
            return []
        rows = [
            (name, [estimate(result.mean(name), *result.interval(name), lang) for result in self.results])
            for name in MEASURES
        ]
        gaps = [self.gap(which) for which in range(len(self.rules))]
        if all(games for _, _, games in gaps):
            rows.append(("gap", [share(value, *interval, lang) for value, interval, _ in gaps]))
        return rows

    def plots(self, lang: str, labels: Sequence[str]) -> list[str]:
        """How long games took, and who won them by seat, as SVG."""
        if not all(result.games for result in self.results):
            return []
        one, other = self.results
        return [one.plot(measure, [other], lang, labels) for measure in ("turns", "share")]


def _empty(rules: hedgekit.RuleSet, players: Sequence[str]) -> Result:
    return Result(
        OF_GAMES, str(rules), [str(Skill.parse(name)) for name in players], hedgekit.__version__, columns=False
    )


def _mixed(players: int, seat: int) -> list[str]:
    return ["greedy" if place == seat else "random" for place in range(players)]
