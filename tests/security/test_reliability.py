"""Many readers, dying kernels, reloads, a server that stops: the small form of each; the long one by `make soak`."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import threading
import time
import tracemalloc
import urllib.error
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock

import psutil
import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.publish import once
from rulebook.publish.kernel import About
from rulebook.publish.kernels import Kernels
from tests import serving
from tests.serving import Running
from tests.visitor import Visitor

SECONDS = 60  # of one core: what takes long begins early

STEM, BOARD = serving.ONE_BOARD, "play"


@contextmanager
def served(log: Path, *options: str) -> Iterator[Running]:
    """Run a public server of a chapter with one board, without warm kernels."""
    folder = serving.one_board(log.parent / "notebooks")
    always = ("--port", "0", "--no-browser", "--public", "--warm", "0", "--notebooks", str(folder))
    command = serving.command("serve", *always, *options)
    with serving.running(command, patience=120, log=log) as run:
        yield run


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for four readers."""
    with served(tmp_path_factory.mktemp("four") / "log", "--readers", "4") as run:
        yield run


def until(what: Callable[[], bool], patience: float = 40) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.1)


def kernels(run: Running) -> list[psutil.Process]:
    """The kernels of a server."""
    return run.kernels()


def is_hung_up(visitor: Visitor) -> bool:
    """Listen until the server closes the socket; False if it says nothing for long."""
    try:
        while visitor.hear(lambda _: True, 30):
            pass
    except OSError:
        return True
    return False


def game(url: str, moves: int, patience: float = 300, pause: float = 0) -> tuple[int, int]:
    """Come, for as long as the book is full, and play; how often it was full, and how far the game went."""
    somebody = Visitor(url)
    full = somebody.open_patiently(STEM, patience)
    somebody.does(BOARD, do="new", players=2, seats=["reader", "reader"])
    view = somebody.plays(BOARD, moves, pause)
    # What the kernel holds is what rules make of the moves, not of those of another reader.
    assert str(hedgekit.replay(view["record"]).position) == view["text"]
    somebody.leave()
    return full, view["ply"]


def test_more_readers_than_places(tmp_path: Path) -> None:
    """Three readers, one place: two are told, come again, and all play."""
    with served(tmp_path / "log", "--readers", "1") as run, ThreadPoolExecutor(3) as pool:
        # Each keeps the place longer than somebody waits for one before the book says that it is full.
        found = list(pool.map(lambda _: game(run.url, 6, pause=1), range(3)))
        assert [plies for _, plies in found] == [6] * 3
        until(lambda: not kernels(run))
    assert sum(full > 0 for full, _ in found) >= 1


@pytest.mark.soak
def test_twenty_readers_at_eight_places_play_whole_games(tmp_path: Path) -> None:
    with served(tmp_path / "log", "--readers", "8") as run, ThreadPoolExecutor(20) as pool:
        most = 0
        games = [pool.submit(game, run.url, 10_000, 3600) for _ in range(20)]
        while not all(one.done() for one in games):
            most = max(most, len(kernels(run)))
            time.sleep(0.5)
        found = [one.result() for one in games]
        until(lambda: not kernels(run))
    assert most <= 8
    assert sum(full > 0 for full, _ in found) >= 8
    assert min(plies for _, plies in found) > 50


def test_a_kernel_that_dies_is_noticed_and_its_place_is_free(four: Running) -> None:
    """The page is told by its socket, and by what it asks then; the reader comes again and his game with him."""
    somebody = Visitor(four.url).open(STEM)
    somebody.plays(BOARD, 3)
    record = somebody.view(BOARD)["record"]
    four.kernel(somebody.kernel).kill()
    assert is_hung_up(somebody)
    assert json.loads(somebody.get(f"session/{somebody.kernel}")) == {"alive": False}
    until(lambda: json.loads(somebody.get("ready"))["free"] == 4)
    somebody.open(STEM)
    assert somebody.does(BOARD, do="load", text=record)["record"] == record
    somebody.leave()


def test_kernels_share_nothing_and_outlive_what_they_were_forked_from(four: Running) -> None:
    """Each rolls its own dice and has one socket, however many came before; when their parent is killed they play on,
    and another is there for who comes next."""
    readers = [Visitor(four.url).open(STEM) for _ in range(2)]
    records = []
    for one in readers:
        one.does(BOARD, do="new", players=2, seats=["reader", "reader"])
        records.append(one.plays(BOARD, 30)["record"])
    assert records[0] != records[1]
    first, second = (four.kernel(one.kernel) for one in readers)
    assert first.num_fds() == second.num_fds()
    parent = first.parent()
    assert (parent, parent.num_threads(), first.num_threads()) == (second.parent(), 1, 1)
    assert parent.pid != four.process.pid
    parent.kill()
    readers.append(Visitor(four.url).open(STEM))
    for one, done in zip(readers, (30, 30, 0), strict=True):
        assert one.plays(BOARD, 2)["ply"] == done + 2
        one.leave()
    until(lambda: not any(one.is_running() for one in (first, second)))


def reloads(run: Running, times: int) -> None:
    """Open a page, and leave it each time at another moment: before it connected, then, after it played."""
    somebody = Visitor(run.url)
    for turn in range(times):
        somebody.open(STEM)
        assert any("view" in state for state in somebody.states.values()), "a page without its boards"
        if turn % 3 == 0:
            somebody.plays(BOARD, 1)
        elif turn % 3 == 1:
            somebody.close()
        somebody.leave()


def test_reloads_leave_no_kernel(four: Running) -> None:
    reloads(four, 4)  # of each moment one; two hundred by `make soak`
    until(lambda: not kernels(four))


@pytest.mark.soak
def test_two_hundred_reloads_leave_no_kernel(four: Running) -> None:
    reloads(four, int(os.environ.get("RELOADS", "200")))
    until(lambda: not kernels(four))


def test_hanging_up_before_there_is_a_kernel_leaves_none(four: Running) -> None:
    """Readers who are gone with their request keep no place, not even for the minute that a page has to connect."""
    host, port = re.findall(r"//([\d.]+):(\d+)", four.url)[0]
    somebody = Visitor(four.url).read(STEM)
    said = f"Host: {host}:{port}\r\nCookie: _xsrf={somebody.token}\r\nX-XSRFToken: {somebody.token}"
    for _ in range(3):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(f"POST /begin HTTP/1.1\r\n{said}\r\nContent-Length: 0\r\n\r\n".encode())
    time.sleep(1)
    until(lambda: not kernels(four) and json.loads(somebody.get("ready"))["free"] == 4, 30)


def test_for_one_who_left_in_the_queue_no_kernel_begins() -> None:
    kernels = Kernels(About(""), most=1)
    kernels.start = AsyncMock()  # type: ignore[method-assign]
    asked = MagicMock(gone=lambda: True, settings={"rulebook_kernels": kernels}, current_user=True)
    asked.request.remote_ip = "192.0.2.1"
    asyncio.run(once.Begin.post(asked))
    kernels.start.assert_not_called()
    assert (kernels.free, kernels.entering.total()) == (1, 0)


def test_leaving_twice_and_too_early_is_no_error(four: Running) -> None:
    """Pages say more than once that they were left, and Voilà's own answer was a 500 now and then."""
    somebody = Visitor(four.url).open(STEM)
    token = next(cookie.value for cookie in somebody.jar if cookie.name == "_xsrf")

    def leave(kernel: str) -> int:
        data = f"_xsrf={token}".replace("|", "%7C").encode()
        with somebody.web.open(f"{four.url}voila/api/shutdown/{kernel}", data, timeout=60) as answer:
            return int(answer.status)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(leave, [somebody.kernel] * 4)) == {204}
    assert leave(somebody.kernel) == leave("00000000-0000-0000-0000-000000000000") == 204


def test_a_stop_tells_pages_and_ends_kernels(tmp_path: Path) -> None:
    """Then, at the same address, another server: the page asks it, hears that its session is over, and comes again."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    options = ("--readers", "2", "--port", port)
    with served(tmp_path / "one", *options) as run:
        somebody = Visitor(run.url).open(STEM)
        somebody.plays(BOARD, 3)
        record = somebody.view(BOARD)["record"]
        left = kernels(run)
        run.process.send_signal(signal.SIGTERM)
        assert is_hung_up(somebody)
        assert run.process.wait(30) == 0
        assert serving.wait_until_gone(left) == []
    log = (tmp_path / "one").read_text()
    assert '"stopping"' in log
    assert '"stopped"' in log
    with served(tmp_path / "two", *options):
        assert json.loads(somebody.get(f"session/{somebody.kernel}")) == {"alive": False}
        with pytest.raises(urllib.error.HTTPError, match="404"):
            somebody.get(f"api/kernels/{somebody.kernel}")
        somebody.open(STEM)
        assert somebody.does(BOARD, do="load", text=record)["record"] == record
        somebody.leave()


@contextmanager
def slow(url: str, delay: float, rate: int) -> Iterator[str]:
    """The same server behind a line with so many seconds each way, and so many bytes a second; its address there."""
    host, port = re.findall(r"//([\d.]+):(\d+)", url)[0]
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(8192):
                time.sleep(delay / 10 + len(data) / rate)
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            end.close()

    def accept() -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection((host, int(port)))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield url.replace(port, str(listener.getsockname()[1]))
    finally:
        listener.close()


def test_a_slow_network_only_takes_longer(four: Running) -> None:
    """A quarter of a second each way and four megabits: the page comes, and every move is answered once."""
    with slow(four.url, 0.25, 500_000) as url:
        somebody = Visitor(url).open(STEM)
        before = somebody.view(BOARD)["ply"]
        view = somebody.plays(BOARD, 4)
        assert view["ply"] > before
        somebody.leave()
    until(lambda: not kernels(four))


def long_game(turns: int = 24) -> str:
    """The record of a game after so many turns, by chance."""
    game, chance, seen = hedgekit.Game("0 players=2", seed=24), random.Random(24), 0
    while seen < turns and not game.is_over:
        before = game.turn
        if game.is_chance:
            game.roll()
        else:
            game.play(chance.choice(list(game.moves())))
        seen += game.step != "place" and game.turn != before
    assert seen == turns
    return str(game.record())


def replayed(record: str, times: int, early: int) -> tuple[int, int]:
    """Load a game so many times on one table, and go through it; the memory held early on, and at the end."""
    table = Table(rules="0 players=2")
    first = 0
    tracemalloc.start()
    try:
        for turn in range(times):
            view = table.handle({"do": "load", "text": record})
            assert not view["error"], view["error"]
            table.handle({"do": "go", "ply": 0})
            table.handle({"do": "go", "ply": view["end"]})
            if turn == early:
                first = tracemalloc.get_traced_memory()[0]
        return first, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_a_long_game_replayed_takes_no_more_memory() -> None:
    """What is remembered of positions is bounded: it is full early on, and then no more is held."""
    first, last = replayed(long_game(2), 90, 60)
    assert last < first + 100_000


@pytest.mark.soak
def test_a_thousand_replays_of_24_turns_take_no_more_memory() -> None:
    first, last = replayed(long_game(24), 1000, 100)
    assert last < first + 200_000
