"""The rows of the authors' table, and the verdicts on what the authors say of length.

All intervals are of 95 %.  A claim of more or less *agrees* if the difference is shown and lies on the claimed side;
if it is also shown to be so small that it counts as none, it is *a little*, and so it is where a little was claimed and
what there is lies on that side.  A claim *disagrees* with a difference on the other side, and with none worth the name;
else one *cannot tell*.  A claim of equal agrees within the zone and disagrees beyond it.  What no such games could have
refuted *cannot be tested so*: of a series, its length beside a single game and the tactics of players who play for
single games.  Where turns have other steps than two, length is counted in both, and one cannot tell where they part.
Verdicts on tactics are made for all rows at once (`judging.py`).
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
SAME_GAP = 0.25  # what counts as no difference of tactics, in log odds
LEVEL = 0.025  # of all verdicts on tactics together, at each of the two looks
CLAIMED = 3 * 35  # tests of all claims
TOO_NEAR = 0.02  # to the edge of the zone: nobody plays so many games
MEAN, SHARE = "mean", "share"
_normal = NormalDist()

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measure:
    """A figure, what it is measured against, and how they compare, with intervals; None where there is no figure.

    compared: their ratio (length), or the difference of their log odds (gap); games: how many were played, series where
    those are counted; unfinished: how many of them were given up; by: MEAN, MEDIAN or SHARE.
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
    """A rule set of the table: the claims of its variant, what was measured, and the verdicts.

    layouts: the rule sets that were played where those are drawn by lot; length: by kind of player; deeper: the gap of
    one who thinks longer; thumb: that of a greedy player among players at random; choices, gain: a turn's moves to
    choose from, and what a good choice gains over any in chance to win, between players who look ahead, each with its
    figure in the base game; sample: by kind of player, the turns of the first `authors.SAMPLE` games, together;
    sources: the hash of the rules' sources with which it was found so (`authors.sources`); unsure,
    needed: see `doubts`.
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
    """The variants with signs, one by one, then the recommended pairs."""
    for number, variant in VARIANTS.items():
        if variant.duration or variant.tactic:
            yield (number,)
    for number, variant in VARIANTS.items():
        yield from sorted((min(number, other), max(number, other)) for other in variant.suits)


# ---- verdicts --------------------------------------------------------------------------------------------------------


def is_slight(sign: str) -> bool:
    """Is it in parentheses: a slight change, or one now and then?"""
    return sign.startswith("(")


def judged(sign: str, between: Interval, zone: Interval) -> str:
    """The verdict on a claim: `between` is the interval of what was measured, `zone` what counts as no difference."""
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


def by_length(sign: str, between: Interval | None) -> str:
    """The verdict on a claim of length by one kind of player; UNKNOWN without a figure."""
    return judged(sign, between, ZONE) if between else UNKNOWN


def judge_length(row: Row) -> dict[str, str]:
    """The verdict of a row on the claim of length, if there is one, as "length"."""
    if not row.duration:
        return {}
    if row.series:
        return {"length": UNTESTED}
    found = [measure.between for measure in row.length.values()]
    own = by_length(row.duration, found[-1])
    steps = steps_of_a_turn(row.rules) / STEPS
    in_steps = found[-1] and (steps * found[-1][0], steps * found[-1][1])
    if by_length(row.duration, in_steps) != own or any(_contrary(row.duration, own, one) for one in found[:-1]):
        return {"length": UNKNOWN}
    return {"length": own}


STEPS = 2  # of a turn of the base game: sideways, forward


def steps_of_a_turn(rules: str) -> int:
    """How many steps a turn of these rules has after its number."""
    return len([*each_step(hedgekit.rules(rules).settings["plan"])])


def _contrary(sign: str, own: str, between: Interval | None) -> bool:
    """Does another kind of player point the other way?  No difference is no contrary."""
    if between is None:
        return False
    if own in (AGREES, LITTLE) and direction(sign):
        return between[1] < ZONE[0] if direction(sign) > 0 else between[0] > ZONE[1]
    return {AGREES: DISAGREES, DISAGREES: AGREES}.get(own) == by_length(sign, between)


def error_of(between: Interval) -> float:
    """The standard error behind an interval of 95 %."""
    return (between[1] - between[0]) / 2 / 1.96


def needed(
    sign: str, between: Interval, games: int, zone: Interval = (-SAME_GAP, SAME_GAP), level: float = LEVEL / CLAIMED
) -> int:
    """About how many games would give a claim a verdict, four times of five, if the difference is what was measured.

    zone: what counts as none; level: of the test.
    """
    middle, half = sum(zone) / 2, (zone[1] - zone[0]) / 2
    value, error = abs(sum(between) / 2 - middle), error_of(between)
    away = max(value, half - value) if direction(sign) else abs(half - value)
    reach = _normal.inv_cdf(1 - level) + _normal.inv_cdf(0.8)
    thousands = games * (reach * error / max(away, TOO_NEAR * half / SAME_GAP)) ** 2 / 1000
    return 1000 * max(math.ceil(thousands), 1 + games // 1000)


def doubts(row: dict[str, Any]) -> dict[str, Any]:
    """Why one cannot tell the length of a row, and how many games it would take to tell what more games could.

    "unsure": "steps" or "contrary" where steps or other players say otherwise, UNKNOWN where the games are too few, ""
    where one can tell; "needed": of "length" and "tactics", those of which one cannot tell for want of games.
    """
    unsure, wanted = "", {}
    if row["verdicts"].get("length") == UNKNOWN:
        thinking = list(row["length"].values())[-1]
        unsure = "steps" if steps_of_a_turn(row["rules"]) != STEPS else "contrary"
        if by_length(row["duration"], thinking["between"]) == UNKNOWN:
            unsure = UNKNOWN
            if thinking["between"]:
                alone = 0.025  # every row is judged by itself, from both sides
                wanted["length"] = needed(row["duration"], thinking["between"], thinking["games"], ZONE, alone)
    if row["verdicts"].get("tactics") == UNKNOWN:
        wanted["tactics"] = needed(row["tactic"], row["gap"]["between"], row["gap"]["games"])
    return {"unsure": unsure, "needed": wanted}
