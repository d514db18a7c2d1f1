"""How every address answers: to which host names and methods, with which headers and error pages.

Pages are the same for everybody who asks for them by the same host name, so each is compressed once.
"""

import gzip
import ipaddress
import json
import re
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import tornado.netutil
import tornado.web

from rulebook.publish import site
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


class Page:
    """A rendered page and the scripts that may run in it (its policy); `packed` by the address it is asked for at."""

    def __init__(self, text: str, policy: str = "") -> None:
        self._text = text
        self.policy = policy or f"{templates.policy(text, python=False)}; {TOGETHER}"
        self._packed: dict[str, bytes] = {}

    def packed(self, origin: str) -> bytes:
        """As gzip."""
        if origin not in self._packed:
            if len(self._packed) > 4:  # of a server that is known by more names
                self._packed.clear()
            self._packed[origin] = gzip.compress(self._text.replace(ORIGIN, origin).encode(), mtime=0)
        return self._packed[origin]


class Book:
    """The book as its server shows it, and the pages that are made once for each edition of it.

    root: the folder that is served; base_url: where; more: what the templates are told besides (`site.site`); modules:
    the code of the cover; listed: show only the chapters, and none of a reader's own notebooks.
    """

    def __init__(self, root: Path, base_url: str, more: dict[str, Any], modules: list[str], listed: bool) -> None:
        self._root, self._base_url, self._more, self._modules, self._listed = root, base_url, more, modules, listed
        self._folder = site.chapter_folder(root) or root
        self.chapters = [one.relative_to(root).as_posix() for one in sorted(self._folder.glob("[0-9]*.ipynb"))]
        self._pages: dict[object, Page] = {}

    def is_chapter(self, path: str) -> bool:
        """May this notebook be shown?  To a reader on his machine any of the folder, to strangers what is listed."""
        if self._listed:
            return path in self.chapters
        file = (self._root / path).resolve()
        return file.suffix == ".ipynb" and file.is_file() and file.is_relative_to(self._root.resolve())

    def described(self) -> dict[str, Any]:
        """The book as templates know it."""
        book = site.site(self._root, self._base_url, None, lab=False, address=site.asked_for) | self._more
        return book | {"cover": book["cover"] | {"modules": self._modules}}

    def page(self, template: str, **values: Any) -> Page:
        """The page of a template, or the index of the search: made anew when the notebooks have changed."""
        edition = (template, *values.values(), *((one, one.stat().st_mtime_ns) for one in self._folder.glob("*.ipynb")))
        if edition not in self._pages:
            book = self.described()
            text = (
                json.dumps(book["index"](), ensure_ascii=False)
                if template == INDEX
                else templates.rendered(template, rulebook=book, **values)
            )
            self._pages[edition] = Page(text)
        return self._pages[edition]


INDEX = "search.json"
"""What the search of the pages reads."""


def book_of(handler: tornado.web.RequestHandler) -> Book:
    """The book that a handler shows."""
    book: Book = handler.settings["rulebook_book"]
    return book


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
        data = page.packed(f"{self.request.protocol}://{self.request.host}")
        self.set_header("Content-Type", kind)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Content-Security-Policy", page.policy)
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
        else:
            data = gzip.decompress(data)
        self.finish(data)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error; plain words where a program asks."""
        if status_code == 405:
            self.set_header("Allow", ", ".join(self.allowed()))
        if status_code == 421:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(templates.rendered("foreign.txt.j2", rulebook=book_of(self).described()))
            return
        self.send_page(book_of(self).page("error.html", status_code=status_code))

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
