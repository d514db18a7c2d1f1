"""Games of the hedgehogs from their records."""

from functools import partial
from typing import cast

from ....notation.record import Record
from ..rulesets.combining import numbered
from ..variants.house_rules.registry import Registry
from .game import Game


def replay(text: str, first: str = "A", registry: Registry | None = None) -> Game:
    """The game of a record; registry: what its rules are read with, the current one if none is given.

    NotationError (or Clash) if it is none; a move that cannot be played is named with the reason.
    """
    record = Record.parse(text, partial(numbered, registry=registry), str)
    other = Game.of_engine(record.rules.engine)
    if other is not None:
        return cast("Game", other.replay(text, first))
    if record.start is None:
        game = Game(record.rules, record.seed, first)
    else:
        game = Game.from_text(record.rules, record.start, record.seed)
    return game._follow(record)
