"""Measure how much a rule set rewards thought.

The measure is the share of games that one thinking player wins among greedy ones, at every seat in turn: the second of
the book's two measures of skill (`terms.SKILL`; the first is measured here, too), as a difference of log odds to the
base game.  Series are measured by single games: that better players win long series more often is not tactics.
Verdicts use THINKER, with 25 playouts per decision, as stronger players win so often that little room is left;
DEEPER is reported beside it.

The verdicts are made in `judging.py`.
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
"""Games of a thinking player among greedy ones, or a greedy one among random ones, divided among the seats."""
BASE_MORE = {THINKER: 6, DEEPER: 2, THUMB: 6}  # factors for the base game, which all rows share
UNCLAIMED = 500  # most games of rows without a claim
MORE = 3  # factor for the games of undecided rows


class Won(NamedTuple):
    """A share of wins; games: number that ended; worth: the equivalent number of games under one rule set."""

    share: float
    games: int
    worth: int
    unfinished: int


def played(rules: str, players: tuple[str, ...], games: int, seed: int, engine: str) -> Result:
    """Play games between these players, each abandoned after LIMIT turns."""
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
    """Return the share of games that one player wins among others, at every seat in turn.

    games_of: plays games of a rule set with these players, given their number and the index of the rule set.
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
    """Return the interval of the mean of a few values."""
    n = len(values)
    middle = sum(values) / n
    return estimates.interval_around(middle, sum((value - middle) ** 2 for value in values) / (n - 1), n, 0.95)


def difference(one: Won, other: Won) -> Measure:
    """Compare two shares of wins by their log odds."""
    (odds, error), (odds_other, error_other) = _log_odds(one), _log_odds(other)
    apart, spread = odds - odds_other, 1.96 * math.hypot(error, error_other)
    interval = estimates.wilson(one.share * one.worth, one.worth, 0.95)
    between = apart - spread, apart + spread
    return Measure(one.share, interval, other.share, apart, between, one.games + one.unfinished, one.unfinished, SHARE)


def _log_odds(won: Won) -> tuple[float, float]:
    """Return the log odds and their standard error; half a game is added to both sides (Haldane, Anscombe)."""
    more, less = won.share * won.worth + 0.5, (1 - won.share) * won.worth + 0.5
    return math.log(more / less), math.sqrt(1 / more + 1 / less)
