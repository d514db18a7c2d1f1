"""The drawing of every game."""

from collections.abc import Mapping

from . import carrom, checkerboard, hedgehogs, hekla, horses
from .drawing import Drawing

DRAWINGS: Mapping[type, Drawing] = {
    kind: game.DRAWING for game in (hedgehogs, checkerboard, horses, hekla, carrom) for kind in game.KINDS
}
"""By the classes of games and positions."""


def drawing_of(thing: object) -> Drawing:
    """The drawing for a game or position; TypeError if there is none."""
    for kind in type(thing).__mro__:
        if kind in DRAWINGS:
            return DRAWINGS[kind]
    raise TypeError(f"nothing draws a {type(thing).__name__}")
