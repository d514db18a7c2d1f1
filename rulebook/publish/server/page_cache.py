"""The book as its server shows it: each page is rendered once for all readers.

A chapter is run when one of its pages is first asked for, in a process that ends (`static.freeze`); its pages have the
state of every board, so that reading them needs nothing more of the server than files.
"""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from rulebook.publish import page_split, site
from rulebook.publish.server.base_handler import Page
from rulebook.publish.server.files import Shelf
from rulebook.publish.server.logs import LOG
from rulebook.publish.static import page, parts
from rulebook.publish.static.freeze import CellError, frozen

INDEX = "search.json"
"""What the search of the pages reads."""


class Book:
    """The book, and what has been rendered of it; what pages are made of is put on a `shelf`.

    root: the folder that is served; base_url: where; more: what the templates are told besides (`site.site`); modules:
    the code of the cover; listed: show only the chapters, and none of a reader's own notebooks.
    """

    def __init__(
        self, root: Path, base_url: str, more: dict[str, Any], modules: list[str], shelf: Shelf, listed: bool
    ) -> None:
        self._root, self._base_url, self._more, self._modules = root, base_url, more, modules
        self._shelf, self._listed = shelf, listed
        self._folder = site.chapter_folder(root) or root
        self.chapters = [one.relative_to(root).as_posix() for one in sorted(self._folder.glob("[0-9]*.ipynb"))]
        self._pages: dict[object, Page] = {}
        # Chapters are rendered by turns: all at once, all would wait for the last.
        self._turns = asyncio.Semaphore(os.cpu_count() or 1)
        self._rendered: dict[str, tuple[int, asyncio.Task[dict[str, Page] | None]]] = {}

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?  To a reader on his machine any of the folder, to strangers what is listed."""
        if self._listed:
            return path in self.chapters
        file = (self._root / path).resolve()
        return file.suffix == ".ipynb" and file.is_file() and file.is_relative_to(self._root.resolve())

    def described(self, path: str | None = None, leaf: str = "") -> dict[str, Any]:
        """The book as templates know it, on a leaf of a chapter or on another page."""
        return page.served(self._root, self._base_url, path, leaf) | self._more

    def page(self, template: str, **values: Any) -> Page:
        """The page of a template, or the index of the search: made anew when the notebooks have changed."""
        edition = (template, *values.values(), *((one, one.stat().st_mtime_ns) for one in self._folder.glob("*.ipynb")))
        if edition not in self._pages:
            book = self.described()
            book["cover"] |= {"modules": self._modules}
            text = json.dumps(book["index"](), ensure_ascii=False) if template == INDEX else None
            self._pages[edition] = Page(text or page.rendered(template, rulebook=book, **values))
        return self._pages[edition]

    # ---- chapters ----------------------------------------------------------------------------------------------------

    async def leaves(self, path: str) -> dict[str, Page] | None:
        """A chapter's pages by the names of its leaves, rendered when one is first asked for; None if a cell raised.

        OSError and TimeoutExpired if it cannot be rendered now.
        """
        written = (self._root / path).stat().st_mtime_ns
        if path not in self._rendered or self._rendered[path][0] != written:
            self._rendered[path] = written, asyncio.create_task(self._render(path))
        task = self._rendered[path][1]
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception()) and self._rendered.get(path) == (written, task):
                del self._rendered[path]

    async def prepare(self) -> None:
        """Render all chapters before they are asked for, one after the other."""
        for path in self.chapters:
            try:
                await self.leaves(path)
            except (OSError, subprocess.TimeoutExpired) as no:
                LOG.warning("a chapter could not be rendered: %s", no)

    async def _render(self, path: str) -> dict[str, Page] | None:
        async with self._turns:
            try:
                return await asyncio.to_thread(self._made, path)
            except CellError as error:
                LOG.error("a cell of a chapter raised: %s", error)
                return None

    def _made(self, path: str) -> dict[str, Page]:
        notebook = self._root / path
        found = frozen(notebook)
        names = page_split.names(notebook.parent, notebook.stem)
        return {leaf: self._printed(path, leaf, found, several=len(names) > 1) for leaf in names}

    def _printed(self, path: str, leaf: str, found: dict[str, Any], several: bool) -> Page:
        shown = parts.shown(Path(path).stem, found, self._shelf.add, leaf, several)
        host = self._shelf.add("host.js", page.host(served=True))
        book = self.described(path, leaf)
        files = "?files" * ("rulebook.desk" in found["modules"])
        link = {"address": f"{self._base_url}boards{files}", "ready": f"{self._base_url}ready", "chapter": path}
        elsewhere = f"{book['static_site'].rstrip('/')}/{page.address(path, leaf)}"  # this page, never full
        return Page(page.chapter(book, shown, host, {"remote": link}, elsewhere=elsewhere, keep="", manifest=""))
