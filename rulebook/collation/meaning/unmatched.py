"""The words that two sentences leave without a partner: evidence for and against a finding.

A word with a partner on the other side is accounted for; a side with more words left over may well say in them what it
seems to lack.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, product

from ..language.concepts import loose_places, plainly, surely
from ..language.tokens import normal
from .actors import begins_step, steps
from .equivalents import Told
from .lexicon import Word
from .wording import Texts, Wording

Span = tuple[int, int]

WEIGHED = ("at most", "at least", "only", "except", "even if", "exactly", "both", "otherwise", "one among")
"""Concepts that are often said in other words."""

FIRST = 1  # step

CLAUSES = ("skip", "stay", "if", "unless", "except", "even if", "as long as", "until", "same")
"""What both may say with a word: there it says this, and excuses nothing else."""


_ROUTE = {
    "fr": re.compile(r"\b(?:d[eu]s? |depuis |d')([^.,;:]{2,30}?) (?:jusqu'(?:à|aux?)|à|aux?|vers)\b([^.,;:]{2,30})"),
    "en": re.compile(r"\bfrom ([^.,;:]{2,30}?) (?:to|towards?|into|onto)\b([^.,;:]{2,30})"),
    "de": re.compile(r"\b(?:vo[nm]|aus|ab) ([^.,;:]{2,30}?) (?:zu[mr]?|nach|ins?|auf)\b([^.,;:]{2,30})"),
}
"""What leads from something to something else."""
_WORDS = re.compile(r"\w+")


class Unmatched:
    """Two sentences in known languages, with their linked and unlinked words."""

    def __init__(self, texts: Texts, languages: tuple[str, str], wording: Wording) -> None:
        self.texts, self.languages, self.wording = texts, languages, wording

    @cached_property
    def links(self) -> list[tuple[Word, Word]]:
        """The words that say something and stand for the same."""
        return [pair for pair in self.wording.links if not (pair[0].light or pair[1].light)]

    @cached_property
    def said(self) -> tuple[Mapping[str, Sequence[Span]], Mapping[str, Sequence[Span]]]:
        """Where each surely says which concept."""
        one, two = (surely(text, language) for text, language in zip(self.texts, self.languages, strict=True))
        return one, two

    @cached_property
    def _loose(self) -> list[Mapping[str, Sequence[Span]]]:
        """Where each may say which concept."""
        return [loose_places(text, language) for text, language in zip(self.texts, self.languages, strict=True)]

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

    def steps(self) -> tuple[str, str] | None:
        """Two words of steps that come in another order, as each side has them: "bet → turn", "aufdecken → setzen"."""
        bounds = [steps(text, language) for text, language in zip(self.texts, self.languages, strict=True)]
        if not all(bounds):
            return None
        at = [[bisect_right(bounds[k], word.at) for word in self.wording.words[k]] for k in (0, 1)]
        found = self._in_steps(at)
        whole: dict[int, set[int]] = {}
        for here, there, *_ in found:
            if (here, there) != (FIRST, FIRST):  # what both steps are about is named in the first: "the sacks", "they"
                whole.setdefault(here, set()).add(there)
        crossed = [
            (a, b, c, d)
            for (one, into, a, b), (two, onto, c, d) in combinations(found, 2)
            if one < two and into > onto and len(whole[one]) == len(whole[two]) == 1  # no word of them stayed
        ]
        if not crossed:
            return None
        a, b, c, d = min(crossed, key=lambda words: sum(word.light for word in words))  # "use" says more than "with"
        return f"{a.text} → {c.text}", f"{d.text} → {b.text}"

    def _in_steps(self, at: Sequence[Sequence[int]]) -> list[tuple[int, int, Word, Word]]:
        """A step of A and one of B, by two words that stand for the same; at: the step of each word, side by side."""
        best: list[dict[int, tuple[float, set[int]]]] = [{}, {}]  # of each word: how surely it is said, in which steps
        linked = {(i, j) for _, i, j in self.wording.linked}
        taken = [{pair[k]: (pair[1 - k], worth) for worth, *pair in self.wording.linked} for k in (0, 1)]
        for worth, *pair in self.wording.likenesses:
            for k in (0, 1):
                other, sure = taken[1 - k].get(pair[1 - k], (pair[k], 0.0))
                named = [self.wording.words[k][at].name for at in (other, pair[k])]
                if tuple(pair) not in linked and named[0] != named[1] and sure >= worth:
                    continue  # "unload" may be "sell", too, but here it stands for another word
                most, where = best[k].get(pair[k], (0.0, set()))
                if worth >= most:
                    best[k][pair[k]] = worth, {at[1 - k][pair[1 - k]], *(where if worth == most else ())}
        found = []
        for _, i, j in sorted(self.wording.linked, key=lambda link: link[1:]):
            mine, theirs = self.wording.words[0][i], self.wording.words[1][j]
            begins = begins_step(mine.text, self.languages[0]) or begins_step(theirs.text, self.languages[1])
            if best[0][i][1] == {at[1][j]} and best[1][j][1] == {at[0][i]} and not begins:
                found.append((at[0][i], at[1][j], mine, theirs))
        return found

    def route(self) -> tuple[str, str] | None:
        """Two words that lead from one to the other, here and there in another order: "from the source to the sea"."""
        ways = []
        for text, language in zip(self.texts, self.languages, strict=True):
            plain = plainly(text, language)  # in which some ways are levelled: "X bis zu Y" is "X Y"
            told = [way for said in (plain, normal(text)) for way in _ROUTE[language].finditer(said)]
            ways.append([[set(_WORDS.findall(end)) for end in way.groups()] for way in told])
        found = None
        for mine, theirs in product(*ways):
            ends = {
                (here, there): (one.text, other.text)
                for one, other in self.links
                for here, there in product((0, 1), repeat=2)
                if one.text in mine[here] and other.text in theirs[there]
            }
            if ends.keys() & {(0, 0), (1, 1)}:
                return None
            if len(ends) == 2:
                (a, d), (c, b) = ends[0, 1], ends[1, 0]
                found = f"{a} → {c}", f"{b} → {d}"
        return found

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
