"""What strangers do to silence a server, and an independent reader who plays on beside it.

    python -m tests.security.attacks [ATTACK ...]

runs a server of its own, by itself and behind nginx as docs/nginx.conf has it, and prints what that reader saw.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import psutil
from websocket import ABNF

from rulebook.publish.server.app import raise_descriptors
from tests import nginx, serving
from tests.serving import ONE_BOARD
from tests.visitor import Visitor

DESK = "12-desk"
ATTACKER = "127.0.0.2" if sys.platform == "linux" else ""
"""Where attacks come from: to a proxy another address than the reader's."""


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
    one.bind((ATTACKER, 0))
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


def deaf(url: str, seconds: float, many: int = 60) -> ExitStack:
    """Pages and large files that nobody reads, asked for three times in one go."""
    stack = ExitStack()
    page = Visitor(url).get(f"voila/render/{ONE_BOARD}.ipynb")
    (large, *_) = re.findall(r'"(/[^"]*parts/board-[^"]+\.js)"', page)
    for wanted in (large, path(url, f"voila/render/{ONE_BOARD}.ipynb"), path(url, "")):
        stack.enter_context(lines(url, many, request(wanted) * 3, 1024))
    time.sleep(seconds)
    return stack


def idle(url: str, seconds: float, many: int = 1000) -> ExitStack:
    """Connections that say nothing, and requests that never end."""
    stack = ExitStack()
    stack.enter_context(lines(url, many))
    stack.enter_context(lines(url, many, "GET / HTTP/1.1\r\nHost: local"))
    time.sleep(seconds)
    return stack


def slow(url: str, seconds: float, many: int = 100) -> ExitStack:
    """Heads and bodies that come letter by letter, and pages that are read so."""
    stack, end = ExitStack(), time.monotonic() + seconds
    body = request(path(url, ""), "Content-Length: 60000", method="POST")
    saying = [stack.enter_context(lines(url, many, said)) for said in ("GET / HTTP/1.1\r\nX-Name: ", body)]
    reading = stack.enter_context(lines(url, many, request(path(url, f"voila/render/{ONE_BOARD}.ipynb")), 1024))
    while time.monotonic() < end:
        for one in [*saying[0], *saying[1]]:
            with suppress(OSError):
                one.send(b"x")
        for one in reading:
            with suppress(OSError):
                one.recv(1)
        time.sleep(0.2)
    return stack


def pipelined(url: str, seconds: float, many: int = 20) -> ExitStack:
    """Hundreds of requests in one go, of which all are answered and few are read."""
    stack = ExitStack()
    asked = request(path(url, "health")) * 300 + request(path(url, f"voila/render/{ONE_BOARD}.ipynb")) * 20
    stack.enter_context(lines(url, many, asked))
    time.sleep(seconds)
    return stack


def greedy(url: str, seconds: float, many: int = 5) -> ExitStack:
    """Pages that want a new game again and again, and read none of the answers."""

    def says(one: Visitor, _: random.Random) -> None:
        one.tell(one.widget("play"), {"do": "new", "players": 6})
        time.sleep(0.01)

    return _telling(url, seconds, many, says)


def gushing(url: str, seconds: float, many: int = 10) -> ExitStack:
    """Messages of a hundred kilobytes that no board understands, as fast as they can be sent."""
    return _telling(url, seconds, many, lambda one, _: one.tell(one.widget("play"), {"a": "x" * 100_000}))


def malformed(url: str, seconds: float, many: int = 5) -> ExitStack:
    """Frames and requests that are none, from pages and from new connections."""
    words = [
        b"\x16\x03\x01\x02\x00\x01", b"GET", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n",
    ]  # fmt: skip
    frames = ["", "{", "2.0 1\n" + "[" * 50_000, b"", b"\xff" * 64, b"2.0 1 9 9 9\n{}"]

    def says(one: Visitor, chance: random.Random) -> None:
        one.raw(chance.choice(frames))
        with suppress(OSError), line(url) as there:
            there.sendall(chance.choice(words))
        time.sleep(0.02)

    return _telling(url, seconds, many, says)


def withholding(url: str, seconds: float, many: int = 8) -> ExitStack:
    """Messages of nine megabytes of which all comes but the end, and more of them than a board may send."""
    stack = ExitStack()
    readers = [one for stem in (DESK, ONE_BOARD) for one in stack.enter_context(crowd(url, many, stem))]
    for one in readers:
        with suppress(Exception):
            assert one.socket
            for number in range(9):
                kind = ABNF.OPCODE_CONT if number else ABNF.OPCODE_BINARY
                one.socket.send_frame(ABNF.create_frame(b"x" * 990_000, kind, fin=0))
    time.sleep(seconds)
    return stack


def hostile(url: str, seconds: float, many: int = 3) -> ExitStack:
    """Files for the desk that unpack to hundreds of megabytes, or are none."""
    from tests.security.test_fuzz import HEADS, bomb

    files, names = [bomb(), *(head + b"x" * 10_000 for head in HEADS)], ("a.docx", "b.html", "c.pdf")

    def says(one: Visitor, chance: random.Random) -> None:
        _collates(one, chance.choice(names), chance.choice(files), b"A rule.")
        time.sleep(0.2)

    return _telling(url, seconds, many, says, DESK)


def hoarding(url: str, seconds: float, many: int = 6) -> ExitStack:
    """Files for the desk, eight megabytes a message, as fast as they can be sent."""
    text = b"A rule. " * 500_000
    return _telling(url, seconds, many, lambda one, _: _collates(one, "a.txt", text, text), DESK)


def _collates(one: Visitor, name: str, *files: bytes) -> None:
    slot = next(slot for slot, state in one.states.items() if "_view" in state and "stamp" in state["_view"])
    assert one.socket
    one.socket.settimeout(2)  # the server may read no more
    text = json.dumps({"do": "collate", "a": name, "b": "b.txt", "n": 1}).encode()
    one.sent += 1
    head = " ".join(map(str, [slot, one.sent, len(text), *map(len, files)]))
    one.socket.send_frame(ABNF.create_frame(head.encode() + b"\n" + text, ABNF.OPCODE_BINARY, fin=0))
    one.socket.sock.sendall(_masked(files))


@cache
def _masked(files: tuple[bytes, ...]) -> bytes:
    """The rest of such a message, made once: else the reader beside the attack would wait for this process."""
    return bytes(ABNF.create_frame(b"".join(files), ABNF.OPCODE_CONT).format())


@contextmanager
def crowd(url: str, many: int, stem: str = ONE_BOARD) -> Iterator[list[Visitor]]:
    """So many who have opened a chapter."""
    found = []
    for _ in range(many):
        with suppress(Exception):
            found.append(Visitor(url).open(stem))
    yield found
    for one in found:
        with suppress(Exception):
            one.leave()


def _telling(
    url: str, seconds: float, many: int, says: Callable[[Visitor, random.Random], object], stem: str = ONE_BOARD
) -> ExitStack:
    """Many pages say things again and again, and read nothing; they come back when they are hung up on."""
    end = time.monotonic() + seconds

    def again(number: int) -> None:
        chance, one = random.Random(number), Visitor(url)
        one.read(stem)
        while time.monotonic() < end:
            with suppress(Exception):
                one.connect()
                while time.monotonic() < end:
                    says(one, chance)
            time.sleep(0.02)
        one.close()

    threads = [threading.Thread(target=again, args=(number,), daemon=True) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 30)
    return ExitStack()


ATTACKS: dict[str, Callable[[str, float], ExitStack]] = {
    one.__name__: one
    for one in (deaf, idle, slow, pipelined, greedy, gushing, malformed, withholding, hostile, hoarding)
}


def endured(url: str, attack: Callable[[str, float], ExitStack], seconds: float = 8) -> Steady:
    """What a reader saw during an attack."""
    with Steady(url) as reader:
        time.sleep(0.5)
        with attack(url, seconds):
            pass
        time.sleep(0.5)
    return reader


@contextmanager
def attacked(folder: Path, proxied: bool = False) -> Iterator[serving.Running]:
    """A public server of the two chapters that are attacked; proxied: behind nginx, whose address is the book's."""
    book = serving.one_board(folder / "book")
    shutil.copy(serving.NOTEBOOKS / f"{DESK}.ipynb", book)
    more = ("--proxied", "--base-url", "/book", "--name", "book.example") if proxied else ()
    with ExitStack() as stack:
        run = stack.enter_context(serving.served("--public", *more, book=book, log=folder / "log"))
        if proxied:
            run.url = stack.enter_context(nginx.before(run.url, folder))
        for stem in (ONE_BOARD, DESK):
            Visitor(run.url).read(stem)
        yield run


def main() -> None:
    """Print what a reader saw."""
    raise_descriptors()
    for proxied in (False, True):
        if proxied and not nginx.find():
            print(f"Behind a proxy nothing is tried: {nginx.MISSING}.")
            return
        print("Behind nginx:" if proxied else "By itself:")
        with tempfile.TemporaryDirectory() as folder, attacked(Path(folder), proxied) as run:
            for name in sys.argv[1:] or ATTACKS:
                saw = endured(run.url, ATTACKS[name])
                worst = [max(times, default=0.0) for times in (saw.moves, saw.pages)]
                process = psutil.Process(run.process.pid)
                found = (
                    f"{len(saw.moves)} moves, the slowest {worst[0]:.2f} s; {len(saw.pages)} pages, {worst[1]:.2f} s"
                )
                print(f"{name}: {found}; then {process.memory_info().rss / 2**20:.0f} MiB", end="")
                print(f", {process.num_fds()} descriptors; load {os.getloadavg()[0]:.1f}")
                print(*sorted({re.sub(r"0x\w+", "", failure) for failure in saw.failures})[:4], sep="\n", flush=True)


if __name__ == "__main__":
    main()
