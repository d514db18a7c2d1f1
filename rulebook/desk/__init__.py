"""The chapter of the translators' desk: the desk itself, and both readings of what the rules leave open.

    desk()            two witnesses side by side; `desk("decisions.json")` keeps decisions in that file
    both_readings()   two boards on which two readings of a rule part, found by searching the engine

Everything returned shows itself in a notebook and has a short, steady text form.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.text.extras import Needs, requires

if TYPE_CHECKING:
    from .readings_sheet import BothReadings
    from .widget import Desk

__all__ = ["both_readings", "desk"]


def desk(decisions: str | Path | None = None) -> "Desk | Needs":
    """The desk, with the sample pair on it.

    decisions: a file that keeps what is decided; without one the reader's browser does.  DecisionError if it is no file
    of decisions.  Without the extra `desk` what is returned says so.
    """
    try:
        with requires("desk"):
            from .widget import Desk  # here: the rest of the package needs no widgets
    except Needs as no:
        return no
    return Desk(decisions)


def both_readings(question: str = "12-a") -> "BothReadings | Needs":
    """Two boards, one for each reading of a question such as "12-a".  LookupError for a question without a switch."""
    try:
        with requires("desk"):
            from .readings_sheet import BothReadings
    except Needs as no:
        return no
    return BothReadings(question)
