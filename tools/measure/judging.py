"""Verdicts on the authors' claims about tactics, with a joint error rate.

Every claim gets three tests: for any difference; for equivalence (within the zone that counts as none, two one-sided
tests); for a difference beyond the zone.  Holm's procedure (1979) over all tests at 5 % decides, so that with 95 %
probability no verdict is wrong.
"""

from collections.abc import Collection, Sequence
from statistics import NormalDist

from rulebook.measuring.terms import AGREES, DISAGREES, LITTLE, UNKNOWN, direction
from tools.significance import holm

from .verdicts import LEVEL, SAME_GAP, Interval, error_of, is_slight

_normal = NormalDist()


def verdicts(rows: Sequence[tuple[str, Interval]]) -> list[str]:
    """Return the verdicts on claims, each a sign and the 95 % interval of the difference in log odds."""
    found = holm({(k, name): p for k, (_, between) in enumerate(rows) for name, p in _tests(between).items()}, LEVEL)
    return [_verdict(sign, between, {name for k, name in found if k == at}) for at, (sign, between) in enumerate(rows)]


def power(true: float, error: float, tests: int, sign: str = "=") -> float:
    """Return the probability of a verdict other than "cannot tell" for a true difference, by normal theory.

    tests: the number of tests in Holm's strictest step; error: the standard error of the difference.
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


def _tests(between: Interval) -> dict[str, float]:
    """Return p-values of: "apart" no difference, "same" not within the zone, "beyond" within the zone."""
    low, high = between
    value, error = (low + high) / 2, error_of(between)
    tail = [1 - _normal.cdf(x / error) for x in (abs(value), SAME_GAP - abs(value), abs(value) - SAME_GAP)]
    return {"apart": min(1.0, 2 * tail[0]), "same": tail[1], "beyond": min(1.0, 2 * tail[2])}


def _verdict(sign: str, between: Interval, shown: Collection[str]) -> str:
    claimed, value = direction(sign), sum(between) / 2
    if claimed == 0:
        return AGREES if "same" in shown else DISAGREES if "beyond" in shown else UNKNOWN
    if claimed * value > 0 and "same" in shown and ("apart" in shown or is_slight(sign)):
        return LITTLE
    if "apart" in shown and claimed * value > 0:
        return AGREES
    return DISAGREES if "apart" in shown or "same" in shown else UNKNOWN
