"""The threads that do readers' work: what takes too long is stopped, and nobody waits for somebody else's work."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.publish.server import workers as module
from rulebook.publish.server.workers import TookTooLong, Workers, house
from tests.serving import wait_until


@pytest.fixture
def workers() -> Iterator[Workers]:
    """Two threads that give work a fifth of a second."""
    found = Workers(2, seconds=0.2)
    yield found
    found.close()


def endless() -> None:
    """Compute for ever, and let no error through."""
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


def test_work_without_an_end_is_stopped_and_other_work_is_done_meanwhile(workers: Workers) -> None:
    """Also where errors are caught in it; the thread does other work then, which nothing of it reaches."""

    async def both() -> None:
        stopped = [asyncio.create_task(workers.run(endless)) for _ in range(5)]
        assert [await workers.run(lambda k=k: k * k) for k in range(20)] == [k * k for k in range(20)]
        found = await asyncio.gather(*stopped, return_exceptions=True)
        assert [type(one) for one in found] == [TookTooLong] * 5
        assert [await workers.run(lambda k=k: k) for k in range(20)] == list(range(20))
        assert workers.stuck == 0

    asyncio.run(both())


def test_an_error_is_that_of_its_own_work(workers: Workers) -> None:
    async def fails() -> None:
        with pytest.raises(ZeroDivisionError):
            await workers.run(lambda: 1 // 0)
        with pytest.raises(SystemExit):
            await workers.run(lambda: exec("raise SystemExit"))
        assert await workers.run(lambda: 7) == 7

    asyncio.run(fails())


def test_a_thread_that_does_not_stop_is_replaced(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that waits in C for something, and uses no processor, whatever others do; it is counted until it comes
    back, and then ends."""
    monkeypatch.setattr(module, "STUCK", 0.2)
    monkeypatch.setattr(module, "BUSY", 1e9)
    released = threading.Event()

    async def hangs() -> None:
        hanging = asyncio.create_task(workers.run(released.wait))  # no Python runs in it that could be stopped
        while not hanging.done():
            await workers.run(lambda: sum(range(100_000)))
        assert type(hanging.exception()) is TookTooLong
        assert workers.stuck == 1
        assert await asyncio.gather(*(workers.run(lambda k=k: k) for k in range(5))) == list(range(5))
        released.set()
        wait_until(lambda: not workers.stuck)

    asyncio.run(hangs())


def test_a_sleep_of_the_machine_is_nobodys_work(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks of the watchdog an hour goes by, and with it none of the twenty seconds that the work has."""
    real, away, released = time.monotonic, [0.0], threading.Event()
    monkeypatch.setattr(module.time, "monotonic", lambda: real() + away[0])

    async def sleeps() -> None:
        waiting = asyncio.create_task(workers.run(released.wait, seconds=20))
        await workers.run(lambda: None)
        before, away[0] = workers._clock, 3600.0
        while workers._clock == before:
            time.sleep(0.01)
        released.set()
        assert await waiting

    asyncio.run(sleeps())


def test_houses_have_their_turns() -> None:
    """Who asks for much is served between others, not before them."""
    workers, done = Workers(1), []

    async def ask() -> None:
        begun = threading.Event()
        first = asyncio.create_task(workers.run(begun.wait))
        await asyncio.sleep(0.1)
        asked = [workers.run(lambda one=one: done.append(one), one) for one in "aaaaabac"]
        others = asyncio.gather(*asked)
        await asyncio.sleep(0.1)
        begun.set()
        await first
        await others

    asyncio.run(ask())
    workers.close()
    assert done[:4] == list("abca")


def test_what_nobody_waits_for_is_done_when_nobody_waits(workers: Workers) -> None:
    """By one thread at most, step by step, until there is no more."""
    at_once, most, steps = 0, 0, iter(range(50))

    def step() -> bool:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        time.sleep(0.001)
        at_once -= 1
        return next(steps, None) is not None

    async def wait() -> None:
        workers.later(step)
        workers.later(step)
        deadline = time.monotonic() + 20
        while next(steps, None) is not None:
            assert time.monotonic() < deadline
            assert await workers.run(lambda: 1) == 1
            await asyncio.sleep(0.01)

    asyncio.run(wait())
    assert most == 1


def test_whose_an_address_is() -> None:
    """Of IPv6 a network, for whoever has one has all of its addresses; what is none stays what it is."""
    found = [house(one) for one in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "2001:db8:0:1::1", "?")]
    assert found == ["192.0.2.7", "192.0.2.7", "2001:db8::/64", "2001:db8:0:1::/64", "?"]
    assert house("fe80::1%eth0") == house("fe80::2")


RULES = ("0 players=2", "9+13 players=3", "12 players=2", "20 players=3")


def told(seed: int) -> list[Any]:
    """What a table tells while a game is played on it by chance, refusals among it."""
    game = hedgekit.Game(RULES[seed % len(RULES)], seed=seed)
    chance, table = random.Random(seed), Table(game, source=random.Random(seed))
    found = []
    for _ in range(16):
        view = table.view()
        message: dict[str, Any] = {"do": "step", "ply": view["ply"]}
        if not view["auto"] and view["moves"]:
            message = {"do": "play", "move": chance.choice(view["moves"])["text"], "ply": view["ply"]}
        refused = table.handle({"do": "try", "path": [chance.choice("abcdefghi") + chance.choice("123456")]})
        view = table.handle(message)
        found.append((refused["refusal"], view["record"], view["text"], view["moves"]))
    return found


def test_boards_of_the_same_rules_are_told_of_by_several_threads_at_once() -> None:
    """Whatever is shared, as what answers are listened to with: each hears the same as alone."""
    seeds = range(5)
    alone = [told(seed) for seed in seeds]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(told, seeds)) == alone
    assert hedgekit.replay(alone[0][-1][1])
