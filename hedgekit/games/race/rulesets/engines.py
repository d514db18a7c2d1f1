"""The interpreted engine of a rule set, and the interface that both engines share."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from ....text.errors import HedgekitError
from ..engine.batch import OBSERVATION, ROW
from ..engine.choice.memory import SCRATCH, Mind
from ..engine.composing import Answers, kept
from ..engine.matches import COLUMNS
from ..engine.playouts import seeded
from ..engine.state import CALL, new_state
from ..variants.house_rules.guarded import answers
from .combining import RuleSet
from .trained_weights import equip

ENGINES = ("auto", "interpreted", "wasm")  # what may be asked to play many games
GONE = ("compiled", "universal")  # engines of earlier editions, by numba
LIMIT = 100_000  # turns after which a game is given up
SLICE = 0.1  # seconds between two looks at whether to stop, and at what else there is

cpu_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Seconds of processor time of this thread; of the process in a browser, where there are no threads."""


def never() -> bool:
    """The `stop` of games that nobody stops."""
    return False


def check_engine(name: object) -> None:
    """HedgekitError unless there is an engine of this name."""
    if name in GONE:
        raise HedgekitError("error.simulation.engine_gone", engine=name)
    if name not in ENGINES:
        raise HedgekitError("error.simulation.engine", engine=str(name)[:24], engines=ENGINES)


class Asked(NamedTuple):
    """Games to be played, as `Engine.matches` documents them."""

    first: int
    games: int
    seed: int
    mind: Any
    limit: int
    begins: int
    stop: Callable[[], bool]


def sliced(play: Callable[[int, int], int], asked: Asked) -> int:
    """Ask `play` for the rows asked for, some turns at a time, until they are there or `stop` says so; how many are.

    play: gets the turns it may play and the rows there are, and returns the rows there are then.
    """
    turns, done = 16, 0
    while done < asked.games and not asked.stop():
        begun = time.perf_counter()
        done = play(turns, done)
        took = time.perf_counter() - begun
        turns = max(1, min(8 * turns, int(turns * SLICE / max(took, 1e-6)), 1 << 24))
    return done


class Together(ABC):
    """Games that take a step together.

    table: a row for each game, int32 (engine/together.py has the columns); seen: what whoever acts sees, int8, written
    by SEE into zeros.
    """

    table: Any
    seen: Any

    @abstractmethod
    def do(self, deed: int, seed: int = 0, first: int = 0) -> int:
        """Do this with all games (BEGIN .. SEE); what `all_games` returns."""

    @abstractmethod
    def state(self, k: int) -> Any:
        """A copy of the state of game k, as the interpreted engine has it."""


class Engine(ABC):
    """Plays many games of a rule set, interpreted or in WebAssembly: both play the same ones."""

    def matches(
        self,
        first: int,
        count: int,
        seed: int,
        mind: Any,
        limit: int = LIMIT,
        begins: int = 0,
        stop: Callable[[], bool] = never,
    ) -> Any:
        """Games first .. first + count - 1 of a seed, between the players in `mind`: a row of measures each.

        (matching.MEASURES names the columns; a game still running after `limit` turns ends `unfinished`.)  begins: the
        seat that begins, from 0; stop: asked ten times a second; fewer rows then.
        """
        return self._run("matches", COLUMNS, Asked(first, count, seed, mind, limit, begins, stop))

    def playouts(self, first: int, count: int, seed: int, limit: int = LIMIT) -> Any:
        """Turns and winners' bits of random games first .. first + count - 1 of a seed."""
        return self._run("playouts", 2, Asked(first, count, seed, None, limit, 0, never))

    @abstractmethod
    def together(self, many: int) -> list[Together]:
        """So many games that take a step together, not begun yet, in parts as large as the engine holds."""

    @abstractmethod
    def _run(self, name: str, columns: int, asked: Asked) -> Any:
        """The rows that the engine's part of this name fills."""


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
        """A state at the beginning of a game."""
        return self._start.copy()

    def state_of(self, read: Callable[[str], Any]) -> Any:
        """The state whose fields `read` gives by their names, as another engine has them; scratch is not asked for."""
        s = self.start()
        for name, declared in s.declared.items():
            if declared.lives != CALL:
                setattr(s, name, read(name))
        return s

    def _run(self, name: str, columns: int, asked: Asked) -> list[list[int]]:
        rows, work = [[0] * columns for _ in range(asked.games)], [self.start() for _ in range(SCRATCH)]
        mind = asked.mind or Mind()
        equip(mind, self.rules)
        mind.game[0] = 0
        first, seed, limit, begins = asked.first, asked.seed, asked.limit, asked.begins
        games = getattr(self.answers, name)

        def play(turns: int, done: int) -> int:
            return int(games(first, rows, seed, work, mind, limit, begins, turns, done))

        return rows[: sliced(play, asked)]

    def playout(self, seed: int, index: int = 0, limit: int = LIMIT) -> Any:
        """Game number `index` of a seed played to the end at random (or for `limit` turns).

        Its last state and its turns.
        """
        s = self.start()
        s.rng = seeded(seed, index)
        return s, self.answers.playout(s, limit)

    def together(self, many: int) -> list[Together]:
        """So many games, in one part."""
        return [_Together(self, many)]


class _Together(Together):
    """Games of the interpreted engine."""

    def __init__(self, engine: Kernel, many: int) -> None:
        import numpy

        self.table, self.seen = numpy.zeros((many, ROW), numpy.int32), numpy.zeros((many, OBSERVATION), numpy.int8)
        # read and written some times as fast as an array, number by number
        self._rows, self._sights = [memoryview(row) for row in self.table], [memoryview(row) for row in self.seen]
        self._games, self._do = [engine.start() for _ in range(many)], engine.answers.all_games

    def do(self, deed: int, seed: int = 0, first: int = 0) -> int:
        return int(self._do(deed, self._games, self._rows, self._sights, seed, first))

    def state(self, k: int) -> Any:
        return self._games[k].copy()


@kept()
def kernel(rules: RuleSet) -> Kernel:
    """The engine of a rule set, made once."""
    return Kernel(rules)
