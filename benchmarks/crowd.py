"""Readers made of nothing but sockets: one process asks for as many pages as two thousand of them do.

As a browser that has nothing of a page: the page first, then all that it is made of, packed, by up to six connections
at once that each ask for one file after the other; then these are closed, and after a pause there is another page.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

CONNECTIONS = 6
PATIENCE = 90  # seconds for a file
PART = re.compile(rb'"(/[^"]*parts/[\w.-]+)"')
_LENGTH, _AGAIN = re.compile(rb"(?i)\r\nContent-Length: (\d+)"), re.compile(rb"(?i)\r\nRetry-After: (\d+)")


@dataclass
class Seen:
    """What readers saw: `took`, the seconds of each thing done; `told`, seconds to come again; `failures`."""

    took: dict[str, list[float]] = field(default_factory=dict)
    told: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, what: str, since: float) -> None:
        """Something was done that began then."""
        self.took.setdefault(what, []).append(time.monotonic() - since)


class Refused(Exception):
    """The server is full, and said when to come again."""

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


class _Line(asyncio.Protocol):
    """A connection; `get` waits for the end of one answer and keeps nothing of it."""

    def __init__(self, host: str) -> None:
        self._tail = f" HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        self._head, self._left = b"", 0
        self._waiting: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self._left:
            self._left -= len(data)
        else:
            head, end, body = (self._head + data).partition(b"\r\n\r\n")
            if not end:
                self._head = head
                return
            self._head = b""
            if head[9:12] != b"200":
                again = _AGAIN.search(head)
                refused = again and head[9:12] in (b"503", b"429")
                self._over(Refused(int(again[1])) if refused else OSError(f"answered {head[9:12].decode()}"))  # type: ignore[index]
                return
            found = _LENGTH.search(head)
            if not found:
                self._over(OSError("an answer of no length"))
                return
            self._left = int(found[1]) - len(body)
        if self._left <= 0:
            self._over(None)

    def connection_lost(self, _: Exception | None) -> None:
        self._over(ConnectionError("the server hung up"))

    def _over(self, error: Exception | None) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is None or waiting.done():
            return
        if error:
            waiting.set_exception(error)
        else:
            waiting.set_result(None)

    async def get(self, path: bytes) -> None:
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(b"GET " + path + self._tail)
        async with asyncio.timeout(PATIENCE):
            await self._waiting


def parts(url: str, stem: str) -> list[bytes]:
    """What a chapter's page is made of."""
    request = urllib.request.Request(f"{url}voila/render/{stem}.ipynb", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return sorted(set(PART.findall(gzip.decompress(answer.read()))))


async def opened(url: str, stem: str, made_of: list[bytes]) -> None:
    """Open a page with all it is made of.  Refused, or OSError."""
    at = urllib.parse.urlsplit(url)
    left, lines = made_of[:], []

    async def another() -> _Line:
        _, line = await asyncio.get_running_loop().create_connection(lambda: _Line(at.netloc), at.hostname, at.port)
        lines.append(line)
        return line

    async def the_rest(line: _Line) -> None:
        while left:
            await line.get(left.pop())

    async def one_more() -> None:
        if left:
            await the_rest(await another())

    try:
        first = await another()
        await first.get(f"{at.path}voila/render/{stem}.ipynb".encode())
        await asyncio.gather(the_rest(first), *(one_more() for _ in range(CONNECTIONS - 1)))
    finally:
        for line in lines:
            line.transport.close()


async def _reads(url: str, chapters: dict[str, list[bytes]], end: float, pause: float, seen: Seen) -> None:
    wait = random.uniform(0, 2 * pause)
    while (left := end - time.monotonic()) > 0:
        await asyncio.sleep(min(left, wait))
        if time.monotonic() >= end:
            return
        wait, stem, began = random.uniform(0, 2 * pause), random.choice(list(chapters)), time.monotonic()
        try:
            await opened(url, stem, chapters[stem])
        except Refused as refused:
            seen.told.append(refused.seconds)
            wait = refused.seconds
        except (OSError, TimeoutError) as error:
            seen.failures.append(f"page: {error!r:.100}")
        else:
            seen.add("page", began)


async def read(url: str, stems: list[str], readers: int, seconds: float, pause: float) -> Seen:
    """So many readers open chapters for so many seconds, each another one after about `pause`."""
    chapters = {stem: parts(url, stem) for stem in stems}
    seen, end = Seen(), time.monotonic() + seconds
    await asyncio.gather(*(_reads(url, chapters, end, pause, seen) for _ in range(readers)))
    return seen
