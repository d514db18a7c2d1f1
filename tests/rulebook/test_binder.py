"""Binder, as far as it can be tested without Docker."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from tests.serving import ROOT, STEMS

BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_binder_installs_the_servers_locks_with_the_same_python() -> None:
    """So every file has a hash, including build tools; test_image.py compares the locks with the project."""
    lines = [line for line in (BINDER / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    named = [(BINDER / re.fullmatch(r"-r (\S+)", line)[1]).resolve() for line in lines]
    assert set(named) == {ROOT / "docker" / f"{name}.lock" for name in ("requirements", "build")}
    assert re.search(r"python(3\S*|:3\.\d+)", (ROOT / "docker" / "Dockerfile").read_text())[1].startswith(
        ":" + (BINDER / "runtime.txt").read_text().strip().partition("-")[2]
    )
    (install,) = re.findall(r"pip install (.*)", (BINDER / "postBuild").read_text())
    assert {"--no-deps", "--no-index", "--no-build-isolation"} <= set(install.split())


def test_binders_python_is_supported_and_its_build_step_is_executable() -> None:
    name, _, version = (BINDER / "runtime.txt").read_text().strip().partition("-")
    assert name == "python"
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    assert (BINDER / "voila.py").is_file()


def test_repo2docker_accepts_the_folder() -> None:
    """It needs no Docker for that."""
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    tool = shutil.which("jupyter-repo2docker", path=beside)
    if not tool:
        pytest.skip("jupyter-repo2docker is not installed")
    done = subprocess.run(
        [tool, "--no-build", "--debug", "--user-id", "1000", "--user-name", "jovyan", str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    output = done.stdout + done.stderr
    assert f"python={(BINDER / 'runtime.txt').read_text().strip().partition('-')[2]}" in output
    read = {f"binder/{file.name}" for file in BINDER.iterdir() if file.is_file()} - {"binder/runtime.txt"}
    assert {name for name in read if name in output} | {"binder/voila.py"} == read, "every file is read"
    assert "binder/voila.py" in (BINDER / "postBuild").read_text()


def check_launch(address: str) -> None:
    """Check contents, a chapter and the README's links; also called in a browser's environment (test_board_lab.py)."""
    contents = fetch(f"{address}voila/tree/notebooks?token=tok")
    for stem in STEMS:
        assert f'href="/user/someone-abc/voila/render/notebooks/{stem}.ipynb"' in contents
    assert 'href="/user/someone-abc/lab/tree/notebooks"' in contents
    chapter = fetch(f"{address}voila/render/notebooks/{STEMS[0]}.ipynb?token=tok")
    assert "rb-chapter" in chapter
    assert "rb-failed" not in chapter
    assert "https://" not in chapter.replace("https://www.w3.org", "")
    named = re.findall(r"urlpath=(\S+?)\)", (ROOT / "README.md").read_text("utf-8"))
    paths = {urllib.parse.unquote(path) for path in named}
    assert paths == {"voila/tree/notebooks", f"lab/tree/notebooks/{STEMS[0]}.ipynb"}
    for path in paths:
        assert urllib.request.urlopen(f"{address}{path}?token=tok").status == 200
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetch(f"{address}voila/render/notebooks/99-nothing.ipynb?token=tok")


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read().decode()
