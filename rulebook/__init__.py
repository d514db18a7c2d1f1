"""The interactive rulebook: its words, boards, chapters and the ways it is published.

    rulebook.Board(game)                                  a board to play on, in any notebook
    rulebook.variant(9), rulebook.example("9.1", seed=1)  what the notebooks of the book call (`rulebook.chapters`)

It knows readers and nothing of rules; those are `hedgekit`'s.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it, without the time `typing` takes
if TYPE_CHECKING:
    from typing import Any

_OF_CHAPTERS = (
    *("Prose", "Shown", "about", "chapter", "clause", "contents", "example", "glossary", "heading", "known", "lesson"),
    *("measured", "more", "options", "page", "play", "readings", "rule", "say", "told", "try_it", "variant", "without"),
)
_HOMES = {"Board": "boards.board", **dict.fromkeys(_OF_CHAPTERS, "chapters")}
"""Where the public names are: importing the book costs nothing."""

__all__ = ["Board", *_OF_CHAPTERS]


def __getattr__(name: str) -> "Any":
    """A public name when it is first asked for (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """What is here, and what will be when it is asked for."""
    return sorted({*globals(), *_HOMES})


MOVED = {
    "boards.svg": "picture.svg", "boards.art": "picture.art", "boards.drawings": "picture.drawing",
    "boards.drawing": "picture.drawing", "boards.at_table": "boards.table_mode",
    "choosing.choose": "choosing.authors_sheet", "desk.pair": "desk.readings_sheet",
    "learning.chapter": "learning.default_chapter", "publish.counting": "publish.engine_files",
    "publish.places": "publish.paths", "publish.server.link": "publish.server.page_socket",
    "stage.browser_games": "stage.browser_simulation", "stage.say": "stage.localized",
    "text.folding": "text.notebook_prose",
}  # fmt: skip
"""Former name of a module -> its present one.  The former works for one edition, with a warning."""


class _Moved:
    """Import hook: a module that is asked for by its former name is the present one."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> "Any":
        """Find what has moved, and nothing else."""
        package, _, below = name.partition(".")
        if package != __name__ or below not in MOVED:
            return None
        from hedgekit.lazy_imports import spec_of_moved  # here: importing the book costs nothing

        return spec_of_moved(name, f"{__name__}.{MOVED[below]}")


sys.meta_path.insert(0, _Moved)
