"""Writes the static site: `rulebook build --out site/`."""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import hedgekit
from rulebook import search
from rulebook.stage import themes
from rulebook.text import words
from rulebook.text.commands import Trouble

from .. import counting, cover, page_split
from . import fetching, packages, page, parts
from .fetching import FetchError
from .freeze import CellError, frozen

HERE = Path(__file__).parent
TABLE = "16-table"
"""The chapter that phones put on their home screen."""
MAKE, SANDBOX = "18-make", "sandbox.html"
"""The chapter in which readers run code of their own, and the page of the box in which they do."""
MARK = "site.json"
"""The file by which a folder is known to be a site that may be replaced: it lists what may go."""

Say = Callable[[str], None]

__all__ = ["CellError", "FetchError", "FolderTaken", "Site", "build"]


class FolderTaken(Trouble):
    """The folder has something else in it; the text says so."""


class Site:
    """The files of a site in the making: name -> content; why it is `slower` than it could be, if it is."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.slower: FetchError | None = None

    def part(self, name: str, content: str | bytes) -> str:
        """Add a part under a name that changes with its content; the name.  Parts may be kept for ever."""
        data = content.encode() if isinstance(content, str) else content
        address = f"parts/{counting.named(name, data)}"
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


def build(notebooks: Path, out: Path, say: Say, plain: bool = False) -> Site:
    """Write the site of these notebooks.

    plain: modules are not compiled, which needs no node and makes slower pages.  FetchError, CellError, FolderTaken.
    """
    site_in(out)  # before all the work
    pyodide, archives = _archives(plain)
    shown = {}
    for notebook in sorted(notebooks.glob("[0-9]*.ipynb")):
        shown[notebook.stem] = frozen(notebook, fetching.lock()["absent"]["modules"])
        say(f"{notebook.stem}.html")
    imported = set().union(*(found["modules"] for found in shown.values()))
    made = Site()
    python, groups = _python(made, pyodide, archives, set() if plain else imported)
    python["host"] = made.part("host.js", page.host())
    python["worker"] = made.part("worker.js", page.worker())
    python["keep"] = made.part("keep.js", (HERE / "keep.js").read_text("utf-8"))
    python["engine"] = counting.engine(made.part, packages.packed)
    python["editor"] = made.part("codemirror.js", (HERE / "codemirror.js").read_bytes())
    python["css"] = made.part(page.SHEET.name, f"{themes.sheet()}\n{page.SHEET.read_text('utf-8')}")
    boot = {"boot": made.part("boot.js", (page.TEMPLATES / "static" / "boot.js").read_text("utf-8"))}
    known = page.book(notebooks)
    index = packages.packed(json.dumps(known["index"](), ensure_ascii=False, separators=(",", ":")).encode())
    searched = {"search": made.part("search.packed", index), "searching": made.part("search.js", search.code())}
    known |= searched
    for stem, found in shown.items():
        needed = [address for group, address in groups.items() if group in found["modules"]]
        for leaf in page_split.names(notebooks, stem):
            _page(made, notebooks, stem, leaf, found, python | {"archives": needed, "shared": searched | boot})
    known["cover"]["modules"] = cover.modules(made.part)
    made.page("index.html", page.rendered("static-contents.html", rulebook=known, keep=python["keep"]))
    made.page(SANDBOX, page.sandbox(known))
    made.page("404.html", page.rendered("static-404.html", rulebook=known, status_code=404))
    licences = packages.licences(fetching.wheels(fetching.cache_folder()))
    # With a mark of its encoding, which few hosts say of a text.
    made.page("licences.txt", "\ufeff" + f"\n{'-' * 80}\n\n".join(licences.values()))
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


def _archives(plain: bool) -> tuple[dict[str, bytes], dict[str, dict[str, bytes]]]:
    """The files of Pyodide, and of all packages by group: compiled, unless that is not wanted."""
    cache = fetching.cache_folder()
    pyodide = fetching.pyodide(cache)
    archives = {packages.STANDARD: packages.standard(pyodide), **packages.groups(fetching.wheels(cache))}
    return pyodide, archives if plain else packages.compiled(archives, pyodide, fetching.node(cache))


def _python(
    made: Site, pyodide: Mapping[str, bytes], archives: Mapping[str, Mapping[str, bytes]], imported: Collection[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Add Pyodide and all packages; what a page is told of them, and the archive of every group.

    imported: what a Python is to remember, so that pages need not import it; nothing for no such memory.
    """
    named = {
        group: made.part(f"{group.replace('.', '-')}.packed", packages.packed(packages.stored(files)))
        for group, files in archives.items()
    }
    later = fetching.lock()["later"]
    loader = pyodide["pyodide.mjs"]
    core = f"parts/pyodide-{fetching.lock()['pyodide']['version']}-{hashlib.sha256(loader).hexdigest()[:16]}/"
    made.files[core + "pyodide.mjs"] = loader
    image = None
    if imported:
        node = fetching.node(fetching.cache_folder())
        try:
            memory = packages.packed(packages.remembered(archives, _own(archives, imported), pyodide, node))
            image = {"memory": made.part("memory.packed", memory), "has": named[packages.OWN]}
        except FetchError as why:  # pages then import what they need, as those of a plain site do
            made.slower = why
    python = {
        "image": image,
        "core": core,
        "module": made.part("module.packed", packages.packed(pyodide["pyodide.asm.mjs"])),
        "wasm": made.part("pyodide.packed", packages.packed(pyodide["pyodide.asm.wasm"])),
        "standard": named.pop(packages.STANDARD),
        "lock": packages.lock_contents(pyodide),
        "later": {module: named[group] for group, known in later.items() for module in known},
    }
    return python, {group: name for group, name in named.items() if group not in later}


def _own(archives: Mapping[str, Mapping[str, bytes]], imported: Collection[str]) -> set[str]:
    """Of modules those that every page has the files of, and the bridge."""
    own = {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in archives[packages.OWN]}
    return {f"{__package__}.bridge", *own.intersection(imported)}


def _page(made: Site, notebooks: Path, stem: str, leaf: str, found: dict[str, Any], python: dict[str, Any]) -> None:
    """Add the page of a chapter, or of a leaf of it, its frozen state, and the code of its widgets."""
    image = python["image"]
    loaded = {python["module"], python["wasm"], python["standard"], *python["archives"]}
    at_once = loaded - {python["standard"], image["has"]} | {image["memory"]} if image else loaded
    book = page.book(notebooks, stem, leaf) | {"engine": python["engine"], **python["shared"]}
    shown = parts.shown(stem, found, made.part, leaf, several=bool(book["here"]["leaves"]))
    more = {
        "python": {
            key: python[key] for key in ("core", "module", "wasm", "standard", "archives", "later", "lock", "image")
        }
        | {"size": sum(len(made.files[name]) for name in at_once)},
        "worker": python["worker"],
        **({"sandbox": SANDBOX, "editor": python["editor"]} if stem == MAKE else {}),
    }
    shown["outputs"] = [one | {"text": _linked(one["text"])} if "text" in one else one for one in shown["outputs"]]
    manifest = _installed(made, f"{stem}.html") if stem == TABLE else ""
    text = page.chapter(book, shown, python["host"], more, keep=python["keep"], css=python["css"], manifest=manifest)
    made.page(page.address(f"{stem}.html", leaf), text)


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
