"""Who and what sits at a table beside the readers: players, one who is asked for advice, and a task."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from hedgekit.players import PLAYER_KINDS, Player

if TYPE_CHECKING:
    from .table import Table

Words = Mapping[str, str]
"""{language: sentence}"""


class Task(Protocol):
    """What a task must have; see `rulebook.boards.table`."""

    @property
    def text(self) -> Words:
        """What is to be done."""

    @property
    def hint(self) -> Words | None:
        """Help, if there is any."""

    def is_here(self, game: Any) -> bool:
        """Is the task about this game, or has another one been put in its place?"""

    def after(self, table: Table, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """What to say after a reader's move, or after a refused one."""


READER = "reader"
SKILLS = {kind: kind for kind in PLAYER_KINDS} | {"lookahead": "lookahead:300ms"}
"""Who may take a seat beside readers -> how well he plays.  One who looks ahead answers within a blink."""
ADVISER = "lookahead:600ms"
"""Who is asked what a good player would do."""


def player(skill: str, source: random.Random | None) -> Player:
    """A player of this skill; `source` decides what he draws, None for the day."""
    return Player(skill, None if source is None else source.getrandbits(48))
