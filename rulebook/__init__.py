"""The interactive rulebook: its words, boards, chapters and the ways it is published.

    rulebook.Board(game)                                  a board to play on, in any notebook
    rulebook.variant(9), rulebook.example("9.1", seed=1)  what the notebooks of the book call (`rulebook.chapters`)

It knows readers and nothing of rules; those are `hedgekit`'s.
"""

from importlib import import_module
from typing import Any

_OF_CHAPTERS = (
    *("Prose", "Shown", "about", "chapter", "clause", "contents", "example", "glossary", "heading", "known", "lesson"),
    *("measured", "more", "options", "page", "play", "readings", "rule", "say", "told", "try_it", "variant", "without"),
)
_HOMES = {"Board": "boards.board", **dict.fromkeys(_OF_CHAPTERS, "chapters")}
"""Where the public names are: importing the book costs nothing."""

__all__ = ["Board", *_OF_CHAPTERS]


def __getattr__(name: str) -> Any:
    """A public name when it is first asked for (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """What is here, and what will be when it is asked for."""
    return sorted({*globals(), *_HOMES})
