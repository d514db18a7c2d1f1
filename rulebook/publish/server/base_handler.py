"""The base of all handlers: allowed hosts and methods, headers, compression and error pages."""

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

from rulebook.publish.server.logs import LOG, error_data
from rulebook.publish.static import page as templates

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Hosts:
    """The host names that the server answers to, against DNS rebinding; `any_address`: also to any IP address."""

    names: frozenset[str]
    any_address: bool = False

    @classmethod
    def of(cls, host: str, names: tuple[str, ...]) -> "Hosts":
        """Return the hosts of a server that listens at `host` and has other names, too."""
        everywhere = host in ("", "0.0.0.0", "::")  # noqa: S104 - readers may reach it by any address of the machine
        own = {host, socket.gethostname()} if everywhere else {host}
        return cls(frozenset(name.lower().rstrip(".") for name in (*LOCAL_NAMES, *own, *names) if name), everywhere)

    def allows(self, host: str) -> bool:
        """Return whether a request's Host header, with or without a port, is one of them."""
        found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", host.lower(), re.ASCII)
        if not found:
            return False
        name = found[1] or found[2].rstrip(".")
        with suppress(ValueError):
            return name in self.names or (self.any_address and bool(ipaddress.ip_address(name)))
        return False


DENIED_FEATURES = (
    "accelerometer autoplay camera display-capture geolocation gyroscope magnetometer microphone midi payment "
    "publickey-credentials-get usb"
)
"""Browser features denied to pages; the screen wake lock is not one: the table mode uses it."""
SECURITY_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in DENIED_FEATURES.split()),
}
FRAME_ANCESTORS = "frame-ancestors 'none'"  # the directive that a page cannot set in its own <meta>
DEFAULT_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; {FRAME_ANCESTORS}"
"""The content security policy of everything but pages."""
HTML = "text/html; charset=utf-8"
METHODS = "GET, HEAD"


class Page:
    """A rendered page, compressed, with a content security policy that names its scripts."""

    def __init__(self, text: str) -> None:
        self.policy = f"{templates.policy(text, python=False)}; {FRAME_ANCESTORS}"
        self.compressed = gzip.compress(text.encode(), mtime=0)


def _apply_forwarded_headers(request: Any) -> None:
    """Take host, client address and protocol from a trusted proxy's headers: the last value, which it added itself."""
    host, address, protocol = (
        request.headers.get(f"X-Forwarded-{name}", "").rpartition(",")[2].strip() for name in ("Host", "For", "Proto")
    )
    if host:  # else a page's origin would be compared with the proxy's own name for this server
        request.host = request.headers["Host"] = host
    if tornado.netutil.is_valid_ip(address):
        request.remote_ip = address
    if protocol in ("http", "https"):
        request.protocol = protocol


class BaseHandler(tornado.web.RequestHandler):
    """The base of every handler, with the server's page cache and sessions."""

    any_host = False  # True for probes, which use whatever address they have

    def __init__(self, application: Any, request: Any, **kwargs: Any) -> None:
        settings = application.settings
        self.page_cache, self.sessions = (settings[f"rulebook_{name}"] for name in ("page_cache", "sessions"))
        if settings["rulebook_proxied"]:
            _apply_forwarded_headers(request)
        super().__init__(application, request, **kwargs)

    def set_default_headers(self) -> None:
        """Set the headers of every response, errors included."""
        super().set_default_headers()
        self.clear_header("Server")
        for name, value in SECURITY_HEADERS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", DEFAULT_POLICY)
        if self.request.protocol == "https":
            self.set_header("Strict-Transport-Security", "max-age=31536000")

    def prepare(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse foreign hosts with 421, and paths with a null byte with 404."""
        if not self.any_host and not self.settings["rulebook_hosts"].allows(self.request.host):
            raise tornado.web.HTTPError(421)
        if "\0" in unquote(self.request.path):
            raise tornado.web.HTTPError(404)
        return super().prepare(*args, **kwargs)

    def head(self, *path: str) -> Any:
        """Answer like GET; tornado sends no body."""
        return self.get(*path)

    def send_page(self, page: Page, content_type: str = HTML) -> None:
        """Send a page, which browsers must revalidate."""
        self.send_bytes(page.compressed, content_type, page.policy, "no-cache")

    def send_bytes(
        self, compressed: bytes, content_type: str, policy: str, cache_control: str, plain: bytes = b""
    ) -> None:
        """Send compressed content, if any, to clients that accept gzip; to others `plain`, or the unpacked content."""
        self.set_header("Content-Type", content_type)
        self.set_header("Cache-Control", cache_control)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Content-Security-Policy", policy)
        if compressed and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(compressed)
        else:
            self.finish(plain or gzip.decompress(compressed))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Send the error page; plain text for a foreign host."""
        if status_code == 405:
            self.set_header("Allow", METHODS)
        if status_code == 421:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(templates.render("foreign.txt.j2", rulebook=self.page_cache.context()))
            return
        self.send_page(self.page_cache.page("error.html", status_code=status_code))

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log server errors without anything about the client."""
        if not isinstance(value, tornado.web.HTTPError) or value.status_code >= 500:
            kind = type(self).__name__.removesuffix("Handler")
            LOG.error("failed", extra={"data": {"kind": kind} | error_data(value)})


class NotFoundHandler(BaseHandler, tornado.web.ErrorHandler):
    """Answers all other addresses."""


class RedirectHandler(BaseHandler, tornado.web.RedirectHandler):
    """Redirects to another address."""
