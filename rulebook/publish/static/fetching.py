"""Fetches what the static site is made of beside the book, by the hashes of lock.toml, into the user's cache.

Pyodide comes as its archive from the npm registry, by plain HTTPS; packages, and the node that compiles them, by pip.
"""

import base64
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hedgekit.atomic_write import put
from rulebook.text.commands import Trouble

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Of the package `pyodide` what is needed."""


class FetchError(Trouble):
    """A part cannot be had, or is not what lock.toml says; the text says so."""


@cache
def lock() -> dict[str, Any]:
    """lock.toml."""
    return tomllib.loads((Path(__file__).parent / "lock.toml").read_text("utf-8"))


def cache_folder() -> Path:
    """Where fetched parts are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("hedgekit") / "static"


# ---- Pyodide ---------------------------------------------------------------------------------------------------------


def pyodide(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide, by name.  FetchError if they cannot be had."""
    known = lock()["pyodide"]
    kept = folder / f"pyodide-{known['version']}.tgz"
    if not kept.is_file() or _sha512(kept.read_bytes()) != known["sha512"]:
        data = _fetched(known["address"].format(version=known["version"]))
        if _sha512(data) != known["sha512"]:
            raise FetchError("not_locked", part=f"Pyodide {known['version']} (sha512 {_sha512(data)})")
        folder.mkdir(parents=True, exist_ok=True)
        put(kept, data)  # at once: another build at the same time finds all of it or nothing
    with tarfile.open(kept, mode="r:gz") as archive:
        files = {name: archive.extractfile(f"package/{name}") for name in CORE}
        return {name: file.read() for name, file in files.items() if file}


def _sha512(data: bytes) -> str:
    return base64.b64encode(hashlib.sha512(data).digest()).decode()


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - https, of lock.toml
            return bytes(answer.read())
    except OSError as error:  # addresses that do not answer, and those that stop in the middle
        raise FetchError("not_fetched", part=address, why=error) from error


# ---- wheels ----------------------------------------------------------------------------------------------------------


def wheels(folder: Path) -> dict[str, Path]:
    """The wheel of every package of lock.toml, by name.  FetchError if one cannot be had."""
    known = lock()["pyodide"]
    return _had(lock()["package"], ["--python-version", known["python"], "--platform", known["platform"]], folder)


def node(folder: Path) -> Path:
    """A node for this machine, from the Python index.  FetchError if there is none."""
    (wheel,) = _had([lock()["node"]], [], folder).values()
    unpacked = folder / wheel.stem
    if not unpacked.is_dir():
        part = tempfile.mkdtemp(dir=folder)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(part)  # noqa: S202 - its hash is known
        with suppress(OSError):  # another build was quicker
            Path(part).rename(unpacked)
    program = next(path for path in unpacked.rglob("node*") if path.is_file() and path.name in ("node", "node.exe"))
    program.chmod(0o755)
    return program


def _kept(package: Mapping[str, Any], folder: Path) -> Path | None:
    for wheel in sorted(folder.glob(f"{package['name'].replace('-', '_')}-{package['version']}-*.whl")):
        if hashlib.sha256(wheel.read_bytes()).hexdigest() in package["sha256"]:
            return wheel
    return None


def _had(packages: Sequence[Mapping[str, Any]], tags: Sequence[str], folder: Path) -> dict[str, Path]:
    """The wheels of these packages by name, fetched if they are not there."""
    if missing := [package for package in packages if not _kept(package, folder)]:
        _download(missing, tags, folder)
    found = {package["name"]: wheel for package in packages if (wheel := _kept(package, folder))}
    if lost := [package["name"] for package in packages if package["name"] not in found]:
        raise FetchError("not_locked", part=", ".join(lost))
    return found


def _download(packages: Sequence[Mapping[str, Any]], tags: Sequence[str], folder: Path) -> None:
    """Fetch wheels by pip: those of these hashes, whatever came to the index later; nothing of them runs."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        wanted = [" --hash=sha256:".join((f"{one['name']}=={one['version']}", *one["sha256"])) for one in packages]
        (Path(work) / "wanted.txt").write_text("\n".join(wanted), "utf-8")
        command = [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
            *("--only-binary", ":all:", *tags, "--dest", work, "--require-hashes", "-r", f"{work}/wanted.txt"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if found := re.findall(r"(\S+==\S+) from|Got +(\w+)", done.stderr):
            raise FetchError("not_locked", part=" ".join(one or f"(sha256 {other})" for one, other in found))
        if done.returncode:
            why = next((line for line in done.stderr.splitlines() if line.startswith("ERROR")), done.stderr.strip())
            raise FetchError("not_fetched", part=", ".join(one["name"] for one in packages), why=why)
        for wheel in Path(work).glob("*.whl"):
            wheel.replace(folder / wheel.name)
