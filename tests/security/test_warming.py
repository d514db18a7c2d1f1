"""Kernels that wait for readers, with a manager that only writes down what is asked of it."""

from __future__ import annotations

import asyncio
from typing import Any

from rulebook.publish.warming import Warmer

PATHS = [f"{number:02}.ipynb" for number in range(6)]


class Manager:
    """Prepares kernels named 1, 2, ..., those of `failing` without success; `ended` are their names."""

    def __init__(self, failing: tuple[str, ...] = ()) -> None:
        self.kernel_pools_config: dict[str, Any] = {}
        self._pools: dict[str, list[asyncio.Task[dict[str, Any]]]] = {}
        self.failing, self.begun, self.ended = failing, 0, list[str]()

    def fill_if_needed(self, delay: float, notebook_name: str) -> None:
        """As Voilà does it."""
        pool = self._pools.setdefault(notebook_name, [])
        for _ in range(self.kernel_pools_config[notebook_name]["pool_size"] - len(pool)):
            pool.append(asyncio.get_running_loop().create_task(self._initialize(delay)))

    async def _initialize(self, delay: float) -> dict[str, Any]:
        await asyncio.sleep(delay)
        self.begun += 1
        name = str(self.begun)
        return {"kernel_id": name, "task": asyncio.get_running_loop().create_task(self._run(name))}

    async def _run(self, name: str) -> None:
        if name in self.failing:
            raise RuntimeError(name)

    async def end(self, kernel_id: str, _why: str) -> None:
        self.ended.append(kernel_id)


def warmer(manager: Manager) -> Warmer:
    return Warmer(manager, 1, PATHS)  # type: ignore[arg-type]


def test_a_kernel_that_has_just_begun_ends_with_its_pool() -> None:
    """A reader took the one that was ready, the next is on its way, and the chapter is not kept warm any longer."""

    async def emptied() -> list[str]:
        manager = Manager()
        one = warmer(manager)
        await one._fill(PATHS[0])
        manager._pools[PATHS[0]].pop()
        manager.fill_if_needed(0.05, PATHS[0])
        await one._empty(PATHS[0])
        assert not manager._pools
        return manager.ended

    assert asyncio.run(emptied()) == ["2"]


def test_after_one_that_failed_there_is_another_for_the_next_reader() -> None:
    """The kernel of the failed one ends, and the chapter is warm again when it is read again."""

    async def read_twice() -> Manager:
        manager = Manager(failing=("1",))
        one = warmer(manager)
        run = asyncio.create_task(one.run())
        for _ in range(2):
            one.read(PATHS[-1])  # before those that are warm from the start
            await asyncio.sleep(0.05)
        run.cancel()
        return manager

    manager = asyncio.run(read_twice())
    assert manager.ended == ["1"]
    assert len(manager._pools[PATHS[-1]]) == 1
