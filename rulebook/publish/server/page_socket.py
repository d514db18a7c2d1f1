"""The one WebSocket between a page and its boards.

A page first says {"chapter", "key"}: which chapter it is of, and the key it was given when it was connected before.  It
hears {"type": "opened", "key", "new"}, or {"type": "full", "seconds"} where there is no place.  Then it sends messages
(`readers.read`), each of which is answered by those of `static.kernel` and by {"type": "handled", "count"}; "ping",
which is answered at once whatever else is going on; and "cancel", when nobody waits for what is going on.
"""

import asyncio
import json
from collections import deque
from typing import Any

import tornado.web
import tornado.websocket

from rulebook.publish.server.base_handler import Answer
from rulebook.publish.server.logs import LOG
from rulebook.publish.server.readers import SOON, Full, Reader, Refused
from rulebook.publish.server.workers import house

LARGE, LARGEST = 1_200_000, 9_000_000  # bytes of a message: of a board, with a record; of the desk, with two files
FILING = 30  # pages that may send files at once
WAITING, ROOM = 20, 100_000  # messages of a page, and bytes, that may wait to be followed; more are not read before
REFUSALS = 20  # messages that were none, until a page is hung up on
UNSENT = 8_000_000  # bytes that a page may leave unread
OPENING = 20.0  # seconds to say which chapter
ENDED = 4001  # the code of a socket that is closed because its boards were given up
LEFT = 4000  # the code with which a page closes that is left


class Link(Answer, tornado.websocket.WebSocketHandler):
    """A page's socket."""

    reader: Reader | None = None
    filing = 0
    """Pages that may send files now."""

    def initialize(self) -> None:
        """Begin with nothing."""
        self._wants_files = "files" in self.request.query
        self._has_files = self._wants_files and Link.filing < FILING
        self._inbox: deque[str | bytes] = deque()
        self._room = asyncio.Condition()
        self._working: asyncio.Task[None] | None = None
        self._refusals = self._unsent = 0

    def prepare(self, *args: Any, **kwargs: Any) -> None:
        """Refuse a page that did not come by the web, whatever host it names: hosts are what tornado compares."""
        super().prepare(*args, **kwargs)
        if not self.request.headers.get("Origin", "http:").lower().startswith(("http:", "https:")):
            raise tornado.web.HTTPError(403)

    @property
    def max_message_size(self) -> int:
        """What a page may send at once."""
        return LARGEST if self._has_files else LARGE

    def get_compression_options(self) -> dict[str, Any]:
        """Views are alike: each is packed with what was sent before it."""
        return {"compression_level": 6, "mem_level": 5}

    def open(self, *_: str, **__: str) -> None:
        """Wait for the page to say what it is."""
        self.set_nodelay(True)
        Link.filing += self._has_files
        self._patience = asyncio.get_running_loop().call_later(OPENING, self.close, 1008, "nothing was said")

    async def on_message(self, message: str | bytes) -> None:
        """Take a message; the next one is read when there is room for it."""
        if message == "ping":
            self.say("pong")
        elif self.reader is None:
            self._patience.cancel()
            self._opened(message)
        elif message == "cancel":
            self.reader.cancelled = True
        else:
            self._inbox.append(message)
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._work(self.reader))
            async with self._room:
                await self._room.wait_for(self._has_room)

    def _has_room(self) -> bool:
        return len(self._inbox) < WAITING and sum(map(len, self._inbox)) < ROOM

    def _opened(self, message: str | bytes) -> None:
        try:
            asked = json.loads(message[:1000])
            path, key = asked["chapter"], asked["key"]
            if not isinstance(path, str) or not isinstance(key, str) or not self.book.is_chapter(path):
                raise ValueError
            if self._wants_files > self._has_files:
                raise Full
            self.reader, new = self.readers.join(key, path, house(self.request.remote_ip or ""), self)
        except Full:
            self.say(json.dumps({"type": "full", "seconds": SOON}))
            self.close()
        except (OSError, ValueError, LookupError, TypeError):
            self.close(1008, "no such chapter")
        else:
            self.say(json.dumps({"type": "opened", "key": self.reader.key, "new": new}))

    async def _work(self, reader: Reader) -> None:
        """Follow what came, in its order."""
        while self._inbox and self._refusals < REFUSALS:
            message = self._inbox.popleft()
            async with self._room:
                self._room.notify_all()
            try:
                await reader.hear(message, self.readers)
            except Refused as refused:
                self._refusals += 1
                if self._refusals in (1, REFUSALS):
                    LOG.warning("message refused", extra={"data": {"why": str(refused), "count": self._refusals}})
        if self._refusals >= REFUSALS:
            self.close(1008, "messages that are none")

    def say(self, text: str) -> None:
        """Send a message, unless nobody takes them any more."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return
        self._unsent += len(text)
        if self._unsent > UNSENT:
            self.close(1008, "nothing is read")
            self.ws_connection._abort()
            return
        try:
            sending = asyncio.ensure_future(self.write_message(text))
        except tornado.websocket.WebSocketClosedError:
            return
        sending.add_done_callback(lambda sent: self._sent(len(text), sent))

    def _sent(self, size: int, sent: "asyncio.Future[None]") -> None:
        self._unsent -= size
        if not sent.cancelled():
            sent.exception()  # who has hung up is no news

    def hang_up(self) -> None:
        """Close: the boards were given up, or another socket of the page took over."""
        self.close(ENDED)

    def on_close(self) -> None:
        """Forget what was to be done."""
        Link.filing -= self._has_files
        self._patience.cancel()
        self._inbox.clear()
        if self.reader is not None:
            self.readers.part(self.reader, self, left=self.close_code in (1001, LEFT))
