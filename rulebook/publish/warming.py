"""Kernels with their chapter already run, for the chapters that are likely to be read next."""

import asyncio

from rulebook.publish.kernels import Kernels
from rulebook.publish.logs import LOG


class Warmer:
    """Keeps kernels with their chapter already run, for the chapters that are likely to be read next.

    Voilà fills the pools of all notebooks at once when it starts; forty chapters would mean forty kernels, and the
    first reader would wait for them. Here one is started after the other, and only `limit` chapters are kept warm.
    """

    limit = 4

    def __init__(self, kernels: Kernels, size: int, paths: list[str]) -> None:
        self._kernels, self._size, self._paths = kernels, size, paths
        self._warm: list[str] = []
        self._wanted: asyncio.Queue[str] = asyncio.Queue()

    def read(self, path: str) -> None:
        """Say that a chapter is being read."""
        if self._size and path in self._paths:
            at = self._paths.index(path)
            for likely in (*self._paths[at + 1 : at + 2], path):
                self._wanted.put_nowait(likely)

    async def run(self) -> None:
        """Fill pools for ever."""
        if self._size:
            for path in self._paths[:2]:
                self._wanted.put_nowait(path)
        while True:
            path = await self._wanted.get()
            if path in self._warm:
                self._warm.remove(path)
            await self._fill(path)  # also one that is warm: what was prepared for it may have failed
            self._warm.append(path)
            while len(self._warm) > self.limit:
                await self._empty(self._warm.pop(0))

    async def _fill(self, path: str) -> None:
        manager = self._kernels
        manager.kernel_pools_config[path] = {"pool_size": self._size}
        manager.fill_if_needed(delay=0, notebook_name=path)
        for task in list(manager._pools[path]):
            kernel_id = ""
            try:
                prepared = await task
                kernel_id = prepared["kernel_id"]
                await prepared["task"]
            except Exception as error:
                LOG.warning("%s could not be prepared: %s", path, error)
                # Left in the pool, it would fail the next reader, and the end of every other kernel.
                if task in manager._pools.get(path, ()):
                    manager._pools[path].remove(task)
                    await manager.end(kernel_id, "failed")

    async def _empty(self, path: str) -> None:
        manager = self._kernels
        manager.kernel_pools_config[path] = {"pool_size": 0}
        pool = manager._pools.pop(path, [])
        while pool:
            try:
                prepared = await pool.pop(0)  # also one that has just begun: nobody else would end its kernel
            except Exception as error:
                LOG.warning("%s could not be prepared: %s", path, error)
            else:
                await manager.end(prepared["kernel_id"], "not needed")
