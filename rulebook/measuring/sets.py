"""Results of all pairs of variants: length, influence of skill, moves of others' hedgehogs, changes of the lead.

`python -m tools.measure --sets` plays the games and writes `data/sets.json`; `measured()` returns its rows.

All compatible pairs are measured whose single games are meaningful (neither variant is pointless beside the other, a
separate game, or about series, and games have winners), with the number of players nearest to four.  Each figure comes
with that of the base game for as many players.

- turns: of a game among greedy players; a turn ends when the next player's begins
- foreign: moves of another player's hedgehog, per turn, in these games
- leads: how often the lead changes in one of these games
- gap: the share of games that one greedy player wins among random players, at every seat in turn
- ended: the share of games among greedy players with a winner
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from . import read


@dataclass(frozen=True)
class Figures:
    """The results of many games of a rule set (see above)."""

    turns: float
    foreign: float
    leads: float
    gap: float
    ended: float


@dataclass(frozen=True)
class Measured:
    """A set of variants, the number of players, its figures and those of the base game for as many players."""

    variants: tuple[int, ...]
    players: int
    figures: Figures
    base: Figures

    @property
    def length(self) -> float:
        """Its length relative to the base game."""
        return self.figures.turns / self.base.turns


@cache
def measured() -> tuple[Measured, ...]:
    """Return the measured sets; () in a checkout without measurements."""
    return tuple(map(as_measured, read("sets").get("sets", ())))


def as_measured(one: dict[str, Any]) -> Measured:
    """Parse a row of the file."""
    return Measured(tuple(one["variants"]), one["players"], Figures(**one["figures"]), Figures(**one["base"]))
