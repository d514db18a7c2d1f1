"""Follow docker/Dockerfile without a container engine: its steps in a clean environment, then its command as its user.

python -m tests.security.image.  It needs the package index, and takes a minute or more.  What needs an engine (the base
image, a container's limits) is left to `.ci/image` where there is one.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import serving
from tests.serving import ROOT
from tests.visitor import Visitor

DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text("utf-8")


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of the Dockerfile by stage: word and rest, with continued lines joined."""
    lines = re.sub(r"\s*\\\n\s*", " ", DOCKERFILE)
    return [re.findall(r"^([A-Z]+) +(.+)$", stage, re.MULTILINE) for stage in re.split(r"(?m)^(?=FROM)", lines)[1:]]


def is_healthy(url: str) -> None:
    """Run the image's health check on a server."""
    check = json.loads(dict(stages()[-1])["HEALTHCHECK"].partition("CMD ")[2])
    subprocess.run([sys.executable, "-c", check[2].replace("http://127.0.0.1:8866/", url)], check=True)


def build(place: Path) -> None:
    """Run the first stage below `place`, in a clean environment of the image's Python."""
    version = re.search(r"python:(3\.\d+)", DOCKERFILE)[1]
    pythons = [*map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin")), os.environ["PATH"]]
    command = [sys.executable, "-m", "uv", "venv", "--seed", "--python", version, place / "base"]
    subprocess.run(command, env=os.environ | {"PATH": ":".join(pythons)}, check=True)
    script = []
    for word, rest in stages()[0]:
        if word == "WORKDIR":
            script.append(f"mkdir -p {place}{rest}; cd {place}{rest}")
        elif word == "COPY":  # under the names that they have
            script.append(f"tar --create --directory {ROOT} {rest.rpartition(' ')[0]} | tar --extract")
        elif word == "RUN":
            script.append(re.sub(r"(?<=\s)/(book|wheels)\b", rf"{place}/\1", f" {rest}"))
    own = {"PATH": f"{place}/base/bin:/usr/bin:/bin", "HOME": str(place), "LANG": "C.UTF-8"}
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "REQUESTS_"))}
    subprocess.run(["/bin/sh", "-exc", "\n".join(script)], env=kept | own, check=True)


def probe(place: Path) -> None:
    """Run the image's command as its user, who may write only to /tmp, and request its health and a chapter."""
    last, tmp = dict(stages()[-1]), place / "tmp"
    user, group = last["USER"].split(":")
    tmp.mkdir()
    tmp.chmod(0o777)
    own = dict(pair.split("=", 1) for pair in last["ENV"].split()) | {"TMPDIR": str(tmp), "HOME": str(tmp)}
    own["PATH"] = f"{place}/book/bin:{os.environ['PATH']}"
    command = [*json.loads(last["ENTRYPOINT"]), *json.loads(last["CMD"]), "--port", "0", "--host", "127.0.0.1"]
    command[0] = f"{place}/book/bin/{command[0]}"
    if os.geteuid() == 0:  # else it is run as who runs this, who is nobody special either
        # In a home of root's not even the interpreter could be read: reading is allowed everywhere, writing nowhere.
        rights = [f"--{kind}-caps=+dac_read_search" for kind in ("inh", "ambient")]
        ids = [f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
        command = ["setpriv", *ids, *rights, "--bounding-set=-all,+dac_read_search", *command]
    with serving.running(command, patience=120, cwd=tmp, environment=own, log=place / "log") as run:
        is_healthy(run.url)
        Visitor(run.url).read("00-start-here")
    assert [path for path in (place / "book").rglob("*") if path.stat().st_uid == int(user)] == []
    print("Started as its user, healthy, a chapter read, nothing written but below /tmp.")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        build(Path(name))
        probe(Path(name))
