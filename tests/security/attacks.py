"""What strangers do to silence a server, and an independent reader who plays on beside it.

Run by itself against a server, it prints what that reader saw: python -m tests.security.attacks URL [ATTACK ...]
"""

from __future__ import annotations

import re
import socket
import struct
import sys
import threading
import time
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from tests.serving import ONE_BOARD
from tests.visitor import Visitor

UPGRADE = (
    *("Upgrade: websocket", "Connection: Upgrade"),
    *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"),
)
"""Headers by which a socket is asked for."""


@dataclass
class Steady:
    """A reader who plays a board and asks for the contents by new connections, again and again.

    `moves` and `pages`: the seconds that each took; `failures`: what did not come.
    """

    url: str
    stem: str = ONE_BOARD
    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __enter__(self) -> Steady:
        self._over = threading.Event()
        self.visitor = Visitor(self.url).open(self.stem)
        self.visitor.does("play", do="new", players=2, seats=["reader", "reader"])
        self._threads = [threading.Thread(target=self._again, args=one) for one in (("moves",), ("pages",))]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        with suppress(Exception):
            self.visitor.leave()

    def _again(self, what: str) -> None:
        deed = {"moves": self._move, "pages": self._page}[what]
        while not self._over.wait(0.2):
            began = time.monotonic()
            try:
                deed()
            except Exception as error:
                self.failures.append(f"{what}: {error!r:.200}")
                if what == "moves":
                    return
            getattr(self, what).append(time.monotonic() - began)

    def _move(self) -> None:
        if self.visitor.plays("play", 1)["over"]:
            self.visitor.does("play", do="new", players=2, seats=["reader", "reader"])

    def _page(self) -> None:
        with urllib.request.urlopen(self.url, timeout=30) as answer:
            assert b"rb-page" in answer.read()


def address(url: str) -> tuple[str, int]:
    """Host and port of a server."""
    found = urllib.parse.urlsplit(url)
    return found.hostname or "", found.port or 80


def line(url: str, said: str = "", window: int = 0) -> socket.socket:
    """A connection that says this and no more; with a small window for what comes."""
    one = socket.socket()
    if window:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    one.settimeout(5)
    one.connect(address(url))
    if said:
        one.sendall(said.encode())
    return one


def request(path: str, *headers: str, method: str = "GET") -> str:
    """A request, word by word."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""])


@contextmanager
def lines(url: str, many: int, said: str = "", window: int = 0) -> Iterator[list[socket.socket]]:
    """So many connections that say this and then nothing, and read nothing."""
    with ExitStack() as stack:
        found: list[socket.socket] = []
        for _ in range(many):
            with suppress(OSError):
                found.append(stack.enter_context(line(url, said, window)))
        yield found


def path(url: str, rest: str) -> str:
    """An address below the book's."""
    return urllib.parse.urlsplit(url).path + rest


def deaf(url: str, many: int = 3, stem: str = ONE_BOARD) -> ExitStack:
    """Readers who ask for chapters and read nothing."""
    stack = ExitStack()
    stack.enter_context(lines(url, many, request(path(url, f"voila/render/{stem}.ipynb")), 1024))
    return stack


def idle(url: str, many: int = 1100) -> ExitStack:
    """Connections that say nothing."""
    stack = ExitStack()
    stack.enter_context(lines(url, many))
    return stack


def halting(url: str, many: int = 300) -> ExitStack:
    """Requests that never end."""
    stack = ExitStack()
    stack.enter_context(lines(url, many, "GET / HTTP/1.1\r\nHost: local"))
    return stack


def crumbling(url: str, seconds: float = 8, many: int = 300) -> ExitStack:
    """Heads of fifteen thousand letters, and then a letter at a time: each asks for the end to be looked for again."""
    said = request(path(url, ""), "X: " + "a" * 15_000).removesuffix("\r\n\r\n")
    return _drips(url, seconds, many, said)


def gorged(url: str, many: int = 60) -> ExitStack:
    """Large files and pages that nobody reads."""
    stack = ExitStack()
    page = Visitor(url).get(f"voila/render/{ONE_BOARD}.ipynb")
    (large, *_) = re.findall(r'"(/[^"]*parts/board-[^"]+\.js)"', page)
    stack.enter_context(lines(url, many, request(large) * 3, 1024))
    stack.enter_context(lines(url, many, request(path(url, "")) * 3, 1024))
    return stack


def sockets(url: str, many: int = 120) -> ExitStack:
    """One visitor whose page opens sockets to its kernel by the hundred."""
    stack = ExitStack()
    one = Visitor(url).open(ONE_BOARD)
    stack.callback(lambda: suppress_all(one.leave))
    wanted = path(url, f"api/kernels/{one.kernel}/channels?session_id=")
    for number in range(many):
        said = request(f"{wanted}{number}", *UPGRADE)
        stack.enter_context(lines(url, 1, said, 1024))
    return stack


def greedy(url: str, seconds: float = 8) -> ExitStack:
    """One visitor who wants a new game again and again, and reads none of the answers."""
    stack = ExitStack()
    one = Visitor(url).open(ONE_BOARD)
    stack.callback(lambda: suppress_all(one.leave))
    widget = one.widget("play")
    end = time.monotonic() + seconds
    with suppress(Exception):
        while time.monotonic() < end:
            one.tell(widget, {"do": "new", "players": 6})
            time.sleep(0.02)
    return stack


def vanishing(url: str, seconds: float = 8) -> ExitStack:
    """Thousands who ask for sockets to processes that there are not, and hang up before an answer can come."""
    said = request(path(url, f"api/kernels/{'0' * 32}/channels"), *UPGRADE)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with lines(url, 50, said):
            pass
    return ExitStack()


def dripping(url: str, seconds: float = 8, many: int = 200) -> ExitStack:
    """Bodies of requests that come a letter at a time."""
    one = Visitor(url).read(ONE_BOARD)
    known = (f"Cookie: _xsrf={one.token}", f"X-XSRFToken: {one.token}")
    return _drips(url, seconds, many, request(path(url, "begin"), "Content-Length: 60000", *known, method="POST"))


def _drips(url: str, seconds: float, many: int, said: str) -> ExitStack:
    """So many connections that say this and then a letter at a time; when one gave way another takes its place."""
    end = time.monotonic() + seconds
    with lines(url, many, said) as found:
        while time.monotonic() < end:
            for place, each in enumerate(found):
                try:
                    each.send(b"a")
                except OSError:
                    with suppress(OSError):
                        found[place] = line(url, said)
            time.sleep(0.1)
        for each in found:
            each.close()
    return ExitStack()


def crowding(url: str, seconds: float = 8, most: int = 60) -> ExitStack:
    """Every place taken, and three more sockets for each."""
    stack = ExitStack()
    readers: list[Visitor] = []
    with suppress(Exception):  # there are no more
        for _ in range(most):
            readers.append(Visitor(url).open(ONE_BOARD))
            stack.callback(partial(suppress_all, readers[-1].leave))
            wanted = path(url, f"api/kernels/{readers[-1].kernel}/channels?session_id=")
            for number in range(3):
                stack.enter_context(lines(url, 1, request(f"{wanted}{number}", *UPGRADE)))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for one in readers:
            suppress_all(partial(one.raw, "{}"))
        time.sleep(2)
    return stack


def overlapping(url: str, seconds: float = 8, many: int = 20) -> ExitStack:
    """Messages of nine megabytes whose sixteen parts are all of them."""
    head = b'{"header":{"msg_id":"a","msg_type":"comm_msg"},"channel":"shell","content":{}}'
    start, last = 4 * 33, 8_900_000
    starts = [start, *[start + len(head), last] * 16][:32]
    message = (struct.pack("!33I", 32, *starts) + head).ljust(last, b"x")
    stack = ExitStack()
    readers: list[Visitor] = []
    for _ in range(many):
        with suppress(Exception):
            readers.append(Visitor(url).open(ONE_BOARD))
            stack.callback(partial(suppress_all, readers[-1].leave))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for one in readers:
            suppress_all(partial(one.raw, message))
    return stack


def frame(kind: int, data: bytes = b"", last: bool = True, packed: bool = False) -> bytes:
    """One of a socket, masked with nothing: kind 0 goes on, 1 is text, 2 bytes, 9 a ping."""
    size = len(data)
    head = bytes([0x80 * last | 0x40 * packed | kind, 0x80 | (size if size < 126 else 126 if size < 2**16 else 127)])
    return head + (b"" if size < 126 else struct.pack("!H" if size < 2**16 else "!Q", size)) + bytes(4) + data


def speaker(url: str, one: Visitor, *headers: str) -> tuple[socket.socket, str]:
    """A socket to a process, and what the server said to it."""
    found = line(url, request(path(url, f"api/kernels/{one.kernel}/channels?session_id=x"), *UPGRADE, *headers))
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        if not (part := found.recv(1)):
            raise ConnectionError(said)
        said += part
    return found, said.decode()


def telling(url: str, seconds: float, frames: bytes, begin: bytes = b"", pages: int = 5, *headers: str) -> ExitStack:
    """Four sockets of each of some pages say these frames again and again, and read nothing; new ones when it ends."""
    stack, end = ExitStack(), time.monotonic() + seconds

    def says(one: Visitor) -> None:
        while time.monotonic() < end:
            with suppress(OSError), speaker(url, one, *headers)[0] as there:
                there.sendall(begin)
                while time.monotonic() < end:
                    there.sendall(frames)
            time.sleep(0.02)

    for _ in range(pages):
        with suppress(Exception):
            one = Visitor(url).open(ONE_BOARD)
            stack.callback(partial(suppress_all, one.leave))
            for _ in range(4):
                threading.Thread(target=says, args=(one,), daemon=True).start()
    time.sleep(max(0.0, end - time.monotonic()))
    return stack


def swelling(url: str, seconds: float = 8) -> ExitStack:
    """Messages of nine kilobytes that say they are nine megabytes, compressed."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = (packing.compress(b" " * 8_900_000) + packing.flush(zlib.Z_SYNC_FLUSH))[:-4]
    return telling(url, seconds, frame(1, bomb, packed=True), b"", 5, "Sec-WebSocket-Extensions: permessage-deflate")


def gushing(url: str, seconds: float = 8) -> ExitStack:
    """Messages of a hundred kilobytes, as fast as they can be sent, from twenty pages."""
    return telling(url, seconds, frame(1, b'{"a":"%s"}' % (b"x" * 100_000)) * 10, b"", 20)


def pinging(url: str, seconds: float = 8) -> ExitStack:
    """Pings, and parts of a message that have nothing in them, as fast as they can be sent."""
    return telling(url, seconds, (frame(9) + frame(0, last=False)) * 5000, frame(1, b"a", last=False))


def withholding(url: str, seconds: float = 8, pages: int = 15) -> ExitStack:
    """Messages of nine megabytes of which all came but the end, by four sockets of each page."""
    stack = ExitStack()
    for _ in range(pages):
        with suppress(Exception):
            one = Visitor(url).open(ONE_BOARD)
            stack.callback(partial(suppress_all, one.leave))
            for _ in range(4):
                there = stack.enter_context(speaker(url, one)[0])
                there.sendall(frame(2, b"x" * 900_000, last=False))
                for _ in range(8):
                    there.sendall(frame(0, b"x" * 1_000_000, last=False))
    time.sleep(seconds)
    return stack


def suppress_all(deed: Callable[[], object]) -> None:
    """Do it, whether it succeeds or not."""
    with suppress(Exception):
        deed()


ATTACKS: dict[str, Callable[[str], ExitStack]] = {
    one.__name__: one
    for one in (
        *(deaf, idle, halting, crumbling, gorged, sockets, greedy, vanishing, dripping, crowding, overlapping),
        *(swelling, gushing, pinging, withholding),
    )
}


def endured(url: str, attack: Callable[[str], ExitStack], seconds: float = 8) -> Steady:
    """What a reader saw during an attack."""
    with Steady(url) as reader:
        time.sleep(1)
        with attack(url):
            time.sleep(seconds)
        time.sleep(1)
    return reader


def main() -> None:
    """Print what a reader saw."""
    url, *names = sys.argv[1:]
    for name in names or ATTACKS:
        saw = endured(url, ATTACKS[name])
        worst = [max(found, default=0.0) for found in (saw.moves, saw.pages)]
        print(f"{name}: {len(saw.moves)} moves, the slowest {worst[0]:.2f} s; {len(saw.pages)} pages, {worst[1]:.2f} s")
        print(*sorted({re.sub(r"0x\w+", "", failure) for failure in saw.failures})[:4], sep="\n", flush=True)


if __name__ == "__main__":
    main()
