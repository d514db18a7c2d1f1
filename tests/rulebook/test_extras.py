"""Without an extra the book names it, and the rest works."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement

from rulebook.text.extras import EXTRAS, Needs, requires
from tests.serving import ROOT

ASKED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def without(extra: str, code: str) -> str:
    """What some code prints where the modules of an extra are missing."""
    closed = f"""
import sys
class Closed:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS[extra]!r}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Closed())
"""
    done = subprocess.run([sys.executable, "-c", closed + code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_extra_brings_the_modules_that_are_asked_for_by_its_name() -> None:
    brought = metadata.packages_distributions()
    for extra, modules in EXTRAS.items():
        names = {Requirement(need).name.lower() for need in ASKED[extra]}
        for module in modules:
            given = {name.lower() for name in brought[module]}
            assert given & names, f"{module} of {extra}"
    (whole,) = ASKED["all"]
    assert Requirement(whole).extras == set(EXTRAS)


def test_the_chapter_of_the_desk_is_there_without_what_the_desk_needs() -> None:
    """Its prose is, and where the desk would be stands what to install, in every language of the book."""
    said = without("desk", "from rulebook.desk import desk, both_readings\nprint(desk().page_html(), both_readings())")
    assert said.count("pip install &#x27;hedgekit[desk]&#x27;") >= 2
    assert 'data-lang="fr"' in said
    assert any(f"(missing: {module})" in said for module in EXTRAS["desk"]), "whichever is asked for first"


def test_the_desk_without_po_gives_every_other_file_and_says_what_is_missing() -> None:
    code = """
from rulebook.desk.session import Session
session = Session()
for what in ("findings.csv", "book-fr.po"):
    view = session.handle({"n": 1, "do": "export", "what": what, "language": "en"})
    print(what, len(session.downloads), view["error"] and view["error"]["en"])
"""
    lines = without("po", code).splitlines()
    assert lines[0].startswith("findings.csv 1 ")
    assert lines[1].startswith("book-fr.po 0 This needs the extra `po`: pip install 'hedgekit[po]'")


def test_an_import_that_fails_for_another_reason_is_not_called_missing() -> None:
    with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"), requires("po"):
        import nothing_of_the_kind  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(Needs, match="hedgekit\\[po\\]"), requires("po"):
        raise ModuleNotFoundError("babel", name="babel.core")
