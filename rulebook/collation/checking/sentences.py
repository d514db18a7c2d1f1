"""Align the sentences of a source and its translation, by length, numbers and concepts."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, pairwise

from ..language.concepts import concept_languages, concept_places
from ..language.languages import counting_languages, numbers
from ..meaning.wording import shared_words
from ..pairs import combined
from ..sequences import best_alignment
from ..witness import Sentence

SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
MOST = max(max(shape) for shape in SHAPES)
SKIPPED = 0.55  # the cost of a sentence without a partner; a pair whose lengths differ by a factor f costs about log(f)
UNEVEN = 0.35  # the cost of every further sentence of a pair
NUMBERS = 0.35  # what shared numbers save, and others cost
CONCEPTS = 0.5  # what shared concepts save, and others cost
DISTINCT = 2  # numbers and concepts that a sentence must have to be told from an unrelated neighbour
FULL = 0.6  # share of the length of its source that a full translation has, at least

LABEL = re.compile(r"\s*(\d{1,3})\s?[.)]\s+(?=\S)")  # the number of a list item
STEPS = 12  # of a list whose order is compared, at most
SHARED, CLEARLY = 0.4, 0.15  # share of words that a step and its translation share, and by how much more than others

Sentences = Sequence[Sentence]
Bead = tuple[Sentences, Sentences]


def align_sentences(a: Sentences, b: Sentences, languages: tuple[str, str], ratio: float) -> list[Bead]:
    """Align sentences by length (Gale and Church 1993), numbers and concepts; no heading joins the text before it."""
    if len(a) == len(b) == 1:  # two single sentences belong together, however different
        return [(a, b)]
    if parts := _parts_by_step(a, b, languages):
        return [bead for mine, theirs in parts for bead in align_sentences(a[mine], b[theirs], languages, ratio)]
    spans = [_Spans(side, language) for side, language in zip((a, b), counting_languages(languages), strict=True)]
    heads = [{k for k, s in enumerate(side) if k and s.role == "heading" != side[k - 1].role} for side in (a, b)]
    logs = [
        {span: math.log(span.length * scale + 10) for span in side.all}
        for side, scale in zip(spans, (ratio, 1), strict=True)
    ]

    def worth(mine: slice, theirs: slice) -> float | None:
        if mine.start == mine.stop or theirs.start == theirs.stop:
            return -SKIPPED
        inner = range(mine.start + 1, mine.stop), range(theirs.start + 1, theirs.stop)
        if not (heads[0].isdisjoint(inner[0]) and heads[1].isdisjoint(inner[1])):
            return None
        one, two = spans[0].of(mine), spans[1].of(theirs)
        lengths = abs(logs[1][two] - logs[0][one])
        uneven: float = UNEVEN * (mine.stop - mine.start + theirs.stop - theirs.start - 2)
        shared = 0
        if one.count and two.count:
            shared = sum(min(many, two.numbers[value]) for value, many in one.numbers.items())
        apart = one.count + two.count - 2 * shared
        alike = 0.0
        if one.many and two.many:
            alike = CONCEPTS * (2 * (one.bits & two.bits).bit_count() / (one.many + two.many) - 0.5)
        return alike - lengths - uneven - NUMBERS * (min(apart, 2) - min(shared, 2))

    found: list[Bead] = []
    for mine, theirs in best_alignment(len(a), len(b), SHAPES, worth):
        found += _split_off_stranger(a[mine], b[theirs], (spans[0].single[mine], spans[1].single[theirs]), ratio)
    return found


def _parts_by_step(a: Sentences, b: Sentences, languages: tuple[str, str]) -> list[tuple[slice, slice]]:
    """Return corresponding parts of both texts if B has the steps of a numbered list in another order, else [].

    One text may have another list, and a list other steps.
    """
    one, two = _lists(a), _lists(b)
    more = len(one) - len(two)
    if not set(languages) <= concept_languages() or abs(more) > 1:
        return []
    later = zip(one[more > 0 :], two[more < 0 :], strict=True) if more else ()
    for mine, theirs in [*zip(one, two, strict=False), *later]:
        texts = [[LABEL.sub("", combined(side[step]).text) for step in of] for side, of in ((a, mine), (b, theirs))]
        if partners := _partners(texts[0], texts[1], languages):
            steps = [(step, theirs[partners[k]] if k in partners else slice(0)) for k, step in enumerate(mine)]
            steps += [(slice(0), step) for k, step in enumerate(theirs) if k not in partners.values()]
            before = slice(mine[0].start), slice(theirs[0].start)
            after = slice(mine[-1].stop, None), slice(theirs[-1].stop, None)
            return [before, *steps, after]
    return []


def _lists(sentences: Sentences) -> list[list[slice]]:
    """Return the steps of the lists numbered from one on; the last step ends with its line."""
    found: list[list[int]] = []  # where the steps begin, and where the last one ends
    for k, sentence in enumerate(sentences):
        label = LABEL.match(sentence.text) if sentence.role != "heading" else None
        if label and int(label[1]) == 1:
            found.append([k, k + 1])
        elif label and found and int(label[1]) == len(found[-1]):
            found[-1][-1:] = [k, k + 1]
        elif found and found[-1][-1] == k and sentence.lines()[0] == sentences[k - 1].lines()[-1]:
            found[-1][-1] += 1
    return [[slice(*two) for two in pairwise(places)] for places in found if 2 < len(places) <= STEPS]


def _partners(mine: Sequence[str], theirs: Sequence[str], languages: tuple[str, str]) -> dict[int, int]:
    """Return step -> its translation, by indices; {} if they are in the same order or it is not clear."""
    if len(mine) > len(theirs):
        return {k: i for i, k in _partners(theirs, mine, languages[::-1]).items()}
    shared = [[shared_words((one, two), languages) for two in theirs] for one in mine]
    order = [max(range(len(row)), key=lambda k: (row[k], k == i)) for i, row in enumerate(shared)]
    moved = [(row[k], row[i]) for i, (k, row) in enumerate(zip(order, shared, strict=True)) if k != i]
    clear = all(best >= max(SHARED, own + CLEARLY) for best, own in moved)
    return dict(enumerate(order)) if moved and clear and len({*order}) == len(order) else {}


def _split_off_stranger(one: Sentences, two: Sentences, spans: "_Sides", ratio: float) -> list[Bead]:
    """Split off the unrelated one of two sentences where the other is the full translation of a single sentence."""
    single = 0 if len(one) == 1 else 1
    whole, parts = spans[single], spans[1 - single]
    if len(whole) != 1 or len(parts) != 2 or len(whole[0].concepts) + whole[0].numbers.total() < DISTINCT:
        return [(one, two)]
    scale = ratio if single == 0 else 1 / ratio
    for k, part in enumerate(parts):
        full = part.concepts >= whole[0].concepts and part.numbers == whole[0].numbers
        if full and not parts[1 - k].concepts and part.length > FULL * whole[0].length * scale:
            pairs = [(one, two[k : k + 1]), ((), two[1 - k :][:1])]
            pairs = pairs if single == 0 else [(one[k : k + 1], two), (one[1 - k :][:1], ())]
            return list(pairs if k == 0 else reversed(pairs))
    return [(one, two)]


@dataclass(eq=False)
class _Span:
    """A few consecutive sentences: their length in characters, numbers and concepts.

    count: the number of numbers; many: the number of concepts; bits: the concepts as a bit set, which compares faster.
    """

    length: int
    numbers: Counter[float]
    concepts: frozenset[str]

    def __post_init__(self) -> None:
        self.count, self.many = self.numbers.total(), len(self.concepts)
        self.bits = sum(1 << _concept_bit(name) for name in self.concepts)


@cache
def _concept_bit(name: str) -> int:
    return next(_BITS)


_BITS = count()

_Sides = tuple[Sequence[_Span], Sequence[_Span]]


class _Spans:
    """The spans of all runs of up to `MOST` sentences of one side, computed once."""

    def __init__(self, sentences: Sentences, language: str) -> None:
        self.single = [
            _Span(
                len(s.text),
                numbers(s.text, language),
                frozenset(concept_places(s.text, language) if language in concept_languages() else ()),
            )
            for s in sentences
        ]
        self._ending = [
            [_merge(self.single[stop - many : stop]) for many in range(1, min(MOST, stop) + 1)]
            for stop in range(len(sentences) + 1)
        ]

    @property
    def all(self) -> Iterator[_Span]:
        """All spans."""
        return chain.from_iterable(self._ending)

    def of(self, which: slice) -> _Span:
        """Return the span of some consecutive sentences, `MOST` at most."""
        stop: int = which.stop
        many: int = stop - which.start
        return self._ending[stop][many - 1]


def _merge(parts: Sequence[_Span]) -> _Span:
    return _Span(
        sum(one.length for one in parts),
        sum((one.numbers for one in parts), Counter[float]()),
        frozenset[str]().union(*(one.concepts for one in parts)),
    )
