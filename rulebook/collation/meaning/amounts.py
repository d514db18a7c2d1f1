"""Compare the numbers and the lengths of two sentences that belong together."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..language.concepts import concept_languages, searchable
from ..language.languages import number_places
from ..language.tokens import normal
from .equivalents import Discrepancy
from .statements import is_pair

Lost = list[float]


def unmatched_numbers(
    texts: Sequence[str], languages: tuple[str, str], counts: Sequence[Counter[float]]
) -> tuple[Lost, Lost]:
    """The numbers that only the one says, and those that only the other says, without a two that is said as "both".

    counts: the numbers of each that are compared.
    """
    ones = [*map(_ones, texts, languages)]
    left, right = (
        sorted(
            v
            for v in (counts[i] - counts[1 - i]).elements()
            if v != 2 or ones[1 - i] > ones[i] or not is_pair(texts, languages, i)
        )
        for i in (0, 1)
    )
    if right and ones[0] > ones[1]:
        left.insert(0, 1.0)
    elif left and ones[1] > ones[0]:
        right.insert(0, 1.0)
    if not (left and right):  # a number that the other has as well, and only said again
        left, right = (
            [v for v in side if counts[1 - i][v] < (2 if v <= 2 else 1)] for i, side in enumerate((left, right))
        )
    ranges = [*map(_ranges, texts, languages)]
    left, right = (
        [v for v in side if not any(_fills(v, ends, counts[i]) for ends in ranges[1 - i])]
        for i, side in enumerate((left, right))
    )
    return left, right


def _ones(text: str, language: str) -> int:
    """How many ones a text has in digits; in words they are mostly articles, so that a lone one tells nothing."""
    return sum(said == "1" for _, said in number_places(searchable(text, language), language))


_TO = re.compile(r"\S+?(?: (?:à|to|through|bis) | ?[-–—] ?)")


def _ranges(text: str, language: str) -> list[tuple[float, float]]:
    """The ends of the ranges in a text: "two to four"."""
    written, places = normal(text), number_places(text, language)
    return [(float(low), float(high)) for (at, low), (end, high) in pairwise(places) if _TO.fullmatch(written, at, end)]


def _fills(value: float, ends: tuple[float, float], here: Counter[float]) -> bool:
    """Is a number one of several, "two, three or four", of which the other side names the ends?"""
    low, high = ends
    return low < value < high and bool(here[low] and here[high])


def amount_differences(
    lost: tuple[Lost, Lost], texts: tuple[str, str], languages: tuple[str, str], ratio: float, joined: bool = False
) -> list[Discrepancy]:
    """Notes about numbers that only one side has, about lengths, and about brackets where a language is not known.

    ratio: how many characters one of A needs in B; joined: does one side have more sentences?
    """
    found: list[Discrepancy] = []
    if any(lost):
        left, right = (", ".join(f"{value:g}" for value in side) or "-" for side in lost)
        found.append(("number", "number", {"a": left, "b": right}))
    brackets = [sum(text.count(sign) for sign in "([（［") for text in texts]
    if brackets[0] != brackets[1] and not set(languages) <= concept_languages():  # of which little else can be compared
        found.append(("brackets", "brackets", {"which": "A" if brackets[0] > brackets[1] else "B"}))
    if longer := uneven(texts, languages, ratio, joined):
        found.append(("content", "shorter", {"which": "A" if longer > 0 else "B"}))
    return found


LEAST = 0.28  # how much shorter or longer than due a sentence may be, as a logarithm; and
SHORT = 14  # over its characters, for short ones vary more
JOINED = 0.8  # of that, where one sentence is held against several
FEW = 10  # characters that anything has
_NAMED = re.compile(r"(?<=\d) ?\([^()]{1,60}\)")  # what has that number: "variant 14 (the apple carrier)"
WHOLE = 45  # characters of the longer side from which on a sentence has parts


def uneven(texts: tuple[str, str], languages: tuple[str, str], ratio: float, joined: bool = False) -> float:
    """By how much the second text is too long (above 0) or too short (below 0) for the first; 0 where it may be so.

    ratio: how many characters the one language needs for one of the other; joined: has one side more sentences?
    """
    lengths = [
        len(_NAMED.sub("", searchable(text, language) if language in concept_languages() else text))
        for text, language in zip(texts, languages, strict=True)
    ]
    due = lengths[0] * ratio
    longer = max(due, lengths[1])
    apart = math.log((lengths[1] + FEW) / (due + FEW))
    most = (LEAST + SHORT / longer) * (JOINED if joined else 1)
    return apart if longer >= WHOLE and abs(apart) > most else 0.0
