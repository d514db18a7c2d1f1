"""What docker/Dockerfile says, done without an engine: its steps in clean environments, then its command as its user.

python -m tests.security.image.  It needs the Python of the image (3.12) and the package index, and takes a minute or
more.  What only an engine can tell (the base image, a container's limits) is left to `.ci/image` where there is one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from tests import serving
from tests.serving import ROOT

DOCKERFILE = ROOT / "docker" / "Dockerfile"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: word and rest, with continued lines joined."""
    text = DOCKERFILE.read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.partition(" ")[0], re.sub(r"\s+", " ", line.partition(" ")[2])) for line in lines]


def stages() -> list[list[tuple[str, str]]]:
    """The same, a list a stage."""
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def python_of_image() -> str:
    """A Python of the image's version on this machine; SystemExit if there is none."""
    (wanted,) = set(re.findall(r"^FROM python:(3\.\d+)", DOCKERFILE.read_text("utf-8"), re.MULTILINE))
    named = [sys.executable, os.environ.get("PYTHON", ""), f"python{wanted}"]
    kept = sorted(Path.home().glob(f".pyenv/versions/{wanted}.*/bin/python"))
    for one in [*named, *map(str, kept)]:
        asked = "import sys; print('%d.%d' % sys.version_info[:2])"
        if path := shutil.which(one):
            said = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=False)
            if said.stdout.strip() == wanted:
                return path
    raise SystemExit(f"The image has Python {wanted}, which is not on this machine: its steps cannot be tried.")


def build(place: Path) -> None:
    """Do what the first stage says below `place`, with `python` and `pip` of a clean environment."""
    base = place / "base"
    subprocess.run([python_of_image(), "-m", "venv", base], check=True)
    context = _context(place / "context")
    work = place
    for word, rest in stages()[0]:
        if word == "WORKDIR":
            work = place / rest.lstrip("/")
            work.mkdir(parents=True)
        elif word == "COPY":
            *sources, target = rest.split()
            for source in sources:
                _copy(context / source, work / target, several=len(sources) > 1)
        elif word == "RUN":
            step = re.sub(r"(?<=\s)/(book|wheels)\b", rf"{place}/\1", f" {rest}")
            print("RUN", rest, flush=True)
            own = {"PATH": f"{base / 'bin'}:/usr/bin:/bin", "HOME": str(place), "LANG": "C.UTF-8"}
            kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "REQUESTS_"))}
            subprocess.run(["/bin/sh", "-ec", step], cwd=work, env=kept | own, check=True)
        elif word != "FROM":
            raise SystemExit(f"what {word} does is not known here")


def _context(folder: Path) -> Path:
    """What Dockerfile.dockerignore lets through, of the files that the repository has."""
    listed = (ROOT / "docker" / "Dockerfile.dockerignore").read_text("utf-8").split()
    wanted = [line[1:] for line in listed if line.startswith("!")]
    for pattern in wanted:
        for source in ROOT.glob(pattern):
            target = folder / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy(source, target)
    return folder


def _copy(source: Path, target: Path, several: bool = False) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
        return
    if several or target.is_dir():
        target = target / source.name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def probe(place: Path) -> None:
    """Start the image's command as its user, who may write to its /tmp alone, and ask what it asks."""
    last = dict(stages()[-1])
    user, group = map(int, last["USER"].split(":"))
    tmp = place / "tmp"
    tmp.mkdir(mode=0o777)
    tmp.chmod(0o777)
    own = dict(pair.split("=", 1) for pair in last["ENV"].split())
    own = {name: value.replace("/book", f"{place}/book") for name, value in own.items()}
    environment = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp)} | own | {"HOME": str(tmp)}
    environment["PATH"] = environment["PATH"].replace("$PATH", os.environ["PATH"])
    command = json.loads(last["ENTRYPOINT"]) + json.loads(last["CMD"])
    command[command.index("--port") + 1] = "0"
    command[command.index("--host") + 1] = "127.0.0.1"
    command[0] = str(place / "book" / "bin" / command[0])
    if os.geteuid() == 0:  # else it is run as who runs this, who is nobody special either
        ids = [f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
        # In a home of root's not even the interpreter could be read: reading is allowed everywhere, writing nowhere.
        rights = [
            "--inh-caps=+dac_read_search",
            "--ambient-caps=+dac_read_search",
            "--bounding-set=-all,+dac_read_search",
        ]
        command = ["setpriv", *ids, *rights, *command]
    with serving.running(command, patience=120, cwd=tmp, environment=environment, log=place / "log") as run:
        check = json.loads(re.search(r"CMD (\[.*\])", last["HEALTHCHECK"])[1])
        subprocess.run([sys.executable, "-c", check[2].replace("http://127.0.0.1:8866/", run.url)], check=True)
        with urllib.request.urlopen(f"{run.url}voila/render/00-start-here.ipynb", timeout=120) as answer:
            assert b"rb-chapter" in answer.read()
        owners = {process.uids().real for process in run.children()}
        assert os.geteuid() or owners == {user}, owners
    written = [path for path in (place / "book").rglob("*") if path.stat().st_uid == user]
    assert not written, written
    print("Started as its user, healthy, a chapter read, nothing written but below /tmp.")


def main() -> None:
    """Build and ask."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        build(place)
        probe(place)


if __name__ == "__main__":
    main()
