"""Files that pages are made of: Voilà's front end, what draws widgets, styles, scripts, the engine that counts."""

import gzip
import mimetypes
import posixpath
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_server.base.handlers import FileFindHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler

from rulebook.publish import counting

TEXTS = ("text/javascript", "application/javascript", "text/css", "application/json", "image/svg+xml")
KINDS = {"js": "text/javascript; charset=utf-8", "wasm": "application/wasm"}
LEAST = 1000  # bytes; fewer are sent as they are


@cache
def packed(data: bytes) -> bytes:
    """Data compressed: once for all readers."""
    return gzip.compress(data, mtime=0)


@lru_cache(1000)
def packed_file(path: str, _modified: Any) -> bytes:
    """The same of a file, until it is modified."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


def goes_packed(handler: tornado.web.RequestHandler) -> bool:
    """Does who asks take the answer compressed?  It is said in its headers then, and that it depends on who asks."""
    handler.add_header("Vary", "Accept-Encoding")
    asked = handler.request.headers
    takes = "gzip" in asked.get("Accept-Encoding", "") and "Range" not in asked
    if takes:
        handler.set_header("Content-Encoding", "gzip")
    return takes


class Compressed(tornado.web.StaticFileHandler):
    """Text goes compressed to who can read it so: a first visit is then a third of the bytes, without a proxy, too."""

    def set_headers(self) -> None:
        """Decide whether it is, which the size and the content of the answer follow."""
        super().set_headers()
        path = self.absolute_path or ""
        if mimetypes.guess_type(path)[0] not in TEXTS or super().get_content_size() < LEAST or not goes_packed(self):
            return
        data = packed_file(path, self.modified)
        # Of this answer alone: of the class tornado asks what the version of the file is.
        self.get_content = lambda *_: data  # type: ignore[method-assign,assignment]
        self.get_content_size = lambda: len(data)  # type: ignore[method-assign]


class Kept(Compressed):
    """The hundred files of Voilà's front end change only with its version: browsers may keep them between chapters."""

    def get_cache_time(self, path: str, modified: Any, mime_type: str) -> int:
        """Return for how many seconds they may be kept."""
        return 3600


class FrontEnd(Kept, MultiStaticFileHandler):
    """Voilà's own part."""


class Extensions(Kept, FileFindHandler):
    """The parts that draw widgets."""


class TemplateFiles(Compressed, TemplateStaticFileHandler):
    """Style sheets and scripts of the templates."""

    def parse_url_path(self, url_path: str) -> str:
        """Return the path of the file; an address of another form is a wrong address, not an error of the server."""
        if any(path.split("/")[1:2] != ["static"] for path in (url_path, posixpath.normpath(url_path))):
            raise tornado.web.HTTPError(404)
        found: str = super().parse_url_path(url_path)
        return found


PICTURES = {name: (Path(__file__).parent / "pictures" / name).read_bytes() for name in ("favicon.ico", "link.png")}
# A chapter that is opened runs a process: what wants all of them is shown the contents, and the static site.
ROBOTS = "User-agent: *\nDisallow: {base}voila/render/\nDisallow: {base}api/\nDisallow: {base}session/\n"


class Asked(tornado.web.RequestHandler):
    """What browsers and robots ask for by themselves."""

    def initialize(self, base: str) -> None:
        """Take where the book is."""
        self._base = base

    def get(self, name: str) -> None:
        """Send it."""
        self.set_header("Cache-Control", "public, max-age=86400")
        self.set_header("Content-Type", mimetypes.guess_type(name)[0] or "application/octet-stream")
        self.finish(PICTURES[name] if name in PICTURES else ROBOTS.format(base=self._base))


class EngineFiles(tornado.web.RequestHandler):
    """The files by which a page counts games; found: name -> content."""

    def initialize(self, found: dict[str, bytes]) -> None:
        """Take the files."""
        self._found = found

    def get(self, name: str) -> None:
        """Send one of them."""
        data = self._found[name]
        self.set_header("Content-Type", KINDS[name.rpartition(".")[2]])
        self.set_header("Content-Security-Policy", counting.POLICY)
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.finish(packed(data) if goes_packed(self) else data)
