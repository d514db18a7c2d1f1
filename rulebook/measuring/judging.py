"""The verdicts on what the authors say of tactics, all of them together.

Every claim is put to three tests: is there a difference at all; is it within the zone that counts as none (both sides,
as equivalence is tested); is it beyond the zone.  What all the tests together reject (S. Holm 1979) at 5 % makes the
verdicts, so that of all of them none is wrong with 95 %.
"""

import math
from collections.abc import Collection, Sequence
from statistics import NormalDist

from hedgekit.simulation import estimates

from .terms import AGREES, DISAGREES, LITTLE, SAME_GAP, UNKNOWN, Interval, direction, is_slight

LEVEL = 0.025  # of all verdicts together, at each of the two looks
CLAIMED = 3 * 35  # tests of all claims
TOO_NEAR = 0.02  # to the edge of the zone: nobody plays so many games
_normal = NormalDist()


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


def needed(
    sign: str,
    between: Interval,
    games: int,
    zone: Interval = (-SAME_GAP, SAME_GAP),
    level: float = LEVEL / CLAIMED,
) -> int:
    """About how many games would give a claim a verdict, four times of five, if the difference is what was measured.

    zone: what counts as none; level: of the test.
    """
    middle, half = sum(zone) / 2, (zone[1] - zone[0]) / 2
    value, error = abs(sum(between) / 2 - middle), _error(between)
    away = max(value, half - value) if direction(sign) else abs(half - value)
    reach = _normal.inv_cdf(1 - level) + _normal.inv_cdf(0.8)
    thousands = games * (reach * error / max(away, TOO_NEAR * half / SAME_GAP)) ** 2 / 1000
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
