"""The pages of the static site: the frame and the templates that the server's pages have, around what was frozen."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2
from markupsafe import Markup

from rulebook.picture import strips
from rulebook.publish import paths, site
from rulebook.text import words

TEMPLATES = paths.JUPYTER_DATA / "voila" / "templates" / "rulebook"
OWN_TEMPLATES = Path(__file__).parent
STAGE, MAKING = (paths.PACKAGE / room for room in ("stage", "making"))
SHEET = TEMPLATES / "static" / "rulebook.css"

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)
_POLICY = "policy-of-this-page"
WASM = "'wasm-unsafe-eval' "
EDITION = "edition-of-this-site"
"""What pages have in place of the name of their edition, which is made of all pages."""
SIZE = "size-of-this-site"
"""What pages have in place of the number of megabytes of all files."""


def address(url: str, name: str) -> str:
    """The address of a chapter or a leaf in the static site, by that of the chapter, here or on a server."""
    chapter = PurePosixPath(url).stem
    return f"variant-{name}.html" if name.isdecimal() else f"{chapter}-{name}.html" if name else f"{chapter}.html"


def book(folder: Path, stem: str | None = None, leaf: str = "") -> dict[str, Any]:
    """Describe the book for the templates, as `site.site` does, with the addresses of the static site.

    `folder` has the notebooks, `stem` names the chapter shown (None for other pages), `leaf` a page of it.
    """
    known = site.site(folder, "", f"{stem}.ipynb" if stem else None, lab=False, leaf=leaf, address=address)
    return known | {"home": "./", "licences": "licences.txt", "offline": SIZE, "words": known["words"] | _words()}


def served(root: Path, base_url: str, path: str | None = None, leaf: str = "") -> dict[str, Any]:
    """Describe the book for a page of the server, which serves `root`: of a leaf of the chapter at `path` in it."""
    known = site.site(root, base_url, path, lab=False, leaf=leaf, address=site.asked_for)
    return known | {"words": _words() | known["words"]}


def _words() -> dict[str, dict[str, str]]:
    return {key: words.both(f"static.{key}") for key in words.table("static", words.SOURCE)}


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader([OWN_TEMPLATES, TEMPLATES, MAKING, STAGE])
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.globals["include_css"] = lambda name: Markup(f"<style>{(TEMPLATES / name).read_text('utf-8')}</style>")  # noqa: S704
    return environment


def rendered(template: str, **values: Any) -> str:
    """A page, with a policy that lets run what is in it and in the site, and nothing else."""
    text: str = _environment().get_template(template).render(policy=_POLICY, edition=EDITION, **values)
    return text.replace(_POLICY, policy(text, python=True))


def chapter(
    book: Mapping[str, Any], shown: Mapping[str, Any], host: str, more: Mapping[str, Any], **values: Any
) -> str:
    """The page of what `parts.shown` has; host: where the page's side of the widgets is; more: what that is told."""
    urls = {one["name"]: one["url"] for one in book["here"]["leaves"]} if shown["places"] else {}
    return rendered(
        "chapter.html",
        book=book,
        page=shown["page"] | more,
        outputs=shown["outputs"],
        modules=[host, *shown["modules"]],
        places={place: urls[name] for place, name in shown["places"].items() if name in urls},
        strips=shown["strips"],
        strip_style=strips.style(shown["strips"].values()) if shown["strips"] else "",
        host=host,
        **values,
    )


def host(served: bool = False) -> str:
    """The page's side of the widgets, with the model that it shares with the box; served: with the link to a server."""
    socket = ["page_socket.js"] if served else []
    text = _script(STAGE / "model.js", *socket, "host.js")
    return text.replace("export function", "function").replace("export class", "class")


def worker() -> str:
    """The worker in which Python runs; in the box it is no module, so nothing in it says that it exports."""
    return _script("segments.mjs", "worker.js").replace("export function", "function")


def _script(*names: str | Path) -> str:
    return "\n".join((OWN_TEMPLATES / name).read_text("utf-8") for name in names)


def sandbox(book: Mapping[str, Any]) -> str:
    """The page of the box in which readers' code runs; what is not handed to it by its page it cannot have."""
    text: str = _environment().get_template("sandbox.html").render(policy=_POLICY, book=book, edition=EDITION)
    rules = {
        "default-src": "'none'",
        "script-src": f"blob: {WASM}{_hashes(text)}",
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "connect-src": "blob:",  # files that the page handed over; a blob is nowhere but here
        "worker-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return text.replace(_POLICY, "; ".join(map(" ".join, rules.items())))


def _hashes(text: str) -> str:
    """The inline scripts of a page, each once, as a policy names them."""
    found = (base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in _INLINE.findall(text))
    return " ".join(dict.fromkeys(f"'sha256-{one}'" for one in found))


def policy(text: str, python: bool) -> str:
    """The content security policy of a page: its own inline scripts by their hashes, and the files of the site.

    `python`: whether Python runs in the page, or for it on a server.
    """
    rules: Mapping[str, str] = {
        "default-src": "'none'",
        "script-src": f"'self' {WASM if python else ''}{_hashes(text)}",
        "style-src": "'self' 'unsafe-inline'",  # pictures and boards set styles of their own
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "worker-src": "'self'",
        **({"frame-src": "'self'"} if python else {}),  # the box for readers' code
        "manifest-src": "'self'",
        "base-uri": "'self'",
        "form-action": "'none'",
    }
    return "; ".join(map(" ".join, rules.items()))
