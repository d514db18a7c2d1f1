"""Writes the static site: `rulebook build --out site/`."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import hedgekit
from rulebook import search
from rulebook.stage import themes
from rulebook.text import words
from rulebook.text.commands import Trouble

from .. import cover, engine_files, page_split
from . import fetching, packages, page, parts
from .freeze import frozen

HERE = Path(__file__).parent
TABLE = "16-table"
"""The chapter that phones put on their home screen."""
MAKE, SANDBOX = "18-make", "sandbox.html"
"""The chapter in which readers run code of their own, and the page of the box in which they do."""
MARK = "site.json"
"""The file by which a folder is known to be a site that may be replaced: it lists what may go."""


class FolderTaken(Trouble):
    """The folder has something else in it; the text says so."""


class Site:
    """The files of a site in the making: name -> content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def part(self, name: str, content: str | bytes) -> str:
        """Add a part under a name that changes with its content; the name.  Parts may be kept for ever."""
        data = content.encode() if isinstance(content, str) else content
        address = f"parts/{engine_files.named(name, data)}"
        self.files[address] = data
        return address

    def page(self, name: str, text: str) -> None:
        """Add a file under its own name."""
        self.files[name] = text.encode()

    def write(self, out: Path) -> None:
        """Write everything to a folder, in place of a site that may be there.  FolderTaken if something else is."""
        before = site_in(out)
        for name, data in sorted(self.files.items()):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for name in before - self.files.keys():
            (out / name).unlink(missing_ok=True)
            with suppress(OSError):  # other files are still in it
                (out / name).parent.rmdir()


def site_in(out: Path) -> set[str]:
    """The files of the site that is in a folder, by their names; whatever else is there is not ours.

    FolderTaken if there is something, and no site.
    """
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return set()
    try:
        files = set(json.loads((out / MARK).read_text("utf-8"))["files"].keys())
        if all(out.resolve() in (out / name).resolve().parents for name in files):
            return files
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise FolderTaken("not_empty", folder=out)


def build(notebooks: Path, out: Path, say: Callable[[str], object]) -> Site:
    """Write the site of these notebooks.  FetchError, CellError, FolderTaken."""
    site_in(out)  # before all the work
    cache = fetching.cache_folder()
    pyodide, wheels, node = fetching.pyodide(cache), fetching.wheels(cache), fetching.node(cache)
    shown = {}
    for notebook in sorted(notebooks.glob("[0-9]*.ipynb")):
        shown[notebook.stem] = frozen(notebook, fetching.lock()["absent"]["modules"])
        say(f"{notebook.stem}.html")
    imported = set().union(*(found["modules"] for found in shown.values()))
    files = {packages.STANDARD: packages.standard(pyodide), **packages.groups(wheels)}
    archives, memory = packages.made(files, imported, pyodide, node)
    made = Site()
    python, groups = _python(made, pyodide, archives, memory)
    image = python["image"]
    begins = python["module"], python["wasm"], image["memory"]  # what every Python needs
    around = {
        "host": made.part("host.js", page.host()),
        "keep": made.part("offline.js", (HERE / "offline.js").read_text("utf-8")),
        "css": made.part(page.SHEET.name, f"{themes.sheet()}\n{page.SHEET.read_text('utf-8')}"),
    }
    worker = made.part("worker.js", page.worker())
    making = {"sandbox": SANDBOX, "editor": made.part("codemirror.js", (HERE / "codemirror.js").read_bytes())}
    known = page.book(notebooks)
    index = packages.packed(json.dumps(known["index"](), ensure_ascii=False, separators=(",", ":")).encode())
    known |= {"search": made.part("search.packed", index), "searching": made.part("search.js", search.code())}
    shared = {key: known[key] for key in ("search", "searching")}
    shared["boot"] = made.part("boot.js", (page.TEMPLATES / "static" / "boot.js").read_text("utf-8"))
    shared["engine"] = engine_files.engine(made.part, packages.packed)
    for stem, found in shown.items():
        needed = python | {"archives": [address for group, address in groups.items() if group in found["modules"]]}
        needed["size"] = sum(len(made.files[name]) for name in {*begins, *needed["archives"]} - {image["has"]})
        more = {"python": needed, "worker": worker} | (making if stem == MAKE else {})
        for leaf in page_split.names(notebooks, stem):
            _page(made, page.book(notebooks, stem, leaf) | shared, leaf, found, {"more": more} | around)
    known["cover"]["modules"] = cover.modules(made.part)
    made.page("index.html", page.rendered("static-contents.html", rulebook=known, keep=around["keep"]))
    made.page(SANDBOX, page.sandbox(known))
    made.page("404.html", page.rendered("static-404.html", rulebook=known, status_code=404))
    # With a mark of its encoding, which few hosts say of a text.
    made.page("licences.txt", "\ufeff" + f"\n{'-' * 80}\n\n".join(packages.licences(wheels).values()))
    _edition(made)
    made.write(out)
    return made


def _edition(made: Site) -> None:
    """Name the edition after all that is in it, in every page; add the list of the files, and what keeps them."""
    edition = hashlib.sha256(json.dumps(_listed(made)).encode()).hexdigest()[:16]
    size = str(round(sum(map(len, made.files.values())) / 1e6))
    for name, data in made.files.items():
        if name.endswith(".html"):
            named = data.replace(page.EDITION.encode(), edition.encode())
            made.files[name] = named.replace(page.SIZE.encode(), size.encode())
    listed = _listed(made)
    made.page(MARK, json.dumps({"version": hedgekit.__version__, "edition": edition, "files": listed}, indent=1))
    keeper = (HERE / "sw.js").read_text("utf-8")
    for name, empty, value in (("FILES", "{}", _listed(made)), ("EDITION", '""', edition)):
        keeper = keeper.replace(f"const {name} = {empty}; // built", f"const {name} = {json.dumps(value)};")
    made.page("sw.js", keeper)


def _listed(made: Site) -> dict[str, str]:
    return {name: hashlib.sha256(data).hexdigest()[:32] for name, data in sorted(made.files.items())}


def _python(
    made: Site, pyodide: Mapping[str, bytes], archives: Mapping[str, Mapping[str, bytes]], memory: bytes
) -> tuple[dict[str, Any], dict[str, str]]:
    """Add Pyodide and all packages; what a page is told of them, and the archive of every group.

    memory: an image of one that has begun.
    """
    named = {
        group: made.part(f"{group.replace('.', '-')}.packed", packages.packed(packages.stored(files)))
        for group, files in archives.items()
    }
    later = fetching.lock()["later"]
    loader = pyodide["pyodide.mjs"]
    core = f"parts/pyodide-{fetching.lock()['pyodide']['version']}-{hashlib.sha256(loader).hexdigest()[:16]}/"
    made.files[core + "pyodide.mjs"] = loader
    python = {
        "image": {"memory": made.part("memory.packed", packages.packed(memory)), "has": named[packages.OWN]},
        "core": core,
        "loader": f"{core}pyodide.mjs",
        "module": made.part("module.packed", packages.packed(pyodide["pyodide.asm.mjs"])),
        "wasm": made.part("pyodide.packed", packages.packed(pyodide["pyodide.asm.wasm"])),
        "standard": named.pop(packages.STANDARD),
        "lock": packages.lock_contents(pyodide),
        "later": {module: named[group] for group, known in later.items() for module in known},
    }
    return python, {group: name for group, name in named.items() if group not in later}


def _page(made: Site, book: dict[str, Any], leaf: str, found: dict[str, Any], around: dict[str, Any]) -> None:
    """Add the page of a chapter, or of a leaf of it, its frozen state, and the code of its widgets."""
    stem = book["here"]["stem"]
    shown = parts.shown(stem, found, made.part, leaf, several=bool(book["here"]["leaves"]))
    shown["outputs"] = [one | {"text": _linked(one["text"])} if "text" in one else one for one in shown["outputs"]]
    manifest = _installed(made, f"{stem}.html") if stem == TABLE else ""
    made.page(page.address(f"{stem}.html", leaf), page.chapter(book, shown, manifest=manifest, **around))


def _installed(made: Site, start: str) -> str:
    """Add what a phone is told of the page that it puts on its home screen: the address of that."""
    icon = made.part("icon.svg", (HERE / "icon.svg").read_bytes())
    told = {
        "name": words.chapters(words.SOURCE)[TABLE]["title"],
        "short_name": words.text("static.installed", words.SOURCE),
        "start_url": start,
        "scope": "./",
        "display": "standalone",
        "orientation": "any",
        "background_color": "#fdf8ec",
        "theme_color": "#dfe8d0",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    made.page("table.webmanifest", json.dumps(told, indent=1))
    return "table.webmanifest"


def _linked(html: str) -> str:
    """Prose whose links to notebooks lead to pages."""
    return re.sub(r'(href="[0-9][\w-]*)\.ipynb(["#])', r"\1.html\2", html)
