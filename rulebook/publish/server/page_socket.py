"""The WebSocket between a page and its boards.

A page first sends {"chapter", "key"}: its chapter, and the key it was given if it was connected before.  The answer is
{"type": "opened", "key", "new"}, or {"type": "full", "seconds"} if there is no place.  Then it sends messages
(`sessions.parse_message`), each answered by messages of `rulebook.kernel` and then by {"type": "handled", "count"};
"ping", which is answered at once, whatever is running; and "cancel", when nobody waits any more for what is running.
"""

import asyncio
import json
from collections import deque
from typing import Any

import tornado.web
import tornado.websocket

from rulebook.publish.server.base_handler import BaseHandler
from rulebook.publish.server.logs import LOG
from rulebook.publish.server.sessions import RETRY_AFTER, Full, InvalidMessage, Session
from rulebook.publish.server.workers import client_network

MAX_BYTES, MAX_BYTES_WITH_FILES = 1_200_000, 9_000_000  # of a message: to a board, with a record; to the desk
MAX_UPLOADERS = 30  # connected pages that may send files
QUEUE_MESSAGES, QUEUE_BYTES = 20, 100_000  # of a page; beyond that its socket is not read
MAX_INVALID = 20  # invalid messages, before the socket is closed
MAX_UNSENT = 8_000_000  # bytes that a page has not read, before the socket is closed
OPEN_SECONDS = 20.0  # for the first message
SESSION_ENDED = 4001  # close code of the server: the session ended
PAGE_LEFT = 4000  # close code of a page that is left


class PageSocket(BaseHandler, tornado.websocket.WebSocketHandler):
    """The WebSocket of one page."""

    session: Session | None = None
    uploaders = 0  # connected pages that may send files

    def initialize(self) -> None:
        """Start with an empty queue."""
        self._wants_files = "files" in self.request.query
        self._may_upload = self._wants_files and PageSocket.uploaders < MAX_UPLOADERS
        self._queue: deque[str | bytes] = deque()
        self._dequeued = asyncio.Condition()
        self._consumer: asyncio.Task[None] | None = None
        self._invalid = self._unsent = 0

    def prepare(self, *args: Any, **kwargs: Any) -> None:
        """Refuse origins that are not http or https with 403; tornado compares only their hosts."""
        super().prepare(*args, **kwargs)
        if not self.request.headers.get("Origin", "http:").lower().startswith(("http:", "https:")):
            raise tornado.web.HTTPError(403)

    @property
    def max_message_size(self) -> int:
        """Maximum bytes of a message."""
        return MAX_BYTES_WITH_FILES if self._may_upload else MAX_BYTES

    def get_compression_options(self) -> dict[str, Any]:
        """Compress messages with the context of earlier ones: views are alike."""
        return {"compression_level": 6, "mem_level": 5}

    def open(self, *_: str, **__: str) -> None:
        """Wait OPEN_SECONDS for the first message."""
        self.set_nodelay(True)
        PageSocket.uploaders += self._may_upload
        self._open_timeout = asyncio.get_running_loop().call_later(OPEN_SECONDS, self.close, 1008, "nothing was said")

    async def on_message(self, message: str | bytes) -> None:
        """Queue a message, and return when there is room for the next one."""
        if message == "ping":
            self.send("pong")
        elif self.session is None:
            self._open_timeout.cancel()
            self._open_session(message)
        elif message == "cancel":
            self.session.cancelled = True
        else:
            self._queue.append(message)
            if self._consumer is None or self._consumer.done():
                self._consumer = asyncio.create_task(self._consume(self.session))
            async with self._dequeued:
                await self._dequeued.wait_for(self._has_room)

    def _has_room(self) -> bool:
        return len(self._queue) < QUEUE_MESSAGES and sum(map(len, self._queue)) < QUEUE_BYTES

    def _open_session(self, message: str | bytes) -> None:
        try:
            content = json.loads(message[:1000])
            path, key = content["chapter"], content["key"]
            if not isinstance(path, str) or not isinstance(key, str) or not self.page_cache.is_chapter(path):
                raise ValueError
            if self._wants_files > self._may_upload:
                raise Full
            client = client_network(self.request.remote_ip or "")
            self.session, new = self.sessions.connect(key, path, client, self)
        except Full:
            self.send(json.dumps({"type": "full", "seconds": RETRY_AFTER}))
            self.close()
        except (OSError, ValueError, LookupError, TypeError):
            self.close(1008, "no such chapter")
        else:
            self.send(json.dumps({"type": "opened", "key": self.session.key, "new": new}))

    async def _consume(self, session: Session) -> None:
        """Handle the queued messages in order."""
        while self._queue and self._invalid < MAX_INVALID:
            message = self._queue.popleft()
            async with self._dequeued:
                self._dequeued.notify_all()
            try:
                await session.receive(message, self.sessions)
            except InvalidMessage as error:
                self._invalid += 1
                if self._invalid in (1, MAX_INVALID):
                    LOG.warning("message refused", extra={"data": {"why": str(error), "count": self._invalid}})
        if self._invalid >= MAX_INVALID:
            self.close(1008, "invalid messages")

    def send(self, text: str) -> None:
        """Send a message if the socket is open; close it if too much is unread."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return
        self._unsent += len(text)
        if self._unsent > MAX_UNSENT:
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
            sent.exception()  # retrieved, so that a closed socket is not logged

    def hang_up(self) -> None:
        """Close: the session ended, or another socket of the page took over."""
        self.close(SESSION_ENDED)

    def on_close(self) -> None:
        """Drop the queue, and disconnect the session."""
        PageSocket.uploaders -= self._may_upload
        self._open_timeout.cancel()
        self._queue.clear()
        if self.session is not None:
            self.sessions.disconnect(self.session, self, left=self.close_code in (1001, PAGE_LEFT))
