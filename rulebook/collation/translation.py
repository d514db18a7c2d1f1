"""A translation of one's own against a French witness: the same numbers of variants, in any language.

What can be told without knowing the language well: missing variants and sentences, numbers, players, cross references,
and, in the languages of `languages.py`, must and may.  Sentences are matched by their length and their numbers.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from .comparing import combined
from .finding import Finding, Place, alone, differs, told_apart
from .languages import duties, numbers
from .rows import entry_place, heading_place
from .sequences import pairing
from .witness import Entry, Sentence, Witness

SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
SKIPPED = 0.55  # the cost of a sentence without a partner; a pair whose lengths differ by a factor f costs about log(f)
UNEVEN = 0.35  # the cost of every further sentence of a pair
NUMBERS = 0.35  # what shared numbers save, and others cost
LIMIT = 300  # sentences of one variant that are matched


def check_translation(witness: Witness, translation: Witness, language: str) -> list[Finding]:
    """What a translation leaves out or says otherwise; A is the French witness, B the translation.

    language: the translation's, such as "en"; must and may, and numbers in words, are checked where it is known.
    """
    ratio = _ratio(witness, translation)
    found: list[Finding] = []
    for n in sorted({*witness.entries, *translation.entries}):
        one, two = witness.entries.get(n), translation.entries.get(n)
        if one is None or two is None:
            places = [entry_place(entry) if entry else None for entry in (one, two)]
            found.append(alone(places[0], places[1], "content", n))
            continue
        found += _headings(one, two)
        found += _texts(one, two, language, ratio)
    return told_apart(found)


def _ratio(witness: Witness, translation: Witness) -> float:
    """How much longer the translation is, over all that both have."""
    both = set(witness.entries) & set(translation.entries)
    lengths = [sum(len(s.text) for n in both for s in side.entries[n].sentences) for side in (witness, translation)]
    return max(lengths[1], 1) / max(lengths[0], 1)


def _headings(one: Entry, two: Entry) -> Iterator[Finding]:
    n = one.number
    if one.players != two.players:
        places = heading_place(one, str(one.players)), heading_place(two, str(two.players))
        yield differs("number", n, places, "players", a=one.players, b=two.players)
    refers = [sorted({reference.number for reference in entry.references}) for entry in (one, two)]
    if refers[0] != refers[1]:
        texts = [", ".join(map(str, side)) or "-" for side in refers]
        lines = [
            tuple(line for r in entry.references for line in r.lines) or entry.heading_lines for entry in (one, two)
        ]
        yield differs("number", n, list(map(Place, lines, texts)), "reference", a=texts[0], b=texts[1])


def _texts(one: Entry, two: Entry, language: str, ratio: float) -> Iterator[Finding]:
    mine, theirs = ([s for s in entry.sentences if s.role != "credit"][:LIMIT] for entry in (one, two))
    for a, b in matched(mine, theirs, language, ratio):
        places = [Place.of(combined(side)) if side else None for side in (a, b)]
        if not (a and b):
            yield alone(places[0], places[1], "content", one.number)
            continue
        texts = [" ".join(s.text for s in side) for side in (a, b)]
        counts = numbers(texts[0], "fr") - _referred(one, a), numbers(texts[1], language) - _referred(two, b)
        left, right = (sorted((counts[i] - counts[1 - i]).elements()) for i in (0, 1))
        if left or right:
            values = (left[0] if left else None, right[0] if right else None)
            shown = [", ".join(f"{value:g}" for value in side) or "-" for side in (left, right)]
            yield differs("number", one.number, places, "number", values=values, a=shown[0], b=shown[1])
        must = duties(texts[0], "fr"), duties(texts[1], language)
        if must[0] and must[1] and not must[0] & must[1]:
            duty = ["/".join(sorted(side)) for side in must]
            yield differs("modality", one.number, places, "modality", a=duty[0], b=duty[1])


def _referred(entry: Entry, sentences: Sequence[Sentence]) -> Counter[float]:
    """The numbers of the cross references in some sentences of an entry, which are compared by themselves."""
    there = {sentence.text for sentence in sentences}
    return Counter(float(one.number) for one in entry.references if one.sentence in there)


Matched = tuple[Sequence[Sentence], Sequence[Sentence]]


def matched(a: Sequence[Sentence], b: Sequence[Sentence], language: str, ratio: float) -> list[Matched]:
    """Which sentences belong together, in order, by length and numbers (Gale and Church 1993, with numbers added)."""
    counts = [numbers(s.text, "fr") for s in a], [numbers(s.text, language) for s in b]

    def worth(mine: slice, theirs: slice) -> float:
        return -_cost(a[mine], b[theirs], counts[0][mine], counts[1][theirs], ratio)

    return [(a[mine], b[theirs]) for mine, theirs in pairing(len(a), len(b), SHAPES, worth)]


def _cost(
    a: Sequence[Sentence],
    b: Sequence[Sentence],
    mine: Sequence[Counter[float]],
    theirs: Sequence[Counter[float]],
    ratio: float,
) -> float:
    if not a or not b:
        return SKIPPED
    lengths = sum(len(s.text) for s in a) * ratio, sum(len(s.text) for s in b)
    one, two = sum(mine, Counter[float]()), sum(theirs, Counter[float]())
    shared, apart = (one & two).total(), ((one - two) + (two - one)).total()
    uneven = UNEVEN * (len(a) + len(b) - 2)
    return abs(math.log((lengths[1] + 10) / (lengths[0] + 10))) + uneven + NUMBERS * (min(apart, 2) - min(shared, 2))
