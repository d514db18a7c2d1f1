"""What can translate what in rules of games: rows of expressions in French, English and German.

`lexicon/` has them: `fr, fr | en, en | de, de`, a loose one after `~`, under a header that names their part of speech.
No lexicon is complete: it tells which words of a sentence the other side surely speaks of, and which are left over.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from .dictionary import base
from .french import normal
from .stemming import stemmed

LANGUAGES = ("fr", "en", "de")  # the order of the columns
LOOSE = 0.6  # what an expression after ~ is worth, of one
STEM = "~"  # before a stem among the keys of a word
_HEADER = re.compile(r"\[(\w+)\]")
_PLAIN = re.compile(r"[^\W_]+")

Senses = Mapping[int, float]
"""Rows that a word may stand for, and how surely: 1, or `LOOSE`."""


@dataclass(frozen=True, eq=False)
class Expression:
    """A way to say a row: its words as keys, each with its stem, how surely it says it."""

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
    """That of a row, by its number."""
    return _table()[0][at]


@cache
def _small() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found = tomllib.loads(files(__package__).joinpath("small.toml").read_text("utf-8"))
    return {
        kind: {language: tuple(normal(text).split()) for language, text in of.items()} for kind, of in found.items()
    }


@cache
def small(language: str) -> frozenset[str]:
    """Words of a language that say nothing by themselves."""
    return frozenset(_small()["small"][language])


def parts() -> tuple[str, ...]:
    """Parts of German verbs that stand at the end of a clause, longer ones first."""
    return _small()["parts"]["de"]


ELIDED = frozenset(["qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu"])
"""French words before a vowel, without the letter they lose."""


@lru_cache(maxsize=1 << 16)
def keys(word: str, language: str) -> tuple[str, ...]:
    """What a word may be looked up by, the surest first: as it stands, its lemma, their stems."""
    plain = normal(word)
    if language == "fr" and plain in ELIDED:
        plain = word = plain + "e"
    if language not in LANGUAGES:
        return (plain,)
    lemmas = [lemma for lemma in (base(plain, language), base(plain.capitalize(), language)) if lemma]
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
    """One of the table; only those are made that a text may have."""
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
