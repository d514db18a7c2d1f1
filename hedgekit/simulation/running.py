"""Many games at once: shared out among threads, processes or a cluster, and gathered in the order of the games.

    hedgekit.simulate("9+13 players=3", 100_000, ("greedy", "random"), seed=7)

The numbers depend on rules, players, seed and games alone: not on the executor, the engine, the number of workers, or
on who finishes first.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from os import cpu_count
from queue import Empty, SimpleQueue
from typing import Any

from ..games.race.rulesets.combining import RuleSet
from ..games.race.rulesets.kernel import SLICE, never
from ..games.race.rulesets.learned import NEEDING, served, wanting
from ..games.race.rulesets.wasm import IN_BROWSER
from ..players.bots import is_bot, portable
from ..text.errors import HedgekitError
from ..text.words import Note
from .columns import cut
from .jobs import Job
from .making import Making, no_engine
from .measures import OF_GAMES, OF_SERIES
from .pools import Pools, is_lost
from .results import Result
from .tasks import (
    FAST,
    LAST_GAME,
    SERIES_OF_A_SEED,
    Played,
    Task,
    cpu_time,
    has_compiler,
    is_ready,
    play,
    quickest,
)

PATIENCE = 0.02  # seconds of CPU time played before it is judged whether a faster engine would pay,
ENOUGH = 0.5  # seconds of WebAssembly, before it is judged whether numba would pay,
SAVED = 0.4  # and what it would save of the CPU time of WebAssembly, by numba, about
TASK = 20_000  # games of random players in a task, at most
WORTH_A_TASK = 2000  # as many at least, compiled
PARTS = 200  # tasks for a large simulation
TRIES = 5  # workers a task is given to before it is given up
FIRST_LOOK = 100  # games after which precision is looked at for the first time

Progress = Callable[[int, int], object]
Cancel = Callable[[], bool]


def simulate(
    rules: RuleSet | str,
    games: float,
    players: Sequence[Any] | str = ("random",),
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    cancel: Cancel | threading.Event | None = None,
    precise: Mapping[str, float] | None = None,
    engine: str = "auto",
    threads: int | None = None,
    columns: bool = True,
    status: Callable[[Note], object] | None = None,
) -> Result:
    """Play games 0 .. games - 1 of a seed and return what they came to.

    rules: as `hedgekit.rules` reads them, or of a sister game ("hekla players=2"), which is played interpreted;
    players: "random", "greedy" or "lookahead:200" for each seat from A on, or an object with `choose(game)`
    (players.bots), which plays interpreted; the last one named takes the seats that are left; seed: 0 to 16777215.
    executor: anything with the interface of concurrent.futures; without one, threads (as many as there are processors,
    or `threads`) play compiled, the calling thread interpreted.
    progress: called with how many games are played, and are to be played; status: called with a Note when something
    takes time; cancel: an event or a function, looked at ten times a second: what was played in order until then is
    returned, and `complete` is False.
    precise: {"turns": 1.0} ends early once the 95 % interval of a measure (results.Result.measures) is that many to
    either side, looked at after 100 games and whenever there are a quarter more, in order of the games.
    engine: "interpreted", "wasm" (WebAssembly), "compiled" (by numba, for these rules), "universal" (by numba, for
    all), or "auto": interpreted at once, and a faster one as soon as that pays and is ready; "wasm" is "auto" where a
    rule is from outside (hedgekit.extend), which the module cannot hold.
    columns: keep every game's measures, not only their tallies.
    HedgekitError if something of this cannot be, NotationError or Clash for rules that are none.
    """
    job = Job(OF_GAMES, rules, games, players, seed, engine, precise, columns, LAST_GAME + 1)
    return _Run(job, progress, cancel, status).run(executor, threads)


def simulate_series(
    rules: RuleSet | str,
    series: float,
    players: Sequence[Any] | str = ("random",),
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    cancel: Cancel | threading.Event | None = None,
    precise: Mapping[str, float] | None = None,
    engine: str = "auto",
    threads: int | None = None,
    columns: bool = True,
    status: Callable[[Note], object] | None = None,
) -> Result:
    """Play whole series under rules that end one (18, 19, 20, 22, 24, 25): games, turns, scores, who wins.

    In each game the seat after the one that began the last begins; players keep their seats.  Arguments and errors are
    those of `simulate`; a seed has 1048576 series.
    """
    job = Job(OF_SERIES, rules, series, players, seed, engine, precise, columns, SERIES_OF_A_SEED)
    return _Run(job, progress, cancel, status).run(executor, threads)


def next_look(games: int) -> int:
    """After how many games precision is looked at again: a quarter more."""
    return games + max(games // 4, 1)


class _Run:
    """A simulation under way: what has come is put in order of the games and counted."""

    def __init__(
        self,
        job: Job,
        progress: Progress | None,
        cancel: Cancel | threading.Event | None,
        status: Callable[[Note], object] | None,
    ) -> None:
        for name, given in (("progress", progress), ("cancel", cancel), ("status", status)):
            if not (given is None or callable(given) or (name == "cancel" and isinstance(given, threading.Event))):
                raise HedgekitError("error.simulation.function", name=name, said=str(given)[:24])
        self._job = job
        self._result = job.result
        self._progress = progress or (lambda done, total: None)
        self._status = status or (lambda note: None)
        self._cancelled: Cancel = cancel.is_set if isinstance(cancel, threading.Event) else cancel or never
        self._waiting: dict[int, Played] = {}  # by first game: came before what goes before them
        self._next = 0  # the first game not counted
        self._came = 0
        self._seconds = 0.0  # of CPU time, for the games that came
        self._look = FIRST_LOOK if job.precise else job.games
        self._over = False

    def run(self, executor: Executor | None, threads: int | None) -> Result:
        """Play it all, and return the result."""
        job = self._job
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
            raise HedgekitError("error.simulation.threads", threads=str(threads)[:24])
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise HedgekitError("error.simulation.executor", said=str(executor)[:24])
        self._progress(0, job.games)
        kinds = {one.kind for one in job.skills if not is_bot(one)}
        if no := wanting(job.rules, kinds):
            self._status(Note("simulation.status.unlearned", (("why", no),)))
        elif job.compiles and not NEEDING.isdisjoint(kinds):
            self._say_what_serves()
        if executor is not None:
            if not isinstance(executor, ThreadPoolExecutor):
                portable(job.skills)
            few = job.bots or (job.engine == "auto" and job.games * job.weight < TASK // 10)
            self._spread(executor, "interpreted" if few else job.engine)
        elif IN_BROWSER:  # where no thread can be started
            self._play_here(engine=job.engine)
        elif job.engine == "interpreted" or job.bots or (job.engine == "auto" and quickest(job.rules) is None):
            self._play_here()
        else:
            self._play_fast(threads or cpu_count() or 1)
        self._result.complete = self._over
        return self._result

    def _say_what_serves(self) -> None:
        """Say by which weights the players play who learned, if they learned under other rules."""
        rules = self._job.rules
        learned = served(rules).rules
        if learned != f"{str(rules).partition(' players=')[0]} players={rules.players}":
            self._status(Note("simulation.status.learned", (("rules", str(rules)), ("learned", learned))))

    # ---- gathering ---------------------------------------------------------------------------------------------------

    def _take(self, played: Played) -> None:
        self._waiting[played.first] = played
        self._came += played.count
        self._seconds += played.seconds
        while not self._over and (found := self._waiting.pop(self._next, None)) is not None:
            self._count(found)
        self._progress(min(self._came, self._job.games), self._job.games)

    def _count(self, played: Played) -> None:
        """Count games that are next in order, stopping to look where precision is looked at."""
        done = 0
        while done < played.count and not self._over:
            last = min(played.count, done + self._look - self._next)
            data = cut(played.data, played.count, done, last) if last - done < played.count else played.data
            self._result.add(self._job.seed, self._next, last - done, data)
            self._next += last - done
            done = last
            if self._next == self._look:
                self._over = self._precise_enough()
                self._look = min(next_look(self._look), self._job.games)
            self._over = self._over or self._next == self._job.games

    def _precise_enough(self) -> bool:
        intervals = {name: self._result.interval(name) for name in self._job.precise}
        return bool(intervals) and all(
            high - low <= 2 * self._job.precise[name] for name, (low, high) in intervals.items()
        )

    # ---- in the calling thread ---------------------------------------------------------------------------------------

    def _play_here(self, until: Callable[[], bool] = never, engine: str = "interpreted") -> None:
        """Play in slices, by an engine; `until` is asked ten times a second whether to go on elsewhere."""
        size = 1

        def stop() -> bool:
            return self._cancelled() or until()

        while not (self._over or stop()):
            begun = time.perf_counter()
            games = min(size, self._job.games - self._next)
            self._take(play(self._job.task(self._next, games, engine), stop))
            took = time.perf_counter() - begun
            size = max(1, min(2 * size, int(size * SLICE / max(took, 1e-6))))

    # ---- by a fast engine --------------------------------------------------------------------------------------------

    def _play_fast(self, threads: int) -> None:
        """Threads play by a fast engine; while that is made ready ("auto") the calling thread plays interpreted.

        Where it cannot be had, "auto" goes on interpreted; if it was asked for, that is an error.
        """
        job, auto = self._job, self._job.engine == "auto"
        if not any(is_ready(job.rules, engine) for engine in (FAST if auto else (job.engine,))):
            making = Making(job.rules, (auto and quickest(job.rules)) or job.engine, self._status)
            if auto:
                self._play_here(partial(self._ready, making, cpu_time()))
            else:
                making.begin()
                while making.is_running and not self._cancelled():
                    making.wait(SLICE)
            if self._over or self._cancelled():
                return
            if making.error is not None:
                if not auto:
                    raise making.error
                self._status(Note("simulation.status.interpreted", (("rules", str(job.rules)), ("why", making.error))))
                self._play_here()
                return
        better = Making(job.rules, "compiled", self._status) if auto and has_compiler() else None
        with ThreadPoolExecutor(threads) as pool:
            self._spread(pool, job.engine, threading.Event(), better)

    def _ready(self, making: Making, begun: float) -> bool:
        """Begin to make the engine ready if it pays; is it?

        Loading takes less than a second if nobody plays beside it.  Compiling may take long: the calling thread goes on
        playing, but only a fifth of the time, as Python lets one thread run at a time.
        """
        spent = cpu_time() - begun
        if spent > PATIENCE:
            making.consider(spent / max(1, self._came) * (self._job.games - self._came))
        while making.is_running and not (making.is_compiling or self._cancelled()):
            making.wait(SLICE / 5)
        if making.is_running:
            making.wait(4 * SLICE)
        return making.is_good or making.error is not None

    # ---- everywhere --------------------------------------------------------------------------------------------------

    def _spread(
        self,
        executor: Executor,
        engine: str,
        stop: threading.Event | None = None,
        better: Making | None = None,
    ) -> None:
        """Give the games that are left to an executor, and take what comes.

        A task whose worker died is given out again, to a new pool if the old one broke with it; interpreted ("auto") if
        its engine failed.  stop: for threads of our own, set when no more is wanted; better: an engine that the tasks
        will take ("auto") as soon as it is ready, made if that pays.
        """
        came, seconds = self._came, self._seconds
        done: SimpleQueue[Future[Played]] = SimpleQueue()
        given: dict[Future[Played], tuple[Task, int]] = {}
        with Pools(executor, partial(play, stop=stop.is_set) if stop else play) as pools:

            def give(task: Task, tries: int) -> None:
                if tries > TRIES:
                    raise HedgekitError("error.simulation.lost", first=task.first, tries=TRIES)
                future = pools.submit(task)
                given[future] = task, tries
                future.add_done_callback(done.put)

            try:
                for first, count in self._shares(WORTH_A_TASK // 20 if engine == "interpreted" else WORTH_A_TASK):
                    give(self._job.task(first, count, engine), 1)
                while given and not (self._over or self._cancelled()):
                    try:
                        future = done.get(timeout=SLICE)
                    except Empty:
                        continue
                    task, tries = given.pop(future)
                    try:
                        self._take(future.result())
                        if better is not None and self._seconds - seconds > ENOUGH:
                            rate = (self._seconds - seconds) / (self._came - came)
                            better.consider(SAVED * rate * (self._job.games - self._came))
                    except (Exception, CancelledError) as no:
                        if said := no_engine(no):
                            if task.engine != "auto":
                                raise said from no
                            task = replace(task, engine="interpreted")
                        elif not is_lost(no):
                            raise
                        give(task, tries + 1)
            finally:
                for future in given:
                    future.cancel()
                if stop:
                    stop.set()

    def _shares(self, worth: int) -> Iterator[tuple[int, int]]:
        """First games and numbers of the tasks: small ones first, so that something comes soon.

        worth: games of random players that are worth a task.
        """
        left, weight = self._job.games, self._job.weight
        largest = max(1, min(TASK // weight, max(left // PARTS, worth // weight)))
        smallest = max(1, min(largest, 64 // weight))
        first = self._next
        while first < left:
            count = min(max(smallest, min(largest, (first - self._next) // 16)), left - first)
            yield first, count
            first += count
