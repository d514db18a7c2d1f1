"""hedgekit: the rules of Les Hérissons pressés (Igel Ärgern), played, combined and explained.

    import hedgekit
    game = hedgekit.Game("0 players=3", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])
    print(game.winners, game.record())

Everything prints as one line of text that reads back to the same thing; see `docs/notation.md`.
"""

from . import lazy_imports as _lazy
from .version import __version__

TYPE_CHECKING = False  # recognised by type checkers, without importing `typing`
if TYPE_CHECKING:
    from typing import Any

    from . import extend, games, notation, play, players, rl, simulation, study, text  # noqa: F401
    from .games.collection import game_of, replay
    from .games.race.notation.moves import Move
    from .games.race.notation.position import Position
    from .games.race.play.game import Game
    from .games.race.play.series import Series
    from .games.race.rulesets.rule_set import RuleSet, rules
    from .games.race.rulesets.verdicts import Verdict, verdict
    from .games.race.variants import VARIANTS, Option, Variant
    from .games.race.variants.house_rules.registry import BASE, Registry
    from .notation.record import Record
    from .play.view import View
    from .players.player import Player
    from .simulation import Result, Tournament, simulate, simulate_series, tournament
    from .study.review import review
    from .text.errors import Clash, HedgekitError, NotationError, Refusal
    from .text.reasons import Reason
    from .text.words import Note

__all__ = [
    "BASE", "VARIANTS", "Clash", "Game", "HedgekitError", "Move", "NotationError", "Note", "Option", "Player",
    "Position", "Reason", "Record", "Refusal", "Registry", "Result", "RuleSet", "Series", "Tournament", "Variant",
    "Verdict", "View", "__version__", "game_of", "replay", "review", "rules", "simulate",
    "simulate_series", "tournament", "verdict",
]  # fmt: skip
_LATER = {
    "games.race.variants.house_rules.registry": ("BASE", "Registry"), "games.race.notation.moves": ("Move",),
    "games.race.notation.position": ("Position",), "notation.record": ("Record",),
    "games.collection": ("game_of", "replay"), "games.race.play.game": ("Game",), "games.race.play.series": ("Series",),
    "games.race.rulesets.rule_set": ("RuleSet", "rules"), "games.race.rulesets.verdicts": ("Verdict", "verdict"),
    "simulation": ("Result", "Tournament", "simulate", "simulate_series", "tournament"),
    "text.errors": ("Clash", "HedgekitError", "NotationError", "Refusal"), "text.reasons": ("Reason",),
    "text.words": ("Note",), "play.view": ("View",), "players.player": ("Player",), "study.review": ("review",),
    "games.race.variants": ("VARIANTS", "Option", "Variant"),
}  # fmt: skip
"""Module -> its public names, which are imported on first use."""
_HOMES = {name: module for module, names in _LATER.items() for name in names}
# used by records and positions
_lazy.HOMES.update(_HOMES, numbered="games.race.rulesets.rule_set", unplayed="games.collection")
_lazy.HOMES.update(dict.fromkeys(("png", "position_svg"), "play.picture"))
_ROOMS = (*("extend", "games", "notation", "play", "players"), *("rl", "simulation", "study", "text"))


if not TYPE_CHECKING:  # type checkers would accept any name

    def __getattr__(name: str) -> "Any":
        """Import a public name or a package on first use (PEP 562)."""
        if name in _ROOMS:
            _lazy.package("games.race.play.series")  # imports most modules, which are attributes of the packages
            return _lazy.package(name)
        if _lazy.present(name):
            return _lazy.package(name)
        if name not in _HOMES:
            if name.startswith("_"):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            from .text.errors import PACKAGE_SYNONYMS, unknown_name

            raise unknown_name(__name__, name, PACKAGE_SYNONYMS, [*__all__, *sorted({*_ROOMS} - {"games"})])
        found = globals()[name] = _lazy.load(name)
        return found


def __dir__() -> list[str]:
    """List all names, including those not yet imported, for the Tab key and `help`."""
    return sorted({*globals(), *__all__, *_ROOMS})


if "gymnasium" in _lazy.sys.modules:
    _lazy.package("rl")  # registers the environment
