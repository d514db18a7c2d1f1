"""What is published, without a browser: the book as the template sees it, what can be searched, kernels kept warm."""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.chapters import passages
from rulebook.learning import lessons
from rulebook.publish import cover, page_split, places, site
from rulebook.publish.server import app
from rulebook.text import words
from tests import serving
from tests.serving import NOTEBOOKS, ROOT, STEMS
from tests.typescript import node

SECONDS = 10  # of one core: what takes long begins early

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


def test_every_clause_can_be_searched_for_in_every_language() -> None:
    """What a reader finds is what the pages show: each clause by its heading, with the place to go to."""
    found = {(one["stem"], one["place"]): one for one in passages.entries(NOTEBOOKS)}
    tube = found["06-track", "rule-9.1"]
    assert tube["heading"]["en"].startswith("9.1 · ")
    assert tube["text"]["fr"]
    assert set(tube["text"]) == set(words.LANGUAGES)
    shown = {place for _, place in found}
    decided = {f"rule-{name}" for table in lessons.clauses().values() for name in table["decides"]}
    assert decided <= shown
    assert not [one for one in found.values() if "<" in "".join(one["text"].values())]


def test_the_parts_of_a_chapter_are_its_variants_or_its_clauses() -> None:
    parts = [one["place"] for one in passages.sections(NOTEBOOKS, "03-dice")]
    assert parts == ["variant-6", "variant-7", "variant-16", "part-quiz"]
    assert "page-turn" in [one["place"] for one in passages.sections(NOTEBOOKS, "01-base-game")]
    assert passages.sections(None, "01-base-game") == []


def test_a_chapter_of_variants_is_cut_into_pages() -> None:
    """All that is shown is on one of them, each has its neighbours; searches and old places lead to the right one."""
    family = page_split.leaves(NOTEBOOKS, "03-dice")
    assert [one.name for one in family] == ["6", "7", "16"]
    assert page_split.leaves(NOTEBOOKS, "16-table") == ()
    book = site.site(NOTEBOOKS, "/", "03-dice.ipynb", lab=False, leaf="7", address=site.asked_for)
    assert book["leaf"]["title"]["en"] == "7 · Cards"
    url = "/voila/render/03-dice.ipynb"
    assert (book["previous"]["url"], book["next"]["url"]) == (f"{url}?variant=6", f"{url}?variant=16")
    last = site.site(NOTEBOOKS, "/", "03-dice.ipynb", lab=False, leaf="16", address=site.asked_for)
    assert last["next"]["url"] == "/voila/render/04-moves.ipynb"
    index = book["index"]()
    (tube,) = (one for one in index["entries"] if one["place"] == "rule-9.1")
    assert index["chapters"][tube["stem"]]["url"] == "/voila/render/06-track.ipynb?variant=9"
    whole = site.site(NOTEBOOKS, "/", "03-dice.ipynb", lab=False)
    assert (whole["leaf"], whole["here"]["leaves"], whole["next"]["stem"]) == (None, [], "04-moves")

    def text(html: str) -> dict[str, str]:
        return {"kind": "html", "text": html}

    begins = [text(f'<div class="hk-words" id="{name}"><h2>x</h2></div>') for name in ("variant-6", "variant-7")]
    board, play, quiz = ({"kind": "widget", "slot": slot} for slot in ("3.0", "4.0", "9.0"))
    end = text('<div class="hk-words" id="part-quiz"><h2>y</h2></div>')
    rule = text('<div class="hk-rule"><div class="hk-words" id="rule-6.1"><h3>z</h3></div></div>')
    first, second = begins
    cut = page_split.cut([text("intro"), first, board, rule, play, second, end, quiz])
    assert cut == {
        "": [text("intro"), end, quiz],
        "6": [first, board, rule, play],
        "7": [second],
        "whole": [text("intro"), first, board, rule, play, second, end, quiz],
    }
    boards = {"3.0": "order", "4.0": "play-6", "9.0": ""}
    assert page_split.places(cut, boards) == {
        "variant-6": "6", "board=order": "6", "rule-6.1": "6", "board=play-6": "6", "variant-7": "7",
    }  # fmt: skip
    shown = page_split.shown(cut["6"], "6", boards)
    assert [(one["first"], one["opened"]) for one in shown] == [(True, False), (False, False), (False, True)]
    assert "<h2>z</h2>" in shown[1]["text"]
    assert [one["part"] for one in page_split.shown(cut[""], "", boards)] == [False, True, False]
    # A board below a heading and a line is one view with them; one below a text is as high as any other.
    few, many = ([text("<h2>x</h2>"), *[text("<p>y</p>")] * lines, board] for lines in (1, 6))
    assert [[one["first"] for one in page_split.shown(page, "", boards)][-1] for page in (few, many)] == [True, False]


def test_a_chapter_of_another_game_is_cut_where_its_pages_begin() -> None:
    """They tell of themselves by their parts, or a sentence; beyond the chapter they are named with it."""
    cut = page_split.leaves(NOTEBOOKS, "15-hekla")
    assert [one.name for one in cut][:2] == ["placing", "moving"]
    assert cut[1].title["en"] == "Moving volcanoes"
    assert cut[1].summary["en"] == "Moving a volcano, What a vulcanologist sees.", "not its further examples"
    assert {one.name: one for one in cut}["play"].summary["en"].startswith("For as many as you are")
    book = site.site(NOTEBOOKS, "/", "15-hekla.ipynb", lab=False, leaf="moving", address=site.asked_for)
    assert book["next"]["url"] == "/voila/render/15-hekla.ipynb?page=running"
    assert book["leaf"]["named"]["fr"] == "Hekla · Déplacer des volcans"
    index = book["index"]()
    seen = next(one for one in index["entries"] if one["place"] == "rule-hekla.4")
    assert index["chapters"][seen["stem"]] == {
        "url": "/voila/render/15-hekla.ipynb?page=moving", "title": book["leaf"]["named"],
    }  # fmt: skip


def test_the_template_uses_every_word_it_has_and_no_other() -> None:
    text = "".join(file.read_text("utf-8") for file in TEMPLATE.rglob("*") if file.suffix in (".html", ".j2", ".js"))
    used = set(re.findall(r"words\.(\w+)", text))
    for listed in re.findall(r"for key in \(([^)]*)\)", text):
        used |= set(re.findall(r'"([\w-]+)"', listed))
    kinds = set(re.findall(r'\d+: "(\w+)"', text)) | {"error"}
    used |= {f"{kind}_{part}" for kind in kinds for part in ("title", "what", "do")}
    front = cover.shown([{**one, "url": ""} for one in site.chapters(NOTEBOOKS)])
    used |= {f"door-{name}{more}" for name in front["doors"] for more in ("", "-how")}
    used |= {f"for-{group['name']}" for group in front["groups"]} | {"for-teachers-how", "for-programmers-how"}
    assert used == set(site.page_words())


def test_nothing_of_the_template_comes_from_elsewhere() -> None:
    for file in TEMPLATE.rglob("*.*"):
        text = file.read_text("utf-8").replace("http://www.w3.org", "")
        text = text.replace('{%- set made = "https://cdn.jsdelivr.net', "")  # taken out of stock Voilà
        outside = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text)
        assert not outside, f"{file.name}: {outside}"


def test_a_bound_port_is_found_before_anything_slow() -> None:
    (taken,) = app.listen("127.0.0.1", 0)
    with taken, pytest.raises(app.PortTaken, match="--port 0"):
        app.listen("127.0.0.1", taken.getsockname()[1])


def test_a_page_is_rendered_once(tmp_path: Path) -> None:
    """However many read it, also a notebook that is none of the book's, with its prose; what cannot be run is a 500."""
    folder = serving.one_board(tmp_path)
    prose = {"cell_type": "markdown", "metadata": {}, "source": "# Mine\n\nIt is *here*."}
    for stem, code in (("98-broken", "1 / 0"), ("99-mine", "6 * 7")):
        cell = {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
        mine = {"cells": [prose, cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (folder / f"{stem}.ipynb").write_text(json.dumps(mine), "utf-8")
    with serving.served(book=folder) as run:

        def read(path: str, **headers: str) -> tuple[bytes, Mapping[str, str]]:
            with urllib.request.urlopen(urllib.request.Request(run.url + path, headers=headers), timeout=90) as answer:
                return answer.read(), answer.headers

        first, headers = read(f"voila/render/{serving.ONE_BOARD}.ipynb")
        packed, _ = read(f"voila/render/{serving.ONE_BOARD}.ipynb", **{"Accept-Encoding": "gzip"})
        assert gzip.decompress(packed) == first
        assert b'data-slot="' in first
        assert not [one for one in (b"from rulebook", str(ROOT).encode()) if one in first], "source stays on the server"
        assert "'unsafe-eval'" not in headers["Content-Security-Policy"]
        config = json.loads(re.findall(rb'id="rb-static">(.*?)</script>', first)[0])
        state, headers = read(config["state"].removeprefix("/"))
        assert json.loads(gzip.decompress(state))["cells"]
        assert "immutable" in headers["Cache-Control"]
        page = read("voila/render/99-mine.ipynb")[0]
        assert page.index(b"<em>here</em>") < page.index(b"<pre>42</pre>")
        with pytest.raises(urllib.error.HTTPError, match="500"):
            read("voila/render/98-broken.ipynb")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read("parts/nothing.js")
        with pytest.raises(urllib.error.HTTPError, match="405"):
            urllib.request.urlopen(run.url, b"")


def test_the_search_answers_what_players_ask(tmp_path: Path) -> None:
    """Sixty questions in three languages, written before the search was made for them: 54 find the answer first."""
    here = Path(__file__).with_name("page")
    rows = [line.split(" | ") for line in (here / "searched.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    (tmp_path / "index.json").write_text(json.dumps(site.site(NOTEBOOKS, "/", None, lab=False)["index"]()), "utf-8")
    ran = subprocess.run(
        [node(), here / "ranking.mjs", places.PACKAGE / "search" / "ranking.js", tmp_path / "index.json"],
        input="\n".join(json.dumps(row[:2]) for row in rows), capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    firsts = [json.loads(line) or ["", ""] for line in ran.stdout.splitlines()]
    missed = [
        (row, first)
        for row, first in zip(rows, firsts, strict=True)
        if not any(place == first[1] or first[0].startswith(f"{place}-") for place in row[2].split())
    ]
    assert len(rows) == 60
    assert len(missed) <= 6, missed


def test_voila_serves_notebooks_with_the_template_alone(tmp_path: Path) -> None:
    """Where nobody has configured the book, `voila --template rulebook` shows a list, and its pages ask nobody else."""
    (tmp_path / "voila" / "templates").mkdir(parents=True)
    (tmp_path / "voila" / "templates" / "rulebook").symlink_to(TEMPLATE)
    (tmp_path / "mine.ipynb").write_text((NOTEBOOKS / "your-own-board.ipynb").read_text("utf-8"), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [Path(sys.executable).parent / "voila", "--no-browser", f"--port={port}", "--template=rulebook", tmp_path]
    server = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, "JUPYTER_PATH": str(tmp_path)}, stderr=-3)
    try:
        for path, has in (("", "mine.ipynb"), ("voila/render/mine.ipynb", "widget-view+json")):
            for _ in range(300):
                try:
                    page = urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=100).read().decode()
                    break
                except urllib.error.URLError as no:
                    assert not isinstance(no, urllib.error.HTTPError), no
                    time.sleep(0.2)
            assert has in page
            assert not re.search(r"(?:href|src)=.https?://(?!127)", page)
    finally:
        server.terminate()
        server.wait()
