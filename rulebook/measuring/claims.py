"""The authors' table put to the test: what they say of each variant's length and tactics, and what games say.

`python -m tools.measure` plays the games and writes `data/claims.json`; `claims()` is what is written there.

For every variant with signs, at a number of players the authors advise (the one nearest to four):

- length: turns a game, or a series where the variant says how a series ends, against the base
  game between the same players: random, greedy, looking ahead.  The verdict goes by those who look ahead, unless
  another kind of player says the contrary.  Games that were given up, after `rulesets.engines.LIMIT` turns
  (series after `LONGEST_SERIES` games), have no length: then medians are compared, and players of whose games half or
  more were given up say nothing.
- tactics: the share of games that one player who looks ahead wins among greedy ones (`gap`), against the same in the
  base game; compared as log odds, since a share that is high already has little room left.  Games that
  were given up are left out.  Beside it, the same of one who looks ahead longer (`deeper`), choices a turn and what a
  good choice gains over any: what there is to think about.

New black squares (17) are none before they are laid: that row is of layouts drawn by lot, and its intervals are of a
layout drawn so.

All intervals are of 95 %.  A claim of more or less *agrees* if the difference is shown and lies on the claimed side;
if it is also shown to be so small that it counts as none, it is *a little*, and so it is where a little was claimed and
what there is lies on that side.  A claim *disagrees* with a difference on the other side, and with none worth the name;
else one *cannot tell*.  A claim of equal agrees within the zone and disagrees beyond it.  What no such games could have
refuted *cannot be tested so*: of a series, its length beside a single game and the tactics of players who play for
single games.  Where turns have other steps than two, length is counted in both, and one cannot tell where they part.
Verdicts on tactics are made for all rows at once
(`tools/measure/judging.py`).
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from statistics import NormalDist
from typing import Any

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.race.rulesets.engines import LIMIT
from hedgekit.simulation import tables

from ..text import words
from . import terms
from .terms import AGREES, DISAGREES, LITTLE, SAME_GAP, UNKNOWN, UNTESTED, Interval, Measure, direction, is_slight

FILE = "claims.json"
MEASURED_PLAYERS = ("random", "greedy", "lookahead:100")
SAME_LENGTH = 0.1  # what counts as no difference of length: a tenth
ZONE = 1 - SAME_LENGTH, 1 + SAME_LENGTH
WORTH_SAYING = 0.005  # so large a part of the games was given up
PARTING = 0.05  # of the games won: so far apart two measures of skill point in two ways

LEVEL = 0.025  # of all verdicts on tactics together, at each of the two looks
CLAIMED = 3 * 35  # tests of all claims
TOO_NEAR = 0.02  # to the edge of the zone: nobody plays so many games
_normal = NormalDist()


@dataclass(frozen=True)
class Row:
    """A rule set of the table: the claims of its variant, what was measured, and the verdicts.

    layouts: the rule sets that were played where those are drawn by lot; length: by kind of player; deeper: the gap of
    one who thinks longer; thumb: that of a greedy player among players at random; choices, gain: a turn's moves to
    choose from, and what a good choice gains over any in chance to win, between players who look ahead, each with its
    figure in the base game; sample: by kind of player, the turns of the first `measuring.SAMPLE` games, together;
    sources: the hash of the rules' sources with which it was found so (`measuring.sources`).
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


# ---- verdicts --------------------------------------------------------------------------------------------------------


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
    plan = hedgekit.rules(rules).settings["plan"]
    return sum(bool(plan >> 4 * k & 15) for k in range(16))


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
    value, error = abs(sum(between) / 2 - middle), error_of(between)
    away = max(value, half - value) if direction(sign) else abs(half - value)
    reach = _normal.inv_cdf(1 - level) + _normal.inv_cdf(0.8)
    thousands = games * (reach * error / max(away, TOO_NEAR * half / SAME_GAP)) ** 2 / 1000
    return 1000 * max(math.ceil(thousands), 1 + games // 1000)


# ---- what was measured -----------------------------------------------------------------------------------------------


def rule_sets() -> Iterator[tuple[int, ...]]:
    """The variants with signs, one by one, then the recommended pairs."""
    for number, variant in VARIANTS.items():
        if variant.duration or variant.tactic:
            yield (number,)
    for number, variant in VARIANTS.items():
        yield from sorted((min(number, other), max(number, other)) for other in variant.suits)


@cache
def claims() -> dict[str, Any]:
    """What was measured, as `claims.json` has it.  FileNotFoundError before anything was."""
    return dict(json.loads(files(__package__).joinpath("data", FILE).read_text("utf-8")))


@cache
def rows() -> dict[int, dict[str, Any]]:
    """What was measured of single variants, by number; {} in a checkout in which nothing was measured."""
    try:
        return {row["variants"][0]: row for row in claims()["rows"]}
    except FileNotFoundError:
        return {}


# ---- in words --------------------------------------------------------------------------------------------------------


def sentences(row: dict[str, Any], lang: str) -> tuple[str, ...]:
    """What a row of `claims()` says, in plain sentences: the claim, the measure and the verdict, for each claim.

    Where games were given up, or layouts drawn by lot, that is said, too.
    """
    said = []
    for what, claim in (("length", row["duration"]), ("tactics", row["tactic"])):
        if claim:
            sign = {1: "more", -1: "less", 0: "equal"}[direction(claim)]
            verdict = row["verdicts"][what]
            key = "series" if row["series"] else _unsure(row) if what == "length" and verdict == UNKNOWN else verdict
            said.append(words.text(f"claims.{what}.{sign}", lang))
            if verdict != UNTESTED:
                said += _about_length(row, lang) if what == "length" else _about_tactics(row, lang)
            said.append(words.text(f"claims.{what}.verdict.{key}", lang))
            if verdict != UNTESTED:
                said.append(words.text(f"claims.{what}.refuted.{sign}", lang))
    return tuple(said)


def in_a_word(row: dict[str, Any], lang: str) -> str:
    """The verdicts of a row of `claims()`, a word each, as the authors' table has them."""
    return "; ".join(
        f"{words.text(f'choosing.choose.column-{column}', lang)}: "
        + words.text(f"choosing.choose.verdict-{row['verdicts'][what].replace(' ', '-')}", lang)
        for what, column in (("length", "duration"), ("tactics", "tactic"))
        if what in row["verdicts"]
    )


def folded(number: int, lang: str) -> str:
    """What was measured of a variant, as HTML that is unfolded; "" where nothing was."""
    if number not in rows():
        return ""
    summary = escape(words.text("choosing.choose.figures", lang))
    return f"<details><summary>{summary}</summary><p>{escape(' '.join(sentences(rows()[number], lang)))}</p></details>"


def _unsure(row: dict[str, Any]) -> str:
    """Why one cannot tell of a length: steps or other players say otherwise, or the games are too few."""
    own = by_length(row["duration"], row["length"][MEASURED_PLAYERS[-1]]["between"])
    if own == UNKNOWN:
        return UNKNOWN
    return "steps" if steps_of_a_turn(row["rules"]) != STEPS else "contrary"


def _about_length(row: dict[str, Any], lang: str) -> list[str]:
    own = by_length(row["duration"], row["length"][MEASURED_PLAYERS[-1]]["between"])
    needed = _longer(row, lang) if own == UNKNOWN else ()
    return [*_laid(row, lang), *_length(row, lang), *_given_up(row, lang), *needed]


def _about_tactics(row: dict[str, Any], lang: str) -> list[str]:
    gap, deeper, thumb = row["gap"], row["deeper"], row["thumb"]
    low, high = gap["interval"]
    shares = {"gap": gap["value"], "base": gap["base"], "low": low, "high": high}
    shares |= {"longer": deeper["value"], "longer_base": deeper["base"]}
    shares |= {"thumb": thumb["value"], "thumb_base": thumb["base"]}
    figures = {name: 100 * share for name, share in shares.items()}
    said = [_filled("claims.tactics.measured", lang, figures), _filled("claims.tactics.thumb", lang, figures)]
    part = (gap["value"] - gap["base"]) * (thumb["value"] - thumb["base"]) < 0
    if part and min(abs(one["value"] - one["base"]) for one in (gap, thumb)) >= PARTING:
        said.append(words.text("claims.tactics.parting", lang))
    return [*said, *_left_out(row, lang), *_needed(row, lang)]


def _length(row: dict[str, Any], lang: str) -> Iterator[str]:
    """How long it is between those who look ahead."""
    measure = row["length"][MEASURED_PLAYERS[-1]]
    if measure["between"]:
        low, high = measure["between"]
        figures = {"value": measure["value"], "base": measure["base"], "players": row["players"]}
        figures |= {"percent": 100 * measure["compared"], "low": 100 * low, "high": 100 * high}
        yield _filled(f"claims.length.measured{'-median' if measure['by'] == terms.MEDIAN else ''}", lang, figures)


def _laid(row: dict[str, Any], lang: str) -> Iterator[str]:
    if row["layouts"]:
        yield _filled("claims.length.layouts", lang, {"layouts": len(row["layouts"])})


def _given_up(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Of which players many games did not end, and what that means for the verdict."""
    for kind, measure in row["length"].items():
        if figures := _unfinished(measure):
            who = words.text(f"claims.given-up.{kind.partition(':')[0]}", lang)
            yield f"{who} {_filled('claims.given-up.game', lang, figures)}"
            if not measure["between"]:
                yield words.text("claims.given-up.silent", lang)


def _left_out(row: dict[str, Any], lang: str) -> Iterator[str]:
    """Of the games that show the tactics, those that were given up."""
    if figures := _unfinished(row["gap"]):
        yield _filled("claims.tactics.left-out", lang, figures | {"limit": terms.LIMIT})


def _unfinished(measure: dict[str, Any]) -> dict[str, float]:
    """How many games were given up, and after how long; {} if they are not worth a word."""
    part = measure["unfinished"] / measure["games"]
    return {"percent": 100 * part, "limit": LIMIT} if part >= WORTH_SAYING else {}


def _longer(row: dict[str, Any], lang: str) -> Iterator[str]:
    """What it would take to tell the length, where one cannot, of games that end."""
    measure = row["length"][MEASURED_PLAYERS[-1]]
    if measure["between"]:
        alone = 0.025  # every row is judged by itself, from both sides
        games = needed(row["duration"], measure["between"], measure["games"], ZONE, alone)
        yield _filled("claims.length.needed", lang, {"games": games})


def _needed(row: dict[str, Any], lang: str) -> Iterator[str]:
    """What it would take to tell, where one cannot."""
    if row["verdicts"]["tactics"] == UNKNOWN:
        games = needed(row["tactic"], row["gap"]["between"], row["gap"]["games"])
        yield _filled("claims.tactics.needed", lang, {"games": games})


def _filled(address: str, lang: str, figures: dict[str, float]) -> str:
    # typeset first: what is filled in are whole numbers
    return words.text(address, lang).format(**{name: tables.number(value, 0, lang) for name, value in figures.items()})
