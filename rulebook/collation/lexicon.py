"""Which words of two languages speak of the same: an everyday dictionary, and what looks alike.

No dictionary is whole.  What it is asked is which words of a sentence the other surely speaks of, and which are left
over on each side: what is left over may say anything.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rapidfuzz import fuzz

from .french import normal
from .stemming import stemmed

_WORD = re.compile(r"[^\W\d_]+")
LANGUAGES = ("fr", "en", "de")  # the order of the columns
ALIKE = 80  # of 100, from which on two long words are one in two languages: "volcan", "volcano"
LONG = 5  # letters of these
SHORT = 3  # letters of a form of a German verb, at least
PART = 4  # letters of a part of a German compound
_PREFIX = re.compile(
    r"(ab|an|auf|aus|bei|durch|ein|fort|heraus|herunter|hin|hinauf|hinein|hinunter|hinzu|los|mit|nach|um|unter|vor|vorbei"
    r"|weg|weiter|wieder|zu|zurück|zusammen|über)(?:ge|zu)?(?=\w{3})"
)

_OF_SEVERAL = re.compile(r"(?:ent|ez)$")  # French verbs, whose stemmer leaves "bloquent" as it is

Senses = frozenset[int]
NONE: Senses = frozenset()


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text("utf-8"))


@cache
def _senses(language: str) -> Mapping[str, Senses]:
    """Stem -> the entries that it may be."""
    found: dict[str, set[int]] = {}
    lines = [line for kind, text in _table().items() if kind != "small" for line in text.split("\n") if line.strip()]
    for at, line in enumerate(lines):
        for word in normal(line.split(" / ")[LANGUAGES.index(language)]).split():
            found.setdefault(_stem(word, language), set()).add(at)
    return {word: frozenset(senses) for word, senses in found.items()}


@cache
def small(language: str) -> frozenset[str]:
    """Words of a language that say nothing by themselves."""
    return frozenset(normal(_table()["small"][language]).split())


def _stem(word: str, language: str) -> str:
    """The stem of a word; in French without the mark of a plural first, for "vergers" is no verb."""
    if language == "fr" and len(word) > PART and word[-1] in "sx":
        word = word[:-1]
    return stemmed(word, language)


@lru_cache(maxsize=1 << 15)
def senses(word: str, language: str) -> Senses:
    """The entries that a word in small letters may be; in German also by a part of it."""
    if language not in LANGUAGES:
        return NONE
    known = _senses(language)
    if language == "fr" and word.endswith(("ent", "ez")):
        return known.get(_stem(word, language)) or known.get(_stem(_OF_SEVERAL.sub("er", word), language), NONE)
    if language != "de":
        return known.get(_stem(word, language), NONE)
    prefix = _PREFIX.match(word)
    rest = word[prefix.end() :] if prefix else ""
    for form in (word, word.removeprefix("ge"), prefix[1] + rest if prefix else "", rest):
        if len(form) >= SHORT and (found := _inflected(form, known)):
            return found
    return _of_parts(word, known)


def _inflected(word: str, known: Mapping[str, Senses]) -> Senses:
    """What a German word may be as it stands, or as a form of a verb: "behindert", "spielst"."""
    for end in ("", "t", "et", "st", "te", "ten"):
        if word.endswith(end) and (found := known.get(stemmed(word[: len(word) - len(end)], "de"))):
            return found
    return NONE


def _of_parts(word: str, known: Mapping[str, Senses]) -> Senses:
    """What the longest end of a compound may be, and its beginning."""
    for at in range(PART - 1, len(word) - PART + 1):
        if end := known.get(stemmed(word[at:], "de")):
            start = word[:at].rstrip("s") if word[:at] not in known else word[:at]
            return end | known.get(stemmed(start, "de"), known.get(stemmed(start.rstrip("n"), "de"), NONE))
    return NONE


@dataclass(frozen=True)
class Word:
    """A word of a sentence that says something: where it stands, what it is, what it may speak of."""

    at: int
    text: str
    senses: Senses


def words(plain: str, language: str) -> list[Word]:
    """The words of a sentence, as `plainly` makes it, that say something."""
    none = small(language) if language in LANGUAGES else frozenset()
    return [
        Word(match.start(), match[0], senses(match[0], language))
        for match in _WORD.finditer(plain)
        if match[0] not in none and len(match[0]) > 1
    ]


def alike(one: Word, other: Word) -> bool:
    """Do two words speak of the same, by the dictionary or by their looks?"""
    if one.senses & other.senses:
        return True
    if one.text == other.text:
        return True
    return min(len(one.text), len(other.text)) >= LONG and fuzz.ratio(one.text, other.text) >= ALIKE


def linked(mine: Sequence[Word], theirs: Sequence[Word]) -> list[tuple[Word, Word]]:
    """Words of two sentences that speak of the same, each at most once, those with the fewest partners first."""
    partners = [[other for other in theirs if alike(one, other)] for one in mine]
    taken: set[int] = set()
    found = []
    for one, others in sorted(zip(mine, partners, strict=True), key=lambda pair: len(pair[1])):
        free = [other for other in others if other.at not in taken]
        if free:
            best = min(free, key=lambda other: len(other.senses - one.senses))
            taken.add(best.at)
            found.append((one, best))
    return sorted(found, key=lambda pair: pair[0].at)
