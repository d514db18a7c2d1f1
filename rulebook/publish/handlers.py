"""What the book's server answers by itself: chapters, wrong addresses, and what pages and machines ask it.

* GET voila/render/CHAPTER.ipynb: a chapter, with a kernel of its own; 503 when all are taken
* GET session/KERNEL: does the kernel of a page still run?
* POST voila/api/shutdown/KERNEL: a page was left
* GET health, GET ready: is the server there; would it take one more reader? (for proxies and probes)
"""

import asyncio
import os
from pathlib import PurePosixPath
from typing import Any, Protocol, cast

import tornado.web
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.iostream import StreamClosedError
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rulebook.publish.files import Extensions, FrontEnd, TemplateFiles
from rulebook.publish.kernels import Full, Kernels, Place
from rulebook.publish.logs import LOG
from rulebook.publish.warming import Warmer

AGAIN = 20  # seconds after which a reader who found the book full may try again


class Book(Protocol):
    """What a chapter asks of the server: whether it is one, its turn, and kernels for what is read next."""

    warmer: Warmer
    turns: asyncio.Semaphore

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?"""


def kernels_of(handler: tornado.web.RequestHandler) -> Kernels:
    """The kernels of the server that a handler belongs to."""
    return cast("Kernels", handler.settings["kernel_manager"])


class Chapter(BaseVoilaHandler):
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
        # Sets the cookie without which the page, when it is left, may not end its kernel.
        _ = self.xsrf_token
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        try:
            async with kernels_of(self).place() as place, self.app.turns:
                await self._send(path, place)
        except Full:
            LOG.info("full", extra={"data": {"readers": len(kernels_of(self).readers)}})
            self.send_error(503)
            return
        if not self.left:
            self.app.warmer.read(path)

    async def _send(self, path: str, place: Place) -> None:
        if self.left:  # while there was no place, or no turn
            return
        kernels = kernels_of(self)
        prepared = await self._prepared(path) or await kernels._initialize(path, env=dict(os.environ), **where(path))
        kernel_id = self.kernel_id = prepared["kernel_id"]
        kernels.welcome(kernel_id, place)
        page = kernels.pages[kernel_id] = asyncio.create_task(self._write(prepared))
        try:
            await asyncio.wait({page})
        finally:
            kernels.pages.pop(kernel_id, None)
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
            await self._part(part)
        rendered, rendering = await prepared["task"]
        for part in rendered[sent:]:
            await self._part(part)
        async for part, _ in rendering:
            await self._part(part)

    async def _part(self, part: str) -> None:
        self.write(part)
        try:
            await self.flush()
        except StreamClosedError:
            raise asyncio.CancelledError from None

    kernel_id = ""
    left = False

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


class Missing(BaseVoilaHandler):
    """Any address that nothing else serves."""

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

    SUPPORTED_METHODS = ("GET",)


class Session(tornado.web.RequestHandler):
    """What a page asks when its socket closed, or when it comes back into sight."""

    def get(self, kernel_id: str) -> None:
        """Say whether the kernel runs."""
        self.set_header("Cache-Control", "no-store")
        self.write({"alive": kernels_of(self).alive(kernel_id)})


class Health(tornado.web.RequestHandler):
    """Is the server there?"""

    def get(self) -> None:
        """Say so."""
        self.set_header("Cache-Control", "no-store")
        self.write({"status": "ok"})

    head = get  # as some probes ask


class Ready(tornado.web.RequestHandler):
    """Would it take one more reader?"""

    def get(self) -> None:
        """Say so: 200 or 503, with the number of free places (null: any number)."""
        kernels = kernels_of(self)
        ready = kernels.free != 0 and not kernels.stopping
        self.set_status(200 if ready else 503)
        self.set_header("Cache-Control", "no-store")
        self.write({"ready": ready, "free": kernels.free})

    head = get


class Socket(VoilaKernelWebsocketHandler):
    """The socket between a page and its kernel."""

    async def open(self, kernel_id: str) -> None:
        """Open it, unless the server is just stopping."""
        if kernels_of(self).stopping:
            self.close(1001)
            return
        await super().open(kernel_id)

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
        if getattr(self, "connection", None) is not None:
            super().on_close()


OURS: dict[type, type] = {
    TornadoVoilaHandler: Chapter, MultiStaticFileHandler: FrontEnd, FileFindHandler: Extensions,
    VoilaShutdownKernelHandler: EndKernel, KernelHandler: KernelState, VoilaKernelWebsocketHandler: Socket,
    TemplateStaticFileHandler: TemplateFiles,
}  # fmt: skip
