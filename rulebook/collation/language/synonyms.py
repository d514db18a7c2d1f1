"""Synonyms in rules of games: groups by language (`synonyms.toml`), compared by stems.

A text becomes a list of `Element`s: its words and known phrases ("goes back", "à la place de") without function words.
Two elements that share a key are synonyms.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from .dictionary import base, stemmed
from .tokens import FIRST_HALF, SECOND_HALF, Token, normal, unaccented

LONGEST = 6  # words of a turn
COMPARING = {"plus", "moins"}  # which by themselves say neither "at most" nor "at least"
DETACHED = 8  # words between "ne" and its second half, at most
QUE = ("que", "qu'")
_WORD = re.compile(r"[^\W\d_]+'?|\d+")


@dataclass(frozen=True)
class Element:
    """A word or turn: what it may be said by, its own stem, which words of the text it is.

    free: may it stand anywhere; several: does its ending tell several things, None where it tells nothing;
    adverb: is it one by its ending, which is no ending of number or gender.
    """

    keys: frozenset[str]
    own: str
    start: int
    end: int
    free: bool = False
    several: bool | None = None
    adverb: bool = False

    def same(self, other: "Element") -> bool:
        """Does the other say the same?"""
        if self.own == other.own:
            return True
        number = None in (self.several, other.several) or self.several == other.several
        return number and not self.keys.isdisjoint(other.keys)


@dataclass(frozen=True)
class _Words:
    """What is known of a language: turns by their words, how long they are at most, and closed classes."""

    turns: Mapping[tuple[str, ...], frozenset[str]]
    light: frozenset[str]
    free: frozenset[str]
    forms: Mapping[str, str]
    particles: frozenset[str]
    invariable: frozenset[str]
    determiners: frozenset[str]


@cache
def known() -> frozenset[str]:
    """The languages in which synonyms are known."""
    return frozenset(_table())


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text("utf-8"))


def groups(language: str) -> list[list[str]]:
    """The groups of a language, each a list of words and turns."""
    return [[one.strip() for one in group.split(" / ")] for group in _table()[language]["groups"]]


@cache
def _known(language: str) -> _Words:
    table = _table()[language]
    rows = [[normal(form) for form in row.split()] for row in table["forms"]]
    forms = {form: row[0] for row in rows for form in row}
    particles = frozenset(table.get("particles", "").split())
    light, invariable, determiners = (
        frozenset(table.get(name, "").split()) for name in ("light", "invariable", "determiners")
    )
    bare = _Words({}, light, frozenset(), forms, particles, invariable, determiners)
    turns: dict[tuple[str, ...], set[str]] = {}
    for number, group in enumerate(groups(language)):
        for turn in group:
            turns.setdefault(_turn(turn, language, bare), set()).add(f"({number})")
    named = replace(bare, turns={turn: frozenset(numbers) for turn, numbers in turns.items()})
    free = [named.turns.get(_turn(turn, language, named), frozenset()) for turn in table["free"]]
    words = frozenset(key for turn in table["free"] for key in _turn(turn, language, named))
    return replace(named, free=words.union(*free))


def _turn(turn: str, language: str, words: _Words) -> tuple[str, ...]:
    """A turn as it is looked up: without its article or auxiliary at the beginning."""
    keys = [_key(word, language, words) for word in _WORD.findall(turn) if normal(word) not in ("ne", "n'")]
    light = {_key(word, language, words) for word in words.light}
    comparing = {_key(word, language, words) for word in COMPARING}
    while len(keys) > 1 and keys[0] in light and not (len(keys) == 2 and keys[1] in comparing):  # "au moins"
        keys = keys[1:]
    return tuple(keys)


def _key(word: str, language: str, words: _Words) -> str:
    """What the inflected forms of a word share; German verbs keep their umlaut: "zählen", "zahlen"."""
    norm = normal(word)
    norm = words.forms.get(norm, norm)
    if language == "de":
        return _german(norm, words)
    third = language == "fr" and len(norm) > SHORT + 2 and norm.endswith("ent") and not norm.endswith("ment")
    if third and base(norm, "fr") != norm:  # "adjacent" is no verb
        norm = norm.removesuffix("nt")  # Snowball leaves "retournent"
    key = stemmed(norm.rstrip("'"), language)
    return unaccented(key) if language == "fr" else key


@lru_cache(maxsize=1 << 14)
def _split(norm: str, particles: frozenset[str]) -> tuple[str, str]:
    """A German verb without the particle it begins with, and the particle: "zurückgelegt"."""
    for particle in sorted(particles, key=len, reverse=True):
        rest = norm.removeprefix(particle)
        if rest != norm and len(rest) > SHORT:
            if rest.startswith(("ge", "zu")) and len(rest) > SHORT + 2:
                rest = rest if rest.startswith(("geh", "geb")) else rest[2:]
            return particle, rest
    return "", norm


SHORT = 3  # letters of what a particle stands before, at most too few


_ENDING = re.compile(r"(?<=\w\w\w)(?:(?:s?t|et)?(?:en|er|em|es|e)|e?st|e?t|n)$")
_PARTICIPLE = re.compile(r"t(?:e[nrsm]?)?$")
_INFLECTED = re.compile(r"e[nrsm]?$")


def _german(norm: str, words: _Words) -> str:
    """A German word without its endings, a verb with its particle before a bar; umlauts stay: "zählen", "zahlen"."""
    if norm in WHO:
        return f"{norm}-"
    whole = norm in words.particles or norm in words.forms.values()
    particle, rest = ("", norm) if whole else _split(norm, words.particles)
    for form in (rest, f"ge{rest}", _INFLECTED.sub("", rest), _INFLECTED.sub("", f"ge{rest}")) if particle else ():
        if form in words.forms:
            rest = words.forms[form]
            break
    if not particle and rest.startswith("ge") and _PARTICIPLE.search(rest) and len(rest) > SHORT + 4:
        rest = rest[2:]
    bare = _ENDING.sub("", _ENDING.sub("", rest))
    return f"{particle}|{bare}" if particle else bare


WHO = {"wer", "wen", "wem", "wert"}  # no words with an ending


def elements(text: Sequence[Token], language: str) -> list[Element]:
    """The words and turns of a text in its order; of turns the longest known one counts."""
    words = _known(language)
    kept = [k for k, token in enumerate(text) if token.norm not in ("ne", "n'")]
    keys = {k: _key_of(text[k], language) for k in kept}
    only = restrictions(text).values() if language == "fr" else ()
    found: list[Element] = []
    at = 0
    while at < len(kept):
        for many in range(min(LONGEST, len(kept) - at), 0, -1):
            window = kept[at : at + many]
            if many == 1:
                if window[0] in only or text[window[0]].norm not in words.light:
                    key = _key_here("seulement", language) if window[0] in only else keys[window[0]]
                    found.append(_word(text, window[0], key, language))
                break
            said = tuple(keys[k] for k in window)
            if numbers := words.turns.get(said):
                both = numbers | {" ".join(said)}
                free = not both.isdisjoint(words.free)
                found.append(Element(both, " ".join(said), window[0], window[-1] + 1, free))
                break
        at += many
    return found


def _word(text: Sequence[Token], at: int, key: str, language: str) -> Element:
    """One word as an element."""
    words, norm = _known(language), text[at].norm
    both = words.turns.get((key,), frozenset()) | {key}
    several = _several(norm, text[at - 1].norm if at else "", language, words)
    adverb = _ADVERB[language].search(norm) is not None
    return Element(both, key, at, at + 1, not both.isdisjoint(words.free), several, adverb)


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


def _several(norm: str, before: str, language: str, words: _Words) -> bool | None:
    """Does the ending of a word tell several things?  An English one after an article or its like: others are verbs."""
    if language == "de" or norm in words.forms or norm in words.invariable or norm.startswith("#"):
        return None
    if language == "en":
        noun = before in words.determiners or before.startswith("#")
        plain = noun and not _NO_PLURAL.search(norm)
        return norm.endswith("s") if plain else None
    return norm[-1] in "sx"


def _key_of(token: Token, language: str) -> str:
    return token.norm if token.norm.startswith("#") else _key_here(token.raw, language)


@lru_cache(maxsize=1 << 14)
def _key_here(word: str, language: str) -> str:
    return _key(word, language, _known(language))


def synonymous(one: Sequence[Element], two: Sequence[Element]) -> bool:
    """Do two stretches say the same, element by element, though not in the same words?"""
    if not one or len(one) != len(two) or not all(a.same(b) for a, b in zip(one, two, strict=True)):
        return False
    return any(a.own != b.own or a.adverb != b.adverb for a, b in zip(one, two, strict=True))
