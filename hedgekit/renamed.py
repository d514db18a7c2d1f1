"""Former names of attributes, which work for one edition with a DeprecationWarning."""

import warnings
from collections.abc import Mapping
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


class Renamed:
    """A former name of a class attribute."""

    def __init__(self, former: str, now: str) -> None:
        self.former, self.now = former, now

    def __get__(self, instance: object, owner: type) -> Any:
        warn_renamed(self.former, self.now)
        where = owner if instance is None else instance
        defined = [cls for cls in owner.__mro__ if vars(cls).get(self.former, self) is not self]
        if defined:  # reached from there by `super()`
            return getattr(super(defined[-1], where), self.now)
        return getattr(where, self.now)


def keep_former_names(cls: type, names: Mapping[str, str]) -> None:
    """Let the attributes of a class be read under their former names."""
    for former, now in names.items():
        setattr(cls, former, Renamed(former, now))


def adopt_former_names(game: type) -> None:
    """Give what a game and the module of its RULES define under former names the present ones, unless these exist."""
    for owner, names in ((game, GAME_ATTRIBUTES), (vars(game).get("RULES"), RULES_FUNCTIONS)):
        defined = getattr(owner, "__dict__", {})
        for former in names.keys() & defined.keys():
            if names[former] not in defined:
                warn_renamed(f"{getattr(owner, '__name__', game)}.{former}", names[former], 5)
                setattr(owner, names[former], defined[former])
