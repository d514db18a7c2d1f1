"""What a chapter that was run once consists of: outputs, states of widgets and their code, as parts of a page."""

import json
import re
from collections.abc import Callable
from typing import Any

from . import packages


def shown(stem: str, found: dict[str, Any], add: Callable[[str, str | bytes], str]) -> dict[str, Any]:
    """The parts of a chapter (`freeze.main`), which `add` gives their addresses by their names.

    Returns `page` (for host.js: the address of the `state`, the `codes` of widgets that show nothing, the code of each
    of the `slots`), `outputs` (for the template: with a "text", or a "slot" and its "picture") and `modules` (code).
    """
    slots = found["slots"]
    every = dict.fromkeys([*found["codes"], *(slot["code"] for slot in slots.values())])
    codes = {code: add(f"{_name(code)}.js", code) for code in every}
    state = {"cells": found["cells"], **_columns({name: slot["state"] for name, slot in slots.items()})}
    packed = packages.packed(json.dumps(state, separators=(",", ":")).encode())
    return {
        "page": {
            "state": add(f"{stem}.packed", packed),
            "codes": [codes[code] for code in found["codes"]],
            "slots": {name: codes[slot["code"]] for name, slot in slots.items()},
        },
        "outputs": [
            one | {"picture": slots[one["slot"]]["picture"]} if one["kind"] == "widget" else one
            for one in found["outputs"]
        ],
        "modules": list(codes.values()),
    }


def _columns(states: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """States by trait, and views by what is in them, instead of by slot: alike things side by side are packed smaller.

    `whole`: {trait: {slot: value}}; `parts`: {trait: {key: {slot: value}}}, of traits that are dictionaries.
    """
    whole: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for slot, state in states.items():
        for trait, value in state.items():
            if isinstance(value, dict) and value:
                for key, part in value.items():
                    parts.setdefault(trait, {}).setdefault(key, {})[slot] = part
            else:
                whole.setdefault(trait, {})[slot] = value
    return {"whole": whole, "parts": parts}


def _name(code: str) -> str:
    """What a widget's code is called: by the name it gives its style, if it has one."""
    found = re.search(r'const KEY = "hedgekit-([a-z]+)"', code)
    return found[1] if found else "board"
