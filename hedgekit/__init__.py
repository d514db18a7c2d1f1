"""hedgekit: the rules of Les Hérissons pressés (Igel Ärgern), played, combined and explained.

    import hedgekit
    game = hedgekit.Game("0 players=3", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])
    print(game.winners, game.record())

Everything prints as one line of text that reads back to the same thing; see `docs/notation.md`.
"""

from typing import TYPE_CHECKING, Any

from .notation.moves import Move
from .notation.position import Position
from .notation.record import Record
from .play.collection import game_of, replay
from .play.game import Game
from .play.series import Series
from .rulesets.combining import RuleSet, rules
from .rulesets.verdicts import Verdict, verdict
from .text.errors import Clash, HedgekitError, NotationError
from .text.reasons import Reason, Refusal
from .text.words import Note
from .variants import VARIANTS, Option, Variant
from .version import __version__

if TYPE_CHECKING:
    from .simulation import Result, Tournament, simulate, simulate_series, tournament

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
    "Tournament",
    "Variant",
    "Verdict",
    "__version__",
    "game_of",
    "replay",
    "rules",
    "simulate",
    "simulate_series",
    "tournament",
    "verdict",
]
_LATER = dict.fromkeys(("Result", "Tournament", "simulate", "simulate_series", "tournament"), "simulation")
_ROOMS = ("carrom", "extend", "rl", "sisters", "study")


def __getattr__(name: str) -> Any:
    """What few need is imported when it is first asked for: importing hedgekit stays quick."""
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'hedgekit' has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
