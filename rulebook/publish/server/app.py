"""The book's own server: Voilà in this process, configured here and by no file of the machine it runs on.

It renders each chapter once (`page_cache`), and holds one WebSocket for each page that is played on (`page_socket`),
for which threads of this process answer (`readers`, `workers`).  For one reader on his machine, or for everybody
(`Settings.public`): then only the book's own chapters are shown, and logs know nobody.
"""

import asyncio
import logging
import os
import re
import shutil
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web
from traitlets.config import Config
from voila.app import Voila

from rulebook.publish import cover, engine_files, paths, site
from rulebook.publish.server import base_handler, files, handlers, logs, page_cache, page_socket, readers
from rulebook.text.commands import Trouble

LOG = logs.LOG
TIDY = 2.0  # seconds between two looks at who is idle
DESCRIPTORS = 65_536  # open files that are asked of the system


@dataclass(frozen=True)
class Settings:
    """How to serve.

    `port` 0 takes a free one; `warm` 0: nothing is made ready before it is asked for; who does nothing for `idle`
    minutes is given up.  `public`: for strangers, of whom at most `readers` play at once (0: any number); who finds no
    place is told of `static_site`.  `proxied`: a proxy says who asked for what (X-Forwarded-*).
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
    """Voilà with the book's own pages and boards, and clean starts and stops."""

    told_to_stop = False

    def __init__(self, settings: Settings, say: Callable[[str], None], **kwargs: Any) -> None:
        self._settings, self._say = settings, say
        if settings.host in ("", "0.0.0.0") and not settings.public:  # noqa: S104 - a class may come by the network
            os.environ["RULEBOOK_NEAR"] = "1"
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

    def _handle_signal_stop(self, *_: object) -> None:
        """Leave before anything is served; then `listen` has handlers of its own."""
        raise SystemExit(0)

    def init_settings(self) -> dict[str, Any]:
        """Add to Voilà's settings what our handlers need."""
        settings: dict[str, Any] = super().init_settings()
        root, public, base = Path(self.root_dir), self._settings.public, self.base_url
        names, proxied = self._settings.names, self._settings.proxied
        known = f"https://{names[0]}" if proxied and names else f"http://{names[0]}:{self.port}" if names else ""
        engine, self._parts = files.Shelf(f"{base}engine/", engine_files.POLICY), files.Shelf(f"{base}parts/")
        asked = files.Shelf(base, age=files.A_DAY)
        asked.put("robots.txt", f"User-agent: *\nDisallow: {base}boards\n".encode())
        for picture in (paths.PACKAGE / "publish" / "pictures").iterdir():
            asked.put(picture.name, picture.read_bytes())
        more = {
            "search": f"{base}{page_cache.INDEX}",
            "static_site": self._settings.static_site,
            "engine": engine_files.engine(engine.add),
            "picture": f"{known}{base}link.png" if public and known else "",  # a link's picture has its whole address
        }
        self.book = page_cache.Book(root, base, more, cover.modules(engine.add), self._parts, listed=public)
        self.readers = readers.Readers(root, self._settings.readers, 60.0 * self._settings.idle)
        self._shelves = engine, self._parts, asked
        return settings | {
            "rulebook_book": self.book,
            "rulebook_hosts": base_handler.Hosts.of(self._settings.host, names),
            "rulebook_proxied": proxied,
            "rulebook_readers": self.readers,
            "xsrf_cookies": False,  # no address takes anything from a reader, and none knows who asks
            "default_handler_class": base_handler.Lost,
            "default_handler_args": {"status_code": 404},
            "websocket_ping_interval": 30,  # seconds: a reader whose machine went away is noticed,
            "websocket_ping_timeout": 30,  # and a network may come back
            **({"log_function": logs.request} if public else {}),
        }

    def init_handlers(self) -> list[Any]:
        """The book's addresses, and none of Voilà's: it lists and gives out files, and runs code for each reader."""
        base, (engine, parts, asked) = self.base_url, self._shelves
        found: list[Any] = [
            (f"{base}(?:index.html|voila/tree/?)?", handlers.Told, {"template": "contents.html"}),
            (rf"{base}voila/render/(.*)", handlers.Chapter),
            (rf"{base}parts/([\w.-]+)", files.Kept, {"shelf": parts}),
            (rf"{base}engine/([\w.-]+)", files.Kept, {"shelf": engine}),
            (f"{base}{page_cache.INDEX}", handlers.Told, {"template": page_cache.INDEX, "kind": "application/json"}),
            (f"{base}boards", page_socket.Link),
        ]
        for where in {base, "/"}:  # a probe asks this server itself, not the address that readers know
            found.append((f"{where}health", handlers.Health))
            found.append((f"{where}ready", handlers.Ready))
            found.append((f"{where}({'|'.join(asked.plain)})", files.Kept, {"shelf": asked}))
        if base != "/":  # an address without its last slash is somebody's typing, not a missing page
            found.append((base.rstrip("/"), base_handler.Led, {"url": base}))
        return found

    def listen(self) -> None:
        """Serve until a signal comes; called by `start`."""
        limits = {"max_body_size": 64_000, "max_header_size": 16_000, "idle_connection_timeout": 75, "body_timeout": 20}
        self.http = tornado.httpserver.HTTPServer(self.app, **limits)
        self.http.add_sockets(self._sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        loop = asyncio.get_event_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self._end)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: self.ioloop.add_callback_from_signal(self.ioloop.stop))
        self.book.page("contents.html")
        self.ioloop.add_callback(self._open)
        tornado.ioloop.PeriodicCallback(self.readers.tidy, 1000 * TIDY).start()
        try:
            self._say(self.address)
            self.ioloop.start()
        finally:
            self.http.stop()
            self.stop()

    def _end(self) -> None:
        """Stop: pages are told first, where they are strangers'."""
        if self.told_to_stop or not self._settings.public:
            self.ioloop.stop()
        else:
            LOG.info("stopping", extra={"data": {"readers": len(self.readers)}})
            self.http.stop()  # nobody new
            self.readers.close()
            self.ioloop.call_later(0.3, self.ioloop.stop)  # for the sockets to be closed
        self.told_to_stop = True

    async def _open(self) -> None:
        """Make ready what will be asked for."""
        LOG.info("open", extra={"data": {"public": self._settings.public, "readers": self._settings.readers}})
        if self._settings.browser:
            asyncio.get_event_loop().run_in_executor(None, webbrowser.open, self.address)
        if self._settings.warm:
            self.ioloop.add_callback(self._warm)
        if self._settings.public and self._settings.warm:
            self._parts.filled.clear()
            try:
                await self.book.prepare()
            finally:
                self._parts.filled.set()

    async def _warm(self) -> None:
        steps = readers.prepared(self.readers, self.book.chapters)
        while await self.readers.makers.run(lambda: next(steps, None)) is not None:
            pass  # a cell at a time: whoever plays meanwhile has his turn

    def stop(self) -> None:
        """End what is under way, and remove what Voilà left."""
        # What is cut off in mid-answer would say so at length.
        for name in ("tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.readers.close()
        loop = asyncio.get_event_loop()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=1))
        left = psutil.Process().children(recursive=True)  # chapters that are being rendered, files that are read
        for one in left:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(left, timeout=3)
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        LOG.info("stopped")


def _config(settings: Settings, port: int) -> Config:
    config = Config()
    for part in ("book", "server"):
        site.configure(config, part)
    config.Voila.root_dir = str(settings.notebooks)
    config.Voila.ip = settings.host
    config.Voila.port = port
    config.Voila.base_url = f"/{settings.base_url.strip('/')}/".replace("//", "/")
    return config


def raise_descriptors() -> None:
    """Raise the limit of open files as far as this process may."""
    with suppress(ImportError, OSError, ValueError):  # Windows has none; macOS has a smaller one of its own
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(settings: Settings, say: Callable[[str], None] = print) -> int:
    """Serve the book until it is told to stop, and return the exit code.

    `say` gets the address. Raises PortTaken, and Trouble when there are no chapters.
    """
    if site.chapter_folder(settings.notebooks) is None:
        raise Trouble("chapters", folder=settings.notebooks)
    paths.share_with_kernels()
    raise_descriptors()
    sys.setswitchinterval(0.001)  # seconds for which a thread that computes may hold up one that answers
    if settings.public:
        logs.install()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)  # a wrong address is the reader's business
    server = Server(settings, say)
    server.initialize([])
    server.start()
    return 0
