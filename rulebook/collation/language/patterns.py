"""Search a text for many word patterns at once, trying only those whose required literals it contains."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

Name = TypeVar("Name")
GRAM = 3  # letters of an n-gram in the index
ALTERNATIVES = 60  # alternatives of a pattern that are expanded, at most


class Pattern:
    """Whole words given as regular expressions; compiled only for a text that has one of the required literals."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        found = [literal for word in words for literal in required_literals(word)]
        self.literals = tuple(dict.fromkeys(found)) if all(found) else ("",)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return compile_words(self._words)

    def spans(self, plain: str) -> list[tuple[int, int]]:
        """Return the spans of the matches."""
        return [match.span() for match in self._compiled.finditer(plain)]


class LiteralIndex(Generic[Name]):
    """An n-gram index of the required literals of many patterns, by name."""

    def __init__(self, literals: Mapping[Name, Sequence[str]]) -> None:
        self._always = [name for name, of in literals.items() if any(len(literal) < GRAM for literal in of)]
        found = [(literal, name) for name, of in literals.items() for literal in of if len(literal) >= GRAM]
        common = Counter(gram for literal, _ in found for gram in _grams(literal))
        self._by_gram: dict[str, list[tuple[str, Name]]] = {}
        for literal, name in found:
            rarest = min(sorted(_grams(literal)), key=lambda gram: common[gram])
            self._by_gram.setdefault(rarest, []).append((literal, name))

    def candidates(self, plain: str) -> set[Name]:
        """Return the patterns that a text may match."""
        text = re.sub(r"\W", " ", f" {plain} ")
        found = set(self._always)
        for gram in _grams(text) & self._by_gram.keys():
            found.update(name for literal, name in self._by_gram[gram] if literal in text)
        return found


class Patterns:
    """Many patterns by name; for a text, hardly a tenth of them is tried, or even compiled."""

    def __init__(self, patterns: Mapping[str, Pattern]) -> None:
        self._patterns = patterns
        self._order = {name: k for k, name in enumerate(patterns)}
        self._index = LiteralIndex({name: pattern.literals for name, pattern in patterns.items()})

    def spans(self, plain: str) -> dict[str, list[tuple[int, int]]]:
        """Return the spans of the patterns that a text has, by name, in the order of the patterns."""
        candidates = sorted(self._index.candidates(plain), key=self._order.__getitem__)
        return {name: spans for name in candidates if (spans := self._patterns[name].spans(plain))}


def _grams(text: str) -> set[str]:
    return {text[k : k + GRAM] for k in range(len(text) - GRAM + 1)}


_MANY = r"(?:(?:[?*+]|\{[^}]*\})\??)"
_VARIABLE = re.compile(rf"\[[^]]*\]{_MANY}?|\\.{_MANY}?|[^]()|\\{{}}[]{_MANY}|[.^$]")  # no literal letter
_GROUP = re.compile(rf"\((?P<kind>\?:|\?<?[=!])?(?P<within>[^()]*)\)(?P<many>{_MANY})?")  # without nested groups


def required_literals(word: str) -> list[str]:
    """Return literals of which a text that matches a pattern contains at least one: the longest of each alternative.

    A space stands for anything but letters, and for both ends of the text; an alternative without a literal gives "".
    """
    ways = [_VARIABLE.sub("\n", word)]
    while any("(" in way for way in ways):
        ways = list(dict.fromkeys(further for way in ways for further in _expand_group(way, len(ways))))
    ways = [f" {one}" if one.endswith("'") else f" {one} " for way in ways for one in way.split("|")]
    runs = (re.sub(r"[^\w\n]", " ", way).split("\n") for way in ways)
    longest = (max(several, key=lambda letters: len(letters.strip())) for several in runs)
    return [letters if letters.strip() else "" for letters in longest]


def _expand_group(way: str, many: int) -> list[str]:
    """Return a pattern with its first innermost group replaced by each alternative, unless these are too many."""
    if not (group := _GROUP.search(way)):
        return [way]
    if group["kind"] not in (None, "?:"):
        choices = [""]  # a lookaround, which is not part of the match
    elif group["many"] or many * (group["within"].count("|") + 1) > ALTERNATIVES:
        choices = ["\n"]
    else:
        choices = group["within"].split("|")
    return [way[: group.start()] + choice + way[group.end() :] for choice in choices]


def compile_words(words: Iterable[str]) -> re.Pattern[str]:
    """Compile patterns of whole words; one that ends in an apostrophe may be followed by a letter."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?:(?<=')|(?!\w))")
