"""Many games of one rule set at once: one call lets all of them take a step; a game that ends begins anew.

The rules are those of the interpreted engine, so that any rule set and any rule from outside is there at once.
"""

from collections.abc import Sequence
from typing import Any

from .encoding import OBSERVATION, Race, write
from .needed import needed


class Games:
    """So many games of a rule set; game k of the seed is the k-th to begin.

    games.races: the games, `encoding.Race`s; games.turns: who acts in each, from 0, as an array of int64.  Errors as
    for `aec_env`.
    """

    def __init__(self, rules: Any, many: int, seed: int = 0) -> None:
        self._numpy = needed("numpy")
        first = Race(rules, seed)
        self.rules, self.seed = first.rules, seed
        self.races = [first, *(Race(first.rules, seed, game) for game in range(1, many))]
        self._next = many
        self._seen = self._numpy.zeros((many, OBSERVATION), self._numpy.int8)

    @property
    def turns(self) -> Any:
        """Who acts in each game."""
        return self._numpy.fromiter((race.turn for race in self.races), self._numpy.int64, len(self.races))

    def legal(self) -> list[list[int]]:
        """The legal actions of each game, in the order of the engine's list."""
        return [list(race.legal) for race in self.races]

    def observations(self) -> Any:
        """What whoever acts sees in each game: int8, shape (many, OBSERVATION); the array is used again."""
        self._seen.fill(0)
        for row, race in zip(self._seen, self.races, strict=True):
            write(row, race.state, self.rules.players, race.turn)
        return self._seen

    def step(self, actions: Sequence[int]) -> tuple[Any, Any]:
        """Play an action in every game; what every seat got there, and which games ended and began anew.

        rewards: float64, shape (many, players); ended: bool, shape (many,).  ValueError for one that is not legal.
        """
        rewards = self._numpy.zeros((len(self.races), self.rules.players))
        ended = self._numpy.zeros(len(self.races), bool)
        for k, (race, action) in enumerate(zip(self.races, actions, strict=True)):
            race.act(action)
            if race.over:
                rewards[k], ended[k] = race.rewards(), True
                race.begin(self.seed, self._next)
                self._next += 1
        return rewards, ended
