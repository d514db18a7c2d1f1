"""What inflected forms of a word share, in the languages of texts: Snowball's stems."""

from functools import cache, lru_cache
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]

_ALGORITHMS = {"fr": "french", "en": "english", "de": "german", "es": "spanish", "it": "italian", "nl": "dutch"}


@cache
def _stemmer(language: str) -> Any:
    return snowballstemmer.stemmer(_ALGORITHMS[language])


@lru_cache(maxsize=1 << 16)
def stemmed(word: str, language: str) -> str:
    """The stem of a word in small letters; the word itself in a language that has no stemmer here."""
    return str(_stemmer(language).stemWord(word)) if language in _ALGORITHMS else word
