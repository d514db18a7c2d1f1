"""A chapter of several variants is printed as several pages, which one can hold: its leaves.

The notebook stays whole, for JupyterLab, Binder, the tests, and readers to whom Voilà renders it.  What it shows is cut
where a variant begins (an id such as "variant-13") and where the chapter speaks of all of them again ("part-quiz"):
an introduction with what belongs to all, a leaf for each variant by its number, and the whole on one page, to print.
Every board stays in the slot of its cell, so that one process, or one worker, can answer for any leaf.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.publish import search
from rulebook.text import words

INTRODUCTION, WHOLE = "", "whole"
_BEGINS = re.compile(r'<div class="hk-words" id="(variant|part)-(\w+)"')
_PLACES = re.compile(r'<div class="hk-words[^"]*" id="([^"]+)"')
Outputs = list[dict[str, Any]]


@dataclass(frozen=True)
class Leaf:
    """A page of a chapter: its name ("" the introduction, "13", "whole"), title and summary by language."""

    name: str
    title: Mapping[str, str]
    summary: Mapping[str, str]


def leaves(folder: Path | None, stem: str) -> tuple[Leaf, ...]:
    """The leaves of the variants of a chapter, in its order; () for a chapter that is one page."""
    found = [one["place"].partition("-") for one in search.sections(folder, stem)]
    numbers = [name for kind, _, name in found if kind == "variant" and name.isdecimal()]
    return tuple(map(_of_variant, numbers)) if len(numbers) > 1 else ()


def names(folder: Path | None, stem: str) -> list[str]:
    """The names of all pages that a chapter is printed as: the introduction, its leaves, the whole."""
    found = [one.name for one in leaves(folder, stem)]
    return [INTRODUCTION, *found, WHOLE] if found else [INTRODUCTION]


def _of_variant(name: str) -> Leaf:
    title = words.of_variant(int(name), "title").each(lambda said: f"{name} · {said}")
    return Leaf(name, title, words.of_variant(int(name), "sentence"))


def cut(outputs: Sequence[dict[str, Any]]) -> dict[str, Outputs]:
    """What a chapter shows, by leaf; that of the introduction is what belongs to no variant."""
    found: dict[str, Outputs] = {INTRODUCTION: [], WHOLE: list(outputs)}
    name = INTRODUCTION
    for output in outputs:
        if begins := _BEGINS.match(output.get("text", "")):
            name = begins[2] if begins[1] == "variant" else INTRODUCTION
        found.setdefault(name, []).append(output)
    return found


def places(found: Mapping[str, Outputs], boards: Mapping[str, str]) -> dict[str, str]:
    """On which leaf a place of the chapter is (an id, or "board=" and a name), of those that are on a variant's.

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


def shown(outputs: Outputs, name: str, boards: Mapping[str, str]) -> Outputs:
    """What is shown on a leaf, with what the template asks of each output.

    On an introduction the variants are listed before the `part` that is for all of them, or at the end.  Of a variant
    the template says title and sentence; its `first` board is one view with them, its free game is `opened` by a click.
    """
    of_variant = name not in (INTRODUCTION, WHOLE)
    found: Outputs = []
    for output in outputs:
        begins = _BEGINS.match(output.get("text", ""))
        if of_variant and begins and begins[1] == "variant":
            continue
        one: dict[str, Any] = {"opened": False, "part": False, "first": False} | output
        if of_variant:
            one["first"] = not any(before["kind"] == "widget" for before in found)
            if output["kind"] == "html":
                one["text"] = _promoted(output["text"])
            elif output["kind"] == "widget":
                one["opened"] = boards[output["slot"]].startswith("play")
        one["part"] = bool(name == INTRODUCTION and begins and begins[1] == "part")
        found.append(one)
    return found


def _promoted(html: str) -> str:
    """Headings a level up: that of the page is the template's."""
    return re.sub(r"<(/?)h([234])>", lambda tag: f"<{tag[1]}h{int(tag[2]) - 1}>", html)
