"""Compare the numbers and the lengths of two aligned sentences."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..language.concepts import concept_languages, searchable
from ..language.languages import number_places
from ..language.tokens import normal
from .equivalents import Discrepancy
from .statements import is_implied_two

Lost = tuple[list[float], list[float]]
"""The numbers that only A has, and those that only B has."""


def unmatched_numbers(texts: Sequence[str], languages: tuple[str, str], counts: Sequence[Counter[float]]) -> Lost:
    """Return the numbers of `counts` that only one side has, except a two rendered as "both"."""
    ones = [*map(_digit_ones, texts, languages)]
    left, right = (
        sorted(
            v
            for v in (counts[i] - counts[1 - i]).elements()
            if v != 2 or ones[1 - i] > ones[i] or not is_implied_two(texts, languages, i)
        )
        for i in (0, 1)
    )
    if right and ones[0] > ones[1]:
        left.insert(0, 1.0)
    elif left and ones[1] > ones[0]:
        right.insert(0, 1.0)
    if not (left and right):  # the other side has the number as well, and only repeats it less often
        left, right = (
            [v for v in side if counts[1 - i][v] < (2 if v <= 2 else 1)] for i, side in enumerate((left, right))
        )
    ranges = [*map(_ranges, texts, languages)]
    left, right = (
        [v for v in side if not any(_is_inside_range(v, ends, counts[i]) for ends in ranges[1 - i])]
        for i, side in enumerate((left, right))
    )
    return left, right


def _digit_ones(text: str, language: str) -> int:
    """Return how often a text has the digit 1; in words it is mostly an article, so one alone means nothing."""
    return sum(number == "1" for _, number in number_places(searchable(text, language), language))


_TO = re.compile(r"\S+?(?: (?:à|to|through|bis) | ?[-–—] ?)")


def _ranges(text: str, language: str) -> list[tuple[float, float]]:
    """Return the ends of the ranges in a text: "two to four"."""
    written, places = normal(text), number_places(text, language)
    return [(float(low), float(high)) for (at, low), (end, high) in pairwise(places) if _TO.fullmatch(written, at, end)]


def _is_inside_range(value: float, ends: tuple[float, float], here: Counter[float]) -> bool:
    """Return whether a number belongs to a list ("two, three or four") that the other side gives as a range."""
    low, high = ends
    return low < value < high and bool(here[low] and here[high])


def amount_differences(
    lost: Lost, texts: tuple[str, str], languages: tuple[str, str], ratio: float, joined: bool = False
) -> list[Discrepancy]:
    """Return differences in numbers and length, and in the number of brackets where a language is unknown.

    ratio, joined: as for `length_excess`.
    """
    found: list[Discrepancy] = []
    if any(lost):
        left, right = (", ".join(f"{value:g}" for value in side) or "-" for side in lost)
        found.append(("number", "number", {"a": left, "b": right}))
    brackets = [sum(text.count(sign) for sign in "([（［") for text in texts]
    if brackets[0] != brackets[1] and not set(languages) <= concept_languages():  # little else can be compared
        found.append(("brackets", "brackets", {"which": "A" if brackets[0] > brackets[1] else "B"}))
    if excess := length_excess(texts, languages, ratio, joined):
        found.append(("content", "shorter", {"which": "A" if excess > 0 else "B"}))
    return found


LEAST = 0.28  # accepted deviation from the expected length, as a logarithm; plus
SHORT = 14  # divided by the length in characters, as short sentences vary more
JOINED = 0.8  # of that, where the sides have different numbers of sentences
FEW = 10  # characters added to both lengths
_NAMED = re.compile(r"(?<=\d) ?\([^()]{1,60}\)")  # the name of a number: "variant 14 (the apple carrier)"
WHOLE = 45  # characters of the longer side needed to compare lengths


def length_excess(texts: tuple[str, str], languages: tuple[str, str], ratio: float, joined: bool = False) -> float:
    """Return by how much B is too long (positive) or too short (negative) for A, as a logarithm; 0 within tolerance.

    ratio: characters of B's language for one of A's; joined: whether the sides have different numbers of sentences.
    """
    lengths = [
        len(_NAMED.sub("", searchable(text, language) if language in concept_languages() else text))
        for text, language in zip(texts, languages, strict=True)
    ]
    expected = lengths[0] * ratio
    longer = max(expected, lengths[1])
    excess = math.log((lengths[1] + FEW) / (expected + FEW))
    most = (LEAST + SHORT / longer) * (JOINED if joined else 1)
    return excess if longer >= WHOLE and abs(excess) > most else 0.0
