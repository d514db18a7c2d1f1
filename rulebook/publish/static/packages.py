"""The archives of the static site: Pyodide's standard library, the book itself and the packages it needs in a page.

Modules are compiled (make.mjs), archives hold their files as they are and are packed as a whole, always to the same
bytes: names sorted, times fixed. What a page loads is packed already, whatever its host does.
"""

import gzip
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from hedgekit.games import ADDED
from rulebook.publish import paths

from . import fetching

HERE = Path(__file__).parent
OWN = "rulebook"
"""The group that every chapter needs; the book itself is in it."""
TEXTS = "rulebook.text"
"""What is no module in it, which every chapter needs too: a Python that remembers the modules has no files."""
STANDARD = "python_stdlib"

# Of the book what its chapters need in a browser: not how it is published, checked and run from a command line.
_OURS = ("hedgekit", "rulebook")
_WITHOUT = (
    "*/__pycache__/*", "rulebook/notebooks/*", "rulebook/publish/*", "rulebook/search/*", "rulebook/cli.py",
    "rulebook/__main__.py", "rulebook/collation/out/terminal.py", "hedgekit/terminal/*", "hedgekit/__main__.py",
    "hedgekit/text/cli.*", "*.pyc", "*/py.typed",
)  # fmt: skip
_BUT = tuple(f"rulebook/publish/{name}.py" for name in ("__init__", "static/__init__", "static/bridge"))
_GROUPS = {
    "po": ("rulebook/collation/out/po.py", "rulebook/text/translated.toml"),  # for translators' tools
    "rulebook.desk": ("rulebook/desk/*", "rulebook/collation/*"),
    "weights": ("hedgekit/games/race/rulesets/weights/*",),  # what players learned, which comes when one of them plays
    OWN: ("*",),
}
"""Of the book what only some need, and the rest."""
_IN_PAGES = ("*.js", "*.css")
"""What pages have as parts of their own: Python finds such files, and nothing in them."""
_READ = ("rulebook/stage/themes.css",)
"""But in these, of whose colours it makes pictures."""


def standard(pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the standard library, without what no page needs."""
    with zipfile.ZipFile(io.BytesIO(pyodide["python_stdlib.zip"])) as archive:
        return _some(archive, fetching.lock()["pyodide"]["without"])


def groups(wheels: Mapping[str, Path]) -> dict[str, dict[str, bytes]]:
    """The files of every group by name, as they are to lie where Python looks for packages."""
    found: dict[str, dict[str, bytes]] = {}
    for name, data in ours().items():
        group = next(group for group, patterns in _GROUPS.items() if _matches(name, patterns))
        found.setdefault(group, {})[name] = data
    for package in fetching.lock()["package"]:
        found.setdefault(package["group"], {}).update(_pure(wheels[package["name"]], package))
    for name in [name for name in found[OWN] if not name.endswith(".py")]:
        found.setdefault(TEXTS, {})[name] = found[OWN].pop(name)
    return found


def ours() -> dict[str, bytes]:
    """The book's own packages, as far as chapters need them, and the games that were added."""
    root = paths.PACKAGE.parent
    folders = {top: root / top for top in _OURS} | {f"hedgekit/games/{name}": Path(at) for name, at in ADDED.items()}
    files = {
        f"{top}/{path.relative_to(folder).as_posix()}": path
        for top, folder in folders.items()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {
        name: b"" if _matches(name, _IN_PAGES) and name not in _READ else path.read_bytes()
        for name, path in files.items()
        if name in _BUT or not _matches(name, _WITHOUT)
    }


def _pure(wheel: Path, package: Mapping[str, Any]) -> dict[str, bytes]:
    without, but, bare = (package.get(key, ()) for key in ("without", "but", "bare"))
    with zipfile.ZipFile(wheel) as archive:
        return _some(archive, ("*.dist-info/*", *without), but, bare)


def _some(
    archive: zipfile.ZipFile, without: Iterable[str], but: Iterable[str] = (), bare: Iterable[str] = ()
) -> dict[str, bytes]:
    return {
        name: b"" if _matches(name, bare) else archive.read(name)
        for name in archive.namelist()
        if not name.endswith("/") and (_matches(name, but) or not _matches(name, without))
    }


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


# ---- compiling -------------------------------------------------------------------------------------------------------


def lock_contents(pyodide: Mapping[str, bytes]) -> dict[str, Any]:
    """The list of packages that Pyodide is given: none, for the Python that it is."""
    return {"info": json.loads(pyodide["pyodide-lock.json"])["info"], "packages": {}}


def made(
    archives: Mapping[str, Mapping[str, bytes]], modules: Iterable[str], pyodide: Mapping[str, bytes], node: Path
) -> tuple[dict[str, dict[str, bytes]], bytes]:
    """The same files with their modules compiled, by Pyodide itself, and an image of its memory.

    modules: what it has imported then, those of the book among them; there is no image without any.  FetchError if that
    does not work here.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written = {f"core/{file}": data for file, data in pyodide.items()}
        written |= {f"in/{group}.zip": stored(files) for group, files in archives.items()}
        written["core/lock.json"] = json.dumps(lock_contents(pyodide)).encode()
        written["modules.json"] = json.dumps(sorted(modules)).encode()
        for file, data in written.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(data)
        command = [str(node), str(HERE / "make.mjs"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode:
            raise fetching.FetchError("not_compiled", why=done.stderr.strip()[-400:])
        found = {}
        for group in archives:
            with zipfile.ZipFile(folder / "out" / f"{group}.zip") as archive:
                found[group] = {file: archive.read(file) for file in archive.namelist()}
        image = folder / "image"
        return found, image.read_bytes() if image.is_file() else b""


# ---- packing ---------------------------------------------------------------------------------------------------------


def stored(files: Mapping[str, bytes]) -> bytes:
    """An archive that depends on nothing but these files, as they are: it is packed as a whole, which is smaller."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return out.getvalue()


def packed(data: bytes) -> bytes:
    """Some bytes as a page loads them."""
    return gzip.compress(data, 9, mtime=0)


def licences(wheels: Mapping[str, Path]) -> dict[str, str]:
    """The licence of everything in the site, by name: the book, Pyodide with its parts, the editor, packages."""
    here = HERE / "licences"
    texts = {
        name: (here / f"{name}.txt").read_text("utf-8")
        for name in ("hedgekit", *fetching.lock()["pyodide"]["licences"], *fetching.lock()["editor"]["licences"])
    }
    for package in fetching.lock()["package"]:
        with zipfile.ZipFile(wheels[package["name"]]) as archive:
            inside = [name for name in archive.namelist() if ".dist-info/" in name]
            found = sorted(n for n in inside if any(word in n.upper() for word in ("LICEN", "COPYING", "AUTHORS")))
            said = "\n".join(archive.read(name).decode("utf-8", "replace") for name in found)
        texts[package["name"]] = f"{package['name']} {package['version']}\n\n{said}"
    return texts
