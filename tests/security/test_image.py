"""The image of the server and what it installs, as far as can be known without an engine."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hedgekit.terminal.arguments import parser_of
from rulebook.cli import COMMANDS
from rulebook.text.commands import said
from tests import serving
from tests.rulebook.command import command as rulebook
from tests.security.image import instructions, stages
from tests.serving import ROOT

DOCKER = ROOT / "docker"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Of each package of a lock its version, and how many hashes it has."""
    found = {}
    for block in re.split(r"\n(?=\S)", (DOCKER / name).read_text("utf-8")):
        if pin := re.match(r"([\w.-]+)==([\w.!+]+)", block):
            found[canonicalize_name(pin[1])] = pin[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}", block))
    return found


def test_the_lock_has_a_hash_for_every_package_and_fits_the_project() -> None:
    pins = locked("requirements.lock")
    assert len(pins) > 50
    assert [name for name, (_, hashes) in pins.items() if not hashes] == []
    extras = PROJECT["project"]["optional-dependencies"]
    asked = [
        need for extra in ("book", "lab", "desk", "po", "fast") for need in extras[extra] if need[:9] != "hedgekit["
    ]
    for need in map(Requirement, asked):
        version, _ = pins[canonicalize_name(need.name)]
        assert need.specifier.contains(version), f"{need} and {version} in the lock: make lock"
    building = locked("build.lock")
    for need in map(Requirement, PROJECT["build-system"]["requires"]):
        assert need.specifier.contains(building[canonicalize_name(need.name)][0])
    assert all(hashes for _, hashes in building.values())
    releasing = locked("../.ci/build.lock")
    for need in map(Requirement, extras["release"]):
        assert need.specifier.contains(releasing[canonicalize_name(need.name)][0])
    assert all(hashes for _, hashes in releasing.values())
    for lock in (*DOCKER.glob("*.lock"), ROOT / ".ci" / "build.lock"):
        assert not re.search(r"file:|http:|--index-url|git\+", lock.read_text("utf-8"))


def test_the_image_runs_as_nobody_and_asks_after_its_health() -> None:
    steps = instructions()
    bases = [rest for word, rest in steps if word == "FROM"]
    assert len({base.partition(" ")[0] for base in bases}) == 1
    assert all(re.match(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}( AS \w+)?$", base) for base in bases)
    found = dict(stages()[-1])
    assert int(found["USER"].split(":")[0]) > 0
    assert found["STOPSIGNAL"] == "SIGTERM"
    for word, rest in stages()[0]:
        if word == "COPY":
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources), rest
        if word == "RUN":
            assert all("--require-hashes" in part for part in rest.split("&&") if "install" in part and "-r " in part)
    command = json.loads(found["ENTRYPOINT"]) + json.loads(found["CMD"])
    port = found["EXPOSE"]
    assert command[:2] == ["rulebook", "serve"]
    assert command[command.index("--port") + 1] == port
    options = parser_of("rulebook", "", COMMANDS, "en", said("en")).parse_args(command[1:])
    assert options.public
    assert options.host == "0.0.0.0"
    assert f"http://127.0.0.1:{port}/health" in found["HEALTHCHECK"]
    assert not [rest for word, rest in steps if word == "ADD" or "latest" in rest or "curl" in rest]
    ignored = (DOCKER / "Dockerfile.dockerignore").read_text().split()
    assert "*" in ignored


def test_the_health_check_of_the_image_is_answered_by_a_server_that_may_write_nowhere(tmp_path: Path) -> None:
    """Under an address of its own too: the check asks at the root.  What is written is below TMPDIR."""
    nowhere = tmp_path / "nowhere"
    own = {"HOME": str(nowhere), "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    with serving.served("--public", "--base-url", "/book", environment=own, log=tmp_path / "log") as run:
        check = json.loads(re.search(r"CMD (\[.*\])", dict(instructions())["HEALTHCHECK"])[1])
        code = check[2].replace("http://127.0.0.1:8866/", run.url.removesuffix("book/"))
        subprocess.run([sys.executable, "-c", code], check=True)
        with urllib.request.urlopen(f"{run.url}voila/render/00-start-here.ipynb", timeout=120) as answer:
            assert b"rb-chapter" in answer.read()
    assert not nowhere.exists()


def test_what_the_documents_say_of_commands_is_so() -> None:
    """Every option of `rulebook serve` that the page on servers names exists."""
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    help_text = rulebook("serve", "--help").output
    for line in re.findall(r"rulebook serve ([^`\n]*)", text):
        for word in shlex.split(line, comments=True):
            if word.startswith("--"):
                assert word.partition("=")[0] in help_text, word


def test_no_known_holes() -> None:
    """Ask the index's list of holes about every pinned version, where the tool and the list can be had."""
    tool = shutil.which("pip-audit", path=str(Path(sys.executable).parent))
    if not tool:
        pytest.skip("pip-audit is not installed beside this Python")
    command = [tool, "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json", "-r"]
    try:
        found = subprocess.run(
            [*command, DOCKER / "requirements.lock"], capture_output=True, text=True, timeout=60, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the list of holes cannot be had: no answer for a minute")
    if not found.stdout.startswith("{"):
        pytest.skip(f"the list of holes cannot be had: {found.stderr.strip()[-200:]}")
    packages = json.loads(found.stdout)["dependencies"]
    holes = {one["name"]: [hole["id"] for hole in one["vulns"]] for one in packages if one.get("vulns")}
    assert not holes
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    if unknown:
        pytest.skip(f"the index here knows nothing of {len(unknown)} of {len(packages)} packages")
