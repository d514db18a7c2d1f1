"""Look up words, lemmas (simplemma) and stems (Snowball), each dictionary when it is first asked for.

Without simplemma no word is known: the book in a browser leaves it out, it would be a tenth of the download.
"""

import re
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]

LANGUAGES = ("fr", "en", "de")


@cache
def _simplemma() -> ModuleType | None:
    try:
        import simplemma  # an extra of the desk
    except ModuleNotFoundError:
        return None
    return simplemma


@lru_cache(maxsize=1 << 14)
def lemma(norm: str, language: str | None) -> str | None:
    """The dictionary word of an inflected form; None if it is not a word of the language."""
    library = _simplemma()
    if library is None or language not in LANGUAGES:
        return None
    bare = norm.rstrip("'")
    for form in _spelled(bare, language) if bare else ():  # an apostrophe that is a letter may stand alone
        if library.is_known(form, lang=language):
            return str(library.lemmatize(form, lang=language)).casefold()
    return None


def _spelled(norm: str, language: str) -> list[str]:
    """How a compared form may be spelled in the dictionary: nouns with their capital, ligatures, German sharp s."""
    forms = [norm]
    if language == "de":  # a word with a capital is a noun before it is anything else
        forms += [norm.capitalize(), *([norm.replace("ss", "ß")] if "ss" in norm else [])]
    if "oe" in norm:
        forms.append(norm.replace("oe", "œ"))
    return forms


_SPELLINGS = {
    "en": [("our", "or"), ("tre", "ter"), ("is", "iz"), ("ys", "yz"), ("ey", "ay"), ("ogue", "og"), ("ough", "ow"),
           ("mme", "m"), ("que", "ck"), ("ce", "se"), ("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("ae", "e")],
    "fr": [("ef", "é"), ("oe", "e"), ("ill", "y")],
    "de": [("ph", "f"), ("th", "t"), ("ss", "s"), ("c", "k"), ("ä", "e")],
}  # fmt: skip


def are_spelling_variants(one: str, other: str, language: str | None) -> bool:
    """Are these two spellings of one word, by country or time: "colour" and "color", "clef" and "clé"?"""
    return any(
        re.sub(f"(?<=\\w){longer}", shorter, form) == twin and form != twin
        for longer, shorter in _SPELLINGS.get(language or "", ())
        for form, twin in ((one, other), (other, one))
    )


_SOUNDS = [
    (r"eau|au", "o"), (r"ph", "f"), (r"qu|k|c(?=[aourl])|c$", "k"), (r"c(?=[eiy])|ç", "s"), (r"g(?=[eiy])", "j"),
    (r"(?<=[aeiou])s(?=[aeiou])", "z"), (r"(?:ain|ein|in|im)(?![aeiouynm])", "9"),
    (r"(?:an|en|am|em)(?=[bcdfgjklpqrstvxz]|$)", "8"), (r"(?:on|om)p?(?=[bcdfgjklpqrstvxz]|$)", "7"),
    (r"ai|ei|et$|er$|ez$|é|è|ê", "E"), (r"h", ""), (r"y", "i"), (r"(.)\1+", r"\1"),
    (r"E+(?:e?s|e|t)?$", "E"), (r"(?<=[bcdfgjklmnpqrstvxz])es?$", "_"), (r"[sxztdpe]+$", ""), (r"[ck]$", ""),
]  # fmt: skip


@lru_cache(maxsize=1 << 12)
def _sound(norm: str) -> str:
    """About how a French word sounds."""
    for letters, sound in _SOUNDS:
        norm = re.sub(letters, sound, norm)
    return norm


def are_homophones(one: str, other: str, language: str | None) -> bool:
    """Do two French words sound the same, so that the one is a slip for the other: "compter", "conter"?"""
    return language == "fr" and _sound(one) == _sound(other)


def are_different_words(one: str, other: str, language: str | None) -> bool:
    """Are both words of the language, and two different ones: "levée", "lavée"?"""
    bases = lemma(one, language), lemma(other, language)
    apart = None not in bases and bases[0] != bases[1]
    return apart and not are_spelling_variants(one, other, language) and not are_homophones(one, other, language)


_ALGORITHMS = {"fr": "french", "en": "english", "de": "german", "es": "spanish", "it": "italian", "nl": "dutch"}


@cache
def _stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(_ALGORITHMS[language])


@lru_cache(maxsize=1 << 16)
def stemmed(word: str, language: str) -> str:
    """The stem of a word in small letters; the word itself in a language that has no stemmer here."""
    return str(_stemmer(language).stemWord(word)) if language in _ALGORITHMS else word
