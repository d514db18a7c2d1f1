"""Files that pages are made of: parts of the pages, what browsers ask for by themselves, the engine that counts."""

import asyncio
import gzip
import mimetypes
from contextlib import suppress

import tornado.web

from rulebook.publish import counting, places
from rulebook.publish.server.answers import POLICY, Answer

KINDS = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
}
PICTURES = {name: (places.PACKAGE / "publish" / "pictures" / name).read_bytes() for name in ("favicon.ico", "link.png")}
PATIENCE = 60  # seconds for which a part of a page may be waited for
ROBOTS = "User-agent: *\nDisallow: {base}boards\n"  # chapters may be read by whoever likes to


class Shelf:
    """Files that are made when they are needed and kept in memory, by name; at: the address below which they are.

    A file's name changes with its content, so that browsers may keep it for ever.  What is text is compressed once.
    """

    def __init__(self, at: str) -> None:
        self._at = at
        self._plain: dict[str, bytes] = {}
        self._packed: dict[str, bytes] = {}
        self.filled = asyncio.Event()
        """Is all there that is put there after the start?  Until then who asks for what is missing waits."""
        self.filled.set()

    def add(self, name: str, content: str | bytes) -> str:
        """Put a file there; its address."""
        data = content.encode() if isinstance(content, str) else content
        name = counting.named(name, data)
        if name not in self._plain:
            if name.rpartition(".")[2] in KINDS:  # the others are packed already
                self._packed[name] = gzip.compress(data, mtime=0)
            self._plain[name] = data
        return f"{self._at}{name}"

    def found(self, name: str, packed: bool) -> bytes | None:
        """A file as it is, or packed; None if there is none."""
        return (self._packed if packed else self._plain).get(name)


class Kept(Answer):
    """The files of a shelf.  policy: what they may do where they are run by themselves."""

    def initialize(self, shelf: Shelf, policy: str = POLICY) -> None:
        """Take where the files are."""
        self._shelf, self._policy = shelf, policy

    async def get(self, name: str) -> None:
        """Send one of them; a page of another server of the same book may ask before this one has made it."""
        if self._shelf.found(name, False) is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._shelf.filled.wait(), PATIENCE)
        data, packed = self._shelf.found(name, False), self._shelf.found(name, True)
        if data is None:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", KINDS.get(name.rpartition(".")[2], "application/octet-stream"))
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Content-Security-Policy", self._policy)
        packing = "gzip" in self.request.headers.get("Accept-Encoding", "")
        if packed and packing:
            self.set_header("Content-Encoding", "gzip")
            data = packed
        self.finish(data)


class Asked(Answer):
    """What browsers and robots ask for by themselves."""

    def initialize(self, base: str) -> None:
        """Take where the book is."""
        self._base = base

    def get(self, name: str) -> None:
        """Send it."""
        self.set_header("Cache-Control", "public, max-age=86400")
        self.set_header("Content-Type", mimetypes.guess_type(name)[0] or "application/octet-stream")
        self.finish(PICTURES[name] if name in PICTURES else ROBOTS.format(base=self._base))
