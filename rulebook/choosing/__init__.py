"""Which rules to play: four sheets of the book that say it before anybody sets up a board.

combine.py   combining(): tick variants, see what they make of each other, read and play the result
evening.py   tonight(): three sets of variants for so many players, so much time and a mood
choose.py    choosing(): the authors' table
compare.py   comparing(): two rule sets on two boards with the same dice, and by simulation

selection.py, rulepage.py and pairs.py, advice.py, and contest.py hold what the sheets say, without widgets; widget.py
and the files beside it what all sheets share.  The functions make widgets, and import what these need when called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .choose import Choosing
    from .combine import Combining
    from .compare import Comparing
    from .evening import Tonight

__all__ = ["choosing", "combining", "comparing", "tonight"]


def combining(*variants: int) -> "Combining":
    """The sheet on which variants are ticked; `variants`: those ticked at first.  NotationError for what is none."""
    from .combine import Combining

    return Combining(variants)


def tonight(players: int = 4, minutes: int = 45, mood: str = "mean", box: bool = False) -> "Tonight":
    """Three sets of variants for this wish.  ValueError for one that is none (advice.py)."""
    from .evening import Tonight

    return Tonight(players, minutes, mood, box)


def choosing() -> "Choosing":
    """The authors' table, and what our games say of it."""
    from .choose import Choosing

    return Choosing()


def comparing(one: str = "0", other: str = "9", players: int = 4) -> "Comparing":
    """Two rule sets side by side.  NotationError or Clash for rules that cannot be played."""
    from .compare import Comparing

    return Comparing(one, other, players)
