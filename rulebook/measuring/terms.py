"""Terms of the measurements: verdicts, measures of skill, signs of the authors' table."""

LIMIT = 10_000  # turns before a game with a thinking player is abandoned: fifty times the mean

HEURISTIC, AHEAD = "hasty", "montecarlo:25"
SKILL = {"thumb": (HEURISTIC, "random"), "ahead": (AHEAD, HEURISTIC)}
"""The book's two measures of skill: a single player, at every seat in turn, and the opponents; the share of games won.

The first measures the value of the heuristic, the second that of looking ahead beyond it.
"""

AGREES, LITTLE, DISAGREES, UNKNOWN = "agrees", "a little", "disagrees", "cannot tell"
UNTESTED = "cannot be tested so"  # these games could not have refuted it
MEDIAN = "median"


def direction(sign: str) -> int:
    """Return the direction of a sign: 1 for more ("+", "++", "(+)"), -1 for less, 0 for equal."""
    return 1 if "+" in sign else -1 if "-" in sign else 0
