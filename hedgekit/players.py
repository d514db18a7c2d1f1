"""Players that choose a move by themselves, for any game of the collection.

A player is made from a seed and has one method, `choose(game) -> Move`; it needs nothing of a game but its `moves()`.
"""

import random
from collections.abc import Sequence
from typing import Protocol


class Choosable(Protocol):
    """What a player sees of a game."""

    def moves(self) -> Sequence[object]:
        """The legal moves."""


class RandomPlayer:
    """Chooses each legal move with the same chance.  seed: any int; None for choices of the day."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Choosable) -> object:
        """One of the game's moves; IndexError if the game is over."""
        return self._random.choice(game.moves())


PLAYERS = {"random": RandomPlayer}
"""The players by name; a seat of a board names one of them, or a reader."""
