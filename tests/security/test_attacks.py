"""A reader plays on while others attack the server, directly and behind nginx.

`make chaos` attacks for longer and prints the reader's waiting times.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache, partial
from pathlib import Path

import pytest
from websocket import ABNF

from rulebook.publish.server.app import raise_file_limit
from tests import nginx, serving
from tests.sample import DAY, some
from tests.security.test_fuzz import zipped
from tests.serving import ONE_BOARD
from tests.visitor import Visitor

SECONDS = 25  # of CPU time: slow files start first
CHAOS = float(os.environ.get("CHAOS", "1"))  # seconds of an attack
DESK = "12-desk"
ATTACKER = "127.0.0.2" if sys.platform == "linux" else ""
"""Address of attacks: for a proxy, another one than the reader's."""

WAYS = ["by itself", *(["behind nginx"] if nginx.find() else [])]
"""How the book is served: one way each day, both in the long runs."""


@pytest.fixture(scope="module", params=some(WAYS, len(WAYS), DAY))
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """Run a public server of two chapters to attack; behind nginx, `url` is nginx's."""
    proxied = request.param == "behind nginx"
    raise_file_limit()
    folder = tmp_path_factory.mktemp("attacked")
    book = serving.write_one_board(folder / "book")
    shutil.copy(serving.NOTEBOOKS / f"{DESK}.ipynb", book)
    more = ("--proxied", "--base-url", "/book", "--name", "book.example") if proxied else ()
    with serving.serve("--public", *more, book=book, log=folder / "log") as found, ExitStack() as stack:
        if proxied:
            found.url = stack.enter_context(nginx.before(found.url, folder))
        for stem in (ONE_BOARD, DESK):
            Visitor(found.url).read(stem)
        yield found


# ---- connections that send something, then nothing, and read nothing -------------------------------------------------


def request(path: str, *headers: str, method: str = "GET") -> str:
    """Return a raw request; BOOK stands for the path of the book."""
    return "\r\n".join([f"{method} BOOK{path} HTTP/1.1", "Host: localhost", *headers, "", ""])


def connection(url: str, data: str) -> socket.socket:
    """Return a connection that has sent this."""
    where = urllib.parse.urlsplit(url)
    one = socket.create_connection((where.hostname or "", where.port or 80), 5, (ATTACKER, 0))
    one.sendall(data.replace("BOOK", where.path).encode())
    return one


def silent(url: str, end: float, many: int, sent: tuple[str, ...], letters: bool = False) -> None:
    """Open `many` connections for each text to send; letters: then write and read one byte at a time."""
    with ExitStack() as stack:
        connections = []
        for one in sent * many:
            with suppress(OSError):
                connections.append(stack.enter_context(connection(url, one)))
                connections[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)  # no room for answers
        while time.monotonic() < end:
            time.sleep(0.2)
            for there in connections * letters:
                with suppress(OSError):
                    there.settimeout(0)
                    there.send(b"x")
                    there.recv(1)


# ---- pages that send messages again and again, and read nothing ------------------------------------------------------


def flooding(url: str, end: float, many: int, send: Callable[[Visitor], object], stem: str = ONE_BOARD) -> None:
    """Open `many` pages of a chapter that send messages; they reconnect when the server hangs up."""

    def flood(_: int) -> None:
        one = Visitor(url).read(stem)
        while time.monotonic() < end:
            with suppress(Exception):
                one.connect()
                while time.monotonic() < end:
                    send(one)
                    time.sleep(0.01)
        one.close()

    with ThreadPoolExecutor(many) as pool:
        list(pool.map(flood, range(many)))


@cache
def frames(*parts: bytes, ends: int = 1, kind: int = ABNF.OPCODE_CONT) -> bytes:
    """Return the parts of a message, cached: else the reader next to the attack would wait for this process."""
    kinds = (kind, *[ABNF.OPCODE_CONT] * len(parts))
    return b"".join(ABNF.create_frame(part, kind, fin=ends).format() for part, kind in zip(parts, kinds, strict=False))


def withhold(one: Visitor) -> None:
    """Send a message of nine megabytes except for its end."""
    one.socket.sock.sendall(frames(*[b"x" * 990_000] * 9, ends=0, kind=ABNF.OPCODE_BINARY))
    time.sleep(1)


def collate(one: Visitor, name: str, *files: bytes) -> None:
    """Send files to the desk."""
    slot = next(slot for slot, state in one.states.items() if "stamp" in state.get("_view", ""))
    one.socket.settimeout(2)  # the server may stop reading
    one.sent += 1
    text = json.dumps({"do": "collate", "a": name, "b": "b.txt", "n": 1}).encode()
    head = " ".join(map(str, [slot, one.sent, len(text), *map(len, files)]))
    one.socket.send_frame(ABNF.create_frame(head.encode() + b"\n" + text, ABNF.OPCODE_BINARY, fin=0))
    one.socket.sock.sendall(frames(b"".join(files)))


@cache
def bomb() -> bytes:
    """Return two hundred megabytes of spaces, zipped into less than one."""
    return zipped(b" " * 200_000_000)


PAGE = f"voila/render/{ONE_BOARD}.ipynb"
RULES = b"A rule. " * 500_000
BODY = request("", "Content-Length: 60000", method="POST")
ATTACKS: dict[str, Callable[[str, float], None]] = {
    "deaf": partial(silent, many=90, sent=(request(PAGE) * 3, request("") * 3)),
    "idle": partial(silent, many=1000, sent=("", "GET / HTTP/1.1\r\nHost: local")),
    "slow": partial(silent, many=100, sent=("GET / HTTP/1.1\r\nX-Name: ", BODY, request(PAGE)), letters=True),
    "pipelined": partial(silent, many=20, sent=(request("health") * 300 + request(PAGE) * 20,)),
    "greedy": partial(flooding, many=5, send=lambda one: one.send(one.widget("play"), {"do": "new", "players": 6})),
    "gushing": partial(flooding, many=10, send=lambda one: one.send(one.widget("play"), {"a": "x" * 100_000})),
    "withholding": partial(flooding, many=16, send=withhold, stem=DESK),
    "hostile": partial(flooding, many=3, send=lambda one: collate(one, "a.docx", bomb(), b"A rule."), stem=DESK),
    "hoarding": partial(flooding, many=6, send=lambda one: collate(one, "a.txt", RULES, RULES), stem=DESK),
}


# ---- the reader during an attack -------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_independent_reader_plays_on(run: serving.Running, attack: str) -> None:
    """Over an open connection and over new ones; no boards are left behind, and memory stays within a small machine."""
    reader, over = Visitor(run.url).open(ONE_BOARD), threading.Event()

    def move() -> None:
        if reader.view("play")["over"] or not reader.view("play")["ply"]:
            reader.act("play", do="new", players=2, seats=["reader", "reader"])
        reader.play("play", 1)

    def seconds(action: Callable[[], object]) -> list[float]:
        took = []
        while not over.wait(0.2):
            began = time.monotonic()
            action()
            took.append(time.monotonic() - began)
        return took

    with ThreadPoolExecutor(2) as pool:
        seen = [pool.submit(seconds, action) for action in (move, lambda: assert_readable(run.url))]
        time.sleep(0.5)
        ATTACKS[attack](run.url, time.monotonic() + CHAOS)
        time.sleep(0.5)
        over.set()
    moves, pages = (one.result() for one in seen)
    reader.leave()
    print(f"{attack}: {len(moves)} moves, the slowest {max(moves):.2f} s; {len(pages)} pages, {max(pages):.2f} s")
    assert min(len(moves), len(pages)) >= 2
    assert run.ready()["ready"]
    if sys.platform == "linux":  # which reports a process's peak memory
        status = Path(f"/proc/{run.process.pid}/status").read_text()
        assert int(status.partition("VmHWM:")[2].split()[0]) < 600_000


def assert_readable(url: str) -> None:
    """Assert that a new connection gets the contents."""
    with urllib.request.urlopen(url, timeout=30) as answer:
        assert b"rb-page" in answer.read()


SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
HIDDEN = f"0\r\n\r\n{SMUGGLED}"
BOTH = (f"Content-Length: {len(HIDDEN)}", "Transfer-Encoding: chunked")


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (BOTH, HIDDEN),
        ((BOTH[0], "Transfer-Encoding : chunked"), HIDDEN),
        ((BOTH[0], "Transfer-Encoding: xchunked"), HIDDEN),
        ((BOTH[0], "X: a\r\n Transfer-Encoding: chunked"), HIDDEN),
        (("Content-Length: 0", f"Content-Length: {len(SMUGGLED)}"), SMUGGLED),
        (("Host: another", "Content-Length: 0"), SMUGGLED),
        (("Content-Length: +0",), SMUGGLED),
        (("Transfer-Encoding: chunked",), f"0_0\r\n{SMUGGLED}"),
        (("Upgrade: websocket", "Connection: upgrade", "Sec-WebSocket-Version: 7"), ""),
    ],
)
def test_a_request_hides_no_other(run: serving.Running, headers: tuple[str, ...], body: str) -> None:
    """Proxy and server find the same end of a request, or refuse it."""
    with connection(run.url, request("", *headers, method="POST") + body) as there:
        there.settimeout(2)
        received = b""
        with suppress(OSError):
            while more := there.recv(65536):
                received += more
    first, *others = re.findall(rb"HTTP/1\.1 (\d+)", received)
    assert first in (b"400", b"405", b"411", b"501")
    assert b"200" not in others
    assert_readable(run.url)


def test_pipelined_requests_each_get_their_own_answer(run: serving.Running) -> None:
    wanted = {"health": b"ok", "robots.txt": b"User-agent", "nowhere": b"<html", "ready": b"free"}
    with connection(run.url, "".join(map(request, wanted)) * 20) as there, there.makefile("rb") as answers:
        for path in [*wanted] * 20:
            status = answers.readline().split()[1]
            size = int(http.client.parse_headers(answers)["Content-Length"])
            assert status == (b"404" if path == "nowhere" else b"200")
            assert wanted[path] in answers.read(size)
