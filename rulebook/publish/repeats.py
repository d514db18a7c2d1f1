"""Answers that are the same for everybody: made once by a handler, then sent again without one.

Of what a page costs the server most are its parts, a dozen files and more; to make a handler for each of them takes
longer than to send it.  What is not asked for just as it was before goes its usual way.
"""

import time
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

import tornado.httputil
from tornado.httputil import HTTPHeaders

from rulebook.publish.headers import forwarded

LONG = 2**16
"""Bytes of an answer that go behind its head by themselves: all connections that do not read them hold the same."""

Key = tuple[str, bool, str]
#: What makes an answer another one, beside the address, whether it may be packed, and by which protocol it was asked.
OTHERWISE = ("If-None-Match", "If-Modified-Since", "Range", "Expect", "Content-Length", "Transfer-Encoding", "Upgrade")


class Repeats(tornado.httputil.HTTPServerConnectionDelegate):
    """Stands before an application: answers again what was answered before, and hands on the rest.

    know: is this the name of a host that the book answers to?  proxied: does a proxy say which one was asked for?
    """

    def __init__(self, app: Any, know: Callable[[str], bool], proxied: bool) -> None:
        self._app, self._know, self._proxied = app, know, proxied
        self._sent: dict[Key, tuple[HTTPHeaders, bytes]] = {}
        self._second, self._said = 0, ""

    def keep(self, handler: Any, packed: bool, data: bytes) -> None:
        """Send this again to whoever asks for the address of a request whose answer is complete."""
        if handler.request.method == "GET" and handler.request.uri == handler.request.path:
            self._sent[handler.request.uri, packed, handler.request.protocol] = handler._headers.copy(), data

    def start_request(self, server_conn: Any, request_conn: Any) -> tornado.httputil.HTTPMessageDelegate:
        """A request begins."""
        return _Request(self, server_conn, request_conn)

    def found(self, start: Any, headers: HTTPHeaders, protocol: str) -> tuple[HTTPHeaders, bytes] | None:
        """What was answered to such a request; None if it has to be answered anew."""
        if start.method != "GET" or any(name in headers for name in OTHERWISE):
            return None
        host = (forwarded(headers) if self._proxied else "") or headers.get("Host", "")
        if not self._know(host):
            return None
        answer = self._sent.get((start.path, "gzip" in headers.get("Accept-Encoding", ""), protocol))
        if answer is None:
            return None
        answer[0]["Date"] = self._date()
        # Where the connection ends with the answer, tornado says so in its headers.
        stays = start.version == "HTTP/1.1" and "Connection" not in headers
        return answer if stays else (answer[0].copy(), answer[1])

    def _date(self) -> str:
        """The time, as an answer says it: made anew each second."""
        second = int(time.time())
        if second != self._second:
            self._second, self._said = second, formatdate(second, usegmt=True)
        return self._said

    def handed_on(self, server_conn: Any, request_conn: Any) -> tornado.httputil.HTTPMessageDelegate:
        """The application's own."""
        delegate: tornado.httputil.HTTPMessageDelegate = self._app.start_request(server_conn, request_conn)
        return delegate


class _Request(tornado.httputil.HTTPMessageDelegate):
    def __init__(self, repeats: Repeats, server_conn: Any, request_conn: Any) -> None:
        self._repeats, self._server, self._connection = repeats, server_conn, request_conn
        self._delegate: tornado.httputil.HTTPMessageDelegate | None = None
        self._answer: tuple[HTTPHeaders, bytes] | None = None

    def headers_received(self, start_line: Any, headers: HTTPHeaders) -> Any:
        self._answer = self._repeats.found(start_line, headers, self._connection.context.protocol)
        if self._answer is not None:
            return None
        self._delegate = self._repeats.handed_on(self._server, self._connection)
        return self._delegate.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:
        return self._delegate.data_received(chunk) if self._delegate else None

    def finish(self) -> None:
        if self._delegate:
            self._delegate.finish()
        elif self._answer:
            headers, data = self._answer
            begins = tornado.httputil.ResponseStartLine("HTTP/1.1", 200, "OK")
            if len(data) > LONG:
                self._connection.write_headers(begins, headers)
                self._connection.write(data)
            else:
                self._connection.write_headers(begins, headers, data)
            self._connection.finish()

    def on_connection_close(self) -> None:
        if self._delegate:
            self._delegate.on_connection_close()
