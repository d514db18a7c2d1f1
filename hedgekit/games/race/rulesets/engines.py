"""The interpreted engine of a rule set, and the interface that both engines share."""

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

ENGINES = ("auto", "interpreted", "wasm")  # what may be asked to play many games
GONE = ("compiled", "universal")  # engines of earlier editions, by numba
LIMIT = 100_000  # turns after which a game is given up
SLICE = 0.1  # seconds between two checks whether to stop

EngineName = Literal["auto", "interpreted", "wasm"]
Stop = Callable[[], bool]


def never() -> bool:
    """The `stop` of games that are not stopped."""
    return False


def check_engine(name: object) -> None:
    """HedgekitError unless there is an engine of this name."""
    if name in GONE:
        raise HedgekitError("error.simulation.engine_gone", engine=name)
    if name not in ENGINES:
        raise HedgekitError("error.simulation.engine", engine=str(name)[:24], engines=ENGINES)


def sliced(play: Callable[[int, int], int], rows: int, stop: Stop) -> int:
    """Have `play` fill so many rows, some turns at a time, until all are filled or `stop` says so.

    Return how many are filled.

    play: gets the turns it may play and the rows there are, and returns the rows there are then.
    """
    turns, done = 16, 0
    while done < rows and not stop():
        begun = time.perf_counter()
        done = play(turns, done)
        took = time.perf_counter() - begun
        turns = max(1, min(8 * turns, int(turns * SLICE / max(took, 1e-6)), 1 << 24))
    return done


class Batch(ABC):
    """Games that take a step together.

    table: a row for each game, int32 (engine/batch.py has the columns); seen: what the acting player sees, int8, which
    SEE writes into zeros.
    """

    table: Any
    seen: Any

    @abstractmethod
    def do(self, what: int, seed: int = 0, first: int = 0) -> int:
        """Do this with all games (BEGIN .. SEE) and return what `all_games` returns."""

    @abstractmethod
    def field(self, name: str) -> Any:
        """Return a field of the state of all games: whole numbers, shape (games, length)."""

    @abstractmethod
    def state(self, k: int) -> Any:
        """Return a copy of the state of game k in the form of the interpreted engine."""


class Engine(ABC):
    """Plays many games of a rule set, interpreted or in WebAssembly: both play the same ones."""

    def matches(
        self, first: int, count: int, seed: int, mind: Any, limit: int = LIMIT, begins: int = 0, stop: Stop = never
    ) -> Any:
        """Play games first .. first + count - 1 of a seed between the players in `mind`; return a row of measures each.

        (matching.MEASURES names the columns; a game still running after `limit` turns ends `unfinished`.)  begins: the
        seat that begins, from 0; stop: asked ten times a second; fewer rows then.
        """
        return self._run("matches", COLUMNS, first, count, seed, mind, limit, begins, stop)

    def playouts(self, first: int, count: int, seed: int, limit: int = LIMIT) -> Any:
        """Play games first .. first + count - 1 of a seed at random; return the turns and the winners' bits of each."""
        return self._run("playouts", 2, first, count, seed, None, limit, 0, never)

    @abstractmethod
    def batch(self, many: int) -> list[Batch]:
        """Return this many new games that take a step together, in parts as large as the engine holds."""

    @abstractmethod
    def _run(
        self, name: str, columns: int, first: int, count: int, seed: int, mind: Any, limit: int, begins: int, stop: Stop
    ) -> Any:
        """Return the rows that the engine's entry of this name fills."""


class Kernel(Engine):
    """The engine for one rule set, interpreted; `kernel(rules)` returns a shared one.

    rules: the rule set; asked: its answers, if others than the plain ones; answers: the composed questions and parts
    (`answers.play(state, move)`).
    """

    def __init__(self, rules: RuleSet, asked: Answers | None = None) -> None:
        self.rules = rules
        self.answers = asked or answers(rules)
        self._start = new_state(dict(rules.settings), rules.registry)
        self.answers.set_up(self._start)

    def start(self) -> Any:
        """Return a state at the beginning of a game."""
        return self._start.copy()

    def state_of(self, read: Callable[[str], Any]) -> Any:
        """Return the state with the fields that `read` returns by name, without scratch fields."""
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
        """Play game number `index` of a seed to the end at random (or for `limit` turns).

        Return its last state and its turns.
        """
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
        # read and written some times as fast as an array, number by number
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
    """Return the engine of a rule set, made once."""
    return Kernel(rules)
