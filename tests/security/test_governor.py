"""What is counted, and who gives way: each by itself, then a server with few descriptors that is attacked."""

from __future__ import annotations

import asyncio
import errno
import gc
import io
import json
import logging
import os
import socket
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock
from weakref import WeakSet

import psutil
import pytest
import tornado.web

from rulebook.publish import answers, door, files, forks, frames, governor, logs, machine, repeats, server
from rulebook.publish.governor import MIB, Governor, Plan
from rulebook.publish.limits import Budget
from rulebook.text.commands import Trouble
from tests import serving
from tests.security import attacks
from tests.visitor import Visitor

SECONDS = 28  # of one core: what takes long begins early

# ---- before the start ------------------------------------------------------------------------------------------------


def test_a_container_has_the_least_of_its_limits(tmp_path: Path) -> None:
    """In both versions of the kernel's interface; where nobody says anything, what the machine has."""
    groups, own = tmp_path / "cgroup", tmp_path / "own"
    assert machine.memory(groups, own) == psutil.virtual_memory().total
    assert machine.processes(groups, own) is None
    (groups / "a" / "b").mkdir(parents=True)
    own.write_text("0::/a/b\n")
    (groups / "a" / "memory.max").write_text(f"{3 * MIB}\n")
    (groups / "a" / "b" / "memory.max").write_text("max\n")
    (groups / "a" / "b" / "pids.max").write_text("77\n")
    assert (machine.memory(groups, own), machine.processes(groups, own)) == (3 * MIB, 77)
    (groups / "memory" / "c").mkdir(parents=True)
    own.write_text("5:cpu,memory:/c\n")
    (groups / "memory" / "c" / "memory.limit_in_bytes").write_text(f"{2 * MIB}\n")
    assert machine.memory(groups, own) == 2 * MIB


def fits(monkeypatch: pytest.MonkeyPatch, readers: int, memory: int = 4096, descriptors: int = 4096) -> Plan:
    """What is planned on a machine that has so much, with 512 MiB for one process at most."""
    monkeypatch.setattr(machine, "memory", lambda: memory * MIB)
    monkeypatch.setattr(machine, "raise_descriptors", lambda: descriptors)
    monkeypatch.setattr(machine, "processes", lambda: None)
    return governor.planned(readers, 512 * MIB, True)


def test_a_start_that_does_not_fit_is_refused_with_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """4096 MiB less 440 of the server and 512 of one that takes most are 78 processes."""
    most = (4096 - 440 - 512) // 40
    assert fits(monkeypatch, most).readers == most
    with pytest.raises(Trouble, match=rf"{440 + 512 + 40 * (most + 1)} MiB.*4096 MiB, enough for {most} readers"):
        fits(monkeypatch, most + 1)
    assert fits(monkeypatch, 0).readers == most  # as many as fit
    with pytest.raises(Trouble, match="open files"):
        fits(monkeypatch, 1, descriptors=100)


def test_few_descriptors_are_few_places_and_never_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every reader that is let in has his process and a socket, whatever connections others open."""
    plan = fits(monkeypatch, 60, descriptors=256)
    assert 0 < plan.readers < 60
    taken = plan.connections + plan.readers * (governor.KERNEL + governor.SOCKET)
    assert taken + governor.BASE <= 256
    monkeypatch.setattr(machine, "processes", lambda: 100)
    with pytest.raises(Trouble, match="processes and threads"):
        governor.planned(20, 512 * MIB, True)


def test_with_no_descriptor_left_it_is_said_and_nothing_fails(tmp_path: Path) -> None:
    """Every question that an answer depends on is asked with all of them used up: the contents are as they were."""
    resource = pytest.importorskip("resource")
    (tmp_path / "01-one.ipynb").write_text("{}")
    book = MagicMock(_folder=tmp_path, _edition=None, _seen_until=0.0)
    before = server.Server.edition(book)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    here = Governor(Plan(1, 2, 100))
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (machine.open_descriptors() + 20, hard))
        with suppress(OSError):
            while True:
                stack.enter_context(open(os.devnull))
        book._seen_until = 0.0
        found = here.short(), here.room_for_line(), here.admits("a"), server.Server.edition(book)
        with pytest.raises(OSError, match="open files"):
            os.listdir(tmp_path)
    assert found == ("descriptors", True, True, before)
    assert before == ((("01-one.ipynb"), (tmp_path / "01-one.ipynb").stat().st_mtime_ns),)


def test_without_room_on_the_disk_nobody_begins_and_who_reads_does_not_notice(tmp_path: Path) -> None:
    """The folder for temporary files goes in mid-game, and comes back: the game goes on, and one more reader plays."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    command = serving.command(
        "serve", "--port", "0", "--no-browser", "--public", "--warm", "0", "--readers", "3",
        "--notebooks", str(serving.one_board(tmp_path / "book")),
    )  # fmt: skip
    with serving.running(command, patience=120, environment={"TMPDIR": str(folder)}, log=tmp_path / "log") as run:
        first = Visitor(run.url).open(attacks.ONE_BOARD)
        first.plays("play", 2)
        folder.rename(tmp_path / "gone")
        with pytest.raises(urllib.error.HTTPError, match="503") as unready:
            first.get("ready")
        assert json.loads(unready.value.read())["why"] == "disk"
        second = Visitor(run.url).read(attacks.ONE_BOARD)
        with pytest.raises(urllib.error.HTTPError, match="503") as full:
            second.begin()
        assert int(full.value.headers["Retry-After"]) > 0
        assert first.plays("play", 2)["ply"] >= 4
        (tmp_path / "gone").rename(folder)
        assert json.loads(second.get("ready"))["ready"]
        second.begin().plays("play", 2)
        first.leave()
        second.leave()


# ---- connections -----------------------------------------------------------------------------------------------------


class Large(tornado.web.RequestHandler):
    """More than any socket's buffers hold."""

    def get(self) -> None:
        self.finish(bytes(8 * MIB))


class Small(tornado.web.RequestHandler):
    def get(self) -> None:
        self.finish("here")


class Made(answers.Answer):
    """A page that is the same for everybody."""

    any_host = True
    page = answers.Page("a" * 8 * MIB, ("a mark",))

    def get(self) -> None:
        self.send_page(self.page)


class Speaks(frames.Framed):
    """A socket that speaks as a page's does."""


class Poor:
    """A socket that listens, and finds no descriptor the first times that somebody comes."""

    def __init__(self, listening: socket.socket, times: int) -> None:
        self._listening, self.left, self.tries = listening, times, 0
        self.fileno, self.close = listening.fileno, listening.close

    def accept(self) -> tuple[socket.socket, Any]:
        self.tries += 1
        self.left -= 1
        if self.left >= 0:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return self._listening.accept()


def at_a_door(deed: Callable[[Governor, int], Any], connections: int = 6, fails: int = 0) -> tuple[Any, int]:
    """Do something beside a server for so many connections, in a thread; what it returns, and the tries to accept."""

    async def serve() -> tuple[Any, int]:
        shelf = files.Shelf("/parts/")
        shelf.put("large.js", bytes(8 * MIB))
        parts = ("/parts/(.*)", answers.answering(files.Kept), {"shelf": shelf})
        app = tornado.web.Application(
            [("/large", Large), ("/", Small), ("/socket", Speaks), ("/page", Made), parts],
            rulebook_hosts=answers.Hosts.of("127.0.0.1", ()),
        )
        again = app.settings["rulebook_repeats"] = repeats.Repeats(app, lambda _: True, False)
        here = Governor(Plan(0, connections, 10_000))
        entry = door.Door(again, here)
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setblocking(False)
        poor = Poor(listening, fails)
        entry.let_in([poor])  # type: ignore[list-item]
        watching = asyncio.create_task(here.watch(dict, MagicMock()))
        try:
            return await asyncio.to_thread(deed, here, listening.getsockname()[1]), poor.tries
        finally:
            watching.cancel()
            entry.close()
            for line in here.lines:
                line.close()

    return asyncio.run(serve())


def asks(port: int, path: str = "/") -> bytes:
    """The end of what a new connection is answered."""
    with attacks.line(f"http://127.0.0.1:{port}", attacks.request(path, "Connection: close")) as one:
        said = b""
        while part := one.recv(65536):
            said = said[-100:] + part
    return said


def test_who_says_nothing_gives_way_to_who_asks() -> None:
    """Thirty idle connections and thirty half requests where there is room for six: who asks has an answer."""

    def crowd(here: Governor, port: int) -> tuple[list[bytes], int]:
        url = f"http://127.0.0.1:{port}"
        with attacks.lines(url, 30), attacks.lines(url, 30, "GET / HTTP/1.1\r\nHost:"):
            return [asks(port) for _ in range(3)], len(here.lines)

    (answers, lines), _ = at_a_door(crowd)
    assert [answer.endswith(b"here") for answer in answers] == [True] * 3
    assert lines <= 6


def test_a_head_of_crumbs_is_not_waited_for() -> None:
    """Letters that come each by itself, or lines by the hundred: no browser's head is like that, and both cost much."""

    def crumbs(_: Governor, port: int) -> tuple[int, list[bytes]]:
        url, sent = f"http://127.0.0.1:{port}", 0
        answers = [heads(url, [f"X-{number}: {'a' * 50}" for number in range(many)]) for many in (100, 200)]
        with attacks.line(url, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a" * 15_000) as one, suppress(OSError):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for sent in range(500):  # noqa: B007
                one.send(b"a")
                time.sleep(0.002)
        return sent, answers

    def heads(url: str, more: list[str]) -> bytes:
        said = attacks.request("/", "Connection: close", *more).encode()
        with attacks.line(url) as one, suppress(OSError):
            for start in range(0, len(said), 1000):
                one.sendall(said[start : start + 1000])
                time.sleep(0.01)
            return b"".join(iter(partial(one.recv, 65536), b""))
        return b""

    (sent, (few, many)), _ = at_a_door(crumbs)
    assert 0 < sent < 499
    assert few.endswith(b"here")
    assert not many


def test_who_asks_just_now_is_not_silent() -> None:
    """Beside connections that say nothing: he came first, and nobody had the time to read what he asks."""
    here = Governor(Plan(0, 4, 10_000))
    pairs = [socket.socketpair() for _ in range(4)]
    with ExitStack() as stack:
        for near, far in pairs:
            stack.enter_context(near)
            stack.enter_context(far)
        pairs[0][1].sendall(b"GET / HTTP/1.1")
        for number, (near, _) in enumerate(pairs):
            near.setblocking(False)
            line = MagicMock(address="a", waits=float(number), closed=lambda: False, socket=near)
            line.speaks = partial(governor.Line.speaks, line)
            here.lines.add(line)
        assert here.room_for_line()
    assert sorted(line.waits for line in here.lines) == [0.0, 2.0, 3.0]


def test_a_body_that_does_not_end_is_a_request_that_has_not_come() -> None:
    """Two hundred bodies that come a letter at a time where there is room for six: who asks does not wait for them."""

    def bodies(here: Governor, port: int) -> tuple[bytes, set[bool]]:
        said = attacks.request("/", "Content-Length: 60000", method="POST") + "a"
        with attacks.lines(f"http://127.0.0.1:{port}", 200, said):
            until(lambda: len(here.lines) == 6 and not any(line.speaks() for line in here.lines))
            silent = {line.waits is not None for line in here.lines}
            return asks(port), silent

    (answer, silent), _ = at_a_door(bodies)
    assert answer.endswith(b"here")
    assert silent == {True}


def test_the_system_holds_little_of_what_nobody_takes() -> None:
    """It would take megabytes of each answer, count them as sent, and go on to the next that was asked for."""

    def deaf(here: Governor, port: int) -> tuple[int, float]:
        with attacks.line(f"http://127.0.0.1:{port}", attacks.request("/large") * 3, 1024):
            until(lambda: any(line.unsent for line in here.lines))
            time.sleep(0.5)
            (line,) = here.lines
            line.stalled(time.monotonic())
            time.sleep(0.2)
            return line.unsent, line.stalled(time.monotonic())

    (unsent, stalled), _ = at_a_door(deaf)
    assert 7 * MIB < unsent < 8 * MIB
    assert stalled >= 0.2


def test_bodies_that_do_not_end_and_second_sockets_give_way() -> None:
    """Nobody is silent where every connection is busy: the longest so gives way, and a page keeps one socket."""
    here = Governor(Plan(0, 4, 10_000))
    now = time.monotonic()
    for age in (9.0, 8.0, 7.0, 0.0):
        here.lines.add(MagicMock(waits=None, begun=now - age, unsent=0, closed=lambda: False))
    first = max(here.lines, key=lambda line: now - line.begun)
    here.opened("kernel", MagicMock(heard=now, line=first))
    assert here.room_for_line()
    assert sorted(round(now - line.begun) for line in here.lines) == [0, 7, 9]


def until(what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + 150
    while not what():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def test_who_takes_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """And who goes on taking is not."""
    monkeypatch.setattr(governor, "PATIENCE", 0.3)
    monkeypatch.setattr(governor, "EVERY", 0.05)

    def deaf(here: Governor, port: int) -> None:
        with attacks.line(f"http://127.0.0.1:{port}", attacks.request("/large"), 1024):
            until(lambda: here.given_up["takes nothing"] == 1)

    at_a_door(deaf)
    answer, _ = at_a_door(lambda _, port: asks(port, "/large"))
    assert answer.endswith(bytes(100))


def test_who_asks_for_more_and_takes_nothing_is_hung_up_on_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes nothing of the one answer that he asked for may be slow, and a page's socket says what it likes."""
    monkeypatch.setattr(governor, "HASTE", 0.3)
    monkeypatch.setattr(governor, "EVERY", 0.05)
    once = attacks.request("/large")

    def deaf(here: Governor, port: int) -> int:
        url = f"http://127.0.0.1:{port}"
        with attacks.line(url, once, 1024), attacks.lines(url, 2, once * 40, 1024):
            until(lambda: here.given_up["takes nothing"] == 2)
            time.sleep(0.6)
            return here.given_up["takes nothing"]

    assert at_a_door(deaf)[0] == 2
    counts, line = Governor(Plan(1, 100, 10_000)), MagicMock()
    line.pipelines.return_value = True
    assert counts._patience(line) == governor.HASTE
    counts.opened("a page", MagicMock(line=line))
    assert counts._patience(line) == governor.PATIENCE


@pytest.mark.parametrize("path", ["/page", "/parts/large.js"])
def test_who_does_not_read_holds_no_copy_of_what_all_are_sent(path: str) -> None:
    """Sixteen who asked for the index of the search and read nothing held ten megabytes till they were hung up on."""

    def deaf(here: Governor, port: int) -> int:
        assert asks(port, path)
        assert asks(port, path)
        gc.collect()
        before = governor.written(os.getpid())
        with attacks.lines(f"http://127.0.0.1:{port}", 5, attacks.request(path), 1024):
            until(lambda: sum(line.unsent for line in here.lines.copy()) > 5 * 7 * MIB)
            return governor.written(os.getpid()) - before

    assert at_a_door(deaf)[0] < 12 * MIB


def test_what_was_asked_in_one_go_is_not_answered_to_who_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty requests had come when the first was under way; of those behind it all were made, one after the other."""
    asked = []
    monkeypatch.setattr(Made, "prepare", lambda one: asked.append(one.request.path))

    def leaves(here: Governor, port: int) -> None:
        with attacks.line(f"http://127.0.0.1:{port}", attacks.request("/page") * 40, 1024):
            until(lambda: any(line.pipelines() for line in here.lines.copy()))
        until(lambda: not [line for line in here.lines.copy() if not line.closed()])
        assert asks(port)

    at_a_door(leaves)
    assert asked == ["/page"]


def test_what_waits_for_all_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(governor, "MOST_WAITING", 10 * MIB)
    monkeypatch.setattr(governor, "EVERY", 0.05)

    def many(here: Governor, port: int) -> None:
        with attacks.lines(f"http://127.0.0.1:{port}", 6, attacks.request("/large"), 1024):
            until(lambda: here.given_up["too much waits in all"] > 0)
            until(lambda: sum(line.unsent for line in here.lines.copy() if not line.closed()) <= 10 * MIB)

    at_a_door(many)


def test_a_message_that_does_not_end_waits_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """In frames of its own none of it is in the connection's buffer: three hold back 6 MiB each where 10 may wait."""
    monkeypatch.setattr(governor, "MOST_WAITING", 10 * MIB)
    monkeypatch.setattr(governor, "EVERY", 0.05)
    asked = attacks.request("/socket", *attacks.UPGRADE, "Sec-WebSocket-Extensions: permessage-deflate")

    def withholding(here: Governor, port: int) -> bytes:
        with attacks.lines(f"http://127.0.0.1:{port}", 3, asked) as found:
            for one in found:
                with suppress(OSError):
                    one.sendall(attacks.frame(2, bytes(5 * MIB), last=False) + attacks.frame(0, bytes(MIB), last=False))
            until(lambda: here.given_up["too much waits in all"] == 2)
            until(lambda: sum(line.unread for line in here.lines.copy() if not line.closed()) == 6 * MIB)
            return found[0].recv(1000)

    said, _ = at_a_door(withholding)
    assert b"101 Switching" in said
    assert b"permessage-deflate" not in said  # or nine kilobytes would be nine megabytes


def test_pings_and_empty_parts_are_frames_too() -> None:
    """None of them is ever a message: too many end the connection."""

    def pinging(here: Governor, port: int) -> None:
        for empty in (attacks.frame(9), attacks.frame(0, last=False)):
            with attacks.line(f"http://127.0.0.1:{port}", attacks.request("/socket", *attacks.UPGRADE)) as one:
                one.sendall(attacks.frame(1, b"a", last=False) + empty * frames.BURST * 2)
                with suppress(ConnectionError):
                    while one.recv(65536):
                        pass

    at_a_door(pinging)


def test_between_frames_that_wait_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what has come already nothing is waited for: messages by the megabyte kept a page for two seconds."""
    turns = []

    async def come(_: object) -> None:
        """It is there already."""

    async def beside() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    async def follow() -> None:
        socket = frames.Frames.__new__(frames.Frames)
        socket._frames, socket._fragmented_message_buffer, socket.stream = Budget(99, 1), None, MagicMock()
        other = asyncio.create_task(beside())
        for _ in range(50):
            await socket._receive_frame()
        other.cancel()

    monkeypatch.setattr(frames.WebSocketProtocol13, "_receive_frame", come)
    asyncio.run(follow())
    assert len(turns) >= 50


def test_who_hung_up_before_he_was_let_in_is_not_let_in() -> None:
    """Hundreds who open a connection and drop it at once take nobody's turn; who says no more is known, too."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        found = []
        for said, leaves, reset in (("", False, False), ("GET", False, False), ("", True, False), ("GET", True, True)):
            one = attacks.line(url, said)
            there, _ = listening.accept()
            if reset:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            if leaves:
                one.close()
            found.append((door.gone(there), door.half_closed(there)))
            one.close()
            there.close()
    assert found == [(False, False), (False, False), (True, True), (True, True)]


def test_of_many_who_ask_and_are_gone_few_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would keep waiting who comes after; but whoever says all at once and waits is answered."""
    monkeypatch.setattr(door, "LEAVERS", 4)
    monkeypatch.setattr(door, "LEAVERS_FAST", 0)
    asked = []
    monkeypatch.setattr(Small, "prepare", lambda one: asked.append(one.request.path))

    def flood(here: Governor, port: int) -> tuple[bytes, bytes]:
        url = f"http://127.0.0.1:{port}"
        with monkeypatch.context() as closed:  # nobody is let in before they are gone
            closed.setattr(here, "room_for_line", lambda: False)
            half = attacks.line(url, attacks.request("/", "Connection: close"))
            half.shutdown(socket.SHUT_WR)
            for _ in range(100):
                attacks.line(url, attacks.request("/")).close()
        with half:
            return half.recv(1000), asks(port)

    (answer, last), _ = at_a_door(flood, connections=200)
    assert answer.endswith(b"here")
    assert last.endswith(b"here")
    assert 2 <= len(asked) <= 1 + 4


def test_what_connections_took_is_given_back_when_they_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their objects are circles; Python would keep twenty megabytes of them until much more had come."""

    class Ended:
        def __init__(self) -> None:
            self.itself, self.buffer = self, bytearray(64 * 2**10)

    monkeypatch.setattr(governor, "TIDY", 0.2)
    counts = Governor(Plan(1, 100, 10_000))
    gc.disable()
    try:
        for _ in range(2):
            there: WeakSet[Ended] = WeakSet(Ended() for _ in range(200))
            taken = governor.written(os.getpid())
            assert len(there) == 200
            counts.tidy()
            assert not there
            assert taken - governor.written(os.getpid()) > 8 * MIB
            there.add(Ended())
            counts.tidy()
            assert there, "so soon again, nothing is looked at"
            time.sleep(max(governor.TIDY, counts._tidied_until - time.monotonic()))
    finally:
        gc.enable()


def test_without_descriptors_accepting_pauses_and_goes_on() -> None:
    """Asked again at once, it would fail for ever, as fast as the machine can."""
    answer, tries = at_a_door(lambda _, port: asks(port), fails=3)
    assert answer.endswith(b"here")
    assert 4 <= tries < 10


def test_a_page_has_four_sockets_and_the_quietest_gives_way() -> None:
    counts = Governor(Plan(1, 100, 10_000))
    pages = [MagicMock(heard=float(number)) for number in (3, 1, 2, 4, 5)]
    for page in pages:
        assert counts.admits("a")
        counts.opened("a", page)
    assert [page.close.called for page in pages] == [False, True, False, False, False]
    assert counts.counts()["sockets"] == governor.SOCKETS
    counts.closed("a", pages[0])
    assert counts.counts()["sockets"] == governor.SOCKETS - 1
    assert [counts.admits("a") for _ in range(100)][-1] is False
    assert counts.admits("b")


def test_when_processes_take_more_than_there_is_the_largest_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they share is nobody's; it is looked at closely only where it could matter."""
    taken = {1: 100 * MIB, 2: 300 * MIB, 3: 200 * MIB}
    assert min(governor.own(os.getpid()), governor.written(os.getpid())) > 0
    processes, asked = {"a": 1, "b": 2, "c": 3}, []
    monkeypatch.setattr(governor, "written", lambda number: taken[number] + 50 * MIB)
    monkeypatch.setattr(governor, "own", lambda number: asked.append(number) or taken[number])
    assert Governor(Plan(3, 100, 1000, 750 * MIB)).too_large(processes) is None
    assert asked == []
    here = Governor(Plan(3, 100, 1000, 600 * MIB))
    assert here.too_large(processes) is None
    assert here.too_large(processes) is None
    assert asked == [1, 2, 3]  # not again at once
    assert Governor(Plan(3, 100, 1000, 599 * MIB)).too_large(processes) == "b"


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_a_flood_is_counted_and_not_written() -> None:
    """A line that differs is written all the same, and in the end it is said how many were not."""
    counted = logs.Counted()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    handler.addFilter(counted)
    logger = logging.getLogger("rulebook.publish.test")
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logs.LOG.addHandler(handler)
    try:
        for number in range(20_000):
            logger.info("request", extra={"data": {"status": 200, "ms": number}})
        logger.info("request", extra={"data": {"status": 404, "ms": 1}})
        logger.error("something else")
        for number in range(1000):
            logger.info(f"line {number} of another flood")
        counted.settle(time.monotonic() + 60)
    finally:
        logger.removeHandler(handler)
        logs.LOG.removeHandler(handler)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) < logs.BURST + logs.KINDS + logs.BURST + 20
    assert [line["event"] for line in lines if line.get("status") == 404 or line["level"] == "error"] == [
        "request", "something else",
    ]  # fmt: skip
    unwritten = {line["event"]: line["unwritten"] for line in lines if "unwritten" in line}
    assert unwritten["request"] + sum(line.get("status") == 200 for line in lines if "unwritten" not in line) == 20_000


# ---- a server with 256 descriptors -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[serving.Running, Path]]:
    """A public server that may have 256 files open."""
    folder = tmp_path_factory.mktemp("small")
    always = ("serve", "--port", "0", "--no-browser", "--public", "--warm", "0", "--readers", "60")
    command = serving.command(*always, "--notebooks", str(serving.one_board(folder / "book")))
    limited = ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh", *command]
    with serving.running(limited, patience=120, log=folder / "log") as run:
        yield run, folder / "log"


def went_on(reader: attacks.Steady, moves: int, pages: int) -> bool:
    """Has a reader played and read on since then?  Or failed, which is asserted in the end."""
    return bool(reader.failures) or (len(reader.moves) > moves + 1 and len(reader.pages) > pages + 1)


def test_an_independent_reader_plays_on_through_all_of_it(small: tuple[serving.Running, Path]) -> None:
    """Beside readers who read nothing, idle connections, sockets by the dozen; then the server is as it was."""
    run, log = small
    server = psutil.Process(run.process.pid)
    before = json.loads(Visitor(run.url).get("ready"))
    assert 2 <= before["free"] < 60
    with attacks.Steady(run.url) as reader:
        for attack in (
            lambda url: attacks.deaf(url, 3),
            lambda url: attacks.idle(url, 400),
            lambda url: attacks.halting(url, 100),
            lambda url: attacks.gorged(url, 10),
            lambda url: attacks.sockets(url, 40),
            lambda url: attacks.greedy(url, 0.5),
        ):
            with attack(run.url):
                until(partial(went_on, reader, len(reader.moves), len(reader.pages)))
    assert not reader.failures
    until(lambda: bool(json.loads(Visitor(run.url).get("ready"))["free"] == before["free"]))
    assert server.num_fds() < 100
    assert len(log.read_text().splitlines()) < 1500
    assert "fewer places" in log.read_text()
    assert Visitor(run.url).open(attacks.ONE_BOARD).leave() is None


def test_what_waits_for_processes_has_a_sum_and_whoever_reads_loses_nothing_by_it() -> None:
    """Six processes that read nothing are sent what they can be; a seventh, that reads, gets its message."""
    message = [bytes(2**20)]

    async def sent() -> None:
        kernels: WeakSet[forks.Kernel] = WeakSet()
        with ExitStack() as stack:

            async def begun() -> tuple[forks.Kernel, socket.socket]:
                ours, theirs = socket.socketpair()
                stack.enter_context(theirs)
                reader, writer = await asyncio.open_connection(sock=ours)
                stack.callback(writer.transport.abort)
                return forks.Kernel(MagicMock(), reader, writer, kernels), theirs

            deaf = [(await begun())[0] for _ in range(6)]
            while sum([one.tell({}, message) for one in deaf]):
                pass
            waiting = sum(one.unread for one in deaf)
            assert forks.UNREAD_BY_ALL < waiting <= forks.UNREAD_BY_ALL + 6 * (2**20 + forks.UNREAD_THEN)
            other, line = await begun()
            line.settimeout(5)
            for _ in range(3):
                assert other.tell({}, [b"a move"])
                assert await asyncio.to_thread(line.recv, 1000), "it is handed on at once"
            assert not any(one.tell({}, message) for one in deaf)
        await asyncio.sleep(0)

    asyncio.run(sent())
