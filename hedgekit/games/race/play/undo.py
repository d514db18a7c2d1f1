"""Save and restore a state, so that a move can be taken back: the fields of the game, without those of the rule set.

A copy of a state costs more than a move, as it has the settings of its rule set and the fields of all variants; what
two states of one game differ in is some twenty numbers and a few lists.
"""

from typing import Any, NamedTuple

from ..engine.state import CALL, STATE_FIELDS
from ..variants.changing import remembered

STEP, TURN = 0, 1  # where a remembered state has these two


class Keeping(NamedTuple):
    """kept(s): what a state says, as a tuple; again(s, kept): have this state say it."""

    kept: Any
    again: Any


def keeping(s: Any) -> Keeping:
    """Return the functions that save and restore states of this class."""
    return _written(type(s), s.variants)


@remembered
def _written(kind: Any, variants: int) -> Keeping:
    """Both functions for the states of a class, every field written out: a loop over names takes as long as a copy."""
    names = ["step", "turn"]
    for name, declared in STATE_FIELDS.items():
        idle = declared.variants and not any(variants >> number & 1 for number in declared.variants)
        if declared.lives != CALL and not idle and name in kind.__slots__ and name not in names:
            names.append(name)
    fields = ", ".join(f"s.{name}" + ("[:]" if STATE_FIELDS[name].length else "") for name in names)
    scope: dict[str, Any] = {}
    exec(f"def kept(s):\n    return {fields}\ndef again(s, kept):\n    {fields} = kept", scope)  # noqa: S102
    return Keeping(scope["kept"], scope["again"])
