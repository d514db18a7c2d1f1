"""The threads that do readers' work: long work is stopped, and readers do not wait for each other."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any

import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.publish.server import workers as module
from rulebook.publish.server.workers import TookTooLong, WorkerPool, client_network
from tests.serving import wait_until


@pytest.fixture
def workers() -> Iterator[WorkerPool]:
    """Return two threads that allow a fifth of a second."""
    with closing(WorkerPool(2, seconds=0.2)) as found:
        yield found


async def returns_to_callers(workers: WorkerPool) -> bool:
    """Return whether the pool returns each result to its caller."""
    return await asyncio.gather(*(workers.run(lambda k=k: k) for k in range(20))) == list(range(20))


def test_endless_work_is_stopped_while_other_work_goes_on(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even work that catches errors; nothing of it reaches the thread's next work.

    A thread that does not stop, such as one that waits in C without using the processor, is replaced, and counted
    until it returns.
    """
    released = threading.Event()

    def endless() -> None:
        while True:
            with suppress(Exception):
                sum(range(1000))

    async def both() -> None:
        stopped = [asyncio.create_task(workers.run(endless)) for _ in range(4)]
        with pytest.raises(ZeroDivisionError):
            await workers.run(lambda: 1 // 0)
        with pytest.raises(SystemExit):
            await workers.run(lambda: exec("raise SystemExit"))
        assert await returns_to_callers(workers)
        assert {type(one) for one in await asyncio.gather(*stopped, return_exceptions=True)} == {TookTooLong}
        assert await returns_to_callers(workers)
        assert workers.stuck == 0
        monkeypatch.setattr(module, "GRACE", 0.2)
        monkeypatch.setattr(module, "WALL_FACTOR", 1e9)
        hanging = asyncio.create_task(workers.run(released.wait))  # runs no Python that could be stopped
        while not hanging.done():
            await workers.run(lambda: sum(range(100_000)))
        assert type(hanging.exception()) is TookTooLong
        assert workers.stuck == 1
        assert await returns_to_callers(workers)
        released.set()
        wait_until(lambda: not workers.stuck)

    asyncio.run(both())


def test_addresses_take_turns() -> None:
    """Frequent requests are served between others'; all asking of an IPv6 network count as one."""
    workers, done = WorkerPool(1), []
    asking = ["192.0.2.7"] * 2 + ["::ffff:192.0.2.7", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "?", "fe80::1%a"]

    async def ask() -> None:
        begun = threading.Event()
        first = asyncio.create_task(workers.run(begun.wait))
        await asyncio.sleep(0.1)
        others = asyncio.gather(*(workers.run(lambda one=one: done.append(one), client_network(one)) for one in asking))
        await asyncio.sleep(0.1)
        begun.set()
        await asyncio.gather(first, others)

    asyncio.run(ask())
    workers.close()
    assert done == [asking[at] for at in (0, 3, 5, 6, 7, 1, 4, 2)]


def test_several_threads_can_show_boards_of_the_same_rules_at_once() -> None:
    """Even with shared caches each answers as if alone, also when it refuses."""

    def views(seed: int) -> list[Any]:
        game = hedgekit.Game(("0", "9+13", "12", "20")[seed % 4], players=3, seed=seed)
        table = Table(game, source=random.Random(seed))
        found = [table.handle({"do": "seats", "seats": ["greedy"] * 3})]
        for cell in "abcdefgh":
            found.append(table.handle({"do": "try", "path": [f"{cell}1"]}))
            found.append(table.handle({"do": "step", "ply": found[-1]["ply"]}))
        return [(view["refusal"], view["record"], view["text"], view["moves"]) for view in found]

    alone = [views(seed) for seed in range(5)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(views, range(5))) == alone
