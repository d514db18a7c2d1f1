"""The server's image and its packages, as far as can be checked without a container engine."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hedgekit.terminal.arguments import parser_of
from rulebook.cli import COMMANDS
from rulebook.text.commands import sentences_in
from tests import serving
from tests.sample import DAY
from tests.security.image import is_healthy, stages
from tests.serving import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
IMAGE = [need for extra in ("book", "lab", "desk", "po", "fast") for need in EXTRAS[extra] if need[:9] != "hedgekit["]
SERVE = parser_of("rulebook", "", COMMANDS, "en", sentences_in("en"))


@pytest.mark.parametrize(
    ("lock", "requirements"),
    [
        ("docker/requirements.lock", IMAGE),
        ("docker/build.lock", PROJECT["build-system"]["requires"]),
        (".ci/build.lock", EXTRAS["release"]),
    ],
)
def test_a_lockfile_hashes_every_package_and_fits_the_project(lock: str, requirements: list[str]) -> None:
    text = (ROOT / lock).read_text("utf-8")
    pins = {}
    for block in re.split(r"\n(?=\S)", text):
        if pin := re.match(r"([\w.-]+)==([\w.!+]+)", block):
            pins[canonicalize_name(pin[1])] = pin[2]
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), pin[1]
    for need in map(Requirement, requirements):
        version = pins[canonicalize_name(need.name)]
        assert need.specifier.contains(version), f"{need} and {version} in the lock: make lock"
    assert not re.search(r"file:|http:|--index-url|git\+", text)


def test_the_image_runs_unprivileged_and_checks_its_health() -> None:
    """The commands in the page on servers are valid options of `rulebook serve`, too."""
    first, last = stages()
    allowed = re.findall(r"^!(.+)", (ROOT / "docker" / "Dockerfile.dockerignore").read_text("utf-8"), re.MULTILINE)
    for word, rest in first + last:
        assert word != "ADD"
        if word == "COPY" and "--from" not in rest:
            assert all(any(map(Path(source).match, allowed)) for source in rest.split()[:-1])
        assert word != "FROM" or re.match(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}( AS \w+)?$", rest)
        if word == "RUN":
            assert all("--require-hashes" in part for part in rest.split("&&") if "install" in part and "-r " in part)
    assert first[0][1].partition(" ")[0] == last[0][1]
    found = dict(last)
    assert int(found["USER"].split(":")[0]) > 0
    assert found["STOPSIGNAL"] == "SIGTERM"
    options = SERVE.parse_args(json.loads(found["ENTRYPOINT"])[1:] + json.loads(found["CMD"]))
    assert (options.public, options.host, str(options.port)) == (True, "0.0.0.0", found["EXPOSE"])
    assert f"http://127.0.0.1:{options.port}/health" in found["HEALTHCHECK"]
    for line in re.findall(r"rulebook (serve --[^`\n]*)", (ROOT / "docs" / "server.md").read_text("utf-8")):
        assert SERVE.parse_args(shlex.split(line.rstrip("\\"), comments=True))


def test_a_server_without_a_writable_home_passes_the_images_health_check(tmp_path: Path) -> None:
    """Even below its own path: the check requests the root.  Files are only written below TMPDIR."""
    nowhere = tmp_path / "nowhere"
    own = {"HOME": str(nowhere), "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    with serving.serve("--public", "--base-url", "/book", environment=own, log=tmp_path / "log") as run:
        is_healthy(run.url.removesuffix("book/"))
    assert not nowhere.exists()


def test_no_package_has_a_known_vulnerability(pytestconfig: pytest.Config) -> None:
    """Look up every pinned version in the index's advisories, once a day, if tool and list are available."""
    wanted = [DAY, (ROOT / "docker" / "requirements.lock").read_text("utf-8")]
    if pytestconfig.cache.get("advisories", None) == wanted:  # type: ignore[union-attr]
        pytest.skip("these versions were checked today")
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off"]
    lock = ("--format=json", "-r", ROOT / "docker" / "requirements.lock")
    try:
        found = subprocess.run([*command, *lock], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("the advisories are not available: no answer for a minute")
    if not found.stdout.startswith("{"):
        pytest.skip(f"the advisories are not available: {found.stderr.strip()[-200:]}")
    packages = json.loads(found.stdout)["dependencies"]
    assert {one["name"]: one["vulns"] for one in packages if one.get("vulns")} == {}
    pytestconfig.cache.set("advisories", wanted)  # type: ignore[union-attr]
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    if unknown:
        pytest.skip(f"the index here knows nothing of {len(unknown)} of {len(packages)} packages")
