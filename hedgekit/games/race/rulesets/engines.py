"""The interpreted engine, and the interface of both engines."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Literal

from ....text.errors import HedgekitError
from ..engine.batch import OBSERVATION, ROW
from ..engine.choice.memory import SCRATCH, Mind
from ..engine.composing import Answers, registry_cache
from ..engine.matches import COLUMNS
from ..engine.playouts import seeded
from ..engine.state import CALL, new_state
from ..variants.house_rules.guarded import answers
from .rule_set import RuleSet
from .trained_weights import equip

ENGINES = ("auto", "interpreted", "wasm")
GONE = ("compiled", "universal")  # engines of earlier editions, by numba
LIMIT = 100_000  # turns after which a game is abandoned
SLICE = 0.1  # seconds between calls of `stop`

EngineName = Literal["auto", "interpreted", "wasm"]
Stop = Callable[[], bool]


def never() -> bool:
    """Return False: a `stop` that never stops."""
    return False


def check_engine(name: object) -> None:
    """Raise HedgekitError unless there is an engine of this name."""
    if name in GONE:
        raise HedgekitError("error.simulation.engine_gone", engine=name)
    if name not in ENGINES:
        raise HedgekitError("error.simulation.engine", engine=str(name)[:24], engines=ENGINES)


def sliced(play: Callable[[int, int], int], rows: int, stop: Stop) -> int:
    """Call `play` in time slices until all rows are filled, or `stop` returns True; return the number of filled rows.

    play: takes the number of turns to play and of rows filled so far, and returns that of rows filled then.
    """
    turns, done = 1, 0
    while done < rows and not stop():
        begun = time.perf_counter()
        done = play(turns, done)
        took = time.perf_counter() - begun
        turns = max(1, min(64 * turns, int(turns * SLICE / max(took, 1e-6)), 1 << 24))
    return done


class Batch(ABC):
    """Games that step together.

    table: a row per game, int32 (columns in engine/batch.py); seen: the acting player's observation, int8, which SEE
    writes into zeros.
    """

    table: Any
    seen: Any

    @abstractmethod
    def do(self, what: int, seed: int = 0, first: int = 0) -> int:
        """Run a command on all games (BEGIN .. SEE) and return the result of `all_games`."""

    @abstractmethod
    def field(self, name: str) -> Any:
        """Return a field of the state of all games: integers, shape (games, length)."""

    @abstractmethod
    def state(self, k: int) -> Any:
        """Return a copy of the state of game k for the interpreted engine."""


class Engine(ABC):
    """Plays many games of a rule set; both engines play the same ones."""

    def matches(
        self, first: int, count: int, seed: int, mind: Any, limit: int = LIMIT, begins: int = 0, stop: Stop = never
    ) -> Any:
        """Play games first .. first + count - 1 of a seed between the players in `mind`; return a row of measures each.

        matching.MEASURES names the columns; a game still running after `limit` turns ends `unfinished`.  begins: the
        seat that begins, from 0; stop: called ten times a second, may end with fewer rows.
        """
        return self._run("matches", COLUMNS, first, count, seed, mind, limit, begins, stop)

    def playouts(self, first: int, count: int, seed: int, limit: int = LIMIT) -> Any:
        """Play games first .. first + count - 1 of a seed at random; return turns and winners' bits of each."""
        return self._run("playouts", 2, first, count, seed, None, limit, 0, never)

    @abstractmethod
    def batch(self, many: int) -> list[Batch]:
        """Return this many new games that step together, in parts as large as the engine holds."""

    @abstractmethod
    def _run(
        self, name: str, columns: int, first: int, count: int, seed: int, mind: Any, limit: int, begins: int, stop: Stop
    ) -> Any:
        """Return the rows filled by the engine's entry point of this name."""


class Kernel(Engine):
    """The interpreted engine of one rule set; `kernel(rules)` returns a shared one.

    answers: the composed questions and parts (`answers.play(state, move)`), by default those of the rule set.
    """

    def __init__(self, rules: RuleSet, composed: Answers | None = None) -> None:
        self.rules = rules
        self.answers = composed or answers(rules)
        self._start = new_state(dict(rules.settings), rules.registry)
        self.answers.set_up(self._start)

    def start(self) -> Any:
        """Return the state at the beginning of a game."""
        return self._start.copy()

    def state_of(self, read: Callable[[str], Any]) -> Any:
        """Return a state with the fields, except scratch fields, that `read` returns by name."""
        s = self.start()
        for name, declared in s.declared.items():
            if declared.lives != CALL:
                setattr(s, name, read(name))
        return s

    def _run(
        self, name: str, columns: int, first: int, count: int, seed: int, mind: Any, limit: int, begins: int, stop: Stop
    ) -> list[list[int]]:
        rows, work = [[0] * columns for _ in range(count)], [self.start() for _ in range(SCRATCH)]
        mind = mind or Mind()
        equip(mind, self.rules)
        mind.game[0] = 0
        games = getattr(self.answers, name)

        def play(turns: int, done: int) -> int:
            return int(games(first, rows, seed, work, mind, limit, begins, turns, done))

        return rows[: sliced(play, count, stop)]

    def playout(self, seed: int, index: int = 0, limit: int = LIMIT) -> Any:
        """Play game `index` of a seed at random, for at most `limit` turns; return its last state and its turns."""
        s = self.start()
        s.rng = seeded(seed, index)
        return s, self.answers.playout(s, limit)

    def batch(self, many: int) -> list[Batch]:
        """Return this many games, in one part."""
        return [_Batch(self, many)]


class _Batch(Batch):
    """Games of the interpreted engine."""

    def __init__(self, engine: Kernel, many: int) -> None:
        import numpy

        self.table, self.seen = numpy.zeros((many, ROW), numpy.int32), numpy.zeros((many, OBSERVATION), numpy.int8)
        # several times as fast as an array for single numbers
        self._rows, self._sights = [memoryview(row) for row in self.table], [memoryview(row) for row in self.seen]
        self._games, self._do = [engine.start() for _ in range(many)], engine.answers.all_games

    def do(self, what: int, seed: int = 0, first: int = 0) -> int:
        return int(self._do(what, self._games, self._rows, self._sights, seed, first))

    def field(self, name: str) -> Any:
        import numpy

        return numpy.array([getattr(s, name) for s in self._games]).reshape(len(self._games), -1)

    def state(self, k: int) -> Any:
        return self._games[k].copy()


@registry_cache()
def kernel(rules: RuleSet) -> Kernel:
    """Return the cached engine of a rule set."""
    return Kernel(rules)
