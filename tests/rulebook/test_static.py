"""The static site without a browser: cells, packages, pages, the whole build."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from hedgekit import VARIANTS
from rulebook.kernel import kernel
from rulebook.publish import page_split
from rulebook.publish.static import build, fetching, packages, page
from rulebook.text import words
from tests import static_site
from tests.serving import NOTEBOOKS, ROOT, STEMS

SECONDS = 30  # of CPU time: slow files start first

Files = dict[str, bytes]


@pytest.fixture(scope="session")
def site() -> Files:
    """Build the files of the site once."""
    return static_site.files()


def test_a_cell_needs_the_cells_that_bind_its_names() -> None:
    """`b` is bound once, so cell 0 is enough; `x` is bound twice: what it means in cell 3 depends on the order."""
    cells = ["from a import b\n\nx = 1", "b()", "x = 2", "x", "y = x + 1", "[y for y in range(3)]", "b(z)"]
    assert kernel.needs(cells) == [[], [0], [], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4], [0]]


def test_downloads_that_do_not_match_the_lock_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a missing registry is reported in one sentence."""
    with pytest.raises(fetching.FetchError, match=r"^http://127.0.0.1:9/ cannot be fetched"):
        fetching._download("http://127.0.0.1:9/")
    monkeypatch.setattr(fetching, "_download", lambda _address: b"something else")
    with pytest.raises(fetching.FetchError, match="sha512"):
        fetching.pyodide(tmp_path)
    assert not list(tmp_path.iterdir())
    package = fetching.lock()["package"][0]
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(fetching.FetchError, match=f"{package['name']} cannot be fetched"):
        fetching._locked_wheels([package], [], tmp_path)


def test_a_wheel_added_to_the_index_later_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel with the hash is fetched, although pip would prefer the newer, compiled one of the same version."""
    index, wheels = tmp_path / "index.html", {}
    for tag in ("py3-none-any", "cp314-cp314-manylinux_2_28_x86_64"):
        wheel = tmp_path / f"some_rule-1.0-{tag}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("some_rule-1.0.dist-info/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n")
            archive.writestr(
                "some_rule-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: some-rule\nVersion: 1.0\n"
            )
        wheels[wheel.name] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    index.write_text("".join(f'<a href="{name}#sha256={one}">{name}</a>' for name, one in wheels.items()), "utf-8")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", index.as_uri())
    tags = ["--python-version", "3.14", "--platform", "manylinux_2_28_x86_64"]
    for place, (name, one) in enumerate(wheels.items()):
        package = {"name": "some-rule", "version": "1.0", "sha256": [one]}
        assert fetching._locked_wheels([package], tags, tmp_path / str(place))["some-rule"].name == name
    with pytest.raises(fetching.FetchError, match=r"^some-rule==1.0 \(sha256 \w+\) is not what lock.toml says"):
        fetching._locked_wheels([package | {"sha256": ["0" * 64]}], tags, tmp_path / "none")


def test_everything_in_the_site_has_a_licence_and_is_needed(site: Files) -> None:
    """Exactly one text for each part and package; docs/licences.toml has the sources and reasons for differences."""
    found, lock = packages.licences(fetching.wheels(fetching.cache_folder())), fetching.lock()
    parts = {"hedgekit", *lock["pyodide"]["licences"], *lock["editor"]["licences"]}
    assert found.keys() == parts | {package["name"] for package in lock["package"]}
    assert [name for name, text in found.items() if not re.search("(?i)copyright|public domain", text)] == []
    assert found["hedgekit"].endswith((ROOT / "LICENSE").read_text("utf-8"))
    table = tomllib.loads((ROOT / "docs" / "licences.toml").read_text("utf-8"))
    texts = {path.stem: path.read_bytes() for path in (Path(packages.__file__).parent / "licences").iterdir()}
    hashes = {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}
    assert texts.keys() == parts
    assert {name: about["compared"] for name, about in table.items()} == hashes, "python docs/check_licences.py --write"
    for name, about in table.items():
        assert ("differs" in about or "package" not in about) == ("because" in about), name
    files = packages.own_files()
    assert {"hedgekit/games/race/play/game.py", "rulebook/publish/static/bridge.py"} <= files.keys()
    assert not files.keys() & {"rulebook/publish/server/app.py", "rulebook/cli.py", "hedgekit/terminal/cli.py"}
    assert not [name for name in files if "__pycache__" in name or name.endswith((".ipynb", ".pyc"))]


def test_the_code_editor_matches_the_lock() -> None:
    """Built from locked and hashed packages, with their licences, and from the current entry."""
    known, makes = fetching.lock()["editor"], runpy.run_path(str(ROOT / "docs" / "make_editor.py"))
    data = (Path(packages.__file__).parent / "codemirror.js").read_bytes()
    assert hashlib.sha256(data).hexdigest() == known["sha256"]
    assert makes["made_of"]() == known["made_of"], "python docs/make_editor.py"
    bundled = makes["bundled"]()
    assert {makes["licence"](name) for name in bundled} == set(known["licences"])
    assert all(one["integrity"].startswith("sha512-") for one in bundled.values())


def test_every_pages_policy_allows_only_its_own_scripts(site: Files) -> None:
    """Before its first script.  No page reveals its reader, and the guide for hosts forbids frames.

    The sandbox for readers' code has no access, even to the site: it gets its code, or runs what has its hash.
    """
    for name in [name for name in site if name.endswith(".html")]:
        text, hashes = site[name].decode(), static_site.inline(site[name].decode())
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
        assert text.index("Content-Security-Policy") < text.index("<script"), name
        rules = {rule: values.split() for rule, _, values in (one.partition(" ") for one in policy.split("; "))}
        own = "blob:" if name == build.SANDBOX else "'self'"
        assert name != build.SANDBOX or (rules["worker-src"], "'self'" in policy) == ([own], False)
        assert set(rules["script-src"]) == hashes | {own, "'wasm-unsafe-eval'"}, name
        assert [*rules["default-src"], *rules["form-action"], *rules["connect-src"]] == ["'none'", "'none'", own], name
        known = {"'none'", "'self'", "'wasm-unsafe-eval'", "'unsafe-inline'", "blob:", "data:", *hashes}
        assert {one for values in rules.values() for one in values} <= known, name
        assert not re.search(r'<[a-z][^>]*\son[a-z]+="|javascript:', text), f"{name}: the policy refuses handlers"
        assert name == build.SANDBOX or '<meta name="referrer" content="same-origin">' in text, name
    guide = (ROOT / "docs" / "how-to" / "host.md").read_text("utf-8")
    assert "add_header Content-Security-Policy \"frame-ancestors 'self'\";" in guide


def test_links_and_search_lead_to_existing_pages(site: Files) -> None:
    """To every chapter, variant and page, also in the search; a phone's home screen has what it needs."""
    found = [(stem, leaf) for stem in STEMS for leaf in page_split.chapter_pages(NOTEBOOKS, stem)]
    wanted = {f"variant-{leaf.name}.html" if leaf.variant else f"{stem}-{leaf.name}.html" for stem, leaf in found}
    wanted |= {f"{stem}.html" for stem in STEMS}
    assert {f"variant-{number}.html" for number in VARIANTS if number} <= wanted
    assert {one["url"] for one in page.static_context(NOTEBOOKS)["index"]()["chapters"].values()} == wanted
    assert wanted | {"index.html", "404.html", "sw.js", "site.json", "licences.txt"} <= site.keys()
    links = '<a href="02-scoring.ipynb#variant-9"></a><a href="https://example.org/a.ipynb"></a>'
    assert build._link_pages(links) == links.replace("02-scoring.ipynb", "02-scoring.html")
    manifest = json.loads(site["table.webmanifest"])
    assert b'rel="manifest" href="table.webmanifest"' in site[manifest["start_url"]]
    assert {manifest["start_url"], *(icon["src"] for icon in manifest["icons"])} <= site.keys()
    assert sum(map(len, site.values())) < 25e6


@pytest.mark.parametrize("stem", [*STEMS, "variant-13", "variant-40", "04-moves-whole"])
def test_a_page_names_existing_files_in_every_language(site: Files, stem: str) -> None:
    text = site[f"{stem}.html"].decode()
    named = set(re.findall(r'"?(parts/[\w./-]+\.(?:js|mjs|packed)\b)', text))
    assert named
    assert named <= site.keys()
    for lang in words.LANGUAGES:
        title = words.chapters(lang)[stem]["title"] if stem in STEMS else "</h1>"
        assert title.replace("’", "") in text.replace("’", "").replace("&#39;", "")
    config = json.loads(re.search(r'id="rb-static">(.*?)</script>', text, re.DOTALL)[1])
    state = json.loads(gzip.decompress(site[config["state"]]))
    shown = set(re.findall(r'data-slot="([\d.]+)"', text))
    assert shown == config["slots"].keys() == set().union(*(column for _, _, column in state["states"]))
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    # Else the first board would wait for the cells above it.
    needed = kernel.needs(state["cells"])
    for cell in {int(slot.partition(".")[0]) for slot in shown}:
        assert all("import" in state["cells"][other] for other in needed[cell]), state["cells"][cell]


MARKS = (None, "x", "[]", '{"files": ["letter.txt"]}', '{"files": {"../letter.txt": ""}}')
"""No list of a site's files; another program's file of that name; a list that leads out of the folder."""


def test_a_build_replaces_only_an_earlier_site(tmp_path: Path) -> None:
    """Files outside its list stay, such as a repository or CNAME; other folders are refused before building."""
    other, site = tmp_path / "other", tmp_path / "site"
    other.mkdir()
    for mark in MARKS:
        (other / (build.MANIFEST if mark else "letter.txt")).write_text(mark or "mine")
        with pytest.raises(build.FolderTaken, match="is not empty"):
            build.build(NOTEBOOKS, other, lambda _line: pytest.fail("a chapter was built"))
    assert {one.name: one.read_text() for one in other.iterdir()} == {"letter.txt": "mine", build.MANIFEST: MARKS[-1]}
    others = {".git/config", "CNAME", "parts/mine.txt"}
    for names in (("index.html", "old.html", "parts/old.js", "parts/both.js"), ("index.html", "parts/both.js")):
        made = build.Site()
        made.files = dict.fromkeys(names, b"x")
        build._add_edition(made)
        made.write(site)
        for name in others:
            (site / name).parent.mkdir(exist_ok=True)
            (site / name).write_text("mine")
    left = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert left == others | {"index.html", "parts/both.js", "site.json", "sw.js"}


def test_every_page_names_the_edition_of_all_contents(site: Files) -> None:
    """And links the licences; the service worker keeps all files by their hashes."""
    edition = json.loads(site[build.MANIFEST])["edition"]
    listed = {name: hashlib.sha256(data).hexdigest()[:32] for name, data in site.items() if name != "sw.js"}
    keeper, named = site["sw.js"].decode(), f'<meta name="hk-edition" content="{edition}">'.encode()
    assert f'const EDITION = "{edition}";' in keeper
    assert json.loads(re.search(r"const FILES = (.*);", keeper)[1]) == listed
    pages = {name: data for name, data in site.items() if name.endswith(".html") and name != build.SANDBOX}
    assert [name for name, data in pages.items() if named not in data or b'href="licences.txt"' not in data] == []


def test_a_tag_publishes_its_own_version_after_every_test() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8"))
    steps = [step.get("run") or step["uses"] for step in flow["jobs"]["build"]["steps"]]
    version, *then, _upload = steps[-4:]
    assert [word in version for word in ("GITHUB_REF_NAME", "hedgekit.__version__")] == [True, True]
    assert (then, flow["jobs"]["publish"]["needs"]) == ([".ci/run", "make site"], "build")


def test_builds_are_reproducible(site: Files) -> None:
    """A chapter with boards, and a group of modules, on another day with other hash seeds: names are content hashes."""
    code = (
        "import sys; from pathlib import Path;"
        "from rulebook.publish.static import build, fetching, freeze, packages, parts;"
        "made, cache, path = build.Site(), fetching.cache_folder(), Path(sys.argv[1]);"
        "found = freeze.freeze(path, fetching.lock()['absent']['modules']);"
        "parts.page_parts(path.stem, found, made.add_part, is_split=True);"
        "group = {'rulebook.desk': packages.groups(fetching.wheels(cache))['rulebook.desk']};"
        "done, _ = packages.compile_archives(group, (), fetching.pyodide(cache), fetching.node(cache));"
        "made.add_part('rulebook-desk.packed', packages.compress(packages.zip_files(done['rulebook.desk'])));"
        "print(*made.files)"
    )
    settings = os.environ | {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LANG": "C"}
    run = [sys.executable, "-c", code, str(NOTEBOOKS / "01-base-game.ipynb")]
    made = subprocess.run(run, cwd=ROOT, check=True, env=settings, capture_output=True, text=True).stdout.split()
    kinds = {"parts/01", "parts/ahead", "parts/board", "parts/rulebook", "parts/still"}
    assert kinds <= {name.partition("-")[0] for name in made}
    assert {*made} <= site.keys()
