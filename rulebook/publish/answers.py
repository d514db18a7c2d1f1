"""How every address answers, whatever is behind it: to which host names, to which methods, with which pages of errors.

And pages that are the same for everybody: rendered once, compressed once, with each answer's own nonce put in.
"""

import hashlib
import ipaddress
import re
import socket
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

import tornado.httputil
import tornado.web
from voila.handler import BaseVoilaHandler
from voila.utils import create_include_assets_functions

from rulebook.publish.repeats import LONG

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


class Page:
    """A page with marks in it, for which each answer has its own words."""

    def __init__(self, text: str, marks: tuple[str, ...] = ()) -> None:
        cut = re.split("(" + "|".join(map(re.escape, marks)) + ")", text) if marks else [text]
        self._marks = cut[1::2]
        self._plain = [part.encode() for part in cut[::2]]
        self._whole: tuple[bytes, bytes] | None = None
        self._packed = [_deflated(part) for part in self._plain]
        self._digest = hashlib.sha1(b"".join(self._plain), usedforsecurity=False)
        # Without marks it is one piece, which all its answers share: who does not read them holds no copy of his own.
        if not self._marks:
            self._whole = self._plain[0], self._together({})

    def tag(self, said: Mapping[str, str], packed: bool) -> str:
        """What changes with the page and its words; to read all of it for each answer takes longer than to send it."""
        found = self._digest.copy()
        found.update(b"\0".join([*self._between(said), b"packed" if packed else b"plain"]))
        return f'"{found.hexdigest()}"'

    def _between(self, said: Mapping[str, str]) -> list[bytes]:
        return [said[mark].encode() for mark in self._marks] + [b""]

    def plain(self, said: Mapping[str, str]) -> bytes:
        """The page, with these words for the marks."""
        if self._whole:
            return self._whole[0]
        return b"".join(piece for pair in zip(self._plain, self._between(said), strict=True) for piece in pair)

    def packed(self, said: Mapping[str, str]) -> bytes:
        """The same as gzip: what never changes has been compressed before, and only the words are put between."""
        return self._whole[1] if self._whole else self._together(said)

    def _together(self, said: Mapping[str, str]) -> bytes:
        whole = self.plain(said)
        pieces = zip(self._packed, map(_stored, self._between(said)), strict=True)
        end = b"\x03\x00" + zlib.crc32(whole).to_bytes(4, "little") + (len(whole) % 2**32).to_bytes(4, "little")
        return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"".join(piece for pair in pieces for piece in pair) + end


def _deflated(data: bytes) -> bytes:
    """A part that does not look back beyond its beginning, and ends with a whole byte (RFC 1951, 3.2)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def _stored(data: bytes) -> bytes:
    """A part as it is (RFC 1951, 3.2.4)."""
    return b"\0" + len(data).to_bytes(2, "little") + (len(data) ^ 0xFFFF).to_bytes(2, "little") + data


class Packing(tornado.web.GZipContentEncoding):
    """Compresses what is text and was not compressed before, as it goes out."""

    def transform_first_chunk(
        self, status_code: int, headers: tornado.httputil.HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, tornado.httputil.HTTPHeaders, bytes]:
        """Decide it by what the answer is; a part of a file, and what says that nothing changed, stays as it is."""
        kind = headers.get("Content-Type", "").partition(";")[0]
        if status_code in (101, 204, 206, 304) or "Vary" in headers or not self._compressible_type(kind):
            self._gzipping = False
            return status_code, headers, chunk
        return super().transform_first_chunk(status_code, headers, chunk, finishing)


class Answer(tornado.web.RequestHandler):
    """Mixed into every handler of the book's server."""

    any_host = False  # probes ask by whatever address they have
    needs_cookie = False  # a page without forms needs no token against forged ones
    _tag = ""

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
        """Ask for the token only where the method is known at all."""
        if self.request.method not in self.allowed():
            raise tornado.web.HTTPError(405)
        super().check_xsrf_cookie()

    @property
    def xsrf_token(self) -> bytes:
        """The token, and its cookie, for a page that needs it."""
        return super().xsrf_token if self.needs_cookie else b""

    def set_cookie(self, name: str, value: str | bytes, *args: Any, **kwargs: Any) -> None:
        """Set one that is sent back by HTTPS alone, where that is how it came."""
        if self.request.protocol == "https":
            kwargs["secure"] = True
        super().set_cookie(name, value, *args, **kwargs)

    def said(self) -> dict[str, str]:
        """What stands for the marks in this answer; none on a reader's own machine."""
        return {}

    def send_page(self, page: Page, kind: str = "text/html; charset=utf-8") -> None:
        """Send a page that is the same for everybody, with what this answer says at its marks."""
        said = self.said()
        packing = "gzip" in self.request.headers.get("Accept-Encoding", "")
        self.set_header("Content-Type", kind)
        self.set_header("Vary", "Accept-Encoding")
        self._tag = page.tag(said, packing)
        if packing:
            self.set_header("Content-Encoding", "gzip")
        self.finish(page.packed(said) if packing else page.plain(said))

    def flush(self, include_footers: bool = False) -> Any:
        """Send a long answer that was made before behind its head: with it, it would be copied for this connection."""
        made = "Vary" in self._headers and not self._headers_written  # such a one is not packed on its way (`Packing`)
        if made and sum(map(len, self._write_buffer)) > LONG:
            body, self._write_buffer = self._write_buffer, []
            super().flush()
            self._write_buffer = body
        return super().flush(include_footers)

    def compute_etag(self) -> str | None:
        """That of the page, where it is one."""
        return self._tag or super().compute_etag()

    def kept(self, key: object, render: Callable[[], str]) -> Page:
        """A page as it was rendered the first time."""
        pages: dict[object, Page] = self.settings["rulebook_pages"]
        if key not in pages:
            pages[key] = Page(render(), tuple(self.said()))
        return pages[key]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the page of an error: of each kind one for all."""
        if status_code == 405:
            self.set_header("Allow", ", ".join(self.allowed()))
        if status_code == 421:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(self.settings["voila_jinja2_env"].get_template("foreign.txt.j2").render())
        elif isinstance(self, BaseVoilaHandler):
            self.send_page(self.kept(status_code, lambda: self._error(status_code)))
        else:
            super().write_error(status_code, **kwargs)

    def _error(self, status_code: int) -> str:
        """Render it with what it needs, and not as Jupyter does, for somebody: nobody may be known yet."""
        template = self.settings["voila_jinja2_env"].get_template("error.html")
        includes = create_include_assets_functions("rulebook", self.settings["base_url"])
        return str(template.render(status_code=status_code, **includes))


@cache
def answering(handler: type[tornado.web.RequestHandler]) -> type[tornado.web.RequestHandler]:
    """A handler class with `Answer` in front of it, and with HEAD where it has GET."""
    none = tornado.web.RequestHandler._unimplemented_method
    more: dict[str, Any] = {"__doc__": handler.__doc__}
    if handler.head is none and handler.get is not none:
        more["head"] = handler.get  # tornado sends no body then
    bases = (handler,) if issubclass(handler, Answer) else (Answer, handler)
    return type(handler.__name__, bases, more)
