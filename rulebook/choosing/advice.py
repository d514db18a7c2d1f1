"""Suggests three sets of variants for a number of players, a time and a mood.  No widgets.

The ranking uses simulations of all compatible pairs of variants (`rulebook.measuring.sets`), the verdicts of
combinations, the numbers of players that the authors advise, and the playing time on the box: 20 to 50 minutes,
depending on the number of players.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.race.rulesets.verdicts import DECIDED, verdict
from hedgekit.games.race.variants import BEYOND, writing

from ..measuring import sets
from ..measuring.sets import Measured
from ..stage.localized import book_text
from ..text.words import Localized

BOX_PLAYERS, BOX_MINUTES = (2, 6), (20, 50)  # the box: 20 minutes for two, 50 for six
SEATS = (2, 9)
EVENING = 300
MINUTES = (20, 30, 45, 60, EVENING)
SUGGESTIONS = 3
MIN_ENDED = 0.9  # share of the simulated games that somebody must have won
UNADVISED, UNDECIDED = 0.15, 0.05  # penalties: a variant that the authors do not advise; an open question
SHORT = 0.6  # penalty of a set that fills none of the time

MOODS: Mapping[str, Mapping[str, float]] = {
    "quick": {"turns": -1},
    "mean": {"foreign": 1},
    "thoughtful": {"gap": 1},
    "silly": {"gap": -0.6, "leads": 0.4},
}
"""Weights of the measures for a mood, each by its rank among all sets; negative: the smaller the better."""


@dataclass(frozen=True)
class Wish:
    """Number of players, minutes, mood, and whether the box must suffice.

    Raises ValueError for numbers or moods other than those above.
    """

    players: int = 4
    minutes: int = 45
    mood: str = "mean"
    box: bool = False

    def __post_init__(self) -> None:
        if not SEATS[0] <= self.players <= SEATS[1] or self.minutes not in MINUTES:
            raise ValueError(f"{SEATS[0]} to {SEATS[1]} players, and one of {MINUTES} minutes")
        if self.mood not in MOODS:
            raise ValueError(f"the mood is one of {', '.join(MOODS)}")


@dataclass(frozen=True)
class Suggestion:
    """A set for a wish.

    minutes: estimated playing time; fits: whether that is within the wish; why: one sentence; measured: the simulation
    behind it.
    """

    rules: hedgekit.RuleSet
    minutes: float
    fits: bool
    why: Localized
    measured: Measured


def usual_minutes(players: int) -> float:
    """Return the playing time of the base game: linear in the players by the box, extrapolated beyond six."""
    (few, many), (short, long) = BOX_PLAYERS, BOX_MINUTES
    return short + (long - short) * (players - few) / (many - few)


@cache
def suggest(wish: Wish) -> tuple[Suggestion, ...]:
    """Return up to three sets without common variants: those that fit, best first, then the shortest."""
    found: list[Suggestion] = []
    required = set(writing("pieces.colours")) if wish.players in BEYOND else set()
    used = set[int]()
    for one in sorted(_possible(wish, required), key=lambda one: _sort_key(one, wish)):
        if not used & set(one.variants):
            used |= set(one.variants) - required
            found.append(_suggestion(one, wish, len(found)))
        if len(found) == SUGGESTIONS:
            break
    return tuple(found)


def _possible(wish: Wish, required: set[int]) -> list[Measured]:
    return [
        one
        for one in sets.measured()
        if one.figures.ended >= MIN_ENDED
        and required <= set(one.variants)
        and all(wish.players in VARIANTS[number].seats for number in one.variants)
        and not (wish.box and any(VARIANTS[number].material for number in one.variants))
    ]


def _sort_key(one: Measured, wish: Wish) -> tuple[bool, float, tuple[int, ...]]:
    """Sets that fit come first, best first; then the others, shortest first."""
    minutes = usual_minutes(wish.players) * one.length
    if minutes > wish.minutes:
        return True, minutes, one.variants
    score = sum(
        weight * (_rank(name, one) if weight > 0 else _rank(name, one) - 1) for name, weight in MOODS[wish.mood].items()
    )
    score -= UNADVISED * sum(not _advised(number, wish.players) for number in one.variants)
    a, b = one.variants
    score -= UNDECIDED * (verdict(a, b).kind == DECIDED)
    if wish.minutes < EVENING and wish.mood != "quick":
        score -= SHORT * max(0.0, 0.5 - minutes / wish.minutes)
    return False, -score, one.variants


def _rank(name: str, one: Measured) -> float:
    """Return the share of sets whose measure, relative to the base game, is less than that of this one."""
    ordered = _ordered(name)
    return bisect_left(ordered, _relative(name, one)) / len(ordered)


@cache
def _ordered(name: str) -> list[float]:
    return sorted(_relative(name, one) for one in sets.measured())


def _relative(name: str, one: Measured) -> float:
    """Return the ratio of a measure to the base game's; leads are counted per turn."""
    by_turn = one.base.turns / one.figures.turns if name == "leads" else 1
    return float(by_turn * getattr(one.figures, name) / getattr(one.base, name))


def _advised(number: int, players: int) -> bool:
    """Return whether the authors advise a variant for so many players; beyond six, what they say of six counts."""
    advised = VARIANTS[number].advised
    return players in advised or (players in BEYOND and 6 in advised) or number in writing("pieces.colours")


def _suggestion(one: Measured, wish: Wish, place: int) -> Suggestion:
    rules = hedgekit.rules("+".join(map(str, one.variants)), players=wish.players)
    minutes = usual_minutes(wish.players) * one.length
    return Suggestion(rules, minutes, minutes <= wish.minutes, _why(one, wish.mood, place), one)


REMARKS: Mapping[str, Callable[[Measured], str]] = {
    "quick": lambda one: "half" if one.length < 0.5 else "shorter" if one.length <= 0.9 else "",
    "mean": lambda one: "more" if _relative("foreign", one) >= 1.2 else "",
    "thoughtful": lambda one: "more" if _relative("gap", one) >= 1.05 else "",
    "silly": lambda one: "more" if _relative("gap", one) <= 0.85 else "leads" if _relative("leads", one) >= 1.1 else "",
}
"""Key of the remark on a set for a mood, by its measures relative to the base game; "" for none."""


def _why(one: Measured, mood: str, place: int) -> Localized:
    """Return a sentence on what the variants do and mean for the mood, worded differently on each card."""
    first, second = (book_text(f"choosing.evening.say-{number}") for number in one.variants)
    remark = REMARKS[mood](one)
    key = f"{mood}-{remark}-{place + 1}" if remark else "plain"
    return book_text(f"choosing.evening.{key}", one=first, two=second).each(lambda text: text[:1].upper() + text[1:])


def needed(one: Suggestion) -> tuple[Localized, ...]:
    """Return what a set needs besides the box."""
    return tuple(Localized(found) for number in one.rules.variants if (found := VARIANTS[number].material))
