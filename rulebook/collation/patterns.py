"""Patterns of words, and where a text has them."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property


class Pattern:
    """Whole words of a list of patterns, looked for only in texts with letters that one of them cannot do without.

    Most sentences have nothing of most concepts: so hardly one pattern of ten is tried, or even compiled.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        needed = [_needed(word) for word in words]
        self._needed = tuple(dict.fromkeys(needed)) if all(needed) else ("",)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return compiled(self._words)

    def spans(self, plain: str) -> list[tuple[int, int]]:
        """Where it stands."""
        for letters in self._needed:
            if letters in plain:
                return [match.span() for match in self._compiled.finditer(plain)]
        return []


_MANY = r"(?:(?:[?*+]|\{[^}]*\})\??)"
_INNER = re.compile(rf"\([^()]*\){_MANY}?|\[[^]]*\]{_MANY}?|\\.{_MANY}?|[^]()|\\{{}}[]{_MANY}|[.^$]")


def _needed(word: str) -> str:
    """The longest run of letters that all has in it which a pattern matches; none if it has parts to choose from."""
    plain, bare = "", word
    while plain != bare:  # brackets within brackets
        plain, bare = bare, _INNER.sub("\n", bare)
    return "" if "|" in plain else max(re.split(r"[^\w' -]+", plain), key=len)


def compiled(words: Iterable[str]) -> re.Pattern[str]:
    """Whole words of a list of patterns; what ends in an apostrophe needs no end."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?:(?<=')|(?!\w))")
