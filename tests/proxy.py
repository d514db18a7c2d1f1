"""A small load balancer: each request goes to the next server, or to another if that one is gone.

With a certificate it speaks HTTPS and tells the servers so, as in docs/server.md.
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
    """url: its address; nodes: addresses of the servers, next one first; requests: their number by server and path.

    headers: ones that replace the visitor's own; dark: nothing passes, and open connections never recover, as when a
    network is lost and pending data will have to be resent.
    """

    nodes: list[str]
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""
    dark: bool = False
    requests: Counter[tuple[str, str]] = field(default_factory=Counter)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward a request, or a whole socket: each connection carries one."""
        while self.dark:
            await asyncio.sleep(0.1)
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            headers = self.headers | ({} if "upgrade: websocket" in head.lower() else {"Connection": "close"})
            for name, value in headers.items():
                head = re.sub(rf"(?im)^{name}:.*\r\n", "", head).replace("\r\n", f"\r\n{name}: {value}\r\n", 1)
            for _ in self.nodes:
                self.nodes.append(node := self.nodes.pop(0))
                with suppress(ConnectionRefusedError):
                    there, back = await asyncio.open_connection(urlsplit(node).hostname, urlsplit(node).port)
                    self.requests[node, head.split(" ", 2)[1].partition("?")[0]] += 1
                    back.write(head.encode("latin-1"))
                    await asyncio.gather(self._pour(reader, back), self._pour(there, writer))
                    break
        writer.close()

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                if self.dark:
                    await asyncio.Event().wait()
                target.write(data)
                await target.drain()
        target.close()


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a self-signed certificate for localhost, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    files = ("-keyout", str(key), "-out", str(made), "-days", "2")
    command = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subprocess.run([*command, *files, *names], check=True, capture_output=True)
    return made, key


@contextmanager
def balancing(nodes: Sequence[str], secure: tuple[Path, Path] | None = None) -> Iterator[Balancer]:
    """Run a balancer for these servers; secure: certificate and key for HTTPS."""
    balancer, context = Balancer(list(nodes)), None
    if secure:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*secure)
    begun, ended = threading.Event(), asyncio.Event()

    async def run() -> None:
        async with await asyncio.start_server(balancer.serve, "127.0.0.1", 0, ssl=context) as server:
            host = f"{'localhost' if secure else '127.0.0.1'}:{server.sockets[0].getsockname()[1]}"
            balancer.url = f"http{'s' * bool(secure)}://{host}/"
            if secure:
                forwarded = {"Proto": "https", "Host": host, "For": "192.0.2.1"}
                balancer.headers = {f"X-Forwarded-{name}": value for name, value in forwarded.items()}
            begun.set()
            await ended.wait()
            server.close()
            left = asyncio.all_tasks() - {asyncio.current_task()}
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    loop = asyncio.new_event_loop()  # a browser test has its own loop
    thread = threading.Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
    thread.start()
    begun.wait(10)
    try:
        yield balancer
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(10)
