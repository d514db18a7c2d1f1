"""Puzzles: positions of played games in which one move is clearly the best.

    puzzles("9")                 those of a variant, the easiest first; "0" has those of the base game
    puzzle("9-2")                the second of them

`puzzles.json` is made by `python docs/make_puzzles.py`, from games of players against themselves.  Each was searched
twice by a master with other dice, and solved exactly where that can be done.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..text.errors import HedgekitError

FILE, MOST_MISSED = "puzzles.json", 4  # as many weaker players tried each


@dataclass(frozen=True)
class Puzzle:
    """A position with what each move leaves to the player to act.

    key: its name, the set it belongs to and a number; missed: how many of the weaker players miss it (of `WEAKER` in
    docs/make_puzzles.py); exact: are the chances those of perfect play?
    """

    key: str
    rules: str
    at: str
    chances: Mapping[str, float]
    missed: int
    exact: bool

    @property
    def best(self) -> str:
        """The best move."""
        return max(self.chances, key=lambda move: self.chances[move])


@cache
def _all() -> dict[str, tuple[Puzzle, ...]]:
    """Set -> its puzzles.  HedgekitError if the file is missing or damaged."""
    try:
        found: dict[str, list[dict[str, Any]]] = json.loads(pkgutil.get_data("hedgekit", f"study/{FILE}") or b"")
        return {
            name: tuple(Puzzle(key=f"{name}-{number}", **one) for number, one in enumerate(listed, 1))
            for name, listed in found.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as no:
        raise HedgekitError("error.puzzle.damaged") from no


def sets() -> tuple[str, ...]:
    """The sets there are: variants by their numbers, "0" for the base game."""
    return tuple(_all())


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set; none if it has none."""
    return _all().get(name, ())


def set_of(rules: Any) -> str:
    """The set that belongs to rules: that of their one variant, or of the base game; "" if none does."""
    variants = getattr(rules, "variants", None)
    name = None if variants is None or len(variants) > 1 else str(variants[0]) if variants else "0"
    return name if name is not None and puzzles(name) else ""


def puzzle(key: str) -> Puzzle:
    """The puzzle of a name; HedgekitError if there is none."""
    for one in puzzles(key.partition("-")[0]):
        if one.key == key:
            return one
    raise HedgekitError("error.puzzle.none", key=key[:24])


def of_the_day(day: int) -> Puzzle:
    """The one of the base game for a day, by its number: every one in turn."""
    listed = puzzles("0")
    if not listed:
        raise HedgekitError("error.puzzle.damaged")
    return listed[day % len(listed)]
