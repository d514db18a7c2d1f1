"""Kernels: how many readers there may be, and when one ends.

Each is a reader's who plays: it ends when its page is left, when nobody came for it, when it died, and when it has been
still: for `idle` seconds, or for STILL where another reader finds no place.  Where none is still, one of the address
that has most ends for a reader of an address that has less (`shares`).  The page keeps the game and goes on in another
process.
"""

import asyncio
import math
import os
import shutil
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from rulebook.publish.forks import Forks, Kernel
from rulebook.publish.governor import QUEUE, QUEUE_OF_ONE, Governor
from rulebook.publish.kernel import About
from rulebook.publish.logs import LOG
from rulebook.publish.shares import of_most

#: Reasons for which the server closes a page's socket; the page asks for its session when it sees one close.
ENDED, STOPPING = 4001, 1001
SOON = 5  # seconds, for somebody may leave before that, and a reader waits at his board
STILL = 30.0  # seconds without a message, after which a process is given to somebody who finds no place
AWAITED = 10.0  # the same of one that no page has connected to, which a public server then ends in any case


@dataclass
class Reader:
    """Whose kernel it is: since when, when it last heard or said something, whether and since when no page is there.

    house: of which address (`shares.house`).
    """

    since: float = field(default_factory=time.monotonic)
    heard: float = field(default_factory=time.monotonic)
    met: bool = False
    alone: float | None = None
    house: str = ""

    @property
    def still_at(self) -> float:
        """When it gives way to somebody who finds no place, if nothing is heard until then."""
        return self.heard + (STILL if self.met else AWAITED)


@dataclass
class Place:
    """A place that is held for somebody of a house, until a kernel takes it."""

    house: str = ""
    taken: bool = False


class Full(Exception):
    """There is no place for one more reader."""


@dataclass
class Kernels:
    """All kernels of the server: `about` says what for.

    `most` readers at once (0: any number); a page that nobody connects to is given up after `unmet` seconds, one that
    lost its connection after `lost` seconds (None: only when it is idle), any after `idle` seconds without a message.
    All of it by a clock that nobody sets.  `private`: kernels know nothing of the server, and have a folder each.
    """

    about: About
    most: int = 0
    unmet: float = 300
    lost: float | None = None
    idle: float = 3600
    private: bool = False
    governor: Governor | None = None  # who knows whether there is anything left for one more
    patience: float = 0.7  # a page that is loaded again leaves its old kernel at about the same time
    every: float = 2.0

    def __post_init__(self) -> None:
        self.readers: dict[str, Reader] = {}
        self.entering: Counter[str] = Counter()  # by house
        self.queue: Counter[str] = Counter()
        self.stopping = False
        self.home = tempfile.mkdtemp(prefix="rulebook-") if self.private else ""
        self.forks = Forks(self.about, self.home)
        self._kernels: dict[str, Kernel] = {}
        self._listening: dict[str, asyncio.Task[None]] = {}

    # ---- places --------------------------------------------------------------------------------------------------

    @property
    def free(self) -> int | None:
        """How many readers may still come, those for whom others give way among them; None: any number."""
        if self.governor and self.governor.short():
            return 0
        if not self.most:
            return None
        return max(0, self.most - sum(not self._still(one) for one in self.readers.values()) - self.entering.total())

    @staticmethod
    def _still(reader: Reader) -> bool:
        return time.monotonic() >= reader.still_at

    def heard(self, kernel_id: str) -> None:
        """Say that something is going on in a kernel."""
        if reader := self.readers.get(kernel_id):
            reader.heard = time.monotonic()

    def soon(self) -> int:
        """In how many seconds whoever found no place should ask again: when the first has been still, or SOON."""
        first = min((one.still_at for one in self.readers.values()), default=0.0) - time.monotonic()
        return min(SOON, max(2, math.ceil(first)))

    def _stillest(self) -> str | None:
        """Who has been still for longest, of those who have been for long enough."""
        still = (name for name, one in self.readers.items() if self._still(one))
        return min(still, key=lambda name: self.readers[name].still_at, default=None)

    def _leaving(self, house: str) -> str | None:
        """Whose process could end for one more reader of a house: who has been still, or one of a house with more."""
        if still := self._stillest():
            return still
        whose = {name: one.house for name, one in self.readers.items()}
        own = sum(one == house for one in whose.values()) + self.entering[house]

        def rank(name: str) -> tuple[bool, float]:
            return bool(self._kernels[name].pages), self.readers[name].still_at  # first what no page is connected to

        return min(of_most(whose, own), key=rank, default=None)

    def _room(self, house: str) -> bool:
        """Is there a place, or one that could be had?"""
        if self.stopping or (self.governor and self.governor.short()):
            return False
        return self.free != 0 or self._leaving(house) is not None

    def processes(self) -> dict[str, int]:
        """The numbers of the processes, by kernel."""
        return {name: kernel.number for name, kernel in self._kernels.items()}

    @asynccontextmanager
    async def place(self, house: str = "") -> AsyncIterator[Place]:
        """Hold a place until `welcome` gives it to a kernel.  Full if there is none for a moment.

        house: whose address asks (`shares.house`).
        """
        patient = self.queue.total() < QUEUE and self.queue[house] < QUEUE_OF_ONE
        deadline = time.monotonic() + (self.patience if patient else 0)
        self.queue[house] += 1
        try:
            while not (room := self._room(house)) and not self.stopping and time.monotonic() < deadline:
                await asyncio.sleep(0.1)
        finally:
            self.queue -= Counter([house])
        if not room:
            LOG.info("full", extra={"data": {"readers": len(self.readers)}})
            raise Full
        leaving, place = self._leaving(house), Place(house)
        self.entering[house] += 1
        try:
            if leaving and self.most and len(self.readers) + self.entering.total() > self.most:
                await self.end(leaving, "gave way")  # it is no reader's any more before this waits for anything
            yield place
        finally:
            if not place.taken:
                self.entering -= Counter([house])

    def welcome(self, kernel_id: str, place: Place) -> None:
        """A kernel is a reader's from now on, at a place that was held for it."""
        place.taken = True
        self.entering -= Counter([place.house])
        self.readers[kernel_id] = Reader(house=place.house)

    # ---- starting and ending -------------------------------------------------------------------------------------

    def __contains__(self, kernel_id: str) -> bool:
        return kernel_id in self._kernels

    def kernel(self, kernel_id: str) -> Kernel:
        """The kernel of an id.  KeyError if there is none."""
        return self._kernels[kernel_id]

    async def start(self) -> str:
        """Begin a kernel; its id.  OSError or TimeoutError if there can be none now."""
        kernel_id = str(uuid.uuid4())
        kernel = self._kernels[kernel_id] = await self.forks.kernel(kernel_id)
        self._listening[kernel_id] = asyncio.create_task(self._listen(kernel_id, kernel))
        return kernel_id

    async def _listen(self, kernel_id: str, kernel: Kernel) -> None:
        await kernel.listen()
        await self.end(kernel_id, "died")

    async def end(self, kernel_id: str, why: str) -> None:
        """End a kernel, whatever it does; nothing happens if it has ended.  Its page begins another when it must."""
        if (kernel := self._kernels.pop(kernel_id, None)) is None:
            return
        self.readers.pop(kernel_id, None)
        LOG.info("kernel ended", extra={"data": {"why": why, "readers": len(self.readers)}})
        kernel.end()
        if (listening := self._listening.pop(kernel_id)) is not asyncio.current_task():
            listening.cancel()
        self.hang_up(kernel_id, ENDED)
        if self.home:
            await asyncio.to_thread(shutil.rmtree, os.path.join(self.home, kernel_id), ignore_errors=True)

    async def watch(self) -> None:
        """End kernels that nobody needs, for ever."""
        while True:
            await asyncio.sleep(self.every)
            if self.governor and self.governor.short() and (still := self._stillest()):
                await self.end(still, "gave way")
            for kernel_id in list(self.readers):
                if why := self._over(kernel_id):
                    await self.end(kernel_id, why)

    def _over(self, kernel_id: str) -> str:
        """Why a reader's kernel should end, or nothing."""
        reader = self.readers[kernel_id]
        now = time.monotonic()
        if now - reader.heard > self.idle:
            return "idle"
        if self._kernels[kernel_id].pages:
            reader.met, reader.alone = True, None
        elif not reader.met:
            return "nobody came" if now - reader.since > self.unmet else ""
        else:
            reader.alone = reader.alone or now
            if self.lost is not None and now - reader.alone > self.lost:
                return "nobody came back"
        return ""

    def alive(self, kernel_id: str) -> bool:
        """Does a kernel run, and will it go on?"""
        return kernel_id in self and not self.stopping

    def farewell(self) -> None:
        """No more readers: tell every page that its session ends."""
        self.stopping = True
        for kernel_id in list(self.readers):
            self.hang_up(kernel_id, STOPPING)

    def hang_up(self, kernel_id: str, code: int) -> None:
        """Close the sockets of the pages that are connected to a kernel."""
        if self.governor:
            self.governor.hang_up(kernel_id, code)

    def cleanup(self) -> None:
        """End what is left, and remove what kernels may have written."""
        for kernel in self._kernels.values():
            kernel.end()
        self.forks.close()
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)
