"""The sentences of a board, in every language at once: boards send all of them, so that switching needs no kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hedgekit.text.words import Note

from ..text import words


@cache
def interface() -> dict[str, dict[str, str]]:
    """{language: {key: sentence}} as `rulebook/text/<language>/interface.toml` has it, typeset."""
    return {
        lang: {key: words.typeset(text, lang) for key, text in words.table("interface", lang).items()}
        for lang in words.LANGUAGES
    }


def both(key: str, **values: object) -> dict[str, str]:
    """{language: sentence} with the values filled in; KeyError for a key that a language lacks."""
    return {lang: table[key].format(**values) if values else table[key] for lang, table in interface().items()}


@cache
def _pictures() -> dict[str, dict[str, str]]:
    """{language: {key: sentence}} of what is drawn, as `rulebook/text/<language>/board.toml` has it, typeset."""
    return {
        lang: {key: words.typeset(text, lang) for key, text in words.table("board", lang).items()}
        for lang in words.LANGUAGES
    }


def shown(key: str, **values: object) -> dict[str, str]:
    """{language: words} for something a picture shows, with the values filled in; KeyError like `both`.

    Boards do not carry these words: what they say is said in Python.  A key with a dot ("drawing.1") is the engine's.
    """
    if "." in key:
        return spoken(Note(key, tuple(values.items())).text)
    return {lang: table[key].format(**values) if values else table[key] for lang, table in _pictures().items()}


def spoken(says: Callable[[str], str]) -> dict[str, str]:
    """{language: sentence} of the engine, typeset like all others; `says` is a method such as `game.prompt`."""
    return {lang: words.typeset(says(lang), lang) for lang in words.LANGUAGES}
