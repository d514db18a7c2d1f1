"""Sentences without a partner between two that have one: which say the same in other words, by what they speak of.

In an edition that says most of its sentences anew, those that stand in the same place are the same ones.
"""

from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from .aligning import Pair, key, likeness
from .rewording import ALIKE, speaks_of
from .sequences import pairing
from .witness import Sentence

SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1))
PLACE = 0.2  # what standing in the same order is worth, where lengths are alike
JOINED = 0.15  # what it costs to take two sentences for one
SHORTER = 0.3  # how long the shorter must be, at least, of the longer
SAME = 0.75  # likeness from which on a sentence is said as it was
MOST = 2_500  # pairs that are weighed, at most
WORDS = 4  # of a sentence that tells how an edition is worded

Block = tuple[Sequence[Sentence], Sequence[Sentence]]


def said_anew(pairs: Sequence[Pair]) -> bool:
    """Are most of the sentences of an edition in other words than those of the other?"""
    counted = same = 0
    for pair in pairs:
        keys = [" ".join(map(key, side)) for side in (pair.a, pair.b)]
        if max(len(text.split()) for text in keys) >= WORDS and pair.unit not in ("title", "entry"):
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
