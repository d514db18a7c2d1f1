"""Write rulebook/stage/view.d.ts: the types of views of boards, sheets and the desk, and of simulations in a page.

    python docs/make_types.py

`make lint` runs this before it checks the types of the pages' code; the file is not in git.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

sys.path.insert(0, str(Path(__file__).parents[1]))

from hedgekit.games.race.play.rounds import Round, Seating, Standing
from rulebook.boards import fields as boards
from rulebook.choosing import fields as choosing
from rulebook.desk import fields as desk
from rulebook.learning import fields as learning
from rulebook.making import fields as making
from rulebook.picture import fields as picture
from rulebook.stage import browser_search, browser_simulation
from rulebook.text.words import Localized

MODULES = (browser_simulation, browser_search, picture, boards, choosing, learning, making, desk)
RECORDS = (Seating, Round, Standing)
"""Values of the rules that pages get unchanged."""
OUT = Path(__file__).parents[1] / "rulebook" / "stage" / "view.d.ts"
PLAIN: dict[Any, str] = {
    str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Localized: "Localized",
}  # fmt: skip


def typescript(kind: Any) -> str:
    """Convert a Python type to TypeScript; TypeError for one that cannot be sent to a page."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind) or is_dataclass(kind):
        return str(kind.__name__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(map(typescript, inner))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (list, Sequence) or inner[1:] == (...,):
        one = typescript(inner[0])
        return f"({one})[]" if "|" in one else f"{one}[]"
    if origin is tuple:
        return f"[{', '.join(map(typescript, inner))}]"
    if origin is Mapping:
        return f"Record<{typescript(inner[0])}, {typescript(inner[1])}>"
    raise TypeError(f"{kind} cannot be sent to a page")


def written() -> str:
    """Return the contents of the file."""
    lines = ["// Written by docs/make_types.py from what Python's TypedDicts and data classes say.", ""]
    lines += [
        "/** What is said in every language: language -> text. */",
        "type Localized = Record<string, string>;",
        "",
    ]
    found = [kind for module in MODULES for kind in vars(module).values() if is_typeddict(kind)]
    for kind in dict.fromkeys([*found, *RECORDS]):  # some are in several modules
        name = kind.__name__
        lines += [f"/** {kind.__doc__} */", f"interface {name} {{"]
        for key, hint in get_type_hints(kind, include_extras=True).items():
            needed = get_origin(hint) is not NotRequired
            annotated = hint if needed else get_args(hint)[0]
            assert get_origin(annotated) is Annotated, f"{name}.{key} has no description"
            what, words = get_args(annotated)
            lines += [f"  /** {words} */", f"  {key}{'' if needed else '?'}: {typescript(what)};"]
        lines += ["}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    OUT.write_text(written(), "utf-8")
