"""The interactive rulebook: its words, boards and chapters, and the ways to publish it.

    rulebook.Board(game)                                  a board to play on, in any notebook
    rulebook.variant(9), rulebook.example("9.1", seed=1)  functions for notebooks (`rulebook.chapters`)

The book contains no rules: those are in `hedgekit`.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it, without the time `typing` takes
if TYPE_CHECKING:
    from typing import Any

_OF_CHAPTERS = (
    *("Prose", "Shown", "about", "chapter", "clause", "contents", "example", "glossary", "heading", "known", "lesson"),
    *("measured", "more", "narrated", "options", "page", "play", "readings", "rule", "say", "try_it", "variant"),
    "without",
)
_HOMES = {"Board": "boards.board", **dict.fromkeys((*_OF_CHAPTERS, "told"), "chapters")}
"""The modules of the public names (`told` is deprecated), so that importing the book costs nothing."""

__all__ = ["Board", *_OF_CHAPTERS]


def __getattr__(name: str) -> "Any":
    """Import a public name on first use (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """List the names imported so far and those available on first use."""
    return sorted({*globals(), *_HOMES})


MOVED = {
    "boards.svg": "picture.svg", "boards.art": "picture.art", "boards.drawings": "picture.drawing",
    "boards.drawing": "picture.drawing", "boards.at_table": "boards.table_mode",
    "choosing.choose": "choosing.authors_sheet", "desk.pair": "desk.readings_sheet",
    "learning.chapter": "learning.default_chapter", "measuring.sisters": "measuring.games",
    "publish.counting": "publish.engine_files", "publish.places": "publish.paths",
    "publish.site": "publish.page_context", "publish.server.link": "publish.server.page_socket",
    "publish.server.readers": "publish.server.sessions",
    "stage.browser_games": "stage.browser_simulation", "stage.say": "stage.localized",
    "text.folding": "text.notebook_prose",
}  # fmt: skip
"""Former name of a module -> its present name.  The former name works for one edition, with a warning."""


class _Moved:
    """An import hook that finds modules by their former names."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> "Any":
        """Find modules that have moved, and no others."""
        package, _, below = name.partition(".")
        if package != __name__ or below not in MOVED:
            return None
        from hedgekit.lazy_imports import spec_of_moved  # here: importing the book costs nothing

        return spec_of_moved(name, f"{__name__}.{MOVED[below]}")


sys.meta_path.insert(0, _Moved)
