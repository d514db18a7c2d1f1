"""Renders pages of the static site and of the server from the templates that they share."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2
from markupsafe import Markup

from rulebook.picture import thumbnails
from rulebook.publish import page_context, paths
from rulebook.text import words

TEMPLATES = paths.JUPYTER_DATA / "voila" / "templates" / "rulebook"
OWN_TEMPLATES = Path(__file__).parent
STAGE, MAKING = (paths.PACKAGE / package for package in ("stage", "making"))
STYLE_SHEET = TEMPLATES / "static" / "rulebook.css"

_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)
_POLICY = "policy-of-this-page"  # a placeholder, as the policy contains hashes of the page's scripts
WASM = "'wasm-unsafe-eval' "
EDITION = "edition-of-this-site"  # placeholder for the edition, a hash of all files of the site
SIZE = "size-of-this-site"  # placeholder for the megabytes of all files


def address(url: str, name: str) -> str:
    """Return the address of a chapter's page in the static site, by the chapter's address here or on a server."""
    chapter = PurePosixPath(url).stem
    return f"variant-{name}.html" if name.isdecimal() else f"{chapter}-{name}.html" if name else f"{chapter}.html"


def static_context(folder: Path, stem: str | None = None, name: str = "") -> dict[str, Any]:
    """Return the template context (`page_context.book_context`) of a page of the static site.

    folder: of the notebooks; stem: of the chapter shown (None for other pages); name: of its page.
    """
    path = f"{stem}.ipynb" if stem else None
    book = page_context.book_context(folder, "", path, lab=False, page=name, address=address)
    return book | {"home": "./", "licences": "licences.txt", "offline": SIZE, "words": book["words"] | _words()}


def server_context(root: Path, base_url: str, path: str | None = None, name: str = "") -> dict[str, Any]:
    """Return the template context of a page of the server, of the chapter at `path` in `root` or of none."""
    book = page_context.book_context(root, base_url, path, lab=False, page=name, address=page_context.server_address)
    return book | {"words": _words() | book["words"]}


def _words() -> dict[str, dict[str, str]]:
    return {key: words.both(f"static.{key}") for key in words.table("static", words.SOURCE)}


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader([OWN_TEMPLATES, TEMPLATES, MAKING, STAGE])
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.globals["include_css"] = lambda name: Markup(f"<style>{(TEMPLATES / name).read_text('utf-8')}</style>")  # noqa: S704
    return environment


def render(template: str, **values: Any) -> str:
    """Return a page with a content security policy that allows its own scripts and the site's files only."""
    text: str = _environment().get_template(template).render(policy=_POLICY, edition=EDITION, **values)
    return text.replace(_POLICY, policy(text, python=True))


def render_chapter(
    book: Mapping[str, Any], content: Mapping[str, Any], host: str, config: Mapping[str, Any], **values: Any
) -> str:
    """Return a page of a chapter with `content` of `parts`; host: the address of host.js; config: additions for it."""
    urls = {one["name"]: one["url"] for one in book["here"]["pages"]} if content["places"] else {}
    return render(
        "chapter.html",
        book=book,
        config=content["config"] | config,
        outputs=content["outputs"],
        modules=[host, *content["modules"]],
        places={place: urls[name] for place, name in content["places"].items() if name in urls},
        thumbnails=content["thumbnails"],
        thumbnail_style=thumbnails.style(content["thumbnails"].values()) if content["thumbnails"] else "",
        host=host,
        **values,
    )


def host_script(served: bool = False) -> str:
    """Return the script of the page's side of the widgets; served: with the WebSocket to the server."""
    socket = ["page_socket.js"] if served else []
    text = _script(STAGE / "model.js", *socket, "host.js")
    return text.replace("export function", "function").replace("export class", "class")


def worker_script() -> str:
    """Return the script of the worker in which Python runs, without exports: in the sandbox it is no module."""
    return _script("segments.mjs", "python_worker.js").replace("export function", "function")


def _script(*names: str | Path) -> str:
    return "\n".join((OWN_TEMPLATES / name).read_text("utf-8") for name in names)


def render_sandbox(book: Mapping[str, Any]) -> str:
    """Return the page of the sandbox in which readers' code runs; it can fetch only what its page hands over."""
    text: str = _environment().get_template("sandbox.html").render(policy=_POLICY, book=book, edition=EDITION)
    rules = {
        "default-src": "'none'",
        "script-src": f"blob: {WASM}{_hashes(text)}",
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "connect-src": "blob:",  # files that the page handed over
        "worker-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return text.replace(_POLICY, "; ".join(map(" ".join, rules.items())))


def _hashes(text: str) -> str:
    """Return the hashes of the inline scripts of a page, each once, as sources of a policy."""
    digests = (hashlib.sha256(code.encode()).digest() for code in _INLINE_SCRIPT.findall(text))
    return " ".join(dict.fromkeys(f"'sha256-{base64.b64encode(one).decode()}'" for one in digests))


def policy(text: str, python: bool) -> str:
    """Return the content security policy of a page, with the hashes of its inline scripts.

    python: whether Python runs in the page, and not on a server.
    """
    rules: Mapping[str, str] = {
        "default-src": "'none'",
        "script-src": f"'self' {WASM if python else ''}{_hashes(text)}",
        "style-src": "'self' 'unsafe-inline'",  # pictures and boards set inline styles
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "worker-src": "'self'",
        **({"frame-src": "'self'"} if python else {}),  # the sandbox for readers' code
        "manifest-src": "'self'",
        "base-uri": "'self'",
        "form-action": "'none'",
    }
    return "; ".join(map(" ".join, rules.items()))
