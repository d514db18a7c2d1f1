"""How every address answers: to which host names and methods, with which headers and error pages.

Pages are the same for everybody who asks for them by the same host name, so each is compressed once.
"""

import gzip
import hashlib
import ipaddress
import re
import secrets
import socket
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast
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
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.numbers


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
ORIGIN = f"https://origin-{secrets.token_hex(16)}.invalid"
"""Stands in rendered pages for the address at which the book was asked for."""


class Book(Protocol):
    """What handlers ask of the server."""

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?"""

    def edition(self) -> object:
        """What changes with the notebooks."""

    def index(self) -> dict[str, Any]:
        """What the search of the pages reads."""

    def described(self) -> dict[str, Any]:
        """The book as templates know it."""


def book_of(handler: tornado.web.RequestHandler) -> Book:
    """The server that a handler belongs to."""
    return cast("Book", handler.settings["voila"])


class Page:
    """A rendered page and the scripts that may run in it (its policy); `packed` by the address it is asked for at."""

    def __init__(self, text: str, policy: str = "") -> None:
        self._text = text
        self.policy = policy or f"{templates.policy(text, python=False)}; {TOGETHER}"
        self._packed: OrderedDict[str, tuple[bytes, str]] = OrderedDict()

    def packed(self, origin: str) -> tuple[bytes, str]:
        """As gzip, and what changes with its content (an ETag)."""
        if origin not in self._packed:
            data = gzip.compress(self._text.replace(ORIGIN, origin).encode(), mtime=0)
            self._packed[origin] = data, f'"{hashlib.sha256(data).hexdigest()[:20]}"'
            if len(self._packed) > 4:  # of a server that is known by more names
                self._packed.popitem(last=False)
        return self._packed[origin]


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
    """Mixed into every handler of the book's server."""

    any_host = False  # probes ask by whatever address they have
    _tag = ""

    def __init__(self, application: Any, request: Any, **kwargs: Any) -> None:
        if application.settings.get("rulebook_proxied"):
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

    def allowed(self) -> list[str]:
        """The methods that this address knows."""
        none = tornado.web.RequestHandler._unimplemented_method
        return [name for name in self.SUPPORTED_METHODS if getattr(type(self), name.lower(), none) is not none]

    def options(self, *_: Any, **__: Any) -> None:
        """Say which methods there are."""
        self.set_header("Allow", ", ".join(self.allowed()))
        self.set_status(204)
        self.finish()

    def check_xsrf_cookie(self) -> None:
        """Nothing: no address of the book takes anything from a reader, and none knows who asks."""

    @property
    def xsrf_token(self) -> bytes:
        """None, and no cookie for it."""
        return b""

    def send_page(self, page: Page, kind: str = "text/html; charset=utf-8") -> None:
        """Send a page, packed to who can read it so."""
        data, self._tag = page.packed(f"{self.request.protocol}://{self.request.host}")
        self.set_header("Content-Type", kind)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Content-Security-Policy", page.policy)
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
        else:
            data = gzip.decompress(data)
            self._tag = self._tag.replace('"', '"plain-', 1)
        self.finish(data)

    def compute_etag(self) -> str | None:
        """That of the page, where it is one."""
        return self._tag or super().compute_etag()

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error; plain words where a program asks."""
        if status_code == 405:
            self.set_header("Allow", ", ".join(self.allowed()))
        if status_code == 421:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(templates.rendered("foreign.txt.j2", rulebook=book_of(self).described()))
            return
        pages: dict[object, Page] = self.settings["rulebook_pages"]
        if status_code not in pages:
            pages[status_code] = Page(
                templates.rendered("error.html", rulebook=book_of(self).described(), status_code=status_code)
            )
        self.send_page(pages[status_code])

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log what went wrong; not who asked."""
        if not isinstance(value, tornado.web.HTTPError) or value.status_code >= 500:
            LOG.error("failed", extra={"data": {"kind": type(self).__name__} | fault(value)})


@cache
def answering(handler: type[tornado.web.RequestHandler]) -> type[tornado.web.RequestHandler]:
    """A handler class with `Answer` in front of it, and with HEAD where it has GET."""
    none = tornado.web.RequestHandler._unimplemented_method
    more: dict[str, Any] = {"__doc__": handler.__doc__}
    if handler.head is none and handler.get is not none:
        more["head"] = handler.get  # tornado sends no body then
    bases = (handler,) if issubclass(handler, Answer) else (Answer, handler)
    return type(handler.__name__, bases, more)
