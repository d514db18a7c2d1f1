"""Files that pages are made of, and what browsers and robots ask for by themselves."""

import asyncio
import gzip
import mimetypes
from contextlib import suppress

import tornado.web

from rulebook.publish import engine_files
from rulebook.publish.server.base_handler import POLICY, Answer

KINDS = mimetypes.MimeTypes()  # Python's own table, whatever the machine has,
KINDS.add_type("text/javascript", ".js")  # in which older ones have another name of this
PACKED = (".packed", ".png", ".ico")
"""Endings of what is compressed as it is."""
PATIENCE = 60  # seconds for which a part of a page may be waited for
FOR_EVER, A_DAY = "public, max-age=31536000, immutable", "public, max-age=86400"


class Shelf:
    """Files that are kept in memory, by name; at: the address below which they are.  What is text is compressed once.

    policy: what they may do where they are run by themselves; age: for how long browsers may keep them.
    """

    def __init__(self, at: str, policy: str = POLICY, age: str = FOR_EVER) -> None:
        self.at, self.policy, self.age = at, policy, age
        self.plain: dict[str, bytes] = {}
        self.packed: dict[str, bytes] = {}
        self.filled = asyncio.Event()
        """Is all there that is put there after the start?  Until then who asks for what is missing waits."""
        self.filled.set()

    def add(self, name: str, content: str | bytes) -> str:
        """Put a file there under a name that changes with its content; its address."""
        data = content.encode() if isinstance(content, str) else content
        return self.put(engine_files.named(name, data), data)

    def put(self, name: str, data: bytes) -> str:
        """Put a file there under its own name; its address."""
        if name not in self.plain:
            if not name.endswith(PACKED):
                self.packed[name] = gzip.compress(data, mtime=0)
            self.plain[name] = data
        return f"{self.at}{name}"


class Kept(Answer):
    """The files of a shelf."""

    def initialize(self, shelf: Shelf) -> None:
        """Take where the files are."""
        self._shelf = shelf

    async def get(self, name: str) -> None:
        """Send one of them; a page of another server of the same book may ask before this one has made it."""
        if name not in self._shelf.plain:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._shelf.filled.wait(), PATIENCE)
        if name not in self._shelf.plain:
            raise tornado.web.HTTPError(404)
        shelf, kind = self._shelf, KINDS.guess_type(name)[0] or "application/octet-stream"
        self.send(shelf.packed.get(name, b""), kind, shelf.policy, shelf.age, shelf.plain[name])
