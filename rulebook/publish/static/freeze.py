"""Runs a chapter and takes a snapshot of its outputs and widgets, from which pages are rendered.

    python -m rulebook.publish.static.freeze 01-base-game.ipynb [MODULE ...] > snapshot.json

The named modules cannot be imported, whether or not they are installed.

It needs its own process, where the stand-ins of `kernel.widgets` replace anywidget.  All cells but hidden ones are run;
a cell that raises ends it.
"""

import json
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulebook.kernel import kernel, widgets
from rulebook.publish import page_split, paths


class CellError(ValueError):
    """A cell of a chapter raised; the text has the traceback."""


TIMEOUT = 120  # seconds for a chapter


def freeze(notebook: Path, absent: Iterable[str] = ()) -> dict[str, Any]:
    """Run a chapter in a new Python process without some modules, and return its snapshot (see `take_snapshot`).

    Raises CellError, and TimeoutExpired if it takes too long.
    """
    # A fixed hash seed, so that every build gives the same bytes.
    settings = os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": str(paths.PACKAGE.parent)}
    command = [sys.executable, "-m", "rulebook.publish.static.freeze", str(notebook), *absent]
    done = subprocess.run(command, capture_output=True, check=False, env=settings, timeout=TIMEOUT)  # noqa: S603 - our own command
    if done.returncode:
        raise CellError(f"{notebook.name}: {done.stderr.decode('utf-8', 'replace').strip()}")
    snapshot: dict[str, Any] = json.loads(done.stdout)
    return snapshot


def take_snapshot(notebook: Path, absent: Iterable[str] = ()) -> dict[str, Any]:
    """Run a chapter in this process, where the `absent` modules cannot be imported, and return its snapshot.

    cells: the sources.  outputs, in order: {"kind": "html", "svg" or "text", "cell", "text"}, {"kind": "widget",
    "slot"}, or {"kind": "prose", "text"} for a Markdown cell.  slots: {slot: {"code", "state", "picture", "ahead"}},
    the last with the first answers of a board in sight.  codes: the code of hidden widgets, which others need in the
    page.  modules: all that were imported.
    """
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None makes an import fail
    # Random values of a chapter, such as the salt of sealed words, are the same in every build; a reader's Python draws
    # others.
    source = random.Random(notebook.stem)
    random.seed(notebook.stem)
    secrets.token_hex = lambda nbytes=None: source.randbytes(nbytes or 32).hex()
    cells = kernel.cells_of(notebook)
    outputs: list[dict[str, Any]] = []

    def post(message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "failed":
            raise CellError(message["text"])
        if kind == "show":
            outputs.append({"kind": "widget", "slot": message["slot"]})
        elif kind in ("html", "svg", "text"):
            outputs.append({"kind": kind, "text": message[kind], "cell": message["cell"]})

    running = kernel.Kernel(cells, post)
    index = 0
    for text, is_code in kernel.read(notebook):
        if is_code:
            running.run(index)
            index += 1
        else:
            outputs.append({"kind": "prose", "text": text})
    shown = running.widgets
    pages = page_split.split(outputs).items()
    in_sight = {slot for name, found in pages for slot in page_split.slots_in_sight(found, name)}
    slots = {
        slot: {
            "code": widget._esm,
            "state": widget.get_state(),
            "picture": str(widget.picture()) if getattr(widget, "picture", None) else "",
            "ahead": dict(widget.ahead()) if slot in in_sight and hasattr(widget, "ahead") else {},
        }
        for slot, widget in shown.items()
    }
    hidden = [widget._esm for widget in widgets.made.values() if widget not in shown.values() and widget._esm]
    return {
        "cells": cells,
        "outputs": outputs,
        "slots": slots,
        "codes": list(dict.fromkeys(hidden)),
        "modules": sorted(name for name, module in sys.modules.items() if module),
    }


if __name__ == "__main__":
    try:
        # `dump` writes in small pieces, which takes four times as long.
        sys.stdout.write(json.dumps(take_snapshot(Path(sys.argv[1]), sys.argv[2:])))
    except CellError as error:
        sys.exit(str(error))
