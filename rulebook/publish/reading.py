"""A reader's process follows the page of a chapter: it runs the cells of the boards that are touched, and no others.

The page (`static/remote.js`) says {"chapter", "slot", "content", "count"} and buffers.  What it hears are the messages
of `static.kernel`, and {"type": "handled", "count"} after each of its own.
"""

import gc
import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from .static import widgets
from .static.freeze import cells_of
from .static.kernel import Kernel

LOG = logging.getLogger(__name__)


class Reading:
    """What a page says and hears.

    root: the folder that chapters are below; known: which may be run (None: any); say: takes what the page shall hear.
    """

    def __init__(self, root: Path, known: Collection[str] | None, say: Callable[[dict[str, Any]], None]) -> None:
        self._root, self._known, self._chapter, self._say = root.resolve(), known, "", say
        self._kernel: Kernel | None = None

    def hear(self, asked: Any, buffers: list[bytes]) -> None:
        """Follow a message of the page, whatever it is."""
        count = None
        try:
            count = asked["count"]
            self._opened(asked["chapter"]).handle(asked["slot"], asked["content"], buffers)
        except ConnectionError:
            raise
        except Exception:
            LOG.exception("a page's message could not be followed")
        self._say({"type": "handled", "count": count})

    def ahead(self) -> bool:
        """Do some of what can be done while the page is silent; whether there is more to do."""
        return self._kernel is not None and self._kernel.ahead()

    def _opened(self, chapter: str) -> Kernel:
        """The chapter of the page, that of its first message.  ValueError if it is none, or a second one."""
        if self._kernel is None:
            notebook = (self._root / chapter).resolve()
            listed = self._known is None or chapter in self._known
            if not listed or not notebook.is_relative_to(self._root) or notebook.suffix != ".ipynb":
                raise ValueError(f"not a chapter: {chapter!r}")
            self._kernel, self._chapter = Kernel(cells_of(notebook), self._post), chapter
        elif chapter != self._chapter:
            raise ValueError(f"a second chapter: {chapter!r}")
        return self._kernel

    def _post(self, message: dict[str, Any]) -> None:
        if message["type"] == "failed":
            LOG.error("a cell failed: %s", message["text"])
            message = message | {"text": ""}  # a reader gets no traceback
        self._say(message)


def imported() -> None:
    """Have what every chapter imports, before somebody comes."""
    widgets.install(lambda _thing: None)
    import_module("rulebook.chapters")


def prepared(root: Path, chapters: Iterable[str]) -> Iterator[int]:
    """Run chapters for nobody, a cell at each step: what they read and compute once is kept.

    Their widgets are not, nor the house rules that a chapter declares, which are that kernel's own.
    """
    for chapter in chapters:
        kernel = Kernel(cells_of(root / chapter), lambda _: None)
        for index in range(len(kernel.cells)):
            kernel.run(index)
            yield index
        del kernel
        widgets.made.clear()
        gc.collect()
