"""Puzzles: positions of played games in which one move is clearly the best.

    puzzles("9")                 the puzzles of a variant, the easiest first; "0" for those of the base game
    puzzle("9-2")                the second of them

`python docs/make_puzzles.py` makes `puzzles.json` from games of players against themselves.  A master searched each
position twice, with different dice; where that is feasible it was solved exactly.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..text.errors import HedgekitError

FILE, MOST_MISSED = "puzzles.json", 4  # the number of weaker players who tried each puzzle


@dataclass(frozen=True)
class Puzzle:
    """A position, with the chance to win that each move leaves to the player to act.

    key: its name, made of its set and a number; missed: how many of the weaker players miss it (of `WEAKER` in
    docs/make_puzzles.py); exact: whether the chances are those of perfect play.
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
    """The names of all sets: variants by their numbers, "0" for the base game."""
    return tuple(_all())


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set; () for an unknown one."""
    return _all().get(name, ())


def set_of(rules: Any) -> str:
    """The set for a rule set: that of its only variant, or of the base game; "" without puzzles."""
    variants = getattr(rules, "variants", None)
    name = None if variants is None or len(variants) > 1 else str(variants[0]) if variants else "0"
    return name if name is not None and puzzles(name) else ""


def puzzle(key: str) -> Puzzle:
    """The puzzle of this name; HedgekitError for an unknown one."""
    for one in puzzles(key.partition("-")[0]):
        if one.key == key:
            return one
    raise HedgekitError("error.puzzle.none", key=key[:24])


def of_the_day(day: int) -> Puzzle:
    """The puzzle for a day, given by its number: those of the base game in turn."""
    listed = puzzles("0")
    if not listed:
        raise HedgekitError("error.puzzle.damaged")
    return listed[day % len(listed)]
