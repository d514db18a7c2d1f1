"""The terms of what is measured: verdicts, figures with intervals, the signs of the authors' table."""

from dataclasses import dataclass

LIMIT = 10_000  # turns after which a game of one who thinks is given up: fifty times as many as it has on average
SAME_GAP = 0.25  # what counts as no difference of tactics, in log odds

THUMB, AHEAD = "hasty", "montecarlo:25"
SKILL = {"thumb": (THUMB, "random"), "ahead": (AHEAD, THUMB)}
"""The book's two measures of skill: who plays alone, at every seat in turn, and among whom; he wins so many games.

The first tells what a rule of thumb is worth, the second what looking ahead is worth beyond it.
"""

AGREES, LITTLE, DISAGREES, UNKNOWN = "agrees", "a little", "disagrees", "cannot tell"
UNTESTED = "cannot be tested so"  # nothing that these games show could have refuted it
MEAN, MEDIAN, SHARE = "mean", "median", "share"
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


def direction(sign: str) -> int:
    """Where a sign points: 1 for more ("+", "++", "(+)"), -1 for less, 0 for equal."""
    return 1 if "+" in sign else -1 if "-" in sign else 0


def is_slight(sign: str) -> bool:
    """Is it in parentheses: a slight change, or one now and then?"""
    return sign.startswith("(")
