"""What a text calls its own things, learned from the text: a word of the source and the one that comes where it comes.

Where a sentence lacks the one and has the one of another thing, a thing was put in the place of another.  No dictionary
knows the words of a game, and a text of a few pages is enough: they come again and again.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from .concepts import places
from .french import normal
from .stemming import stemmed

TWICE = 2  # sentences that two words share, at least
ALIKE = 0.8  # of the sentences of both, which they share (Dice)
SHORTEST = 3  # letters of a word that names a thing
_SPACES = re.compile(r"\s+")

Texts = tuple[str, str]


def exchanged_words(pairs: Sequence[Texts], languages: tuple[str, str]) -> Iterator[tuple[int, str, str]]:
    """Of some pairs of sentences, those with a thing in the place of another: (which pair, what it is, what is put)."""
    sides = [[_words(pair[k], languages[k]) for pair in pairs] for k in (0, 1)]
    called = _called(sides[0], sides[1])
    calls: dict[str, set[str]] = defaultdict(set)
    for word, others in called.items():
        for other in others:
            calls[other].add(word)
    for at, (mine, theirs) in enumerate(zip(*sides, strict=True)):
        texts = [normal(text) for text in pairs[at]]  # a word may be within another: "Hafenplättchen"
        lost = [word for word in mine if word in called and not any(other in texts[1] for other in called[word])]
        gained = [word for word in theirs if word in calls and not any(other in texts[0] for other in calls[word])]
        if lost and gained and mine[lost[0]] != theirs[gained[0]]:  # in one language a stem may be another word's
            yield at, mine[lost[0]], theirs[gained[0]]


def _words(text: str, language: str) -> dict[str, str]:
    """The nouns of a sentence that no concept knows: stem -> word."""
    said = _SPACES.sub(" ", text.replace("\u2019", "'"))
    found: dict[str, str] = {}
    for match in _NOUN[language].finditer(said) if language in _NOUN else ():
        word = normal(match[1])
        if len(word) >= SHORTEST and not _known(word, language):
            found.setdefault(stemmed(word, language), word)
    return found


@lru_cache(maxsize=1 << 14)
def _known(word: str, language: str) -> bool:
    return any(places(word, language).values())


_BEFORE = {
    "fr": "les?|la|une?|des?|du|aux?|son|sa|ses|leurs?|ce|cet|cette|ces|chaque|aucune?|votre|vos|ton|ta|tes",
    "en": "the|an?|his|her|its|their|your|this|that|these|those|each|every|no|any|one|own|of",
}
"""What stands before a noun; in German, nouns have capitals."""

_NOUN = {
    "fr": re.compile(rf"(?i)(?<!\w)(?:(?:{_BEFORE['fr']})\s|[ld]')(?!(?:{_BEFORE['fr']})\s)([^\W\d_]+)"),
    "en": re.compile(rf"(?i)(?<!\w)(?:{_BEFORE['en']})\s(?!(?:{_BEFORE['en']})\s)([^\W\d_]+)"),
    "de": re.compile(r"(?<=[^.!?:]\s)([A-ZÄÖÜ][^\W\d_]+)"),
}


def _called(mine: Sequence[Mapping[str, str]], theirs: Sequence[Mapping[str, str]]) -> dict[str, set[str]]:
    """The words of the one text and, for each, the words of the other that come in the same sentences."""
    many = [Counter(word for said in side for word in said) for side in (mine, theirs)]
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    for one, other in zip(mine, theirs, strict=True):
        for word in one:
            if many[0][word] >= TWICE:
                shared[word].update(name for name in other if many[1][name] >= TWICE)
    found: dict[str, set[str]] = {}
    for word, others in shared.items():
        same = {
            other
            for other, count in others.items()
            if count >= TWICE and 2 * count >= ALIKE * (many[0][word] + many[1][other])
        }
        if same:
            found[word] = same
    return found
