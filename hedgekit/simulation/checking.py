"""What may be simulated, and by whom."""

from collections.abc import Iterable
from typing import Any

from ..games.race.play.series import ends
from ..players.bots import entrant, is_bot
from ..players.strength import PLAYER_KINDS, Skill
from ..text.errors import HedgekitError
from .tasks import read_rules

LAST_SEED = (1 << 24) - 1  # the highest seed: the engine's generator tells no more apart


def simulated(rules: Any, series: bool) -> Any:
    """The rule set that is meant; HedgekitError if games, or series, under it cannot be simulated."""
    found = read_rules(rules)
    if getattr(found, "engine", ""):
        raise HedgekitError("error.simulation.carrom")
    if series and not ends(found):
        raise HedgekitError("error.simulation.no_series", rules=str(found))
    return found


def seated(players: Any, seats: int) -> list[Any]:
    """The players at every seat, as skills or bots, the last one named taking those that are left.

    HedgekitError for players that are none, too many, or who think by the clock.
    """
    listed = players.split(",") if isinstance(players, str) else players
    skills = [entrant(player) for player in (listed if isinstance(listed, Iterable) else [listed])]
    if not skills:
        raise HedgekitError("error.simulation.no_players")
    if len(skills) > seats:
        raise HedgekitError("error.simulation.players", count=len(skills), players=seats)
    for skill in skills:
        if is_bot(skill):
            continue
        if Skill.parse(str(skill)) != skill:  # a task and a result know a player by his text
            raise HedgekitError("error.player", name=repr(skill)[:80], players=tuple(PLAYER_KINDS))
        if skill.milliseconds:
            raise HedgekitError("error.simulation.time", player=str(skill))
    return skills + skills[-1:] * (seats - len(skills))
