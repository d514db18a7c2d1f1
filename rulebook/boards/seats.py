"""Who and what sits at a table beside the reader: players, and a task."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .table import Table

Words = Mapping[str, str]
"""{language: sentence}"""


class Task(Protocol):
    """What a task must have; see `rulebook.boards.table`."""

    text: Words
    hint: Words | None

    def after(self, table: Table, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """What to say after a reader's move, or after a refused one."""


class Player(Protocol):
    """Who chooses moves for a seat that is not a reader's."""

    def choose(self, game: Any) -> Any:
        """One of `game.moves()`."""


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, source: random.Random | None = None) -> None:
        self.source = source or random.Random()

    def choose(self, game: Any) -> Any:
        """One of `game.moves()`."""
        return self.source.choice(list(game.moves()))
