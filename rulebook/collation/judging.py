"""Which of the differences that two texts may have are told: each is weighed by its evidence.

What free translations have in common with wrong ones is learned from both: `weights.toml` is written by
`tests/rulebook/collation/weigh.py` from texts of many hands, with the errors that were planted in them.  How likely a
difference must be to be told is chosen for each text, so that of what is told but a part is expected to be false: where
much is surely wrong, more is looked into, and of a text in which little is, little is told (Benjamini and Hochberg,
Controlling the false discovery rate, 1995).
"""

import math
import tomllib
from bisect import bisect_right
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

FALSE = 0.4 / 12  # findings about a faithful clause of a free translation that are borne
SHORT = 0.4  # and about a faithful text, however short
RATE = 0.3  # and for each finding that is told
WORDS = math.log(3)  # how much surer a difference must be that nothing but words left over speak for
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


Likely = Sequence[tuple[float, float]]
"""In which share of faithful pairs, ascending, a difference seems how likely, or likelier: logarithms of odds."""


@cache
def _learned() -> tuple[Mapping[str, float], Likely]:
    """The weights of evidence; and how likely faithful pairs seem to differ."""
    read = tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
    return read["weights"], [(share, odds) for share, odds in read["faithful"]["likely"]]


def share(odds: float, faithful: Likely) -> float:
    """In which share of faithful pairs a difference seems so likely, or likelier."""
    at = bisect_right(faithful, -odds, key=lambda one: -one[1])
    if at in (0, len(faithful)):
        return faithful[0][0] if at == 0 else 1.0
    (less, high), (more, low) = faithful[at - 1], faithful[at]
    return less + (more - less) * (high - odds) / (high - low)


def least(odds: Sequence[float], clauses: int, faithful: Likely, false: float = FALSE, rate: float = RATE) -> float:
    """How likely a difference must be to be told; odds: of all pairs of sentences of a text, in how many clauses.

    false: findings about a faithful clause that are borne; rate: and for each that is told.
    """
    borne = max(false * (clauses or len(odds) / CLAUSE), SHORT)
    found = math.inf
    for told, one in enumerate(sorted(odds, reverse=True), 1):
        if len(odds) * share(one, faithful) <= borne + rate * told:
            found = one
    return found


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

    def surest(self, weights: Mapping[str, float]) -> Told | None:
        """What is told of them, if anything may be: a duty says more than that one denies."""
        duty = any(told[1] == "modality" for told in self.several)
        rest = [told for told in self.several if not (duty and told[1] == "negation")]
        return max(rest, key=lambda told: weighed(self.evidence.of(told), weights), default=None)


def likely(features: Features, told: bool, weights: Mapping[str, float]) -> float:
    """How likely two sentences differ, as the logarithm of the odds; less so if only words left over tell it."""
    return weighed(features, weights) - (0 if told else WORDS)


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
    weights, faithful = _learned()
    odds, surest = [], []  # and not the evidence of a whole text
    for pair in pairs:
        suspicion = Suspicion.of(pair, languages, memory)
        odds.append(likely(suspicion.features, suspicion.told, weights))
        surest.append(suspicion.surest(weights))
    from_ = least(odds, len({pair.variant for pair in pairs} - {None}), faithful)
    for pair, one, told in zip(pairs, odds, surest, strict=True):
        if told and one >= from_:
            yield _finding(pair, told)


def _finding(pair: Pair, told: Told) -> Finding:
    kind, note, words = told
    return differs(kind, pair.variant, pair.places, note, values=pair.values if note == "number" else None, **words)
