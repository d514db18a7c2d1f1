"""JupyterLab on the notebooks of the book, as a child process that ends with this one."""

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbformat.sign import NotebookNotary

from rulebook.publish import places
from rulebook.publish.server.app import listen


def run(folder: Path, host: str, port: int, browser: bool, say: Callable[[str], None]) -> int:
    """Run JupyterLab on a folder until it is told to stop, and return its exit code.

    The address, with its token, goes to `say` once Lab answers. Raises PortTaken.
    """
    places.share_with_kernels()
    sockets = listen(host, port)
    port = sockets[0].getsockname()[1]
    for bound in sockets:
        bound.close()
    first = next(iter(sorted(folder.glob("[0-9]*.ipynb"))), None)
    trust(folder)
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        *("--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR", "--ServerApp.port_retries=0"),
        *(f"--ServerApp.ip={host}", f"--ServerApp.port={port}", f"--ServerApp.root_dir={folder}"),
        # Lab would ask its makers' server for news and newer versions, and first ask the reader whether it should.
        *("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"),
        f"--LabApp.app_settings_dir={places.JUPYTER_DATA / 'lab' / 'settings'}",
        *(["--ServerApp.allow_root=True"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
        *([] if browser else ["--no-browser"]),
        *([f"--LabApp.default_url=/lab/tree/{first.name}"] if first else []),
    ]
    # Lab prints a page of addresses for a token of its own; one that it was given it keeps to itself.
    settings = {"JUPYTER_TOKEN": secrets.token_hex(24)} | os.environ
    lab = subprocess.Popen(command, start_new_session=True, env=settings)  # noqa: S603 - our own command

    def stop(*_: object) -> None:
        lab.terminate()
        # Lab waits a minute for a kernel that is just starting; kernels end by themselves once Lab is gone.
        impatience = threading.Timer(8, lab.kill)
        impatience.daemon = True
        impatience.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if server := _wait_for(lab):
        page = f"lab/tree/{first.name}" if first else "lab"
        token = f"?token={server['token']}" if server["token"] else ""
        say(f"{server['url']}{page}{token}")
    code = lab.wait()
    return 0 if code <= 0 else code


def trust(folder: Path) -> None:
    """Let Jupyter trust what the chapters of a folder show, those that are as the book has them."""
    notary = NotebookNotary()
    for original in places.notebooks().glob("*.ipynb"):
        mine = folder / original.name
        if mine.is_file() and mine.read_bytes() == original.read_bytes():
            notary.sign(nbformat.read(mine, as_version=4))


def _wait_for(lab: subprocess.Popen[bytes]) -> dict[str, Any] | None:
    """Return what Lab noted about itself (address, token) once it answers, or None if it ended."""
    from jupyter_server.serverapp import list_running_servers

    while lab.poll() is None:
        for server in list_running_servers():
            if server["pid"] == lab.pid and _answers(f"{server['url']}api"):
                return dict(server)
        time.sleep(0.2)
    return None


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - our own address
            return True
    except OSError:
        return False
