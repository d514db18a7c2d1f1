"""Chapters that are rendered once, for all readers: a page from memory, and a process for whom does something on it.

A chapter is run when it is first asked for, in a process that ends (`static.freeze`); its page has the state of every
widget, so that reading it needs no process.  A reader gets one with his first move (`Begin`), and it makes no more of
the chapter than the boards he touches (`reading`).

* GET voila/render/CHAPTER.ipynb?variant=N: a chapter, or a leaf of it (`leaves`); Voilà renders it whole, for each
  reader, if it is none of the book's, or fails
* GET parts/NAME: a part of the pages, to be kept for ever
* POST begin: a process for a page, by its name; 503 when all are taken
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tornado.web
from voila.handler import BaseVoilaHandler

from rulebook.publish import counting, files, leaves, site
from rulebook.publish.handlers import Chapter, kernels_of
from rulebook.publish.headers import TOGETHER
from rulebook.publish.kernels import Full
from rulebook.publish.logs import LOG
from rulebook.publish.static import page, parts
from rulebook.publish.static.freeze import CellError, frozen

SOON = 5  # seconds after which a page that has no process may ask again: its reader waits at a board
SCRIPTS = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Printed:
    """A page, ready to be sent."""

    packed: bytes
    plain: bytes
    policy: str


class Press:
    """The chapters of a book that have been rendered; `parts`: what their pages are made of, by name.

    root: the folder that is served; base_url: where; more: what the templates are told besides (`site.site`).
    """

    def __init__(self, root: Path, base_url: str, more: Mapping[str, Any]) -> None:
        self._root, self._base_url, self._more = root, base_url, dict(more) | {"nonce": ""}
        listed = site.chapters(site.chapter_folder(root) or root)
        self._known = {chapter["stem"] for chapter in listed if any(chapter["summary"].values())}
        self._pages: dict[tuple[str, int], asyncio.Task[dict[str, Printed]]] = {}
        self._one = asyncio.Lock()  # at a time: whoever waits for the first is served first
        self.parts: dict[str, bytes] = {}

    async def pages(self, path: str) -> dict[str, Printed] | None:
        """A chapter's pages by the names of its leaves, rendered when the first is asked for.

        None for what Voilà has to render for each reader.
        """
        notebook = self._root / path
        if notebook.stem not in self._known:
            return None
        key = path, notebook.stat().st_mtime_ns
        if key not in self._pages:
            self._pages[key] = asyncio.create_task(self._render(path))
        try:
            return await asyncio.shield(self._pages[key])
        except CellError as error:
            LOG.warning("a chapter is rendered for each reader: %s", error)
            return None
        finally:
            done = self._pages[key]
            if done.done() and (done.cancelled() or (done.exception() and not isinstance(done.exception(), CellError))):
                del self._pages[key]

    async def _render(self, path: str) -> dict[str, Printed]:
        async with self._one:
            return await asyncio.get_running_loop().run_in_executor(None, self._made, path)

    def _made(self, path: str) -> dict[str, Printed]:
        notebook = self._root / path
        found = frozen(notebook)
        names = [one.name for one in leaves.leaves(notebook.parent, notebook.stem)]
        every = ["", *names, *[leaves.WHOLE] * bool(names)]
        return {leaf: self._printed(path, leaf, found, several=bool(names)) for leaf in every}

    def _printed(self, path: str, leaf: str, found: dict[str, Any], several: bool) -> Printed:
        shown = parts.shown(Path(path).stem, found, self._add, leaf, several)
        host = self._add("host.js", (SCRIPTS / "host.js").read_bytes())
        remote = {
            "code": self._add("remote.js", (SCRIPTS / "remote.js").read_bytes()),
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
            modules=[host, remote["code"], *shown["modules"]],
            places=page.elsewhere(book, shown["places"]),
            host=host,
            keep="",
            manifest="",
        )
        data = text.encode()
        return Printed(files.packed(data), data, f"{page.policy(text)}; {TOGETHER}")

    def _add(self, name: str, content: str | bytes) -> str:
        data = content.encode() if isinstance(content, str) else content
        name = counting.named(name, data)
        self.parts[name] = data
        return f"{self._base_url}parts/{name}"


class Rendered(Chapter):
    """A chapter's page from memory."""

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Send it."""
        if not self.app.is_chapter(path):
            raise tornado.web.HTTPError(404)
        press: Press = self.settings["rulebook_press"]
        printed = await press.pages(path)
        if printed is None:
            await self.get_anew(path)
            return
        found = printed.get(self.get_query_argument("variant", ""))
        if found is None:
            raise tornado.web.HTTPError(404)
        self.needs_cookie = True
        _ = self.xsrf_token  # the cookie without which a page may neither begin nor end a process
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.set_header("Content-Security-Policy", found.policy)
        self.finish(found.packed if files.goes_packed(self) else found.plain)


class Part(tornado.web.RequestHandler):
    """A part of the pages."""

    def get(self, name: str) -> None:
        """Send it."""
        data = self.settings["rulebook_press"].parts.get(name)
        if data is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", files.KINDS.get(name.rpartition(".")[2], "application/octet-stream"))
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        if name.endswith(".js") and files.goes_packed(self):
            data = files.packed(data)
        self.finish(data)


class Begin(BaseVoilaHandler):
    """A reader does something on a page: he gets a process."""

    @tornado.web.authenticated
    async def post(self) -> None:
        """Say which."""
        self.set_header("Cache-Control", "no-store")
        kernels = kernels_of(self)
        try:
            async with kernels.place() as place:
                kernel_id = await kernels.take()
                kernels.welcome(kernel_id, place)
        except Full:
            LOG.info("full", extra={"data": {"readers": len(kernels.readers)}})
            self.set_status(503)
            self.set_header("Retry-After", str(SOON))
            self.finish("")
            return
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps({"kernel": kernel_id}))
