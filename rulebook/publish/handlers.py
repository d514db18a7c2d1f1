"""What the book's server answers by itself: chapters, wrong addresses, and what pages and machines ask it.

* GET voila/render/CHAPTER.ipynb: a chapter, with a kernel of its own; 503 when all are taken
* GET session/KERNEL: does the kernel of a page still run?
* GET search.json: the index of the search
* the page of contents; HEAD of everything that has GET; 405 for what it does not know
* POST voila/api/shutdown/KERNEL: a page was left
* GET health, GET ready: is the server there; would it take one more reader? (for proxies and probes)
"""

import asyncio
import json
import os
import time
from pathlib import PurePosixPath
from typing import Any, Protocol, cast

import tornado.web
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rulebook.publish.answers import Answer
from rulebook.publish.files import Extensions, FrontEnd, TemplateFiles, goes_packed, packed
from rulebook.publish.governor import MAKING, Governor
from rulebook.publish.kernels import Full, Kernels, Place
from rulebook.publish.logs import LOG
from rulebook.publish.warming import Warmer

AGAIN = 20  # seconds after which a reader who found the book full may try again


class Book(Protocol):
    """What a chapter asks of the server: whether it is one, its turn, and kernels for what is read next."""

    warmer: Warmer
    governor: Governor

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?"""

    def edition(self) -> object:
        """What changes with the notebooks."""

    def index(self) -> dict[str, Any]:
        """What the search of the pages reads."""


def kernels_of(handler: tornado.web.RequestHandler) -> Kernels:
    """The kernels of the server that a handler belongs to."""
    return cast("Kernels", handler.settings["kernel_manager"])


class Contents(Answer, TornadoVoilaTreeHandler):
    """The page of contents, rendered once for each edition of the book."""

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Send it; the book has no other listing."""
        if path.strip("/"):
            raise tornado.web.HTTPError(404)
        key = ("contents", cast("Book", self.settings["voila"]).edition())
        if key not in self.settings["rulebook_pages"]:
            await TornadoVoilaTreeHandler.get(self, path)
        self.send_page(key, lambda: self._rendered)

    def render_template(self, name: str, **about: Any) -> str:
        """Keep the listing for `send_page`; Voilà writes what this returns."""
        text: str = super().render_template(name, **about)
        if name != "tree-lab.html":
            return text
        self._rendered = text
        return ""


class Index(tornado.web.RequestHandler):
    """What the search of the pages reads, asked for when somebody searches; made once for each edition of the book."""

    def get(self) -> None:
        """Send it."""
        book = cast("Book", self.settings["voila"])
        made, edition = self.settings["rulebook_index"], book.edition()
        if edition not in made:
            made.clear()
            made[edition] = json.dumps(book.index(), ensure_ascii=False, separators=(",", ":")).encode()
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-cache")
        self.finish(packed(made[edition]) if goes_packed(self) else made[edition])


class Chapter(Answer, BaseVoilaHandler):
    """A chapter's page; once it is sent, kernels for it and the next one are prepared."""

    page = ""

    def initialize(self, **settings: Any) -> None:
        """Take what Voilà hands to its own handler of chapters."""
        super().initialize(voila_configuration=settings["voila_configuration"])

    @property
    def app(self) -> Book:
        """The server."""
        return cast("Book", self.settings["voila"])

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Send the page as its cells run."""
        await self.get_anew(path)

    async def get_anew(self, path: str) -> None:
        """Render the page for this reader."""
        if not self.app.is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.page = PurePosixPath(path).stem
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        try:
            async with kernels_of(self).place() as place, self.app.governor.turns:
                await self._send(path, place)
        except Full:
            LOG.info("full", extra={"data": {"readers": len(kernels_of(self).readers)}})
            self.send_error(503)
            return
        if not self.gone():
            self.app.warmer.read(path)

    async def head(self, path: str = "") -> None:
        """Say whether there is such a chapter, and a place, without beginning with anything."""
        if not self.app.is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        if kernels_of(self).free == 0:
            self.send_error(503)

    async def _send(self, path: str, place: Place) -> None:
        if self.gone():  # while there was no place, or no turn
            return
        # Sets the cookie without which the page, when it is left, may not end its kernel.
        self.needs_cookie = True
        _ = self.xsrf_token
        kernels = kernels_of(self)
        prepared = await self._prepared(path) or await kernels._initialize(path, env=dict(os.environ), **where(path))
        kernel_id = self.kernel_id = prepared["kernel_id"]
        kernels.welcome(kernel_id, place)
        page = kernels.pages[kernel_id] = asyncio.create_task(self._write(prepared))
        try:
            await asyncio.wait({page}, timeout=MAKING)
        finally:
            kernels.pages.pop(kernel_id, None)
        if not page.done():
            page.cancel()
            await kernels.end(kernel_id, "took too long")
            raise tornado.web.HTTPError(503)
        if page.cancelled():  # the page was left while it was made, perhaps before there was a kernel
            await kernels.end(kernel_id, "left early")
            return
        if error := page.exception():
            await kernels.end(kernel_id, "failed")
            raise error

    async def _prepared(self, path: str) -> dict[str, Any] | None:
        """A kernel that has this chapter ready, or has begun with it; None if there is none, or it failed."""
        pool = kernels_of(self)._pools.get(path, [])
        while pool:
            try:
                found: dict[str, Any] = await pool.pop(0)
            except Exception:
                LOG.exception("a chapter could not be prepared")
                continue
            if found["kernel_id"] in kernels_of(self):
                kernels_of(self).fill_if_needed(notebook_name=path)
                return found
        return None

    async def _write(self, prepared: dict[str, Any]) -> None:
        """Send what is ready of a page, then the rest as it comes."""
        renderer = prepared["renderer"]
        renderer.stop_generator = True
        sent = len(renderer.rendered_cache)
        for part in list(renderer.rendered_cache):
            self._part(part)
        rendered, rendering = await prepared["task"]
        for part in rendered[sent:]:
            self._part(part)
        async for part, _ in rendering:
            self._part(part)

    def _part(self, part: str) -> None:
        """Send a part, and do not wait for a reader who takes it slowly: others would wait for their turn."""
        if self.gone():
            raise asyncio.CancelledError
        self.write(part)
        self.flush()

    kernel_id = ""
    left = False

    def gone(self) -> bool:
        """Has the reader hung up?  Who did so with the request was gone before anybody could be told."""
        stream = getattr(self.request.connection, "stream", None)
        return self.left or stream is None or stream.closed()

    def on_connection_close(self) -> None:
        """A reader left before the page was complete: end its kernel, or begin none."""
        super().on_connection_close()
        self.left = True
        if self.kernel_id:
            self._leaving = asyncio.ensure_future(kernels_of(self).end(self.kernel_id, "left early"))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error; of a full book, when to come again."""
        if status_code == 503:
            self.set_header("Retry-After", str(AGAIN))
        super().write_error(status_code, **kwargs)


def where(path: str) -> dict[str, str]:
    """Where a chapter's kernel runs: in the chapter's folder, below the server's root."""
    return {"path": str(PurePosixPath(path).parent)}


class Missing(Answer, BaseVoilaHandler):
    """Any address that nothing else serves."""

    def check_xsrf_cookie(self) -> None:
        """Whatever is sent there."""

    async def prepare(self) -> None:
        """Answer with the book's own page."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class EndKernel(VoilaShutdownKernelHandler):
    """A page was left: its kernel ends.  Pages say so more than once, and also when it has ended already."""

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel."""
        await kernels_of(self).end(kernel_id, "left")
        self.set_status(204)
        self.finish()


class KernelState(KernelHandler):
    """What a front end that lost its connection asks; a reader may not do anything else to a kernel here."""

    SUPPORTED_METHODS = ("GET", "HEAD", "OPTIONS")


class Session(tornado.web.RequestHandler):
    """What a page asks when its socket closed, or when it comes back into sight."""

    def get(self, kernel_id: str) -> None:
        """Say whether the kernel runs."""
        self.set_header("Cache-Control", "no-store")
        self.write({"alive": kernels_of(self).alive(kernel_id)})


class Health(Answer):
    """Is the server there?"""

    any_host = True

    def get(self) -> None:
        """Say so."""
        self.set_header("Cache-Control", "no-store")
        self.write({"status": "ok"})


class Ready(Answer):
    """Would it take one more reader?"""

    any_host = True

    def get(self) -> None:
        """Say so: 200 or 503, with the number of free places (null: any number), and what there is too little of."""
        kernels, governor = kernels_of(self), cast("Book", self.settings["voila"]).governor
        free = kernels.free
        why = "stopping" if kernels.stopping else governor.short() or ("places" if free == 0 else "")
        why = why or ("connections" if governor.paused else "")
        ready = not why
        self.set_status(200 if ready else 503)
        self.set_header("Cache-Control", "no-store")
        self.write({"ready": ready, "free": free} | ({"why": why} if why else {}) | governor.counts())


class Socket(VoilaKernelWebsocketHandler):
    """The socket between a page and its kernel."""

    SUPPORTED_METHODS = ("GET",)
    heard = 0.0
    kernel_id = ""

    @property
    def governor(self) -> Governor:
        """Who counts sockets."""
        return cast("Book", self.settings["voila"]).governor

    async def get(self, kernel_id: str) -> None:
        """Open it, if there is one more for this kernel."""
        if kernel_id not in kernels_of(self):
            raise tornado.web.HTTPError(404)
        if not self.check_origin():
            raise tornado.web.HTTPError(403)
        if not self.governor.admits(kernel_id):
            self.set_header("Retry-After", "5")
            raise tornado.web.HTTPError(429)
        await super().get(kernel_id=kernel_id)

    async def open(self, kernel_id: str) -> None:
        """Open it, unless the server is just stopping."""
        if kernels_of(self).stopping:
            self.close(1001)
            return
        self.heard = time.monotonic()
        self.governor.opened(kernel_id, self)
        await super().open(kernel_id)

    def on_message(self, ws_message: str | bytes) -> None:
        """Hand a message on."""
        self.heard = time.monotonic()
        super().on_message(ws_message)

    def on_pong(self, data: bytes) -> None:
        """The page is still there."""
        self.heard = time.monotonic()
        super().on_pong(data)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message, or drop it where nobody is left to take it: no line of the log for each."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return None
        sending = super().write_message(message, binary)
        if isinstance(sending, asyncio.Future):
            sending.add_done_callback(lambda sent: sent.cancelled() or sent.exception())
        return sending

    def write_error(self, status_code: int, **_: Any) -> None:
        """Refuse without a page: no reader sees one here."""
        self.finish()

    def send_ping(self) -> None:
        """Ask whether the page is still there; close after three questions without an answer.

        By Jupyter's own rule a socket is closed at its first ping, before any answer could come, when the timeout is
        the interval; and tornado, which reads the same settings, wants it no longer.
        """
        if self.ws_connection is None or self.ws_connection.client_terminated:
            if self.ping_callback is not None:
                self.ping_callback.stop()
            return
        now = asyncio.get_event_loop().time()
        if 1000 * (now - self.last_pong) > 3.5 * self.ping_interval:
            self.close()
            return
        self.ping(b"")
        self.last_ping = now

    def on_close(self) -> None:
        """Close what was opened: a socket that was refused has no connection."""
        self.governor.closed(self.kernel_id, self)
        if getattr(self, "connection", None) is not None:
            super().on_close()


OURS: dict[type, type] = {
    TornadoVoilaHandler: Chapter, MultiStaticFileHandler: FrontEnd, FileFindHandler: Extensions,
    VoilaShutdownKernelHandler: EndKernel, KernelHandler: KernelState, VoilaKernelWebsocketHandler: Socket,
    TemplateStaticFileHandler: TemplateFiles, TornadoVoilaTreeHandler: Contents,
}  # fmt: skip
