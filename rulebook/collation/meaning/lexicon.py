"""The bilingual lexicon: expressions in French, English and German, and the words of a sentence looked up in it.

A row is `fr, fr | en, en | de, de`; `~` marks a loose translation; a header names the part of speech.  The lexicon is
not complete: it tells which words of a sentence the other side surely has, and which are left over.
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
LOOSE = 0.6  # what an expression after ~ is worth, of one
STEM = "~"  # before a stem among the keys of a word
_HEADER = re.compile(r"\[(\w+)\]")
_PLAIN = re.compile(r"[^\W_]+")

Senses = Mapping[int, float]
"""Rows that a word may stand for, and how surely: 1, or `LOOSE`."""


@dataclass(frozen=True, eq=False)
class Expression:
    """An expression of a row: its words as keys, each with its stem, and how sure it is."""

    keys: tuple[tuple[str, str], ...]
    row: int
    worth: float

    @cached_property
    def rest(self) -> tuple[tuple[str, str], ...]:
        """All but its first word."""
        return self.keys[1:]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of these."""
        return frozenset(stem for _, stem in self.rest)


@cache
def _table() -> tuple[tuple[str, ...], Mapping[str, Sequence[tuple[str, int, float]]]]:
    """The part of speech of each row, and the expressions of each language: (text, row, worth)."""
    rows: list[str] = []
    said: dict[str, list[tuple[str, int, float]]] = {language: [] for language in LANGUAGES}
    pos = ""
    folder = files(__package__).joinpath("lexicon")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        for line in file.read_text("utf-8").splitlines():
            if header := _HEADER.fullmatch(line.strip()):
                pos = header[1]
            elif line.strip() and not line.startswith("#"):
                for language, column in zip(LANGUAGES, line.split(" | "), strict=True):
                    for text in column.split(","):
                        bare = text.strip()
                        said[language].append((bare.lstrip("~ "), len(rows), LOOSE if bare[:1] == STEM else 1.0))
                rows.append(pos)
    return tuple(rows), said


def part_of_speech(at: int) -> str:
    """The part of speech of a row, by its number."""
    return _table()[0][at]


@cache
def _small() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found = tomllib.loads(files(__package__).joinpath("small.toml").read_text("utf-8"))
    return {
        kind: {language: tuple(normal(text).split()) for language, text in of.items()} for kind, of in found.items()
    }


@cache
def small(language: str) -> frozenset[str]:
    """The function words of a language."""
    return frozenset(_small()["small"][language])


def parts() -> tuple[str, ...]:
    """Parts of German verbs that stand at the end of a clause, longer ones first."""
    return _small()["parts"]["de"]


ELIDED = frozenset(["qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu"])
"""French words before a vowel, without the letter they lose."""


@lru_cache(maxsize=1 << 16)
def keys(word: str, language: str) -> tuple[str, ...]:
    """The lookup keys of a word, the surest first: itself, its lemma, their stems."""
    plain = normal(word)
    if language == "fr" and plain in ELIDED:
        plain = word = plain + "e"
    if language not in LANGUAGES:
        return (plain,)
    lemmas = [one for one in (lemma(plain, language), lemma(plain.capitalize(), language)) if one]
    forms = list(dict.fromkeys([plain, *lemmas]))
    return (*forms, *dict.fromkeys(STEM + stemmed(form, language) for form in forms))


@cache
def _beginning(language: str) -> Mapping[str, Sequence[int]]:
    """Which expressions of a language begin with a key: a word, or its stem; by their places in the table."""
    found: dict[str, list[int]] = defaultdict(list)
    for at, (text, *_) in enumerate(_table()[1].get(language, ())):
        if words := _kept(text, language):
            found[words[0]].append(at)
            found[STEM + stemmed(words[0], language)].append(at)
    return found


def _kept(text: str, language: str) -> list[str]:
    """The words of an expression that are looked for."""
    words = [normal(word) for word in _PLAIN.findall(text)]
    bare = _small()["bare"].get(language, ())
    return [word for word in words if word not in bare] or words


@cache
def _expression(at: int, language: str) -> Expression:
    """An expression of the table, made when a text may contain it."""
    text, of, worth = _table()[1][language][at]
    return Expression(tuple((word, STEM + stemmed(word, language)) for word in _kept(text, language)), of, worth)


@lru_cache(maxsize=1 << 14)
def starting(word: tuple[str, ...], language: str) -> Sequence[Expression]:
    """The expressions that a word, by its keys, may begin."""
    known = _beginning(language)
    return tuple(_expression(at, language) for at in dict.fromkeys(at for key in word for at in known.get(key, ())))


@lru_cache(maxsize=1 << 14)
def alone(word: tuple[str, ...], language: str) -> Senses:
    """The rows that a word, by its keys, says by itself."""
    found: dict[int, float] = {}
    for one in starting(word, language):
        if not one.rest:
            found[one.row] = max(found.get(one.row, 0), one.worth)
    return found


@lru_cache(maxsize=1 << 14)
def beginning(word: tuple[str, ...], language: str) -> Sequence[Expression]:
    """The expressions of several words that a word, by its keys, may begin."""
    return tuple(one for one in starting(word, language) if one.rest)


GAP = 2  # words that may stand between two of an expression
PART = 4  # letters of a part of a German compound, at least
_TOKEN = re.compile(  # "1er" is one
    r"[^\W\d_]+|\d+(?:(?:er|[eè]re|i?[eè]me|e|st|nd|rd|th)s?(?![^\W_]))?|[.,;:!?()…—–]"
)


@dataclass(eq=False)
class Word:
    """A word: where it stands, how it is written and looked up, what it may stand for.

    light: it says little by itself; within: the rows of expressions of several words that it is one of; parts: how many
    words of another language a compound may be; name: what its inflected forms are called by, its shortest stem.
    """

    at: int
    text: str
    keys: tuple[str, ...]
    light: bool
    clause: int
    senses: dict[int, float] = field(default_factory=dict)
    within: set[int] = field(default_factory=set)
    parts: int = 1
    name: str = ""

    def parts_of_speech(self) -> frozenset[str]:
        """Those of the rows that it surely stands for, or of all if there is none."""
        sure = [at for at, worth in self.senses.items() if worth == 1] or list(self.senses)
        return frozenset(part_of_speech(at) for at in sure)


@lru_cache(maxsize=4096)
def gloss(text: str, language: str) -> Sequence[Word]:
    """Look up the words of a sentence, without numbers and punctuation."""
    lights = small(language) if language in LANGUAGES else frozenset()
    counting = languages()[language].numbers if language in languages() else ()
    found: list[Word] = []
    clause = 0
    for match in _TOKEN.finditer(text.replace("\u2019", "'")):
        if not match[0][0].isalpha():
            clause += not match[0][0].isdecimal()
            continue
        of = keys(match[0], language)
        light = of[0] in lights or len(of[0]) == 1 or of[0] in counting
        found.append(Word(match.start(), match[0], of, light, clause, name=_name(of)))
    if language in LANGUAGES:
        there = {key for word in found for key in word.keys}
        for k in range(len(found)):
            _expressions(found, k, language, there)
        if language == "de":
            for word in found:
                if not word.senses:
                    senses, word.parts = _of_parts(word.keys[0])
                    word.senses.update(senses)
    return found


@lru_cache(maxsize=1 << 14)
def _name(of: tuple[str, ...]) -> str:
    return min(of, key=lambda key: (key[0] != "~", len(key)))


def _expressions(words: Sequence[Word], k: int, language: str, there: Set[str]) -> None:
    """What a word stands for, and what it begins; there: the keys of all words of the sentence."""
    for at, worth in alone(words[k].keys, language).items():
        words[k].senses[at] = max(words[k].senses.get(at, 0), worth)
    for one in beginning(words[k].keys, language):
        if not one.stems <= there:  # a word that is there has its stem among its keys
            continue
        reached = [k]
        for key, stem in one.rest:
            here = range(reached[-1] + 1, min(reached[-1] + 2 + GAP, len(words)))
            said = (i for i in here if words[i].clause == words[k].clause)
            at = next((i for i in said if key in words[i].keys or stem in words[i].keys), 0)
            if not at:
                break
            reached.append(at)
        else:
            for i in reached:
                words[i].senses[one.row] = max(words[i].senses.get(one.row, 0), one.worth)
                words[i].within.add(one.row)


@cache
def _joined() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(parts())})(?:zu|ge)?(\w{{3,}})")


@lru_cache(maxsize=1 << 14)
def _of_parts(word: str) -> tuple[Senses, int]:
    """What a German word may stand for without the part before its verb, or by both parts of a compound; how many."""
    if prefix := _joined().fullmatch(word):
        for form in (prefix[1] + prefix[2], prefix[2]):
            if found := _alone(form):
                return found, 1
    for at in range(PART - 1, len(word) - PART + 1):
        if end := _alone(word[at:]):
            start = word[:at]
            for form in (
                start,
                start.removesuffix("s"),
                start.removesuffix("n"),
                start + "e",
                start.removesuffix("en"),
            ):
                if len(form) >= PART - 1 and (begun := _alone(form)):
                    return {**begun, **end}, 2
            return end, 2
    return {}, 1


def _alone(form: str) -> Mapping[int, float]:
    """What a part of a German word may stand for by itself."""
    return alone((*keys(form, "de"), *keys(form.capitalize(), "de")), "de")
