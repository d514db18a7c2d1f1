"""Kernels for nbval, forked from a process with the common imports, so that none shares state with another notebook."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
import time
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from typing import Any

IMPORTED = ["ipykernel.kernelapp", "ipykernel.ipkernel", "rulebook.chapters", "rulebook.boards.board", "rulebook.desk"]


class Forked(ForkServerProcess):
    """A process with the interface of `subprocess.Popen`, for Jupyter."""

    stdin = stdout = stderr = None

    def poll(self) -> int | None:
        return self.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        self.join(timeout)
        return self.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid or 0, number)


def launch(command: list[str], cwd: str, env: Mapping[str, str], **_: Any) -> Forked:
    """Start a kernel for a command such as `python -m ipykernel_launcher -f file`."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(IMPORTED)
    kernel = Forked(target=_run, args=(list(command), cwd, dict(env)), daemon=True)
    kernel.start()
    while kernel.is_alive() and os.getpgid(kernel.pid or 0) != kernel.pid:  # Jupyter kills the process group
        time.sleep(0.01)
    return kernel


def _run(command: list[str], cwd: str, env: Mapping[str, str]) -> None:
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    _, _, module, *rest = command
    sys.argv = [module, *rest]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
