"""Find the class of a game by its rule set or record, and replay records of any game."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

from ..lazy_imports import package
from ..notation.record import Record
from ..play.base import BaseGame
from ..play.position_game import PositionGame
from . import RACE, names
from .race.notation.position import Position
from .race.play.game import Game
from .race.rulesets.rule_set import RuleSet, rules
from .race.variants.house_rules.registry import Registry

if TYPE_CHECKING:
    OTHER_GAMES: dict[str, Any]


def __getattr__(name: str) -> Any:
    """The name that opens a rule set -> the class of its games: OTHER_GAMES, when somebody asks for them."""
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
    """The class of the game that a rule set (or its text, or a record) belongs to: `game_of(text)(text)` begins one.

    Anything that no other game claims goes to the race, whose class says what is wrong with it.
    """
    return BaseGame.of_name(rules) or Game


def replay(text: str, first: str | None = None, registry: Registry | None = None) -> Any:
    """Replay the record of any game of the collection.

    first: the seat that began, where the record names no first position; registry: what rules of the race are read
    with, the current one by default.  NotationError (or Clash) if the text is not a record; if a move cannot be played
    the error names it and the reason.
    """
    kind: Any = game_of(text)
    return kind.replay(text, first, registry) if kind is Game else kind.replay(text, first)


def begun(record: Record, first: str | None) -> Any:
    """The game of a record, before its first move."""
    return replay(str(replace(record, moves=(), labels=())), first, getattr(record.rules, "registry", None))


def drawn(position: Position, language: str) -> str:
    """A picture of a position by itself, as SVG: six lanes, the black squares that are printed on the board."""
    from ..play.picture import svg_of_position  # here: a game begins quickly

    last = max(re.findall("[A-I](?=[1-9])", str(position)), default="B")
    return svg_of_position(position, rules(0, players=min(max("ABCDEFGHI".index(last) + 1, 2), 6)), language)


def painted(position: Position, language: str, scale: int) -> bytes:
    """The same as PNG."""
    from ..play.picture import png

    return png(drawn(position, language), scale)
