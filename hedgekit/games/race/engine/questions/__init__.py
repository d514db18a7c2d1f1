"""The named questions a variant may answer, with the base game's answers.  This package is the map of the game.

`composing.py` says how they are declared and composed; `listing.py` and `turn.py` ask them, and `displacement.py`,
which adds those of a single displacement.  Clauses are those of rules.md, section 0.

settings.py  asked once for a rule set        moving.py   the way of a piece, what may move, what becomes of it
dice.py      turns and numbers                ending.py   who has won, what it is worth
placing.py   the set-up                       moments.py  where a variant may step in
afterwards.py  the points and the series
"""

from . import afterwards, dice, ending, moments, moving, placing, settings

__all__ = ["afterwards", "dice", "ending", "moments", "moving", "placing", "settings"]
