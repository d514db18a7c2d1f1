"""Publishing without a browser: the template's data, the search index, rendered pages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

import pytest

from rulebook.learning import lessons
from rulebook.publish import page_context, page_split, paths
from rulebook.publish.server import app
from rulebook.text import words
from tests import serving
from tests.serving import NOTEBOOKS, ROOT, STEMS

SECONDS = 10  # of CPU time: slow files start first


def test_chapters_are_split_into_pages_with_neighbours(tmp_path: Path) -> None:
    """Pages start at variants or, for another game, where its pages do; a search leads to the page with a clause.

    A reader's own notebook has a place, too; elsewhere there is none.
    """
    beside = page_context.book_context(ROOT, "/user/a/", f"notebooks/{STEMS[0]}.ipynb", lab=True)
    assert (beside["previous"], beside["home"]) == (None, "/user/a/voila/tree/notebooks")
    assert beside["here"]["lab"] == f"/user/a/lab/tree/notebooks/{STEMS[0]}.ipynb"
    assert page_context.book_context(ROOT / "docs", "/", None, lab=False)["chapters"] == []
    (tmp_path / "07-mine.ipynb").write_text("{}")
    assert [one["title"]["en"] for one in page_context.chapters(tmp_path)] == ["07-mine"]
    assert [one.name for one in page_split.chapter_pages(NOTEBOOKS, "03-dice")] == ["6", "7", "16"]
    assert page_split.chapter_pages(NOTEBOOKS, "16-table") == ()
    dice, hekla = (f"/voila/render/{stem}.ipynb" for stem in ("03-dice", "15-hekla"))
    placed = partial(page_context.book_context, NOTEBOOKS, "/", lab=False, address=page_context.server_address)
    book, other = placed("03-dice.ipynb", page="7"), placed("15-hekla.ipynb", page="moving")
    assert (book["previous"]["url"], book["next"]["url"]) == (f"{dice}?variant=6", f"{dice}?variant=16")
    assert placed("03-dice.ipynb", page="16")["next"]["url"] == "/voila/render/04-moves.ipynb"
    assert other["next"]["url"] == f"{hekla}?page=running"
    assert (book["page"]["title"]["en"], other["page"]["full_title"]["de"]) == ("7 · Cards", "Hekla · Vulkane ziehen")
    index = book["index"]()
    pages = {one["place"]: index["chapters"][one["stem"]] for one in index["entries"]}
    assert pages["rule-9.1"]["url"] == "/voila/render/06-track.ipynb?variant=9"
    assert pages.keys() >= {f"rule-{name}" for table in lessons.clauses().values() for name in table["decides"]}
    texts = next(one["text"] for one in index["entries"] if one["place"] == "rule-9.1")
    assert ({*texts}, "<" in "".join(texts.values())) == ({*words.LANGUAGES}, False)
    assert pages["rule-hekla.4"] == {"url": f"{hekla}?page=moving", "title": other["page"]["full_title"]}


def test_own_notebooks_are_rendered_without_their_source(tmp_path: Path) -> None:
    """With its prose, and even widgets that are not the book's; a notebook that fails is a 500."""
    folder = serving.write_one_board(tmp_path)
    widget = "import anywidget\nanywidget.AnyWidget()"
    prose = {"cell_type": "markdown", "metadata": {}, "source": "# Mine\n\nIt is *here*."}
    for stem, code in (("97-widget", widget), ("98-broken", "1 / 0"), ("99-mine", "6 * 7")):
        cell = {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
        mine = {"cells": [prose, cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (folder / f"{stem}.ipynb").write_text(json.dumps(mine), "utf-8")
    with serving.serve(book=folder) as run:

        def read(stem: str) -> str:
            return urllib.request.urlopen(f"{run.url}voila/render/{stem}.ipynb", timeout=90).read().decode()

        board, mine = read(serving.ONE_BOARD), read("99-mine")
        assert not [one for one in ("from rulebook", "6 * 7", str(ROOT)) if one in board + mine]
        assert mine.index("<em>here</em>") < mine.index("<pre>42</pre>")
        assert "<em>here</em>" in read("97-widget")
        with pytest.raises(urllib.error.HTTPError, match="500"):
            read("98-broken")


def test_voila_can_use_the_template_alone(tmp_path: Path) -> None:
    """Without the book's configuration `voila --template rulebook` shows a list; pages contact no other host."""
    (tmp_path / "voila" / "templates").mkdir(parents=True)
    (tmp_path / "voila" / "templates" / "rulebook").symlink_to(paths.JUPYTER_DATA / "voila" / "templates" / "rulebook")
    shutil.copy(NOTEBOOKS / "your-own-board.ipynb", tmp_path / "mine.ipynb")
    (taken,) = app.listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    taken.close()
    command = [Path(sys.executable).parent / "voila", "--no-browser", f"--port={port}", "--template=rulebook", tmp_path]
    server = subprocess.Popen(command, cwd=tmp_path, env=os.environ | {"JUPYTER_PATH": str(tmp_path)}, stderr=-3)
    try:
        serving.wait_until(lambda: serving.listens(f"http://127.0.0.1:{port}/"), 60)
        for path, has in (("", "mine.ipynb"), ("voila/render/mine.ipynb", "widget-view+json")):
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=100).read().decode()
            assert has in page
            assert not re.search(r"(?:href|src)=.https?://(?!127)", page)
    finally:
        serving.end(server)
