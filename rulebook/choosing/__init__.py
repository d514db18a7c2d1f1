"""Which rules to play: three sheets of the book that say it before anybody sets up a board.

combine.py   combining(): tick variants, see what they make of each other, read and play the result
choose.py    choosing(): the authors' table, and a short list for an evening
compare.py   comparing(): two rule sets on two boards with the same dice, and by simulation

selection.py, rulepage.py and pairs.py, advice.py, and contest.py hold what the sheets say, without widgets; widget.py
and the files beside it what all sheets share.  The functions make widgets, and import what these need when called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .choose import Choosing
    from .combine import Combining
    from .compare import Comparing

__all__ = ["choosing", "combining", "comparing"]


def combining(*variants: int) -> "Combining":
    """The sheet on which variants are ticked; `variants`: those ticked at first.  NotationError for what is none."""
    from .combine import Combining

    return Combining(variants)


def choosing(players: int = 4, minutes: int = 60, tactics: str = "any") -> "Choosing":
    """The authors' table, and a short list for these wishes.  ValueError for wishes that are none (advice.py)."""
    from .choose import Choosing

    return Choosing(players, minutes, tactics)


def comparing(one: str = "0", other: str = "9", players: int = 4) -> "Comparing":
    """Two rule sets side by side.  NotationError or Clash for rules that cannot be played."""
    from .compare import Comparing

    return Comparing(one, other, players)
