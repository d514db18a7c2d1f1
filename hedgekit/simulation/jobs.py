"""What is to be simulated, checked: which games, between whom, by which engine, how precisely."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..games.race.rulesets.combining import RuleSet
from ..games.race.rulesets.kernel import ENGINES
from ..games.race.variants.loading import packed
from ..games.race.variants.outside import rules_of
from ..players.bots import is_bot, name_of
from ..text.errors import HedgekitError
from ..version import __version__
from .checking import LAST_SEED, seated, simulated
from .measures import OF_SERIES, OF_SISTERS, Kind
from .results import Result
from .tasks import Task

COST_OF_A_SISTER = 20  # games of the hedgehogs, interpreted, that take as long as one of a sister game, about


class Job:
    """Games of a rule set between players, from a seed.

    HedgekitError if something of this cannot be, NotationError or Clash for rules that are none.
    """

    def __init__(
        self,
        kind: Kind,
        rules: RuleSet | str,
        games: float,
        players: Sequence[Any] | str,
        seed: int,
        engine: str,
        precise: Mapping[str, float] | None,
        columns: bool,
        limit: int,
    ) -> None:
        self.series = kind is OF_SERIES
        self.rules = simulated(rules, self.series)
        self.compiles = isinstance(self.rules, RuleSet)
        whole = isinstance(games, (int, float)) and not isinstance(games, bool) and 1 <= games <= limit
        if not whole or games != int(games):
            raise HedgekitError("error.simulation.games", games=str(games)[:24], limit=limit)
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
            raise HedgekitError("error.simulation.seed", seed=str(seed)[:24], limit=LAST_SEED)
        if engine not in ENGINES:
            raise HedgekitError("error.simulation.engine", engine=str(engine)[:24], engines=ENGINES)
        if not self.compiles:
            if engine not in ("auto", "interpreted"):
                raise HedgekitError("error.simulation.interpreted", rules=str(self.rules))
            kind, engine = OF_SISTERS, "interpreted"
        elif engine == "wasm" and rules_of(self.rules.variants):
            engine = "auto"  # the module cannot hold a rule from outside
        self.games, self.seed, self.engine = int(games), seed, engine
        self._brought = packed(self.rules.variants) if self.compiles else ()
        self.skills = seated(players, self.rules.players)
        self.bots = any(map(is_bot, self.skills))
        if self.bots and engine not in ("auto", "interpreted"):
            raise HedgekitError("error.bot.engine", engine=engine)
        self.result = Result(kind, str(self.rules), [name_of(skill) for skill in self.skills], __version__, columns)
        if precise is not None and not isinstance(precise, Mapping):
            raise HedgekitError("error.simulation.precise", said=str(precise)[:40])
        self.precise = dict(precise or {})
        for name, half in self.precise.items():
            if name not in self.result.measures or not isinstance(half, (int, float)) or not half > 0:
                raise HedgekitError("error.simulation.precise", said=f"{name}={half}"[:40])

    @property
    def weight(self) -> int:
        """How much a game costs, random players' games being 1: roughly, to share out the work."""
        costs = {"random": 1, "hasty": 5, "greedy": 10, "learned": 20}
        cost = max(50 if is_bot(one) else costs.get(one.kind, 10 * one.playouts) for one in self.skills)
        return cost * (10 if self.series else 1 if self.compiles else COST_OF_A_SISTER)

    def task(self, first: int, count: int, engine: str) -> Task:
        """Some of the games."""
        players = tuple(one if is_bot(one) else str(one) for one in self.skills)
        return Task(str(self.rules), players, self.seed, first, count, engine, self.series, brought=self._brought)
