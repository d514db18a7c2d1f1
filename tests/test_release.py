"""What is released: a wheel that works alone, a source archive that makes the same wheel, one version everywhere."""

import re
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest
import yaml

import hedgekit
from tests.serving import running

ROOT = Path(__file__).resolve().parents[1]


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Both distributions of this checkout."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(out), cwd=ROOT)
    return next(out.glob("*.whl")), next(out.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def clean(built, tmp_path_factory):
    """An environment with the wheel and nothing else; returns it and the folder where it runs."""
    home = tmp_path_factory.mktemp("clean")
    venv = home / "venv"
    run(sys.executable, "-m", "venv", str(venv), cwd=home)
    python = next(venv.glob("*/python"))
    run(str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(built[0]), cwd=home)
    return venv, home


def test_the_wheel_plays_without_any_dependency(clean):
    venv, home = clean
    assert run(venv / "bin/hedgekit", "--version", cwd=home).split()[-1] == hedgekit.__version__
    check = [venv / "bin/hedgekit", "check", "10+35"]
    said = subprocess.run(check, cwd=home, capture_output=True, text=True, check=False)
    assert "10+35 cannot be played" in said.stdout
    assert "turns" in run(venv / "bin/hedgekit", "simulate", "0 players=2", "--games", "5", "--seed", "1", cwd=home)
    where = run(venv / "bin/python", "-c", "import hedgekit; print(hedgekit.__file__)", cwd=home)
    assert Path(where.strip()).is_relative_to(venv)


def test_the_wheel_serves_the_book(clean):
    """The dependencies are lent by this environment; notebooks, texts and the template come from the wheel."""
    venv, home = clean
    packages = next(venv.glob("lib/*/site-packages"))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    assert run(venv / "bin/rulebook", "--version", cwd=home).split()[-1] == hedgekit.__version__
    lent = {"JUPYTER_PATH": str(Path(sys.prefix) / "share/jupyter")}
    serve = [str(venv / "bin/rulebook"), "serve", "--port", "0", "--no-browser"]
    with running(serve, cwd=home, environment=lent) as server:
        with urllib.request.urlopen(server.url) as contents:
            assert b"01-base-game" in contents.read()
        with urllib.request.urlopen(f"{server.url}voila/render/00-start-here.ipynb") as page:
            assert b"rb-chapter" in page.read()


def test_the_source_distribution_makes_the_same_wheel(built, tmp_path):
    wheel, source = built
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = next(tmp_path.iterdir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "again"), cwd=unpacked)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(next((tmp_path / "again").glob("*.whl"))) as two:
        assert [i.CRC for i in one.infolist()] == [i.CRC for i in two.infolist()]
        names = set(one.namelist())
    kept = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("rulebook/text/*/*.toml")}
    kept |= {f"rulebook/notebooks/{path.name}" for path in ROOT.glob("notebooks/*.ipynb")}
    kept |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("hedgekit/text/*.toml")}
    assert kept <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_version_is_the_same_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    latest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1]
    assert citation["version"] == latest == hedgekit.__version__


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_call_what_exists(path):
    """No engine for them here: they parse, each action has a version, and what they run is there."""
    flow = yaml.safe_load(path.read_text("utf-8"))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    steps = [step for job in flow["jobs"].values() for step in job["steps"]]
    for step in steps:
        assert ("uses" in step) != ("run" in step)
        assert re.search(r"@\w", step.get("uses", "@v0"))
        assert set(re.findall(r"\bmake ([a-z]+)", step.get("run", ""))) <= targets
        for program in re.findall(r"(?:^|\s)(\.ci/\S+|python (?!-)\S+\.py)", step.get("run", "")):
            assert (ROOT / program.split()[-1]).exists()
    assert flow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in flow["jobs"].values())
