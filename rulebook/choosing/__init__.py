"""Sheets for choosing rules before a game, and for tournaments.

chooser_sheet.py     chooser(): suggests sets for a wish, and compares a set with another
pairs_sheet.py       pairs(): the matrix of compatible variants
authors_sheet.py     choosing(): the authors' table
tournament_sheet.py  tournament(): a tournament of people

Without widgets: selection.py (verdicts of selections), rulepage.py (the rules of a set on a page), first_difference.py
(the position where games of two sets first differ), advice.py (ranks sets for an evening), comparison.py (simulates two
sets and compares their results).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .authors_sheet import Choosing
    from .chooser_sheet import Chooser
    from .pairs_sheet import Pairs
    from .tournament_sheet import TournamentSheet

__all__ = ["chooser", "choosing", "pairs", "tournament"]


def chooser(*variants: int) -> "Chooser":
    """Return the chooser with these variants ticked.  Raises NotationError for unknown ones."""
    from .chooser_sheet import Chooser

    return Chooser(variants)


def pairs() -> "Pairs":
    """Return the sheet of all pairs."""
    from .pairs_sheet import Pairs

    return Pairs()


def choosing() -> "Choosing":
    """Return the sheet with the authors' table and our measurements."""
    from .authors_sheet import Choosing

    return Choosing()


def tournament() -> "TournamentSheet":
    """Return the page of a tournament of people."""
    from .tournament_sheet import TournamentSheet

    return TournamentSheet()
