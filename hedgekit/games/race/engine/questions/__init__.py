"""The named questions that variants may answer, with the base game's answers: the map of the game.

`composing.py` says how they are declared and composed.  `listing.py`, `turn.py` and `displacement.py` ask them; the
last also declares those about a single displacement.  Clauses are those of rules.md, section 0.

settings.py  evaluated once per rule set      moving.py      direction, movable pieces, finishing
dice.py      turns and numbers                ending.py      winners and scores
placing.py   the set-up                       moments.py     hooks for variants
                                              afterwards.py  reasons for points, and series
"""

from . import afterwards, dice, ending, moments, moving, placing, settings

__all__ = ["afterwards", "dice", "ending", "moments", "moving", "placing", "settings"]
