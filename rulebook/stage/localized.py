"""Texts of the book and of the engine in every language at once, so that switching the language needs no kernel."""

from collections.abc import Callable, Mapping
from functools import cache

from hedgekit.renamed import former_attributes
from hedgekit.text.words import Note

from ..text import words
from ..text.words import Localized as Localized

_FORMER = {
    "Words": "Localized", "both": "ui_text", "book": "book_text", "shown": "picture_text", "shown_of": "picture_texts",
    "spoken": "engine_text",
}  # fmt: skip
"""Former name -> present one.  The former works for one edition, with a warning."""


def typeset_tables(*tables: Callable[[str], Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return {language: {key: text}}, typeset; each of `tables` maps a language to {key: text}."""
    return {
        lang: {key: words.typeset(text, lang) for found in tables for key, text in found(lang).items()}
        for lang in words.LANGUAGES
    }


@cache
def ui_texts() -> dict[str, dict[str, str]]:
    """Return the texts of the interface (`interface.toml`), typeset: {language: {key: text}}."""
    return typeset_tables(lambda lang: words.table("interface", lang))


def book_text(key: str, **values: object) -> Localized:
    """Return the text at an address of the book, with values filled in.  LookupError if a language lacks it."""
    return words.both(key).filled(**values)


def ui_text(key: str, **values: object) -> Localized:
    """Return a text of the interface (`interface.toml`)."""
    return book_text(f"interface.{key}", **values)


def cited(clause: str) -> Localized:
    """Return a clause as refusals cite it: "(clause 5)", or by its name if it has no number, as some house rules."""
    named = not clause[-1:].isdigit() and words.has(f"{words.subject_of(clause)}.names.{clause}")
    return (words.clause_name(clause) if named else ui_text("rule", clause=words.label(clause))).each("({})".format)


def picture_text(key: str, **values: object) -> Localized:
    """Return a text about a picture, from `board.toml`, which pages do not get, or the engine's ("drawing.1")."""
    return engine_text(Note(key, tuple(values.items())).text) if "." in key else book_text(f"board.{key}", **values)


def picture_texts(game: str) -> Callable[..., Localized]:
    """Return `picture_text` for the pictures of a game, whose texts are `[board]` of its `book.<language>.toml`."""
    return lambda key, **values: book_text(f"{game}.board.{key}", **values)


def engine_text(in_language: Callable[[str], str]) -> Localized:
    """Return a sentence of the engine, typeset; `in_language` is a method such as `game.prompt`."""
    return Localized({lang: words.typeset(in_language(lang), lang) for lang in words.LANGUAGES})


__getattr__ = former_attributes(__name__, _FORMER)
