"""The bilingual lexicon (French, English, German), and the words of a sentence looked up in it.

A row is `fr, fr | en, en | de, de`; `~` marks a loose translation; a header names the part of speech.  The lexicon is
incomplete: it tells which words of a sentence certainly have a counterpart, and which are left over.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from ..language.dictionary import lemma, stemmed
from ..language.languages import languages
from ..language.tokens import normal

LANGUAGES = ("fr", "en", "de")  # the order of the columns
LOOSE = 0.6  # the worth of a loose translation; that of others is 1
STEM = "~"  # marks a stem among the lookup keys of a word
_HEADER = re.compile(r"\[(\w+)\]")
_PLAIN = re.compile(r"[^\W_]+")

Senses = Mapping[int, float]
"""Row of the lexicon -> how surely a word has this sense: 1, or `LOOSE`."""


@dataclass(frozen=True, eq=False)
class Expression:
    """An expression of a row: the (word, stem) of each of its significant words, and its worth."""

    keys: tuple[tuple[str, str], ...]
    row: int
    worth: float

    @cached_property
    def rest(self) -> tuple[tuple[str, str], ...]:
        """All but the first word."""
        return self.keys[1:]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the rest."""
        return frozenset(stem for _, stem in self.rest)


@cache
def _table() -> tuple[tuple[str, ...], Mapping[str, Sequence[tuple[str, int, float]]]]:
    """Return the part of speech of each row, and the expressions of each language: (text, row, worth)."""
    rows: list[str] = []
    expressions: dict[str, list[tuple[str, int, float]]] = {language: [] for language in LANGUAGES}
    pos = ""
    folder = files(__package__).joinpath("lexicon")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        for line in file.read_text("utf-8").splitlines():
            if header := _HEADER.fullmatch(line.strip()):
                pos = header[1]
            elif line.strip() and not line.startswith("#"):
                for language, column in zip(LANGUAGES, line.split(" | "), strict=True):
                    for text in map(str.strip, column.split(",")):
                        worth = LOOSE if text[:1] == STEM else 1.0
                        expressions[language].append((text.lstrip("~ "), len(rows), worth))
                rows.append(pos)
    return tuple(rows), expressions


@cache
def _word_lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found = tomllib.loads(files(__package__).joinpath("function_words.toml").read_text("utf-8"))
    return {
        kind: {language: tuple(normal(text).split()) for language, text in of.items()} for kind, of in found.items()
    }


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the function words of a language."""
    return frozenset(_word_lists()["function"][language])


ELIDED = frozenset(["qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu"])
"""French words elided before a vowel."""


@lru_cache(maxsize=1 << 16)
def lookup_keys(word: str, language: str) -> tuple[str, ...]:
    """Return the lookup keys of a word, the most certain first: itself, its lemmas, their stems."""
    plain = normal(word)
    if language == "fr" and plain in ELIDED:
        plain = word = plain + "e"
    if language not in LANGUAGES:
        return (plain,)
    lemmas = [one for one in (lemma(plain, language), lemma(plain.capitalize(), language)) if one]
    forms = list(dict.fromkeys([plain, *lemmas]))
    return (*forms, *dict.fromkeys(STEM + stemmed(form, language) for form in forms))


@cache
def _index(language: str) -> Mapping[str, Sequence[int]]:
    """Return the index of the expressions of a language: key of the first word -> positions in the table."""
    found: dict[str, list[int]] = defaultdict(list)
    for at, (text, *_) in enumerate(_table()[1].get(language, ())):
        if words := _significant_words(text, language):
            found[words[0]].append(at)
            found[STEM + stemmed(words[0], language)].append(at)
    return found


def _significant_words(text: str, language: str) -> list[str]:
    """Return the words of an expression that a sentence must have."""
    words = [normal(word) for word in _PLAIN.findall(text)]
    optional = _word_lists()["optional"].get(language, ())
    return [word for word in words if word not in optional] or words


@cache
def _expression(at: int, language: str) -> Expression:
    """Return an expression of the table, built only when a text may contain it."""
    text, row, worth = _table()[1][language][at]
    keys = tuple((word, STEM + stemmed(word, language)) for word in _significant_words(text, language))
    return Expression(keys, row, worth)


@lru_cache(maxsize=1 << 14)
def _expressions_starting(keys: tuple[str, ...], language: str) -> Sequence[Expression]:
    """Return the expressions that may start with the word of these keys."""
    index = _index(language)
    return tuple(_expression(at, language) for at in dict.fromkeys(at for key in keys for at in index.get(key, ())))


@lru_cache(maxsize=1 << 14)
def _word_senses(keys: tuple[str, ...], language: str) -> Senses:
    """Return the senses of the word of these keys by itself."""
    found: dict[int, float] = {}
    for one in _expressions_starting(keys, language):
        if not one.rest:
            found[one.row] = max(found.get(one.row, 0), one.worth)
    return found


@lru_cache(maxsize=1 << 14)
def _phrases_starting(keys: tuple[str, ...], language: str) -> Sequence[Expression]:
    """Return the expressions of several words that may start with the word of these keys."""
    return tuple(one for one in _expressions_starting(keys, language) if one.rest)


GAP = 2  # other words between two words of a phrase, at most
PART = 4  # letters of a part of a German compound, at least
_TOKEN = re.compile(  # "1er" is one token
    r"[^\W\d_]+|\d+(?:(?:er|[eè]re|i?[eè]me|e|st|nd|rd|th)s?(?![^\W_]))?|[.,;:!?()…—–]"
)


@dataclass(eq=False)
class Word:
    """A word of a sentence.

    light: a function word, single letter or number word; senses: rows that it may stand for; phrase_rows: rows of
    phrases that it belongs to; capacity: how many words it may translate, 2 for a compound; name: its shortest stem,
    shared by its inflected forms.
    """

    at: int
    text: str
    keys: tuple[str, ...]
    light: bool
    clause: int
    senses: dict[int, float] = field(default_factory=dict)
    phrase_rows: set[int] = field(default_factory=set)
    capacity: int = 1
    name: str = ""

    def parts_of_speech(self) -> frozenset[str]:
        """Return the parts of speech of its certain senses, or of all senses if none is certain."""
        sure = [at for at, worth in self.senses.items() if worth == 1] or list(self.senses)
        return frozenset(_table()[0][at] for at in sure)


@lru_cache(maxsize=4096)
def gloss(text: str, language: str) -> Sequence[Word]:
    """Return the words of a sentence with their senses; numbers in digits and punctuation are left out."""
    lights = function_words(language) if language in LANGUAGES else frozenset()
    numbers = languages()[language].numbers if language in languages() else ()
    found: list[Word] = []
    clause = 0
    for match in _TOKEN.finditer(text.replace("\u2019", "'")):
        if not match[0][0].isalpha():
            clause += not match[0][0].isdecimal()
            continue
        keys = lookup_keys(match[0], language)
        light = keys[0] in lights or len(keys[0]) == 1 or keys[0] in numbers
        found.append(Word(match.start(), match[0], keys, light, clause, name=_shortest_stem(keys)))
    if language in LANGUAGES:
        present = {key for word in found for key in word.keys}
        for k in range(len(found)):
            _add_senses(found, k, language, present)
        if language == "de":
            for word in found:
                if not word.senses:
                    senses, word.capacity = _compound_senses(word.keys[0])
                    word.senses.update(senses)
    return found


@lru_cache(maxsize=1 << 14)
def _shortest_stem(keys: tuple[str, ...]) -> str:
    return min(keys, key=lambda key: (key[0] != STEM, len(key)))


def _add_senses(words: Sequence[Word], k: int, language: str, present: Set[str]) -> None:
    """Add the senses of a word, and those of the phrases it starts; present: the keys of all words of the sentence."""
    for at, worth in _word_senses(words[k].keys, language).items():
        words[k].senses[at] = max(words[k].senses.get(at, 0), worth)
    for phrase in _phrases_starting(words[k].keys, language):
        if not phrase.stems <= present:  # the keys of a word include its stem
            continue
        matched = [k]
        for key, stem in phrase.rest:
            window = range(matched[-1] + 1, min(matched[-1] + 2 + GAP, len(words)))
            in_clause = (i for i in window if words[i].clause == words[k].clause)
            at = next((i for i in in_clause if key in words[i].keys or stem in words[i].keys), 0)
            if not at:
                break
            matched.append(at)
        else:
            for i in matched:
                words[i].senses[phrase.row] = max(words[i].senses.get(phrase.row, 0), phrase.worth)
                words[i].phrase_rows.add(phrase.row)


@cache
def _separable_verb() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(_word_lists()['prefixes']['de'])})(?:zu|ge)?(\w{{3,}})")


@lru_cache(maxsize=1 << 14)
def _compound_senses(word: str) -> tuple[Senses, int]:
    """Return the senses of a German separable verb or compound by its parts, and the number of its parts."""
    if verb := _separable_verb().fullmatch(word):
        for form in (verb[1] + verb[2], verb[2]):
            if found := _part_senses(form):
                return found, 1
    for at in range(PART - 1, len(word) - PART + 1):
        if end := _part_senses(word[at:]):
            start = word[:at]
            stems = (start.removesuffix("s"), start.removesuffix("n"), start + "e", start.removesuffix("en"))
            for form in (start, *stems):
                if len(form) >= PART - 1 and (begun := _part_senses(form)):
                    return {**begun, **end}, 2
            return end, 2
    return {}, 1


def _part_senses(form: str) -> Mapping[int, float]:
    """Return the senses of a part of a German word by itself, as a noun or anything else."""
    return _word_senses((*lookup_keys(form, "de"), *lookup_keys(form.capitalize(), "de")), "de")
