"""The book's own server: Voilà in this process, configured here and by no file of the machine it runs on.

For one reader on his machine, or for everybody (`Settings.public`): then with limits, a policy for scripts, and logs
that know nobody.  What is answered is in `handlers`, kernels in `kernels`, what passes between them in `channel`.
"""

import asyncio
import logging
import os
import re
import shutil
import signal
import socket
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil
import tornado.httpclient
import tornado.ioloop
import tornado.netutil
import tornado.web
from jupyter_server.auth.identity import IdentityProvider, User
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rulebook.publish import (
    answers,
    counting,
    cover,
    files,
    handlers,
    headers,
    logs,
    machine,
    once,
    places,
    repeats,
    site,
)
from rulebook.publish.channel import LARGEST
from rulebook.publish.door import Door
from rulebook.publish.governor import MIB, Governor, planned
from rulebook.publish.kernel import About
from rulebook.publish.kernels import AWAITED, Kernels
from rulebook.publish.limits import Limits
from rulebook.publish.static import page
from rulebook.text.commands import Trouble

LOG = logs.LOG
#: What we take of Voilà's addresses, each with a handler of ours; none that lists or gives out files.
TAKEN: dict[type, type] = {
    TornadoVoilaHandler: once.Chapter, TornadoVoilaTreeHandler: handlers.Contents,
    VoilaShutdownKernelHandler: handlers.EndKernel, VoilaKernelWebsocketHandler: handlers.Socket,
}  # fmt: skip

SEEN = 0.5  # seconds for which it is believed which notebooks there are


@dataclass(frozen=True)
class Settings:
    """How to serve.

    `port` 0 takes a free one; `warm` 0: nothing is made ready before it is asked for; a process that is still ends
    after `idle` minutes.  `public`: for strangers, of whom at most `readers` play at once (0: any number), each within
    `limits`; who finds no place is told of `static_site`.  `proxied`: a proxy says who asked for what (X-Forwarded-*).
    `names`: host names that the book answers to, beside its own address.
    """

    notebooks: Path
    host: str = "127.0.0.1"
    port: int = 8866
    base_url: str = "/"
    warm: int = 1
    idle: int = 30
    browser: bool = True
    public: bool = False
    readers: int = 0
    static_site: str = ""
    limits: Limits = field(default_factory=Limits)
    proxied: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for an address that no link should have."""
        if self.static_site and not re.fullmatch(r"(https?://|/)[^\s\"'<>]*", self.static_site):
            raise Trouble("address", address=self.static_site)


class PortTaken(Trouble):
    """The port cannot be had; the text says what to do."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind the address before anything slow is done.  Raises PortTaken with a sentence for people."""
    try:
        sockets = tornado.netutil.bind_sockets(port, host, backlog=4096)
    except OSError as error:
        raise PortTaken("taken", port=port, host=host, why=error.strerror or error) from error
    if port == 0:  # one port for all addresses that a host name stands for
        for other in sockets[1:]:
            other.close()
        del sockets[1:]
    return sockets


class Server(Voila):
    """Voilà with the book's template, its own table of contents and clean starts and stops."""

    def __init__(self, settings: Settings, governor: Governor, say: Callable[[str], None], **kwargs: Any) -> None:
        self._settings, self.governor, self._say = settings, governor, say
        self._sockets = listen(settings.host, settings.port)
        super().__init__(config=_config(settings, self._sockets[0].getsockname()[1]), **kwargs)

    @property
    def address(self) -> str:
        """Where readers find the book."""
        host = self._settings.host
        if host in ("", "0.0.0.0"):  # noqa: S104 - all interfaces, this one among them
            host = "127.0.0.1"
        elif ":" in host:
            host = "[::1]" if host == "::" else f"[{host}]"
        return f"http://{host}:{self.port}{self.base_url}"

    def load_config_file(self, *args: Any, **kwargs: Any) -> None:
        """Read none: a `voila.json` of the machine must not change the book."""

    def init_settings(self) -> dict[str, Any]:
        """Add to Voilà's settings what its templates and our handlers need."""
        settings: dict[str, Any] = super().init_settings()
        root = Path(self.root_dir)
        public = self._settings.public
        self._engine, self._parts = files.Shelf(f"{self.base_url}engine/"), files.Shelf(f"{self.base_url}parts/")
        settings["rulebook"] = {
            "session": f"{self.base_url}session/",
            "ready": f"{self.base_url}ready",
            "search": f"{self.base_url}search.json",
            "static_site": self._settings.static_site,
            "nonce": headers.Marks.secret if public else "",
            "engine": counting.engine(self._engine.add),
            "picture": f"{headers.Marks.origin}{self.base_url}link.png" if public else "",
        }
        book = self._described() | settings["rulebook"]
        # Voilà's page of contents asks for the book anew: what it finds here goes over that.
        settings["rulebook"]["cover"] = book["cover"] = book["cover"] | {"modules": cover.modules(self._engine.add)}
        settings["voila_jinja2_env"].globals.update(site.template_globals(book))
        settings["rulebook_pages"] = {}
        settings["rulebook_hosts"] = answers.Hosts.of(self._settings.host, self._settings.names)
        settings["identity_provider"] = Anybody(parent=self)
        settings["websocket_ping_interval"] = settings["websocket_ping_timeout"] = 60  # seconds: a network comes back
        settings["default_handler_class"] = headers.guarded(handlers.Missing) if public else handlers.Missing
        settings["default_handler_args"] = {"voila_configuration": self.voila_configuration}
        settings["rulebook_proxied"] = self._settings.proxied
        settings["websocket_max_message_size"] = LARGEST
        if public:
            settings["log_function"] = logs.request
            settings["xsrf_cookie_kwargs"] = {"samesite": "Strict", "path": self.base_url}
        self._folder = site.chapter_folder(root) or root
        paths = (notebook.relative_to(root).as_posix() for notebook in sorted(self._folder.glob("[0-9]*.ipynb")))
        self._chapters = tuple(paths)
        self._edition: object = None
        self._seen_until = 0.0
        turns = self.governor.turns
        self.press = once.Press(root, self.base_url, settings["rulebook"], self._parts, turns)
        settings["rulebook_press"] = self.press
        self.kernels = settings["rulebook_kernels"] = kept(self._settings, self._chapters, self.governor)
        return settings

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?  To a reader on his machine any of the folder, to strangers what is listed."""
        if self._settings.public:
            return path in self._chapters
        file = (Path(self.root_dir) / path).resolve()
        return file.suffix == ".ipynb" and file.is_file() and file.is_relative_to(Path(self.root_dir).resolve())

    def index(self) -> dict[str, Any]:
        """What the search of the pages reads."""
        found: dict[str, Any] = self._described()["index"]()
        return found

    def _described(self) -> dict[str, Any]:
        return site.site(Path(self.root_dir), self.base_url, None, lab=False, address=site.asked_for)

    def edition(self) -> object:
        """What changes with the notebooks: which there are, and when they were written.

        As it was last seen, within half a second, or where nothing can be read for want of descriptors: nobody's page
        depends on them.
        """
        if time.monotonic() < self._seen_until:
            return self._edition
        self._seen_until = time.monotonic() + SEEN
        with suppress(OSError):
            names = sorted(name for name in os.listdir(self._folder) if name.endswith(".ipynb"))
            self._edition = tuple((name, (self._folder / name).stat().st_mtime_ns) for name in names)
        return self._edition

    def init_handlers(self) -> list[Any]:
        """Take of Voilà's handlers those that have one of ours, and add what it does not know."""
        found = [(one[0], TAKEN[one[1]], *one[2:]) for one in super().init_handlers() if one[1] in TAKEN]
        base = self.base_url
        # An address without its last slash is somebody's typing, not a missing page.
        if base != "/":
            found.append((base.rstrip("/"), tornado.web.RedirectHandler, {"url": base}))
        tree = {"voila_configuration": self.voila_configuration}
        styles = files.Shelf(f"{base}voila/templates/rulebook/static/")  # where Voilà's templates look for it
        styles.put(page.SHEET.name, page.SHEET.read_bytes())
        found.append((rf"{base}voila/templates/rulebook/static/([\w.-]+)", files.Kept, {"shelf": styles}))
        found.append((rf"{base}parts/([\w.-]+)", files.Kept, {"shelf": self._parts}))
        found.append((rf"{base}engine/([\w.-]+)", files.Kept, {"shelf": self._engine, "policy": counting.POLICY}))
        found.append((f"{base}begin", once.Begin, tree))
        found.append((f"{base}index.html", handlers.Contents, tree))
        found.append((f"{base}search.json", handlers.Index))
        found.append((rf"{base}session/([\w-]+)", handlers.Session))
        found.append((r"\*", handlers.Everything))
        for where in {base, "/"}:  # a probe asks this server itself, not the address that readers know
            found.append((f"{where}health", handlers.Health))
            found.append((f"{where}ready", handlers.Ready))
            found += [(f"{where}({name})", files.Asked, {"base": base}) for name in ("robots.txt", *files.PICTURES)]
        found = [(pattern, answers.answering(handler), *rest) for pattern, handler, *rest in found]
        if self._settings.public:
            found = [(pattern, headers.guarded(handler), *rest) for pattern, handler, *rest in found]
        return found

    def listen(self) -> None:
        """Serve until a signal comes; called by `start`."""
        self.app.add_transform(answers.Packing)
        again = repeats.Repeats(self.app, self.app.settings["rulebook_hosts"].know, self._settings.proxied)
        self.app.settings["rulebook_repeats"] = again
        # Websockets are pinged, so that a reader whose machine went away is noticed.
        self.http = Door(
            again,
            self.governor,
            xheaders=self._settings.proxied,
            max_body_size=64_000,
            max_header_size=16_000,
            body_timeout=20,
        )
        self.http.let_in(self._sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        loop = asyncio.get_event_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self._end)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: self.ioloop.add_callback_from_signal(self.ioloop.stop))
        self.ioloop.add_callback(self._open)
        self.ioloop.add_callback(self.kernels.watch)
        self.ioloop.add_callback(self.governor.watch, self.kernels.processes, self.kernels.end)
        try:
            self.ioloop.start()
        finally:
            self.http.close()
            self.stop()

    def _end(self) -> None:
        """Stop: on a reader's own machine at once; strangers' pages are told, and those under way sent to their end."""
        if not self._settings.public or self.told_to_stop:
            self.told_to_stop = True
            self.ioloop.stop()
            return
        self.told_to_stop = True
        LOG.info("stopping", extra={"data": {"readers": len(self.kernels.readers)}})
        self.http.close()  # nobody new
        self.kernels.farewell()
        self._farewell = asyncio.ensure_future(self._goodbye())

    async def _goodbye(self) -> None:
        await asyncio.sleep(0.3)  # for the sockets to be closed
        self.ioloop.stop()

    async def _open(self) -> None:
        """Say where the book is once it really is there."""
        client = tornado.httpclient.AsyncHTTPClient()
        try:
            await client.fetch(self.address, connect_timeout=60, request_timeout=120)  # a machine may be busy
        except Exception as error:
            if self.told_to_stop:
                return
            self.log.error("The table of contents could not be served: %s", error)
            self.ioloop.stop()
            self.failed = True
            return
        machine.settle()
        self._say(self.address)
        LOG.info("open", extra={"data": {"public": self._settings.public, "readers": self._settings.readers}})
        if self._settings.browser:
            _show(self.address)
        if self._settings.warm:
            await self.kernels.forks.prepare()
        if self._settings.public and self._settings.warm:
            self._parts.filled.clear()
            try:
                await self.press.prepare(self._chapters)
            finally:
                self._parts.filled.set()

    failed = told_to_stop = False

    def stop(self) -> None:
        """End every kernel, then remove what they left.

        Not by Voilà's own means: those fail when a kernel is just starting, and interrupt kernels, which then complain.
        """
        # What is cut off in mid-answer would say so at length.
        for name in ("tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        loop = asyncio.get_event_loop()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=1))
        # From here on nothing runs that could start a process again.
        left = psutil.Process().children(recursive=True)
        for one in left:
            with suppress(psutil.NoSuchProcess):
                one.terminate()
        for one in psutil.wait_procs(left, timeout=3)[1]:
            one.kill()
        self.kernels.cleanup()
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        LOG.info("stopped")


class Anybody(IdentityProvider):
    """Every reader is the same one, and gets no cookie with a name."""

    def get_user(self, handler: Any) -> User:
        """Return the one reader."""
        return User(username="reader")


def _config(settings: Settings, port: int) -> Config:
    config = Config()
    for part in ("book", "server"):
        site.configure(config, part)
    config.Voila.root_dir = str(settings.notebooks)
    config.Voila.ip = settings.host
    config.Voila.port = port
    config.Voila.base_url = "/" + settings.base_url.strip("/") + "/" if settings.base_url.strip("/") else "/"
    config.NotebookNotary.secret = os.urandom(32)
    return config


def kept(settings: Settings, chapters: tuple[str, ...], governor: Governor) -> Kernels:
    """How kernels are kept, for a reader on his own machine or for strangers."""
    public, idle = settings.public, 60.0 * settings.idle
    limits = settings.limits.text() if public else ""
    about = About(str(settings.notebooks), chapters, public, limits, settings.warm > 0)
    if not public:
        return Kernels(about, settings.readers, idle=idle, governor=governor)
    return Kernels(about, settings.readers, unmet=AWAITED, lost=120, idle=idle, private=True, governor=governor)


def _show(address: str) -> None:
    """Open a browser where there is one."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    asyncio.get_event_loop().run_in_executor(None, webbrowser.open, address)


def serve(settings: Settings, say: Callable[[str], None] = print) -> int:
    """Serve the book until it is told to stop, and return the exit code.

    `say` gets the address. Raises PortTaken, and Trouble when there are no chapters.
    """
    if site.chapter_folder(settings.notebooks) is None:
        raise Trouble("chapters", folder=settings.notebooks)
    places.share_with_kernels()
    if settings.public:
        logs.install()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)  # a wrong address is the reader's business
    plan = planned(settings.readers, settings.limits.memory * MIB, settings.public)
    server = Server(replace(settings, readers=plan.readers), Governor(plan), say)
    server.initialize([])
    server.start()
    return int(server.failed)
