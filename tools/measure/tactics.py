"""How much a rule set rewards thought: the games that show it.

One player who thinks wins so many of the games among greedy ones, at every seat in turn: the second of the book's two
measures of skill (`terms.SKILL`; the first is played here, too).  The difference to the base game is told in log odds.
Games are single ones, also where a variant counts a series: that a longer series is won more often by whoever plays
better is no tactics.  Verdicts go by THINKER, who tries each decision out 25 times: whoever thinks longer wins so much
that little room is left for more; what DEEPER wins stands beside it.

Verdicts on it are made in `judging.py`.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import hedgekit
from hedgekit.simulation import Result, estimates
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import Task, play
from rulebook.measuring.terms import LIMIT

from .verdicts import SHARE, Interval, Measure

THINKER, DEEPER, THUMB = "lookahead:25", "lookahead:100", "greedy"
GAMES = {THINKER: 2_000, DEEPER: 500, THUMB: 2_000}
"""Games with one who thinks among greedy players, or one who is greedy among players at random, shared out among the
seats."""
BASE_MORE = {THINKER: 6, DEEPER: 2, THUMB: 6}  # as many times those of the base game, which all rows share
UNCLAIMED = 500  # games at most where the authors say nothing
MORE = 3  # as many times the games where the first ones cannot tell


class Won(NamedTuple):
    """A share of games won: of how many that ended; worth: of how many under one rule set it is as good as."""

    share: float
    games: int
    worth: int
    unfinished: int


def played(rules: str, players: tuple[str, ...], games: int, seed: int, engine: str) -> Result:
    """Games between these players, each given up after LIMIT turns."""
    result = Result(OF_GAMES, rules, list(players), hedgekit.__version__, columns=False)
    result.add(seed, 0, games, play(Task(rules, players, seed, 0, games, engine, limit=LIMIT)).data)
    return result


def won_by_one(
    games_of: Callable[[str, tuple[str, ...], int, int], Any],
    rules: Sequence[str],
    players: int,
    who: str,
    games: int,
    among: str = "greedy",
) -> Won:
    """The share of games that one player wins among others, from every seat.

    games_of: the games of a rule set with these players: how many, and the place of the rule set among those given.
    """
    ended, won, unfinished = [0] * len(rules), [0.0] * len(rules), 0
    for place, one in enumerate(rules):
        for seat in range(players):
            seated = tuple(who if k == seat else among for k in range(players))
            result = games_of(one, seated, -(-games // players // len(rules)), place)
            won[place] += result.share(result.seats[seat]) * result.games
            given_up = int(result.ended.get("unfinished", 0))
            ended[place] += result.games - given_up
            unfinished += given_up
    total, share = sum(ended), sum(won) / sum(ended)
    worth = total
    if len(rules) > 1:
        low, high = around([part / whole for part, whole in zip(won, ended, strict=True)])
        worth = min(worth, int(share * (1 - share) / ((high - low) / 2 / 1.96) ** 2))
    return Won(share, total, worth, unfinished)


def around(values: Sequence[float]) -> Interval:
    """The interval of the mean of a few values."""
    n = len(values)
    middle = sum(values) / n
    return estimates.interval_around(middle, sum((value - middle) ** 2 for value in values) / (n - 1), n, 0.95)


def difference(one: Won, other: Won) -> Measure:
    """Two shares of games won, compared as log odds."""
    (odds, error), (odds_other, error_other) = _log_odds(one), _log_odds(other)
    apart, spread = odds - odds_other, 1.96 * math.hypot(error, error_other)
    interval = estimates.wilson(one.share * one.worth, one.worth, 0.95)
    between = apart - spread, apart + spread
    return Measure(one.share, interval, other.share, apart, between, one.games + one.unfinished, one.unfinished, SHARE)


def _log_odds(won: Won) -> tuple[float, float]:
    """The logarithm of the odds and its standard error; half a game is added to either side (Haldane, Anscombe)."""
    more, less = won.share * won.worth + 0.5, (1 - won.share) * won.worth + 0.5
    return math.log(more / less), math.sqrt(1 / more + 1 / less)
