"""Readers who play: many at once, disconnected and back, more than there are places, and a server that stops."""

from __future__ import annotations

import asyncio
import signal
import threading
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from unittest.mock import AsyncMock, MagicMock, patch

import nbformat
import pytest

from hedgekit import Game
from rulebook.boards.table import Table
from rulebook.publish.server import sessions as module
from rulebook.publish.server.sessions import EVICT_AFTER, RECONNECT_SECONDS, Full, Session, Sessions
from tests import serving
from tests.hedgekit.sisters import random_game
from tests.serving import NOTEBOOKS, Running
from tests.visitor import Visitor

SECONDS = 30  # of CPU time: slow files start first

STEM, BOARD = serving.ONE_BOARD, "play"
PATH = f"{STEM}.ipynb"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the sessions' clock by one that only the test sets; `time.time` is another."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def three() -> Iterator[Sessions]:
    """Return sessions with room for three readers."""
    with closing(Sessions(NOTEBOOKS, limit=3, idle=600)) as found:
        yield found


def joined(sessions: Sessions, address: str, key: str = "", path: str = PATH) -> Session:
    """Connect somebody from an address; their mock `socket` records whether it was hung up on."""

    async def join() -> Session:
        return sessions.connect(key, path, address, MagicMock())[0]

    return asyncio.run(join())


@pytest.mark.parametrize(
    ("there", "comes", "leaves", "seconds"),
    [
        ("aaa", "b", "a", 0), ("aab", "b", "", 0), ("aab", "c", "a", 0), ("aaa", "a", "", 0), ("abc", "d", "", 0),
        ("abc", "d", "", EVICT_AFTER - 1), ("abc", "d", "a", EVICT_AFTER), ("abc", "a", "a", EVICT_AFTER + 9),
    ],
)  # fmt: skip
def test_idle_readers_give_way_to_active_ones(
    three: Sessions, clock: list[float], there: str, comes: str, leaves: str, seconds: float
) -> None:
    """If nobody is idle, an address with all places gives way to one with none, but only down to a fair share; readers
    of one address never evict each other."""
    sockets = [joined(three, address).socket for address in there]
    assert three.free == 0
    clock[0] += seconds
    with nullcontext() if leaves else pytest.raises(Full):
        joined(three, comes)
    gone = [address for address, socket in zip(there, sockets, strict=True) if socket.hang_up.called]
    assert gone == [*leaves]


def test_boards_are_kept_until_the_time_to_reconnect_is_over(three: Sessions, clock: list[float]) -> None:
    reader = joined(three, "a")
    first = reader.socket
    three.disconnect(reader, first, left=False)
    clock[0] += RECONNECT_SECONDS - 1
    three.expire()
    assert joined(three, "a", reader.key) is reader
    second = reader.socket
    three.disconnect(reader, first, left=False)  # the first socket's end comes late
    assert reader.socket is second
    for left, seconds in ((None, 601), (False, RECONNECT_SECONDS + 1), (True, 0)):
        if left is not None:
            three.disconnect(reader, reader.socket, left=left)
        clock[0] += seconds
        three.expire()
        assert len(three) == 0
        reader = joined(three, "a")
    assert second.hang_up.called


def test_a_key_only_restores_its_own_page(three: Sessions) -> None:
    """A guessed, stolen, swapped or used key, or one of another chapter, gives new boards."""
    reader, another = joined(three, "a"), joined(three, "b")
    first, before = reader.socket, reader.key
    for address, key, path in (
        ("a", "x" * 24, PATH), ("a", before[:-1], PATH), ("a", "", PATH), ("a", another.key, PATH),
        ("a", before, "02-scoring.ipynb"), ("b", before, PATH),
    ):  # fmt: skip
        other = joined(three, address, key, path)
        assert other not in (reader, another)
        three.disconnect(other, other.socket, left=True)
    assert not first.hang_up.called
    assert joined(three, "a", before) is reader
    assert (first.hang_up.called, reader.key == before) == (True, False)
    assert joined(three, "a", before) is not reader
    assert not reader.socket.hang_up.called


def test_a_page_that_reconnects_during_work_blocks_no_thread(three: Sessions) -> None:
    """Its next messages wait for its own work, but not in a thread that serves others."""
    begun, released, followed = threading.Event(), threading.Event(), list[int]()

    def handle(_self: Session, _slot: str, count: int, _rest: object) -> None:
        begun.set()
        released.wait()
        followed.append(count)

    async def come_back() -> None:
        reader, _ = three.connect("", PATH, "a", MagicMock())
        heard = [asyncio.create_task(reader.receive(f"2.0 {count}\n{{}}", three)) for count in range(4)]
        await asyncio.to_thread(begun.wait)
        assert await asyncio.wait_for(three.slow_workers.run(lambda: 7), 30) == 7
        released.set()
        await asyncio.gather(*heard)

    seconds = AsyncMock(return_value=60.0)  # as the desk has: for the slow workers
    with patch.multiple(Session, _ensure_board=seconds, handle=handle):
        asyncio.run(come_back())
    assert followed == [0, 1, 2, 3]


ENDLESS = """import time
from rulebook.boards.board import Board
class Endless(Board):
    SECONDS = 0.5
    def answer(self, message, files):
        while message["do"] == "undo":
            pass
        if message["do"] == "redo":
            time.sleep(60)  # in C, where nothing stops it
        super().answer(message, files)
Endless("endless")
"""


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server for four readers, with one board and with one that never finishes."""
    book = serving.write_one_board(tmp_path_factory.mktemp("book"))
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(ENDLESS)]), book / "98-endless.ipynb")
    with serving.serve("--public", "--readers", "4", book=book, log=book / "log") as run:
        yield run


def test_readers_play_at_once_without_seeing_each_other(four: Running) -> None:
    """Everyone's dice and answers are their own, and readers who leave release their boards."""
    players = [Visitor(four.url).open(STEM) for _ in range(4)]
    for one in players:
        one.act(BOARD, do="new", players=2, seats=["reader", "reader"])
    with ThreadPoolExecutor(4) as pool:
        records = [str(view["record"]) for view in pool.map(lambda one: one.play(BOARD, 30), players)]
    assert len(set(records)) == 4
    heard = len(players[0].received)
    players[1].act(BOARD, do="undo")
    players[0].act(BOARD, do="nothing of the kind")
    assert players[0].view(BOARD)["record"] == records[0]
    assert len([text for text in players[0].received[heard:] if '"custom"' in text]) == 1
    for one in players:
        one.leave()
    assert four.has_readers(0)


def test_only_its_reader_is_told_that_work_takes_too_long(four: Running) -> None:
    """The reader of a board that never answers is told, and can go on with it; another board answers meanwhile.

    A thread that cannot be stopped is replaced while it hangs, and the server reports it.
    """
    other, somebody = Visitor(four.url).open(STEM), Visitor(four.url).open("98-endless")
    somebody.act("endless", do="new", players=2, seats=["reader", "reader"])
    for action, why in (("undo", None), ("redo", "stuck")):
        somebody.send(somebody.widget("endless"), {"do": action})
        assert other.play(BOARD, 3)
        assert somebody.wait_for(lambda message: message["type"] == "handled" and message["ended"] == "slow")
        assert four.ready().get("why") == why
        assert other.play(BOARD, 3)
        assert somebody.act("endless", do="new", players=3)["ply"] == 0


def test_a_resent_message_is_executed_once_and_a_stop_closes_sockets(four: Running) -> None:
    """The page resends it over its next socket and gets the state.  A stopping server hangs up at once."""
    somebody = Visitor(four.url).open(STEM)
    somebody.act(BOARD, do="new", players=2, seats=["reader", "reader"])
    move = somebody.view(BOARD)["moves"][0]["text"]
    for _ in range(2):
        somebody.sent = 9  # the number of the message is the same
        somebody.send(somebody.widget(BOARD), {"n": 7, "do": "play", "move": move})
        assert somebody.wait_for(lambda message: message.get("count") == somebody.sent)
        assert (somebody.view(BOARD)["ply"], somebody.view(BOARD)["n"]) == (1, 7)
        somebody.close()
        assert not somebody.connect()
    four.process.send_signal(signal.SIGTERM)
    assert somebody.is_hung_up()
    assert four.process.wait(30) == 0


def test_replaying_a_long_game_again_takes_no_more_memory() -> None:
    """The cache of positions is bounded: it fills up early, and grows no more."""
    table, held, record = Table(rules="0 players=2"), [], random_game(Game, "0 players=2", seed=24, plies=15).record()
    tracemalloc.start()
    for times in (40, 20):
        for _ in range(times):
            view = table.handle({"do": "load", "text": str(record)})
            assert not view["error"], view["error"]
            for ply in (0, view["end"]):
                table.handle({"do": "go", "ply": ply})
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert held[1] < held[0] + 100_000
