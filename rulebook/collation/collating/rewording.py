"""Compare sentences that were rewritten: pair them by content, and report the rewording as one finding.

Word by word a rewritten sentence would differ everywhere, so it is compared as a translation is.
"""

from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from ..finding import Finding, Place, differs
from ..language.concepts import known, places, plainly
from ..language.dictionary import others, stemmed
from ..language.inflection import same_word
from ..language.languages import numbers, told
from ..language.tokens import Token, content, normal, unaccented
from ..meaning.amounts import beyond, told_of, uneven
from ..meaning.judging import Rendering, surest
from ..meaning.wording import Wording
from ..pairs import Pair
from ..sequences import pairing
from ..witness import Sentence
from .changes import Difference
from .sentences import key, likeness
from .vocabulary import Vocabulary
from .words import partitive

WORDS = 6  # content words of two sentences together from which on they can be the same in other words
CHANGED = 0.5  # of them, which differ in meaning; or
SPOTS = 3  # places where they do, with
SOME = 0.3  # of them
MUCH = 0.25  # of what they say, which two sentences without a partner share
SHORT = 5  # letters of a word that another may be mistaken for
AGAIN = {"fr": ("re", "r", "ré", "em", "a"), "en": ("re",), "de": ("be", "ge", "an", "ab", "zu", "er", "ver", "ein")}
"""What a word may have before it, or not, and say the same: "emporter", "remporter"."""
ALIKE = 80  # of 100, how alike two stems of one word are


def is_reworded(mine: Sequence[Token], theirs: Sequence[Token], found: Iterable[Difference]) -> bool:
    """Are most of the words of two sentences that belong together others?"""
    many = sum(_content(side) for side in (mine, theirs))
    spots = [one for one in found if one.klass == "meaning" and not inflected(one) and not _counts(one)]
    changed = sum(_content(one.a) + _content(one.b) for one in spots)
    return many >= WORDS and changed >= (SOME if len(spots) >= SPOTS else CHANGED) * many


def _counts(one: Difference) -> bool:
    """Are nothing but numbers other ones?"""
    return one.kind == "number" and all(token.value is not None for token in (*one.a, *one.b))


def inflected(one: Difference) -> bool:
    """Are the words the same, in another number or time?"""
    return one.kind == "tense" or (one.kind == "number" and one.values is None)


def decided(one: Difference, vocabulary: Vocabulary, distributed: bool) -> bool:
    """Does it tell something else, whatever the rest of the sentence says: a number, a time, "qui" for "que"?

    distributed: is it said of each, so that one thing and several may be the same?
    """
    if one.kind in ("number", "tense"):
        some = partitive(one.a) != partitive(one.b)
        return not distributed or some or any(value is not None for value in one.values or ())
    if one.kind == "moved" or not (len(one.a) == len(one.b) == 1):
        return False
    (a,), (b,) = one.a, one.b
    return {a.norm, b.norm} <= vocabulary.small or same_word(a.norm, b.norm, vocabulary.language)


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
    """The stems of the words of a text, and its concepts."""
    words = {stemmed(word, language) for word in text.casefold().replace("'", " ").split() if content(word)}
    return words | {f"({name})" for name, at in places(text, language).items() if at}


def reworded(a: Sentence, b: Sentence, variant: int | None) -> list[Finding]:
    """One finding that two sentences are reworded, and what surely differs in meaning.

    A number in the place of another is told besides.
    """
    language = told(a.text)
    where = Place.of(a), Place.of(b)
    texts, languages = (a.text, b.text), (language, language)
    lost = beyond(texts, languages, [numbers(text, language) for text in texts])
    pair = Rendering(variant, where, texts, (1, 1), told_of(lost, texts, languages, 1.0), 1.0)
    found = surest(pair, languages) or [
        differs("content", variant, where, "concept", a=one, b=other) for one, other in mistaken(texts, language)
    ]
    return [differs("synonym", variant, where, "reworded", "synonym"), *found]


def mistaken(texts: tuple[str, str], language: str) -> list[tuple[str, str]]:
    """Unpaired words of both sides that look alike and mean something else."""
    if language not in known():
        return []
    left = Wording((plainly(texts[0], language), plainly(texts[1], language)), (language, language)).left
    return [
        (one.text, other.text) for one in left[0] for other in left[1] if _taken_for(one.text, other.text, language)
    ]


def _taken_for(one: str, other: str, language: str) -> bool:
    """Are both words of the language, so alike that one may be put for the other: "retourné", "détourné"?"""
    short, long = sorted((one, other), key=len)
    if len(short) < SHORT or not others(normal(one), normal(other), language):
        return False
    again = long.endswith(short) and long.removesuffix(short) in AGAIN[language]
    return not again and OSA.distance(unaccented(one), unaccented(other)) <= (1 if len(long) == SHORT else 2)


SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))
PLACE = 0.2  # what standing in the same order is worth, where lengths are alike
JOINED = 0.15  # what it costs to take two sentences for one
SHORTER = 0.3  # how long the shorter must be, at least, of the longer
SAME = 0.75  # likeness from which on a sentence is said as it was
MOST = 2_500  # pairs that are weighed, at most
TELLING_WORDS = 4  # of a sentence that tells how an edition is worded

Block = tuple[Sequence[Sentence], Sequence[Sentence]]


def said_anew(pairs: Sequence[Pair]) -> bool:
    """Are most of the sentences of an edition in other words than those of the other?"""
    counted = same = 0
    for pair in pairs:
        keys = [" ".join(map(key, side)) for side in (pair.a, pair.b)]
        if max(len(text.split()) for text in keys) >= TELLING_WORDS and pair.unit not in ("title", "entry"):
            counted += 1
            same += all(keys) and likeness(*keys) >= SAME
    return same * 2 < counted


def regrouped(mine: Sequence[Sentence], theirs: Sequence[Sentence], language: str) -> Iterator[Block]:
    """The sentences of both, side by side; where only one side has some, the other is empty."""
    if len(mine) * len(theirs) > MOST:
        yield mine, theirs
        return
    spoken = [[speaks_of(sentence.text, language) for sentence in side] for side in (mine, theirs)]
    lengths = [[len(sentence.text) for sentence in side] for side in (mine, theirs)]

    def worth(x: slice, y: slice) -> float | None:
        many = x.stop - x.start + y.stop - y.start
        if x.start == x.stop or y.start == y.stop:
            return 0.0
        sizes = sum(lengths[0][x]), sum(lengths[1][y])
        if min(sizes) < SHORTER * max(sizes):
            return None
        one, two = (set[str]().union(*side[at]) for side, at in zip(spoken, (x, y), strict=True))
        shared = sum(any(fuzz.ratio(a, b) >= ALIKE for b in two) for a in one)
        alike = 2 * shared / max(len(one) + len(two), 1)
        return float(alike + PLACE * min(sizes) / max(sizes) - JOINED * (many - 2))

    for x, y in pairing(len(mine), len(theirs), SHAPES, worth):
        yield mine[x], theirs[y]
