"""Run the book's commands as a reader would, and stop them with all their processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import psutil

from rulebook.publish import paths
from tests.sample import part

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
ONE_BOARD = "01-base-game"
STEMS = [notebook.stem for notebook in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]


@dataclass
class Running:
    """A running command: its process, the address it printed, its output, and its log file."""

    process: subprocess.Popen[str] | psutil.Process
    url: str = ""
    lines: list[str] = field(default_factory=list)
    log: Path | None = None

    def children(self) -> list[psutil.Process]:
        """Return its running child processes, including kernels and detached ones."""
        try:
            return [child for child in psutil.Process(self.process.pid).children(recursive=True) if child.is_running()]
        except psutil.NoSuchProcess:
            return []

    def ready(self) -> dict[str, Any]:
        """Return a server's status from `/ready`, whether or not it would take one more reader."""
        try:
            answer = urllib.request.urlopen(f"{self.url}ready", timeout=30)
        except urllib.error.HTTPError as busy:
            answer = busy
        with answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def has_readers(self, many: int, patience: float = 20) -> bool:
        """Return whether this many readers are playing, now or soon."""
        with suppress(AssertionError):
            wait_until(lambda: self.ready()["readers"] == many, patience)
            return True
        return False


def command(*arguments: str) -> list[str]:
    """Return the command line of `rulebook` with these arguments."""
    return [sys.executable, "-m", "rulebook", *arguments]


STAGES = {
    "step-on": "course()",
    "play": "play(players=4)",
    **{
        name: f'lesson("{name}")'
        for name in (
            *("held", "gift", "named-lane", "which-drawing", "all-dice", "card-turn", "both-dice", "foreign-step"),
            *("skid-die", "half-way", "first-home", "first-flick", "no-diagonal", "send-back", "bounce-back", "a-turn"),
        )
    },
    "play-hekla": 'play("hekla players=2", name="play-hekla")',
    "play-horses": 'play("horses[horses=2] players=2", name="play-horses")',
}
"""Name of a board of each kind -> the code of a cell that shows it."""


SHOWN = {"stages": [*STAGES], "desk": part([*STAGES][::2], 2), "phone": part([*STAGES][1::2], 2)}
"""All of them, and a daily sample of a quarter each for a desk and a phone."""


def write_stages(folder: Path) -> None:
    """Write chapters with these boards into a folder, each including the free one."""
    first = "from rulebook.chapters import lesson, play\nfrom rulebook.learning import course"
    folder.mkdir(parents=True, exist_ok=True)
    for stem, names in SHOWN.items():
        cells = [first, *(source for name, source in STAGES.items() if name in ("play", *names))]
        notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, cells)])
        nbformat.write(notebook, folder / f"{stem}.ipynb")


def write_one_board(folder: Path) -> Path:
    """Write a base chapter with only the free board into a folder, for tests of the server, not of the book."""
    notebook = nbformat.read(NOTEBOOKS / f"{ONE_BOARD}.ipynb", as_version=4)
    first, *others = (cell for cell in notebook.cells if cell.cell_type == "code")
    notebook.cells = [first, *(cell for cell in others if "Board('play'" in str(cell.outputs))]
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{ONE_BOARD}.ipynb")
    return folder


@contextmanager
def running(
    arguments: Sequence[str],
    patience: float = 60,
    cwd: Path = ROOT,
    environment: dict[str, str] | None = None,
    log: Path | None = None,
) -> Iterator[Running]:
    """Run a command, wait until it prints an address, and finally stop it and its children.

    log: the file for its standard error, which is otherwise part of its output.
    """
    env, errors = (
        os.environ | {"PYTHONUNBUFFERED": "1"} | (environment or {}),
        log.open("w") if log else subprocess.STDOUT,
    )
    process = subprocess.Popen(arguments, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=errors, text=True)
    run, late = Running(process, log=log), threading.Timer(patience, process.kill)
    late.start()
    try:
        while not run.url:
            line = process.stdout.readline() if process.stdout else ""
            assert line, f"no address was printed; exit code {process.wait(10)}: {run.lines}"
            run.lines.append(line.rstrip())
            if found := re.search(r"open (?:at|in JupyterLab at) (http://\S+)", line):
                run.url = found[1]
        late.cancel()
        threading.Thread(target=process.stdout.read, daemon=True).start()  # otherwise it would block on a full pipe
        yield run
    finally:
        late.cancel()
        left = run.children()
        end(process)
        for child in left:
            if child.is_running():
                child.kill()


@contextmanager
def serve(*options: str, book: Path | None = None, **how: Any) -> Iterator[Running]:
    """Run `rulebook serve` on a free port, without a browser or preheating.

    book: the folder of its chapters, if not the book's; how: arguments of `running`.
    """
    own = ("--notebooks", str(book)) if book else ()
    always = ("serve", "--port", "0", "--no-browser", "--warm", "0")
    with running(command(*always, *own, *options), **{"patience": 240} | how) as run:
        yield run


def wait_until(holds: Callable[[], bool], patience: float = 20) -> None:
    """Wait until a condition holds; AssertionError if it does not in time."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def end(process: subprocess.Popen[str] | subprocess.Popen[bytes], patience: float = 20) -> None:
    """Terminate a process, and kill it if it does not stop."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()


def listens(address: str) -> bool:
    """Return whether a server is listening at this address."""
    where = urlsplit(address)
    with suppress(OSError), socket.create_connection((where.hostname or "", where.port or 80), timeout=5):
        return True
    return False


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def as_on_binder(folder: Path, token: str = "tok", root: Path = ROOT) -> Iterator[str]:
    """Run a Jupyter server as Binder does, on the repository or `root`, with a user's base URL and a token.

    Its configuration goes to `folder`, as binder/postBuild installs it.  Yields the address.
    """
    configuration = folder / "etc"  # not the working directory, where voila.py would shadow Voilà itself
    configuration.mkdir()
    shutil.copy(ROOT / "binder" / "voila.py", configuration)
    address = f"http://127.0.0.1:{free_port()}/user/someone-abc/"
    options = {
        "ServerApp.base_url": "/user/someone-abc/", "IdentityProvider.token": token, "ServerApp.root_dir": root,
        "ServerApp.log_level": "ERROR", "ServerApp.port_retries": 0, "port": urlsplit(address).port,
    }  # fmt: skip
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    own = {f"JUPYTERLAB_{what}_DIR": str(folder / what) for what in ("WORKSPACES", "SETTINGS")}
    # Use in place what an installation would copy to the paths of Jupyter and Python.
    own |= {"JUPYTER_CONFIG_PATH": str(configuration), "JUPYTER_PATH": str(paths.JUPYTER_DATA), "PYTHONPATH": str(ROOT)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    asked = [*command, *(f"--{name}={value}" for name, value in options.items())]
    process = subprocess.Popen(asked, cwd=folder, env=os.environ | own, **quiet)
    try:
        wait_until(lambda: process.poll() is not None or listens(address), patience=180)
        assert process.poll() is None, f"the Jupyter server ended with {process.returncode}"
        yield address
    finally:
        end(process)
