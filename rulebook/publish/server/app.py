"""The book's own server: a Voilà application configured here, not by configuration files of the machine.

It renders each chapter once (`page_cache`), and keeps a WebSocket to each page that is played on (`page_socket`), whose
messages are handled in threads (`sessions`, `workers`).  It serves one reader on their own machine, or the public
(`Settings.public`): then only the book's chapters are shown, and logs identify nobody.
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

from rulebook.publish import cover, engine_files, page_context, paths
from rulebook.publish.server import base_handler, files, handlers, logs, page_cache, page_socket, sessions
from rulebook.text.commands import Trouble

LOG = logs.LOG
EXPIRY_INTERVAL = 2.0  # seconds between checks for idle sessions
FILE_LIMIT = 65_536  # open files requested from the system


@dataclass(frozen=True)
class Settings:
    """How to serve.

    port: 0 for a free one; warm: 0 to prepare nothing in advance; idle: minutes of inactivity after which a session
    ends; public: for strangers, of whom at most `readers` play at once (0: no limit); static_site: where readers are
    sent when all places are taken; proxied: trust X-Forwarded-* headers; names: host names that the server answers to,
    besides its own address.
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
        """Raise Trouble for a static site that is no URL."""
        if self.static_site and not re.fullmatch(r"(https?://|/)[^\s\"'<>]*", self.static_site):
            raise Trouble("address", address=self.static_site)


class PortTaken(Trouble):
    """The port is not available; the text says what to do."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind an address, before anything slow is done.  Raises PortTaken."""
    try:
        sockets = tornado.netutil.bind_sockets(port, host, backlog=4096)
    except OSError as error:
        raise PortTaken("taken", port=port, host=host, why=error.strerror or error) from error
    if port == 0:  # the other addresses of the host name would have other ports
        for other in sockets[1:]:
            other.close()
        del sockets[1:]
    return sockets


class Server(Voila):
    """Voilà with the book's pages and boards."""

    is_stopping = False

    def __init__(self, settings: Settings, announce: Callable[[str], None], **kwargs: Any) -> None:
        self._settings, self._announce = settings, announce
        if settings.host in ("", "0.0.0.0") and not settings.public:  # noqa: S104 - a class may use it in its network
            os.environ["RULEBOOK_NEAR"] = "1"
        self._sockets = listen(settings.host, settings.port)
        super().__init__(config=_config(settings, self._sockets[0].getsockname()[1]), **kwargs)

    @property
    def address(self) -> str:
        """The address of the book."""
        host = self._settings.host
        if host in ("", "0.0.0.0"):  # noqa: S104 - all interfaces
            host = "127.0.0.1"
        elif ":" in host:
            host = "[::1]" if host == "::" else f"[{host}]"
        return f"http://{host}:{self.port}{self.base_url}"

    def load_config_file(self, *args: Any, **kwargs: Any) -> None:
        """Load nothing: a `voila.json` on the machine must not change the book."""

    def _handle_signal_stop(self, *_: object) -> None:
        """Exit on a signal that comes before `listen` installs its own handlers."""
        raise SystemExit(0)

    def init_settings(self) -> dict[str, Any]:
        """Add the book's settings to Voilà's."""
        settings: dict[str, Any] = super().init_settings()
        root, public, base = Path(self.root_dir), self._settings.public, self.base_url
        names, proxied = self._settings.names, self._settings.proxied
        origin = f"https://{names[0]}" if proxied and names else f"http://{names[0]}:{self.port}" if names else ""
        engine = files.StaticFiles(f"{base}engine/", engine_files.POLICY)
        self._parts = files.StaticFiles(f"{base}parts/")
        icons = files.StaticFiles(base, cache_control=files.ONE_DAY)
        icons.put("robots.txt", f"User-agent: *\nDisallow: {base}boards\n".encode())
        for picture in (paths.PACKAGE / "publish" / "pictures").iterdir():
            icons.put(picture.name, picture.read_bytes())
        extra = {
            "search_index": f"{base}{page_cache.SEARCH_INDEX}",
            "static_site": self._settings.static_site,
            "engine": engine_files.add_engine(engine.add),
            "picture": f"{origin}{base}link.png" if public and origin else "",  # must be an absolute address
        }
        self.page_cache = page_cache.PageCache(root, base, extra, cover.modules(engine.add), self._parts, listed=public)
        self.sessions = sessions.Sessions(root, self._settings.readers, 60.0 * self._settings.idle)
        self._static_files = engine, self._parts, icons
        return settings | {
            "rulebook_page_cache": self.page_cache,
            "rulebook_hosts": base_handler.Hosts.of(self._settings.host, names),
            "rulebook_proxied": proxied,
            "rulebook_sessions": self.sessions,
            "xsrf_cookies": False,  # no address changes anything, and there are no cookies
            "default_handler_class": base_handler.NotFoundHandler,
            "default_handler_args": {"status_code": 404},
            "websocket_ping_interval": 30,  # seconds, to notice a client that has vanished
            "websocket_ping_timeout": 30,  # seconds, for a network that comes back
            **({"log_function": logs.log_request} if public else {}),
        }

    def init_handlers(self) -> list[Any]:
        """Return the book's routes and none of Voilà's, which list and serve files and run code for each reader."""
        base, (engine, parts, icons) = self.base_url, self._static_files
        index = {"template": page_cache.SEARCH_INDEX, "content_type": "application/json"}
        routes: list[Any] = [
            (f"{base}(?:index.html|voila/tree/?)?", handlers.TemplateHandler, {"template": "contents.html"}),
            (rf"{base}voila/render/(.*)", handlers.ChapterHandler),
            (rf"{base}parts/([\w.-]+)", files.FileHandler, {"files": parts}),
            (rf"{base}engine/([\w.-]+)", files.FileHandler, {"files": engine}),
            (f"{base}{page_cache.SEARCH_INDEX}", handlers.TemplateHandler, index),
            (f"{base}boards", page_socket.PageSocket),
        ]
        for root in {base, "/"}:  # a probe asks this server directly, not at the address that readers use
            routes.append((f"{root}health", handlers.HealthHandler))
            routes.append((f"{root}ready", handlers.ReadyHandler))
            routes.append((f"{root}({'|'.join(icons.plain)})", files.FileHandler, {"files": icons}))
        if base != "/":  # without its trailing slash
            routes.append((base.rstrip("/"), base_handler.RedirectHandler, {"url": base}))
        return routes

    def listen(self) -> None:
        """Serve until a signal comes (called by `start`)."""
        limits = {"max_body_size": 64_000, "max_header_size": 16_000, "idle_connection_timeout": 75, "body_timeout": 20}
        self.http = tornado.httpserver.HTTPServer(self.app, **limits)
        self.http.add_sockets(self._sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        loop = asyncio.get_event_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self._shut_down)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: self.ioloop.add_callback_from_signal(self.ioloop.stop))
        self.page_cache.page("contents.html")
        self.ioloop.add_callback(self._open)
        tornado.ioloop.PeriodicCallback(self.sessions.expire, 1000 * EXPIRY_INTERVAL).start()
        try:
            self._announce(self.address)
            self.ioloop.start()
        finally:
            self.http.stop()
            self.stop()

    def _shut_down(self) -> None:
        """Stop at a signal; a public server closes its pages' sockets first, unless this is the second signal."""
        if self.is_stopping or not self._settings.public:
            self.ioloop.stop()
        else:
            LOG.info("stopping", extra={"data": {"readers": len(self.sessions)}})
            self.http.stop()  # accept no more connections
            self.sessions.close()
            self.ioloop.call_later(0.3, self.ioloop.stop)  # once the sockets are closed
        self.is_stopping = True

    async def _open(self) -> None:
        """Open a browser, and prepare what will be requested."""
        LOG.info("open", extra={"data": {"public": self._settings.public, "readers": self._settings.readers}})
        if self._settings.browser:
            asyncio.get_event_loop().run_in_executor(None, webbrowser.open, self.address)
        if self._settings.warm:
            self.ioloop.add_callback(self._warm_up)
        if self._settings.public and self._settings.warm:
            self._parts.complete.clear()
            try:
                await self.page_cache.render_all()
            finally:
                self._parts.complete.set()

    async def _warm_up(self) -> None:
        steps = sessions.warm_up(self.sessions, self.page_cache.chapters)
        while await self.sessions.creators.run(lambda: next(steps, None)) is not None:
            pass  # one cell per job: readers' jobs run in between

    def stop(self) -> None:
        """Cancel all tasks, kill all child processes, and remove Voilà's connection files."""
        # Cancelled tasks would log tracebacks.
        for name in ("tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.sessions.close()
        loop = asyncio.get_event_loop()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=1))
        children = psutil.Process().children(recursive=True)  # they render chapters and read files
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        psutil.wait_procs(children, timeout=3)
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        LOG.info("stopped")


def _config(settings: Settings, port: int) -> Config:
    config = Config()
    for part in ("book", "server"):
        page_context.configure(config, part)
    config.Voila.root_dir = str(settings.notebooks)
    config.Voila.ip = settings.host
    config.Voila.port = port
    config.Voila.base_url = f"/{settings.base_url.strip('/')}/".replace("//", "/")
    return config


def raise_file_limit() -> None:
    """Raise the limit of open files as far as this process may."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit; macOS refuses more than its own
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILE_LIMIT if hard == resource.RLIM_INFINITY else min(FILE_LIMIT, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(settings: Settings, announce: Callable[[str], None] = print) -> int:
    """Serve the book until a signal comes, and return the exit code.

    `announce` gets the address.  Raises PortTaken, and Trouble when there are no chapters.
    """
    if page_context.chapter_folder(settings.notebooks) is None:
        raise Trouble("chapters", folder=settings.notebooks)
    paths.share_with_kernels()
    raise_file_limit()
    sys.setswitchinterval(0.001)  # seconds, for which a computing thread may delay one that answers
    if settings.public:
        logs.install()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)  # client errors are not the server's
    server = Server(settings, announce)
    server.initialize([])
    server.start()
    return 0
