"""A small load balancer: a visitor stays with one server, by the one cookie of the book; when it is gone, with another.

The rule is that of `hash $cookie__xsrf consistent` in nginx.
"""

from __future__ import annotations

import asyncio
import re
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass
class Balancer:
    """url: its address; nodes: the servers'; sticky: whether a visitor stays; asked: requests by server and path."""

    nodes: Sequence[str]
    sticky: bool = True
    url: str = ""
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    _turn: int = 0

    def order(self, head: str) -> list[str]:
        """The servers that a request may go to, the first first."""
        cookie = re.search(r"(?im)^cookie:.*\b_xsrf=([^;\r\n]+)", head)
        self._turn += 1
        at = zlib.crc32(cookie[1].encode()) if self.sticky and cookie else self._turn
        return [self.nodes[(at + k) % len(self.nodes)] for k in range(len(self.nodes))]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand one request on, or a whole socket: a connection has one."""
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            for node in self.order(head):
                address = urlsplit(node)
                try:
                    there, back = await asyncio.open_connection(address.hostname, address.port)
                except OSError:
                    continue
                self.asked[node, head.split(" ", 2)[1].partition("?")[0]] += 1
                if "upgrade: websocket" not in head.lower():
                    head = re.sub(r"(?im)^connection:.*\r\n", "", head)
                    head = head.replace("\r\n", "\r\nConnection: close\r\n", 1)
                back.write(head.encode("latin-1"))
                await asyncio.gather(_pour(reader, back), _pour(there, writer))
                break
        writer.close()


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(1 << 16):
            target.write(data)
            await target.drain()
    target.close()


async def _closed(server: asyncio.Server) -> None:
    server.close()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@contextmanager
def balancing(nodes: Sequence[str], sticky: bool = True) -> Iterator[Balancer]:
    """Run one before these servers."""
    balancer, loop = Balancer(nodes, sticky), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)  # beside the loop of a browser's test
    thread.start()
    listening = asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result(10)
    balancer.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    try:
        yield balancer
    finally:
        asyncio.run_coroutine_threadsafe(_closed(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
