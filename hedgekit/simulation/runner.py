"""Play many games: share them out among threads, processes or a cluster, and gather the results in order.

    hedgekit.simulate("9+13 players=3", 100_000, ("greedy", "random"), seed=7)

The results depend on rules, players, seed and games alone: not on the executor, the engine, the number of workers, or
on which worker finishes first.
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
from ..games.race.rulesets.rule_set import Spoken
from ..games.race.rulesets.trained_weights import NEED_WEIGHTS, missing_weights, weights_for
from ..notation.options import GameRules
from ..players.bots import Players, check_portable, is_bot, name_of
from ..text.errors import HedgekitError
from ..text.words import Note
from ..version import __version__
from .measures import OF_GAMES, OF_SERIES
from .request import Request
from .result import Result
from .workers import Played, Task, Workers, is_lost, play

FEW, FEW_IF_COMPILED = 100, 1000
"""About how many games of random players Python plays while WebAssembly is loaded, or compiled for this machine."""
PATIENCE = 3  # seconds after which WebAssembly takes over from Python
TASK = 20_000  # the most games of random players in a task
WORTH_A_TASK = 2000  # the fewest, by WebAssembly
PARTS = 200  # tasks for a large simulation
AHEAD = 400  # tasks that are submitted before their results are looked at
TRIES = 5  # workers that a task is given to before it is given up
FIRST_LOOK = 100  # games after which the precision is checked for the first time

Progress = Callable[[int, int], object]
Cancel = Callable[[], bool]


def simulate(
    rules: Spoken | GameRules,
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

    rules: as `hedgekit.rules` reads them, or of another game ("hekla players=2"), which is played interpreted; players:
    "random", "greedy" or "lookahead:200" for each seat from A on, or an object with `choose(game)` (players.bots),
    which plays interpreted; the last one named takes the remaining seats; seed: 0 to 2**63 - 1.
    executor: anything with the interface of concurrent.futures; without one, threads (`threads`, or one for each
    processor) play by WebAssembly, or the calling thread interpreted.
    progress: called with the number of games played, and the number to be played; status: called with a Note when
    something takes time; cancel: an event or a function, checked ten times a second: then the games that were played in
    order are returned, and `complete` is False.
    precise: {"turns": 1.0} ends early once the 95 % interval of a measure (result.Result.measures) reaches no further
    than that to either side, which is checked after 100 games and then after every quarter more.
    engine: "interpreted", "wasm" (WebAssembly), or "auto": WebAssembly unless the games are few; house rules
    (hedgekit.extend) play interpreted.
    columns: keep the measures of every game, not only their tallies.
    HedgekitError for impossible arguments, NotationError or Clash for rules that cannot be read or played.
    """
    request = Request(OF_GAMES, rules, games, players, seed, engine)
    return _Run(request, precise, columns, progress, cancel, status).run(executor, threads)


def simulate_series(
    rules: Spoken | GameRules,
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
    """Play whole series under rules by which a series ends (18, 19, 20, 22, 24, 25): games, turns, scores, winners.

    Players keep their seats, and each game is begun by the seat after the one that began the game before.  Arguments
    and errors are those of `simulate`; a seed has 1048576 series.
    """
    request = Request(OF_SERIES, rules, series, players, seed, engine)
    return _Run(request, precise, columns, progress, cancel, status).run(executor, threads)


def next_look(games: int) -> int:
    """The number of games after which the precision is checked again: a quarter more."""
    return games + max(games // 4, 1)


class _Run:
    """A simulation under way: puts the games that were played in order and counts them."""

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
        self._precise = self._checked(precise)
        for name, given in (("progress", progress), ("cancel", cancel), ("status", status)):
            if not (given is None or callable(given) or (name == "cancel" and isinstance(given, threading.Event))):
                raise HedgekitError("error.simulation.function", name=name, said=str(given)[:24])
        self._progress = progress or (lambda done, total: None)
        self._status = status or (lambda note: None)
        self._cancelled: Cancel = cancel.is_set if isinstance(cancel, threading.Event) else cancel or never
        self._waiting: dict[int, Played] = {}  # first game -> games that are ahead of earlier ones
        self._next = 0  # the first game that is not counted yet
        self._came = 0
        self._look = min(FIRST_LOOK, request.games) if precise else request.games  # games until the next check
        self._over = False

    def _checked(self, precise: Any) -> Mapping[str, float]:
        """Return the precision wanted of each measure; HedgekitError if the argument is malformed."""
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
        self._say_who_learned()
        if request.house and request.engine == "auto":
            self._say_interpreted(HedgekitError("error.simulation.house_rule"))
        plain = request.interpreted or (request.engine == "auto" and self._are_few())
        if executor is not None:
            if not isinstance(executor, ThreadPoolExecutor):
                check_portable(request.skills)
            self._spread(executor, "interpreted" if plain else request.engine)
        elif wasm.IN_BROWSER:  # which cannot start threads
            self._play_here("interpreted" if request.interpreted else request.engine)
        else:
            if plain:  # with rules that are slow even few games may take longer than WebAssembly to be ready
                self._play_here(seconds=inf if request.interpreted else PATIENCE)
            if not (self._over or self._cancelled()):
                self._play_fast(threads or cpu_count() or 1)
        self._result.complete = self._over
        return self._result

    def _are_few(self) -> bool:
        """Whether Python has played them before WebAssembly is loaded, or compiled for this machine."""
        if wasm.is_running():
            return False
        ready = wasm.can_play(self._request.rules) and wasm.is_cached()
        return self._request.games * self._request.weight < (FEW if ready else FEW_IF_COMPILED)

    def _say_who_learned(self) -> None:
        """Report whether the players use weights learned under other rules, or have none."""
        rules = self._request.rules
        kinds = {one.kind for one in self._request.skills if not is_bot(one)}
        if no := missing_weights(rules, kinds):
            self._status(Note("simulation.status.unlearned", (("why", no),)))
        elif self._request.is_race and not NEED_WEIGHTS.isdisjoint(kinds):
            learned = weights_for(rules).rules
            if learned != f"{str(rules).partition(' players=')[0]} players={rules.players}":
                self._status(Note("simulation.status.learned", (("rules", str(rules)), ("learned", learned))))

    def _say_interpreted(self, why: HedgekitError) -> None:
        self._status(Note("simulation.status.interpreted", (("rules", str(self._request.rules)), ("why", why))))

    # ---- gathering ---------------------------------------------------------------------------------------------------

    def _take(self, played: Played) -> None:
        if played.count:  # 0 if it was stopped during its first game
            self._waiting[played.first] = played
        if played.instead and played.engine not in self._result.engines:
            self._say_interpreted(played.instead)
        self._result.engines.add(played.engine)
        self._came += played.count
        while not self._over and (found := self._waiting.pop(self._next, None)) is not None:
            self._count(found)
        self._progress(min(self._came, self._request.games), self._request.games)

    def _count(self, played: Played) -> None:
        """Count the next games in order, which end no later than the next check of the precision."""
        self._result.add(self._request.seed, self._next, played.count, played.data)
        self._next += played.count
        if self._next == self._look:
            self._over = self._next == self._request.games or self._precise_enough()
            self._look = min(next_look(self._look), self._request.games)

    def _precise_enough(self) -> bool:
        widths = [(self._result.interval(name), 2 * half) for name, half in self._precise.items()]
        return bool(widths) and all(high - low <= width for (low, high), width in widths)

    # ---- in the calling thread ---------------------------------------------------------------------------------------

    def _play_here(self, engine: str = "interpreted", seconds: float = inf) -> None:
        """Play in slices of time, so that progress is shown and the caller can stop; seconds: how long, about."""
        size, end = 1, time.perf_counter() + seconds
        while not (self._over or self._cancelled() or time.perf_counter() > end):
            begun = time.perf_counter()
            games = min(size, self._look - self._next)
            self._take(play(self._request.task(self._next, games, engine), self._cancelled))
            took = time.perf_counter() - begun
            size = max(1, min(2 * size, int(size * SLICE / max(took, 1e-6))))

    def _play_fast(self, threads: int) -> None:
        """Play in threads by WebAssembly; without it "auto" plays interpreted, "wasm" raises HedgekitError."""
        rules = self._request.rules
        try:
            if wasm.can_play(rules) and not wasm.is_cached():
                self._status(Note("simulation.status.compiling"))
            wasm.engine_of(rules, "wasm")  # fails if it does not run, or does not know the rules
        except HedgekitError as no:
            if self._request.engine != "auto":
                raise
            self._say_interpreted(no)
            self._play_here()
            return
        with ThreadPoolExecutor(threads) as pool:
            self._spread(pool, self._request.engine, threading.Event())

    # ---- everywhere --------------------------------------------------------------------------------------------------

    def _spread(self, executor: Executor, engine: str, stop: threading.Event | None = None) -> None:
        """Submit the remaining games to an executor, and gather the results.

        A task whose worker died is submitted again.  stop: for threads of our own, set when no more games are needed.
        """
        done: SimpleQueue[Future[Played]] = SimpleQueue()
        given: dict[Future[Played], tuple[Task, int]] = {}
        with Workers(executor, partial(play, stop=stop.is_set) if stop else play) as workers:

            def give(task: Task, tries: int) -> None:
                if tries > TRIES:
                    raise HedgekitError("error.simulation.lost", first=task.first, tries=TRIES)
                future = workers.submit(task)
                given[future] = task, tries
                future.add_done_callback(done.put)

            shares = self._shares(WORTH_A_TASK // 20 if engine == "interpreted" else WORTH_A_TASK)
            try:
                while not (self._over or self._cancelled()):
                    for first, count in islice(shares, max(0, AHEAD - len(given))):
                        give(self._request.task(first, count, engine), 1)
                    if not given:
                        break
                    try:
                        future = done.get(timeout=SLICE)
                    except Empty:
                        continue
                    task, tries = given.pop(future)
                    try:
                        self._take(future.result())
                    except (Exception, CancelledError) as no:
                        if not is_lost(no):
                            raise
                        give(task, tries + 1)
            finally:
                for future in given:
                    future.cancel()
                if stop:
                    stop.set()

    def _shares(self, worth: int) -> Iterator[tuple[int, int]]:
        """Yield the first game and the number of games of each task, none beyond the next check of the precision.

        Tasks are small at first, so that there is something to show soon.  worth: the fewest games of random players.
        """
        left, weight = self._request.games, self._request.weight
        largest = max(1, min(TASK // weight, max(left // PARTS, worth // weight)))
        smallest = max(1, min(largest, 64 // weight))
        first, begin, look = self._next, self._next, self._look
        while first < left:
            count = min(max(smallest, min(largest, (first - begin) // 16)), look - first)
            yield first, count
            first += count
            look = min(next_look(look), left) if first == look else look
