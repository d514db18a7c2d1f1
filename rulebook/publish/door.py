"""Where connections come in: they are accepted while there is room, and it is known which of them only wait."""

import asyncio
import re
import select
import socket
import time
from typing import Any

import tornado.httpserver
import tornado.httputil
from tornado.iostream import StreamClosedError

from rulebook.publish import machine
from rulebook.publish.channel import LARGEST
from rulebook.publish.governor import SILENCE, Governor, Line
from rulebook.publish.limits import Budget
from rulebook.publish.logs import LOG

AT_ONCE = 16  # connections accepted before anything else has its turn
DEAD = 256  # the same of those that were hung up before anybody looked at them
LEAVERS, LEAVERS_FAST = 64, 16  # let in although they will say nothing more: at once, and a second in the long run
HALF = getattr(select, "POLLRDHUP", 0)  # what a poll says of such a connection; 0 where the system does not tell
AGAIN = 0.1  # seconds until it is tried again when there is no room


class Door(tornado.httpserver.HTTPServer):
    """The HTTP server, with its connections counted."""

    def initialize(self, app: Any, governor: Governor, **settings: Any) -> None:  # type: ignore[override]
        """Take the governor, and what tornado's server takes."""
        super().initialize(app, idle_connection_timeout=SILENCE, **settings)
        self.governor = governor
        self._open: list[socket.socket] = []
        self._leavers = Budget(LEAVERS, LEAVERS_FAST)

    def let_in(self, sockets: list[socket.socket]) -> None:
        """Accept connections at these sockets, until `close`."""
        self._open = sockets
        self._resume()

    def close(self) -> None:
        """Accept nobody any more."""
        loop = asyncio.get_event_loop()
        for one in self._open:
            loop.remove_reader(one)
            one.close()
        self._open = []

    def _resume(self) -> None:
        self.governor.paused = False
        for one in self._open:
            asyncio.get_event_loop().add_reader(one, self._accept, one)

    def _pause(self, why: str) -> None:
        loop = asyncio.get_event_loop()
        self.governor.paused = True
        LOG.warning("accepting pauses", extra={"data": {"why": why, **self.governor.counts()}})
        for one in self._open:
            loop.remove_reader(one)
        loop.call_later(AGAIN, self._resume)

    def _accept(self, at: socket.socket) -> None:
        accepted = 0
        for _ in range(DEAD):
            if accepted == AT_ONCE:
                return
            if not self.governor.room_for_line():
                self._pause("connections")
                return
            try:
                connection, address = at.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:  # no descriptor, no memory: asked again at once, it would be said again for ever
                self._pause(error.strerror or "")
                return
            if gone(connection) or (half_closed(connection) and not self._leavers.spend()):
                connection.close()
                continue
            accepted += 1
            machine.hold_little(connection)
            # What is read of a message is kept until it is complete; one byte more than the largest is refused.
            line = Line(connection, address=str(address[0]), max_buffer_size=2 * LARGEST)
            self.governor.lines.add(line)
            try:
                self.handle_stream(line, address)
            except StreamClosedError:  # gone before it came in
                line.close()

    def start_request(self, server_conn: Any, request_conn: Any) -> tornado.httputil.HTTPMessageDelegate:
        """A connection waits for a request from now on, until its head has come."""
        line = server_conn.stream
        line.waits = time.monotonic()
        return Watched(super().start_request(server_conn, request_conn), line, self.governor)


UNHEARD = ("X-Real-Ip", "X-Scheme")
"""What tornado would believe before X-Forwarded-*: a reader can say it, and proxies hand it on."""


def origin_form(start: tornado.httputil.RequestStartLine, headers: tornado.httputil.HTTPHeaders) -> Any:
    """A request by its path alone, where it was asked for by its whole address: whose host then is the one that counts.

    As whoever speaks to a proxy does (RFC 9112, 3.2.2).  `headers` gets the host; one that was said twice stays so.
    """
    found = re.fullmatch(r"https?://([^/?#]+)(/[^?]*)?(\?.*)?", start.path, re.IGNORECASE | re.DOTALL)
    if not found or "," in headers.get("Host", ""):
        return start
    headers["Host"] = found[1]
    return start._replace(path=(found[2] or "/") + (found[3] or ""))


def gone(connection: socket.socket) -> bool:
    """Was it hung up with nothing left to read?  Whoever opens and drops thousands costs no more than this look."""
    connection.setblocking(False)
    try:
        return bool(connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)) or not connection.recv(
            1, socket.MSG_PEEK
        )
    except BlockingIOError:  # it is there, and has said nothing yet
        return False
    except OSError:
        return True


def half_closed(connection: socket.socket) -> bool:
    """Will it say nothing more?  It may wait for its answer, or be one of thousands who ask and are gone."""
    if not HALF:
        return False
    poll = select.poll()
    poll.register(connection, HALF)
    return any(said & HALF for _, said in poll.poll(0))


class Watched(tornado.httputil.HTTPMessageDelegate):
    """Sees when a request has come: its head, and its body, which may come a letter at a time."""

    def __init__(self, delegate: tornado.httputil.HTTPMessageDelegate, line: Line, governor: Governor) -> None:
        self._delegate, self._line, self._governor = delegate, line, governor

    def headers_received(self, start_line: Any, headers: tornado.httputil.HTTPHeaders) -> Any:
        """Its head has come."""
        self._line.begun = time.monotonic()
        self._governor.look(0.05)
        for name in UNHEARD:
            headers.pop(name, None)
        return self._delegate.headers_received(origin_form(start_line, headers), headers)

    def data_received(self, chunk: bytes) -> Any:
        """Hand on a part of its body."""
        return self._delegate.data_received(chunk)

    def finish(self) -> None:
        """Its answer is under way from now on."""
        self._line.waits = None
        self._delegate.finish()

    def on_connection_close(self) -> None:
        """Hand on that it was hung up."""
        self._delegate.on_connection_close()
