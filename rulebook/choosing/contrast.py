"""Says in sentences how two rule sets differ, from games of both: length, choices, skill.

Both play on the same dice.  Every difference has an interval of 95 %: it is said to be there if the interval excludes
none, and both are called alike if the interval lies within what counts as none; otherwise so many games cannot tell.
Minutes are an estimate: the playing time on the box, times the measured length relative to the base game.
"""

import math
from functools import partial

import hedgekit
from hedgekit.simulation.estimates import Interval
from hedgekit.simulation.tables import number

from ..measuring import sets
from ..measuring.claims import SAME_LENGTH, WORTH_SAYING, length
from ..text.words import Words
from .advice import usual_minutes
from .contest import Contest, wins
from .words import both

SAME_SHARE = 0.05  # of the games that the better player wins: what counts as no difference
PARTS = {
    0.33: "third-of", 0.4: "two-fifths-of", 0.5: "half-of", 0.6: "three-fifths-of", 0.67: "third-less",
    0.75: "quarter-less", 0.8: "fifth-less", 0.86: "seventh-less", 0.9: "tenth-less", 1.1: "tenth-more",
    1.14: "seventh-more", 1.2: "fifth-more", 1.25: "quarter-more", 1.33: "third-more", 1.5: "half-more",
    1.67: "two-thirds-more", 1.75: "three-quarters-more", 2.0: "twice", 2.5: "two-and-a-half-times", 3.0: "three-times",
}  # fmt: skip
"""How a ratio is said: the nearest of these."""
LONGEST = 4.0  # a ratio beyond which it is said in figures
MORE, LESS, SAME, OPEN = "more", "less", "same", "open"


def sentences(contest: Contest, names: list[Words]) -> list[Words]:
    """Say what the games of a contest show about the second rule set compared with the first."""
    if not contest.pairs.games:
        return []
    named = {"one": names[0], "other": names[1]}
    if contest.is_alike:
        return [both("compare.say-alike", games=Words.of(partial(number, contest.pairs.games, 0)), **named)]
    return [_of_length(contest, named), _of_decisions(contest, named)]


# ---- differences -----------------------------------------------------------------------------------------------------


def compared(contest: Contest, measure: str) -> tuple[float, Interval]:
    """Return the ratio of the second mean to the first, on the same dice."""
    return contest.pairs.ratio(measure)


def apart(contest: Contest, skill: str) -> tuple[float, Interval]:
    """Return how much more often the better player wins under the second rule set, on the same dice.

    skill: which of the two measures; all that can be while nothing of it was played.
    """
    found = wins(contest.skill_pairs[skill])
    return found.apart if found else (0.0, (-1.0, 1.0))


def judged(interval: Interval, none: float, zone: float) -> str:
    """MORE, LESS, SAME or OPEN: none is what no difference would be, zone how far from it counts as none."""
    low, high = interval
    if none - zone <= low and high <= none + zone:
        return SAME
    return MORE if low > none else LESS if high < none else OPEN


# ---- in words --------------------------------------------------------------------------------------------------------


def _of_length(contest: Contest, named: dict[str, Words]) -> Words:
    if any(result.ended.get("unfinished", 0) >= WORTH_SAYING * result.games for result in contest.results):
        return both("compare.say-unfinished")
    ratio, between = compared(contest, "turns")
    found = judged(between, 1.0, SAME_LENGTH)
    figures = {"low": _percent(between[0]), "high": _percent(between[1])}
    if found in (SAME, OPEN):
        return both(f"compare.say-length-{found}", **named, **figures)
    said = [both("compare.say-length", how=_how(ratio), **named, **figures)]
    minutes = _minutes(contest.rules[0])
    if minutes is not None and (many := round(abs(ratio - 1) * minutes)):
        said.append(both(f"compare.say-minutes-{found}", minutes=5 * round(many / 5) if many > 12 else many))
    return Words.joined(said)


def _how(ratio: float) -> Words:
    """A ratio in words: "a third longer"; in figures where it is far from one."""
    if ratio > LONGEST or ratio < 1 / LONGEST:
        return both("compare.how-times", percent=round(100 * ratio))
    nearest = min(PARTS, key=lambda part: abs(math.log(ratio / part)))
    return both(f"compare.how-{PARTS[nearest]}")


def _percent(ratio: float) -> str:
    """A ratio as so many percent more or less."""
    percent = round(100 * (ratio - 1)) if ratio < 100 else 9900
    return f"{'+' if percent > 0 else '−' if percent < 0 else ''}{abs(percent)}"


def _minutes(rules: hedgekit.RuleSet) -> float | None:
    """Estimate how long these rules take; None if they were not measured."""
    numbers = tuple(number for number in rules.variants if number)
    if not numbers:
        part: float | None = 1.0
    elif len(numbers) == 1:
        part = length(numbers[0])
    else:
        part = next((one.length for one in sets.found() if one.variants == numbers), None)
    return None if part is None else part * usual_minutes(rules.players)


def _of_decisions(contest: Contest, named: dict[str, Words]) -> Words:
    """Say how much there is to decide, whether it matters, and what looking ahead is worth."""
    _, between = compared(contest, "choices_per_turn")
    found, low, high = judged(between, 1.0, SAME_LENGTH), *map(_percent, between)
    choices = both(f"compare.choices-{found}", **named)
    if not _measured(contest, "thumb"):
        return both("compare.say-choices", choices=choices, low=low, high=high)
    said, wins = _of_skill(contest, "thumb")
    sentences = [both("compare.say-decisions", choices=choices, thumb=said, low=low, high=high, wins=wins)]
    if _measured(contest, "ahead"):
        said, wins = _of_skill(contest, "ahead")
        sentences.append(both("compare.say-ahead", ahead=said, wins=wins))
    return Words.joined(sentences)


def _measured(contest: Contest, skill: str) -> bool:
    return wins(contest.skill_pairs[skill]) is not None


def _of_skill(contest: Contest, skill: str) -> tuple[Words, Words]:
    """Say whether skill counts more, and how many more or fewer of 100 games the better player wins."""
    _, wins = apart(contest, skill)
    low, high = (round(100 * value) for value in wins)
    key = "more" if low >= 0 else "fewer" if high <= 0 else "between"
    few, many = sorted((abs(low), abs(high))) if key != "between" else (-low, high)
    return both(f"compare.{skill}-{judged(wins, 0.0, SAME_SHARE)}"), both(f"compare.wins-{key}", low=few, high=many)
