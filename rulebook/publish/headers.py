"""What a public answer carries to protect its reader, and how scripts of the pages are told from anybody else's.

The headers and the policy are in `headers.toml`, with what had to be allowed and why.  Pages are rendered
before it is known who will read them, so templates write a secret in place of the nonce (`Marks.secret`), and every
answer puts its own nonce there.
"""

import secrets
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tornado.web

_TABLE = tomllib.loads((Path(__file__).parent / "headers.toml").read_text("utf-8"))
ALWAYS: Mapping[str, str] = _TABLE["always"] | {
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _TABLE["denied"].split()),
}
POLICY = "; ".join(f"{name} {sources}" for name, sources in _TABLE["policy"].items())
TOGETHER = f"frame-ancestors {_TABLE['policy']['frame-ancestors']}"
"""Of the policy what a page cannot say of itself."""


class Marks:
    """What stands for the nonce in rendered pages, and for where the book was asked for."""

    secret = f"nonce-{secrets.token_hex(16)}"
    origin = f"https://origin-{secrets.token_hex(16)}.invalid"


def forwarded(headers: Mapping[str, str]) -> str:
    """The host that a proxy was asked for, as it says; "" if it does not."""
    return headers.get("X-Forwarded-Host", "").partition(",")[0].strip()


class Guarded(tornado.web.RequestHandler):
    """Mixed into every handler of the public server: headers, nonces, and the address that a proxy was asked for."""

    def __init__(self, application: Any, request: Any, **kwargs: Any) -> None:
        self.nonce = secrets.token_urlsafe(18)
        # The proxy's own name in its request is not what the page's origin is compared with.
        if application.settings.get("rulebook_proxied") and (host := forwarded(request.headers)):
            request.host = request.headers["Host"] = host
        super().__init__(application, request, **kwargs)

    def set_default_headers(self) -> None:
        """Set the headers that every answer has, errors included."""
        super().set_default_headers()
        self.clear_header("Server")
        for name, value in ALWAYS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", POLICY.format(nonce=self.nonce))
        if self.request.protocol == "https":
            self.set_header("Strict-Transport-Security", "max-age=31536000")

    def said(self) -> dict[str, str]:
        """What stands for the marks in this answer."""
        return {Marks.secret: self.nonce, Marks.origin: f"{self.request.protocol}://{self.request.host}"}

    def write(self, chunk: str | bytes | dict[Any, Any]) -> None:
        """Write a part of an answer, with this answer's nonce where a template asked for one.

        Templates hand out what stands for it in one piece, so that it is never cut in two.
        """
        if isinstance(chunk, str):
            for mark, words in self.said().items():
                chunk = chunk.replace(mark, words)
        super().write(chunk)

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log what went wrong; not who asked."""
        from rulebook.publish.logs import LOG, fault

        if not isinstance(value, tornado.web.HTTPError) or value.status_code >= 500:
            LOG.error("failed", extra={"data": {"kind": type(self).__name__} | fault(value)})


@cache
def guarded(handler: type[tornado.web.RequestHandler]) -> type[tornado.web.RequestHandler]:
    """A handler class with `Guarded` in front of it."""
    if issubclass(handler, Guarded):
        return handler
    return type(handler.__name__, (Guarded, handler), {"__doc__": handler.__doc__})
