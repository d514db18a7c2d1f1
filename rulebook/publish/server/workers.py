"""A pool of threads with a watchdog: each job has a time limit, and clients take turns.

`await WorkerPool(2).run(call, client)` runs a call in one of the threads.
"""

import asyncio
import ipaddress
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from hedgekit.threads import processor_time, raise_in
from rulebook.publish.server.logs import LOG

SECONDS = 2.0  # time limit of a job: processor time, or time spent waiting for something other than the processor
WALL_FACTOR = 5  # wall-clock limit as a multiple of the time limit, for a busy machine
AWAKE = 0.005  # seconds of processor time that show a thread at work: one waiting for the GIL uses a little, too
GRACE = 0.8  # seconds after the limit before a thread that does not stop is abandoned
WATCH_INTERVAL = 0.1  # seconds between the watchdog's checks


class TookTooLong(BaseException):
    """Raised inside a job that exceeds its time limit.  No `except Exception` in the job catches it."""


@dataclass
class Job:
    """A call with its time limit in seconds, and the times when it started.

    started: by the clock; started_cpu: by the processor time of its thread; last_cpu: the processor time when the
    thread was last seen at work, at last_awake by the clock; stopped: whether it has been interrupted.
    """

    call: Callable[[], Any]
    seconds: float
    done: "Future[Any]" = field(default_factory=Future)
    started: float = 0.0
    started_cpu: float = 0.0
    last_cpu: float = 0.0
    last_awake: float = 0.0
    stopped: bool = False

    def spent(self, thread: threading.Thread, now: float) -> float:
        """Return the seconds that count against the limit; `now` is the time by the clock."""
        if not thread.is_alive() or thread.ident is None:
            return now - self.started
        used = processor_time(thread.ident)
        if used - self.last_cpu > AWAKE or _is_importing(thread.ident):
            self.last_cpu, self.last_awake = used, now
        return max(used - self.started_cpu, now - self.last_awake, (now - self.started) / WALL_FACTOR)

    def finish(self, value: Any = None, error: BaseException | None = None) -> None:
        """Set the result or the error, unless the job is finished or was cancelled."""
        if not self.done.done():
            if error is None:
                self.done.set_result(value)
            else:
                self.done.set_exception(error)


class WorkerPool:
    """A pool of `size` threads whose jobs may take `seconds` each."""

    def __init__(self, size: int, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._changed = threading.Condition()
        self._queue: OrderedDict[str, deque[Job]] = OrderedDict()  # by client, in the order of their turns
        self._running: dict[threading.Thread, Job] = {}
        self._abandoned: set[threading.Thread] = set()
        self._closed = False
        for _ in range(size):
            self._start_thread()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    async def run(self, call: Callable[[], Any], client: str = "", seconds: float = 0.0) -> Any:
        """Run a call in one of the threads, and return its result.  Clients with queued jobs take turns."""
        job = Job(call, seconds or self._seconds)
        with self._changed:
            self._queue.setdefault(client, deque()).append(job)
            self._changed.notify()
        return await asyncio.wrap_future(job.done)

    @property
    def stuck(self) -> int:
        """Number of abandoned threads that are still running."""
        return sum(thread.is_alive() for thread in self._abandoned)

    def close(self) -> None:
        """Start no more jobs."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    # ---- the threads -------------------------------------------------------------------------------------------------

    def _start_thread(self) -> None:
        threading.Thread(target=self._work, name="worker", daemon=True).start()

    def _work(self) -> None:
        thread = threading.current_thread()
        while True:
            with suppress(TookTooLong):  # raised just after the job was done
                job = self._next_job(thread)
                if job is None:
                    return
                try:
                    job.finish(job.call())
                except BaseException as error:
                    job.finish(error=error)

    def _next_job(self, thread: threading.Thread) -> Job | None:
        """Wait for a thread's next job; None if the thread is to end."""
        with self._changed:
            if previous := self._running.pop(thread, None):
                raise_in(thread.ident or 0, None)
                previous.finish(error=TookTooLong())  # if it was stopped before it could finish
            while not (self._closed or thread in self._abandoned):
                job = self._dequeue()
                if job:
                    job.started = job.last_awake = time.monotonic()
                    job.started_cpu = job.last_cpu = processor_time(thread.ident or 0)
                    self._running[thread] = job
                    return job
                self._changed.wait()
            self._abandoned.discard(thread)
            return None

    def _dequeue(self) -> Job | None:
        if not self._queue:
            return None
        client, jobs = self._queue.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._queue[client] = jobs
        return job

    # ---- the watchdog ------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._closed:
            time.sleep(WATCH_INTERVAL)
            for job in self._stop_overdue():
                job.finish(error=TookTooLong())

    def _stop_overdue(self) -> list[Job]:
        """Interrupt overdue jobs, replace threads that do not stop, and return the jobs of those threads."""
        lost, now = [], time.monotonic()
        with self._changed:
            for thread, job in list(self._running.items()):
                excess = job.spent(thread, now) - job.seconds
                if excess > 0 and not job.stopped:
                    job.stopped = True
                    raise_in(thread.ident or 0, TookTooLong)
                elif excess > GRACE:
                    LOG.error("a thread does not stop")
                    del self._running[thread]
                    self._abandoned.add(thread)
                    self._start_thread()
                    lost.append(job)
        return lost


def _is_importing(thread: int) -> bool:
    """Return whether a thread is importing a module, or waiting for another thread to import it."""
    frame = sys._current_frames().get(thread)
    return frame is not None and frame.f_code.co_filename.startswith("<frozen importlib")


def client_network(address: str) -> str:
    """Return what identifies a client: the IPv4 address, or the /64 network of an IPv6 address, which has one owner."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None)
    network = ipaddress.ip_network((found, 64), strict=False) if found.version == 6 else found
    return str(mapped or network)
