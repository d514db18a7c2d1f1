"""Play many games: distribute them to threads, processes or a cluster, and collect the results in order.

    hedgekit.simulate("9+13 players=3", 100_000, ("greedy", "random"), seed=7)

Results depend only on rules, players, seed and games: not on the executor, the engine, the number of workers, or which
worker finishes first.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from math import inf
from os import cpu_count
from queue import Empty, SimpleQueue
from typing import Any

from ..games.race.rulesets import wasm
from ..games.race.rulesets.engines import SLICE, EngineName, never
from ..games.race.rulesets.rule_set import RulesLike
from ..games.race.rulesets.trained_weights import NEED_WEIGHTS, missing_weights, weights_for
from ..notation.options import GameRules
from ..players.bots import Players, check_portable, is_bot, name_of
from ..text.errors import HedgekitError
from ..text.words import Note
from ..version import __version__
from .columns import load_numpy
from .measures import OF_GAMES, OF_SERIES
from .request import Request
from .result import Result
from .workers import Played, Task, Workers, is_lost, play

FEW, FEW_IF_COMPILED = 100, 1000
"""About as many games of random players as Python plays while WebAssembly is loaded, or compiled for this machine."""
PATIENCE = 3  # seconds after which WebAssembly takes over from Python
LARGEST_TASK, SMALLEST_TASK = 20_000, 8_000  # games of random players, in WebAssembly
TASKS = 200  # for a large simulation
IN_FLIGHT = 400  # most tasks submitted at once: two for each of 200 workers, as 100,000 take a minute to submit
TRIES = 5  # attempts at a task whose workers die
NUMPY_PAYS = 200_000  # games for which importing NumPy, which counts them faster, pays
FIRST_LOOK = 100  # games before the first check of the precision

Progress = Callable[[int, int], object]
Cancel = Callable[[], bool]


def simulate(
    rules: RulesLike | GameRules,
    games: float,
    players: Players = ("random",),
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    cancel: Cancel | threading.Event | None = None,
    precise: Mapping[str, float] | None = None,
    engine: EngineName = "auto",
    threads: int | None = None,
    columns: bool = True,
    status: Callable[[Note], object] | None = None,
) -> Result:
    """Play games 0 .. games - 1 of a seed and return their result.

    rules: as `hedgekit.rules` reads them, or of another game ("hekla players=2"), which is interpreted; players:
    "random", "greedy" or "lookahead:200" for each seat from A on, or an object with `choose(game)` (players.bots),
    which is interpreted; the last one named takes the remaining seats; seed: 0 to 2**63 - 1.
    executor: anything with the interface of concurrent.futures; without one, threads (`threads`, or one per processor)
    play in WebAssembly, or the calling thread plays interpreted.
    progress: called with the number of games played, and the total; status: called with a Note when something takes
    time; cancel: an event or a function, checked ten times a second, which ends the simulation with the games played in
    order so far, and `complete` False.
    precise: {"turns": 1.0} stops once the 95 % interval of a measure (result.Result.measures) reaches no further than
    that to either side, checked after 100 games and then after every quarter more.
    engine: "interpreted", "wasm" (WebAssembly), or "auto": WebAssembly unless the games are few; house rules
    (hedgekit.extend) are interpreted.
    columns: keep the measures of every game, not only their tallies.
    Raises HedgekitError for invalid arguments, NotationError or Clash for rules that cannot be read or played.
    """
    request = Request(OF_GAMES, rules, games, players, seed, engine)
    return _Run(request, precise, columns, progress, cancel, status).run(executor, threads)


def simulate_series(
    rules: RulesLike | GameRules,
    series: float,
    players: Players = ("random",),
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    cancel: Cancel | threading.Event | None = None,
    precise: Mapping[str, float] | None = None,
    engine: EngineName = "auto",
    threads: int | None = None,
    columns: bool = True,
    status: Callable[[Note], object] | None = None,
) -> Result:
    """Play whole series under rules that end one (18, 19, 20, 22, 24, 25): games, turns, scores, winners.

    Players keep their seats; the first move rotates from game to game.  Arguments and errors are those of `simulate`; a
    seed has 1048576 series.
    """
    request = Request(OF_SERIES, rules, series, players, seed, engine)
    return _Run(request, precise, columns, progress, cancel, status).run(executor, threads)


def next_look(games: int) -> int:
    """Return the number of games before the next check of the precision: a quarter more."""
    return games + max(games // 4, 1)


class _Run:
    """A running simulation, which counts the games in order."""

    def __init__(
        self,
        request: Request,
        precise: Mapping[str, float] | None,
        columns: bool,
        progress: Progress | None,
        cancel: Cancel | threading.Event | None,
        status: Callable[[Note], object] | None,
    ) -> None:
        names = [name_of(skill) for skill in request.skills]
        self._request = request
        self._result = Result(request.kind, str(request.rules), names, __version__, columns)
        self._precise = self._check_precise(precise)
        for name, given in (("progress", progress), ("cancel", cancel), ("status", status)):
            if not (given is None or callable(given) or (name == "cancel" and isinstance(given, threading.Event))):
                raise HedgekitError("error.simulation.function", name=name, said=str(given)[:24])
        self._progress = progress or (lambda done, total: None)
        self._status = status or (lambda note: None)
        self._cancelled: Cancel = cancel.is_set if isinstance(cancel, threading.Event) else cancel or never
        self._waiting: dict[int, Played] = {}  # first game -> games that wait for earlier ones
        self._next = 0  # the next game to count
        self._received = 0
        self._look = min(FIRST_LOOK, request.games) if precise else request.games  # games before the next check
        self._over = False

    def _check_precise(self, precise: Any) -> Mapping[str, float]:
        """Return the wanted precision of each measure; HedgekitError if the argument is malformed."""
        if precise is not None and not isinstance(precise, Mapping):
            raise HedgekitError("error.simulation.precise", said=str(precise)[:40])
        for name, half in (precise or {}).items():
            if name not in self._result.measures or not isinstance(half, (int, float)) or not half > 0:
                raise HedgekitError("error.simulation.precise", said=f"{name}={half}"[:40])
        return precise or {}

    def run(self, executor: Executor | None, threads: int | None) -> Result:
        """Play all games and return the result."""
        request = self._request
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
            raise HedgekitError("error.simulation.threads", threads=str(threads)[:24])
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise HedgekitError("error.simulation.executor", said=str(executor)[:24])
        self._progress(0, request.games)
        self._report_weights()
        if request.house and request.engine == "auto":
            self._report_interpreted(HedgekitError("error.simulation.house_rule"))
        plain = request.interpreted or (request.engine == "auto" and self._are_few())
        if executor is not None:
            if not isinstance(executor, ThreadPoolExecutor):
                check_portable(request.skills)
            self._distribute(executor, "interpreted" if plain else request.engine)
        elif wasm.IN_BROWSER:  # which cannot start threads
            self._play_here("interpreted" if request.interpreted else request.engine)
        else:
            if plain:  # under slow rules even few games may take longer than loading WebAssembly
                self._play_here(seconds=inf if request.interpreted else PATIENCE)
            if not (self._over or self._cancelled()):
                self._play_fast(threads or cpu_count() or 1)
        self._result.complete = self._over
        return self._result

    def _are_few(self) -> bool:
        """Return whether Python plays them before WebAssembly is loaded, or compiled for this machine."""
        if wasm.is_running():
            return False
        ready = wasm.can_play(self._request.rules) and wasm.is_cached()
        return self._request.games * self._request.cost < (FEW if ready else FEW_IF_COMPILED)

    def _report_weights(self) -> None:
        """Report players that use weights learned under other rules, or have none."""
        rules = self._request.rules
        kinds = {one.kind for one in self._request.skills if not is_bot(one)}
        if error := missing_weights(rules, kinds):
            self._status(Note("simulation.status.unlearned", (("why", error),)))
        elif self._request.is_race and not NEED_WEIGHTS.isdisjoint(kinds):
            learned = weights_for(rules).rules
            if learned != f"{str(rules).partition(' players=')[0]} players={rules.players}":
                self._status(Note("simulation.status.learned", (("rules", str(rules)), ("learned", learned))))

    def _report_interpreted(self, why: HedgekitError) -> None:
        self._status(Note("simulation.status.interpreted", (("rules", str(self._request.rules)), ("why", why))))

    # ---- collecting results ------------------------------------------------------------------------------------------

    def _collect(self, played: Played) -> None:
        if played.count:  # 0 if stopped during its first game
            self._waiting[played.first] = played
        if played.fallback_reason and played.engine not in self._result.engines:
            self._report_interpreted(played.fallback_reason)
        self._result.engines.add(played.engine)
        self._received += played.count
        while not self._over and (found := self._waiting.pop(self._next, None)) is not None:
            self._count(found)
        self._progress(min(self._received, self._request.games), self._request.games)

    def _count(self, played: Played) -> None:
        """Count the next games, which end no later than the next check of the precision."""
        self._result.count([(self._request.seed, self._next, played.count)], *played.counted, [played.data])
        self._next += played.count
        if self._next == self._look:
            self._over = self._next == self._request.games or self._precise_enough()
            self._look = min(next_look(self._look), self._request.games)

    def _precise_enough(self) -> bool:
        widths = [(self._result.interval(name), 2 * half) for name, half in self._precise.items()]
        return bool(widths) and all(high - low <= width for (low, high), width in widths)

    # ---- in the calling thread -----------------------------------------------------------------------------------

    def _play_here(self, engine: str = "interpreted", seconds: float = inf) -> None:
        """Play in time slices, so that progress is shown and the caller can stop; seconds: the approximate limit."""
        size, end = 1, time.perf_counter() + seconds
        while not (self._over or self._cancelled() or time.perf_counter() > end):
            begun = time.perf_counter()
            games = min(size, self._look - self._next)
            self._collect(play(self._request.task(self._next, games, engine), self._cancelled))
            took = time.perf_counter() - begun
            size = max(1, min(2 * size, int(size * SLICE / max(took, 1e-6))))

    def _play_fast(self, threads: int) -> None:
        """Play in threads in WebAssembly; without it "auto" is interpreted, "wasm" raises HedgekitError."""
        rules = self._request.rules
        try:
            if wasm.can_play(rules) and not wasm.is_cached():
                self._status(Note("simulation.status.compiling"))
            wasm.engine_of(rules, "wasm")  # raises if it does not run, or does not know the rules
        except HedgekitError as error:
            if self._request.engine != "auto":
                raise
            self._report_interpreted(error)
            self._play_here()
            return
        if self._request.games >= NUMPY_PAYS:
            load_numpy()
        with ThreadPoolExecutor(threads) as pool:
            self._distribute(pool, self._request.engine, threading.Event())

    # ---- in an executor ----------------------------------------------------------------------------------------------

    def _distribute(self, executor: Executor, engine: str, stop: threading.Event | None = None) -> None:
        """Submit the remaining games to an executor, and collect the results.

        A task whose worker died is submitted again.  stop: set when no more games are needed, for our own threads.
        """
        done: SimpleQueue[Future[Played]] = SimpleQueue()
        in_flight: dict[Future[Played], tuple[Task, int]] = {}
        with Workers(executor, partial(play, stop=stop.is_set) if stop else play) as workers:

            def submit(task: Task, tries: int) -> None:
                if tries > TRIES:
                    raise HedgekitError("error.simulation.lost", first=task.first, tries=TRIES)
                future = workers.submit(task)
                in_flight[future] = task, tries
                future.add_done_callback(done.put)

            tasks = self._tasks(SMALLEST_TASK // 80 if engine == "interpreted" else SMALLEST_TASK)
            try:
                while not (self._over or self._cancelled()):
                    for first, count in islice(tasks, max(0, IN_FLIGHT - len(in_flight))):
                        submit(self._request.task(first, count, engine), 1)
                    if not in_flight:
                        break
                    try:
                        future = done.get(timeout=SLICE)
                    except Empty:
                        continue
                    task, tries = in_flight.pop(future)
                    try:
                        self._collect(future.result())
                    except (Exception, CancelledError) as error:
                        if not is_lost(error):
                            raise
                        submit(task, tries + 1)
            finally:
                for future in in_flight:
                    future.cancel()
                if stop:
                    stop.set()

    def _tasks(self, smallest: int) -> Iterator[tuple[int, int]]:
        """Yield the first game and the number of games of each task, none crossing a check of the precision.

        Tasks start small, so that progress shows soon.  smallest: the fewest games of random players in later tasks.
        """
        left, weight = self._request.games, self._request.cost
        largest = max(1, min(LARGEST_TASK // weight, max(left // TASKS, smallest // weight)))
        initial = max(1, min(largest, 64 // weight))
        first, begin, look = self._next, self._next, self._look
        while first < left:
            count = min(max(initial, min(largest, (first - begin) // 4)), look - first)
            yield first, count
            first += count
            look = min(next_look(look), left) if first == look else look
