"""How much a rule set rewards thought: the games that show it, and the verdicts on what the authors say of it.

One player who thinks wins so many of the games among greedy ones, at every seat in turn; the difference to the base
game is told in log odds.  Games are single ones, also where a variant counts a series: that a longer series is won more
often by whoever plays better is no tactics.  Verdicts go by THINKER, who tries each decision out 25 times: whoever
thinks longer wins so much that little room is left for more; what DEEPER wins stands beside it.

Every claim is put to three tests: is there a difference at all; is it within the zone that counts as none (both sides,
as equivalence is tested); is it beyond the zone.  What all the tests together reject (S. Holm 1979) at 5 % makes the
verdicts, so that of all of them none is wrong with 95 %.
"""

import math
from collections.abc import Callable, Collection, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import hedgekit
from hedgekit.simulation import Result, estimates
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.tasks import Task, play

from .terms import AGREES, DISAGREES, LITTLE, SAME_GAP, SHARE, UNKNOWN, Interval, Measure, direction, is_slight

THINKER, DEEPER = "lookahead:25", "lookahead:100"
GAMES = {THINKER: 2_000, DEEPER: 500}
"""Games with one who thinks among greedy players, shared out among the seats."""
BASE_MORE = {THINKER: 6, DEEPER: 2}  # as many times those of the base game, which all rows share
UNCLAIMED = 500  # games at most where the authors say nothing
LIMIT = 10_000  # turns after which a game is given up: fifty times as many as it has on average
MORE = 3  # as many times the games where the first ones cannot tell
LEVEL = 0.025  # of all verdicts together, at each of the two looks
CLAIMED = 3 * 35  # tests of all claims
TOO_NEAR = 0.02  # to the edge of the zone: nobody plays so many games
_normal = NormalDist()


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
    games_of: Callable[[str, tuple[str, ...], int, int], Any], rules: Sequence[str], players: int, who: str, games: int
) -> Won:
    """The share of games that one who thinks wins among greedy players, from every seat.

    games_of: the games of a rule set with these players: how many, and the place of the rule set among those given.
    """
    ended, won, unfinished = [0] * len(rules), [0.0] * len(rules), 0
    for place, one in enumerate(rules):
        for seat in range(players):
            seated = tuple(who if k == seat else "greedy" for k in range(players))
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
    return estimates.around(middle, sum((value - middle) ** 2 for value in values) / (n - 1), n, 0.95)


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


# ---- verdicts --------------------------------------------------------------------------------------------------------


def verdicts(rows: Sequence[tuple[str, Interval]]) -> list[str]:
    """The verdicts on claims: each a sign and the interval of 95 % of the difference in log odds."""
    found = estimates.holm(
        {(k, name): p for k, (_, between) in enumerate(rows) for name, p in _tests(between).items()}, LEVEL
    )
    return [_verdict(sign, between, {name for k, name in found if k == at}) for at, (sign, between) in enumerate(rows)]


def power(true: float, error: float, tests: int, sign: str = "=") -> float:
    """The chance that a claim gets a verdict other than "cannot tell", if the difference is this, by normal theory.

    tests: as many as Holm goes by at its strictest; error: the standard error of the difference.
    """
    reach = _normal.inv_cdf(1 - LEVEL / tests / 2) * error
    inside = _normal.inv_cdf(1 - LEVEL / tests) * error

    def below(at: float) -> float:
        return _normal.cdf((at - true) / error)

    within = max(0.0, below(SAME_GAP - inside) - below(-SAME_GAP + inside))
    if direction(sign):
        nothing = max(0.0, below(reach) - below(-reach))
        both = max(0.0, below(min(reach, SAME_GAP - inside)) - below(max(-reach, -SAME_GAP + inside)))
        return 1 - nothing + both
    return within + 1 - below(SAME_GAP + reach) + below(-SAME_GAP - reach)


def needed(sign: str, between: Interval, games: int) -> int:
    """About how many games would give a claim a verdict, four times of five, if the difference is what was measured."""
    value, error = abs(sum(between) / 2), _error(between)
    away = max(value, SAME_GAP - value) if direction(sign) else abs(SAME_GAP - value)
    reach = _normal.inv_cdf(1 - LEVEL / CLAIMED) + _normal.inv_cdf(0.8)
    thousands = games * (reach * error / max(away, TOO_NEAR)) ** 2 / 1000
    return 1000 * max(math.ceil(thousands), 1 + games // 1000)


def _error(between: Interval) -> float:
    return (between[1] - between[0]) / 2 / 1.96


def _tests(between: Interval) -> dict[str, float]:
    """p-values: "apart" that there is no difference, "same" that it is not within the zone, "beyond" that it is."""
    low, high = between
    value, error = (low + high) / 2, _error(between)
    tail = [1 - _normal.cdf(x / error) for x in (abs(value), SAME_GAP - abs(value), abs(value) - SAME_GAP)]
    return {"apart": min(1.0, 2 * tail[0]), "same": tail[1], "beyond": min(1.0, 2 * tail[2])}


def _verdict(sign: str, between: Interval, shown: Collection[str]) -> str:
    claimed, value = direction(sign), sum(between) / 2
    if claimed == 0:
        return AGREES if "same" in shown else DISAGREES if "beyond" in shown else UNKNOWN
    if "apart" in shown and claimed * value > 0:
        return AGREES if "same" not in shown or is_slight(sign) else LITTLE
    return DISAGREES if "apart" in shown or "same" in shown else UNKNOWN
