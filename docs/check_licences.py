"""Compare the static site's licences with their originals: python docs/check_licences.py [--write].

The originals come from packages of npm, PyPI and Debian, listed in docs/licences.toml.  As newer texts may say more,
every word of ours must occur there, in order, except years and the differences that the table lists with a reason.
--write records the hashes of the compared texts: a test fails if one has changed since.
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
    """Return for each of our texts its original, permitted differences with reasons, and the hash compared."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def ours(name: str) -> bytes:
    """Return one of our texts."""
    return (LICENCES / f"{name}.txt").read_bytes()


def words(text: str) -> list[str]:
    """Return the words to compare, without punctuation, list and comment marks, and years."""
    return [
        word for word in re.findall(r"[\w@]+", text.lower()) if word != "c" and not re.fullmatch(r"(19|20)\d\d", word)
    ]


def original(registry: str, package: str, file: str) -> str:
    """Fetch the original from a package (`npm` or `pypi NAME-VERSION`, `debian NAME`).

    Raises OSError or CalledProcessError if that fails.
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
    """Return the runs of our words that are missing in the original, after our headline."""
    mine, theirs = words(own.split("\n", 2)[2]), words(found)
    steps = difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    return [" ".join(mine[a:b]) for step, a, b, _, _ in steps if step in ("delete", "replace")]


def main() -> None:
    """Compare all licences."""
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
