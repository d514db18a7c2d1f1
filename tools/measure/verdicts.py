"""The rows of the authors' table, and the verdicts on the claims about length.

All intervals are 95 % intervals.  A claim of more or less *agrees* if the difference is significant and on the claimed
side; if it is also significantly within the zone that counts as none, the verdict is *a little*, and so it is if a
slight difference was claimed and found on that side.  A claim *disagrees* with a difference on the other side, and with
none; otherwise we *cannot tell*.  A claim of equality agrees within the zone and disagrees beyond it.  Claims that no
such games could refute *cannot be tested so*: a series' length against a single game, and its tactics among players who
play for single games.  If turns have other than two steps, length is counted in turns and in steps, and without
agreement we cannot tell.  Verdicts on tactics are made for all rows at once (`judging.py`).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.race.engine.state import each_step
from rulebook.measuring.claims import SAME_LENGTH
from rulebook.measuring.terms import AGREES, DISAGREES, LITTLE, UNKNOWN, UNTESTED, direction

ZONE = 1 - SAME_LENGTH, 1 + SAME_LENGTH
SAME_GAP = 0.25  # differences of log odds up to this count as none
LEVEL = 0.025  # joint level of the verdicts on tactics, at each of the two looks
CLAIMED = 3 * 35  # tests of all claims
TOO_NEAR = 0.02  # closer to the edge of the zone, too many games would be needed
MEAN, SHARE = "mean", "share"
_normal = NormalDist()

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measure:
    """A figure, its base, and their comparison, with intervals; None without a figure.

    compared: their ratio (length), or the difference of their log odds (gap); games: number played (or series);
    unfinished: number abandoned; by: MEAN, MEDIAN or SHARE.
    """

    value: float | None
    interval: Interval | None
    base: float | None
    compared: float | None
    between: Interval | None
    games: int
    unfinished: int
    by: str


@dataclass(frozen=True)
class Row:
    """A rule set of the table: the claims of its variant, the measures, and the verdicts.

    layouts: the random rule sets that were played, if any; length: by kind of player; deeper: the gap of a player who
    looks further ahead; thumb: that of a greedy player among random ones; choices, gain: legal moves per turn, and the
    gain in chance of a good choice over a random one, between players who look ahead, each with the base game's figure;
    sample: by kind of player, the total turns of the first `authors.SAMPLE` games; sources: the hash of the rules'
    sources at the time (`authors.sources`); unsure, needed: see `doubts`.
    """

    rules: str
    variants: tuple[int, ...]
    players: int
    duration: str | None
    tactic: str | None
    series: bool
    layouts: tuple[str, ...]
    length: dict[str, Measure]
    gap: Measure
    deeper: Measure
    thumb: Measure
    choices: tuple[float, float]
    gain: tuple[float, float]
    sample: dict[str, int]
    sources: str
    verdicts: dict[str, str] = field(default_factory=dict)
    unsure: str = ""
    needed: dict[str, int] = field(default_factory=dict)


def rule_sets() -> Iterator[tuple[int, ...]]:
    """Yield the variants with signs, one by one, then the recommended pairs."""
    for number, variant in VARIANTS.items():
        if variant.duration or variant.tactic:
            yield (number,)
    for number, variant in VARIANTS.items():
        yield from sorted((min(number, other), max(number, other)) for other in variant.suits)


# ---- verdicts --------------------------------------------------------------------------------------------------------


def is_slight(sign: str) -> bool:
    """Return whether a sign is in parentheses: a slight or occasional change."""
    return sign.startswith("(")


def verdict_of(sign: str, between: Interval, zone: Interval) -> str:
    """Return the verdict on a claim; between: the measured interval; zone: what counts as no difference."""
    low, high = between
    claimed, middle = direction(sign), sum(zone) / 2
    within = zone[0] <= low and high <= zone[1]
    if claimed == 0:
        if within:
            return AGREES
        return DISAGREES if high < zone[0] or low > zone[1] else UNKNOWN
    if within and is_slight(sign) and claimed * ((low + high) / 2 - middle) > 0:
        return LITTLE
    if (claimed > 0 and low > middle) or (claimed < 0 and high < middle):
        return LITTLE if within else AGREES
    if (claimed > 0 and high < middle) or (claimed < 0 and low > middle) or within:
        return DISAGREES
    return UNKNOWN


def length_verdict(sign: str, between: Interval | None) -> str:
    """Return the verdict on a claim of length by one kind of player; UNKNOWN without a figure."""
    return verdict_of(sign, between, ZONE) if between else UNKNOWN


def judge_length(row: Row) -> dict[str, str]:
    """Return a row's verdict on the claim of length, if there is one, as "length"."""
    if not row.duration:
        return {}
    if row.series:
        return {"length": UNTESTED}
    found = [measure.between for measure in row.length.values()]
    own = length_verdict(row.duration, found[-1])
    steps = steps_of_a_turn(row.rules) / STEPS
    in_steps = found[-1] and (steps * found[-1][0], steps * found[-1][1])
    if length_verdict(row.duration, in_steps) != own or any(_contradicts(row.duration, own, one) for one in found[:-1]):
        return {"length": UNKNOWN}
    return {"length": own}


STEPS = 2  # of the base game's turn: sideways, forward


def steps_of_a_turn(rules: str) -> int:
    """Return the number of steps of a turn after the throw."""
    return len([*each_step(hedgekit.rules(rules).settings["plan"])])


def _contradicts(sign: str, own: str, between: Interval | None) -> bool:
    """Return whether another kind of player contradicts; no difference is no contradiction."""
    if between is None:
        return False
    if own in (AGREES, LITTLE) and direction(sign):
        return between[1] < ZONE[0] if direction(sign) > 0 else between[0] > ZONE[1]
    return {AGREES: DISAGREES, DISAGREES: AGREES}.get(own) == length_verdict(sign, between)


def error_of(between: Interval) -> float:
    """Return the standard error of a 95 % interval."""
    return (between[1] - between[0]) / 2 / 1.96


def needed(
    sign: str, between: Interval, games: int, zone: Interval = (-SAME_GAP, SAME_GAP), level: float = LEVEL / CLAIMED
) -> int:
    """Estimate the games needed for a verdict with 80 % power, if the true difference is the measured one.

    zone: what counts as no difference; level: of the test.
    """
    middle, half = sum(zone) / 2, (zone[1] - zone[0]) / 2
    value, error = abs(sum(between) / 2 - middle), error_of(between)
    away = max(value, half - value) if direction(sign) else abs(half - value)
    reach = _normal.inv_cdf(1 - level) + _normal.inv_cdf(0.8)
    thousands = games * (reach * error / max(away, TOO_NEAR * half / SAME_GAP)) ** 2 / 1000
    return 1000 * max(math.ceil(thousands), 1 + games // 1000)


def doubts(row: dict[str, Any]) -> dict[str, Any]:
    """Return why a row's length is undecided, and how many more games would decide it.

    "unsure": "steps" or "contrary" if steps or other players disagree, UNKNOWN if there are too few games, "" if it is
    decided; "needed": for "length" and "tactics", the games needed if there are too few.
    """
    unsure, wanted = "", {}
    if row["verdicts"].get("length") == UNKNOWN:
        thinking = list(row["length"].values())[-1]
        unsure = "steps" if steps_of_a_turn(row["rules"]) != STEPS else "contrary"
        if length_verdict(row["duration"], thinking["between"]) == UNKNOWN:
            unsure = UNKNOWN
            if thinking["between"]:
                alone = 0.025  # each row alone, two-sided
                wanted["length"] = needed(row["duration"], thinking["between"], thinking["games"], ZONE, alone)
    if row["verdicts"].get("tactics") == UNKNOWN:
        wanted["tactics"] = needed(row["tactic"], row["gap"]["between"], row["gap"]["games"])
    return {"unsure": unsure, "needed": wanted}
