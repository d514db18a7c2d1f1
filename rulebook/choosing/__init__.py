"""Which rules to play: four sheets of the book that say it before anybody sets up a board.

combine.py        combining(): tick variants, see what they make of each other, read and play the result
tonight_sheet.py  tonight(): three sets of variants for so many players, so much time and a mood
choose.py         choosing(): the authors' table
compare.py        comparing(): two rule sets on two boards with the same dice, and by simulation

Without widgets: selection.py (what goes together), clash_boards.py (why not, on boards), rulepage.py (the rules of a
set on a page), advice.py (sets for an evening), contest.py (games of two sets), contrast.py (what these say).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .choose import Choosing
    from .combine import Combining
    from .compare import Comparing
    from .tonight_sheet import Tonight

__all__ = ["choosing", "combining", "comparing", "tonight"]


def combining(*variants: int) -> "Combining":
    """Make the sheet for combining variants; `variants`: those ticked at first.  NotationError for unknown ones."""
    from .combine import Combining

    return Combining(variants)


def tonight(players: int = 4, minutes: int = 45, mood: str = "mean", box: bool = False) -> "Tonight":
    """Make the sheet that suggests three sets.  ValueError for an impossible wish (advice.py)."""
    from .tonight_sheet import Tonight

    return Tonight(players, minutes, mood, box)


def choosing() -> "Choosing":
    """Make the sheet with the authors' table and what our games say of it."""
    from .choose import Choosing

    return Choosing()


def comparing(one: str = "0", other: str = "9", players: int = 4) -> "Comparing":
    """Make the sheet that compares two rule sets.  NotationError or Clash for rules that cannot be played."""
    from .compare import Comparing

    return Comparing(one, other, players)
