"""Look up lemmas (simplemma) and stems (Snowball); dictionaries are loaded on first use.

Without simplemma no word is known: the book in a browser leaves it out, as it would be a tenth of the download.
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
    """Return the lemma of an inflected form; None if it is not a word of the language."""
    library = _simplemma()
    if library is None or language not in LANGUAGES:
        return None
    bare = norm.rstrip("'")
    for form in _dictionary_spellings(bare, language) if bare else ():  # empty if the word was an apostrophe
        if library.is_known(form, lang=language):
            return str(library.lemmatize(form, lang=language)).casefold()
    return None


def _dictionary_spellings(norm: str, language: str) -> list[str]:
    """Return the spellings that a normalized form may have: a noun's capital, ligatures, the German sharp s."""
    forms = [norm]
    if language == "de":
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
    """Return whether these are regional or historical spellings of one word: "colour" and "color", "clef" and "clé"."""
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
    """Return an approximate phonetic key of a French word."""
    for letters, sound in _SOUNDS:
        norm = re.sub(letters, sound, norm)
    return norm


def are_homophones(one: str, other: str, language: str | None) -> bool:
    """Return whether two French words sound the same, so that one may be a slip for the other: "compter", "conter"."""
    return language == "fr" and _sound(one) == _sound(other)


def are_different_words(one: str, other: str, language: str | None) -> bool:
    """Return whether both are words of the language with different lemmas: "levée", "lavée"."""
    lemmas = lemma(one, language), lemma(other, language)
    differ = None not in lemmas and lemmas[0] != lemmas[1]
    return differ and not are_spelling_variants(one, other, language) and not are_homophones(one, other, language)


_ALGORITHMS = {"fr": "french", "en": "english", "de": "german", "es": "spanish", "it": "italian", "nl": "dutch"}


@cache
def _stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(_ALGORITHMS[language])


@lru_cache(maxsize=1 << 16)
def stemmed(word: str, language: str) -> str:
    """Return the stem of a lower-case word; the word itself in a language without a stemmer."""
    return str(_stemmer(language).stemWord(word)) if language in _ALGORITHMS else word
