"""The words that two sentences leave without a partner: evidence for and against a finding.

A word with a partner on the other side is accounted for; a side with more words left over may well say in them what it
seems to lack.
"""

from collections import Counter
from functools import cached_property

from ..language.concepts import loose_places
from .equivalents import Told
from .lexicon import Word
from .wording import Wording

WEIGHED = ("at most", "at least", "only", "except", "even if", "exactly", "both", "otherwise", "one among")
"""Concepts that are often said in other words."""

CLAUSES = ("skip", "stay", "if", "unless", "except", "even if", "as long as", "until", "same")
"""What both may say with a word: there it says this, and excuses nothing else."""


class Unmatched:
    """Two sentences in known languages, with their linked and unlinked words."""

    def __init__(self, wording: Wording) -> None:
        self.wording, self.said = wording, wording.concepts
        self._loose = [*map(loose_places, wording.texts, wording.languages)]  # where each may say which concept

    @cached_property
    def links(self) -> list[tuple[Word, Word]]:
        """The words that say something and stand for the same."""
        return [pair for pair in self.wording.links if not (pair[0].light or pair[1].light)]

    @cached_property
    def certain(self) -> list[tuple[int, int]]:
        """Where two words stand that speak of the same, and no third does."""
        many = [Counter(pair[k] for _, *pair in self.wording.likenesses) for k in (0, 1)]
        places = [{id(word): i for i, word in enumerate(side)} for side in self.wording.words]
        return [
            (one.at, two.at)
            for one, two in self.links
            if many[0][places[0][id(one)]] == 1 and many[1][places[1][id(two)]] == 1
        ]

    def loosely(self, name: str) -> tuple[int, int]:
        """How many words of each side may say a concept, beside what the other has as well: "free" and "libre"."""
        several = [loose[name] for loose in self._loose]
        if not any(several):
            return 0, 0
        both = [
            of
            for of in CLAUSES
            if of in self.said[0]
            and of != name
            and len(self.said[0][of]) == len(self.said[1].get(of, ()))
            and not any(a < d and c < b for side in self.said for a, b in side[of] for c, d in side.get(name, ()))
        ]
        spans = []
        for loose, said in zip(several, self.said, strict=True):
            shared = [span for of in both for span in said[of]]
            spans.append([one for one in loose if not any(a < one[1] and one[0] < b for a, b in shared)])
        found = []
        for k in (0, 1):
            many = 0
            for start, end in spans[k]:
                partners = [pair[1 - k].at for pair in self.links if start <= pair[k].at < end]
                many += not any(a <= at < b for at in partners for a, b in spans[1 - k])
            found.append(many)
        return found[0], found[1]

    def over(self, side: int) -> int:
        """How many words of a side the other does not speak of, beside those that are a concept, which is compared."""
        spans = [span for of in self.said[side].values() for span in of]
        return sum(not any(start <= word.at < end for start, end in spans) for word in self.wording.left[side])

    def tells(self, told: Told) -> bool:
        """Is a concept that only one side says missing on the other, not said there in words that are left over?

        A translator who adds one seldom does so by mistake: of what only the translation says, that is asked.
        """
        _, _, values = told
        return values["which"] == "A" or values["a"] not in WEIGHED or self.over(0) <= self.over(1)
