"""Which rules to play, said before anybody sets up a board, and how to play them in rounds: four sheets of the book.

chooser_sheet.py  chooser(): wishes give three sets, ticks change one; what that changes, on boards and by many games
pairs_sheet.py    pairs(): which variants go together, as a picture
authors_sheet.py  choosing(): the authors' table
tournament_sheet.py  tournament(): a tournament of people

Without widgets: selection.py (what goes together), rulepage.py (the rules of a set in sentences, on a page),
first_difference.py (where games of two sets part), advice.py (sets for an evening), comparison.py (games of two sets,
and what these say).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .authors_sheet import Choosing
    from .chooser_sheet import Chooser
    from .pairs_sheet import Pairs
    from .tournament_sheet import TournamentSheet

__all__ = ["chooser", "choosing", "pairs", "tournament"]


def chooser(*variants: int) -> "Chooser":
    """Make the chooser; `variants`: those ticked at first.  NotationError for unknown ones."""
    from .chooser_sheet import Chooser

    return Chooser(variants)


def pairs() -> "Pairs":
    """Make the picture of all pairs."""
    from .pairs_sheet import Pairs

    return Pairs()


def choosing() -> "Choosing":
    """Make the sheet with the authors' table and what our games say of it."""
    from .authors_sheet import Choosing

    return Choosing()


def tournament() -> "TournamentSheet":
    """Make the page of a tournament of people."""
    from .tournament_sheet import TournamentSheet

    return TournamentSheet()
