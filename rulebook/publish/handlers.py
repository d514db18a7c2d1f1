"""What the book's server answers beside chapters (`once`): contents, wrong addresses, what pages and machines ask it.

* GET session/KERNEL: does the kernel of a page still run?
* GET search.json: the index of the search
* the page of contents; HEAD of everything that has GET; 405 for what it does not know
* POST voila/api/shutdown/KERNEL: a page was left
* GET health, GET ready: is the server there; would it take one more reader? (for proxies and probes)
"""

import asyncio
import json
import time
from contextlib import suppress
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import tornado.web
import tornado.websocket
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rulebook.publish.answers import Answer
from rulebook.publish.channel import Channel
from rulebook.publish.forks import Kernel
from rulebook.publish.frames import Framed, packed
from rulebook.publish.governor import Governor, Line
from rulebook.publish.kernels import ENDED, STOPPING, Kernels


class Book(Protocol):
    """What handlers ask of the server."""

    governor: Governor

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?"""

    def edition(self) -> object:
        """What changes with the notebooks."""

    def index(self) -> dict[str, Any]:
        """What the search of the pages reads."""


def kernels_of(handler: tornado.web.RequestHandler) -> Kernels:
    """The kernels of the server that a handler belongs to."""
    return cast("Kernels", handler.settings["rulebook_kernels"])


def book_of(handler: tornado.web.RequestHandler) -> Book:
    """The server that a handler belongs to."""
    return cast("Book", handler.settings["voila"])


class Contents(Answer, TornadoVoilaTreeHandler):
    """The page of contents, rendered once for each edition of the book."""

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """Send it; the book has no other listing."""
        if path.strip("/"):
            raise tornado.web.HTTPError(404)
        key = ("contents", book_of(self).edition())
        if key not in self.settings["rulebook_pages"]:
            await TornadoVoilaTreeHandler.get(self, path)
        self.send_page(self.kept(key, lambda: self._rendered))

    def render_template(self, name: str, **about: Any) -> str:
        """Keep the listing for `get`; Voilà writes what this returns."""
        text: str = super().render_template(name, **about)
        if name != "tree-lab.html":
            return text
        self._rendered = text
        return ""


class Index(Answer):
    """What the search of the pages reads, asked for when somebody searches; made once for each edition of the book."""

    def get(self) -> None:
        """Send it."""
        book = book_of(self)
        made = self.kept(("index", book.edition()), lambda: json.dumps(book.index(), ensure_ascii=False))
        self.set_header("Cache-Control", "no-cache")
        self.send_page(made, "application/json")


class Missing(Answer, BaseVoilaHandler):
    """Any address that nothing else serves."""

    def check_xsrf_cookie(self) -> None:
        """Whatever is sent there."""

    async def prepare(self) -> None:
        """Answer with the book's own page."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class Everything(Answer):
    """The server itself, which `OPTIONS *` asks after."""

    any_host = True

    def allowed(self) -> list[str]:
        """What some address knows."""
        return ["GET", "HEAD", "POST", "OPTIONS"]

    def check_xsrf_cookie(self) -> None:
        """Whatever is sent there."""

    async def prepare(self) -> None:
        """Nothing else can be asked of it."""
        if self.request.method != "OPTIONS":
            raise tornado.web.HTTPError(400)


class EndKernel(VoilaShutdownKernelHandler):
    """A page was left: its kernel ends.  Pages say so more than once, and also when it has ended already."""

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel."""
        await kernels_of(self).end(kernel_id, "left")
        self.set_status(204)
        self.finish()


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
        kernels, governor = kernels_of(self), book_of(self).governor
        free = kernels.free
        why = "stopping" if kernels.stopping else governor.short() or ("places" if free == 0 else "")
        why = why or ("connections" if governor.paused else "")
        ready = not why
        self.set_status(200 if ready else 503)
        self.set_header("Cache-Control", "no-store")
        self.write({"ready": ready, "free": free} | ({"why": why} if why else {}) | governor.counts())


class Socket(Framed):
    """The socket between a page and its kernel."""

    heard = 0.0
    kernel_id = ""
    kernel: Kernel | None = None

    @property
    def governor(self) -> Governor:
        """Who counts sockets."""
        return book_of(self).governor

    @property
    def line(self) -> Line | None:
        """The connection that it is."""
        return getattr(self.ws_connection, "stream", None)

    def check_origin(self, origin: str) -> bool:
        """Is it a page of this server that asks?"""
        found = urlsplit(origin.lower())
        return found.scheme in ("http", "https") and found.netloc == self.request.host.lower()

    async def get(self, kernel_id: str) -> None:
        """Open it, if there is one more for this kernel."""
        if kernel_id not in kernels_of(self):
            raise tornado.web.HTTPError(404)
        origin = self.request.headers.get("Origin")
        if origin is not None and not self.check_origin(origin):
            raise tornado.web.HTTPError(403)
        if not self.governor.admits(kernel_id):
            self.set_header("Retry-After", "5")
            raise tornado.web.HTTPError(429)
        await super().get(kernel_id)

    def open(self, kernel_id: str) -> None:
        """Open it, unless the kernel has just ended."""
        kernels = kernels_of(self)
        if not kernels.alive(kernel_id):
            self.close(STOPPING if kernels.stopping else ENDED)
            return
        self.kernel_id, self.kernel = kernel_id, kernels.kernel(kernel_id)
        self.channel = Channel(self.governor.allowance(kernel_id))
        self.heard = time.monotonic()
        self.governor.opened(kernel_id, self)
        self.kernel.join(self.say)

    def on_message(self, message: str | bytes) -> None:
        """Hand a message on."""
        self.heard = time.monotonic()
        kernels_of(self).heard(self.kernel_id)
        if self.kernel is None:
            return
        if (found := self.channel.taken(message)) is not None:
            self.kernel.tell(*found)
        elif self.channel.flooded:
            self.close(1008, "too many messages that are not understood")

    def on_pong(self, data: bytes) -> None:
        """The page is still there."""
        self.heard = time.monotonic()

    def say(self, text: str) -> None:
        """Send a message of the kernel, or drop it where nobody is left to take it: no line of the log for each."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return
        kernels_of(self).heard(self.kernel_id)
        with suppress(tornado.websocket.WebSocketClosedError):
            data = packed(text)
            sending = asyncio.ensure_future(self.write_message(data, binary=isinstance(data, bytes)))
            sending.add_done_callback(lambda sent: sent.cancelled() or sent.exception())

    def write_error(self, status_code: int, **_: Any) -> None:
        """Refuse without a page: no reader sees one here."""
        self.finish()

    def on_close(self) -> None:
        """Close what was opened."""
        if self.kernel is not None:
            self.kernel.part(self.say)
            self.governor.closed(self.kernel_id, self)
