"""What is published, without a browser: the parts of the wheel, the book as the template sees it, kernels kept warm."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

import hedgekit
from rulebook import words
from rulebook.publish import places, server, site
from tests import serving
from tests.serving import NOTEBOOKS, ROOT, STEMS

TEMPLATE = places.JUPYTER_DATA / "voila" / "templates" / "rulebook"


def test_every_notebook_is_a_chapter_with_words() -> None:
    for language in words.LANGUAGES:
        assert list(words.chapters(language)) == STEMS
    for chapter in site.chapters(NOTEBOOKS):
        assert all(chapter["title"].values())
        assert all(chapter["summary"].values())


def test_a_readers_own_notebook_is_listed_too(tmp_path: Path) -> None:
    (tmp_path / "07-mine.ipynb").write_text("{}")
    (chapter,) = site.chapters(tmp_path)
    assert chapter["title"]["en"] == "07-mine"


def test_place_of_a_chapter() -> None:
    book = site.site(NOTEBOOKS, "/x/", f"{STEMS[1]}.ipynb", lab=False)
    assert book["here"]["stem"] == STEMS[1]
    assert book["previous"]["stem"] == STEMS[0]
    assert book["home"] == "/x/"
    assert book["here"]["url"] == f"/x/voila/render/{STEMS[1]}.ipynb"
    assert not book["lab"]
    beside = site.site(ROOT, "/user/a/", f"notebooks/{STEMS[0]}.ipynb", lab=True)
    assert beside["previous"] is None
    assert beside["home"] == "/user/a/voila/tree/notebooks"
    assert beside["here"]["lab"] == f"/user/a/lab/tree/notebooks/{STEMS[0]}.ipynb"
    elsewhere = site.site(ROOT / "docs", "/", None, lab=False)
    assert elsewhere["chapters"] == []


def test_the_template_uses_every_word_it_has_and_no_other() -> None:
    text = "".join(file.read_text("utf-8") for file in TEMPLATE.rglob("*") if file.suffix in (".html", ".j2", ".js"))
    used = set(re.findall(r"words\.(\w+)", text)) | set(re.findall(r'"(late|lost|retrying|failed|reload)"', text))
    kinds = set(re.findall(r'\d+: "(\w+)"', text)) | {"error"}
    used |= {f"{kind}_{part}" for kind in kinds for part in ("title", "what", "do")}
    assert used == set(site.page_words())


def test_nothing_of_the_template_comes_from_elsewhere() -> None:
    for file in TEMPLATE.rglob("*.*"):
        outside = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", file.read_text("utf-8").replace("http://www.w3.org", ""))
        assert not outside, f"{file.name}: {outside}"


def test_a_bound_port_is_found_before_anything_slow() -> None:
    (taken,) = server.listen("127.0.0.1", 0)
    with taken, pytest.raises(server.PortTaken, match="--port 0"):
        server.listen("127.0.0.1", taken.getsockname()[1])


def test_pages_are_served_and_kernels_wait() -> None:
    with serving.running(serving.command("serve", "--port", "0", "--no-browser")) as run:
        deadline = time.monotonic() + 30
        while len(run.children()) < min(2, len(STEMS)):
            assert time.monotonic() < deadline, "no kernel was prepared"
            time.sleep(0.2)
        with urllib.request.urlopen(f"{run.url}voila/render/{STEMS[0]}.ipynb") as answer:
            page = answer.read().decode()
        assert "vnd.voila.cell-output" in page


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"), "-w", folder, ROOT],
        check=True,
    )
    (built,) = folder.glob("hedgekit-*.whl")
    return built


def test_the_wheel_has_every_part(wheel: Path) -> None:
    assert f"-{hedgekit.__version__}-" in wheel.name
    names = set(zipfile.ZipFile(wheel).namelist())
    for package in ("hedgekit", "rulebook"):
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert file.relative_to(ROOT).as_posix() in names
    assert {f"rulebook/notebooks/{stem}.ipynb" for stem in STEMS} <= names
    data = f"hedgekit-{hedgekit.__version__}.data/data/share/jupyter/voila/templates/rulebook/"
    for file in TEMPLATE.rglob("*.*"):
        assert data + file.relative_to(TEMPLATE).as_posix() in names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "benchmarks/")) or "checkpoint" in name]


@pytest.mark.slow
def test_the_wheel_alone_plays_and_serves(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own: the engine without any dependency, then the book with its extra."""
    venv.create(tmp_path / "venv", with_pip=True, symlinks=sys.platform != "win32")
    python = str(next((tmp_path / "venv").glob("*/python")))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-index", wheel], check=True)
    say = {"cwd": tmp_path, "capture_output": True, "text": True, "check": False}
    played = subprocess.run([python, "-c", "import hedgekit; print(hedgekit.Game(hedgekit.rules('0')).step)"], **say)
    assert played.stdout == "place\n", played.stderr
    missing = subprocess.run([python, "-m", "rulebook", "serve"], **say)
    assert missing.returncode == 1
    assert missing.stderr.startswith("The command `rulebook` needs the extra")
    if subprocess.run([*pip, f"{wheel}[book]"], capture_output=True, check=False).returncode:
        pytest.skip("the extra `book` cannot be installed here (no package index)")
    assert subprocess.run([python, "-m", "pip", "check"], **say).returncode == 0
    script = str(Path(python).with_name("rulebook"))
    with serving.running([script, "serve", "--port", "0", "--no-browser"], cwd=tmp_path) as run:
        with urllib.request.urlopen(f"{run.url}voila/render/{STEMS[0]}.ipynb") as answer:
            page = answer.read().decode()
        assert "vnd.voila.cell-output" in page
        assert "rb-failed" not in page
