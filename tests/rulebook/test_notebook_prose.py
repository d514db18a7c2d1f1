"""Prose in notebooks: one visible language, the others folded into scripts, and unfolded again on the book's pages."""

import json
import re

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from rulebook import chapters
from rulebook.chapters import passages
from rulebook.publish import lab, paths
from rulebook.text import notebook_prose, words

PROSE = [chapters.chapter("01-base-game"), chapters.glossary(), chapters.known("hekla"), chapters.try_it("0.3").prose]


@pytest.mark.parametrize("prose", PROSE, ids=repr)
def test_folded_prose_can_be_unfolded(prose):
    notebook = notebook_prose.folded(prose.html)
    assert notebook_prose.unfolded(notebook) == prose.html
    followed = f"{prose.html}<p>1</p>"  # parts without a language stay as they are
    assert notebook_prose.unfolded(notebook_prose.folded(followed)) == followed
    seen = re.sub(r"<script.*?</script>", "", notebook, flags=re.DOTALL)
    assert re.findall(r'data-lang="(\w+)"', seen) == ["en"] * prose.html.count("hk-words")
    for data in re.findall(r"<script[^>]*>(.*?)</script>", notebook, re.DOTALL):
        assert set(json.loads(data)) == set(words.LANGUAGES) - {"en"}


def test_prose_is_unfolded_for_voila_only(monkeypatch):
    prose = chapters.chapter("01-base-game")
    assert "hk-tongues" in prose._repr_html_()
    monkeypatch.setattr(notebook_prose, "current_request", lambda: {"content": {"allow_stdin": False}})
    assert prose._repr_html_() == notebook_prose.in_one_language(prose.html, "en"), (
        "nbclient runs notebooks for no particular reader"
    )
    assert notebook_prose.static_language() == "en"
    for chosen, language in (("fr", "fr"), ("1", "1"), ("0", "")):
        monkeypatch.setenv(notebook_prose.SETTING, chosen)
        assert notebook_prose.static_language() == language
    monkeypatch.delenv(notebook_prose.SETTING)
    for name, value in (("SERVER_SOFTWARE", "voila/0.5.13"), ("VOILA_PREHEAT", "True")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert (prose._repr_html_(), notebook_prose.static_language()) == (prose.html, "")


def test_a_search_finds_folded_languages():
    (found, *_) = passages.passages(paths.notebooks(), "01-*")
    assert found.heading == {lang: words.chapters(lang)["01-base-game"]["title"] for lang in words.LANGUAGES}


def test_lab_trusts_unchanged_chapters(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    for stem in ("09-tonight", "17-class"):
        (tmp_path / f"{stem}.ipynb").write_bytes((paths.notebooks() / f"{stem}.ipynb").read_bytes())
    other = tmp_path / "17-class.ipynb"
    other.write_text(other.read_text("utf-8").replace("<h1>", "<h1><script>1</script>"), "utf-8")
    lab.trust(tmp_path)
    read = {stem: nbformat.read(tmp_path / f"{stem}.ipynb", as_version=4) for stem in ("09-tonight", "17-class")}
    notary = NotebookNotary()
    assert [notary.check_signature(notebook) for notebook in read.values()] == [True, False]
