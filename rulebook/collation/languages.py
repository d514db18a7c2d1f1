"""Number words and words of duty in the languages a translation may be in; any other is checked by its digits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from . import french
from .french import normal


@dataclass(frozen=True)
class Language:
    """What is known of a language.

    numbers: number word -> value, from two on ("one" is an article too often); must, may: patterns of whole words.
    """

    numbers: Mapping[str, float]
    must: re.Pattern[str]
    may: re.Pattern[str]


def _numbers(text: str) -> dict[str, float]:
    return {word: value for value, words in enumerate(text.split(), 2) for word in words.split("/")}


LANGUAGES: Mapping[str, Language] = {
    "fr": Language(
        {word: value for word, value in french.NUMBERS.items() if value > 1},
        re.compile(rf"\b(?:{french.MODALS['must']})\b"),
        re.compile(rf"\b(?:{french.MODALS['may']})\b"),
    ),
    "en": Language(
        _numbers("two/twice/both three/thrice four five six seven eight nine ten eleven twelve thirteen fourteen"),
        re.compile(r"\b(?:must|shall|ha(?:s|ve) to|needs? to|is to|are to|obliged|required|compulsory|mandatory)\b"),
        re.compile(r"\b(?:may|might|can|could|allowed|permitted|possible|optional(?:ly)?|wish(?:es)?|likes?)\b"),
    ),
    "de": Language(
        _numbers("zwei/zwo/zweimal/beide/beiden drei/dreimal vier fünf sechs sieben acht neun zehn elf zwölf dreizehn"),
        re.compile(r"\b(?:muss|muß|müssen|müsste|soll|sollen|verpflichtet|zwingend|nötig)\b"),
        re.compile(r"\b(?:darf|dürfen|kann|können|könnte|erlaubt|möglich|freiwillig)\b"),
    ),
}
_WORD = re.compile(r"(?<![\w])[-−]?\d+|[^\W\d_]+")


def numbers(text: str, language: str) -> Counter[float]:
    """The numbers of a text, written in digits or words; one and zero are left out."""
    words = LANGUAGES[language].numbers if language in LANGUAGES else {}
    found: Counter[float] = Counter()
    for word in _WORD.findall(normal(text)):
        value = float(word.replace("−", "-")) if word[-1].isdecimal() else words.get(word)
        if value is not None and value not in (0, 1):
            found[value] += 1
    return found


def duties(text: str, language: str) -> frozenset[str]:
    """What a text says of duty: "must", "may", both or neither."""
    known = LANGUAGES.get(language)
    if known is None:
        return frozenset()
    said = normal(text)
    return frozenset(name for name, pattern in (("must", known.must), ("may", known.may)) if pattern.search(said))
