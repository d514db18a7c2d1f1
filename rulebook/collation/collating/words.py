"""Compare two sentences word by word: align the words and class the differences."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from rapidfuzz.distance import OSA

from ..language.dictionary import are_different_words, are_spelling_variants
from ..language.inflection import differ_in_tense, same_word
from ..language.synonyms import QUE, restrictions
from ..language.tokens import (
    FIRST_HALF,
    HEAVY,
    NEGATIONS,
    SOFT_HYPHEN,
    WEIGHTY,
    Token,
    are_confusable,
    glyphs,
    letters,
    modality,
    normal,
    share_root,
    stem,
    unaccented,
)
from ..sequences import best_alignment
from . import changes
from .changes import FOLLOWING, OF, Difference
from .vocabulary import LEAST, Vocabulary

FEW = 4  # telling words below which a difference in negation or duty decides the class
SHORTEST = 2  # letters up to which the stem of a word means nothing
PHRASE = 5  # words of a phrase that has a synonym, at most
LONG = 400  # words from which frequent ones are no anchors, which would take too long
Classed = tuple[str, str, tuple[float | None, float | None] | None]
Span = tuple[int, int]


def compare_words(
    a: Sequence[Token], b: Sequence[Token], vocabulary: Vocabulary
) -> tuple[list[tuple[int, int]], list[Difference]]:
    """Return the aligned words as pairs of indices, and the differences between the texts."""
    pairs: list[tuple[int, int]] = []
    found: list[Difference] = []
    matcher = SequenceMatcher(None, [t.norm for t in a], [t.norm for t in b], autojunk=len(b) > LONG)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            pairs += zip(range(i, i_end), range(j, j_end), strict=True)
            continue
        inner, differences = _compare_region(a, b, (i, i_end), (j, j_end), vocabulary)
        pairs += inner
        found += differences
    for i, j in pairs:
        found += _typography(a[i], b[j], i, j)
    found = changes.as_partitive(a, b, changes.join_number(a, b, changes.join_negation(a, b, found), vocabulary))
    found = _join_small_words(a, b, changes.join_moved(changes.drop_agreeing_articles(found)), vocabulary)
    return pairs, changes.drop_sentence_capitals(changes.join_exchanged(a, b, changes.join_partitive(a, b, found)))


def _join_small_words(
    a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference], vocabulary: Vocabulary
) -> list[Difference]:
    """Join changes of small words and forms with the change right beside them.

    "la même", "une autre"; "by one square", "by squares".
    """
    result: list[Difference] = []
    for group in changes.adjacent(found):
        one = changes.join_group(group)
        if len(group) > 1 and one.kind == "function":
            spans = (one.at_a, one.at_a + len(one.a)), (one.at_b, one.at_b + len(one.b))
            klass, kind, values = _class_of(a, b, *spans, vocabulary)
            one = replace(one, klass=klass, kind=kind, values=values)
        result += [one] if one.kind not in FOLLOWING or one.klass != "spelling" or len(group) == 1 else group
    return result


def _compare_region(
    a: Sequence[Token], b: Sequence[Token], span_a: Span, span_b: Span, vocabulary: Vocabulary
) -> tuple[list[tuple[int, int]], list[Difference]]:
    """Compare stretches that differ: align similar words, and class the rest as a whole."""
    (i, i_end), (j, j_end) = span_a, span_b
    one, two = a[i:i_end], b[j:j_end]
    if one and two and len(one) != len(two):
        joined = [letters("".join(t.raw for t in side)) for side in (one, two)]
        # A hyphen added or removed is spelling, a space is typography.
        hyphen = any("-" in side[0].sentence.text[side[0].start : side[-1].end] for side in (one, two))
        klass = "spelling" if hyphen else "typography"
        whole = Difference(klass, "spacing", tuple(one), tuple(two), i, j)
        if joined[0] == joined[1] != "":  # "" if both are signs only
            soft = any(SOFT_HYPHEN in t.raw for t in (*one, *two))
            return [], [] if soft else [whole]
        if len(one) + len(two) == 3 and _is_few_letters_apart(unaccented(joined[0]), unaccented(joined[1])):
            return [], [Difference("spelling", "misprint", tuple(one), tuple(two), i, j)]
        if max(len(one), len(two)) <= PHRASE and vocabulary.synonymous((a, b), (one, two), (i, j)):
            return [], [Difference("synonym", "synonym", tuple(one), tuple(two), i, j)]
    if max(len(one), len(two)) <= PHRASE and is_partitive(one) != is_partitive(two):
        return [], [Difference("meaning", "number", tuple(one), tuple(two), i, j)]
    pairs = _align_similar(one, two, vocabulary)
    found: list[Difference] = []
    x = y = 0
    for p, q, klass, kind in [*pairs, (slice(len(one), None), slice(len(two), None), "", "")]:
        found += _unaligned(a, b, (i + x, i + p.start), (j + y, j + q.start), vocabulary)
        if klass:
            values = (one[p.start].value, two[q.start].value) if kind == "number" else None
            found.append(Difference(klass, kind, tuple(one[p]), tuple(two[q]), i + p.start, j + q.start, values))
        x, y = p.stop, q.stop
    single = [(p, q) for p, q, _, _ in pairs if p.stop - p.start == q.stop - q.start == 1]
    return [(i + p.start, j + q.start) for p, q in single], found


def _align_similar(
    a: Sequence[Token], b: Sequence[Token], vocabulary: Vocabulary
) -> list[tuple[slice, slice, str, str]]:
    """Return the best alignment of variants of a word, one to one or one to two, with their class and kind."""
    if not a or not b or len(a) * len(b) > 4_000:
        return []
    matches: list[list[_Match | None]] = [[_match(one, two, vocabulary) for two in b] for one in a]

    def match(x: slice, y: slice) -> _Match | None:
        if x.stop - x.start == y.stop - y.start:
            found: _Match | None = matches[-x.stop][-y.stop]
            return found
        return _match_split(a[_forward(x, len(a))], b[_forward(y, len(b))])

    def score(x: slice, y: slice) -> float | None:
        pair = match(x, y) if x.start < x.stop and y.start < y.stop else (0.0,)
        return pair[0] if pair else None

    found = []
    for x, y in reversed(best_alignment(len(a), len(b), WORD_SHAPES, score)):  # aligned from the last word backwards
        if x.start < x.stop and y.start < y.stop and (pair := match(x, y)):
            found.append((_forward(x, len(a)), _forward(y, len(b)), pair[1], pair[2]))
    return found


_Match = tuple[float, str, str]  # score, class and kind
WORD_SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))


def _forward(backward: slice, many: int) -> slice:
    """Turn indices counted from the last word into indices counted from the first."""
    return slice(many - backward.stop, many - backward.start)


def _match_split(one: Sequence[Token], two: Sequence[Token]) -> _Match | None:
    """Match one word with two if it was split or they were joined, and perhaps misread."""
    joined = [letters("".join(t.raw for t in side)) for side in (one, two)]
    if min(map(len, joined)) < LEAST:
        return None
    if joined[0] == joined[1]:
        return 1.6, "typography", "spacing"
    alike = unaccented(joined[0]) == unaccented(joined[1]) or glyphs(joined[0]) == glyphs(joined[1])
    return (1.5, "spelling", "misprint") if alike and min(map(len, joined)) > LEAST else None


def _match(a: Token, b: Token, vocabulary: Vocabulary) -> _Match | None:
    """Match two words; None if they are unrelated."""
    if a.norm == b.norm:
        return 2.0, "", ""
    if a.value is not None and b.value is not None:
        alike = a.value == b.value and a.norm.startswith("#") == b.norm.startswith("#")  # "deux" is not "second"
        return (1.5, "spelling", "agreement") if alike else (1.5, "meaning", "number")
    if differ_in_tense(a.norm, b.norm, vocabulary.language):
        return 1.5, "meaning", "tense"
    duties = modality(a.norm), modality(b.norm)
    if all(duties) and duties[0] != duties[1]:
        return 1.5, "meaning", "modality"
    one, two = a.norm, b.norm
    if (a.value is None) != (b.value is None):  # a misprinted number word has no value
        one, two = normal(a.raw), normal(b.raw)
    spelt = spelling(one, two, vocabulary)
    return (1.4, "spelling", spelt) if spelt else None


_ENDING = re.compile(r"(?<=\w\w\w)(?:e?s|x|e)$")  # of number and gender


def spelling(a: str, b: str, vocabulary: Vocabulary) -> str | None:
    """Return "accent", "agreement", "form", "misprint" or "function" (two small words); None for unrelated words."""
    language = vocabulary.language
    if unaccented(a) == unaccented(b):
        return None if language == "de" and are_different_words(a, b, language) else "accent"
    if vocabulary.is_misread(a, b):
        return "misprint"
    if (a in NEGATIONS) != (b in NEGATIONS):
        other = b if a in NEGATIONS else a
        lost = len(a) > 3 and len(b) > 3 and not vocabulary.is_known(other) and _is_few_letters_apart(a, b)
        return "misprint" if lost else None
    is_letter = min(len(a), len(b)) == 1 and (a + b).isalpha() and not {a, b} <= vocabulary.small
    if is_letter and _is_few_letters_apart(a, b):
        return "misprint"
    if a in vocabulary.small and b in vocabulary.small:
        return "function" if a not in WEIGHTY and b not in WEIGHTY else None
    if _is_inflected(a, b, language) or _have_one_stem(a, b):
        return "agreement"
    if are_spelling_variants(a, b, language):
        return "form"
    return "misprint" if _is_misprint(a, b, vocabulary) else None


def _have_one_stem(a: str, b: str) -> bool:
    """Return whether two words have the same stem; an adverb and another word do not."""
    if min(len(a), len(b)) <= SHORTEST or a.endswith("ment") != b.endswith("ment"):
        return False
    return stem(a) == stem(b) or _ENDING.sub("", unaccented(a)) == _ENDING.sub("", unaccented(b))


def _is_misprint(a: str, b: str, vocabulary: Vocabulary) -> bool:
    """Return whether one of two words is a misprint of the other, rather than another word."""
    slipped = vocabulary.is_slip(a, b)
    words = not slipped and (share_root(a, b) or (vocabulary.is_known(a) and vocabulary.is_known(b)))
    if are_confusable(a, b) or are_different_words(a, b, vocabulary.language) or words:
        return False
    a, b = unaccented(a), unaccented(b)
    if slipped and OSA.distance(a, b) == 1:
        return True
    if a[0] != b[0] and len(a) == len(b) and a[:2] != b[1::-1]:  # the first letter is rarely misprinted
        return False
    return _is_few_letters_apart(a, b)


_COMPARISON = {"en": re.compile(r"(?:er|est)$"), "de": re.compile(r"st(?:e[rnms]?)?$")}


def _is_inflected(a: str, b: str, language: str | None) -> bool:
    """Return whether these are forms of one word in the same degree; "high" and "highest" are not."""
    degree = _COMPARISON.get(language or "")
    if degree and bool(degree.search(a)) != bool(degree.search(b)):
        return False
    return same_word(a, b, language)


def _is_few_letters_apart(a: str, b: str) -> bool:
    """Return whether two words differ in so few letters that one may be a misprint of the other."""
    length = max(len(a), len(b))
    if not a or not b:
        return False
    if min(len(a), len(b)) == 1:  # "un" that lost its first letter
        return length == 2 and (a in b or b in a)
    framed = a[0] == b[0] and a[-1] == b[-1]
    allowed = 1 if length <= 5 else 2 if length <= 9 else 3
    if length <= 6 and not framed:
        allowed = 1
    return length > 2 and OSA.distance(a, b, score_cutoff=allowed) <= allowed


def _unaligned(
    a: Sequence[Token], b: Sequence[Token], span_a: Span, span_b: Span, vocabulary: Vocabulary
) -> list[Difference]:
    """Return one difference for words that are unrelated, or on one side only."""
    one, two = tuple(a[slice(*span_a)]), tuple(b[slice(*span_b)])
    only = _restrictions(a, b, vocabulary)
    if all(k in of for of, span in zip(only, (span_a, span_b), strict=True) for k in range(*span)):
        return []  # nothing, or only "ne": the meaning is in "que"
    klass, kind, values = _class_of(a, b, span_a, span_b, vocabulary)
    return [Difference(klass, kind, one, two, span_a[0], span_b[0], values)]


def _class_of(a: Sequence[Token], b: Sequence[Token], span_a: Span, span_b: Span, vocabulary: Vocabulary) -> Classed:
    """Return class, kind and values of a difference between two stretches."""
    one, two, i, j = a[slice(*span_a)], b[slice(*span_b)], span_a[0], span_b[0]
    apart = {t.norm for t in one} ^ {t.norm for t in two}
    if apart <= {"n°", "plus"} and "n°" in apart:
        return "typography", "form", None
    if vocabulary.synonymous((a, b), (one, two), (i, j)):
        return "synonym", "synonym", None
    if is_partitive(one) != is_partitive(two):
        return "meaning", "number", None
    only = _restrictions(a, b, vocabulary)
    que = [text[k] for text, of in zip((a, b), only, strict=True) for k in of.values()]
    telling = [t for t in (*one, *two) if (vocabulary.has_meaning(t.norm) or t in que) and t.norm in apart]
    if _count_negations(a, one, i, only[0]) != _count_negations(b, two, j, only[1]) and len(telling) < FEW:
        return "meaning", "negation", None
    numbers = [next((t.value for t in side if t.value is not None and t.norm in apart), None) for side in (one, two)]
    if numbers != [None, None] and all(t.value is not None for t in telling):
        return "meaning", "number", (numbers[0], numbers[1])
    return (*_class_of_words(one, two, telling, apart), None)


def _class_of_words(
    one: Sequence[Token], two: Sequence[Token], telling: Sequence[Token], apart: set[str]
) -> tuple[str, str]:
    """Return class and kind of differing words; telling: those with a meaning of their own; apart: the forms of all."""
    duties = {modality(t.norm) for t in one} ^ {modality(t.norm) for t in two}
    if duties - {None} and len(telling) < FEW:
        return "meaning", "modality"
    if telling and all(t.raw.istitle() and t.start for t in telling):
        return "meaning", "name"
    lone = apart - {t.norm for t in (*one, *two) if t.start and t.sentence.text[t.start - 1] == "-"}  # "lui-même"
    if telling or lone & (WEIGHTY if one and two else HEAVY):
        return "meaning", "content"
    return "spelling", "function"


def is_partitive(words: Sequence[Token]) -> bool:
    """Return whether "one of" is among the words."""
    return any(one.norm in _ONE and two.norm in OF for one, two in pairwise(words))


_ONE = {"un", "une", "l'un", "l'une", "one", "einen", "eine", "eines", "einer", "einem"}


def _restrictions(a: Sequence[Token], b: Sequence[Token], vocabulary: Vocabulary) -> tuple[Mapping[int, int], ...]:
    """Return the restrictions of both texts, none if a "que" of one may be aligned with a plain "que" of the other."""
    found = tuple(restrictions(text) if vocabulary.language == "fr" else {} for text in (a, b))
    plain = {sum(t.norm in QUE for t in text) - len(only) for text, only in zip((a, b), found, strict=True)}
    return found if len(plain) == 1 else ({}, {})


def _count_negations(text: Sequence[Token], words: Sequence[Token], at: int, only: Mapping[int, int]) -> int:
    """Count negations among words from an index on, except "ne" of restrictions; "plus" counts closely after "ne"."""
    many = sum(t.norm in NEGATIONS and k not in only for k, t in enumerate(words, at))
    for k, word in enumerate(words):
        before = range(max(at + k - 4, 0), at + k)
        many += word.norm == "plus" and any(text[n].norm in FIRST_HALF and n not in only for n in before)
    return many


def _typography(a: Token, b: Token, i: int, j: int) -> list[Difference]:
    """Return a difference if the same word is written differently on both sides."""
    if a.norm != b.norm:
        return []
    raw_a, raw_b = a.raw.replace(SOFT_HYPHEN, ""), b.raw.replace(SOFT_HYPHEN, "")
    if raw_a == raw_b:
        return []
    klass, kind = "typography", "form"
    if raw_a.lower() == raw_b.lower():
        kind = "capital"
    elif "ß" in raw_a + raw_b or (a.norm != "n°" and (a.value is not None or a.norm == "plus")):
        klass = "spelling"
    return [Difference(klass, kind, (a,), (b,), i, j)]
