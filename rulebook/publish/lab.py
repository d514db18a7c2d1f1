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

STOP_SECONDS = 8.0  # until Lab is killed: it waits a minute for a starting kernel; kernels end after Lab


def run(folder: Path, host: str, port: int, browser: bool, announce: Callable[[str], None]) -> int:
    """Run JupyterLab on a folder until a signal comes, and return the exit code.

    `announce` gets the address with its token once Lab can be reached.  Raises PortTaken.
    """
    paths.share_with_kernels()
    sockets = listen(host, port)
    port = sockets[0].getsockname()[1]
    for bound in sockets:
        bound.close()
    first = next(iter(sorted(folder.glob("[0-9]*.ipynb"))), None)
    trust(folder)
    page = f"lab/tree/{first.name}" if first else "lab"
    # Lab prints a page of addresses if it generates the token itself.
    token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(24))
    from jupyterlab.labapp import LabApp

    warnings.simplefilter("ignore", DeprecationWarning)  # among its own packages

    lab = LabApp.initialize_server(
        [
            *("--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR", "--ServerApp.port_retries=0"),
            *(f"--ServerApp.ip={host}", f"--ServerApp.port={port}", f"--ServerApp.root_dir={folder}"),
            # Lab would fetch news and check for updates, after asking the reader for permission.
            *("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"),
            f"--LabApp.app_settings_dir={paths.JUPYTER_DATA / 'lab' / 'settings'}",
            *(["--ServerApp.allow_root=True"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            *([] if browser else ["--no-browser"]),
            f"--LabApp.default_url=/{page}",
        ]
    )

    def stop(*_: Any) -> None:
        lab.stop(from_signal=True)
        timer = threading.Timer(STOP_SECONDS, os._exit, (0,))
        timer.daemon = True
        timer.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    announce(f"{lab.connection_url}{page}{f'?token={token}' if token else ''}")
    lab.start()
    return 0


def trust(folder: Path) -> None:
    """Make Jupyter trust the outputs of the chapters in a folder that are identical to the book's."""
    notary = NotebookNotary()
    for original in paths.notebooks().glob("*.ipynb"):
        copy = folder / original.name
        if copy.is_file() and copy.read_bytes() == original.read_bytes():
            notary.sign(nbformat.read(copy, as_version=4))
