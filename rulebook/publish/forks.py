"""Kernels as the server sees them: forked from one process that has all they need (`kernel`), each at a socket."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import psutil

from rulebook.publish import kernel
from rulebook.publish.limits import clean
from rulebook.publish.logs import LOG

WAKING = 60.0  # seconds until there is a kernel, the first one's imports included
LARGEST = 64 * 2**20  # bytes that a kernel says at once
UNREAD = 20 * 2**20  # bytes that may wait for a kernel
UNREAD_BY_ALL = 48 * 2**20  # for all of them; beyond, each may only have ...
UNREAD_THEN = 64 * 2**10  # ... so many: whoever reads what comes loses nothing by those who do not
KEPT = 2**20  # bytes of what it says that are kept for a page whose socket is just closed

Hear = Callable[[str], object]


class Kernel:
    """The process of one reader.

    `pages` are called with each message of it; without any, the last messages are kept for the next one (`join`).
    every: all kernels of this server, which it joins.
    """

    def __init__(
        self,
        process: psutil.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        every: "WeakSet[Kernel]",
    ) -> None:
        self._process, self._reader, self._writer, self._every = process, reader, writer, every
        every.add(self)
        self.pages: list[Hear] = []
        self._kept: list[str] = []

    @property
    def number(self) -> int:
        """Of the process."""
        return int(self._process.pid)

    @property
    def unread(self) -> int:
        """Bytes that wait for it."""
        return 0 if self._writer.is_closing() else self._writer.transport.get_write_buffer_size()

    def tell(self, asked: object, buffers: list[bytes]) -> bool:
        """Give it a message of a page; False if it, or all of them together, have too much to do."""
        if self._writer.is_closing() or self.unread > UNREAD:
            return False
        if self.unread > UNREAD_THEN and sum(one.unread for one in self._every) > UNREAD_BY_ALL:
            return False
        self._writer.write(kernel.packed(asked, buffers))
        return True

    def join(self, page: Hear) -> None:
        """Let a page hear what it says."""
        self.pages.append(page)
        kept, self._kept = self._kept, []
        for text in kept:
            page(text)

    def part(self, page: Hear) -> None:
        """Let it hear no more."""
        if page in self.pages:
            self.pages.remove(page)

    async def listen(self) -> None:
        """Hand on what it says, until it has ended."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                (size,) = kernel.SIZE.unpack(await self._reader.readexactly(kernel.SIZE.size))
                if size > LARGEST:
                    LOG.error("a kernel says too much")
                    return
                text = (await self._reader.readexactly(size)).decode()
                if not self.pages:
                    self._kept.append(text)
                    while sum(map(len, self._kept)) > KEPT:
                        del self._kept[0]
                for page in self.pages[:]:
                    page(text)

    def end(self) -> None:
        """End it, whatever it does, with all that it has begun."""
        self._writer.close()
        # By its number, unless that is somebody else's by now.
        with suppress(psutil.Error, OSError):
            if not self._process.is_running():
                return
            try:
                os.killpg(self.number, signal.SIGKILL)
            except (AttributeError, ProcessLookupError):  # no groups there; or it has none of its own yet
                self._process.kill()


class Forks:
    """Begins kernels.

    about: what they are for; home: a folder for them to live in, with a clean environment ("": they have the server's).
    """

    def __init__(self, about: kernel.About, home: str = "") -> None:
        self._about, self._home = about, home
        self._turn = asyncio.Lock()
        self._kernels: WeakSet[Kernel] = WeakSet()
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def kernel(self, name: str) -> Kernel:
        """A new one.  OSError or TimeoutError if there can be none now."""
        home = os.path.join(self._home, name) if self._home else ""
        if home:
            os.mkdir(home, 0o700)
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                number = await asyncio.wait_for(self._begun(theirs, name, home), WAKING)
            reader, writer = await asyncio.open_connection(sock=ours)
            return Kernel(psutil.Process(number), reader, writer, self._kernels)
        except psutil.Error as error:
            ours.close()
            raise OSError("a kernel ended as it began") from error
        except BaseException:
            ours.close()
            raise

    async def prepare(self) -> None:
        """Have the process that they are forked from."""
        async with self._turn:
            self._there()

    async def _begun(self, line: socket.socket, name: str, home: str) -> int:
        if not hasattr(os, "fork"):
            return await asyncio.to_thread(self._spawned, line, name, home)
        async with self._turn:
            for last in (False, True):
                try:
                    return await self._forked(self._there(), line, kernel.order(name, home))
                except OSError:
                    self.close()  # it has ended
                    if last:
                        raise
                except BaseException:
                    self.close()  # whose answer would be taken for that of the next one
                    raise
        raise AssertionError

    @staticmethod
    async def _forked(server: socket.socket, line: socket.socket, order: bytes) -> int:
        socket.send_fds(server, [order], [line.fileno()])
        said = b""
        while not said.endswith(b"\n"):
            part = await asyncio.get_running_loop().sock_recv(server, 32)
            if not part:
                raise ConnectionError("no kernels can be forked")
            said += part
        return int(said)

    def _there(self) -> socket.socket:
        """The line to the process that forks, which is begun if there is none."""
        if self._line is not None and self._process is not None and self._process.poll() is None:
            return self._line
        self.close()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own module
                    [sys.executable, "-P", "-m", kernel.__name__, str(theirs.fileno()), self._about.text()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env=clean(os.environ, self._home) if self._home else None,
                    cwd=self._home or None,
                )
            except BaseException:
                ours.close()
                raise
        ours.setblocking(False)
        self._line = ours
        return ours

    def _spawned(self, line: socket.socket, name: str, home: str) -> int:
        """A whole process for each, where there is no fork."""
        from multiprocessing import get_context

        arguments: Any = (line, self._about.text(), name, home)
        process = get_context("spawn").Process(target=kernel.alone, args=arguments, daemon=True)
        process.start()
        assert process.pid is not None
        return process.pid

    def close(self) -> None:
        """End the process that forks; the kernels go on."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
