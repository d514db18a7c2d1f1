"""What a chapter that was run once consists of: outputs, states of widgets and their code, as parts of a page."""

import json
import re
from collections.abc import Callable
from typing import Any

from nbconvert.filters.markdown import markdown2html

from rulebook.learning.lessons import lessons
from rulebook.picture.strips import strips
from rulebook.publish import page_split

from . import packages

Add = Callable[[str, str | bytes], str]


def shown(stem: str, found: dict[str, Any], add: Add, leaf: str = "", several: bool = False) -> dict[str, Any]:
    """The parts of a chapter (`freeze.main`), or of a leaf of it, which `add` gives their addresses by their names.

    Returns `page` (for host.js: the address of the `state`, the `codes` of widgets that show nothing, the code of each
    of the `slots`), `outputs` (for the template: with a "text", or a "slot" and its "still": where the picture
    is, which pages that show it share), `modules` (code) and `places` (the leaf of every place that is not on this one;
    several: is the chapter cut into leaves?), and `strips` (a picture of each leaf, for the list of them on an
    introduction: of its first task).
    """
    boards = {name: str(slot["state"].get("name", "")) for name, slot in found["slots"].items()}
    cut = page_split.cut(found["outputs"])
    name = leaf if several else page_split.WHOLE
    mine = page_split.shown(cut[name], name, boards)
    # Two hundred pictures more would be a sixth of the whole site, for whoever has no JavaScript at all; a second one
    # on each leaf is 0.8 MB.
    wanted, first = set(page_split.slots_of(mine)), page_split.in_sight(mine, leaf)
    slots = {name: slot for name, slot in found["slots"].items() if name in wanted}
    every = dict.fromkeys([*found["codes"], *(slot["code"] for slot in slots.values())])
    codes = {code: add(f"{_name(code)}.js", code) for code in every}
    state = {"cells": found["cells"], "states": _columns({name: slot["state"] for name, slot in slots.items()})}
    packed = packages.packed(json.dumps(state, separators=(",", ":")).encode())
    return {
        "page": {
            "state": add(f"{stem}{'-' * bool(leaf)}{leaf}.packed", packed),
            "codes": [codes[code] for code in found["codes"]],
            "slots": {name: codes[slot["code"]] for name, slot in slots.items()},
            "ahead": {name: _prepared(slots[name], add) for name in first if slots[name]["ahead"]},
        },
        "outputs": [
            one | {"still": _still(slots[one["slot"]]["picture"], add) if one["slot"] in first else {}}
            if one["kind"] == "widget"
            else one  # the prose of a reader's own notebook is shown as HTML
            | ({"kind": "html", "text": markdown2html(one["text"])} if one["kind"] == "prose" else {})
            for one in mine
        ],
        "modules": list(codes.values()),
        "strips": _strips(cut, boards) if several and not leaf else {},
        "places": {
            place: other for place, other in page_split.places(cut, boards).items() if other != name != page_split.WHOLE
        },
    }


def _strips(cut: dict[str, page_split.Outputs], boards: dict[str, str]) -> dict[str, str]:
    tasks, found = lessons(), {}
    for leaf, outputs in cut.items():
        names = [boards[slot] for slot in page_split.slots_of(outputs) if boards[slot] in tasks]
        if names and leaf not in (page_split.INTRODUCTION, page_split.WHOLE):
            found[leaf] = tasks[names[0]].game(), tasks[names[0]].goal.cells
    return strips(found)


def _prepared(slot: dict[str, Any], add: Add) -> str:
    """What a board will answer first (`rulebook.boards.prefetch`), for a page to fetch beside its state."""
    found = {"v": slot["state"]["_view"]["v"], "answers": slot["ahead"]}
    return add("ahead.packed", packages.packed(json.dumps(found, separators=(",", ":")).encode()))


_TOLD = re.compile(r'<(title|desc)\b.*?</\1>| (?:aria-[\w-]+|data-[\w-]+|role|lang)="[^"]*"', re.DOTALL)


def _still(picture: str, add: Add) -> dict[str, str]:
    """Where the picture of a widget is, and how large; {} of a widget that has none.

    It is shown as an image that is not told, so what tells of it goes; boards that look alike share theirs.
    """
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    if name := re.search(r'<svg[^>]* id="(still-[^"]+)"', picture):
        picture = picture.replace(name[1], "s")
    picture = _TOLD.sub("", picture)
    return {"src": add("still.svg", picture), "width": size[1], "height": size[2]} if size else {}


def _columns(states: dict[str, dict[str, Any]]) -> list[Any]:
    """States by what is in them instead of by slot: alike things side by side are packed smaller.

    [trait, key, {slot: value}] for each key of a trait that is a dictionary; [trait, null, {slot: value}] of any other.
    """
    found: dict[tuple[str, str | None], dict[str, Any]] = {}
    for slot, state in states.items():
        for trait, value in state.items():
            for key, part in value.items() if isinstance(value, dict) and value else [(None, value)]:
                found.setdefault((trait, key), {})[slot] = part
    return [[*names, column] for names, column in found.items()]


def _name(code: str) -> str:
    """What a widget's code is called: by the name it gives its style, if it has one."""
    found = re.search(r'const KEY = "hedgekit-([a-z]+)"', code)
    return found[1] if found else "board"
