"""Downloads the third-party parts of the static site into the user's cache, and checks them against lock.toml.

Pyodide comes as an archive from the npm registry; packages, and the Node.js that compiles them, come by pip.
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
"""The files needed of the package `pyodide`."""


class FetchError(Trouble):
    """A part cannot be downloaded, or does not match lock.toml; the text says which."""


@cache
def lock() -> dict[str, Any]:
    """Return the content of lock.toml."""
    return tomllib.loads((Path(__file__).parent / "lock.toml").read_text("utf-8"))


def cache_folder() -> Path:
    """Return the folder of downloaded parts."""
    from platformdirs import user_cache_path

    return user_cache_path("hedgekit") / "static"


# ---- Pyodide ---------------------------------------------------------------------------------------------------------


def pyodide(folder: Path) -> dict[str, bytes]:
    """Return the files of Pyodide by name.  Raises FetchError."""
    locked = lock()["pyodide"]
    archive_file = folder / f"pyodide-{locked['version']}.tgz"
    if not archive_file.is_file() or _sha512(archive_file.read_bytes()) != locked["sha512"]:
        data = _download(locked["address"].format(version=locked["version"]))
        if _sha512(data) != locked["sha512"]:
            raise FetchError("not_locked", part=f"Pyodide {locked['version']} (sha512 {_sha512(data)})")
        folder.mkdir(parents=True, exist_ok=True)
        put(archive_file, data)  # atomic: another build at the same time finds all of it or nothing
    with tarfile.open(archive_file, mode="r:gz") as archive:
        files = {name: archive.extractfile(f"package/{name}") for name in CORE}
        return {name: file.read() for name, file in files.items() if file}


def _sha512(data: bytes) -> str:
    return base64.b64encode(hashlib.sha512(data).digest()).decode()


def _download(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as response:  # noqa: S310 - https, from lock.toml
            return bytes(response.read())
    except OSError as error:  # also when the connection breaks
        raise FetchError("not_fetched", part=address, why=error) from error


# ---- wheels ----------------------------------------------------------------------------------------------------------


def wheels(folder: Path) -> dict[str, Path]:
    """Return the wheel of every package in lock.toml by name.  Raises FetchError."""
    target = lock()["pyodide"]
    tags = ["--python-version", target["python"], "--platform", target["platform"]]
    return _locked_wheels(lock()["package"], tags, folder)


def node(folder: Path) -> Path:
    """Return the Node.js program for this machine, from the Python index.  Raises FetchError."""
    (wheel,) = _locked_wheels([lock()["node"]], [], folder).values()
    unpacked = folder / wheel.stem
    if not unpacked.is_dir():
        temporary = tempfile.mkdtemp(dir=folder)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(temporary)  # noqa: S202 - its hash was checked
        with suppress(OSError):  # another build was quicker
            Path(temporary).rename(unpacked)
    program = next(path for path in unpacked.rglob("node*") if path.is_file() and path.name in ("node", "node.exe"))
    program.chmod(0o755)
    return program


def _cached_wheel(package: Mapping[str, Any], folder: Path) -> Path | None:
    for wheel in sorted(folder.glob(f"{package['name'].replace('-', '_')}-{package['version']}-*.whl")):
        if hashlib.sha256(wheel.read_bytes()).hexdigest() in package["sha256"]:
            return wheel
    return None


def _locked_wheels(packages: Sequence[Mapping[str, Any]], tags: Sequence[str], folder: Path) -> dict[str, Path]:
    """Return wheels by package, downloaded if they are not in the cache."""
    if missing := [package for package in packages if not _cached_wheel(package, folder)]:
        _pip_download(missing, tags, folder)
    found = {package["name"]: wheel for package in packages if (wheel := _cached_wheel(package, folder))}
    if lost := [package["name"] for package in packages if package["name"] not in found]:
        raise FetchError("not_locked", part=", ".join(lost))
    return found


def _pip_download(packages: Sequence[Mapping[str, Any]], tags: Sequence[str], folder: Path) -> None:
    """Download wheels with the locked hashes by pip, which runs no code of theirs."""
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
