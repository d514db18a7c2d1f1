"""Readers who play: many at once, gone and back again, more than there are places, and a server that stops."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import nbformat
import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.publish.server import readers as module
from rulebook.publish.server.readers import LOST, STILL, Full, Reader, Readers
from tests import serving
from tests.proxy import balancing
from tests.serving import NOTEBOOKS, Running
from tests.visitor import Visitor

SECONDS = 30  # of one core: what takes long begins early

STEM, BOARD = serving.ONE_BOARD, "play"
PATH = f"{STEM}.ipynb"


# ---- who has a place -------------------------------------------------------------------------------------------------


class Line:
    """A page's socket that only knows whether it was closed."""

    closed = False

    def hang_up(self) -> None:
        self.closed = True

    def say(self, text: str) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that readers are seen at, which only the test sets; `time.time` is another."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def joined(readers: Readers, house: str, key: str = "", path: str = PATH) -> tuple[Reader, Line, bool]:
    """Somebody of an address comes."""
    line = Line()

    async def join() -> tuple[Reader, bool]:
        return readers.join(key, path, house, line)

    reader, new = asyncio.run(join())
    return reader, line, new


@pytest.fixture
def three() -> Iterator[Readers]:
    """Places for three."""
    found = Readers(NOTEBOOKS, most=3, idle=600)
    yield found
    found.close()


def test_who_is_still_gives_way_and_who_plays_does_not(three: Readers, clock: list[float]) -> None:
    lines = []
    for house in "abc":
        lines.append(joined(three, house)[1])
        clock[0] += 1
    assert three.free == 0
    with pytest.raises(Full):
        joined(three, "d")
    clock[0] += STILL - 2
    assert three.free == 2  # the first two
    joined(three, "d")
    assert [line.closed for line in lines] == [True, False, False]


def test_who_has_most_gives_way_where_nobody_is_still(three: Readers, clock: list[float]) -> None:
    """Who has all of it gives way to who has nothing; no more than is fair; and a class does not put out its own."""
    for there, comes, leaves in (
        ("aaa", "b", ["a"]), ("aab", "b", []), ("aab", "c", ["a"]), ("aaa", "a", []), ("abc", "d", []),
    ):  # fmt: skip
        lines = [joined(three, house)[1] for house in there]
        with nullcontext() if leaves else pytest.raises(Full):
            joined(three, comes)
        assert [house for house, line in zip(there, lines, strict=True) if line.closed] == leaves
        for reader in list(three._readers.values()):
            three.end(reader, "left")


def test_boards_are_kept_for_who_comes_back_and_no_longer(three: Readers, clock: list[float]) -> None:
    reader, line, _ = joined(three, "a")
    three.part(reader, line, left=False)
    clock[0] += LOST - 1
    three.tidy()
    again, second, new = joined(three, "a", reader.key)
    assert (again is reader, new) == (True, False)
    three.part(reader, line, left=False)  # the first socket's end comes late
    assert reader.link is second
    clock[0] += 601
    three.tidy()
    assert (len(three), second.closed) == (0, True)
    reader, line, _ = joined(three, "a")
    three.part(reader, line, left=False)
    clock[0] += LOST + 1
    three.tidy()
    assert len(three) == 0
    reader, line, _ = joined(three, "a")
    three.part(reader, line, left=True)
    assert len(three) == 0


def test_a_key_brings_back_its_own_page_alone(three: Readers) -> None:
    """One that is guessed, stolen, swapped, of another chapter or used before gives new boards."""
    reader, first, _ = joined(three, "a")
    another, _, _ = joined(three, "b")
    for house, key, path in (
        ("a", "x" * 24, PATH), ("a", reader.key[:-1], PATH), ("a", "", PATH), ("a", another.key, PATH),
        ("a", reader.key, "02-scoring.ipynb"), ("b", reader.key, PATH),
    ):  # fmt: skip
        other, line, _ = joined(three, house, key, path)
        assert other not in (reader, another)
        three.part(other, line, left=True)
    assert not first.closed
    before = reader.key
    again, second, _ = joined(three, "a", before)
    assert (again is reader, first.closed, reader.key == before) == (True, True, False)
    other, line, _ = joined(three, "a", before)
    assert (other is reader, second.closed) == (False, False)
    three.part(other, line, left=True)
    three.end(reader, "left")
    assert joined(three, "a", reader.key)[0] is not reader


def test_a_page_that_comes_back_in_mid_work_holds_up_no_thread(three: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says next waits for its own work, and in no thread that answers for others."""
    released, followed = threading.Event(), list[int]()
    reader: Any = None

    def follow(_slot: str, count: int, _rest: object) -> bool:
        with reader._busy:
            followed.append(count)
            return not released.wait()

    async def come_back() -> None:
        nonlocal reader
        reader = three.join("", PATH, "a", Line())[0]
        await reader._made("2.0", three)
        monkeypatch.setattr(reader, "_made", AsyncMock(return_value=60.0))  # seconds, as the desk has
        monkeypatch.setattr(reader, "follow", follow)
        heard = [asyncio.create_task(reader.hear(f"2.0 {count}\n{{}}", three)) for count in range(4)]
        while not followed:
            await asyncio.sleep(0.01)
        assert await asyncio.gather(*(three.workers.run(lambda k=k: k) for k in range(4))) == [*range(4)]
        assert [one for one in three.workers._doing.values() if not one.done.done()] == []
        assert (followed, three.thinkers._queue) == ([0], {})
        released.set()
        await asyncio.gather(*heard)

    asyncio.run(come_back())
    assert followed == [0, 1, 2, 3]


# ---- a server with readers -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of one board."""
    return serving.one_board(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="module")
def four(book: Path) -> Iterator[Running]:
    """A server for four readers."""
    with serving.served("--public", "--readers", "4", book=book) as run:
        yield run


def test_readers_play_at_once_and_none_knows_of_another(four: Running) -> None:
    """Each rolls dice of his own, and what one asks for is heard by nobody else."""
    players = [Visitor(four.url).open(STEM) for _ in range(4)]

    def plays(one: Visitor) -> str:
        one.does(BOARD, do="new", players=2, seats=["reader", "reader"])
        return str(one.plays(BOARD, 30)["record"])

    with ThreadPoolExecutor(4) as pool:
        records = list(pool.map(plays, players))
    assert len(set(records)) == 4
    heard = len(players[0].heard)
    players[1].does(BOARD, do="undo")
    players[0].does(BOARD, do="nothing of the kind")
    assert players[0].view(BOARD)["record"] == records[0]
    assert len([said for said in players[0].heard[heard:] if '"custom"' in said]) == 1
    for one in players:
        one.leave()
    assert four.plays(0)


def test_a_message_whose_answer_was_lost_is_followed_once(four: Running) -> None:
    """The page sends it again by its next socket, and hears what is so."""
    somebody = Visitor(four.url).open(STEM)
    somebody.does(BOARD, do="new", players=2, seats=["reader", "reader"])
    move = somebody.view(BOARD)["moves"][0]["text"]
    somebody.tell(somebody.widget(BOARD), {"n": 7, "do": "play", "move": move})
    time.sleep(1)
    somebody.close()
    assert not somebody.connect()
    somebody.sent -= 1
    somebody.tell(somebody.widget(BOARD), {"n": 7, "do": "play", "move": move})
    assert somebody.hear(lambda said: said["type"] == "handled")
    assert (somebody.view(BOARD)["ply"], somebody.view(BOARD)["n"]) == (1, 7)
    somebody.leave()


def test_reloads_leave_no_boards(four: Running) -> None:
    """A page is left each time at another moment: before it connected, then, after it played."""
    somebody = Visitor(four.url)
    for turn in range(6):
        assert somebody.open(STEM).widget(BOARD)
        if turn % 3 == 0:
            somebody.plays(BOARD, 1)
        elif turn % 3 == 1:
            somebody.close()
            somebody.connect()
        somebody.leave()
    assert four.plays(0)


def test_a_stop_tells_pages_and_a_page_goes_on_with_the_next_server(book: Path, tmp_path: Path) -> None:
    """At the same address: its key is not known there, and it brings its game."""
    log = tmp_path / "log"
    with serving.served("--public", book=book, log=log) as run:
        somebody = Visitor(run.url).open(STEM)
        record = somebody.plays(BOARD, 3)["record"]
        run.process.send_signal(signal.SIGTERM)
        assert somebody.is_hung_up()
        assert run.process.wait(30) == 0
    assert [one for one in ('"stopping"', '"stopped"') if one not in log.read_text()] == []
    with serving.served("--public", "--port", run.url.rstrip("/").rpartition(":")[2], book=book):
        assert somebody.connect()
        assert somebody.does(BOARD, do="load", text=record)["record"] == record
        somebody.leave()


def test_a_slow_network_only_takes_longer(four: Running) -> None:
    """A quarter of a second each way: the page comes, and every move is answered once."""
    with balancing([four.url]) as network:
        network.delay = 0.25
        somebody = Visitor(network.url).open(STEM)
        assert somebody.plays(BOARD, 4)["ply"] == 4
        somebody.leave()
    assert four.plays(0)


ENDLESS = """
import time
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


def test_a_work_that_takes_too_long_is_told_to_its_reader_and_to_nobody_else(tmp_path: Path) -> None:
    """A board that never answers, beside one that does: its reader hears of it, and can go on with it.

    A thread that cannot be stopped is replaced while it still hangs, and the server says that it has such a one.
    """
    folder = serving.one_board(tmp_path / "book")
    cell = nbformat.v4.new_code_cell(ENDLESS)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "98-endless.ipynb")
    with serving.served(book=folder, log=tmp_path / "log") as run:
        other = Visitor(run.url).open(STEM)
        somebody = Visitor(run.url).open("98-endless")
        slot = somebody.widget("endless")
        somebody.does("endless", do="new", players=2, seats=["reader", "reader"])
        for deed, why in (("undo", None), ("redo", "stuck")):
            somebody.tell(slot, {"do": deed})
            assert other.plays(BOARD, 3)
            assert somebody.hear(lambda said: said["type"] == "handled" and said["ended"] == "slow")
            assert run.ready().get("why") == why
            assert other.plays(BOARD, 3)
            assert somebody.does("endless", do="new", players=3)["ply"] == 0


# ---- memory ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "times", "early"), [(15, 90, 60), pytest.param(150, 1000, 100, marks=pytest.mark.soak)]
)
def test_a_long_game_replayed_takes_no_more_memory(moves: int, times: int, early: int) -> None:
    """What is remembered of positions is bounded: it is full early on, and then no more is held."""
    game, chance, held = hedgekit.Game("0 players=2", seed=24), random.Random(24), list[int]()
    for _ in range(moves):
        game.roll() if game.is_chance else game.play(chance.choice(list(game.moves())))
    table = Table(rules="0 players=2")
    tracemalloc.start()
    for turn in range(times):
        view: dict[str, Any] = dict(table.handle({"do": "load", "text": str(game.record())}))
        assert not view["error"], view["error"]
        for ply in (0, view["end"]):
            table.handle({"do": "go", "ply": ply})
        if turn in (early, times - 1):
            held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert held[1] < held[0] + 100_000
