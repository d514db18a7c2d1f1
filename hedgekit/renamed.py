"""Former names of attributes, which work for one edition with a DeprecationWarning."""

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any

GAME_ATTRIBUTES = {
    "told": "narrate", "promise": "evaluate", "anew": "without_history", "compared": "compare", "READS": "TYPES",
    "ENDED": "END_CLAUSE", "ROLLED": "ROLL_CLAUSE", "CARE": "PLAYOUT_CHOICES", "FAR": "PLAYOUT_PLIES",
    "WIDTH": "MASTER_WIDTH", "_told": "_narrate", "_promise": "_evaluate", "_asked": "_prompt_key",
    "_refused": "_refusal", "_allowed": "_reasons", "_checked": "_check_position", "_stand": "_restore",
    "_seen_by": "_visible_to", "_imagined": "_redealt",
}  # fmt: skip
"""Former -> present name of what games have, and of what other people's games define."""
RULES_FUNCTIONS = {"listed": "legal_moves", "refused": "refusal"}
"""The same for a module that a game names as its RULES."""


def warn_renamed(former: str, now: str, stacklevel: int = 3) -> None:
    """Warn that a name has changed."""
    warnings.warn(f"{former} is now {now}", DeprecationWarning, stacklevel)


def former_attributes(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module, which finds its attributes by their former names (former -> present)."""

    def found(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(name, names[name])
        return getattr(sys.modules[module], names[name])

    return found


class Renamed:
    """A former name of a class attribute."""

    def __init__(self, former: str, now: str) -> None:
        self.former, self.now = former, now

    def __get__(self, instance: object, owner: type) -> Any:
        warn_renamed(self.former, self.now)
        *overriding, _ = (cls for cls in owner.__mro__ if self.former in vars(cls))
        if overriding:  # called by `super()` of the last of them, whose present name is its own function
            return getattr(super(overriding[-1], owner if instance is None else instance), self.now)
        return getattr(owner if instance is None else instance, self.now)


def keep_former_names(cls: type, names: Mapping[str, str]) -> None:
    """Let the attributes of a class be read under their former names."""
    for former, now in names.items():
        setattr(cls, former, Renamed(former, now))


def adopt_former_names(owner: Any, names: Mapping[str, str], stacklevel: int = 5) -> None:
    """Add the present names to what a new class (or a module, or None) defines only under former ones."""
    defined = getattr(owner, "__dict__", {})
    for former in names.keys() & defined.keys():
        if names[former] not in defined:
            warn_renamed(f"{owner.__name__}.{former}", names[former], stacklevel)
            setattr(owner, names[former], defined[former])
