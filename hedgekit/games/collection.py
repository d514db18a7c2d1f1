"""Find the class of a game from its rule set or record; replay records of any game."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

from ..lazy_imports import package
from ..notation.record import Record
from ..play.base import BaseGame
from ..play.position_game import PositionGame
from . import RACE, names
from .race.play.game import Game
from .race.rulesets.rule_set import RuleSet
from .race.variants.house_rules.registry import Registry

if TYPE_CHECKING:
    OTHER_GAMES: dict[str, Any]


def __getattr__(name: str) -> Any:
    """Return OTHER_GAMES: the name at the start of a rule set -> the class of the game."""
    if name != "OTHER_GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for game in {*names()} - {RACE}:
        package(f"games.{game}.game")  # here: importing hedgekit stays quick
    return BaseGame.by_name


@overload
def game_of(rules: RuleSet | int) -> type[Game]: ...
@overload
def game_of(rules: object) -> type[Game] | type[PositionGame[Any, Any, Any]]: ...
def game_of(rules: object) -> Any:
    """Return the class of game for a rule set, its text or a record: `game_of(text)(text)` is a new game.

    For anything unknown that is the race, whose class reports the error.
    """
    return BaseGame.of_name(rules) or Game


def replay(text: str, first: str | None = None, registry: Registry | None = None) -> Any:
    """Replay the record of any game.

    first: the seat that begins, if it has no first position; registry: to read rules of the race with, the current one
    by default.  NotationError (or Clash) if the text is not a record; for a move that cannot be played, it says why.
    """
    kind: Any = game_of(text)
    return kind.replay(text, first, registry) if kind is Game else kind.replay(text, first)


def unplayed(record: Record, first: str | None) -> Any:
    """Return the game of a record before its first move."""
    return replay(str(replace(record, moves=(), labels=())), first, getattr(record.rules, "registry", None))
