"""Synonyms in rules of games: groups by language (`synonyms.toml`), compared by stems.

A text is split into `Element`s: its words and known phrases ("goes back", "à la place de") without function words.
Elements that share a key are synonyms.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from .dictionary import lemma, stemmed
from .tokens import FIRST_HALF, SECOND_HALF, Token, normal, unaccented

LONGEST = 6  # words of a phrase
COMPARING = {"plus", "moins"}  # which alone mean neither "at most" nor "at least"
DETACHED = 8  # words between "ne" and its second half, at most
QUE = ("que", "qu'")
_WORD = re.compile(r"[^\W\d_]+'?|\d+")


@dataclass(frozen=True)
class Element:
    """A word or phrase: its keys (stem and numbers of synonym groups), its own stem, its range of tokens.

    free: it may stand anywhere in a sentence; plural: whether it is plural by its ending, None if undecided;
    adverb: it is an adverb by its ending.
    """

    keys: frozenset[str]
    own: str
    start: int
    end: int
    free: bool = False
    plural: bool | None = None
    adverb: bool = False

    def matches(self, other: "Element") -> bool:
        """Return whether the other is the same word in the same number, or a synonym."""
        if self.own == other.own:
            return True
        number = None in (self.plural, other.plural) or self.plural == other.plural
        return number and not self.keys.isdisjoint(other.keys)


@dataclass(frozen=True)
class _Vocabulary:
    """The synonyms of a language, phrase keys -> numbers of groups, and its closed word classes."""

    phrases: Mapping[tuple[str, ...], frozenset[str]]
    light: frozenset[str]
    free: frozenset[str]
    forms: Mapping[str, str]
    particles: frozenset[str]
    invariable: frozenset[str]
    determiners: frozenset[str]


@cache
def synonym_languages() -> frozenset[str]:
    """Return the languages with synonyms."""
    return frozenset(_table())


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text("utf-8"))


def groups(language: str) -> list[list[str]]:
    """Return the synonym groups of a language, each a list of words and phrases."""
    return [[one.strip() for one in group.split(" / ")] for group in _table()[language]["groups"]]


@cache
def _vocabulary(language: str) -> _Vocabulary:
    table = _table()[language]
    rows = [[normal(form) for form in row.split()] for row in table["forms"]]
    forms = {form: row[0] for row in rows for form in row}
    particles = frozenset(table.get("particles", "").split())
    light, invariable, determiners = (
        frozenset(table.get(name, "").split()) for name in ("light", "invariable", "determiners")
    )
    bare = _Vocabulary({}, light, frozenset(), forms, particles, invariable, determiners)
    by_keys: dict[tuple[str, ...], set[str]] = {}
    for number, group in enumerate(groups(language)):
        for phrase in group:
            by_keys.setdefault(_phrase_keys(phrase, language, bare), set()).add(f"({number})")
    found = replace(bare, phrases={keys: frozenset(numbers) for keys, numbers in by_keys.items()})
    free = [_phrase_keys(phrase, language, found) for phrase in table["free"]]
    numbers = [found.phrases.get(keys, frozenset()) for keys in free]
    return replace(found, free=frozenset(key for keys in free for key in keys).union(*numbers))


def _phrase_keys(phrase: str, language: str, words: _Vocabulary) -> tuple[str, ...]:
    """Return the keys of a phrase without a leading article or auxiliary."""
    keys = [_lookup_key(word, language, words) for word in _WORD.findall(phrase) if normal(word) not in ("ne", "n'")]
    light = {_lookup_key(word, language, words) for word in words.light}
    comparing = {_lookup_key(word, language, words) for word in COMPARING}
    while len(keys) > 1 and keys[0] in light and not (len(keys) == 2 and keys[1] in comparing):  # "au moins"
        keys = keys[1:]
    return tuple(keys)


def _lookup_key(word: str, language: str, words: _Vocabulary) -> str:
    """Return the key that the inflected forms of a word share."""
    norm = normal(word)
    norm = words.forms.get(norm, norm)
    if language == "de":
        return _german_key(norm, words)
    third = language == "fr" and len(norm) > SHORT + 2 and norm.endswith("ent") and not norm.endswith("ment")
    if third and lemma(norm, "fr") != norm:  # "adjacent" is no verb
        norm = norm.removesuffix("nt")  # Snowball does not stem "retournent"
    key = stemmed(norm.rstrip("'"), language)
    return unaccented(key) if language == "fr" else key


@lru_cache(maxsize=1 << 14)
def _split_particle(norm: str, particles: frozenset[str]) -> tuple[str, str]:
    """Return the separable prefix of a German verb and the rest: "zurückgelegt"; ("", word) without one."""
    for particle in sorted(particles, key=len, reverse=True):
        rest = norm.removeprefix(particle)
        if rest != norm and len(rest) > SHORT:
            if rest.startswith(("ge", "zu")) and len(rest) > SHORT + 2:
                rest = rest if rest.startswith(("geh", "geb")) else rest[2:]
            return particle, rest
    return "", norm


SHORT = 3  # letters of a stem that is too short

_ENDING = re.compile(r"(?<=\w\w\w)(?:(?:s?t|et)?(?:en|er|em|es|e)|e?st|e?t|n)$")
_PARTICIPLE = re.compile(r"t(?:e[nrsm]?)?$")
_INFLECTED = re.compile(r"e[nrsm]?$")


def _german_key(norm: str, words: _Vocabulary) -> str:
    """Return the key of a German word: without endings, a separable prefix before a bar; umlauts stay: "zählen"."""
    if norm in WHO:
        return f"{norm}-"
    whole = norm in words.particles or norm in words.forms.values()
    particle, rest = ("", norm) if whole else _split_particle(norm, words.particles)
    for form in (rest, f"ge{rest}", _INFLECTED.sub("", rest), _INFLECTED.sub("", f"ge{rest}")) if particle else ():
        if form in words.forms:
            rest = words.forms[form]
            break
    if not particle and rest.startswith("ge") and _PARTICIPLE.search(rest) and len(rest) > SHORT + 4:
        rest = rest[2:]
    bare = _ENDING.sub("", _ENDING.sub("", rest))
    return f"{particle}|{bare}" if particle else bare


WHO = {"wer", "wen", "wem", "wert"}  # words that only seem to have an ending


def elements(text: Sequence[Token], language: str) -> list[Element]:
    """Return the words and phrases of a text in order; the longest known phrase wins."""
    words = _vocabulary(language)
    kept = [k for k, token in enumerate(text) if token.norm not in ("ne", "n'")]
    norms = {k: text[k].norm for k in kept}
    keys = {k: n if n.startswith("#") else _cached_key(text[k].raw, language) for k, n in norms.items()}
    only = restrictions(text).values() if language == "fr" else ()
    found: list[Element] = []
    at = 0
    while at < len(kept):
        for many in range(min(LONGEST, len(kept) - at), 0, -1):
            window = kept[at : at + many]
            if many == 1:
                if window[0] in only or text[window[0]].norm not in words.light:
                    key = _cached_key("seulement", language) if window[0] in only else keys[window[0]]
                    found.append(_word_element(text, window[0], key, language))
                break
            phrase = tuple(keys[k] for k in window)
            if numbers := words.phrases.get(phrase):
                both = numbers | {" ".join(phrase)}
                free = not both.isdisjoint(words.free)
                found.append(Element(both, " ".join(phrase), window[0], window[-1] + 1, free))
                break
        at += many
    return found


def _word_element(text: Sequence[Token], at: int, key: str, language: str) -> Element:
    words, norm = _vocabulary(language), text[at].norm
    both = words.phrases.get((key,), frozenset()) | {key}
    plural = _looks_plural(norm, text[at - 1].norm if at else "", language, words)
    adverb = _ADVERB[language].search(norm) is not None
    return Element(both, key, at, at + 1, not both.isdisjoint(words.free), plural, adverb)


def restrictions(text: Sequence[Token]) -> dict[int, int]:
    """Return the French restrictions in a text ("ne … que", only): index of "ne" -> index of "que"."""
    found = {}
    for k, token in enumerate(text):
        if token.norm in FIRST_HALF:
            after = [(j, text[j].norm) for j in range(k + 1, min(k + DETACHED, len(text)))]
            halves = [(j, norm) for j, norm in after if norm in SECOND_HALF]
            if halves and halves[0][1] in QUE:
                found[k] = halves[0][0]
    return found


_ADVERB = {"fr": re.compile(r"\w{3}ment$"), "en": re.compile(r"\w{3}ly$"), "de": re.compile(r"\w{3}(?:weise|lich)$")}
_NO_PLURAL = re.compile(r"(?:wards|ways|ss|ous|us|is|less)$")


def _looks_plural(norm: str, before: str, language: str, words: _Vocabulary) -> bool | None:
    """Return whether a word is plural by its ending, None if undecided; in English only after a determiner."""
    if language == "de" or norm in words.forms or norm in words.invariable or norm.startswith("#"):
        return None
    if language == "en":
        noun = before in words.determiners or before.startswith("#")
        plain = noun and not _NO_PLURAL.search(norm)
        return norm.endswith("s") if plain else None
    return norm[-1] in "sx"


@lru_cache(maxsize=1 << 14)
def _cached_key(word: str, language: str) -> str:
    return _lookup_key(word, language, _vocabulary(language))


def are_synonymous(one: Sequence[Element], two: Sequence[Element]) -> bool:
    """Return whether two passages match element by element, but not in the same words."""
    if not one or len(one) != len(two) or not all(a.matches(b) for a, b in zip(one, two, strict=True)):
        return False
    return any(a.own != b.own or a.adverb != b.adverb for a, b in zip(one, two, strict=True))
