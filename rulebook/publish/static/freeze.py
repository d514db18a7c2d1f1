"""Runs a chapter and keeps what it shows: what a page of the static site is made of.

    python -m rulebook.publish.static.freeze 01-base-game.ipynb > frozen.json

Modules that are named after it are not found, whether or not they are installed here.

In a process of its own, where the stand-ins of `widgets` take the place of anywidget. Every cell is run, those that
check what the book says too; a cell that raises ends it.
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
    """A cell of a chapter raised; the text has its traceback."""


PATIENCE = 120  # seconds for a chapter


def frozen(notebook: Path, absent: Iterable[str] = ()) -> dict[str, Any]:
    """Run a chapter in a fresh process of this Python, without some modules, and return what it shows (see `main`).

    CellError; TimeoutExpired if it takes too long.
    """
    # The same bytes every time: no order may depend on the hashes of this process.
    settings = os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": str(paths.PACKAGE.parent)}
    command = [sys.executable, "-m", "rulebook.publish.static.freeze", str(notebook), *absent]
    done = subprocess.run(command, capture_output=True, check=False, env=settings, timeout=PATIENCE)  # noqa: S603 - our own command
    if done.returncode:
        raise CellError(f"{notebook.name}: {done.stderr.decode('utf-8', 'replace').strip()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(notebook: Path, absent: Iterable[str] = ()) -> dict[str, Any]:
    """Run a chapter in this process, which finds none of the absent modules.

    Returns `cells` (sources), `outputs` (in order: {"kind": "html", "svg", "text" or "widget", "cell", and the text or
    the "slot"; of "kind" "prose" is the text of a Markdown cell), `slots` ({slot: {"code", "state", "picture",
    "ahead"}}: the last is what a board in sight will answer first), `codes` (of widgets that show nothing: what others
    need in the page) and `modules` (all that were imported).
    """
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # that is how Python says it of a module
    # What is random in a chapter, such as the salt of sealed words, is the same in every build; a reader's Python draws
    # its own.
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
    # What is in sight where a page begins that is printed of this, whichever.
    first = {slot for name, mine in page_split.cut(outputs).items() for slot in page_split.in_sight(mine, name)}
    slots = {
        slot: {
            "code": widget._esm,
            "state": widget.get_state(),
            "picture": str(widget.picture()) if getattr(widget, "picture", None) else "",
            "ahead": dict(widget.ahead()) if slot in first and hasattr(widget, "ahead") else {},
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
        # `dump` writes bit by bit: four times as long.
        sys.stdout.write(json.dumps(main(Path(sys.argv[1]), sys.argv[2:])))
    except CellError as error:
        sys.exit(str(error))
