"""Compare the concepts of two sentences: which are missing, and which are replaced by another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..language.concepts import concept_places, concepts, concepts_by_group, duty_places, groups_by_concept, max_counts


@cache
def reported_alone() -> frozenset[str]:
    """Return the concepts that are reported when only one side has them."""
    return frozenset({"negation", *(concept.name for concept in concepts() if concept.one_sided)})


DUTIES = ("must", "may", "must not", "need not")


@dataclass
class Meaning:
    """What a sentence means: the places of each concept, how often it may occur at most, and the duties in order."""

    places: defaultdict[str, list[int]]
    at_most: dict[str, int]
    duties: list[str]

    def __getitem__(self, name: str) -> list[int]:
        return self.places[name]

    def max_count(self, name: str) -> int:
        """Return the number of words that express a concept or may express it."""
        return max(len(self.places[name]), self.at_most.get(name, 0))

    def remove(self, name: str, count: int = 1) -> None:
        """Remove occurrences already accounted for."""
        del self.places[name][:count]
        self.at_most[name] = max(self.at_most.get(name, 0) - count, 0)

    def exceeds(self, name: str, other: "Meaning") -> bool:
        """Return whether this has more certain occurrences of a concept or duty than the other sentence."""
        if name in DUTIES:
            return self.duties.count(name) > other.duties.count(name)
        return len(self.places[name]) > len(other.places[name])

    def uncertain_count(self, name: str) -> int:
        """Return the number of words that may express a concept but need not."""
        return self.max_count(name) - len(self.places[name])

    def has_surplus(self, name: str, other: "Meaning") -> bool:
        """Return whether this has more occurrences of a concept than the other sentence can have.

        Uncertain words ("void", "unless", "the same" as a negation) count only in so far as the other has more of them:
        the rest means the same on both sides.
        """
        surplus = len(self.places[name]) - len(other.places[name])
        return surplus > 0 and surplus > max(0, other.uncertain_count(name) - self.uncertain_count(name))

    def is_unmatched(self, name: str, other: "Meaning") -> bool:
        """Return whether this has a concept that no word of the other sentence can express."""
        return len(self.places[name]) > other.max_count(name)


def meaning_of(text: str, language: str) -> Meaning:
    """Return the concepts and duties of a sentence in a known language."""
    found = defaultdict(list, {name: list(at) for name, at in concept_places(text, language).items()})
    duties = duty_places(text, language)
    for at, name in duties:
        found[name].append(at)
    return Meaning(found, dict(max_counts(text, language)), [name for _, name in duties])


def substitutions(mine: Meaning, theirs: Meaning) -> list[tuple[str, str, str]]:
    """Return concepts that are replaced by another of their group or reordered: (group, in A, in B)."""
    found: list[tuple[str, str, str]] = []
    by_concept = groups_by_concept()
    present = {
        group for side in (mine, theirs) for name, at in side.places.items() if at for group in by_concept.get(name, ())
    }
    for group, names in concepts_by_group().items():
        if group == "step" or group not in present:
            continue
        if pair := _replaced(mine, theirs, group, names) or _reordered(mine, theirs, names):
            found.append((group, *pair))
    return found + list(_replaced_by_opposite(mine, theirs))


def _replaced(mine: Meaning, theirs: Meaning, group: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Return a concept of a group that is replaced by another, or two of which one side has only one."""
    lost = [name for name in names if mine.has_surplus(name, theirs)]
    gained = [name for name in names if theirs.has_surplus(name, mine)]
    strictly = STRICT.get(group, ())
    for one, other in (*strictly, *(pair[::-1] for pair in strictly)):
        if mine.exceeds(one, theirs) and theirs.exceeds(other, mine):
            lost, gained = [one], [other]
    if lost and gained:
        return lost[0], gained[0]
    if names[0] == "forward" and _says_either_way(mine) != _says_either_way(theirs):
        sides = [[name for name in names[:2] if side[name]] for side in (mine, theirs)]
        if {len(side) for side in sides} == {1, 2}:
            return " + ".join(sides[0]), " + ".join(sides[1])
    return None


ADJACENT = 30  # characters


def _says_either_way(meaning: Meaning) -> bool:
    """Return whether "forward" and "back" stand together: "forward or back" differs from one of them alone."""
    return any(abs(one - two) <= ADJACENT for one in meaning["forward"] for two in meaning["backward"])


def _reordered(mine: Meaning, theirs: Meaning, names: Sequence[str]) -> tuple[str, str] | None:
    """Return the first two concepts of a group that differ where both sides have the same ones in another order."""
    one, two = (
        [name for _, name in sorted((at, name) for name in names for at in side[name])] for side in (mine, theirs)
    )
    count = len(one)  # three or more only of "sideways, forward, sideways"
    ordered = count == 2 if names[0] in ORDERED else count > 2 and names[0] == "forward"
    if not ordered or sorted(one) != sorted(two):
        return None
    return next((pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]), None)


ORDERED = ("left", "in front", "begin", "win", "first", "before", "up", "black", "highest")
"""The first concept of each group whose order within a sentence matters."""

STRICT: Mapping[str, Sequence[tuple[str, str]]] = {
    "result": [("win", "lose")],
    "reckoning": [("add", "subtract")],
    "bound": [("at least", "at most")],
    "extreme": [("highest", "lowest")],
    "rank": [("first", "last")],
    "anybody": [("nobody", "somebody")],
    "way": [("forward", "backward"), ("forward", "sideways"), ("backward", "sideways")],
    "likeness": [("same", "different")],
    "amount": [("more", "fewer")],
    "span": [("turn", "game")],
}
"""Contraries by group that never stand for each other, even where an uncertain word might express both."""


@cache
def are_exact_contraries(one: str, other: str) -> bool:
    """Return whether two concepts exclude each other as a pair: left and right, all and half, first and last."""
    pairs = [*(pair for pairs in STRICT.values() for pair in pairs), *(tuple(n) for n in concepts_by_group().values())]
    return any({one, other} == set(pair) and len(pair) == 2 for pair in pairs)


def _replaced_by_opposite(mine: Meaning, theirs: Meaning) -> Iterator[tuple[str, str, str]]:
    """Yield concepts that the other sentence lacks where it has more of one they stand `against`."""
    for concept in concepts():
        name = concept.name
        if not concept.against or not (mine[name] or theirs[name]):
            continue
        for one, other, reverse in ((mine, theirs, False), (theirs, mine, True)):
            if one.has_surplus(name, other):
                gained = [opposite for opposite in concept.against if other.has_surplus(opposite, one)]
                instead = [opposite for opposite in gained if not (other[name] and one[opposite])]
                if instead:
                    pair = (instead[0], name) if reverse else (name, instead[0])
                    yield concept.group, *pair
