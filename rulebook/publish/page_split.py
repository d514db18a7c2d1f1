"""A long chapter is printed as several pages, which one can hold: its leaves.

The notebook stays whole, for JupyterLab, Binder, the tests, and readers to whom Voilà renders it.  What it shows is cut
where a variant begins (an id such as "variant-13"), or another page ("page-moving"), and where the chapter speaks of
all of it again ("part-quiz"): an introduction with what belongs to all, a leaf for each variant by its number and for
each page by its name, and the whole on one page, to print.
Every board stays in the slot of its cell, so that one process, or one worker, can answer for any leaf.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from rulebook.chapters import passages
from rulebook.text import words

INTRODUCTION, WHOLE = "", "whole"
SEEN, SEEN_ON_LEAF = 4, 1
"""Boards of a chapter, and of a leaf, that are in sight at first or soon."""
FEW = 20
"""Letters of a sentence too short to tell of a page."""
FEW_ABOVE = 3
"""Outputs above the first board of a page that may be one view with it: a heading, a line, what leads up to a task."""
MOST_OF_RULE = 66
"""Words of its clauses, in the longest language, that a variant's page has at first: with title, sentence and task at
most 120.  What a clause beyond says is behind its name."""
_CLAUSE = re.compile(r'(?=<div class="hk-words" id="rule-([\w.]+)">)')
_BEGINS = re.compile(rf'<div class="hk-words" id="({"|".join(passages.BEGINS)})-([\w-]+)"')
_SAVED = re.compile(_BEGINS.pattern.replace('"', r'\\"'))  # the same in the text of a notebook
_PLACES = re.compile(r'<div class="hk-words[^"]*" id="([^"]+)"')
Outputs = list[dict[str, Any]]


@dataclass(frozen=True)
class Leaf:
    """A page of a chapter: its name ("" the introduction, "13", "moving"), title and summary by language.

    variant: is it that of a variant, whose title and sentence the template says?
    """

    name: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    variant: bool = False


def leaves(folder: Path | None, stem: str) -> tuple[Leaf, ...]:
    """The leaves of a chapter, in its order; () for a chapter that is one page."""
    text = (folder / f"{stem}.ipynb").read_text("utf-8") if folder else ""
    begin = dict.fromkeys(passages.leaf_of(*found) for found in _SAVED.findall(text))
    by_name: dict[str, list[passages.Passage]] = {name: [] for name in begin if name}
    if not all(name.isdecimal() for name in by_name):  # reading a chapter takes longer, and a server waits for it
        for one in passages.passages(folder, stem):
            by_name.setdefault(one.leaf, []).append(one)
        by_name.pop(INTRODUCTION, None)
    found = [_of_variant(name) if name.isdecimal() else _of_page(name, its) for name, its in by_name.items()]
    return tuple(found) if len(found) > 1 else ()


def names(folder: Path | None, stem: str) -> list[str]:
    """The names of all pages that a chapter is printed as: the introduction, its leaves, the whole."""
    found = [one.name for one in leaves(folder, stem)]
    return [INTRODUCTION, *found, WHOLE] if found else [INTRODUCTION]


def _of_variant(name: str) -> Leaf:
    title = words.of_variant(int(name), "title").each(lambda said: f"{name} · {said}")
    return Leaf(name, title, words.of_variant(int(name), "sentence"), variant=True)


def _of_page(name: str, found: Sequence[passages.Passage]) -> Leaf:
    """By its heading, and those of its parts; a page without parts by the first sentence below that tells something."""
    head, *rest = found
    parts = [one.heading for one in rest if one.named and one.level and not one.place.startswith("more-")]
    said = {}
    for lang, heading in head.heading.items():
        names = [part[lang].rpartition(" · ")[2] for part in parts]
        said[lang] = _sentence(head.text[lang]) if not names else "" if names == [heading] else ", ".join(names)
    return Leaf(name, head.heading, {lang: f"{text.rstrip('.')}." if text else "" for lang, text in said.items()})


def _sentence(text: str) -> str:
    """The first sentence of a text that is more than a few words, such as "You are A.", or the first one."""
    sentences = text.split(". ")
    return next((one for one in sentences if len(one) > FEW), sentences[0])


def cut(outputs: Sequence[dict[str, Any]]) -> dict[str, Outputs]:
    """What a chapter shows, by leaf; that of the introduction is what belongs to no other."""
    found: dict[str, Outputs] = {INTRODUCTION: [], WHOLE: list(outputs)}
    name = INTRODUCTION
    for output in outputs:
        if begins := _BEGINS.match(output.get("text", "")):
            name = passages.leaf_of(begins[1], begins[2])
        found.setdefault(name, []).append(output)
    return found


def places(found: Mapping[str, Outputs], boards: Mapping[str, str]) -> dict[str, str]:
    """On which leaf a place of the chapter is (an id, or "board=" and a name), of those not on the introduction.

    boards: the names of boards by their slots.
    """
    return {
        place: name
        for name, outputs in found.items()
        if name not in (INTRODUCTION, WHOLE)
        for output in outputs
        for place in (
            [f"board={boards[output['slot']]}"] if output["kind"] == "widget" else _PLACES.findall(output["text"])
        )
        if place != "board="
    }


def slots_of(outputs: Outputs) -> list[str]:
    """The slots of the widgets among some outputs, in their order."""
    return [one["slot"] for one in outputs if one["kind"] == "widget"]


def in_sight(outputs: Outputs, leaf: str) -> list[str]:
    """The slots of those that have something of their own in the page before it has its boards."""
    return slots_of(outputs)[: SEEN_ON_LEAF if leaf else SEEN]


def shown(outputs: Outputs, name: str, boards: Mapping[str, str]) -> Outputs:
    """What is shown on a leaf, with what the template asks of each output.

    On an introduction the leaves are listed before the `part` that is for all of them, or at the end.  Of a variant
    the template says title and sentence; its free game is `opened` by a click, and so is what is for `later`: all but
    its board, its rule and that game.  The `first` board of a page is one view with what stands above it, unless that
    is more than a heading and a few lines.
    """
    of_leaf = name not in (INTRODUCTION, WHOLE)
    found: Outputs = []
    for output in outputs:
        begins = _BEGINS.match(output.get("text", ""))
        if of_leaf and begins and begins[1] == "variant":
            continue
        one: dict[str, Any] = {"opened": False, "part": False, "first": False, "later": False} | output
        one["part"] = bool(name == INTRODUCTION and begins and begins[1] == "part")
        if of_leaf and output["kind"] == "html":
            one["text"] = _promoted(output["text"])
        if name != WHOLE and not any(before["kind"] == "widget" or before["part"] for before in found):
            one["first"] = name.isdecimal() or (output["kind"] == "widget" and len(found) <= FEW_ABOVE)
        if name.isdecimal():
            one["opened"] = output["kind"] == "widget" and boards[output["slot"]].startswith("play")
            is_rule = output["kind"] == "html" and '<div class="hk-rule">' in output["text"]
            one["later"] = not (is_rule or one["opened"] or not any(before["kind"] == "widget" for before in found))
            if is_rule:
                one["text"] = _shortened(one["text"])
        found.append(one)
    return sorted(found, key=lambda one: one["later"])


def _shortened(html: str) -> str:
    """The rule of a variant: as many clauses as there is room for, and the names of the others, to be opened."""
    head, *parts = _CLAUSE.split(html.rstrip().removesuffix("</div>"))
    said, all_names = [head], {name: words.clause_name(name) for name in parts[::2]}
    many = sum(max(len(one.split()) + 2 for one in names.values()) for names in all_names.values())
    for (name, names), text in zip(all_names.items(), parts[1::2], strict=True):
        many += max(len(words.clause(name, lang).split()) for lang in words.LANGUAGES)
        if many > MOST_OF_RULE:
            named = {lang: f"{words.label(name)} · {escape(names[lang])}" for lang in words.LANGUAGES}
            text = f'<details class="rb-clause"><summary>{words.every(named, "span")}</summary>{text}</details>'
        said.append(text)
    return "".join(said) + "</div>"


def _promoted(html: str) -> str:
    """Headings a level up: that of the page is the template's."""
    return re.sub(r"<(/?)h([234])>", lambda tag: f"<{tag[1]}h{int(tag[2]) - 1}>", html)
