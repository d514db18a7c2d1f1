"""Threads that do readers' work, each piece for a limited time, by turns among those who ask.

`await Workers(2).run(work, house)` has it done by one of the threads.
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

SECONDS = 2.0  # of processor time that a piece of work may take, or of waiting for something that is not the processor
BUSY = 5  # times as long it may take by the clock: on a busy machine
AWAKE = 0.005  # seconds of the processor between two looks: one that waits for its turn to run Python has that, too
STUCK = 0.8  # seconds more, after which a thread that does not stop is given up
LOOK = 0.1  # seconds between two looks of the watchdog


class TookTooLong(BaseException):
    """Raised inside work whose time is over.  No `except Exception` on the way holds it up."""


@dataclass
class Work:
    """A piece of work: how long it may take, when it began by the clock and by its thread's, whether it was stopped.

    seen: what its thread had used of the processor when it was last seen to use any, at `slept`.
    """

    call: Callable[[], Any]
    seconds: float
    done: "Future[Any]" = field(default_factory=Future)
    begun: float = 0.0
    cpu: float = 0.0
    seen: float = 0.0
    slept: float = 0.0
    stopped: bool = False

    def spent(self, thread: threading.Thread, now: float) -> float:
        """Seconds that count: the processor's, and some of the clock's, which says `now`."""
        if not thread.is_alive() or thread.ident is None:
            return now - self.begun
        used = processor_time(thread.ident)
        if used - self.seen > AWAKE or _imports(thread.ident):
            self.seen, self.slept = used, now
        return max(used - self.cpu, now - self.slept, (now - self.begun) / BUSY)

    def finish(self, value: Any = None, error: BaseException | None = None) -> None:
        """Tell whoever waits; nothing if he has been told already, or has left."""
        if not self.done.done():
            if error is None:
                self.done.set_result(value)
            else:
                self.done.set_exception(error)


class Workers:
    """`many` threads.  `stuck` counts those that were given up and have not come back."""

    def __init__(self, many: int, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._changed = threading.Condition()
        self._queue: OrderedDict[str, deque[Work]] = OrderedDict()  # by house; the first one's turn is next
        self._doing: dict[threading.Thread, Work] = {}
        self._given_up: set[threading.Thread] = set()
        self._closed = False
        for _ in range(many):
            self._begin()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    async def run(self, call: Callable[[], Any], house: str = "", seconds: float = 0.0) -> Any:
        """Have work done, and return what it returns.  house: its turn comes once for each of them."""
        work = Work(call, seconds or self._seconds)
        with self._changed:
            self._queue.setdefault(house, deque()).append(work)
            self._changed.notify()
        return await asyncio.wrap_future(work.done)

    @property
    def stuck(self) -> int:
        """Threads that were given up and still run."""
        return sum(one.is_alive() for one in self._given_up)

    def close(self) -> None:
        """Begin nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    # ---- the threads -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        threading.Thread(target=self._work, name="worker", daemon=True).start()

    def _work(self) -> None:
        me = threading.current_thread()
        while True:
            with suppress(TookTooLong):  # one that comes just after the work was done
                work = self._next(me)
                if work is None:
                    return
                try:
                    work.finish(work.call())
                except BaseException as error:
                    work.finish(error=error)

    def _next(self, me: threading.Thread) -> Work | None:
        """What a thread does next; None if it shall end."""
        with self._changed:
            if before := self._doing.pop(me, None):
                raise_in(me.ident or 0, None)
                before.finish(error=TookTooLong())  # if it was stopped before it could tell
            while not (self._closed or me in self._given_up):
                work = self._taken()
                if work:
                    work.begun = work.slept = time.monotonic()
                    work.cpu = work.seen = processor_time(me.ident or 0)
                    self._doing[me] = work
                    return work
                self._changed.wait()
            self._given_up.discard(me)
            return None

    def _taken(self) -> Work | None:
        if not self._queue:
            return None
        house, works = self._queue.popitem(last=False)
        work = works.popleft()
        if works:
            self._queue[house] = works
        return work

    # ---- the watchdog ------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._closed:
            time.sleep(LOOK)
            for work in self._overdue():
                work.finish(error=TookTooLong())

    def _overdue(self) -> list[Work]:
        """Stop work whose time is over; what is in a thread that does not stop is returned, and the thread replaced."""
        lost, now = [], time.monotonic()
        with self._changed:
            for thread, work in list(self._doing.items()):
                over = work.spent(thread, now) - work.seconds
                if over > 0 and not work.stopped:
                    work.stopped = True
                    raise_in(thread.ident or 0, TookTooLong)
                elif over > STUCK:
                    LOG.error("a thread does not stop")
                    del self._doing[thread]
                    self._given_up.add(thread)
                    self._begin()
                    lost.append(work)
        return lost


def _imports(thread: int) -> bool:
    """Does a thread wait for a module that another one imports?"""
    frame = sys._current_frames().get(thread)
    return frame is not None and frame.f_code.co_filename.startswith("<frozen importlib")


def house(address: str) -> str:
    """Whose an address is, as far as it can be told: of IPv6 whoever has one has a network of 2^64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None)
    whole = ipaddress.ip_network((found, 64), strict=False) if found.version == 6 else found
    return str(mapped or whole)
