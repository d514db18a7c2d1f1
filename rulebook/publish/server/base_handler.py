"""How every address answers: to which host names and methods, with which headers and error pages.

Pages are the same for everybody, so each is compressed once.
"""

import gzip
import ipaddress
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import tornado.netutil
import tornado.web

from rulebook.publish.server.logs import LOG, fault
from rulebook.publish.static import page as templates

LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Hosts:
    """The host names that the book answers to; `numbers`: any address that is a number, too.

    A page of another site cannot make itself one of these names, which a name that leads to this machine could be.
    """

    names: frozenset[str]
    numbers: bool = False

    @classmethod
    def of(cls, host: str, names: tuple[str, ...]) -> "Hosts":
        """Those of a server that listens at `host`, and other names of it."""
        everywhere = host in ("", "0.0.0.0", "::")  # noqa: S104 - as which readers know this machine, nobody says
        own = {host, socket.gethostname()} if everywhere else {host}
        return cls(frozenset(name.lower().rstrip(".") for name in (*LOCAL, *own, *names) if name), everywhere)

    def know(self, host: str) -> bool:
        """Is this, as a request names it, one of them?"""
        found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", host.lower(), re.ASCII)
        if not found:
            return False
        name = found[1] or found[2].rstrip(".")
        with suppress(ValueError):
            return name in self.names or (self.numbers and bool(ipaddress.ip_address(name)))
        return False


DENIED = (
    "accelerometer autoplay camera display-capture geolocation gyroscope magnetometer microphone midi payment "
    "publickey-credentials-get usb"
)
"""What pages may not use; the table mode keeps the screen awake."""
ALWAYS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in DENIED.split()),
}
"""Headers of every answer."""
TOGETHER = "frame-ancestors 'none'"
"""Of the policy what a page cannot say of itself."""
POLICY = f"default-src 'none'; style-src 'unsafe-inline'; {TOGETHER}"
"""The policy of what is no page."""
HTML = "text/html; charset=utf-8"
METHODS = "GET, HEAD"
"""What every address knows."""


class Page:
    """A rendered page, packed, and its policy: the scripts that may run in it."""

    def __init__(self, text: str) -> None:
        self.policy = f"{templates.policy(text, python=False)}; {TOGETHER}"
        self.packed = gzip.compress(text.encode(), mtime=0)


def _believe(request: Any) -> None:
    """Take who asked, how and for which host from what a trusted proxy says; other headers a reader can write."""
    host, address, protocol = (
        request.headers.get(f"X-Forwarded-{name}", "").rpartition(",")[2].strip() for name in ("Host", "For", "Proto")
    )
    if host:  # else a page's origin would be compared with the proxy's own name for this server
        request.host = request.headers["Host"] = host
    if tornado.netutil.is_valid_ip(address):
        request.remote_ip = address
    if protocol in ("http", "https"):
        request.protocol = protocol


class Answer(tornado.web.RequestHandler):
    """What every handler of the book's server is: it knows the book (`page_cache`) and all who play (`readers`)."""

    any_host = False  # probes ask by whatever address they have

    def __init__(self, application: Any, request: Any, **kwargs: Any) -> None:
        self.book, self.readers = (application.settings[f"rulebook_{name}"] for name in ("book", "readers"))
        if application.settings["rulebook_proxied"]:
            _believe(request)
        super().__init__(application, request, **kwargs)

    def set_default_headers(self) -> None:
        """Set the headers that every answer has, errors included."""
        super().set_default_headers()
        self.clear_header("Server")
        for name, value in ALWAYS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", POLICY)
        if self.request.protocol == "https":
            self.set_header("Strict-Transport-Security", "max-age=31536000")

    def prepare(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse hosts that are not the book's, and addresses that no file can have."""
        if not self.any_host and not self.settings["rulebook_hosts"].know(self.request.host):
            raise tornado.web.HTTPError(421)
        if "\0" in unquote(self.request.path):
            raise tornado.web.HTTPError(404)
        return super().prepare(*args, **kwargs)

    def head(self, *path: str) -> Any:
        """As GET; tornado sends no body then."""
        return self.get(*path)

    def send_page(self, page: Page, kind: str = HTML) -> None:
        """Send a page, which a browser asks for anew each time."""
        self.send(page.packed, kind, page.policy, "no-cache")

    def send(self, packed: bytes, kind: str, policy: str, age: str, plain: bytes = b"") -> None:
        """Send what is `packed`, if there is that, to who can read it so; to others `plain`, or what it unpacks to."""
        self.set_header("Content-Type", kind)
        self.set_header("Cache-Control", age)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Content-Security-Policy", policy)
        if packed and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(packed)
        else:
            self.finish(plain or gzip.decompress(packed))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error; plain words where a program asks."""
        if status_code == 405:
            self.set_header("Allow", METHODS)
        if status_code == 421:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(templates.rendered("foreign.txt.j2", rulebook=self.book.described()))
            return
        self.send_page(self.book.page("error.html", status_code=status_code))

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log what went wrong; not who asked."""
        if not isinstance(value, tornado.web.HTTPError) or value.status_code >= 500:
            LOG.error("failed", extra={"data": {"kind": type(self).__name__} | fault(value)})


class Lost(Answer, tornado.web.ErrorHandler):
    """Any other address."""


class Led(Answer, tornado.web.RedirectHandler):
    """An address that leads to another."""
