"""A reader's process follows the page of a chapter: it runs the cells of the boards that are touched, and no others.

The page (`static/remote.js`) speaks to it through one comm, `COMM`: {"chapter", "slot", "content", "count"} and
buffers.  What it hears are the messages of `static.kernel`, and {"type": "handled", "count"} after each of its own.
"""

import logging
import os
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import Any

from ipykernel.comm import Comm

from .limits import CHAPTERS, COMM, FOLDER
from .static import widgets
from .static.freeze import cells_of
from .static.kernel import Kernel

LOG = logging.getLogger(__name__)


class Reading:
    """What a page says and hears.  root: the folder that chapters are below; known: which may be run (None: any)."""

    def __init__(self, root: Path, known: Collection[str] | None = None) -> None:
        # What every chapter imports is there before somebody comes.
        widgets.install(lambda _thing: None)
        import_module("rulebook.chapters")
        self._root, self._known, self._chapter = root, known, ""
        self._kernel: Kernel | None = None
        self._comm = Comm(target_name=COMM, comm_id=COMM)
        self._comm.on_msg(self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        count = None
        try:
            asked = message["content"]["data"]["content"]
            count = asked["count"]
            self._opened(asked["chapter"]).handle(asked["slot"], asked["content"], message.get("buffers", []))
        except Exception:
            LOG.exception("a page's message could not be followed")
        self._say({"type": "handled", "count": count})

    def _opened(self, chapter: str) -> Kernel:
        """The chapter of the page, that of its first message.  ValueError if it is none, or a second one."""
        if self._kernel is None:
            notebook = (self._root / chapter).resolve()
            listed = self._known is None or chapter in self._known
            if not listed or not notebook.is_relative_to(self._root) or notebook.suffix != ".ipynb":
                raise ValueError(f"not a chapter: {chapter!r}")
            self._kernel, self._chapter = Kernel(cells_of(notebook), self._say), chapter
        elif chapter != self._chapter:
            raise ValueError(f"a second chapter: {chapter!r}")
        return self._kernel

    def _say(self, message: dict[str, Any]) -> None:
        if message["type"] == "failed":
            LOG.error("a cell failed: %s", message["text"])
            message = message | {"text": ""}  # a reader gets no traceback
        self._comm.send({"method": "custom", "content": message})


def begin() -> Reading:
    """Wait for a page."""
    known = os.environ.get(CHAPTERS)
    return Reading(Path(os.environ[FOLDER]).resolve(), None if known is None else known.split(os.pathsep))
