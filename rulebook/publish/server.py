"""The book's own server: Voilà in this process, configured here and by no file of the machine it runs on."""

from __future__ import annotations

import asyncio
import logging
import os
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
import tornado.httpclient
import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_server.base.handlers import FileFindHandler
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rulebook.publish import places, site


@dataclass(frozen=True)
class Settings:
    """How to serve.

    `port` 0 takes a free one; `warm` kernels wait for the readers of a likely chapter; an unused one ends after `idle`
    minutes.
    """

    notebooks: Path
    host: str = "127.0.0.1"
    port: int = 8866
    base_url: str = "/"
    warm: int = 1
    idle: int = 60
    browser: bool = True


class PortTaken(OSError):
    """The port cannot be had; the text says what to do."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind the address before anything slow is done.  Raises PortTaken with a sentence for people."""
    try:
        sockets = tornado.netutil.bind_sockets(port, host)
    except OSError as error:
        raise PortTaken(
            f"Port {port} on {host} cannot be used ({error.strerror or error}). "
            "Choose another one with --port, or --port 0 for any free one."
        ) from error
    if port == 0:  # one port for all addresses that a host name stands for
        for other in sockets[1:]:
            other.close()
        del sockets[1:]
    return sockets


class OwnPython(KernelSpecManager):
    """Kernels are this Python, whatever kernels are installed on the machine."""

    def _kernel_dirs_default(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Return the one kernel there is, without history on disk."""
        spec = super().get_kernel_spec("python3")
        spec.argv = [
            sys.executable,
            "-m",
            "ipykernel_launcher",
            "-f",
            "{connection_file}",
            "--HistoryManager.enabled=False",
            "--IPKernelApp.log_level=ERROR",
        ]
        return spec


class Chapter(TornadoVoilaHandler):
    """A chapter's page; once it is sent, kernels for it and the next one are prepared."""

    async def get(self, path: str = "") -> None:
        """Send the page."""
        # Sets the cookie without which the page, when it is left, may not end its kernel.
        _ = self.xsrf_token
        await super().get(path)
        self.settings["voila"].warmer.read(path)


class Missing(BaseVoilaHandler):
    """Any address that nothing else serves."""

    async def prepare(self) -> None:
        """Answer with the book's own page."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class Kept:
    """The hundred files of Voilà's front end change only with its version: browsers may keep them between chapters."""

    def get_cache_time(self, path: str, modified: Any, mime_type: str) -> int:
        """Return for how many seconds they may be kept."""
        return 3600


class FrontEnd(Kept, MultiStaticFileHandler):
    """Voilà's own part."""


class Extensions(Kept, FileFindHandler):
    """The parts that draw widgets."""


OURS = {TornadoVoilaHandler: Chapter, MultiStaticFileHandler: FrontEnd, FileFindHandler: Extensions}


class Warmer:
    """Keeps kernels with their chapter already run, for the chapters that are likely to be read next.

    Voilà fills the pools of all notebooks at once when it starts; forty chapters would mean forty kernels, and the
    first reader would wait for them. Here one is started after the other, and only `limit` chapters are kept warm.
    """

    limit = 4

    def __init__(self, app: Server, size: int, paths: list[str]) -> None:
        self._app, self._size, self._paths = app, size, paths
        self._warm: list[str] = []
        self._wanted: asyncio.Queue[str] = asyncio.Queue()

    def read(self, path: str) -> None:
        """Say that a chapter is being read."""
        if self._size and path in self._paths:
            at = self._paths.index(path)
            for likely in (*self._paths[at + 1 : at + 2], path):
                self._wanted.put_nowait(likely)

    async def run(self) -> None:
        """Fill pools for ever."""
        if self._size:
            for path in self._paths[:2]:
                self._wanted.put_nowait(path)
        while True:
            path = await self._wanted.get()
            if path in self._warm:
                self._warm.remove(path)
            else:
                await self._fill(path)
            self._warm.append(path)
            while len(self._warm) > self.limit:
                await self._empty(self._warm.pop(0))

    async def _fill(self, path: str) -> None:
        manager = self._app.kernel_manager
        manager.kernel_pools_config[path] = {"pool_size": self._size}
        manager.fill_if_needed(delay=0, notebook_name=path)
        for task in list(manager._pools[path]):
            try:
                await (await task)["task"]
            except Exception as error:
                self._app.log.warning("%s could not be prepared: %s", path, error)

    async def _empty(self, path: str) -> None:
        manager = self._app.kernel_manager
        manager.kernel_pools_config[path] = {"pool_size": 0}
        for task in list(manager._pools.pop(path, ())):
            if task.done() and not task.exception():
                await manager.shutdown_kernel(task.result()["kernel_id"])


class Server(Voila):
    """Voilà with the book's template, its own table of contents and clean starts and stops."""

    def __init__(self, settings: Settings, say: Callable[[str], None], **kwargs: Any) -> None:
        self._settings, self._say = settings, say
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
        book = site.site(root, self.base_url, None, lab=False)
        settings["voila_jinja2_env"].globals.update(site.template_globals(book))
        settings["compress_response"] = False
        settings["ws_ping_interval"] = settings["ws_ping_timeout"] = 30_000
        settings["default_handler_class"] = Missing
        settings["default_handler_args"] = {"voila_configuration": self.voila_configuration}
        self.kernel_manager.fill_delay = 3  # let the reader's browser have the processor first
        folder = site.chapter_folder(root) or root
        paths = [notebook.relative_to(root).as_posix() for notebook in sorted(folder.glob("[0-9]*.ipynb"))]
        self.warmer = Warmer(self, self._settings.warm, paths)
        return settings

    def init_handlers(self) -> list[Any]:
        """Replace some of Voilà's handlers by ours, and leave out the listing and the giving out of files."""
        handlers = []
        for pattern, handler, *rest in super().init_handlers():
            if "/api/contents" in pattern or "/voila/files/" in pattern:
                continue
            if handler is FileFindHandler:
                rest = [{"path": self.labextensions_path}]
            handlers.append((pattern, OURS.get(handler, handler), *rest))
        # An address without its last slash is somebody's typing, not a missing page.
        if self.base_url != "/":
            handlers.append((self.base_url.rstrip("/"), tornado.web.RedirectHandler, {"url": self.base_url}))
        handlers.append((f"{self.base_url}index.html", TornadoVoilaTreeHandler, _tree(self)))
        return handlers

    def listen(self) -> None:
        """Serve until a signal comes; called by `start`."""
        # Websockets are pinged, so that a reader whose machine went away is noticed.
        self.http = tornado.httpserver.HTTPServer(self.app)
        self.http.add_sockets(self._sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        loop = asyncio.get_event_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.ioloop.stop)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: self.ioloop.add_callback_from_signal(self.ioloop.stop))
        self.ioloop.add_callback(self._open)
        try:
            self.ioloop.start()
        finally:
            self.http.stop()
            self.stop()

    async def _open(self) -> None:
        """Say where the book is once it really is there."""
        client = tornado.httpclient.AsyncHTTPClient()
        try:
            await client.fetch(self.address, request_timeout=30)
        except Exception as error:
            self.log.error("The table of contents could not be served: %s", error)
            self.ioloop.stop()
            self.failed = True
            return
        self._say(f"The rulebook is open at {self.address}")
        if self._settings.browser:
            _show(self.address)
        await self.warmer.run()

    failed = False

    def stop(self) -> None:
        """End every kernel, then remove what they left.

        Not by Voilà's own means: those fail when a kernel is just starting, and interrupt kernels, which then complain.
        """
        loop = asyncio.get_event_loop()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=1))
        # From here on nothing runs that could start a kernel again.
        kernels = psutil.Process().children(recursive=True)
        for kernel in kernels:
            with suppress(psutil.NoSuchProcess):
                kernel.terminate()
        for kernel in psutil.wait_procs(kernels, timeout=3)[1]:
            kernel.kill()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def _tree(app: Server) -> dict[str, Any]:
    return {"voila_configuration": app.voila_configuration}


def _config(settings: Settings, port: int) -> Config:
    config = Config()
    site.configure(config)
    config.Voila.root_dir = str(settings.notebooks)
    config.Voila.ip = settings.host
    config.Voila.port = port
    config.Voila.base_url = "/" + settings.base_url.strip("/") + "/" if settings.base_url.strip("/") else "/"
    config.Voila.open_browser = False
    config.Voila.log_level = logging.ERROR
    config.VoilaConfiguration.kernel_spec_manager_class = OwnPython
    config.VoilaConfiguration.preheat_kernel = settings.warm > 0
    config.VoilaConfiguration.default_pool_size = 0  # the warmer fills them
    if os.name == "posix":
        config.KernelManager.transport = "ipc"  # kernels are spoken to through files of this user, not through ports
    # A closed tab ends its kernel; a lost one leaves it, and so does a tab left open for good.
    config.MappingKernelManager.cull_idle_timeout = settings.idle * 60
    config.MappingKernelManager.cull_interval = max(10, min(60, settings.idle * 60))
    config.MappingKernelManager.cull_connected = True
    return config


def _show(address: str) -> None:
    """Open a browser where there is one."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return
    asyncio.get_event_loop().run_in_executor(None, webbrowser.open, address)


def serve(settings: Settings, say: Callable[[str], None] = print) -> int:
    """Serve the book until it is told to stop, and return the exit code.

    `say` gets the one line with the address. Raises PortTaken, and FileNotFoundError when there are no chapters.
    """
    if site.chapter_folder(settings.notebooks) is None:
        raise FileNotFoundError(f"There is no chapter (a notebook such as 01-base-game.ipynb) in {settings.notebooks}.")
    places.share_with_kernels()
    logging.getLogger("tornado.access").setLevel(logging.ERROR)  # a wrong address is the reader's business
    server = Server(settings, say)
    server.initialize([])
    server.start()
    return int(server.failed)
