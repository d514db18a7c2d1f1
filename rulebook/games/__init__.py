"""The games as the book shows them, a folder each: drawing, tasks, words, and which chapter is about the game."""

from importlib import import_module

from hedgekit.games import ADDED

from ..text import words


def chapters() -> dict[str, str]:
    """Return the stem of the notebook about each game that has a chapter of its own."""
    names = words.game_folders().keys() - ADDED.keys()
    own = {name: getattr(import_module(f"{__name__}.{name}"), "CHAPTER", "") for name in sorted(names)}
    return {name: stem for name, stem in own.items() if stem} | {name: words.chapter_of(name) for name in ADDED}
