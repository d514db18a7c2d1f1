"""What can be searched for, and what a chapter consists of: read from the saved notebooks, so from what pages show.

    entries(folder)           every passage of the book, in every language, with the place it stands at
    sections(folder, stem)    the parts of one chapter, for its table of contents

A passage is one piece of prose (an element of the class `hk-words`); its place is its id, or that of the piece before.
"""

import ast
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulebook.text import words
from rulebook.text.notebook_prose import unfolded

from . import prose_of

PROSE = "hk-words"
BEGINS = ("variant", "page", "part")
"""What the ids of places begin with at which another page may begin."""


@dataclass(frozen=True)
class Passage:
    """A piece of prose: where it stands, and its heading and text by language.

    level: of the heading, 0 where it has none and stands under the one before; named: whether the place is its own;
    page: the name of its page in the chapter (`page_of`).
    """

    stem: str
    place: str
    level: int
    heading: dict[str, str]
    text: dict[str, str]
    named: bool
    page: str


def page_of(kind: str, name: str) -> str:
    """The page of a chapter that begins at "variant-13" or "page-moving"; "", the introduction, at another place."""
    return name if kind == "page" or (kind == "variant" and name.isdecimal()) else ""


def passages(folder: Path | None, chapters: str = "[0-9]*") -> tuple[Passage, ...]:
    """The passages of the chapters of a folder, of all or of those whose stem is like `chapters`, in their order."""
    notebooks = sorted(folder.glob(f"{chapters}.ipynb")) if folder else ()
    return tuple(passage for one in notebooks for passage in _of_chapter(one, one.stat().st_mtime_ns))


@lru_cache(maxsize=64)
def _of_chapter(notebook: Path, _changed: int) -> tuple[Passage, ...]:
    from bs4 import BeautifulSoup  # here: nbconvert brings it, and a browser has none

    found: list[Passage] = []
    place = page = ""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            saved = "".join(output.get("data", {}).get("text/html", ""))
            if PROSE not in saved:
                continue
            soup = BeautifulSoup(_in_every_language("".join(cell["source"]), saved), "html.parser")
            for block in soup.find_all(class_=PROSE):
                if "hk-again" in block["class"]:
                    continue
                place = str(block.get("id") or place)
                kind, _, name = place.partition("-")
                page = page_of(kind, name) if kind in BEGINS else page
                above = found[-1].heading if found else {}
                found += _of_lists(notebook.stem, place, page, block)
                found.append(_passage(notebook.stem, place, page, block, above))
    return tuple(found)


def _in_every_language(source: str, saved: str) -> str:
    """The prose of an output: what was saved in one language is said anew, if the cell's last line calls the book."""
    if "</script>" in saved:
        return unfolded(saved)
    try:
        match ast.parse(source).body[-1]:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=given, keywords=named)):
                values = [ast.literal_eval(one) for one in given]
                prose = prose_of(name, *values, **{str(k.arg): ast.literal_eval(k.value) for k in named})
                return prose.html if prose else saved
    except (ValueError, LookupError):  # not with plain values; no longer in the book
        pass
    return saved


def _passage(stem: str, place: str, page: str, block: Any, above: dict[str, str]) -> Passage:
    headings, texts, level = {}, {}, 0
    for part in block.find_all(attrs={"data-lang": True}, recursive=False):
        head = next((one for one in part.descendants if one.name in ("h1", "h2", "h3")), None)
        if head is not None:
            level = int(head.name[1])
            head = head.extract()
        headings[part["data-lang"]] = _plain(head)
        texts[part["data-lang"]] = _plain(part)
    return Passage(stem, place, level, headings if level else above, texts, bool(block.get("id")), page)


def _of_lists(stem: str, place: str, page: str, block: Any) -> list[Passage]:
    """Take questions with answers and words with meanings out of a block, as passages with a heading each."""
    taken: dict[str, list[tuple[str, str]]] = {}
    for part in block.find_all(attrs={"data-lang": True}, recursive=False) if block.strong else ():
        of_part = taken[part["data-lang"]] = []
        for item in [one for one in part.find_all(["li", "dt"]) if one.find("strong", recursive=False)]:
            answer = item.find_next_sibling("dd") if item.name == "dt" else item
            heading = _plain(item.strong.extract())
            of_part.append((heading, _plain(answer)))
            item.extract()
            answer.extract()
    return [
        Passage(stem, place, 0, {k: v[0] for k, v in by.items()}, {k: v[1] for k, v in by.items()}, False, page)
        for row in zip(*taken.values(), strict=False)
        for by in [dict(zip(taken, row, strict=True))]
    ]


def _plain(element: Any) -> str:
    if element is None:
        return ""
    for block in [one for one in element.descendants if one.name in ("p", "li", "td", "th", "dt", "dd", "h4", "br")]:
        block.append(" ")
    return " ".join(element.get_text().split())


def entries(folder: Path | None) -> list[dict[str, Any]]:
    """Every passage as plain data: `stem`, `page`, `place` (an id, or ""), `heading` and `text` by language.

    The first of a place, or of a chapter, has as `asked` what readers ask for it by (`text/<language>/asked.toml`).
    """
    asked = {key: words.both(f"asked.{key}") for key in words.table("asked", words.SOURCE)}
    return [
        {"stem": one.stem, "page": one.page, "place": one.place, "heading": one.heading, "text": one.text}
        | ({"asked": asked.pop(key)} if (key := one.place or one.stem) in asked else {})
        for one in passages(folder)
        if any(one.text.values()) or any(one.heading.values())
    ]


def sections(folder: Path | None, stem: str) -> list[dict[str, Any]]:
    """The parts of a chapter, those of the highest level that can be linked to: `place`, and `title` by language."""
    mine = [one for one in passages(folder, stem) if one.named and one.level > 1]
    top = min((one.level for one in mine), default=0)
    return [{"place": one.place, "title": one.heading} for one in mine if one.level == top]
