"""The terms of what is measured: verdicts, measures of skill, the signs of the authors' table."""

LIMIT = 10_000  # turns after which a game of one who thinks is given up: fifty times as many as it has on average

THUMB, AHEAD = "hasty", "montecarlo:25"
SKILL = {"thumb": (THUMB, "random"), "ahead": (AHEAD, THUMB)}
"""The book's two measures of skill: who plays alone, at every seat in turn, and among whom; he wins so many games.

The first tells what a rule of thumb is worth, the second what looking ahead is worth beyond it.
"""

AGREES, LITTLE, DISAGREES, UNKNOWN = "agrees", "a little", "disagrees", "cannot tell"
UNTESTED = "cannot be tested so"  # nothing that these games show could have refuted it
MEDIAN = "median"


def direction(sign: str) -> int:
    """Where a sign points: 1 for more ("+", "++", "(+)"), -1 for less, 0 for equal."""
    return 1 if "+" in sign else -1 if "-" in sign else 0
