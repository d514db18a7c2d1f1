"""hedgekit: the rules of Les Hérissons pressés (Igel Ärgern), played, combined and explained.

    import hedgekit
    game = hedgekit.Game("0 players=3", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])
    print(game.winners, game.record())

Everything prints as one line of text that reads back to the same thing; see `docs/notation.md`.
"""

from typing import TYPE_CHECKING, Any

from .collection import game_of, replay
from .combining import RuleSet, rules
from .errors import Clash, HedgekitError, NotationError
from .game import Game
from .moves import Move
from .position import Position
from .reasons import Reason, Refusal
from .record import Record
from .series import Series
from .variants import VARIANTS, Option, Variant
from .verdicts import Verdict, verdict
from .words import Note

if TYPE_CHECKING:
    from .simulation import Result, simulate, simulate_series

__version__ = "0.1.0"
__all__ = [
    "VARIANTS",
    "Clash",
    "Game",
    "HedgekitError",
    "Move",
    "NotationError",
    "Note",
    "Option",
    "Position",
    "Reason",
    "Record",
    "Refusal",
    "Result",
    "RuleSet",
    "Series",
    "Variant",
    "Verdict",
    "game_of",
    "replay",
    "rules",
    "simulate",
    "simulate_series",
    "verdict",
]
_LATER = {"Result": "simulation", "simulate": "simulation", "simulate_series": "simulation"}


def __getattr__(name: str) -> Any:
    """What few need is imported when it is first asked for: importing hedgekit stays quick."""
    if name not in _LATER:
        raise AttributeError(f"module 'hedgekit' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
