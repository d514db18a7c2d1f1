"""Builds the static site: `rulebook build --out site/`."""

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
from .freeze import freeze

HERE = Path(__file__).parent
TABLE = "16-table"  # the chapter that phones can install on their home screen
MAKE, SANDBOX = "18-make", "sandbox.html"
"""The chapter in which readers run their own code, and the page of its sandbox."""
MANIFEST = "site.json"  # the list of the site's files; a folder that has it may be replaced


class FolderTaken(Trouble):
    """The output folder is not empty and has no site."""


class Site:
    """The files of a site that is being built, by name."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add_part(self, name: str, content: str | bytes) -> str:
        """Add a part under a name with the hash of its content, and return the name; parts may be cached for ever."""
        data = content.encode() if isinstance(content, str) else content
        address = f"parts/{engine_files.hashed_name(name, data)}"
        self.files[address] = data
        return address

    def add_page(self, name: str, text: str) -> None:
        """Add a file under its own name."""
        self.files[name] = text.encode()

    def write(self, out: Path) -> None:
        """Write the files to a folder, and delete those of an earlier site there.  Raises FolderTaken."""
        earlier = files_of_site(out)
        for name, data in sorted(self.files.items()):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for name in earlier - self.files.keys():
            (out / name).unlink(missing_ok=True)
            with suppress(OSError):  # not empty
                (out / name).parent.rmdir()


def files_of_site(out: Path) -> set[str]:
    """Return the names of the files of the site in a folder, without other files there.

    Raises FolderTaken if the folder is not empty and has no site.
    """
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return set()
    try:
        files = set(json.loads((out / MANIFEST).read_text("utf-8"))["files"].keys())
        if all(out.resolve() in (out / name).resolve().parents for name in files):
            return files
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise FolderTaken("not_empty", folder=out)


def build(notebooks: Path, out: Path, report: Callable[[str], object]) -> Site:
    """Write the site, `report` its progress, and return it.  Raises FetchError, CellError, FolderTaken."""
    files_of_site(out)  # raises FolderTaken before all the work
    cache = fetching.cache_folder()
    pyodide, wheels, node = fetching.pyodide(cache), fetching.wheels(cache), fetching.node(cache)
    snapshots = {}
    for notebook in sorted(notebooks.glob("[0-9]*.ipynb")):
        snapshots[notebook.stem] = freeze(notebook, fetching.lock()["absent"]["modules"])
        report(f"{notebook.stem}.html")
    imported = set().union(*(snapshot["modules"] for snapshot in snapshots.values()))
    files = {packages.STANDARD_LIBRARY: packages.standard_library(pyodide), **packages.groups(wheels)}
    archives, memory = packages.compile_archives(files, imported, pyodide, node)
    site = Site()
    python, addresses = _add_python(site, pyodide, archives, memory)
    image = python["image"]
    always_loaded = python["module"], python["wasm"], image["memory"]
    values = {
        "host": site.add_part("host.js", page.host_script()),
        "keep": site.add_part("offline.js", (HERE / "offline.js").read_text("utf-8")),
        "css": site.add_part(page.STYLE_SHEET.name, f"{themes.sheet()}\n{page.STYLE_SHEET.read_text('utf-8')}"),
    }
    worker = site.add_part("worker.js", page.worker_script())
    editor = site.add_part("codemirror.js", (HERE / "codemirror.js").read_bytes())
    contents = page.static_context(notebooks)
    index = packages.compress(json.dumps(contents["index"](), ensure_ascii=False, separators=(",", ":")).encode())
    contents["search_index"] = site.add_part("search.packed", index)
    contents["search_script"] = site.add_part("search.js", search.code())
    shared = {key: contents[key] for key in ("search_index", "search_script")}
    shared["boot_script"] = site.add_part("boot.js", (page.TEMPLATES / "static" / "boot.js").read_text("utf-8"))
    shared["engine"] = engine_files.add_engine(site.add_part, packages.compress)
    for stem, snapshot in snapshots.items():
        needed = [address for group, address in addresses.items() if group in snapshot["modules"]]
        size = sum(len(site.files[name]) for name in {*always_loaded, *needed} - {image["has"]})
        config = {"python": python | {"archives": needed, "size": size}, "worker": worker}
        config |= {"sandbox": SANDBOX, "editor": editor} if stem == MAKE else {}
        for name in page_split.page_names(notebooks, stem):
            book = page.static_context(notebooks, stem, name) | shared
            _add_chapter_page(site, book, name, snapshot, config=config, **values)
    contents["cover"]["modules"] = cover.modules(site.add_part)
    site.add_page("index.html", page.render("static-contents.html", rulebook=contents, keep=values["keep"]))
    site.add_page(SANDBOX, page.render_sandbox(contents))
    site.add_page("404.html", page.render("static-404.html", rulebook=contents, status_code=404))
    # With a byte order mark, as few hosts declare the encoding of a text.
    site.add_page("licences.txt", "\ufeff" + f"\n{'-' * 80}\n\n".join(packages.licences(wheels).values()))
    _add_edition(site)
    site.write(out)
    return site


def _add_edition(site: Site) -> None:
    """Name the edition by a hash of all files, put it into every page, and add the manifest and the service worker."""
    edition = hashlib.sha256(json.dumps(_hashes(site)).encode()).hexdigest()[:16]
    size = str(round(sum(map(len, site.files.values())) / 1e6))
    for name, data in site.files.items():
        if name.endswith(".html"):
            with_edition = data.replace(page.EDITION.encode(), edition.encode())
            site.files[name] = with_edition.replace(page.SIZE.encode(), size.encode())
    manifest = {"version": hedgekit.__version__, "edition": edition, "files": _hashes(site)}
    site.add_page(MANIFEST, json.dumps(manifest, indent=1))
    code = (HERE / "sw.js").read_text("utf-8")
    for name, empty, value in (("FILES", "{}", _hashes(site)), ("EDITION", '""', edition)):
        code = code.replace(f"const {name} = {empty}; // built", f"const {name} = {json.dumps(value)};")
    site.add_page("sw.js", code)


def _hashes(site: Site) -> dict[str, str]:
    return {name: hashlib.sha256(data).hexdigest()[:32] for name, data in sorted(site.files.items())}


def _add_python(
    site: Site, pyodide: Mapping[str, bytes], archives: Mapping[str, Mapping[str, bytes]], memory: bytes
) -> tuple[dict[str, Any], dict[str, str]]:
    """Add Pyodide and all archives; return the settings for python_worker.js, and the address of each group's archive.

    memory: the image of a started Python.
    """
    addresses = {
        group: site.add_part(f"{group.replace('.', '-')}.packed", packages.compress(packages.zip_files(files)))
        for group, files in archives.items()
    }
    lazy_groups = fetching.lock()["lazy"]
    loader = pyodide["pyodide.mjs"]
    core = f"parts/pyodide-{fetching.lock()['pyodide']['version']}-{hashlib.sha256(loader).hexdigest()[:16]}/"
    site.files[core + "pyodide.mjs"] = loader
    image = site.add_part("memory.packed", packages.compress(memory))
    python = {
        "image": {"memory": image, "has": addresses[packages.OWN]},
        "core": core,
        "loader": f"{core}pyodide.mjs",
        "module": site.add_part("module.packed", packages.compress(pyodide["pyodide.asm.mjs"])),
        "wasm": site.add_part("pyodide.packed", packages.compress(pyodide["pyodide.asm.wasm"])),
        "standard": addresses.pop(packages.STANDARD_LIBRARY),
        "lock": packages.lock_contents(pyodide),
        "lazy": {module: addresses[group] for group, modules in lazy_groups.items() for module in modules},
    }
    return python, {group: address for group, address in addresses.items() if group not in lazy_groups}


def _add_chapter_page(site: Site, book: dict[str, Any], name: str, snapshot: dict[str, Any], **values: Any) -> None:
    """Add a page of a chapter with its parts: widget states, code and still pictures."""
    stem = book["here"]["stem"]
    content = parts.page_parts(stem, snapshot, site.add_part, name, is_split=bool(book["here"]["pages"]))
    outputs = content["outputs"]
    content["outputs"] = [one | {"text": _link_pages(one["text"])} if "text" in one else one for one in outputs]
    manifest = _add_web_manifest(site, f"{stem}.html") if stem == TABLE else ""
    site.add_page(page.address(f"{stem}.html", name), page.render_chapter(book, content, manifest=manifest, **values))


def _add_web_manifest(site: Site, start: str) -> str:
    """Add the web app manifest of a page that can be installed on a home screen, and return its address."""
    icon = site.add_part("icon.svg", (HERE / "icon.svg").read_bytes())
    manifest = {
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
    site.add_page("table.webmanifest", json.dumps(manifest, indent=1))
    return "table.webmanifest"


def _link_pages(html: str) -> str:
    """Replace links to notebooks by links to pages."""
    return re.sub(r'(href="[0-9][\w-]*)\.ipynb(["#])', r"\1.html\2", html)
