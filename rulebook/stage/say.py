"""The sentences of a page in every language at once, so that switching the language needs no kernel."""

from collections.abc import Callable, Mapping
from functools import cache

from hedgekit.text.words import Note

from ..text import words
from ..text.words import Words

__all__ = ["Words", "book", "both", "interface", "interface_of", "shown", "shown_of", "spoken"]


def interface_of(*keys: Callable[[str], Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """{language: {key: words}}, typeset; each of `keys` says of a language what words there are under which keys."""
    return {
        lang: {key: words.typeset(text, lang) for found in keys for key, text in found(lang).items()}
        for lang in words.LANGUAGES
    }


@cache
def interface() -> dict[str, dict[str, str]]:
    """{language: {key: sentence}} as `rulebook/text/<language>/interface.toml` has it, typeset."""
    return interface_of(lambda lang: words.table("interface", lang))


def book(key: str, **values: object) -> Words:
    """The text at an address of the book, with the values filled in; LookupError for a text that a language lacks."""
    return words.both(key).filled(**values)


def both(key: str, **values: object) -> Words:
    """Return a sentence of the interface."""
    return book(f"interface.{key}", **values)


def shown(key: str, **values: object) -> Words:
    """Words for something a picture shows (`board.toml`).

    Boards do not carry these words: what they say is said in Python.  A key with a dot ("drawing.1") is the engine's.
    """
    return spoken(Note(key, tuple(values.items())).text) if "." in key else book(f"board.{key}", **values)


def shown_of(game: str) -> Callable[..., Words]:
    """The words of a game's pictures, `[board]` of its `book.<language>.toml`: a function of their key and values."""
    return lambda key, **values: book(f"{game}.board.{key}", **values)


def spoken(says: Callable[[str], str]) -> Words:
    """A sentence of the engine, typeset like all others; `says` is a method such as `game.prompt`."""
    return Words({lang: words.typeset(says(lang), lang) for lang in words.LANGUAGES})
