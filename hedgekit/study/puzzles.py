"""Puzzles: positions of played games in which one move is clearly the best.

    puzzles("9")                 the puzzles of a variant, easiest first; "0" for the base game
    puzzle("9-2")                the second of them

`python docs/make_puzzles.py` makes `puzzles.json` from self-play.  A master searched each position twice, with
different dice; endgames were solved exactly if possible.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..text.errors import HedgekitError

FILE, MOST_MISSED = "puzzles.json", 4  # the number of weaker players that tried each puzzle


@dataclass(frozen=True)
class Puzzle:
    """A position, with the chance to win after each move of the player to act.

    key: its name, from its set and a number; missed: the number of weaker players that miss it (`WEAKER` in
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
def _by_set() -> dict[str, tuple[Puzzle, ...]]:
    """Return set -> puzzles; HedgekitError if the file is missing or damaged."""
    try:
        data: dict[str, list[dict[str, Any]]] = json.loads(pkgutil.get_data("hedgekit", f"study/{FILE}") or b"")
        return {
            name: tuple(Puzzle(key=f"{name}-{number}", **one) for number, one in enumerate(entries, 1))
            for name, entries in data.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise HedgekitError("error.puzzle.damaged") from error


def sets() -> tuple[str, ...]:
    """Return the names of all sets: variant numbers, "0" for the base game."""
    return tuple(_by_set())


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a set; () for an unknown one."""
    return _by_set().get(name, ())


def set_of(rules: Any) -> str:
    """Return the set for a rule set of at most one variant; "" if there are no puzzles."""
    variants = getattr(rules, "variants", None)
    name = None if variants is None or len(variants) > 1 else str(variants[0]) if variants else "0"
    return name if name is not None and puzzles(name) else ""


def puzzle(key: str) -> Puzzle:
    """Return the puzzle of this name; HedgekitError for an unknown one."""
    for one in puzzles(key.partition("-")[0]):
        if one.key == key:
            return one
    raise HedgekitError("error.puzzle.none", key=key[:24])


def of_the_day(day: int) -> Puzzle:
    """Return the puzzle of a day, given by its number: those of the base game in turn."""
    entries = puzzles("0")
    return entries[day % len(entries)]
