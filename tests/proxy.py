"""A small load balancer: each request goes to the next server, and where that is gone to another.

With a certificate it speaks HTTPS, and tells the servers so as docs/server.md has it.
"""

from __future__ import annotations

import asyncio
import re
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class Balancer:
    """url: its address; nodes: the servers'; asked: requests by server and path.

    tells: headers that it puts in place of a visitor's own; delay: seconds each way; dark: nothing passes, and by what
    was open nothing ever will, as when a network is lost and what was sent in it waits to be sent again.
    """

    nodes: Sequence[str]
    tells: dict[str, str] = field(default_factory=dict)
    url: str = ""
    dark: bool = False
    delay: float = 0.0
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    _turn: int = 0

    def order(self) -> list[str]:
        """The servers that a request may go to, the first first."""
        self._turn += 1
        return [self.nodes[(self._turn + k) % len(self.nodes)] for k in range(len(self.nodes))]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand one request on, or a whole socket: a connection has one."""
        while self.dark:
            await asyncio.sleep(0.1)
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            for node in self.order():
                address = urlsplit(node)
                try:
                    there, back = await asyncio.open_connection(address.hostname, address.port)
                except OSError:
                    continue
                self.asked[node, head.split(" ", 2)[1].partition("?")[0]] += 1
                if "upgrade: websocket" not in head.lower():
                    head = re.sub(r"(?im)^connection:.*\r\n", "", head)
                    head = head.replace("\r\n", "\r\nConnection: close\r\n", 1)
                for name, value in self.tells.items():
                    head = re.sub(rf"(?im)^{name}:.*\r\n", "", head).replace("\r\n", f"\r\n{name}: {value}\r\n", 1)
                back.write(head.encode("latin-1"))
                await asyncio.gather(self._pour(reader, back), self._pour(there, writer))
                break
        writer.close()

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                if self.dark:
                    await asyncio.Event().wait()
                await asyncio.sleep(self.delay)
                target.write(data)
                await target.drain()
        target.close()


async def _closed(server: asyncio.Server) -> None:
    server.close()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for localhost that nobody else believes, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    files = ("-keyout", str(key), "-out", str(made), "-days", "2")
    command = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subprocess.run([*command, *files, *names], check=True, capture_output=True)
    return made, key


@contextmanager
def balancing(nodes: Sequence[str], secure: tuple[Path, Path] | None = None) -> Iterator[Balancer]:
    """Run one before these servers; secure: its certificate and key, where it speaks HTTPS."""
    balancer, loop = Balancer(nodes), asyncio.new_event_loop()
    context = None
    if secure:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*secure)
    thread = threading.Thread(target=loop.run_forever, daemon=True)  # beside the loop of a browser's test
    thread.start()
    listening = asyncio.start_server(balancer.serve, "127.0.0.1", 0, ssl=context)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result(10)
    host = f"{'localhost' if secure else '127.0.0.1'}:{server.sockets[0].getsockname()[1]}"
    scheme = "https" if secure else "http"
    balancer.url = f"{scheme}://{host}/"
    if secure:
        balancer.tells = {"X-Forwarded-Proto": scheme, "X-Forwarded-Host": host, "X-Forwarded-For": "192.0.2.1"}
    try:
        yield balancer
    finally:
        asyncio.run_coroutine_threadsafe(_closed(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
