"""The pages of chapters, each rendered once for all readers.

A chapter is run when one of its pages is first asked for, in a process that ends (`static.freeze`); its pages have the
state of every board, so that reading them needs nothing more of the server than files.
"""

import asyncio
import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulebook.publish import page_split
from rulebook.publish.server import answers
from rulebook.publish.server.files import Shelf
from rulebook.publish.server.logs import LOG
from rulebook.publish.static import page, parts
from rulebook.publish.static.freeze import CellError, frozen


class Press:
    """The chapters of a book that have been rendered; what their pages are made of is put on a `shelf`.

    root: the folder that is served; base_url: where; more: what the templates are told besides (`site.site`).
    """

    def __init__(self, root: Path, base_url: str, more: Mapping[str, Any], shelf: Shelf) -> None:
        self._root, self._base_url, self._more, self._shelf = root, base_url, dict(more), shelf
        # Chapters are rendered by turns: all at once, all would wait for the last.
        self._turns = asyncio.Semaphore(os.cpu_count() or 1)
        self._pages: dict[str, tuple[int, asyncio.Task[dict[str, answers.Page] | None]]] = {}

    async def pages(self, path: str) -> dict[str, answers.Page] | None:
        """A chapter's pages by the names of its leaves, rendered when one is first asked for; None if a cell raised.

        OSError and TimeoutExpired if it cannot be rendered now.
        """
        written = (self._root / path).stat().st_mtime_ns
        if path not in self._pages or self._pages[path][0] != written:
            self._pages[path] = written, asyncio.create_task(self._render(path))
        task = self._pages[path][1]
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception()) and self._pages.get(path) == (written, task):
                del self._pages[path]

    async def prepare(self, paths: Iterable[str]) -> None:
        """Render chapters before they are asked for, one after the other."""
        for path in paths:
            try:
                await self.pages(path)
            except (OSError, subprocess.TimeoutExpired) as no:
                LOG.warning("a chapter could not be rendered: %s", no)

    async def _render(self, path: str) -> dict[str, answers.Page] | None:
        async with self._turns:
            try:
                return await asyncio.to_thread(self._made, path)
            except CellError as error:
                LOG.error("a cell of a chapter raised: %s", error)
                return None

    def _made(self, path: str) -> dict[str, answers.Page]:
        notebook = self._root / path
        found = frozen(notebook)
        names = page_split.names(notebook.parent, notebook.stem)
        return {leaf: self._printed(path, leaf, found, several=len(names) > 1) for leaf in names}

    def _printed(self, path: str, leaf: str, found: dict[str, Any], several: bool) -> answers.Page:
        shown = parts.shown(Path(path).stem, found, self._shelf.add, leaf, several)
        host = self._shelf.add("host.js", page.host(served=True).encode())
        book = page.served(self._root, self._base_url, path, leaf) | self._more
        link = {"address": f"{self._base_url}boards", "ready": f"{self._base_url}ready", "chapter": path}
        elsewhere = f"{book['static_site'].rstrip('/')}/{page.address(path, leaf)}"  # this page, never full
        return answers.Page(
            page.chapter(book, shown, host, {"remote": link}, elsewhere=elsewhere, keep="", manifest="")
        )
