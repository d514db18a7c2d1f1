"""Turns the snapshot of a chapter into the parts of a page: outputs, widget states, code and still pictures."""

import json
import re
from collections.abc import Callable
from typing import Any

from nbconvert.filters.markdown import markdown2html

from rulebook.learning.lessons import lessons
from rulebook.picture.thumbnails import thumbnails
from rulebook.publish import page_split

from . import packages

Add = Callable[[str, str | bytes], str]


def page_parts(stem: str, snapshot: dict[str, Any], add: Add, name: str = "", is_split: bool = False) -> dict[str, Any]:
    """Add the parts of a chapter's page by `add`, and return the content for `page.render_chapter`.

    config (for host.js): the address of the `state`, the `codes` of hidden widgets, the code of each of the `slots`,
    the first answers of boards in sight (`ahead`).  outputs: with a "text", or with a "slot" and its "still" picture.
    modules: addresses of code.  places: those on other pages of a split chapter, with their pages' names.
    thumbnails: pictures of the first task of each page, for an introduction.
    """
    boards = {slot: str(one["state"].get("name", "")) for slot, one in snapshot["slots"].items()}
    pages = page_split.split(snapshot["outputs"])
    by_place = page_split.pages_by_place(pages, boards)
    page = name if is_split else page_split.WHOLE
    outputs = page_split.page_outputs(pages[page], page, boards)
    # Still pictures only where they are in sight: two hundred more, for readers without JavaScript, would be a sixth of
    # the site, a second one on each page 0.8 MB.
    shown, in_sight = set(page_split.widget_slots(outputs)), page_split.slots_in_sight(outputs, name)
    slots = {slot: one for slot, one in snapshot["slots"].items() if slot in shown}
    sources = dict.fromkeys([*snapshot["codes"], *(one["code"] for one in slots.values())])
    codes = {code: add(f"{_code_name(code)}.js", code) for code in sources}
    state = {"cells": snapshot["cells"], "states": _columns({slot: one["state"] for slot, one in slots.items()})}
    return {
        "config": {
            "state": add(f"{stem}{'-' * bool(name)}{name}.packed", _compress_json(state)),
            "codes": [codes[code] for code in snapshot["codes"]],
            "slots": {slot: codes[one["code"]] for slot, one in slots.items()},
            "ahead": {slot: _add_first_answers(slots[slot], add) for slot in in_sight if slots[slot]["ahead"]},
        },
        "outputs": [
            one | {"still": _add_still(slots[one["slot"]]["picture"], add) if one["slot"] in in_sight else {}}
            if one["kind"] == "widget"
            else one  # the Markdown of a reader's own notebook becomes HTML
            | ({"kind": "html", "text": markdown2html(one["text"])} if one["kind"] == "prose" else {})
            for one in outputs
        ],
        "modules": list(codes.values()),
        "thumbnails": _thumbnails(pages, boards) if is_split and not name else {},
        "places": {place: other for place, other in by_place.items() if other != page != page_split.WHOLE},
    }


def _compress_json(data: Any) -> bytes:
    return packages.compress(json.dumps(data, separators=(",", ":")).encode())


def _thumbnails(pages: dict[str, page_split.Outputs], boards: dict[str, str]) -> dict[str, str]:
    tasks, found = lessons(), {}
    for name, outputs in pages.items():
        names = [boards[slot] for slot in page_split.widget_slots(outputs) if boards[slot] in tasks]
        if names and name not in (page_split.INTRODUCTION, page_split.WHOLE):
            found[name] = tasks[names[0]].game(), tasks[names[0]].goal.cells
    return thumbnails(found)


def _add_first_answers(slot: dict[str, Any], add: Add) -> str:
    """Add the first answers of a board (`rulebook.boards.prefetch`), which a page fetches after its state."""
    return add("ahead.packed", _compress_json({"v": slot["state"]["_view"]["v"], "answers": slot["ahead"]}))


_ACCESSIBLE_TEXT = re.compile(r'<(title|desc)\b.*?</\1>| (?:aria-[\w-]+|data-[\w-]+|role|lang)="[^"]*"', re.DOTALL)


def _add_still(picture: str, add: Add) -> dict[str, str]:
    """Add the still picture of a widget, and return its address and size; {} for a widget without one.

    The image has an empty `alt`, so its texts are removed; boards that look alike share a file.
    """
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    if element_id := re.search(r'<svg[^>]* id="(still-[^"]+)"', picture):
        picture = picture.replace(element_id[1], "s")
    picture = _ACCESSIBLE_TEXT.sub("", picture)
    return {"src": add("still.svg", picture), "width": size[1], "height": size[2]} if size else {}


def _columns(states: dict[str, dict[str, Any]]) -> list[Any]:
    """Return states by trait instead of by slot, which compresses better.

    [trait, key, {slot: value}] for each key of a trait that is a dictionary; [trait, null, {slot: value}] for others.
    """
    columns: dict[tuple[str, str | None], dict[str, Any]] = {}
    for slot, state in states.items():
        for trait, value in state.items():
            for key, part in value.items() if isinstance(value, dict) and value else [(None, value)]:
                columns.setdefault((trait, key), {})[slot] = part
    return [[*names, column] for names, column in columns.items()]


def _code_name(code: str) -> str:
    """Return the file name of a widget's code: the name of its style, if it has one."""
    found = re.search(r'const KEY = "hedgekit-([a-z]+)"', code)
    return found[1] if found else "board"
