"""Save and restore a state, so that a move can be taken back: the fields of the game, without those of the rule set.

A copy of a state costs more than a move, as it has the settings of its rule set and the fields of all variants; what
two states of one game differ in is some twenty numbers and a few lists.
"""

from typing import Any, NamedTuple

from ..engine.state import CALL, written

STEP, TURN = 0, 1  # where a remembered state has these two


class Keeping(NamedTuple):
    """kept(s): what a state says, as a tuple; again(s, kept): have this state say it; names: what each item is."""

    kept: Any
    again: Any
    names: list[str]


def keeping(s: Any) -> Keeping:
    """Return the functions that save and restore states of this class, made once for each class."""
    kind = type(s)
    if "keeping" not in vars(kind):
        kind.keeping = _keeping(kind)
    found: Keeping = kind.keeping
    return found


def _keeping(kind: Any) -> Keeping:
    """Both functions for the states of a class, every field written out: a loop over names takes as long as a copy."""
    names = ["step", "turn"]
    for name, known in kind.declared.items():
        if known.lives != CALL and name not in kind.idle and name not in names:
            names.append(name)
    fields = ", ".join(f"s.{name}" + ("[:]" if kind.declared[name].length else "") for name in names)
    return Keeping(written("kept(s)", [f"return {fields}"]), written("again(s, kept)", [f"{fields} = kept"]), names)
