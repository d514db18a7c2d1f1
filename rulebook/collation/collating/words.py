"""Compare two sentences word by word: which words belong together, which differ, and how."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from rapidfuzz.distance import OSA

from ..language.dictionary import are_different_words, are_spelling_variants
from ..language.inflection import differ_in_tense, same_word
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
from ..sequences import pairing
from .changes import (
    FOLLOWING,
    OF,
    Difference,
    agreeing,
    begun,
    beside,
    counted,
    exchanged,
    of_them,
    one_negation,
    partly,
    shifted,
    together,
)
from .vocabulary import LEAST, Vocabulary

FEW = 4  # telling words, below which a denial or a duty among them is what differs
SHORTEST = 2  # letters of a word, up to which its stem tells nothing
TURN = 5  # words of a turn, at most, that stands for others as a whole
LONG = 400  # words from which on frequent ones are no anchors: a text of nothing else would take too long


def paired(
    a: Sequence[Token], b: Sequence[Token], vocabulary: Vocabulary
) -> tuple[list[tuple[int, int]], list[Difference]]:
    """The words that belong together, as pairs of places, and the differences between the texts."""
    pairs: list[tuple[int, int]] = []
    found: list[Difference] = []
    matcher = SequenceMatcher(None, [t.norm for t in a], [t.norm for t in b], autojunk=len(b) > LONG)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            pairs += zip(range(i, i_end), range(j, j_end), strict=True)
            continue
        inner, differences = _region(a, b, (i, i_end), (j, j_end), vocabulary)
        pairs += inner
        found += differences
    for i, j in pairs:
        found += _same_word(a[i], b[j], i, j)
    found = of_them(a, b, counted(a, b, one_negation(a, b, found), vocabulary))
    found = _with_small_words(a, b, shifted(agreeing(found)), vocabulary)
    return pairs, begun(exchanged(a, b, partly(a, b, found)))


def _with_small_words(
    a: Sequence[Token], b: Sequence[Token], found: Sequence[Difference], vocabulary: Vocabulary
) -> list[Difference]:
    """Make one difference of small words and forms that change and what changes right beside them.

    "la même", "une autre"; "by one square", "by squares".
    """
    result: list[Difference] = []
    for group in beside(found):
        one = together(group)
        if len(group) > 1 and one.kind == "function":
            klass, kind, values = _class_of(a, b, one.a, one.b, one.at_a, one.at_b, vocabulary)
            one = replace(one, klass=klass, kind=kind, values=values)
        result += [one] if one.kind not in FOLLOWING or one.klass != "spelling" or len(group) == 1 else group
    return result


def _region(
    a: Sequence[Token], b: Sequence[Token], span_a: tuple[int, int], span_b: tuple[int, int], vocabulary: Vocabulary
) -> tuple[list[tuple[int, int]], list[Difference]]:
    """Words that are not the same on both sides: those alike are paired, the rest is classed together."""
    (i, i_end), (j, j_end) = span_a, span_b
    one, two = a[i:i_end], b[j:j_end]
    if one and two and len(one) != len(two):
        joined = [letters("".join(t.raw for t in side)) for side in (one, two)]
        # A hyphen more or less is spelling, a space is typography.
        hyphen = any("-" in side[0].sentence.text[side[0].start : side[-1].end] for side in (one, two))
        klass = "spelling" if hyphen else "typography"
        whole = Difference(klass, "spacing", tuple(one), tuple(two), i, j)
        if joined[0] == joined[1] != "":  # signs have no letters
            soft = any(SOFT_HYPHEN in t.raw for t in (*one, *two))
            return [], [] if soft else [whole]
        if len(one) + len(two) == 3 and _letters_apart(unaccented(joined[0]), unaccented(joined[1])):
            return [], [Difference("spelling", "misprint", tuple(one), tuple(two), i, j)]
        if max(len(one), len(two)) <= TURN and vocabulary.synonymous((a, b), (one, two), (i, j)):
            return [], [Difference("synonym", "synonym", tuple(one), tuple(two), i, j)]
    if max(len(one), len(two)) <= TURN and partitive(one) != partitive(two):
        return [], [Difference("meaning", "number", tuple(one), tuple(two), i, j)]
    pairs = _alike(one, two, vocabulary)
    found: list[Difference] = []
    x = y = 0
    for p, q, klass, kind in [*pairs, (slice(len(one), None), slice(len(two), None), "", "")]:
        found += _chunk(a, b, (i + x, i + p.start), (j + y, j + q.start), vocabulary)
        if klass:
            values = (one[p.start].value, two[q.start].value) if kind == "number" else None
            found.append(Difference(klass, kind, tuple(one[p]), tuple(two[q]), i + p.start, j + q.start, values))
        x, y = p.stop, q.stop
    alone = [(p, q) for p, q, _, _ in pairs if p.stop - p.start == q.stop - q.start == 1]
    return [(i + p.start, j + q.start) for p, q in alone], found


def _alike(a: Sequence[Token], b: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[slice, slice, str, str]]:
    """The best pairing, in order, of words that are variants or counterparts of one another, also of one with two."""
    if not a or not b or len(a) * len(b) > 4_000:
        return []
    worth: list[list[_Worth | None]] = [[_counterparts(one, two, vocabulary) for two in b] for one in a]

    def judged(x: slice, y: slice) -> _Worth | None:
        if x.stop - x.start == y.stop - y.start:
            found: _Worth | None = worth[-x.stop][-y.stop]
            return found
        return _broken(a[_forward(x, len(a))], b[_forward(y, len(b))])

    def gain(x: slice, y: slice) -> float | None:
        pair = judged(x, y) if x.start < x.stop and y.start < y.stop else (0.0,)
        return pair[0] if pair else None

    found = []
    for x, y in reversed(pairing(len(a), len(b), WORD_SHAPES, gain)):  # from the last words to the first
        if x.start < x.stop and y.start < y.stop and (pair := judged(x, y)):
            found.append((_forward(x, len(a)), _forward(y, len(b)), pair[1], pair[2]))
    return found


_Worth = tuple[float, str, str]  # how well words match, their class and kind
WORD_SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))


def _forward(backward: slice, many: int) -> slice:
    """Places counted from the last word on as places counted from the first."""
    return slice(many - backward.stop, many - backward.start)


def _broken(one: Sequence[Token], two: Sequence[Token]) -> tuple[float, str, str] | None:
    """Is one word here the two words there, cut in two or grown together, perhaps misread besides?"""
    joined = [letters("".join(t.raw for t in side)) for side in (one, two)]
    if min(map(len, joined)) < LEAST:
        return None
    if joined[0] == joined[1]:
        return 1.6, "typography", "spacing"
    alike = unaccented(joined[0]) == unaccented(joined[1]) or glyphs(joined[0]) == glyphs(joined[1])
    return (1.5, "spelling", "misprint") if alike and min(map(len, joined)) > LEAST else None


def _counterparts(a: Token, b: Token, vocabulary: Vocabulary) -> tuple[float, str, str] | None:
    """How well two different words match, with class and kind; None where they have nothing to do with one another."""
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
    if (a.value is None) != (b.value is None):  # a number word that is misprinted is none
        one, two = normal(a.raw), normal(b.raw)
    spelt = spelling(one, two, vocabulary)
    return (1.4, "spelling", spelt) if spelt else None


_ENDING = re.compile(r"(?<=\w\w\w)(?:e?s|x|e)$")  # of number and gender


def spelling(a: str, b: str, vocabulary: Vocabulary) -> str | None:
    """The kind of a difference of spelling: "accent", "agreement", "form", "misprint"; None for two other words."""
    language = vocabulary.language
    if unaccented(a) == unaccented(b):
        return None if language == "de" and are_different_words(a, b, language) else "accent"
    if vocabulary.misread(a, b):
        return "misprint"
    if (a in NEGATIONS) != (b in NEGATIONS):
        other = b if a in NEGATIONS else a
        lost = len(a) > 3 and len(b) > 3 and not vocabulary.known(other) and _letters_apart(a, b)
        return "misprint" if lost else None
    if min(len(a), len(b)) == 1 and (a + b).isalpha() and not {a, b} <= vocabulary.small and _letters_apart(a, b):
        return "misprint"
    if a in vocabulary.small and b in vocabulary.small:
        return "function" if a not in WEIGHTY and b not in WEIGHTY else None
    if _inflected(a, b, language) or _one_stem(a, b):
        return "agreement"
    if are_spelling_variants(a, b, language):
        return "form"
    return "misprint" if _misprinted(a, b, vocabulary) else None


def _one_stem(a: str, b: str) -> bool:
    """Are two words of one stem, neither of them an adverb that the other is not?"""
    if min(len(a), len(b)) <= SHORTEST or a.endswith("ment") != b.endswith("ment"):
        return False
    return stem(a) == stem(b) or _ENDING.sub("", unaccented(a)) == _ENDING.sub("", unaccented(b))


def _misprinted(a: str, b: str, vocabulary: Vocabulary) -> bool:
    """Is one of two words a misprint of the other, and not another word?"""
    slipped = vocabulary.slipped(a, b)
    words = not slipped and (share_root(a, b) or (vocabulary.known(a) and vocabulary.known(b)))
    if are_confusable(a, b) or are_different_words(a, b, vocabulary.language) or words:
        return False
    a, b = unaccented(a), unaccented(b)
    if slipped and OSA.distance(a, b) == 1:
        return True
    if a[0] != b[0] and len(a) == len(b) and a[:2] != b[1::-1]:  # few misprints begin a word, other words do
        return False
    return _letters_apart(a, b)


_COMPARED = {"en": re.compile(r"(?:er|est)$"), "de": re.compile(r"st(?:e[rnms]?)?$")}


def _inflected(a: str, b: str, language: str | None) -> bool:
    """Are these forms of one word, neither of them compared: "high", "highest"?"""
    compared = _COMPARED.get(language or "")
    if compared and bool(compared.search(a)) != bool(compared.search(b)):
        return False
    return same_word(a, b, language)


def _letters_apart(a: str, b: str) -> bool:
    """Are two words so few letters apart that one is a misprint of the other?"""
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


def _chunk(
    a: Sequence[Token], b: Sequence[Token], span_a: tuple[int, int], span_b: tuple[int, int], vocabulary: Vocabulary
) -> list[Difference]:
    """One difference for words that only one side has or that are unrelated."""
    one, two = tuple(a[slice(*span_a)]), tuple(b[slice(*span_b)])
    if not one and not two:
        return []
    klass, kind, values = _class_of(a, b, one, two, span_a[0], span_b[0], vocabulary)
    return [Difference(klass, kind, one, two, span_a[0], span_b[0], values)]


def _class_of(
    a: Sequence[Token],
    b: Sequence[Token],
    one: Sequence[Token],
    two: Sequence[Token],
    i: int,
    j: int,
    vocabulary: Vocabulary,
) -> tuple[str, str, tuple[float | None, float | None] | None]:
    mine, theirs = {t.norm for t in one}, {t.norm for t in two}
    apart = mine ^ theirs
    if apart <= {"n°", "plus"} and "n°" in apart:
        return "typography", "form", None
    if vocabulary.synonymous((a, b), (one, two), (i, j)):
        return "synonym", "synonym", None
    if partitive(one) != partitive(two):
        return "meaning", "number", None
    telling = [t for t in (*one, *two) if vocabulary.tells(t.norm) and t.norm in apart]
    if _denials(a, one, i) != _denials(b, two, j) and len(telling) < FEW:
        return "meaning", "negation", None
    numbers = [next((t.value for t in side if t.value is not None and t.norm in apart), None) for side in (one, two)]
    if numbers != [None, None] and all(t.value is not None for t in telling):
        return "meaning", "number", (numbers[0], numbers[1])
    return (*_class_of_words(one, two, telling, apart), None)


def _class_of_words(
    one: Sequence[Token], two: Sequence[Token], telling: Sequence[Token], apart: set[str]
) -> tuple[str, str]:
    """The class and kind of other words; telling: those that carry meaning by themselves; apart: the forms of all."""
    duties = {modality(t.norm) for t in one} ^ {modality(t.norm) for t in two}
    if duties - {None} and len(telling) < FEW:
        return "meaning", "modality"
    if telling and all(t.raw.istitle() and t.start for t in telling):
        return "meaning", "name"
    lone = apart - {t.norm for t in (*one, *two) if t.start and t.sentence.text[t.start - 1] == "-"}  # "lui-même"
    if telling or lone & (WEIGHTY if one and two else HEAVY):
        return "meaning", "content"
    return "spelling", "function"


def partitive(words: Sequence[Token]) -> bool:
    """Is "one of" among the words?"""
    return any(one.norm in _ONE and two.norm in OF for one, two in pairwise(words))


_ONE = {"un", "une", "l'un", "l'une", "one", "einen", "eine", "eines", "einer", "einem"}


def _denials(text: Sequence[Token], words: Sequence[Token], at: int) -> int:
    """How many negations are among the words; "plus" and "que" are, where "ne" stands shortly before."""
    many = sum(t.norm in NEGATIONS for t in words)
    for k, word in enumerate(words):
        if word.norm == "plus" and any(t.norm in FIRST_HALF for t in text[max(at + k - 4, 0) : at + k]):
            many += 1
    return many


def _same_word(a: Token, b: Token, i: int, j: int) -> list[Difference]:
    """The same word on both sides, perhaps written otherwise."""
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
