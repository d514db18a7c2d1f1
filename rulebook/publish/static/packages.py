"""The archives of the static site: Pyodide's standard library, the book, and the packages that it needs in a page.

Modules are compiled (make.mjs).  An archive stores its files uncompressed and is compressed as a whole, so that its
download is small whatever the host does.  Builds are reproducible: names are sorted, times fixed.
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
OWN = "rulebook"  # the group with the book's modules, which every chapter needs
DATA = "rulebook.text"
"""The group with its other files, which every chapter needs, too: a memory image has modules, but no files."""
STANDARD_LIBRARY = "python_stdlib"

# Chapters in a browser do not need the code that publishes, checks and runs the book from a command line.
_OWN_PACKAGES = ("hedgekit", "rulebook")
_EXCLUDED = (
    "*/__pycache__/*", "rulebook/notebooks/*", "rulebook/publish/*", "rulebook/search/*", "rulebook/cli.py",
    "rulebook/__main__.py", "rulebook/collation/out/terminal.py", "hedgekit/terminal/*", "hedgekit/__main__.py",
    "hedgekit/text/cli.*", "*.pyc", "*/py.typed",
)  # fmt: skip
_INCLUDED = tuple(f"rulebook/publish/{name}.py" for name in ("__init__", "static/__init__", "static/bridge"))
_GROUPS = {
    "po": ("rulebook/collation/out/po.py", "rulebook/text/translated.toml"),  # files for translation tools
    "rulebook.desk": ("rulebook/desk/*", "rulebook/collation/*"),
    "weights": ("hedgekit/games/race/rulesets/weights/*",),  # of trained players, loaded when one plays
    OWN: ("*",),
}
"""Parts of the book that only some chapters need, and the rest: a file belongs to the first group that matches."""
_EMPTIED = ("*.js", "*.css")  # files that pages load separately: Python finds them empty
_NOT_EMPTIED = ("rulebook/stage/themes.css",)  # Python draws pictures with these colours


def standard_library(pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of the standard library that pages need."""
    with zipfile.ZipFile(io.BytesIO(pyodide["python_stdlib.zip"])) as archive:
        return _selected(archive, fetching.lock()["pyodide"]["exclude"])


def groups(wheels: Mapping[str, Path]) -> dict[str, dict[str, bytes]]:
    """Return the files of every group, by their paths in `site-packages`."""
    found: dict[str, dict[str, bytes]] = {}
    for name, data in own_files().items():
        group = next(group for group, patterns in _GROUPS.items() if _matches(name, patterns))
        found.setdefault(group, {})[name] = data
    for package in fetching.lock()["package"]:
        found.setdefault(package["group"], {}).update(_wheel_files(wheels[package["name"]], package))
    for name in [name for name in found[OWN] if not name.endswith(".py")]:
        found.setdefault(DATA, {})[name] = found[OWN].pop(name)
    return found


def own_files() -> dict[str, bytes]:
    """Return the files of the book's packages that chapters need, and of added games."""
    root = paths.PACKAGE.parent
    folders = {name: root / name for name in _OWN_PACKAGES}
    folders |= {f"hedgekit/games/{name}": Path(folder) for name, folder in ADDED.items()}
    files = {
        f"{top}/{path.relative_to(folder).as_posix()}": path
        for top, folder in folders.items()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {
        name: b"" if _matches(name, _EMPTIED) and name not in _NOT_EMPTIED else path.read_bytes()
        for name, path in files.items()
        if name in _INCLUDED or not _matches(name, _EXCLUDED)
    }


def _wheel_files(wheel: Path, package: Mapping[str, Any]) -> dict[str, bytes]:
    excluded, included, emptied = (package.get(key, ()) for key in ("exclude", "include", "empty"))
    with zipfile.ZipFile(wheel) as archive:
        return _selected(archive, ("*.dist-info/*", *excluded), included, emptied)


def _selected(
    archive: zipfile.ZipFile, excluded: Iterable[str], included: Iterable[str] = (), emptied: Iterable[str] = ()
) -> dict[str, bytes]:
    return {
        name: b"" if _matches(name, emptied) else archive.read(name)
        for name in archive.namelist()
        if not name.endswith("/") and (_matches(name, included) or not _matches(name, excluded))
    }


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


# ---- compiling -------------------------------------------------------------------------------------------------------


def lock_contents(pyodide: Mapping[str, bytes]) -> dict[str, Any]:
    """Return a lockfile for Pyodide's version of Python, without packages."""
    return {"info": json.loads(pyodide["pyodide-lock.json"])["info"], "packages": {}}


def compile_archives(
    archives: Mapping[str, Mapping[str, bytes]], modules: Iterable[str], pyodide: Mapping[str, bytes], node: Path
) -> tuple[dict[str, dict[str, bytes]], bytes]:
    """Return the archives with their modules compiled by Pyodide, and an image of its memory.

    modules: those of the book among them are imported in the image; without any modules the image is empty.
    Raises FetchError if Node.js fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = {f"core/{file}": data for file, data in pyodide.items()}
        inputs |= {f"in/{group}.zip": zip_files(files) for group, files in archives.items()}
        inputs["core/lock.json"] = json.dumps(lock_contents(pyodide)).encode()
        inputs["modules.json"] = json.dumps(sorted(modules)).encode()
        for file, data in inputs.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(data)
        command = [str(node), str(HERE / "make.mjs"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode:
            raise fetching.FetchError("not_compiled", why=done.stderr.strip()[-400:])
        compiled = {}
        for group in archives:
            with zipfile.ZipFile(folder / "out" / f"{group}.zip") as archive:
                compiled[group] = {file: archive.read(file) for file in archive.namelist()}
        image = folder / "image"
        return compiled, image.read_bytes() if image.is_file() else b""


# ---- compression -----------------------------------------------------------------------------------------------------


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a reproducible archive of uncompressed files: compressed as a whole it is smaller."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return out.getvalue()


def compress(data: bytes) -> bytes:
    """Return data compressed as pages load it."""
    return gzip.compress(data, 9, mtime=0)


def licences(wheels: Mapping[str, Path]) -> dict[str, str]:
    """Return the licences of all software in the site by name: the book, Pyodide's parts, the editor, packages."""
    folder = HERE / "licences"
    texts = {
        name: (folder / f"{name}.txt").read_text("utf-8")
        for name in ("hedgekit", *fetching.lock()["pyodide"]["licences"], *fetching.lock()["editor"]["licences"])
    }
    for package in fetching.lock()["package"]:
        with zipfile.ZipFile(wheels[package["name"]]) as archive:
            metadata = [name for name in archive.namelist() if ".dist-info/" in name]
            found = sorted(n for n in metadata if any(word in n.upper() for word in ("LICEN", "COPYING", "AUTHORS")))
            text = "\n".join(archive.read(name).decode("utf-8", "replace") for name in found)
        texts[package["name"]] = f"{package['name']} {package['version']}\n\n{text}"
    return texts
