"""How two rule sets differ, from games of both on the same dice: two bars and a word for each measure.

Every difference has an interval of 95 %: it is said to be there if the interval excludes none, and both are called
alike if the interval lies within what counts as none; otherwise so many games cannot tell.
"""

from hedgekit.simulation.estimates import Interval

from ..measuring.claims import SAME_LENGTH, WORTH_SAYING
from .comparison import Comparison, wins
from .fields import BarsView

SAME_SHARE = 0.05  # of the games that the better player wins: what counts as no difference
MORE, LESS, SAME, OPEN = "more", "less", "same", "open"


def bars(comparison: Comparison) -> list[BarsView]:
    """Length and skill of both, as far as games were played, each with a word."""
    if not comparison.pairs.games:
        return []
    means = [comparison.pairs.mean("turns", side) for side in (0, 1)]
    found: list[BarsView] = [{"measure": "length", "values": means, "word": _length(comparison)}]
    for measure, seats in comparison.skill_pairs.items():
        if played := wins(seats):
            said = SAME if comparison.is_alike else judged(played.apart[1], 0.0, SAME_SHARE)
            found.append({"measure": measure, "values": [100 * one for one in played.shares], "word": said})
    return found


def _length(comparison: Comparison) -> str:
    if any(result.ended.get("unfinished", 0) >= WORTH_SAYING * result.games for result in comparison.results):
        return OPEN
    return SAME if comparison.is_alike else judged(comparison.pairs.ratio("turns")[1], 1.0, SAME_LENGTH)


def judged(interval: Interval, none: float, zone: float) -> str:
    """MORE, LESS, SAME or OPEN: none is what no difference would be, zone how far from it counts as none."""
    low, high = interval
    if none - zone <= low and high <= none + zone:
        return SAME
    return MORE if low > none else LESS if high < none else OPEN
