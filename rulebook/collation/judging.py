"""Which of the differences that two texts may have are told: each is weighed by its evidence.

What free translations have in common with wrong ones is learned from both: `weights.toml` is written by
`tests/rulebook/collation/weigh.py` from texts of many hands, with the errors that were planted in them.  How likely a
difference must be to be told is chosen for each text: of long clauses more sentences are read, and more could be false.
"""

import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .concepts import known, plainly
from .evidence import Evidence, Features, weighed
from .finding import Finding, Place, differs
from .levelling import Told
from .statements import differing
from .wording import Memory, Texts, learned

FALSE = 1.5 / 12  # findings about a faithful clause of a free translation that are borne
SHORT = 0.5  # and about a faithful text, however short
WORDS = 3  # times as unlikely to be false a difference must be that nothing but words left over speak for
CLAUSE = 3  # sentences of a clause, where a text has no entries


@dataclass(frozen=True)
class Pair:
    """Some sentences and those that say them in the other text: of which clause, where, how many of each side.

    told: what may differ between their numbers and lengths; ratio: how many characters one of A needs in B; values: the
    first number that only A has, and only B.
    """

    variant: int | None
    places: Sequence[Place | None]
    texts: Texts
    many: tuple[int, int]
    told: Sequence[Told]
    ratio: float
    values: tuple[float | None, float | None] = (None, None)


@cache
def _learned() -> tuple[Mapping[str, float], Sequence[Sequence[float]]]:
    """The weights of evidence; and how likely a difference is in which share of faithful pairs, or likelier."""
    read = tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
    return read["weights"], read["faithful"]["likely"]


def least(pairs: int, clauses: int) -> float:
    """How likely a difference of a text must be to be told; pairs: of sentences, in how many clauses."""
    share = max(FALSE * (clauses or pairs / CLAUSE), SHORT) / max(pairs, 1)
    known = _learned()[1]
    at = bisect_left(known, share, key=lambda one: one[0])
    if at in (0, len(known)):
        return known[min(at, len(known) - 1)][1]
    (less, high), (more, low) = known[at - 1], known[at]
    return high + (low - high) * (share - less) / (more - less)


@dataclass(frozen=True)
class Suspicion:
    """What may differ between two sentences, and what speaks for it.

    several: what is told of them, or what is left over if nothing is.
    """

    several: Sequence[Told]
    evidence: Evidence
    told: bool

    @classmethod
    def of(cls, pair: Pair, languages: tuple[str, str], memory: Memory) -> "Suspicion":
        """That of a pair."""
        evidence = Evidence(pair.texts, languages, pair.ratio, pair.many, memory)
        several = [*pair.told, *differing(pair.texts, languages, evidence.wording)]
        words = evidence.words() if not several else None
        return cls(several or ([words] if words else []), evidence, bool(several))

    @property
    def features(self) -> Features:
        """The evidence that they differ in anything."""
        return self.evidence.all(self.several if self.told else [])


def remembered(pairs: Sequence[Pair], languages: tuple[str, str]) -> Memory:
    """What the two texts call their own things."""
    one, two = languages
    return learned([(plainly(pair.texts[0], one), plainly(pair.texts[1], two)) for pair in pairs], languages)


def judged(pairs: Sequence[Pair], languages: tuple[str, str]) -> Iterator[Finding]:
    """The differences that are told, pair by pair; in languages whose words are not known, all that may be."""
    if not set(languages) <= known():
        for pair in pairs:
            yield from (_finding(pair, told) for told in pair.told)
        return
    memory = remembered(pairs, languages)
    weights = _learned()[0]
    from_ = least(len(pairs), len({pair.variant for pair in pairs} - {None}))
    words_from = 1 - (1 - from_) / WORDS
    for pair in pairs:
        suspicion = Suspicion.of(pair, languages, memory)
        if suspicion.several and weighed(suspicion.features, weights) >= (from_ if suspicion.told else words_from):
            duties = [
                told for told in suspicion.several if told[1] == "modality"
            ]  # which say more than that one denies
            rest = [told for told in suspicion.several if not (duties and told[1] == "negation")]
            yield _finding(pair, max(rest, key=lambda told: weighed(suspicion.evidence.of(told), weights)))


def _finding(pair: Pair, told: Told) -> Finding:
    kind, note, words = told
    return differs(kind, pair.variant, pair.places, note, values=pair.values if note == "number" else None, **words)
