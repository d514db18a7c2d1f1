"""The chapter of the translators' desk: the desk itself, and both readings of what the rules leave open.

    desk()            two witnesses side by side; `desk("decisions.json")` keeps decisions in that file
    both_readings()   two boards on which two readings of a rule diverge, found by a search

Both display themselves in a notebook and have a short, stable repr.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.text.extras import Needs, requires

if TYPE_CHECKING:
    from .readings_sheet import BothReadings
    from .widget import Desk

__all__ = ["both_readings", "desk"]


def desk(decisions: str | Path | None = None) -> "Desk | Needs":
    """Return the desk with the sample pair.

    decisions: a file for the decisions; without one the reader's browser keeps them.  DecisionError if it is not a file
    of decisions.  Without the extra `desk` the result explains this.
    """
    try:
        with requires("desk"):
            from .widget import Desk  # here: the rest of the package needs no widgets
    except Needs as no:
        return no
    return Desk(decisions)


def both_readings(question: str = "12-a") -> "BothReadings | Needs":
    """Return two boards, one for each reading of a question such as "12-a".  LookupError without a switch."""
    try:
        with requires("desk"):
            from .readings_sheet import BothReadings
    except Needs as no:
        return no
    return BothReadings(question)
