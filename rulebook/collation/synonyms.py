"""Words that say the same in rules: a list by language (`synonyms.toml`), compared by their stems."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from .french import FUNCTION, NEGATIONS, Token, content, normal, stem


@cache
def _groups() -> dict[str, frozenset[int]]:
    """Stem -> the groups it is in."""
    told = tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text("utf-8"))["fr"]
    found: dict[str, set[int]] = {}
    for number, group in enumerate(told):
        for word in group.split():
            found.setdefault(stem(normal(word)), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def synonymous(one: Sequence[Token], two: Sequence[Token]) -> bool:
    """Do two stretches differ in synonyms alone: word by word the same or of one group, small words aside?"""
    sides = [[t.norm for t in side if content(t.norm)] for side in (one, two)]
    small = [{t.norm for t in side} - set(words) for side, words in zip((one, two), sides, strict=True)]
    if len(sides[0]) != len(sides[1]) or not sides[0] or (small[0] ^ small[1]) & NEGATIONS:
        return False
    if not small[0] | small[1] <= FUNCTION:
        return False
    if any((a[-1] in "sx") != (b[-1] in "sx") for a, b in zip(*sides, strict=True)):
        return False  # of one here, of several there
    apart = [(stem(a), stem(b)) for a, b in zip(*sides, strict=True) if stem(a) != stem(b)]
    return bool(apart) and all(_groups().get(a, frozenset()) & _groups().get(b, frozenset()) for a, b in apart)
