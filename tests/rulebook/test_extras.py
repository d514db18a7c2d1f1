"""Without an extra the book names it, and everything else works."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement

from rulebook.text.extras import EXTRAS, Needs, requires
from tests.serving import ROOT

REQUIREMENTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def without(extra: str, code: str) -> str:
    """Return what code prints if the modules of an extra are missing."""
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


def test_an_extra_installs_its_modules() -> None:
    distributions = metadata.packages_distributions()
    for extra, modules in EXTRAS.items():
        names = {Requirement(need).name.lower() for need in REQUIREMENTS[extra]}
        for module in modules:
            found = {name.lower() for name in distributions[module]}
            assert found & names, f"{module} of {extra}"
    (whole,) = REQUIREMENTS["all"]
    assert Requirement(whole).extras == set(EXTRAS)


def test_the_chapter_of_the_desk_works_without_its_extra() -> None:
    """Its prose is there, and in place of the desk, what to install, in every language."""
    page = without("desk", "from rulebook.desk import desk, both_readings\nprint(desk().page_html(), both_readings())")
    assert page.count("pip install &#x27;hedgekit[desk]&#x27;") >= 2
    assert 'data-lang="fr"' in page
    assert any(f"(missing: {module})" in page for module in EXTRAS["desk"]), "whichever is imported first"


def test_the_desk_without_po_exports_everything_else() -> None:
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


def test_other_import_errors_are_not_reported_as_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"), requires("po"):
        import nothing_of_the_kind  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(Needs, match="hedgekit\\[po\\]"), requires("po"):
        raise ModuleNotFoundError("babel", name="babel.core")
