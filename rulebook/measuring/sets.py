"""Sets of two variants measured: how long they take, how much skill counts, who meddles with whom, who leads how long.

`python -m tools.measure --sets` plays the games and writes `data/sets.json`; `found()` is what is written there.

Measured are all pairs that go together and can be told by single games: none that excludes the other or leaves it
nothing to change, no game of its own, no series, and somebody wins; at the number of players nearest to four.  Every
figure stands beside that of the base game of as many.

- turns: of a game among greedy players; a turn ends when the next player's begins
- foreign: moves made with another player's hedgehog, by turn, in these games
- leads: how often another player takes the lead in a game of these
- gap: the share of games that one greedy player wins among players at random, from every seat alike
- ended: the part of the games among greedy players that somebody won
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from . import read


@dataclass(frozen=True)
class Figures:
    """What many games of a rule set come to: see the head of this file."""

    turns: float
    foreign: float
    leads: float
    gap: float
    ended: float


@dataclass(frozen=True)
class Measured:
    """A set of variants, how many played it, its figures and those of the base game of as many."""

    variants: tuple[int, ...]
    players: int
    figures: Figures
    base: Figures

    @property
    def length(self) -> float:
        """Its turns as a part of the base game's."""
        return self.figures.turns / self.base.turns


@cache
def found() -> tuple[Measured, ...]:
    """The sets that were measured; none in a checkout in which nothing was."""
    return tuple(map(as_measured, read("sets").get("sets", ())))


def as_measured(one: dict[str, Any]) -> Measured:
    """A row of the file."""
    return Measured(tuple(one["variants"]), one["players"], Figures(**one["figures"]), Figures(**one["base"]))
