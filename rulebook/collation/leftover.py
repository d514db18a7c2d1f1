"""What two sentences leave unsaid of each other, word by word: the evidence for and against a finding.

A word that the dictionary knows on both sides is spoken of; what is left over on a side may say anything, so that
a side with more left over than the other may well say in these words what it seems to lack.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

from .concepts import begins_step, loose_places, plainly, steps, surely
from .halves import FEW
from .levelling import Told
from .lexicon import Word, linked, words

Span = tuple[int, int]

CLAUSES = ("if", "unless", "except", "even if", "as long as", "until", "same")
"""What both may begin a clause with: there it says this and nothing else."""

WEIGHED = ("at most", "at least", "only", "except", "even if", "exactly", "both", "otherwise", "one among")
"""Concepts that are often said in other words."""


MORE, LONGER = 4, 0.3  # words that a side has beyond the other's, and by which logarithm it is longer than due, from
ADDED = 5  # which on something was left out; of what was added, this many


class Leftover:
    """Two sentences in known languages, and which of their words belong together."""

    def __init__(self, texts: Sequence[str], languages: Sequence[str]) -> None:
        self.texts, self.languages = texts, languages

    @cached_property
    def plain(self) -> tuple[str, str]:
        """Both as concepts are looked for in them."""
        one, two = (plainly(text, language) for text, language in zip(self.texts, self.languages, strict=True))
        return one, two

    @cached_property
    def words(self) -> tuple[list[Word], list[Word]]:
        """The words that say something."""
        one, two = (words(plain, language) for plain, language in zip(self.plain, self.languages, strict=True))
        return one, two

    @cached_property
    def links(self) -> list[tuple[Word, Word]]:
        """Which of them speak of the same."""
        return linked(*self.words)

    @cached_property
    def said(self) -> tuple[dict[str, list[Span]], dict[str, list[Span]]]:
        """Where each surely says which concept."""
        one, two = (surely(text, language) for text, language in zip(self.texts, self.languages, strict=True))
        return one, two

    @cached_property
    def certain(self) -> list[tuple[int, int]]:
        """Where two words stand that speak of the same, and no third does."""
        many = [Counter(sense for word in side for sense in word.senses) for side in self.words]
        return [
            (one.at, two.at)
            for one, two in self.links
            if all(many[k][sense] <= 1 for k in (0, 1) for sense in one.senses & two.senses)
        ]

    def steps(self) -> tuple[str, str] | None:
        """Two words of steps that come in another order, as each side has them: "bet → turn", "aufdecken → setzen"."""
        bounds = [steps(text, language) for text, language in zip(self.texts, self.languages, strict=True)]
        if not all(bounds):
            return None
        certain = set(self.certain)
        pairs = [
            pair
            for pair in self.links
            if (pair[0].at, pair[1].at) in certain
            and not any(begins_step(word.text, language) for word, language in zip(pair, self.languages, strict=True))
        ]
        found = [[bisect_right(bounds[k], word.at) for k, word in enumerate(pair)] for pair in pairs]
        whole = {step: {there for here, there in found if here == step} for step, _ in found}
        for i, j in combinations(range(len(pairs)), 2):
            (one, into), (two, onto) = found[i], found[j]
            if one < two and into > onto and len(whole[one]) == len(whole[two]) == 1:  # no word of them stayed
                return f"{pairs[i][0].text} → {pairs[j][0].text}", f"{pairs[j][1].text} → {pairs[i][1].text}"
        return None

    def over(self, side: int) -> int:
        """How many words of a side the other does not speak of, beside those that are a concept, which is compared."""
        partners = {pair[side].at for pair in self.links}
        spans = [span for of in self.said[side].values() for span in of]
        left = [word.at for word in self.words[side] if word.at not in partners]
        return sum(not any(start <= at < end for start, end in spans) for at in left)

    def loosely(self, name: str) -> tuple[int, int]:
        """How many words of each side may say a concept, beside what the other has as well: "free" and "libre"."""
        both = [
            of
            for of in CLAUSES
            if of in self.said[0] and of != name and len(self.said[0][of]) == len(self.said[1].get(of, ()))
        ]
        spans = []
        for text, language, said in zip(self.texts, self.languages, self.said, strict=True):
            shared = [span for of in both for span in said[of]]
            loose = loose_places(text, language, name)
            spans.append([one for one in loose if not any(a < one[1] and one[0] < b for a, b in shared)])
        found = []
        for k in (0, 1):
            many = 0
            for start, end in spans[k]:
                partners = [pair[1 - k].at for pair in self.links if start <= pair[k].at < end]
                many += not any(a <= at < b for at in partners for a, b in spans[1 - k])
            found.append(many)
        return found[0], found[1]

    def lopsided(self, ratio: float) -> float:
        """By how much the second text is too long (above 0) or too short (below 0), by its length and its words.

        ratio: how many characters the one language needs for one of the other.
        """
        due, there = (len(plain) + FEW for plain in self.plain)
        apart = math.log(there / (due * ratio))
        beyond = len(self.words[1]) - len(self.words[0])
        short = beyond <= -MORE and apart <= -LONGER
        return apart if short or (beyond >= ADDED and apart >= LONGER) else 0.0

    def tells(self, told: Told) -> bool:
        """Is a concept that only one side says missing on the other, not said there in words that are left over?

        A translator who adds one seldom does so by mistake: of what only the translation says, that is asked.
        """
        _, _, values = told
        return values["which"] == "A" or values["a"] not in WEIGHED or self.over(0) <= self.over(1)
