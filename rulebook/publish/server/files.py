"""Static files: the parts of pages, and what browsers and robots request by themselves."""

import asyncio
import gzip
import mimetypes
from contextlib import suppress

import tornado.web

from rulebook.publish import engine_files
from rulebook.publish.server.base_handler import DEFAULT_POLICY, BaseHandler

CONTENT_TYPES = mimetypes.MimeTypes()  # Python's own table, not the machine's;
CONTENT_TYPES.add_type("text/javascript", ".js")  # older versions have another type for this
COMPRESSED = (".packed", ".png", ".ico")  # suffixes of files that are compressed already
WAIT_SECONDS = 60  # for a part that is still to be rendered
IMMUTABLE, ONE_DAY = "public, max-age=31536000, immutable", "public, max-age=86400"


class StaticFiles:
    """Files in memory by name, below the address `base`, each compressed once.

    policy: the content security policy of a file that runs by itself; cache_control: how long browsers may keep them.
    """

    def __init__(self, base: str, policy: str = DEFAULT_POLICY, cache_control: str = IMMUTABLE) -> None:
        self.base, self.policy, self.cache_control = base, policy, cache_control
        self.plain: dict[str, bytes] = {}
        self.compressed: dict[str, bytes] = {}
        self.complete = asyncio.Event()  # cleared while files are still added: requests for missing ones wait
        self.complete.set()

    def add(self, name: str, content: str | bytes) -> str:
        """Add a file under a name that has the hash of its content, and return its address."""
        data = content.encode() if isinstance(content, str) else content
        return self.put(engine_files.hashed_name(name, data), data)

    def put(self, name: str, data: bytes) -> str:
        """Add a file under its own name, and return its address."""
        if name not in self.plain:
            if not name.endswith(COMPRESSED):
                self.compressed[name] = gzip.compress(data, mtime=0)
            self.plain[name] = data
        return f"{self.base}{name}"


class FileHandler(BaseHandler):
    """Serves static files."""

    def initialize(self, files: StaticFiles) -> None:
        """Store the files."""
        self._files = files

    async def get(self, name: str) -> None:
        """Send a file.  A page rendered by another server of the book may request it before this one has made it."""
        if name not in self._files.plain:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._files.complete.wait(), WAIT_SECONDS)
        if name not in self._files.plain:
            raise tornado.web.HTTPError(404)
        files, kind = self._files, CONTENT_TYPES.guess_type(name)[0] or "application/octet-stream"
        self.send_bytes(files.compressed.get(name, b""), kind, files.policy, files.cache_control, files.plain[name])
