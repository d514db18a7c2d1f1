"""Files that pages are made of: Voilà's front end, what draws widgets, styles and scripts."""

import gzip
import mimetypes
import posixpath
from functools import lru_cache
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_server.base.handlers import FileFindHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler

TEXTS = ("text/javascript", "application/javascript", "text/css", "application/json", "image/svg+xml")
LEAST = 1000  # bytes; fewer are sent as they are


@lru_cache(1000)
def compressed(path: str, _modified: Any) -> bytes:
    """A file compressed: once for all readers, until it is modified."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


class Compressed(tornado.web.StaticFileHandler):
    """Text goes compressed to who can read it so: a first visit is then a third of the bytes, without a proxy, too."""

    def set_headers(self) -> None:
        """Decide whether it is, which the size and the content of the answer follow."""
        super().set_headers()
        path, asked = self.absolute_path or "", self.request.headers
        if mimetypes.guess_type(path)[0] not in TEXTS or super().get_content_size() < LEAST:
            return
        self.add_header("Vary", "Accept-Encoding")
        if "gzip" in asked.get("Accept-Encoding", "") and "Range" not in asked:
            self.set_header("Content-Encoding", "gzip")
            data = compressed(path, self.modified)
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
