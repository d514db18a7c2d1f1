"""Suggests three sets of variants for a number of players, a time and a mood.  No widgets.

The suggestions rest on games of every two variants that go together (`rulebook.measuring.sets`), the verdicts of
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
MANY = 3  # sets in an answer
ENDS = 0.9  # so many of the games at least somebody must have won
UNADVISED, UNDECIDED = 0.15, 0.05  # what a variant costs that the authors do not advise, and a question left open
SHORT = 0.6  # what a set costs that fills none of the time

MOODS: Mapping[str, Mapping[str, float]] = {
    "quick": {"turns": -1},
    "mean": {"foreign": 1},
    "thoughtful": {"gap": 1},
    "silly": {"gap": -0.6, "leads": 0.4},
}
"""How much a figure counts for a mood, by its place among all sets; less than 0: the smaller the better."""


@dataclass(frozen=True)
class Wish:
    """What is wished for: number of players, minutes, mood, and whether the box alone must do.

    ValueError for a number or a word that is none of those above.
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

    rules: the rule set; minutes: how long it should take; fits: is that within the wish?; why: one sentence; measured:
    what that rests on.
    """

    rules: hedgekit.RuleSet
    minutes: float
    fits: bool
    why: Localized
    measured: Measured


def usual_minutes(players: int) -> float:
    """Return how long the base game takes by the box, in proportion to the players, also beyond six."""
    (few, many), (short, long) = BOX_PLAYERS, BOX_MINUTES
    return short + (long - short) * (players - few) / (many - few)


@cache
def suggest(wish: Wish) -> tuple[Suggestion, ...]:
    """Suggest three sets without common variants: those that fit, best first, then the shortest.

    Fewer if there are not so many that can be played.
    """
    found: list[Suggestion] = []
    wanted = set(writing("pieces.colours")) if wish.players in BEYOND else set()
    used = set[int]()
    for one in sorted(_possible(wish, wanted), key=lambda one: _order(one, wish)):
        if not used & set(one.variants):
            used |= set(one.variants) - wanted
            found.append(_suggestion(one, wish, len(found)))
        if len(found) == MANY:
            break
    return tuple(found)


def _possible(wish: Wish, wanted: set[int]) -> list[Measured]:
    return [
        one
        for one in sets.found()
        if one.figures.ended >= ENDS
        and wanted <= set(one.variants)
        and all(wish.players in VARIANTS[number].seats for number in one.variants)
        and not (wish.box and any(VARIANTS[number].material for number in one.variants))
    ]


def _order(one: Measured, wish: Wish) -> tuple[bool, float, tuple[int, ...]]:
    """Sort key: sets that fit come first, best first; then the others, shortest first."""
    minutes = usual_minutes(wish.players) * one.length
    if minutes > wish.minutes:
        return True, minutes, one.variants
    worth = sum(
        weight * (_place(name, one) if weight > 0 else _place(name, one) - 1)
        for name, weight in MOODS[wish.mood].items()
    )
    worth -= UNADVISED * sum(not _advised(number, wish.players) for number in one.variants)
    a, b = one.variants
    worth -= UNDECIDED * (verdict(a, b).kind == DECIDED)
    if wish.minutes < EVENING and wish.mood != "quick":
        worth -= SHORT * max(0.0, 0.5 - minutes / wish.minutes)
    return False, -worth, one.variants


def _place(name: str, one: Measured) -> float:
    """Return the share of sets that have less of a figure than this one, each relative to its base game."""
    ranked = _ranked(name)
    return bisect_left(ranked, _compared(name, one)) / len(ranked)


@cache
def _ranked(name: str) -> list[float]:
    return sorted(_compared(name, one) for one in sets.found())


def _compared(name: str, one: Measured) -> float:
    """A figure beside the base game's as it counts for moods: leads by turn, the others as they are."""
    by_turn = one.base.turns / one.figures.turns if name == "leads" else 1
    return float(by_turn * getattr(one.figures, name) / getattr(one.base, name))


def _advised(number: int, players: int) -> bool:
    """Do the authors advise it for so many?  Beyond six players, what they say of six counts."""
    advised = VARIANTS[number].advised
    return players in advised or (players in BEYOND and 6 in advised) or number in writing("pieces.colours")


def _suggestion(one: Measured, wish: Wish, place: int) -> Suggestion:
    rules = hedgekit.rules("+".join(map(str, one.variants)), players=wish.players)
    minutes = usual_minutes(wish.players) * one.length
    return Suggestion(rules, minutes, minutes <= wish.minutes, _why(one, wish.mood, place), one)


REMARKS: Mapping[str, Callable[[Measured], str]] = {
    "quick": lambda one: "half" if one.length < 0.5 else "shorter" if one.length <= 0.9 else "",
    "mean": lambda one: "more" if _compared("foreign", one) >= 1.2 else "",
    "thoughtful": lambda one: "more" if _compared("gap", one) >= 1.05 else "",
    "silly": lambda one: "more" if _compared("gap", one) <= 0.85 else "leads" if _compared("leads", one) >= 1.1 else "",
}
"""What is said of a set for a mood: only what its figures say beside the base game's."""


def _why(one: Measured, mood: str, place: int) -> Localized:
    """Say what the variants do and what that means for the mood, worded differently on each card."""
    first, second = (book_text(f"choosing.evening.say-{number}") for number in one.variants)
    remark = REMARKS[mood](one)
    key = f"{mood}-{remark}-{place + 1}" if remark else "plain"
    return book_text(f"choosing.evening.{key}", one=first, two=second).each(lambda text: text[:1].upper() + text[1:])


def needed(one: Suggestion) -> tuple[Localized, ...]:
    """Return what the set needs besides the box."""
    return tuple(Localized(found) for number in one.rules.variants if (found := VARIANTS[number].material))
