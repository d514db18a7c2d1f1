"""Kernels: which Python they are, how many readers there may be, and when one ends.

Whose kernel is one, is a reader's who plays: it ends when its page is left, when nobody came for it, when it died, and
when it has been still: for `idle` seconds, or for STILL where another reader finds no place.  The page keeps the game
and goes on in another process.  Those that wait for readers are nobody's and not counted.
"""

import asyncio
import math
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from rulebook.publish.governor import QUEUE, Governor, numbers
from rulebook.publish.limits import CHAPTERS, FOLDER, Limits, awake, clean
from rulebook.publish.logs import LOG

#: Reasons for which the server closes a page's socket; the page asks for its session when it sees one close.
ENDED, STOPPING = 4001, 1001
SOON = 5  # seconds, for somebody may leave before that, and a reader waits at his board
WAKING = 60.0  # seconds that a process has to begin
STILL = 30.0  # seconds without a message, after which a process is given to somebody who finds no place


class OwnPython(KernelSpecManager):
    """Kernels are this Python, whatever kernels are installed on the machine."""

    #: What a kernel may use; None: as much as any process of this user.
    limits: Limits | None = None

    def _kernel_dirs_default(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Return the one kernel there is, whatever is asked for; it keeps no history on disk."""
        spec = super().get_kernel_spec("python3")
        limits = [f"--limits={self.limits.text()}"] if self.limits else []
        spec.argv = [
            sys.executable, "-P", "-m", "rulebook.publish.kernel", *limits, "-f", "{connection_file}",
            "--HistoryManager.enabled=False", "--IPKernelApp.log_level=ERROR",
        ]  # fmt: skip
        return spec


@dataclass
class Reader:
    """Whose kernel it is: since when, when it last heard or said something, whether and since when no page is there."""

    since: float = field(default_factory=time.monotonic)
    heard: float = field(default_factory=time.monotonic)
    met: bool = False
    alone: float | None = None


@dataclass
class Place:
    """A place that is held for somebody, until a kernel takes it."""

    taken: bool = False


class Full(Exception):
    """There is no place for one more reader."""


class Kernels(AsyncMappingKernelManager):
    """All kernels of the server.

    `most` readers at once (0: any number); a page that nobody connects to is given up after `unmet` seconds, one that
    lost its connection after `lost` seconds (None: only when it is idle).  All of it by a clock that nobody sets.
    """

    most = 0
    unmet: float = 300
    lost: float | None = None
    idle: float = 3600
    patience = 4.0  # a page that is loaded again leaves its old kernel at about the same time
    every = 2.0
    private = False
    folder = ""  # the chapters are below it
    chapters: tuple[str, ...] | None = None  # those that may be run (None: any of the folder)
    spare = 0  # processes that are ready for readers
    fill_delay = 3.0  # seconds: let the reader's browser have the processor first
    governor: Governor | None = None  # who knows whether there is anything left for one more

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.readers: dict[str, Reader] = {}
        self.entering = self.queue = 0
        self.ending: set[str] = set()
        self.stopping = False
        self.home = tempfile.mkdtemp(prefix="rulebook-") if self.private else ""
        self._ends: dict[str, asyncio.Task[None]] = {}
        self._ready: list[asyncio.Task[str]] = []

    # ---- places --------------------------------------------------------------------------------------------------

    @property
    def free(self) -> int | None:
        """How many readers may still come, those for whom others give way among them; None: any number."""
        if self.governor and self.governor.short():
            return 0
        if not self.most:
            return None
        return max(0, self.most - sum(not self._still(one) for one in self.readers.values()) - self.entering)

    @staticmethod
    def _still(reader: Reader) -> bool:
        return time.monotonic() - reader.heard >= STILL

    def heard(self, kernel_id: str) -> None:
        """Say that something is going on in a kernel."""
        if reader := self.readers.get(kernel_id):
            reader.heard = time.monotonic()

    def soon(self) -> int:
        """In how many seconds whoever found no place should ask again: when the first has been still, or SOON."""
        first = min((one.heard for one in self.readers.values()), default=0.0) + STILL - time.monotonic()
        return min(SOON, max(2, math.ceil(first)))

    async def _give_way(self) -> None:
        """End the process that has been still for longest."""
        staying = {name: one for name, one in self.readers.items() if name not in self._ends}
        if staying:
            await self.end(min(staying, key=lambda name: staying[name].heard), "gave way")

    def processes(self) -> dict[str, int]:
        """The numbers of the processes, by kernel."""
        return numbers(self._kernels.items())

    @asynccontextmanager
    async def place(self) -> AsyncIterator[Place]:
        """Hold a place until `welcome` gives it to a kernel.  Full if there is none for some seconds."""
        deadline = time.monotonic() + (self.patience if self.queue < QUEUE else 0)
        self.queue += 1
        try:
            while self.free == 0 and not self.stopping and time.monotonic() < deadline:
                await asyncio.sleep(0.1)
        finally:
            self.queue -= 1
        if self.free == 0 or self.stopping:
            LOG.info("full", extra={"data": {"readers": len(self.readers)}})
            raise Full
        place = Place()
        self.entering += 1
        try:
            while self.most and len(self.readers) + self.entering > self.most:
                await self._give_way()
            yield place
        finally:
            if not place.taken:
                self.entering -= 1

    def welcome(self, kernel_id: str, place: Place) -> None:
        """A kernel is a reader's from now on, at a place that was held for it."""
        place.taken = True
        self.entering -= 1
        self.readers[kernel_id] = Reader()

    # ---- those that are ready ----------------------------------------------------------------------------------------

    async def take(self) -> str:
        """A process for a reader: one that is ready, if there is, and another is made ready then."""
        while self._ready:
            begun = self._ready.pop(0)
            self.prepare()
            with suppress(Exception):
                kernel_id = await begun
                if self.alive(kernel_id):
                    return kernel_id
        self.prepare()
        return await self._start()

    def prepare(self) -> None:
        """Have as many ready as are wanted."""
        while len(self._ready) < self.spare and not self.stopping:
            self._ready.append(asyncio.create_task(self._begin()))

    async def _begin(self) -> str:
        await asyncio.sleep(self.fill_delay)
        return await self._start()

    async def _start(self) -> str:
        known = {} if self.chapters is None else {CHAPTERS: os.pathsep.join(self.chapters)}
        # By turns: where twenty began at once, each would wait for all, and so would those who only read.
        async with self.governor.turns if self.governor else nullcontext():
            kernel_id = await self.start_kernel(env=os.environ | {FOLDER: self.folder} | known)
            await self._woken(kernel_id)
        return kernel_id

    async def _woken(self, kernel_id: str) -> None:
        """Wait until a kernel is ready for its page, or has ended."""
        kernel = self._kernels[kernel_id]
        sign, deadline = awake(kernel.connection_file), time.monotonic() + WAKING
        while not sign.exists() and kernel_id in self and time.monotonic() < deadline:
            if not await ensure_async(kernel.is_alive()):
                break
            await asyncio.sleep(0.05)
        sign.unlink(missing_ok=True)

    # ---- starting and ending -------------------------------------------------------------------------------------

    async def start_kernel(self, *args: Any, **kwargs: Any) -> str:  # type: ignore[override]
        """Start one; on the public server with an environment and a home that tell it nothing."""
        if self.private:
            kwargs["env"] = clean(kwargs.get("env") or os.environ, self.home)
            kwargs.pop("path", None)
            kwargs["cwd"] = self.home
        started: str = await super().start_kernel(*args, **kwargs)
        return started

    async def end(self, kernel_id: str, why: str) -> None:
        """End a kernel, whatever state it is in; nothing happens if it has ended, or is just ending."""
        if kernel_id not in self:
            return
        if kernel_id not in self._ends:
            self._ends[kernel_id] = asyncio.create_task(self._end(kernel_id, why))
        await asyncio.shield(self._ends[kernel_id])

    async def _end(self, kernel_id: str, why: str) -> None:
        self.readers.pop(kernel_id, None)
        LOG.info("kernel ended", extra={"data": {"why": why, "readers": len(self.readers)}})
        kernel = self._kernels.get(kernel_id)
        try:
            # It has nothing to save: asked to end politely, it would first be interrupted, and complain.
            if kernel is not None and os.name == "posix":
                with suppress(Exception):
                    await ensure_async(kernel.signal_kernel(signal.SIGKILL))
            await asyncio.wait_for(self.shutdown_kernel(kernel_id, now=True), 10)
        except Exception:
            LOG.exception("a kernel could not be shut down")
            self._kernels.pop(kernel_id, None)
        finally:
            self._ends.pop(kernel_id, None)

    async def watch(self) -> None:
        """End kernels that died and those that nobody needs, for ever."""
        while True:
            await asyncio.sleep(self.every)
            if self.governor and self.governor.short() and any(self._still(one) for one in self.readers.values()):
                await self._give_way()
            for kernel_id in list(self.readers):
                try:
                    if why := await self._over(kernel_id):
                        await self.end(kernel_id, why)
                except Exception:
                    LOG.exception("a kernel could not be looked after")

    async def _over(self, kernel_id: str) -> str:
        """Why a reader's kernel should end, or nothing."""
        reader = self.readers[kernel_id]
        kernel = self._kernels.get(kernel_id)
        if kernel is None:
            self.readers.pop(kernel_id, None)
            return ""
        if not await ensure_async(kernel.is_alive()):
            return "died"
        now = time.monotonic()
        if now - reader.heard > self.idle:
            return "idle"
        if self._kernel_connections.get(kernel_id, 0) > 0:
            reader.met, reader.alone = True, None
        elif not reader.met:
            return "nobody came" if now - reader.since > self.unmet else ""
        else:
            reader.alone = reader.alone or now
            if self.lost is not None and now - reader.alone > self.lost:
                return "nobody came back"
        return ""

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Shut one down and close its page's socket: the page then begins another when it is needed."""
        self.readers.pop(kernel_id, None)
        self.ending.add(kernel_id)
        hang_up(kernel_id, ENDED)
        try:
            await super().shutdown_kernel(kernel_id, *args, **kwargs)
        finally:
            self.ending.discard(kernel_id)

    def alive(self, kernel_id: str) -> bool:
        """Does a kernel run, and will it go on?"""
        return kernel_id in self and kernel_id not in self.ending and not self.stopping

    def farewell(self) -> None:
        """No more readers: tell every page that its session ends."""
        self.stopping = True
        for kernel_id in list(self.readers):
            hang_up(kernel_id, STOPPING)

    def cleanup(self) -> None:
        """Remove what kernels may have written."""
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)


def hang_up(kernel_id: str, code: int) -> None:
    """Close the sockets of the pages that are connected to a kernel."""
    for connection in list(ZMQChannelsWebsocketConnection._open_sockets):
        if getattr(connection, "kernel_id", None) == kernel_id:
            with suppress(Exception):
                connection.websocket_handler.close(code)
