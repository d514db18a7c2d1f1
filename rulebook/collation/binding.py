"""What is bound to what: two things of one kind that a translation names both, but each in the other's place.

"On a 5 forward, on a 2 back" turned into "on a 5 back, on a 2 forward" has every word of its source.  What is between
the two tells it from a sentence that is only put in another order: there, what belongs to each moves along with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from .concepts import duties_at, membership, plainly
from .languages import number_places

Key = TypeVar("Key")
Item = tuple[str, str]  # kind of thing, which of them
BETWEEN = 1  # things that stay between the two, at least


def exchanged(
    texts: Sequence[str],
    languages: tuple[str, str],
    places: Sequence[Mapping[str, Sequence[int]]],
    links: Sequence[tuple[int, int]] = (),
) -> Iterator[tuple[str, str, str]]:
    """Two things that have changed places: (group, the one, the other), of "number", "duty" or a group of concepts.

    links: where words stand that speak of the same, which tell what stands between the two.
    """
    sides = [_items(*one) for one in zip(texts, languages, places, strict=True)]
    for side, at in zip(sides, zip(*links, strict=True), strict=False):
        side |= {("", f"word {k}"): place for k, place in enumerate(at) if place not in side.values()}
    shared = [item for item in sides[0] if item in sides[1]]
    orders = [{item: at for at, item in enumerate(sorted(shared, key=side.__getitem__))} for side in sides]
    for one, two in combinations(shared, 2):
        if one[0] == two[0] and one[0] not in LOOSE and changed(one, two, orders):
            yield one[0], one[1], two[1]


LOOSE = frozenset({"", "joint", "condition", "order", "until", "step", "trade"})
"""Groups whose order within a sentence is free, or told elsewhere."""


def _items(text: str, language: str, places: Mapping[str, Sequence[int]]) -> dict[Item, int]:
    """What a text names just once, and where; numbers however often."""
    groups = membership()
    found = {
        (next(iter(groups[name]), name), name): at[0] for name, at in places.items() if len(at) == 1 and name in groups
    }
    duties = duties_at(text, language)
    names = [name for _, name in duties]
    found |= {("duty", name): at for at, name in duties if names.count(name) == 1}
    seen: Counter[str] = Counter()
    for at, number in number_places(plainly(text, language), language):
        seen[number] += 1
        found["number", number if seen[number] == 1 else f"{number} ({seen[number]})"] = at
    return found


def changed(one: Key, two: Key, orders: Sequence[Mapping[Key, int]]) -> bool:
    """Do all others keep their order towards the two, if these are exchanged, and some stand between them?"""
    mine, theirs = orders
    if (mine[one] < mine[two]) == (theirs[one] < theirs[two]):
        return False
    turned = {one: theirs[two], two: theirs[one]}
    between = 0
    for other in mine:
        if other in (one, two):
            continue
        for item in (one, two):
            if (mine[other] < mine[item]) != (theirs[other] < turned[item]):
                return False
        between += min(mine[one], mine[two]) < mine[other] < max(mine[one], mine[two])
    return between >= BETWEEN
