"""Executors of other processes and machines, whose workers may be lost."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from .tasks import Played, Task


class Pools:
    """An executor, and what replaces it: a pool of processes is broken for good when one of them is killed."""

    def __init__(self, executor: Executor, play: Callable[[Task], Played]) -> None:
        self._executor = executor
        self._play = play
        self._own: list[Executor] = []

    def submit(self, task: Task) -> "Future[Played]":
        """Hand a task on; to a new pool of processes where the old one is broken."""
        try:
            return self._executor.submit(self._play, task)
        except BrokenExecutor:
            from concurrent.futures import ProcessPoolExecutor  # here: in a browser there is none

            if not isinstance(self._executor, ProcessPoolExecutor):
                raise
        old: Any = self._executor
        workers, context = getattr(old, "_max_workers", None), getattr(old, "_mp_context", None)
        self._executor = ProcessPoolExecutor(workers, mp_context=context)
        self._own.append(self._executor)
        return self._executor.submit(self._play, task)

    def __enter__(self) -> "Pools":
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._own:
            pool.shutdown(wait=False, cancel_futures=True)


LOST = {"KilledWorker", "CommClosedError", "FutureCancelledError", "FuturesCancelledError"}
"""What dask.distributed says of work whose worker is gone."""


def is_lost(no: BaseException) -> bool:
    """Was the work lost with its worker, so that another may do it?"""
    named = {kind.__name__ for kind in type(no).__mro__ if kind.__module__.partition(".")[0] in ("distributed", "dask")}
    return isinstance(no, (BrokenExecutor, CancelledError)) or bool(named & LOST)
