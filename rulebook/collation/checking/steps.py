"""Find numbered lists whose steps a translation has in another order, by the words that the steps share."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ..language.concepts import concept_languages
from ..meaning.wording import WordAlignment
from ..pairs import combined
from ..witness import Sentence

LABEL = re.compile(r"\s*(\d{1,3})\s?[.)]\s+(?=\S)")
MOST = 12  # steps of a list
SHARED = 0.4  # share of the words of two steps that correspond, at least, if one is the translation of the other
CLEARLY = 0.15  # by how much it exceeds that of the step with the same number

Item = slice


def reordered_steps(
    a: Sequence[Sentence], b: Sequence[Sentence], languages: tuple[str, str]
) -> list[tuple[Item, Item]] | None:
    """Return the steps of the first list that B has in another order, as (item of A, its translation); None if none.

    In the order of A.  Only lists that both texts number from one on are compared, the first with the first.
    """
    if not set(languages) <= concept_languages():
        return None
    lists = _lists(a), _lists(b)
    if [*map(len, lists[0])] != [*map(len, lists[1])]:
        return None
    for mine, theirs in zip(*lists, strict=True):
        if len(mine) <= MOST and (order := _order([a[one] for one in mine], [b[one] for one in theirs], languages)):
            return [(one, theirs[k]) for one, k in zip(mine, order, strict=True)]
    return None


def _lists(sentences: Sequence[Sentence]) -> list[list[Item]]:
    """Return the numbered lists of two or more items."""
    found: list[list[int]] = []
    for k, sentence in enumerate(sentences):
        label = LABEL.match(sentence.text) if sentence.role != "heading" else None
        if label and int(label[1]) == 1:
            found.append([k])
        elif label and found and int(label[1]) == len(found[-1]) + 1:
            found[-1].append(k)
    return [[slice(*two) for two in pairwise([*starts, _end(sentences, starts[-1])])] for starts in found if starts[1:]]


def _end(sentences: Sequence[Sentence], start: int) -> int:
    """Return the index after the last item of a list: its sentences follow each other on one line."""
    end = start + 1
    while end < len(sentences) and sentences[end].lines()[0] == sentences[end - 1].lines()[-1]:
        end += 1
    return end


def _order(mine: Sequence[Sequence[Sentence]], theirs: Sequence[Sequence[Sentence]], of: tuple[str, str]) -> list[int]:
    """Return the index of the translation of each step, [] if they are in the same order or it is not clear."""
    texts = [[LABEL.sub("", combined(one).text) for one in side] for side in (mine, theirs)]
    shared = [[_shared(one, two, of) for two in texts[1]] for one in texts[0]]
    order = [max(range(len(row)), key=lambda k: (row[k], k == i)) for i, row in enumerate(shared)]
    clear = all(
        row[k] >= SHARED and row[k] >= row[i] + CLEARLY
        for i, (row, k) in enumerate(zip(shared, order, strict=True))
        if k != i
    )
    moved = order != sorted(order)
    return order if clear and moved and len({*order}) == len(order) else []


def _shared(one: str, two: str, languages: tuple[str, str]) -> float:
    """Return the share of the content words of two texts that correspond."""
    alignment = WordAlignment((one, two), languages)
    total = sum(not word.light for side in alignment.words for word in side)
    return 1 - sum(map(len, alignment.leftover)) / max(total, 1)
