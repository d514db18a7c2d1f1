"""Compare the concepts of two texts: what is missing, and what stands in its place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..language.concepts import (
    Concept,
    concept_places,
    concepts,
    concepts_by_group,
    duty_places,
    groups_by_concept,
    max_counts,
)


@cache
def telling() -> frozenset[str]:
    """Concepts that are reported when only one side has them."""
    return frozenset({"negation", *(of.name for of in concepts() if of.one_sided)})


DUTIES = ("must", "may", "must not", "need not")


@dataclass
class Said:
    """What a text says: concept -> places, how often at most, its duties in order."""

    places: defaultdict[str, list[int]]
    at_most: dict[str, int]
    duties: list[str]

    def __getitem__(self, name: str) -> list[int]:
        return self.places[name]

    def most(self, name: str) -> int:
        """How often it may say a concept."""
        return max(len(self.places[name]), self.at_most.get(name, 0))

    def drop(self, name: str, many: int = 1) -> None:
        """Take back what has been told otherwise."""
        del self.places[name][:many]
        self.at_most[name] = max(self.at_most.get(name, 0) - many, 0)

    def lacks(self, name: str, other: "Said") -> bool:
        """Does it say a concept or duty that the other says less often, counting only what surely says it?"""
        if name in DUTIES:
            return self.duties.count(name) > other.duties.count(name)
        return len(self.places[name]) > len(other.places[name])

    def spare(self, name: str) -> int:
        """How many of its words may say a concept, but need not."""
        return self.most(name) - len(self.places[name])

    def more(self, name: str, other: "Said") -> bool:
        """Does it say a concept more often than the other may?

        Of the words that may say it ("void", "unless", "the same" a denial), only those count that the other has more
        of: the rest says on both sides what it says.
        """
        more = len(self.places[name]) - len(other.places[name])
        return more > 0 and more > max(0, other.spare(name) - self.spare(name))

    def alone(self, name: str, other: "Said") -> bool:
        """Does it say a concept that no word of the other may say, be it only by chance?"""
        return len(self.places[name]) > other.most(name)


def said(text: str, language: str) -> Said:
    """What a text says, in a language that is known."""
    found = defaultdict(list, {name: list(at) for name, at in concept_places(text, language).items()})
    told = duty_places(text, language)
    for at, name in told:
        found[name].append(at)
    return Said(found, dict(max_counts(text, language)), [name for _, name in told])


def swapped(mine: Said, theirs: Said) -> list[tuple[str, str, str]]:
    """Concepts that one text has more of, with one of its group that the other has more of; others in another order.

    (group, concept of the one, concept of the other)
    """
    found: list[tuple[str, str, str]] = []
    there = _groups_of({name for side in (mine, theirs) for name, at in side.places.items() if at})
    for group, names in concepts_by_group().items():
        if group == "step" or group not in there:
            continue
        if instead := _exchanged(mine, theirs, group, names) or _reordered(mine, theirs, names):
            found.append((group, *instead))
    return found + list(_against(mine, theirs))


def _exchanged(mine: Said, theirs: Said, group: str, names: Sequence[str]) -> tuple[str, str] | None:
    """One concept of a group in the place of another, or one of two in the place of both."""
    lost = [name for name in names if mine.more(name, theirs)]
    gained = [name for name in names if theirs.more(name, mine)]
    strictly = STRICT.get(group, ())
    for one, other in (*strictly, *(pair[::-1] for pair in strictly)):
        if _surely(mine, one, theirs) and _surely(theirs, other, mine):
            lost, gained = [one], [other]
    if lost and gained:
        return lost[0], gained[0]
    if names[0] == "forward" and _joined(mine) != _joined(theirs):
        sides = [[name for name in names[:2] if side[name]] for side in (mine, theirs)]
        if {len(side) for side in sides} == {1, 2}:
            return " + ".join(sides[0]), " + ".join(sides[1])
    return None


BREATH = 30  # characters


def _joined(said: Said) -> bool:
    """Are both named in one breath: "forward or back"?  A text that has one of them alone does not say that."""
    return any(abs(one - two) <= BREATH for one in said["forward"] for two in said["backward"])


def _reordered(mine: Said, theirs: Said, names: Sequence[str]) -> tuple[str, str] | None:
    """The first two concepts of a group that differ, where both texts have the same ones in another order."""
    told = [[name for _, name in sorted((at, name) for name in names for at in side[name])] for side in (mine, theirs)]
    many = len(told[0])
    ordered = many == 2 if names[0] in ORDERED else many > 2 and names[0] == "forward"  # "sideways, forward, sideways"
    if not ordered or sorted(told[0]) != sorted(told[1]):
        return None
    return next((pair for pair in zip(*told, strict=True) if pair[0] != pair[1]), None)


ORDERED = ("left", "in front", "begin", "win", "first", "before", "up", "black", "highest")
"""The first of each group whose order within a sentence tells, too."""


def _groups_of(names: Iterable[str]) -> set[str]:
    """The groups of some concepts."""
    of = groups_by_concept()
    return {group for name in names for group in of.get(name, ())}


def _surely(one: Said, name: str, other: Said) -> bool:
    """Does the one say a concept more often than the other says it surely?"""
    return len(one[name]) > len(other[name])


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
"""Of a group two contraries that are told apart whatever else may say them: who says the one does not say the other."""


@cache
def is_contrary(one: str, other: str) -> bool:
    """Are two concepts all that there is of a kind: left and right, all and half, the first and the last?"""
    pairs = [*(pair for pairs in STRICT.values() for pair in pairs), *(tuple(n) for n in concepts_by_group().values())]
    return any({one, other} == set(pair) and len(pair) == 2 for pair in pairs)


def _against(mine: Said, theirs: Said) -> Iterator[tuple[str, str, str]]:
    """Concepts of one text that the other lacks, where it has more of something that stands against them."""
    for of in _contrasting():
        if not mine[of.name] and not theirs[of.name]:
            continue
        for told, other, turned in ((mine, theirs, False), (theirs, mine, True)):
            if told.more(of.name, other):
                gained = [name for name in of.against if other.more(name, told)]
                instead = [name for name in gained if not (other[of.name] and told[name])]
                if instead:
                    pair = (instead[0], of.name) if turned else (of.name, instead[0])
                    yield of.group, *pair


@cache
def _contrasting() -> tuple[Concept, ...]:
    """The concepts that stand against others."""
    return tuple(of for of in concepts() if of.against)
