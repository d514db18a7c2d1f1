"""JupyterLab on the notebooks of the book."""

import os
import secrets
import signal
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbformat.sign import NotebookNotary

from rulebook.publish import paths
from rulebook.publish.server.app import listen

IMPATIENCE = 8.0  # seconds: Lab waits a minute for a kernel that is just starting; kernels end once Lab is gone


def run(folder: Path, host: str, port: int, browser: bool, say: Callable[[str], None]) -> int:
    """Run JupyterLab on a folder until it is told to stop, and return its exit code.

    The address, with its token, goes to `say` once Lab can be reached. Raises PortTaken.
    """
    paths.share_with_kernels()
    sockets = listen(host, port)
    port = sockets[0].getsockname()[1]
    for bound in sockets:
        bound.close()
    first = next(iter(sorted(folder.glob("[0-9]*.ipynb"))), None)
    trust(folder)
    page = f"lab/tree/{first.name}" if first else "lab"
    # Lab prints a page of addresses for a token of its own; one that it was given it keeps to itself.
    token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(24))
    from jupyterlab.labapp import LabApp

    warnings.simplefilter("ignore", DeprecationWarning)  # what its parts say to each other

    lab = LabApp.initialize_server(
        [
            *("--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR", "--ServerApp.port_retries=0"),
            *(f"--ServerApp.ip={host}", f"--ServerApp.port={port}", f"--ServerApp.root_dir={folder}"),
            # Lab would ask its makers' server for news and newer versions, and first ask the reader whether it should.
            *("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"),
            f"--LabApp.app_settings_dir={paths.JUPYTER_DATA / 'lab' / 'settings'}",
            *(["--ServerApp.allow_root=True"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            *([] if browser else ["--no-browser"]),
            f"--LabApp.default_url=/{page}",
        ]
    )

    def stop(*_: Any) -> None:
        lab.stop(from_signal=True)
        impatience = threading.Timer(IMPATIENCE, os._exit, (0,))
        impatience.daemon = True
        impatience.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    say(f"{lab.connection_url}{page}{f'?token={token}' if token else ''}")
    lab.start()
    return 0


def trust(folder: Path) -> None:
    """Let Jupyter trust what the chapters of a folder show, those that are as the book has them."""
    notary = NotebookNotary()
    for original in paths.notebooks().glob("*.ipynb"):
        mine = folder / original.name
        if mine.is_file() and mine.read_bytes() == original.read_bytes():
            notary.sign(nbformat.read(mine, as_version=4))
