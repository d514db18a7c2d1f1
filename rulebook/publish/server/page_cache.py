"""The page cache: each page of the book is rendered once for all readers.

A chapter is run in a process of its own (`static.freeze`) when one of its pages is first requested.  Pages contain the
state of every board, so reading them takes nothing more from the server than files.
"""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from rulebook.publish import page_context, page_split
from rulebook.publish.server.base_handler import Page
from rulebook.publish.server.files import StaticFiles
from rulebook.publish.server.logs import LOG
from rulebook.publish.static import page, parts
from rulebook.publish.static.freeze import CellError, freeze

SEARCH_INDEX = "search.json"


class PageCache:
    """The rendered pages; their parts are added to `files`.

    root: the folder that the server serves; base_url: its address; extra: additions to the template context
    (`book_context`); modules: the scripts of the cover; listed: show only the chapters, no other notebooks.
    """

    def __init__(
        self, root: Path, base_url: str, extra: dict[str, Any], modules: list[str], files: StaticFiles, listed: bool
    ) -> None:
        self._root, self._base_url, self._extra, self._modules = root, base_url, extra, modules
        self._files, self._listed = files, listed
        self._folder = page_context.chapter_folder(root) or root
        self.chapters = [one.relative_to(root).as_posix() for one in sorted(self._folder.glob("[0-9]*.ipynb"))]
        self._pages: dict[object, Page] = {}
        # Rendered all at once, every chapter would take as long as the last.
        self._slots = asyncio.Semaphore(os.cpu_count() or 1)
        self._rendered: dict[str, tuple[int, asyncio.Task[dict[str, Page] | None]]] = {}

    def is_chapter(self, path: str) -> bool:
        """Return whether a notebook may be shown: a chapter, or unless `listed` any notebook in the folder."""
        if self._listed:
            return path in self.chapters
        file = (self._root / path).resolve()
        return file.suffix == ".ipynb" and file.is_file() and file.is_relative_to(self._root.resolve())

    def context(self, path: str | None = None, name: str = "") -> dict[str, Any]:
        """Return the template context of a page of a chapter, or of another page."""
        return page.server_context(self._root, self._base_url, path, name) | self._extra

    def page(self, template: str, **values: Any) -> Page:
        """Return a page without boards, or the search index, rendered again when a notebook has changed."""
        edition = (template, *values.values(), *((one, one.stat().st_mtime_ns) for one in self._folder.glob("*.ipynb")))
        if edition not in self._pages:
            book = self.context()
            book["cover"] |= {"modules": self._modules}
            text = json.dumps(book["index"](), ensure_ascii=False) if template == SEARCH_INDEX else None
            self._pages[edition] = Page(text or page.render(template, rulebook=book, **values))
        return self._pages[edition]

    # ---- chapters ----------------------------------------------------------------------------------------------------

    async def chapter_pages(self, path: str) -> dict[str, Page] | None:
        """Return the pages of a chapter by name, rendered again when it has changed; None if a cell raised.

        Raises OSError or TimeoutExpired if it cannot be rendered now.
        """
        modified = (self._root / path).stat().st_mtime_ns
        if path not in self._rendered or self._rendered[path][0] != modified:
            self._rendered[path] = modified, asyncio.create_task(self._render(path))
        task = self._rendered[path][1]
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception()) and self._rendered.get(path) == (modified, task):
                del self._rendered[path]

    async def render_all(self) -> None:
        """Render all chapters one after the other, before they are requested."""
        for path in self.chapters:
            try:
                await self.chapter_pages(path)
            except (OSError, subprocess.TimeoutExpired) as error:
                LOG.warning("a chapter could not be rendered: %s", error)

    async def _render(self, path: str) -> dict[str, Page] | None:
        async with self._slots:
            try:
                return await asyncio.to_thread(self._render_pages, path)
            except CellError as error:
                LOG.error("a cell of a chapter raised: %s", error)
                return None

    def _render_pages(self, path: str) -> dict[str, Page]:
        notebook = self._root / path
        snapshot = freeze(notebook)
        names = page_split.page_names(notebook.parent, notebook.stem)
        return {name: self._render_page(path, name, snapshot, is_split=len(names) > 1) for name in names}

    def _render_page(self, path: str, name: str, snapshot: dict[str, Any], is_split: bool) -> Page:
        content = parts.page_parts(Path(path).stem, snapshot, self._files.add, name, is_split)
        host = self._files.add("host.js", page.host_script(served=True))
        book = self.context(path, name)
        query = "?files" * ("rulebook.desk" in snapshot["modules"])
        remote = {"address": f"{self._base_url}boards{query}", "ready": f"{self._base_url}ready", "chapter": path}
        elsewhere = f"{book['static_site'].rstrip('/')}/{page.address(path, name)}"  # the page in the static site
        text = page.render_chapter(book, content, host, {"remote": remote}, elsewhere=elsewhere, keep="", manifest="")
        return Page(text)
