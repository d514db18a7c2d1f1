"""The static site as far as it goes without a browser: cells, frozen state, packages, pages, the whole build."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import json
import marshal
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import types
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from hedgekit import VARIANTS
from rulebook.kernel import kernel, widgets
from rulebook.publish import page_split
from rulebook.publish.static import bridge, build, bytecode, fetching, freeze, packages, page
from rulebook.stage.notebook_output import FITS
from rulebook.text import words
from rulebook.text.folding import alone
from tests import static_site
from tests.serving import NOTEBOOKS, ROOT, STEMS

SECONDS = 60  # of one core: what takes long begins early

CELLS = ["from a import b\n\nx = 1", "b()", "x = 2", "x", "y = x + 1", "[y for y in range(3)]", "b(z)"]


# ---- cells -----------------------------------------------------------------------------------------------------------


def test_a_cell_needs_what_it_names_and_all_before_where_a_name_has_two_meanings() -> None:
    """`b` is bound once, so cell 0 is enough; `x` is bound twice, and what it means in cell 3 depends on the order."""
    assert kernel.needs(CELLS) == [[], [0], [], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4], [0]]


# What the kernel does, in a process of its own: it puts stand-ins in the place of anywidget.
RUN = """
import json, sys
from rulebook.publish.static.bridge import Bridge
posted = []
cells = json.loads(sys.argv[1])
bridge = Bridge(sys.argv[1], lambda text: posted.append(json.loads(text)))
class File:
    def to_py(self):
        return memoryview(b"data")
for slot, message in json.loads(sys.argv[2]):
    bridge.run(slot) if message is None else bridge.handle(slot, json.dumps(message), [File()])
print(json.dumps(posted))
"""


def ran(cells: list[str], *deeds: tuple[str, Any]) -> list[dict[str, Any]]:
    """What is posted while cells are run, or get messages."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(cells), json.dumps(deeds)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return list(json.loads(done.stdout))


def test_a_message_wakes_its_board_and_only_that_and_prose_and_text_are_posted_once() -> None:
    """The reader clicked before its cell has run: the cell and its import are run, the cell between is not."""
    cells = [
        "from rulebook.chapters import play, say, try_it\nprint('hello')\nsay('base.turn')", "raise SystemExit",
        'play("0", players=2)', "try_it('0.5')\n", "1 + 1",
    ]  # fmt: skip
    first, other = ("2.0", {"do": "play", "move": "a1", "ply": 0, "n": 7}), ("3.0", None)
    prose, hello, shown, changed, *posted = ran(cells, first, other, ("0.0", None), ("4.0", None), other)
    assert [one["type"] for one in (prose, *posted)] == ["html", "html", "show", "text"]
    assert (hello["text"], posted[1]["slot"], posted[2]["text"]) == ("hello\n", "3.0", "2")
    assert (shown["type"], shown["slot"], shown["state"]["_view"]["ply"]) == ("show", "2.0", 0)
    assert (changed["type"], changed["slot"], changed["content"]["of"]) == ("custom", "2.0", "_view")
    assert changed["content"]["from"] == shown["state"]["_view"]["v"]
    patch = changed["content"]["patch"]["in"]
    assert (patch["ply"], patch["n"]) == ({"is": 1}, {"is": 7})


def test_a_cell_that_raises_says_so_with_those_that_need_it_and_leaves_the_others() -> None:
    """Once, whatever it is asked afterwards; a page would wait for it for ever."""
    cells = ["1 / 0\nx = 1", "x", "x + 1", "'fine'"]
    *failed, fine = ran(cells, ("1.0", None), ("2.0", None), ("1.0", {"do": "play"}), ("3.0", None))
    assert [(one["type"], one["cell"]) for one in failed] == [("failed", 0), ("failed", 1), ("failed", 2)]
    assert all("ZeroDivisionError" in one["text"] for one in failed)
    assert fine["text"] == "'fine'"


def test_files_come_with_messages_and_changes_at_once() -> None:
    cells = [
        "import anywidget, traitlets\n"
        "class W(anywidget.AnyWidget):\n"
        "    a, b = traitlets.Int().tag(sync=True), traitlets.Int().tag(sync=True)\n"
        "    def heard(self, _widget, content, buffers):\n"
        "        with self.hold_sync():\n"
        "            self.a, self.b = content['a'], len(buffers[0])\n"
        "        self.send({'said': bytes(buffers[0]).decode()})\n"
        "    def _handle_msg(self, msg):\n"
        "        self._handle_custom_msg(msg['content']['data']['content'], msg['buffers'])\n"
        "w = W(a=1)\nw.on_msg(w.heard)\nw"
    ]
    shown, changed, told = ran(cells, ("0.0", {"a": 5}))
    assert shown["state"] == {"a": 1, "b": 0}
    assert changed["state"] == {"a": 5, "b": 4}
    assert told == {"type": "custom", "content": {"said": "data"}, "slot": "0.0"}


def test_what_is_not_there_is_fetched_when_it_is_first_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package, then all that a Python has no files of; where it cannot be had, the next import tries again."""
    library = tmp_path / "library.zip"
    library.write_bytes(packages.stored({}))
    monkeypatch.setattr(bridge.site, "getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.setattr(sys, "path", [*sys.path, str(library), str(tmp_path)])
    there = {
        "parts/a": {"later_one.py": b"x = 1", "later_two.py": b"x = 2"},
        "standard": {"missing_one.py": b"x = 3"}, "own": {"missing_two.py": b"x = 4"},
    }  # fmt: skip
    asked: list[str] = []

    def fetch(address: str) -> Any:
        asked.append(address)
        data = packages.packed(packages.stored(there[address]))
        return types.SimpleNamespace(to_py=lambda: data) if asked.count(address) > 1 else None

    later = bridge.Later(dict.fromkeys(("later_one", "later_two"), "parts/a"), ["own", "standard"], fetch)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, later])
    for name in ("later_one", "missing_two", "missing_two"):
        with pytest.raises(ImportError, match=f"{name} cannot be fetched"):
            importlib.import_module(name)
    names = ("later_one", "later_two", "missing_two", "missing_one")
    assert [importlib.import_module(name).x for name in names] == [1, 2, 4, 3]
    with pytest.raises(ModuleNotFoundError, match="No module named 'missing_three'"):
        importlib.import_module("missing_three")
    assert asked == ["parts/a", "own", "own", "standard", "parts/a", "own", "standard"]


def test_what_was_imported_under_another_display_shows_by_todays() -> None:
    """A Python that remembers its modules has their `display`, too."""
    shown: list[object] = []
    widgets.install()
    from IPython.display import display

    before = widgets.showing.set(shown.append)
    try:
        display("board")
    finally:
        widgets.showing.reset(before)
        for name in ("anywidget", "IPython.display", "Stemmer"):
            sys.modules.pop(name)
    assert shown == ["board"]


def test_what_is_frozen_is_what_the_cells_show() -> None:
    found = static_site.frozen("01-base-game")
    saved = json.loads((NOTEBOOKS / "01-base-game.ipynb").read_text("utf-8"))
    outputs = [one["data"] for cell in saved["cells"] for one in cell["outputs"]]
    html = ["".join(one["text/html"]) for one in outputs if "text/html" in one]
    shown = [alone(one["text"], "en") for one in found["outputs"] if one["kind"] == "html"]
    assert shown == [one for one in html if one != FITS]
    assert "rulebook.desk" not in found["modules"]
    assert all(slot["state"]["_view"] for slot in found["slots"].values() if "_view" in slot["state"])
    again = freeze.frozen(NOTEBOOKS / "01-base-game.ipynb", fetching.lock()["absent"]["modules"])
    assert found == again


def test_a_chapter_with_a_fault_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "01-bad.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": ["1 / 0"], "metadata": {}, "outputs": []}]}', "utf-8"
    )
    with pytest.raises(freeze.CellError, match=r"(?s)01-bad.*ZeroDivisionError"):
        freeze.frozen(tmp_path / "01-bad.ipynb")


# ---- packages --------------------------------------------------------------------------------------------------------


def test_what_is_not_what_the_lock_says_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_fetched", lambda _address: b"something else")
    with pytest.raises(fetching.FetchError, match="sha512"):
        fetching.pyodide(tmp_path)
    assert not list(tmp_path.iterdir())
    package = fetching.lock()["package"][0]
    (tmp_path / f"{package['name']}-{package['version']}-py3-none-any.whl").write_bytes(b"something else")
    monkeypatch.setattr(fetching, "_download", lambda *_: None)
    with pytest.raises(fetching.FetchError, match=package["name"]):
        fetching._had([package], [], tmp_path)


def test_no_registry_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(fetching.FetchError, match=r"^http://127.0.0.1:9/ cannot be fetched"):
        fetching._fetched("http://127.0.0.1:9/")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(fetching.FetchError, match=fetching.lock()["package"][0]["name"] + " cannot be fetched"):
        fetching._download([fetching.lock()["package"][0]], [], tmp_path)


def test_the_pinned_packages_are_what_the_project_allows() -> None:
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    allowed = {need.name: need.specifier for need in map(Requirement, project["optional-dependencies"]["book"])}
    pinned = {package["name"]: package["version"] for package in fetching.lock()["package"]}
    assert {"babel", "rapidfuzz", "snowballstemmer", "tomlkit", "charset-normalizer"} <= pinned.keys()
    for name, version in pinned.items():
        assert name not in allowed or allowed[name].contains(version), name


def test_modules_are_compiled_without_docstrings_and_run(tmp_path: Path) -> None:
    source = (
        b'"""Doc."""\nfrom __future__ import annotations\nclass A:\n    """Doc."""\n'
        b'def f():\n    "Doc."\n    assert False\n    return 1\n'
    )
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(packages.stored({"m.py": source, "data.txt": b"x"}))
    bytecode.compile_archives(tmp_path)
    with zipfile.ZipFile(tmp_path / "out" / "a.zip") as archive:
        compiled = {name: archive.read(name) for name in archive.namelist()}
    assert list(compiled) == ["data.txt", "m.pyc"]
    names: dict[str, Any] = {}
    exec(marshal.loads(compiled["m.pyc"][16:]), names)
    assert names["f"]() == 1
    assert {line for _, _, line in names["f"].__code__.co_lines()} == {5}
    assert names["f"].__doc__ is names["A"].__doc__ is None
    assert b"Doc." not in compiled["m.pyc"]


def test_readers_get_the_book_and_not_how_it_is_published() -> None:
    files = packages.ours()
    assert {"hedgekit/games/race/play/game.py", "rulebook/boards/board.js", "rulebook/text/fr/00.toml"} <= files.keys()
    assert {"rulebook/publish/static/bridge.py", "rulebook/kernel/kernel.py"} <= files.keys()
    assert not files.keys() & {"rulebook/publish/server/app.py", "rulebook/cli.py", "hedgekit/terminal/cli.py"}
    assert files["rulebook/boards/board.js"] == b"", "pages have their code as parts of their own"
    assert not [name for name in files if "__pycache__" in name or name.endswith((".ipynb", ".pyc"))]


def test_everything_in_the_site_has_its_licence() -> None:
    """The book, what Pyodide is made of, every package: a text each, and no text of what is not there."""
    try:
        found = packages.licences(fetching.wheels(fetching.cache_folder()))
    except fetching.FetchError as error:
        pytest.skip(f"packages cannot be fetched here: {error}")
    lock = fetching.lock()
    parts = {"hedgekit", *lock["pyodide"]["licences"], *lock["editor"]["licences"]}
    assert found.keys() == parts | {package["name"] for package in lock["package"]}
    assert {path.stem for path in (Path(packages.__file__).parent / "licences").iterdir()} == parts
    for name, text in found.items():
        assert len(text) > 400 or "public domain" in text, name
        assert re.search("copyright|public domain", text, re.IGNORECASE), name
    assert found["hedgekit"].endswith((ROOT / "LICENSE").read_text("utf-8"))
    assert "Mozilla Public License Version 2.0" in found["pyodide"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in found["python"]


def test_licences_are_those_that_were_compared_with_their_originals() -> None:
    """Not from memory: docs/licences.toml says where each original is, which text was compared, why a word differs."""
    table = tomllib.loads((ROOT / "docs" / "licences.toml").read_text("utf-8"))
    texts = {path.stem: path.read_bytes() for path in (Path(packages.__file__).parent / "licences").iterdir()}
    assert {name: about["compared"] for name, about in table.items()} == {
        name: hashlib.sha256(text).hexdigest() for name, text in texts.items()
    }, "python docs/check_licences.py --write"
    for name, about in table.items():
        assert ("differs" in about or "package" not in about) == ("because" in about), name


def test_the_editor_for_code_is_what_the_lock_says() -> None:
    """Made of the packages that are locked with their hashes, each with its licence, and of today's entry."""
    known, makes = fetching.lock()["editor"], runpy.run_path(str(ROOT / "docs" / "make_editor.py"))
    data = (Path(packages.__file__).parent / "codemirror.js").read_bytes()
    assert hashlib.sha256(data).hexdigest() == known["sha256"]
    assert makes["made_of"]() == known["made_of"], "python docs/make_editor.py"
    assert len(data) < 400_000
    bundled = makes["bundled"]()
    assert {makes["licence"](name) for name in bundled} == set(known["licences"])
    assert all(one["integrity"].startswith("sha512-") for one in bundled.values())


# ---- pages -----------------------------------------------------------------------------------------------------------


def test_the_box_for_readers_code_has_a_policy_that_reaches_nothing() -> None:
    """Neither the site nor anything else: what it runs and reads was handed to it, or stands in it with its hash."""
    text = page.sandbox(page.book(NOTEBOOKS))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert "connect-src blob:; worker-src blob:" in policy
    assert "'self'" not in policy
    frame = (page.OWN_TEMPLATES.parents[1] / "making" / "box.js").read_text("utf-8")
    assert re.findall(r'sandbox: "([^"]+)"', frame) == ["allow-scripts allow-modals"]  # no origin of its own


def test_the_policy_of_every_page_knows_its_inline_scripts_and_nothing_foreign(site: build.Site) -> None:
    """And every page names its edition: one that does not would never be kept, and with it nothing offline."""
    edition = json.loads(site.files[build.MARK])["edition"]
    for name, data in site.files.items():
        if not name.endswith(".html"):
            continue
        text = data.decode()
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
        assert (edition in text, text.index("Content-Security-Policy") < text.index("<script")) == (True, True), name
        rules = {rule: values.split() for rule, _, values in (one.partition(" ") for one in policy.split("; "))}
        own = "blob:" if name == build.SANDBOX else "'self'"
        hashes = static_site.inline(text)
        assert set(rules["script-src"]) == hashes | {own, "'wasm-unsafe-eval'"}, name
        assert (rules["default-src"], rules["form-action"], rules["connect-src"]) == (["'none'"], ["'none'"], [own]), (
            name
        )
        known = {"'none'", "'self'", "'wasm-unsafe-eval'", "'unsafe-inline'", "blob:", "data:", *hashes}
        assert {one for values in rules.values() for one in values} <= known, name
        assert not re.search(r'<[a-z][^>]*\son[a-z]+="|javascript:', text), f"{name}: the policy refuses handlers"


def test_no_page_tells_others_of_its_reader_and_the_guide_for_hosts_lets_none_frame_it(site: build.Site) -> None:
    pages = {name for name in site.files if name.endswith(".html")} - {build.SANDBOX}  # which reaches nobody
    assert [name for name in pages if b'<meta name="referrer" content="same-origin">' not in site.files[name]] == []
    guide = (ROOT / "docs" / "how-to" / "host.md").read_text("utf-8")
    assert "add_header Content-Security-Policy \"frame-ancestors 'self'\";" in guide


def test_pages_lead_to_pages() -> None:
    book = page.book(NOTEBOOKS, "01-base-game")
    assert [chapter["url"] for chapter in book["chapters"]] == [f"{stem}.html" for stem in STEMS]
    assert (book["previous"]["url"], book["next"]["url"]) == ("00-start-here-glossary.html", "01-base-game-set-up.html")
    variants = {f"variant-{number}.html" for number in VARIANTS if number}
    pages = {
        f"{stem}-{leaf.name}.html" for stem in STEMS for leaf in page_split.leaves(NOTEBOOKS, stem) if not leaf.variant
    }
    assert "15-hekla-moving.html" in pages
    known = {one["url"] for one in book["index"]()["chapters"].values()}
    assert known == variants | pages | {f"{stem}.html" for stem in STEMS}
    tube = page.book(NOTEBOOKS, "06-track", "9")
    assert (tube["leaf"]["url"], tube["whole"], tube["previous"]["url"], tube["next"]["url"]) == (
        "variant-9.html", "06-track-whole.html", "variant-1.html", "variant-17.html",
    )  # fmt: skip
    assert build._linked('<a href="02-scoring.ipynb#variant-9">') == '<a href="02-scoring.html#variant-9">'
    assert build._linked('<a href="https://example.org/a.ipynb">') == '<a href="https://example.org/a.ipynb">'


MARKS = (None, "{}", "[]", "x", '{"files": ["letter.txt"]}', '{"files": {"": ""}}', '{"files": {"../letter.txt": ""}}')


@pytest.mark.parametrize("mark", MARKS)
def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, mark: str | None) -> None:
    """Before anything is built; also when another program keeps a file of that name, or one leads out of the folder."""
    folder = tmp_path / "site"
    folder.mkdir()
    for path in (folder, tmp_path):
        (path / "letter.txt").write_text("mine")
    if mark is not None:
        (folder / build.MARK).write_text(mark)
    with pytest.raises(build.FolderTaken, match="is not empty"):
        build.build(NOTEBOOKS, folder, lambda _line: pytest.fail("a chapter was built"))
    assert (folder / "letter.txt").read_text() == (tmp_path / "letter.txt").read_text() == "mine"


def test_a_site_takes_the_place_of_a_site_and_of_nothing_else(tmp_path: Path) -> None:
    """What its list does not name stays: a repository, the name of a host."""
    for names in (("index.html", "old.html", "parts/old.js", "parts/both.js"), ("index.html", "parts/both.js")):
        made = build.Site()
        made.files = dict.fromkeys(names, b"x")
        build._edition(made)
        made.write(tmp_path)
        for other in (".git/config", "CNAME", "parts/mine.txt"):
            (tmp_path / other).parent.mkdir(exist_ok=True)
            (tmp_path / other).write_text("mine")
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    site = {"index.html", "parts/both.js", "site.json", "sw.js"}
    assert left == site | {".git/config", "CNAME", "parts/mine.txt"}


def test_every_page_names_the_edition_which_is_made_of_all_that_is_in_it() -> None:
    """The service worker keeps a page with the others of its edition, and every file of it by its hash."""
    found = set()
    for content in (b"one", b"two"):
        made = build.Site()
        made.part("part.js", content)
        made.page("index.html", page.rendered("static-404.html", rulebook=page.book(NOTEBOOKS), status_code=404))
        build._edition(made)
        edition = json.loads(made.files[build.MARK])["edition"]
        assert f'<meta name="hk-edition" content="{edition}">' in made.files["index.html"].decode()
        assert f'const EDITION = "{edition}";' in made.files["sw.js"].decode()
        listed = json.loads(re.search(r"const FILES = (.*);", made.files["sw.js"].decode())[1])
        assert listed.keys() == made.files.keys() - {"sw.js"}
        assert {len(one) for one in listed.values()} == {32}
        found.add(edition)
    assert len(found) == 2


def test_a_tag_publishes_its_own_version_after_every_test() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8"))
    steps = [step.get("run") or step["uses"] for step in flow["jobs"]["build"]["steps"]]
    version, tests, build, upload = steps[-4:]
    assert "GITHUB_REF_NAME" in version
    assert "hedgekit.__version__" in version
    assert (tests, build) == (".ci/run", "make site")
    assert upload.startswith("actions/upload-pages-artifact@")
    assert flow["jobs"]["publish"]["needs"] == "build"


# ---- the whole site --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> build.Site:
    """The site, built once."""
    return static_site.built(tmp_path_factory.mktemp("static") / "site")


def test_the_site_has_every_chapter_and_fits(site: build.Site) -> None:
    assert {f"{stem}.html" for stem in STEMS} <= site.files.keys()
    assert {f"variant-{number}.html" for number in VARIANTS if number} <= site.files.keys()
    assert {"index.html", "404.html", "sw.js", "site.json", "licences.txt"} <= site.files.keys()
    told = json.loads(site.files["table.webmanifest"])  # what a phone puts on its home screen
    assert b'rel="manifest" href="table.webmanifest"' in site.files[told["start_url"]]
    assert {told["start_url"], *(icon["src"] for icon in told["icons"])} <= site.files.keys()
    assert sum(map(len, site.files.values())) < 25e6
    index = next(data for name, data in site.files.items() if re.fullmatch(r"parts/search-\w+\.packed", name))
    assert json.loads(gzip.decompress(index))["entries"]
    for name, content in site.files.items():
        if name.endswith(".html") and name != "sandbox.html":  # which is a frame in a page
            assert b'href="licences.txt"' in content, name


@pytest.mark.parametrize("stem", [*STEMS, "variant-13", "variant-40", "04-moves-whole"])
def test_a_page_names_what_there_is_and_shows_both_languages(site: build.Site, stem: str) -> None:
    text = site.files[f"{stem}.html"].decode()
    named = set(re.findall(r'"?(parts/[\w./-]+\.(?:js|mjs|packed)\b)', text))
    assert named
    assert named <= site.files.keys()
    for lang in words.LANGUAGES:
        title = words.chapters(lang)[stem]["title"] if stem in STEMS else "</h1>"
        assert title.replace("’", "") in text.replace("’", "").replace("&#39;", "")
    config = json.loads(re.search(r'id="rb-static">(.*?)</script>', text, re.DOTALL)[1])
    state = json.loads(gzip.decompress(site.files[config["state"]]))
    shown = set(re.findall(r'data-slot="([\d.]+)"', text))
    assert shown == config["slots"].keys()
    assert shown == set().union(*(column for _, _, column in state["states"]))
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    # Else the board in sight would wait for the cells above it.
    needed = kernel.needs(state["cells"])
    for cell in {int(slot.partition(".")[0]) for slot in shown}:
        assert all("import" in state["cells"][other] for other in needed[cell]), state["cells"][cell]
    python = config["python"]
    always = {python["module"], python["wasm"], config["state"]}
    first = always | {python["standard"], *python["archives"]}
    remembered = always | {python["image"]["memory"], *python["archives"]} - {python["image"]["has"]}
    further = len(site.files[config["state"]]) + len(gzip.compress(site.files[f"{stem}.html"]))
    assert further < 300_000, "a further chapter"
    if stem != "12-desk":
        assert sum(len(site.files[name]) for name in first) + 500_000 < 8e6, "the first chapter, on a slow network"
        assert sum(len(site.files[name]) for name in remembered) + 500_000 < 11e6, "what half the time costs"


def test_the_cover_has_the_code_of_boards_that_chapters_have(site: build.Site) -> None:
    """Once in the site, and once in a reader's browser."""
    (cover,) = (data.decode() for name, data in site.files.items() if name.startswith("parts/cover-"))
    (beside,) = re.findall(r'^import "\./([\w.-]+)";$', cover, re.MULTILINE)
    assert f"parts/{beside}" in site.files
    for name in ("index.html", "01-base-game.html"):
        assert f'<link rel="modulepreload" href="parts/{beside}">' in site.files[name].decode()
    assert len(cover) < len(site.files[f"parts/{beside}"]) / 2


def test_texts_for_translators_need_no_more_of_a_package_than_the_site_has(tmp_path: Path) -> None:
    """Written and read in every language of the desk, by the files as pages have them: what is bare is not read."""
    try:
        files = packages.groups(fetching.wheels(fetching.cache_folder()))["po"]
    except fetching.FetchError as error:
        pytest.skip(f"packages cannot be fetched here: {error}")
    for name, data in files.items():
        if not name.startswith("rulebook"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import babel, tomlkit;"
        "from rulebook.collation.out import exchange, po;"
        "assert babel.__file__.startswith(sys.argv[1]) and tomlkit.__file__.startswith(sys.argv[1]);"
        "french = po.written('fr').replace('\"Language: fr', '\"Language: ');"
        "[print(language, len(po.read(french, language).texts)) for language in ('fr', 'de', 'es', 'it', 'nl')];"
        "[print('Language: ' + language in exchange.po([], language)) for language in ('fr', 'de', 'es', 'it', 'nl')]"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    told = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    assert told[0] == "fr 0"
    assert all(int(one.split()[1]) > 1000 for one in told[1:5])
    assert told[5:] == ["True"] * 5


def test_every_package_that_a_chapter_imports_is_given_to_it(site: build.Site) -> None:
    """A package that a chapter came to import would be missing in its page alone."""
    groups = packages.groups(fetching.wheels(fetching.cache_folder()))
    modules = {name: group for group, files in groups.items() for name in files if name.endswith(".py")}
    tops = {name.partition("/")[0].removesuffix(".py"): group for name, group in modules.items()}
    ours = set(sys.stdlib_module_names) | {"IPython", "Stemmer", "anywidget", "hedgekit", "rulebook"}
    for stem in ("01-base-game", "11-comparing", "12-desk"):
        imported = static_site.frozen(stem)["modules"]
        foreign = {name.partition(".")[0] for name in imported} - ours
        foreign = {
            name for name in foreign if not name.startswith("_") and "cython" not in name and "editable" not in name
        }
        missing = {name for name in foreign if tops.get(name) not in imported}
        assert not missing - {"rfc3987_syntax"}, f"{stem}: {missing}"


def test_two_builds_are_the_same_bytes(site: build.Site, tmp_path: Path) -> None:
    """On another day, in another process, with other hashes: parts are named after their bytes, so names tell.

    Of two chapters, with all their boards, and of the compiled modules of one group.
    """
    some = tmp_path / "notebooks"
    some.mkdir()
    for stem in (STEMS[0], STEMS[-1]):
        shutil.copy(NOTEBOOKS / f"{stem}.ipynb", some)
    code = (
        "import sys; from pathlib import Path; from rulebook.publish.static import build, fetching, packages;"
        "made = build.build(Path(sys.argv[1]), Path(sys.argv[2]), lambda line: None, plain=True);"
        "cache = fetching.cache_folder(); one = 'rulebook.desk';"
        "group = {one: packages.groups(fetching.wheels(cache))[one]};"
        "done, _ = packages.made(group, (), fetching.pyodide(cache), fetching.node(cache));"
        "made.part('compiled.packed', packages.packed(packages.stored(done[one])));"
        "print(*(name for name in made.files if name.startswith('parts/')))"
    )
    settings = os.environ | {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LANG": "C"}
    run = [sys.executable, "-c", code, str(some), str(tmp_path / "site")]
    made = subprocess.run(run, cwd=ROOT, check=True, env=settings, capture_output=True, text=True).stdout.split()
    plain = {name for name in made if name.endswith(".packed")} - site.files.keys()
    plain |= {name for name in made if name.startswith("parts/search-")}  # that is of all chapters
    states = {name for name in site.files if name.endswith(".packed") and re.match("parts/[0-9]", name)}
    assert {name.split("-")[0] for name in states & set(made)} == {f"parts/{STEMS[at][:2]}" for at in (0, -1)}
    assert [name for name in made if name not in site.files and name not in plain] == []
    compiled = next(name for name in made if name.startswith("parts/compiled-"))
    assert compiled.replace("compiled", "rulebook-desk") in site.files
