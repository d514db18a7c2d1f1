"""Chapters are rendered once, for all readers: a page from memory, and a process for whom does something on it.

A chapter is run when it is first asked for, in a process that ends (`static.freeze`); its page has the state of every
widget, so that reading it needs no process.  A reader gets one with his first move (`Begin`), and it makes no more of
the chapter than the boards he touches (`reading`).

* GET voila/render/CHAPTER.ipynb?variant=N or ?page=NAME: a chapter, or a leaf of it (`leaves`); 503 if it cannot be
  rendered now
* GET parts/NAME: a part of the pages, to be kept for ever (`files.Kept`)
* POST begin: a process for a page, by its name; 503 when all are taken, with when to ask again
"""

import asyncio
import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import tornado.web
from voila.handler import BaseVoilaHandler

from rulebook.publish import answers, leaves
from rulebook.publish.files import Shelf
from rulebook.publish.handlers import book_of, kernels_of
from rulebook.publish.headers import TOGETHER, Marks
from rulebook.publish.kernels import Full
from rulebook.publish.logs import LOG
from rulebook.publish.shares import house
from rulebook.publish.static import page, parts
from rulebook.publish.static.freeze import CellError, frozen

AGAIN = 20  # seconds after which whoever found no page may ask again
SCRIPTS = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Printed:
    """A page, ready to be sent, and which scripts may run in it."""

    page: answers.Page
    policy: str


class Press:
    """The chapters of a book that have been rendered; what their pages are made of is put on a `shelf`.

    root: the folder that is served; base_url: where; more: what the templates are told besides (`site.site`); turns:
    how many are rendered at a time.
    """

    def __init__(
        self, root: Path, base_url: str, more: Mapping[str, Any], shelf: Shelf, turns: asyncio.Semaphore
    ) -> None:
        self._root, self._base_url, self._more = root, base_url, dict(more) | {"nonce": ""}
        self._shelf, self._turns = shelf, turns
        self._pages: dict[str, tuple[int, asyncio.Task[dict[str, Printed] | None]]] = {}

    async def pages(self, path: str) -> dict[str, Printed] | None:
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

    async def _render(self, path: str) -> dict[str, Printed] | None:
        async with self._turns:
            try:
                return await asyncio.get_running_loop().run_in_executor(None, self._made, path)
            except CellError as error:
                LOG.error("a cell of a chapter raised: %s", error)
                return None

    def _made(self, path: str) -> dict[str, Printed]:
        notebook = self._root / path
        found = frozen(notebook)
        names = leaves.names(notebook.parent, notebook.stem)
        return {leaf: self._printed(path, leaf, found, several=len(names) > 1) for leaf in names}

    def _printed(self, path: str, leaf: str, found: dict[str, Any], several: bool) -> Printed:
        shown = parts.shown(Path(path).stem, found, self._shelf.add, leaf, several)
        host = self._shelf.add("host.js", page.host().encode())
        remote = {
            "code": self._shelf.add("remote.js", (SCRIPTS / "remote.js").read_bytes()),
            "begin": f"{self._base_url}begin",
            "session": f"{self._base_url}session/",
            "kernels": f"{self._base_url}api/kernels/",
            "leave": f"{self._base_url}voila/api/shutdown/",
            "chapter": path,
        }
        book = page.served(self._root, self._base_url, path, leaf) | self._more
        text = page.rendered(
            "chapter.html",
            book=book,
            page=shown["page"] | {"remote": remote},
            outputs=shown["outputs"],
            elsewhere=f"{book['static_site'].rstrip('/')}/{page.address(path, leaf)}",  # this page, never full
            modules=[host, remote["code"], *shown["modules"]],
            places=page.elsewhere(book, shown["places"]),
            host=host,
            keep="",
            manifest="",
        )
        return Printed(answers.Page(text, (Marks.origin,)), f"{page.policy(text, python=False)}; {TOGETHER}")


class Chapter(answers.Answer, BaseVoilaHandler):
    """A chapter's page from memory."""

    page = ""

    def initialize(self, **settings: Any) -> None:
        """Take what Voilà hands to its own handler of chapters."""
        super().initialize(voila_configuration=settings["voila_configuration"])

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Send it."""
        self._is_one(path)
        press: Press = self.settings["rulebook_press"]
        try:
            printed = await press.pages(path)
        except (OSError, subprocess.TimeoutExpired) as no:
            LOG.warning("a chapter could not be rendered: %s", no)
            raise tornado.web.HTTPError(503) from no
        if printed is None:
            raise tornado.web.HTTPError(500)
        found = printed.get(self._leaf())
        if found is None:
            raise tornado.web.HTTPError(404)
        self.needs_cookie = True
        _ = self.xsrf_token  # the cookie without which a page may neither begin nor end a process
        self.set_header("Cache-Control", "no-cache")
        self.set_header("Content-Security-Policy", found.policy)
        self.send_page(found.page)

    async def head(self, path: str = "") -> None:
        """Say whether there is such a page, without rendering the chapter."""
        self._is_one(path)
        notebook = Path(self.settings["voila"].root_dir) / path
        if self._leaf() not in leaves.names(notebook.parent, notebook.stem):
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")

    def _leaf(self) -> str:
        """Which page of the chapter is asked for."""
        return self.get_query_argument("page", "") or self.get_query_argument("variant", "")

    def _is_one(self, path: str) -> None:
        if not book_of(self).is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.page = PurePosixPath(path).stem  # for the log

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error; of one that passes, when to come again."""
        if status_code == 503:
            self.set_header("Retry-After", str(AGAIN))
        super().write_error(status_code, **kwargs)


class Begin(BaseVoilaHandler):
    """A reader does something on a page: he gets a process."""

    def gone(self) -> bool:
        """Has the reader hung up?  Who did so with the request was gone before anybody could be told."""
        stream = getattr(self.request.connection, "stream", None)
        return stream is None or stream.closed()

    @tornado.web.authenticated
    async def post(self) -> None:
        """Say which."""
        self.set_header("Cache-Control", "no-store")
        kernels = kernels_of(self)
        try:
            async with kernels.place(house(self.request.remote_ip or "")) as place:
                if self.gone():  # while there was no place
                    return
                kernel_id = await kernels.start()
                kernels.welcome(kernel_id, place)
        except Full:
            self._later(kernels.soon())
            return
        except Exception:  # no descriptor, no room on the disk, no process: it may pass
            LOG.exception("a process could not be started")
            self._later(AGAIN)
            return
        if self.gone():
            await kernels.end(kernel_id, "left early")
            return
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps({"kernel": kernel_id}))

    def _later(self, seconds: int) -> None:
        self.set_status(503)
        self.set_header("Retry-After", str(seconds))
        self.finish("")
