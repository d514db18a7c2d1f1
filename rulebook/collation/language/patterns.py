"""Search a text for many word patterns at once."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

Name = TypeVar("Name")
GRAM = 3  # letters by which a pattern is found
SEVERAL = 60  # ways to say a pattern that are told apart, at most


class Pattern:
    """Whole words of a list of patterns; compiled only where a text has what one of them cannot do without."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        found = [letters for word in words for letters in required_literals(word)]
        self.needed = tuple(dict.fromkeys(found)) if all(found) else ("",)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return compile_words(self._words)

    def spans(self, plain: str) -> list[tuple[int, int]]:
        """Where it stands."""
        return [match.span() for match in self._compiled.finditer(plain)]


class Needed(Generic[Name]):
    """What many patterns cannot do without, by their names, so that a text is asked for all of it at once."""

    def __init__(self, several: Mapping[Name, Sequence[str]]) -> None:
        self._always = [name for name, of in several.items() if any(len(letters) < GRAM for letters in of)]
        found = [(letters, name) for name, of in several.items() for letters in of if len(letters) >= GRAM]
        common = Counter(gram for letters, _ in found for gram in _grams(letters))
        self._by_gram: dict[str, list[tuple[str, Name]]] = {}
        for letters, name in found:
            rarest = min(sorted(_grams(letters)), key=lambda gram: common[gram])
            self._by_gram.setdefault(rarest, []).append((letters, name))

    def of(self, plain: str) -> set[Name]:
        """The patterns that a text may have."""
        text = re.sub(r"\W", " ", f" {plain} ")
        may = set(self._always)
        for gram in _grams(text) & self._by_gram.keys():
            may.update(name for letters, name in self._by_gram[gram] if letters in text)
        return may


class Patterns:
    """Many patterns by name, and where a text has each: hardly one of ten is tried, or even compiled."""

    def __init__(self, patterns: Mapping[str, Pattern]) -> None:
        self._patterns = patterns
        self._order = {name: k for k, name in enumerate(patterns)}
        self._needed = Needed({name: of.needed for name, of in patterns.items()})

    def spans(self, plain: str) -> dict[str, list[tuple[int, int]]]:
        """Where each stands that the text has: by its name, in the order of the patterns."""
        may = sorted(self._needed.of(plain), key=self._order.__getitem__)
        return {name: spans for name in may if (spans := self._patterns[name].spans(plain))}


def _grams(text: str) -> set[str]:
    return {text[k : k + GRAM] for k in range(len(text) - GRAM + 1)}


_MANY = r"(?:(?:[?*+]|\{[^}]*\})\??)"
_INNER = re.compile(rf"\[[^]]*\]{_MANY}?|\\.{_MANY}?|[^]()|\\{{}}[]{_MANY}|[.^$]")  # what may be this or that
_GROUP = re.compile(rf"\((?P<kind>\?:|\?<?[=!])?(?P<within>[^()]*)\)(?P<many>{_MANY})?")  # with no other in it


def required_literals(word: str) -> list[str]:
    """What a text has at least one of if it has the pattern: of each way to say it the most letters in a row.

    A space stands for all that is no letter, and for the ends of the text; a way of which nothing is sure has "".
    """
    ways = [_INNER.sub("\n", word)]
    while any("(" in way for way in ways):
        ways = list(dict.fromkeys(further for way in ways for further in _without_group(way, len(ways))))
    ways = [f" {one}" if one.endswith("'") else f" {one} " for way in ways for one in way.split("|")]
    runs = (re.sub(r"[^\w\n]", " ", way).split("\n") for way in ways)
    longest = (max(several, key=lambda letters: len(letters.strip())) for several in runs)
    return [letters if letters.strip() else "" for letters in longest]


def _without_group(way: str, many: int) -> list[str]:
    """A pattern without the first group that has no other in it: one for each choice, if they are not too many."""
    if not (group := _GROUP.search(way)):
        return [way]
    if group["kind"] not in (None, "?:"):
        choices = [""]  # it looks around, and is no part of what is found
    elif group["many"] or many * (group["within"].count("|") + 1) > SEVERAL:
        choices = ["\n"]
    else:
        choices = group["within"].split("|")
    return [way[: group.start()] + choice + way[group.end() :] for choice in choices]


def compile_words(words: Iterable[str]) -> re.Pattern[str]:
    """Whole words of a list of patterns; what ends in an apostrophe needs no end."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?:(?<=')|(?!\w))")
