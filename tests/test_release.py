"""Releases: a wheel that works alone, a source archive that builds the same wheel, one version everywhere."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import hedgekit
from hedgekit.terminal.arguments import parser_of
from rulebook.cli import COMMANDS
from rulebook.publish import paths
from rulebook.publish.static import fetching
from rulebook.text.commands import sentences_in
from tests.security.image import stages
from tests.serving import STEMS, running

SECONDS = 10  # of CPU time: slow files start first

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = paths.JUPYTER_DATA / "voila" / "templates" / "rulebook"


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build both distributions of this checkout."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(out), cwd=ROOT)
    return next(out.glob("*.whl")), next(out.glob("*.tar.gz"))


def test_the_wheel_has_every_part(built):
    names = set(zipfile.ZipFile(built[0]).namelist())
    for package in ("hedgekit", "rulebook"):
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts and file.name != "view.d.ts":  # `make lint` writes it
                assert file.relative_to(ROOT).as_posix() in names
    assert {f"rulebook/notebooks/{stem}.ipynb" for stem in STEMS} <= names
    data = f"hedgekit-{hedgekit.__version__}.data/data/share/jupyter/voila/templates/rulebook/"
    for file in TEMPLATE.rglob("*.*"):
        assert data + file.relative_to(TEMPLATE).as_posix() in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "docs/", "benchmarks/")) or "checkpoint" in name]


def needed(requirements, extras, found):
    """Return the distributions that requirements lead to under these extras: name -> its extras."""
    for need in map(Requirement, requirements or ()):
        wanted = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
        if wanted and not {"", *need.extras} <= found.get(need.name, set()):
            found.setdefault(need.name, set()).update({"", *need.extras})
            needed(metadata.requires(need.name), found[need.name], found)
    return found


def furnish(site, extra):
    """Link what the extra of its hedgekit asks for, and no more, from the tests' environment into an environment.

    pip has shown that an index can provide it when it installed the tests' environment.
    """
    own = next(metadata.distributions(name="hedgekit", path=[str(site)]))
    wanted = needed(own.requires, {extra}, {}).keys() - {"hedgekit"}
    normal = {re.sub(r"[-_.]+", "-", name).lower() for name in wanted}
    owners = metadata.packages_distributions()
    for name in wanted:
        for file in metadata.files(name):
            if file.parts[-2:-1] in (("bin",), ("Scripts",)):  # they would call the Python of the tests
                continue
            top = file.parts[0]
            whole = top != ".." and {re.sub(r"[-_.]+", "-", one).lower() for one in owners.get(top, ())} <= normal
            target, there = (
                (site / top, file.locate().parents[len(file.parts) - 2])
                if whole and len(file.parts) > 1
                else (Path(os.path.normpath(site / file)), file.locate())
            )
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                target.symlink_to(Path(os.path.normpath(there)))


@pytest.mark.slow
def test_the_wheel_alone_plays_and_serves(built, tmp_path):
    """In a clean environment: the engine without any dependency, then the book with its extra."""
    venv.create(tmp_path / "venv", symlinks=sys.platform != "win32")
    python = next((tmp_path / "venv").glob("*/python"))
    # With pip from outside; modules are compiled on import, and most are never imported.
    ours = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    pip = [*ours, "install", "--quiet", "--no-compile"]
    run(*pip, "--no-index", built[0], cwd=tmp_path)
    play = python.with_name("hedgekit")
    assert run(play, "--version", cwd=tmp_path).split()[-1] == hedgekit.__version__
    assert "turns" in run(play, "simulate", "0 players=2", "--games", "5", "--seed", "1", cwd=tmp_path)
    book = python.with_name("rulebook")
    missing = subprocess.run([book, "serve"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert missing.returncode == 2
    assert "This needs the extra `book`: pip install 'hedgekit[book]'" in missing.stderr
    furnish(next((tmp_path / "venv").rglob("site-packages")), "book")
    run(*ours, "check", cwd=tmp_path)
    assert "in every language" in run(book, "check", cwd=tmp_path)
    with running([str(book), "serve", "--port", "0", "--no-browser", "--warm", "0"], cwd=tmp_path) as server:
        with urllib.request.urlopen(f"{server.url}voila/render/{STEMS[0]}.ipynb") as answer:
            page = answer.read().decode()
        assert 'data-slot="' in page
        assert 'class="rb-failed"' not in page


@pytest.mark.soak
@pytest.mark.parametrize(
    ("version", "lab", "widgets"),
    [("3.11", "4.2", 5), ("3.12", "4.3", 5), ("3.12", "4.4", 7), ("3.13", "4.5", 8), ("3.13", "4.6", 9)],
)
def test_the_wheel_installs_into_an_environment_with_another_lab(built, tmp_path, version, lab, widgets):
    """JupyterLab and ipywidgets keep their versions; the extension is enabled, and a board is made without warnings."""
    known = [shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    found = [one for one in filter(None, known) if not subprocess.run([one, "-c", ""], capture_output=True).returncode]
    if not found:
        pytest.skip(f"no Python {version} on this machine")
    run(found[0], "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = next((tmp_path / "venv").glob("*/python"))
    pip = [python, "-m", "pip", "--disable-pip-version-check"]
    wanted = [*pip, "install", "-q", f"jupyterlab=={lab}.*", f"ipywidgets==8.1.{widgets}"]
    if subprocess.run(wanted, cwd=tmp_path).returncode:
        pytest.skip(f"the index does not give JupyterLab {lab} and ipywidgets 8.1.{widgets}")

    def versions():
        listed = json.loads(run(*pip, "list", "--format=json", cwd=tmp_path))
        return {one["name"]: one["version"] for one in listed if one["name"] in ("jupyterlab", "ipywidgets")}

    before = versions()
    run(*pip, "install", "-q", f"{built[0]}[book]", cwd=tmp_path)
    run(*pip, "check", cwd=tmp_path)
    assert versions() == before
    listed = [python.with_name("jupyter"), "labextension", "list"]
    output = subprocess.run(listed, cwd=tmp_path, capture_output=True, text=True)
    for name in ("hedgekit", "anywidget", "@jupyter-widgets/jupyterlab-manager"):
        assert re.search(rf"{name} v\S+ .*enabled.*OK", output.stdout + output.stderr), name
    program = [python, "-c", "from rulebook import Board; print(Board())"]
    made = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True)
    assert (made.stdout[:6], made.stderr) == ("Board(", "")


def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    wheel, source = built
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = next(tmp_path.iterdir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "again"), cwd=unpacked)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(next((tmp_path / "again").glob("*.whl"))) as two:
        assert [i.CRC for i in one.infolist()] == [i.CRC for i in two.infolist()]


def test_the_version_is_the_same_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    latest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1]
    assert citation["version"] == latest == hedgekit.__version__


FLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def steps_of(flow):
    return [step for job in flow["jobs"].values() for step in job.get("steps", [])]


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.stem)
def test_workflows_only_call_what_exists(path):
    """No engine for workflows here: check that they parse and that what they run exists."""
    flow = yaml.safe_load(path.read_text("utf-8"))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for step in steps_of(flow):
        assert ("uses" in step) != ("run" in step)
        assert set(re.findall(r"\bmake ([a-z]+)", step.get("run", ""))) <= targets
        for program in re.findall(r"(?:^|\s)(\.ci/\S+|python (?!-)\S+\.py)", step.get("run", "")):
            assert os.access(ROOT / program.split()[-1], os.X_OK if program.startswith(".ci") else os.R_OK)
    assert flow["permissions"] == {"contents": "read"}
    for job in flow["jobs"].values():
        assert ("timeout-minutes" in job) != ("uses" in job)
        assert (ROOT / job.get("uses", "./Makefile")).is_file()


def test_actions_and_images_are_pinned_or_named_in_the_release_guide():
    """By commit or digest, the same everywhere, as listed in docs/release.md; it also names what has none."""
    page = (ROOT / "docs/release.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `([^`]+)` \| \S+ \| `([0-9a-f]{40,64})` \|", page, re.MULTILINE))
    named = set(re.findall(r"^\* `([^`]+)`", page.partition("## What is not pinned")[2], re.MULTILINE))
    found, loose = {}, set()
    for path in FLOWS:
        flow = yaml.safe_load(path.read_text("utf-8"))
        loose |= {job["runs-on"] for job in flow["jobs"].values() if "runs-on" in job}
        for step in steps_of(flow):
            name, _, version = step.get("uses", "").partition("@")
            if name and re.fullmatch(r"[0-9a-f]{40}", version):
                assert found.setdefault(name, version) == version
            elif name:
                loose.add(name)
    for base in re.findall(r"^FROM (\S+)", (ROOT / "docker/Dockerfile").read_text("utf-8"), re.MULTILINE):
        name, _, digest = base.partition("@sha256:")
        (found if digest else loose.add(name) or {})[name] = digest
    assert found == listed
    assert loose <= named, "unpinned, and not named"
    assert len(found) >= 9


def test_releases_are_built_without_the_tests_dependencies():
    """One script builds from hashed tools; its job installs nothing else, and only its output is published."""
    script = (ROOT / ".ci/build").read_text("utf-8")
    assert re.findall(r"pip install (.*)", script) == [
        "--quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement .ci/build.lock"
    ]
    flows = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in FLOWS}
    assert [step["run"] for step in flows["build"]["jobs"]["dist"]["steps"] if "run" in step] == [".ci/build"]
    supported = {
        line.rpartition(" ")[2] for line in (ROOT / "pyproject.toml").read_text("utf-8").split('"') if ":: 3." in line
    }
    assert set(flows["build"]["jobs"]["install"]["strategy"]["matrix"]["python"]) == supported
    publish = flows["release"]["jobs"]["publish"]
    assert set(publish["needs"]) == {"test", "build"}
    assert not [step for step in publish["steps"] if "checkout" in step.get("uses", "")]
    attested = [step["with"] for step in publish["steps"] if "actions/attest" in step.get("uses", "")]
    assert [one.get("sbom-path") for one in attested] == [None, "dist/hedgekit.cdx.json"]
    assert publish["permissions"] == {"id-token": "write", "attestations": "write"}


def test_the_kubernetes_manifest_is_valid_and_fits_the_image():
    """Checked against the schemas of Kubernetes, without a cluster.  Names, ports and options match the image's."""
    validate = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is not installed")
    found = {one["kind"]: one for one in yaml.safe_load_all((ROOT / "docker/kubernetes.yaml").read_text("utf-8"))}
    for one in found.values():
        validate.validate(one, validate.latest_version(), strict=True)
    pod = found["Deployment"]["spec"]["template"]
    (box,) = pod["spec"]["containers"]
    image = dict(stages()[-1])
    assert box["ports"] == [{"name": "http", "containerPort": int(image["EXPOSE"])}]
    assert [pod["spec"]["securityContext"][key] for key in ("runAsUser", "runAsGroup")] == [
        int(number) for number in image["USER"].split(":")
    ]
    assert box["image"].endswith(f":{hedgekit.__version__}")
    words = [*json.loads(image["ENTRYPOINT"])[1:], *box["args"]]
    options = parser_of("rulebook", "", COMMANDS, "en", sentences_in("en")).parse_args(words)
    assert (options.proxied, options.names) == (True, [found["Ingress"]["spec"]["rules"][0]["host"]])
    for selector in (found["Service"]["spec"]["selector"], found["Deployment"]["spec"]["selector"]["matchLabels"]):
        assert selector == pod["metadata"]["labels"]


def test_the_bill_of_materials_lists_everything_with_hashes(tmp_path):
    run(sys.executable, "docs/make_bill.py", str(tmp_path / "bill.json"), cwd=ROOT)  # validates against the schema
    bill = json.loads((tmp_path / "bill.json").read_text("utf-8"))
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/hedgekit@{hedgekit.__version__}"
    known = {one["bom-ref"]: one for one in bill["components"]}
    pins = set(
        re.findall(r"^([\w.-]+)==([\w.!+]+)", (ROOT / "docker/requirements.lock").read_text("utf-8"), re.MULTILINE)
    )
    assert {(one["name"], one["version"]) for ref, one in known.items() if ref.startswith("image:")} == pins
    assert all(one["hashes"] for one in known.values())
    taken = {package["name"] for package in fetching.lock()["package"]} | {"pyodide"}
    packages = json.loads((ROOT / "docs/editor/package-lock.json").read_text("utf-8"))["packages"]
    taken |= {path.rpartition("/")[2] for path, one in packages.items() if path and not one.get("dev")}
    assert {one["name"] for ref, one in known.items() if ref.startswith("site:")} == taken
    (made,) = [one["dependsOn"] for one in bill["dependencies"] if one["ref"] == "hedgekit"]
    assert set(made) == set(known)
