"""Two sentences of one language that say the same in other words: one finding, and what they do not say alike.

Word by word, a rewritten sentence would differ in every place.  It is held against the other as a translation is.
"""

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from .comparing import partitive
from .concepts import known, places
from .difference import Difference
from .finding import Finding, Place, differs
from .french import Token, content
from .halves import uneven
from .inflection import same_word
from .languages import numbers, told
from .statements import turned
from .stemming import stemmed
from .witness import Sentence
from .word_forms import Lexicon

WORDS = 6  # content words of two sentences together from which on they can be the same in other words
CHANGED = 0.5  # of them, which differ in meaning; or
SPOTS = 3  # places where they do, with
SOME = 0.3  # of them
MUCH = 0.25  # of what they say, which two sentences without a partner share
ALIKE = 80  # of 100, how alike two stems of one word are


def is_reworded(mine: Sequence[Token], theirs: Sequence[Token], found: Iterable[Difference]) -> bool:
    """Are most of the words of two sentences that belong together others?"""
    many = sum(_content(side) for side in (mine, theirs))
    spots = [one for one in found if one.klass == "meaning" and not inflected(one)]
    changed = sum(_content(one.a) + _content(one.b) for one in spots)
    return many >= WORDS and changed >= (SOME if len(spots) >= SPOTS else CHANGED) * many


def inflected(one: Difference) -> bool:
    """Are the words the same, in another number or time?"""
    return one.kind == "tense" or (one.kind == "number" and one.values is None)


def decided(one: Difference, lexicon: Lexicon, distributed: bool) -> bool:
    """Does it tell something else, whatever the rest of the sentence says: a number, a time, "qui" for "que"?

    distributed: is it said of each, so that one thing and several may be the same?
    """
    if one.kind in ("number", "tense"):
        some = partitive(one.a) != partitive(one.b)
        return not distributed or some or any(value is not None for value in one.values or ())
    if one.kind == "moved" or not (len(one.a) == len(one.b) == 1):
        return False
    (a,), (b,) = one.a, one.b
    return {a.norm, b.norm} <= lexicon.small or same_word(a.norm, b.norm, lexicon.language)


def _content(words: Iterable[Token]) -> int:
    return sum(content(word.norm) for word in words)


def say_alike(a: Sentence, b: Sentence) -> bool:
    """Do two texts without a partner speak of the same: words of one stem, concepts and numbers, and as much of it?"""
    language = told(a.text)
    if language not in known() or uneven((a.text, b.text), (language, language), 1.0, joined=True):
        return False
    sides = [speaks_of(text.text, language) for text in (a, b)]
    shared = [
        {one for one in sides[k] if any(fuzz.ratio(one, other) >= ALIKE for other in sides[1 - k])} for k in (0, 1)
    ]
    return sum(map(len, shared)) >= MUCH * sum(map(len, sides)) and min(map(len, shared)) > 1


def speaks_of(text: str, language: str) -> set[str]:
    """The stems of the words of a text, and the concepts it has."""
    words = {stemmed(word, language) for word in text.casefold().replace("'", " ").split() if content(word)}
    return words | {f"({name})" for name, at in places(text, language).items() if at}


def reworded(a: Sentence, b: Sentence, variant: int | None) -> list[Finding]:
    """That two sentences say it in other words, and in what they do not say the same."""
    language = told(a.text)
    where = Place.of(a), Place.of(b)
    texts, languages = (a.text, b.text), (language, language)
    found = [differs("synonym", variant, where, "reworded", "synonym")]
    one, two = (numbers(text, language) for text in texts)
    if one != two:
        left, right = (
            ", ".join(f"{n:g}" for n in sorted((x - y).elements())) or "-" for x, y in ((one, two), (two, one))
        )
        found.append(differs("number", variant, where, "number", a=left, b=right))
    found += _each_once(list(turned(texts, languages, where, variant)), texts, language)
    apart = uneven(texts, languages, 1.0)
    if apart:
        found.append(differs("content", variant, where, "shorter", which="A" if apart > 0 else "B"))
    return found


def _each_once(found: Sequence[Finding], texts: tuple[str, str], language: str) -> list[Finding]:
    """What two sentences say otherwise, the same words once: "left" against "right", not that each is missing, too."""
    kept: list[Finding] = []
    seen = set[tuple[str, int]]()
    for one in sorted(found, key=lambda one: one.said[0] == "notes.concept-missing"):
        spots = _spots(one, texts, language)
        again = {side for side, _ in spots} == {side for side, _ in spots & seen} != set()
        if not again and not (one.kind == "negation" and any(other.kind == "modality" for other in kept)):
            kept.append(one)
            seen |= spots
    return [one for one in found if one in kept]


def _spots(one: Finding, texts: tuple[str, str], language: str) -> set[tuple[str, int]]:
    """Where the two sentences say what a finding is about: the side and the place in it."""
    values = dict(one.said[1])
    named = {values["which"].lower(): values["a"]} if "which" in values else values
    return {
        (side, place)
        for side, text in zip("ab", texts, strict=True)
        for name in re.split(r", | [+→] ", named.get(side, ""))
        for place in places(text, language).get(name, ())
    }
