"""A project's own glossary: which word of a translation stands for which word of its source.

A line of it is "source = translation", or "source = one / another" where either will do; other lines are left alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from .aligning import Pair
from .comparing import combined
from .finding import Finding, Place, differs, told_apart
from .stemming import stemmed

Agreed = tuple[str, tuple[str, ...]]
MOST = 500  # lines of a glossary that are heeded
_LINE = re.compile(r"\s*([^=]{1,80}?)\s*=\s*(\S[^=]{0,200}?)\s*$")
_WORD = re.compile(r"[^\W_]+")


def entries(glossary: str) -> list[Agreed]:
    """What is agreed on: (source, its translations); of two lines about a word, as after a merge, either will do."""
    found: dict[str, Agreed] = {}
    for one in filter(None, map(_LINE.match, glossary.splitlines()[:MOST])):
        source, into = found.get(one[1].casefold(), (one[1], ()))
        more = filter(None, map(str.strip, one[2].split("/")))
        found[one[1].casefold()] = source, tuple(dict.fromkeys([*into, *more]))
    return list(found.values())


def disputed(mine: str, theirs: str) -> list[str]:
    """The words that two glossaries translate otherwise."""
    others = {source.casefold(): into for source, into in entries(theirs)}
    return [source for source, into in entries(mine) if set(others.get(source.casefold(), into)) != set(into)]


def check_glossary(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> list[Finding]:
    """Sentences whose source has a word that was agreed on, and whose translation has none of those agreed for it."""
    return told_apart(list(_lacking(pairs, agreed, languages)))


def _lacking(pairs: Iterable[Pair], agreed: Sequence[Agreed], languages: tuple[str, str]) -> Iterator[Finding]:
    forms = [
        (source, into, _words(source, languages[0]), [_words(one, languages[1]) for one in into])
        for source, into in agreed
    ]
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        places = [Place.of(combined(side)) for side in (pair.a, pair.b)]
        mine, theirs = (_words(place.text, language) for place, language in zip(places, languages, strict=True))
        for source, into, wanted, allowed in forms:
            if _holds(mine, wanted) and not any(_holds(theirs, one) for one in allowed):
                yield differs("synonym", pair.variant, places, "agreed", "synonym", a=source, b=" / ".join(into))


Word = tuple[str, str]
"""A word and its stem."""


def _holds(said: Sequence[Word], wanted: Sequence[Word]) -> bool:
    """Are these words there, one after another?"""
    many = len(wanted)
    return many > 0 and any(all(map(_same, said[i:], wanted)) for i in range(len(said) - many + 1))


def _same(one: Word, other: Word) -> bool:
    """The same stem, or the same word with an ending: stemmers take some nouns ("hérissons") for verbs."""
    short, long = sorted((one[0], other[0]), key=len)
    return one[1] == other[1] or (len(short) > SHORT and long.startswith(short) and len(long) - len(short) <= ENDING)


SHORT, ENDING = 3, 2  # letters


def _words(text: str, language: str) -> list[Word]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return [(word, stemmed(word, language)) for word in words]
