"""A variant's page teaches, then asks: what precedes "more" is short in every language; the rest is folded."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

import hedgekit
from rulebook.learning.lessons import lessons
from rulebook.publish import page_split
from rulebook.text import words
from rulebook.text.notebook_prose import unfolded
from tests import serving

MOST = 120  # words of title, sentence, task and rule


def outputs(stem: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the outputs of a saved chapter, and the names of its boards by slot."""
    found: list[dict[str, Any]] = []
    boards: dict[str, str] = {}
    for cell in json.loads((serving.NOTEBOOKS / f"{stem}.ipynb").read_text("utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if html := "".join(data.get("text/html", "")):
                found.append({"kind": "html", "text": unfolded(html)})
            elif name := re.search(r"Board\('([^']+)'", "".join(data.get("text/plain", ""))):
                boards[str(len(found))] = name[1]
                found.append({"kind": "widget", "slot": str(len(found))})
    return found, boards


@pytest.mark.parametrize("stem", [stem for stem in serving.STEMS if "02" <= stem[:2] <= "08"])
def test_the_visible_part_is_short_and_no_clause_is_lost(stem: str) -> None:
    everything, boards = outputs(stem)
    cut = page_split.split(everything)
    for name in filter(str.isdecimal, cut):
        page = page_split.page_outputs(cut[name], name, boards)
        first = next(boards[one["slot"]] for one in page if one["kind"] == "widget")
        later = [one["later"] for one in page]
        assert later == sorted(later), "folded outputs come at the end"
        assert any(later), name
        soup = BeautifulSoup("".join(one["text"] for one in page if not one["later"] and "text" in one), "html.parser")
        for clause in words.clauses(int(name)):
            assert soup.find(id=f"rule-{clause}"), "every clause has its anchor for links"
        for folded in soup.select("details > .hk-words"):
            folded.extract()
        for lang in words.LANGUAGES:
            texts = [words.of_variant(int(name), part)[lang] for part in ("title", "sentence")]
            texts += [lessons()[first].text[lang], *(part.get_text(" ") for part in soup.select(f"[data-lang={lang}]"))]
            many = sum(len(text.split()) for text in texts)
            assert many <= MOST, (name, lang, many)


def test_every_variant_has_a_page() -> None:
    found = {one for stem in serving.STEMS for one in page_split.page_names(serving.NOTEBOOKS, stem) if one.isdecimal()}
    assert found == {str(number) for number in hedgekit.VARIANTS if number}
