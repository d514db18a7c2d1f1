"""Compares the licences that the static site carries with their originals: python docs/check_licences.py [--write].

The originals come from packages of the registries (npm, PyPI, Debian), as docs/licences.toml names them; a newer text
of theirs may say more, so every word of ours must stand there, in order, but years and those words that the table names
with their reason.  --write notes which text of ours was compared: a test says when one was changed since.
"""

import argparse
import difflib
import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
TABLE = DOCS / "licences.toml"
LICENCES = DOCS.parent / "rulebook" / "publish" / "static" / "licences"


def table() -> dict[str, dict[str, str]]:
    """Of each text of ours: where its original is, how it may differ and why, and which text was compared."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def ours(name: str) -> bytes:
    """A text of ours."""
    return (LICENCES / f"{name}.txt").read_bytes()


def words(text: str) -> list[str]:
    """What is compared: words without punctuation, the marks of lists and comments, and years."""
    return [
        word for word in re.findall(r"[\w@]+", text.lower()) if word != "c" and not re.fullmatch(r"(19|20)\d\d", word)
    ]


def original(registry: str, package: str, file: str) -> str:
    """The original from a package (`npm` or `pypi NAME-VERSION`, `debian NAME`).

    OSError or CalledProcessError if it cannot be had.
    """
    if registry == "pypi":
        with zipfile.ZipFile(_wheel(package)) as wheel:
            return wheel.read(file).decode()
    if registry == "npm":
        name, _, version = package.rpartition("-")
        address = f"https://registry.npmjs.org/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"
        with urllib.request.urlopen(address, timeout=60) as answer:
            data = answer.read()
    else:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, stderr=subprocess.DEVNULL)
            (archive,) = Path(folder).iterdir()
            data = subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as found:
        inside = found.extractfile(file)
        assert inside
        return inside.read().decode("utf-8", "replace")


def _wheel(package: str) -> io.BytesIO:
    name = package.replace("-", "==")
    with tempfile.TemporaryDirectory() as folder:
        fetching = "download --quiet --no-deps --only-binary=:all: --dest"
        subprocess.run([sys.executable, "-m", "pip", *fetching.split(), folder, name], check=True)
        (wheel,) = Path(folder).iterdir()
        return io.BytesIO(wheel.read_bytes())


def missing(own: str, found: str) -> list[str]:
    """Runs of our words that the original has not, after our headline."""
    mine, theirs = words(own.split("\n", 2)[2]), words(found)
    steps = difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    return [" ".join(mine[a:b]) for step, a, b, _, _ in steps if step in ("delete", "replace")]


def main() -> None:
    """Compare all."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true")
    write, wrong = options.parse_args().write, False
    for name, about in table().items():
        text = ours(name)
        if "package" in about:
            differs = missing(text.decode(), original(*about["package"].split(), about["file"]))
            if " / ".join(differs) != about.get("differs", ""):
                wrong = True
                print(f"{name}: not in {about['package']}: {' / '.join(differs)!r}")
        digest = hashlib.sha256(text).hexdigest()
        if write and not wrong:
            place = rf'(?m)(^\[{name}\]\n(?:.+\n)*?compared = )".*"'
            TABLE.write_text(re.sub(place, rf'\1"{digest}"', TABLE.read_text("utf-8")), "utf-8")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
