"""The static site, built once per state of its sources, and a web host that serves it as files under a sub-path."""

from __future__ import annotations

import base64
import fcntl
import gzip
import hashlib
import io
import json
import re
import shutil
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from rulebook.publish.static import build, fetching, freeze
from tests.serving import NOTEBOOKS, ROOT

BELOW = "some/where"
TEXTS = (".html", ".js", ".mjs", ".json", ".txt")


@cache
def cached_site() -> Path:
    """Return the folder of the site of the checkout's notebooks.  FetchError if no registry can be reached.

    It is cached by a hash of its sources; other workers wait while it is built.  Its chapters' outputs (`frozen`) are
    stored beside it.
    """
    folder = ROOT / ".pytest_cache" / "site" / source_hash()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.parent.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / build.MANIFEST).is_file():
            shutil.rmtree(folder.parent, ignore_errors=True)
            folder.with_suffix(".frozen").mkdir(parents=True)

            def freeze_and_store(notebook: Path, absent: list[str]) -> dict[str, Any]:
                found = freeze.freeze(notebook, absent)
                (folder.with_suffix(".frozen") / f"{notebook.stem}.json").write_text(json.dumps(found), "utf-8")
                return found

            with mock.patch.object(build, "freeze", freeze_and_store):
                build.build(NOTEBOOKS, folder.with_suffix(".new"), lambda _line: None)
            folder.with_suffix(".new").replace(folder)
    return folder


@cache
def site() -> Path:
    """Return the folder of the site, to be read only; skip the test if no registry can be reached."""
    try:
        return cached_site()
    except fetching.FetchError as error:
        if error.key != "not_fetched":  # any other error is ours
            raise
        pytest.skip(f"the static site cannot be built here: {error}")


@cache
def files() -> dict[str, bytes]:
    """Return the site's files by name."""
    paths = [path for path in site().rglob("*") if path.is_file()]
    return {path.relative_to(site()).as_posix(): path.read_bytes() for path in paths}


@cache
def frozen(stem: str) -> dict[str, Any]:
    """Return the outputs of a chapter (`freeze.take_snapshot`), as frozen for the site."""
    try:
        found: dict[str, Any] = json.loads((cached_site().with_suffix(".frozen") / f"{stem}.json").read_text("utf-8"))
    except fetching.FetchError:
        return freeze.freeze(NOTEBOOKS / f"{stem}.ipynb")
    return found


def inline(text: str) -> set[str]:
    """Return the hashes of a page's inline scripts, as in a content security policy."""
    found = re.findall(r"<script(?![^>]*(?:\bsrc=|application/))[^>]*>(.*?)</script>", text, re.DOTALL)
    return {f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'" for code in found}


def source_hash() -> str:
    """Return a hash of the site's sources: the packages, the notebooks and the Python version."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(path for part in ("hedgekit", "rulebook", "notebooks") for path in (ROOT / part).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and not re.search(r"(^|/)(__pycache__|\.[^/]*)/|\.d\.ts$", name):  # generated
            digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class Files(SimpleHTTPRequestHandler):
    """Serves files like one kind of web host or another.

    compress: compress texts; bare: redirect page.html to page; ill: answer with this status only; sent: bytes so far.
    """

    protocol_version = "HTTP/1.1"
    compress = bare = False
    ill = sent = 0

    def log_message(self, *_: Any) -> None:
        """Log nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own 404 page, as static hosts do."""
        page = Path(self.directory) / BELOW / "404.html"
        if code != 404 or not page.is_file():
            return super().send_error(code, message, explain)
        return self._answer(404, "text/html; charset=utf-8", page.read_bytes())

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send the contents of a file."""
        data = source.read()
        type(self).sent += len(data)
        outputfile.write(data)

    def do_GET(self) -> None:
        """Send a file."""
        if self.ill:
            return self.send_error(self.ill)
        if self.bare and self._redirect():
            return None
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.split("?")[0].endswith("/") else path
        if not (self.compress and path.is_file() and path.suffix in TEXTS):
            return super().do_GET()
        headers = {"Content-Encoding": "gzip", "Cache-Control": "max-age=600"}
        return self._answer(200, self.guess_type(path), _compressed(path, path.stat().st_mtime_ns), headers)

    def _redirect(self) -> bool:
        """Redirect a page's full name to the one without extension; return whether a redirect was sent."""
        name, query, rest = self.path.partition("?")
        if Path(self.translate_path(f"{name}.html")).is_file():
            self.path = f"{name}.html{query}{rest}"
        elif name.endswith(".html") and Path(self.translate_path(name)).is_file():
            there = name.removesuffix(".html").removesuffix("index") + query + rest
            self._answer(308, "text/html", b"", {"Location": there})
            return True
        return False

    def _answer(self, status: int, kind: str, data: bytes, more: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.copyfile(io.BytesIO(data), self.wfile)

    def end_headers(self) -> None:
        """Let browsers cache parts for a while, as static hosts do."""
        if self.compress and self.path.endswith(".packed"):
            self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


@cache
def _compressed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Server(ThreadingHTTPServer):
    """A server that can close its connections, which browsers keep alive."""

    def __init__(self, *args: Any) -> None:
        self.connections: list[socket.socket] = []
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember a connection."""
        self.connections.append(request)
        super().process_request(request, client_address)

    def hang_up(self) -> None:
        """Stop serving and close all connections."""
        self.shutdown()
        self.server_close()
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Host:
    """A host of the folder `root`, with the site in `BELOW`; it can be stopped and restarted.

    kind: attributes of `Files`; `files.ill` may change while it serves.
    """

    def __init__(self, root: Path, **kind: Any) -> None:
        self.files = type("Kind", (Files,), kind)
        self._handler = partial(self.files, directory=str(root))
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/{BELOW}"
        self._server: Server | None = None
        self.start()

    def start(self) -> None:
        """Start serving."""
        self._server = Server(("127.0.0.1", self.port), self._handler)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Stop serving."""
        if self._server:
            self._server.hang_up()
            self._server = None


@contextmanager
def hosted(root: Path, **kind: Any) -> Iterator[Host]:
    """Serve a folder within a with statement."""
    host = Host(root, **kind)
    try:
        yield host
    finally:
        host.stop()
