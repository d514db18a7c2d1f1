"""Check the arguments of a simulation: which games, between whom, by which engine."""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from ..games.race.play.series import ends
from ..games.race.rulesets.engines import check_engine
from ..games.race.rulesets.rule_set import RuleSet
from ..games.race.variants.house_rules.registry import BASE, Registry
from ..notation.tokens import check_seed
from ..players.bots import is_bot, parse_player
from ..players.strength import PLAYER_KINDS, Skill
from ..text.errors import HedgekitError
from .measures import OF_OTHERS, OF_SERIES, Kind
from .workers import Task, read_rules

COST_OF_OTHERS = 20  # about as many interpreted races take as long as one other game


def read_simulable(rules: Any, series: bool) -> Any:
    """Read a rule set; HedgekitError if its games, or its series, cannot be simulated."""
    ruleset = read_rules(rules)
    if getattr(ruleset, "engine", ""):
        raise HedgekitError("error.simulation.skill")
    if series and not ends(ruleset):
        raise HedgekitError("error.simulation.no_series", rules=str(ruleset))
    return ruleset


def players_by_seat(players: Any, seats: int) -> list[Any]:
    """Return the player at every seat, as a skill or a bot; the last one named takes the remaining seats.

    Raises HedgekitError for unknown players, too many, or players with a time limit.
    """
    listed = players.split(",") if isinstance(players, str) else players
    skills = [parse_player(player) for player in (listed if isinstance(listed, Iterable) else [listed])]
    if not skills:
        raise HedgekitError("error.simulation.no_players")
    if len(skills) > seats:
        raise HedgekitError("error.simulation.players", count=len(skills), players=seats)
    for skill in skills:
        if is_bot(skill):
            continue
        if Skill.parse(str(skill)) != skill:  # tasks and results keep a player as text
            raise HedgekitError("error.player", name=repr(skill)[:80], players=tuple(PLAYER_KINDS))
        if skill.milliseconds:
            raise HedgekitError("error.simulation.time", player=str(skill))
    return skills + skills[-1:] * (seats - len(skills))


class Request:
    """The games to simulate.

    kind: what is measured; house: whether there is a house rule; skills: the player at each seat; interpreted: whether
    the interpreted engine is needed or was requested.
    Raises HedgekitError for invalid arguments, NotationError or Clash for rules that cannot be read or played.
    """

    def __init__(self, kind: Kind, rules: Any, games: float, players: Any, seed: int, engine: str) -> None:
        self.series = kind is OF_SERIES
        self.rules = read_simulable(rules, self.series)
        self.is_race = isinstance(self.rules, RuleSet)
        whole = isinstance(games, (int, float)) and not isinstance(games, bool) and 1 <= games <= kind.most
        if not whole or games != int(games):
            raise HedgekitError("error.simulation.games", games=str(games)[:24], limit=kind.most)
        check_seed(seed)
        check_engine(engine)
        if not self.is_race:
            if engine == "wasm":
                raise HedgekitError("error.simulation.interpreted", rules=str(self.rules))
            kind, engine = OF_OTHERS, "interpreted"
        self._registry: Registry = self.rules.registry if self.is_race else BASE
        self.house = bool(self._registry.house)
        if self.house and engine == "wasm":
            raise HedgekitError("error.simulation.house_rule")
        self.kind, self.games, self.seed, self.engine = kind, int(games), seed, engine
        self.skills = players_by_seat(players, self.rules.players)
        bots = any(map(is_bot, self.skills))
        if bots and engine == "wasm":
            raise HedgekitError("error.bot.engine", engine=engine)
        self.interpreted = bots or self.house or engine == "interpreted"

    @property
    def cost(self) -> int:
        """The rough cost of a game, relative to a race of random players, from which the size of tasks follows."""
        costs = {"random": 1, "hasty": 5, "greedy": 10, "learned": 20}
        cost = max(50 if is_bot(one) else costs.get(one.kind, 10 * one.playouts) for one in self.skills)
        return cost * (10 if self.series else 1 if self.is_race else COST_OF_OTHERS)

    def task(self, first: int, count: int, engine: str) -> Task:
        """Return the task of playing these games."""
        players = tuple(one if is_bot(one) else str(one) for one in self.skills)
        seed = self.seed if self.seed < 1 << 32 else crc32(self.seed.to_bytes(8, "big"))  # engines take 32 bits
        return Task(str(self.rules), players, seed, first, count, engine, self.series, registry=self._registry)
