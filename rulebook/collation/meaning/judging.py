"""Decide which possible differences are reported, by weighing their evidence.

The weights (`weights.toml`) are learned by `tests/rulebook/collation/weigh.py` from translations with planted
errors.  The threshold is chosen for each text so that only a given share of the findings is expected to be false
(Benjamini and Hochberg, Controlling the false discovery rate, 1995): where much is surely wrong, more is reported.
"""

import math
import re
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rulebook.text import words

from ..finding import Finding, Place, difference
from ..language.concepts import known
from ..language.tokens import normal
from ..progress import steps
from .equivalents import Told
from .evidence import Evidence, Features, weighed
from .statements import differing
from .wording import Memory, Texts, Wording, learned

FALSE = 0.4 / 12  # findings about a faithful clause of a free translation that are borne
SHORT = 0.4  # and about a faithful text, however short
RATE = 0.3  # and for each finding that is told
WORDS = math.log(3)  # how much surer a difference must be that nothing but words left over speak for
UNLIKELY = 0.08  # the share of faithful pairs in which a difference seems as likely: of errors in every clause 0.43 do
FREE = 0.7  # of the words of a translation, of which the source speaks; at least 0.76 where an error is in every clause
OTHER = 0.4  # of them; of fewer it speaks where the text is in another language, or another text
SEEM = 0.25  # of its sentences, which seem to differ, as they do where an error is in every clause
FEWEST_PAIRS = 8  # of sentences, from which on a text can be called free
CLAUSE = 3  # sentences of a clause, where a text has no entries


class Borne(NamedTuple):
    """How many false findings are accepted: for a faithful clause, for each finding, for a faithful text."""

    false: float = FALSE
    rate: float = RATE
    short: float = SHORT


BALANCED, SUREST = "balanced", "sure"
TELL: Mapping[str, Borne] = {SUREST: Borne(0.1 / 12, 0.1, 0.1), BALANCED: Borne(), "more": Borne(2 / 12, 0.5, 2.0)}
"""How much is told -> what of it may be false, least first."""


@dataclass(frozen=True)
class Rendering:
    """Aligned sentences of source and translation: their clause, places, texts and numbers.

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
    """The share of faithful pairs in which a difference seems at least this likely."""
    at = bisect_right(faithful, -odds, key=lambda one: -one[1])
    if at in (0, len(faithful)):
        return faithful[0][0] if at == 0 else 1.0
    (less, high), (more, low) = faithful[at - 1], faithful[at]
    return less + (more - less) * (high - odds) / (high - low)


def least(odds: Sequence[float], clauses: int, faithful: Likely, borne: Borne = TELL[BALANCED]) -> float:
    """The threshold above which differences are reported; odds: of all sentence pairs of a text."""
    text = max(borne.false * (clauses or len(odds) / CLAUSE), borne.short)
    found = math.inf
    for told, one in enumerate(sorted(odds, reverse=True), 1):
        if len(odds) * share(one, faithful) <= text + borne.rate * told:
            found = one
    return found


@dataclass(frozen=True)
class Suspicion:
    """A possible difference of two sentences, and its evidence.

    several: what is told of them, or what is left over if nothing is.
    """

    several: Sequence[Told]
    evidence: Evidence
    told: bool

    @classmethod
    def of(cls, pair: Rendering, wording: Wording, memory: Memory) -> "Suspicion":
        """That of a pair."""
        evidence = Evidence(wording, pair.ratio, pair.many, memory)
        several = [*pair.told, *differing(evidence.wording)]
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


@dataclass(frozen=True)
class Judged:
    """The possible differences of two texts, pair by pair, with their odds; the number of clauses.

    How much of it is told is chosen afterwards: the evidence stays what it is.
    """

    several: Sequence[tuple[float, Finding | None]]
    clauses: int
    spoken: Sequence[tuple[int, int]] = ()
    """Of how many words of each side the other speaks, and of how many there are; () where no words are known."""

    @property
    def free(self) -> bool:
        """Is a translation too free to be checked: do many sentences seem to differ, and the words little to agree?"""
        if not self.spoken or len(self.several) < FEWEST_PAIRS:
            return False
        seem = sum(share(odds, _learned()[1]) <= UNLIKELY for odds, _ in self.several)
        return (
            seem >= SEEM * len(self.several) and OTHER < min(words / max(many, 1) for words, many in self.spoken) < FREE
        )

    def told(self, tell: str = BALANCED) -> Iterator[Finding]:
        """The differences that are told (`TELL`); none of what is too free."""
        if self.free:
            return
        from_ = least([odds for odds, _ in self.several], self.clauses, _learned()[1], TELL[tell])
        yield from (one for odds, one in self.several if one and odds >= from_)


def judged(pairs: Sequence[Rendering], languages: tuple[str, str]) -> Judged:
    """Judge aligned sentences; in unknown languages every difference is reported."""
    if not set(languages) <= known():
        return Judged([(math.inf, _finding(pair, told)) for pair in pairs for told in pair.told], 0)
    wordings = [Wording(pair.texts, languages) for pair in pairs]
    memory = learned(steps(wordings, 0.25, 0.45))
    weights, _ = _learned()
    several = []
    for pair, wording in steps(list(zip(pairs, wordings, strict=True)), 0.45, 1.0):
        suspicion = Suspicion.of(pair, wording, memory)
        odds, surest = likely(suspicion.features, suspicion.told, weights), suspicion.surest(weights)
        several.append((odds, _finding(pair, surest) if surest else None))  # and not the evidence of a whole text
    many = [(memory.words[k] - 1, sum(len(wording.left[k]) for wording in wordings)) for k in (0, 1)]
    spoken = [(words - left, words) for words, left in many]
    return Judged(several, len({pair.variant for pair in pairs} - {None}), spoken)


def _finding(pair: Rendering, told: Told) -> Finding:
    note, words = as_told(told, pair.texts)
    values = pair.values if told[1] == "number" else None
    return difference(told[0], pair.variant, pair.places, note, values=values, **words)


NOTHING = "-"  # what a side says that says nothing of it
_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"(, | \+ | → )")


def as_told(told: Told, texts: Texts) -> tuple[str, Mapping[str, str]]:
    """A note, and what fills it."""
    _, note, values = told
    if note == "number" and NOTHING in values.values():
        which = "B" if values["a"] == NOTHING else "A"
        return "number-only", {"which": which, "a": values[which.casefold()]}
    if note == "modality":
        return _duties(values)
    if note in ("concept", "concept-missing"):
        sides = {"a": texts[1] if values.get("which") == "B" else texts[0], "b": texts[1]}
        return note, {name: _written(value, sides.get(name, "")) for name, value in values.items()}
    return note, values


def _duties(values: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Of the duties of both sides those that differ."""
    sides = [[one for one in values[name].split(", ") if one != NOTHING] for name in "ab"]
    left, right = (", ".join((Counter(sides[k]) - Counter(sides[1 - k])).elements()) for k in (0, 1))
    if left and right:
        return "modality", {"a": left, "b": right}
    if left or right:
        return "modality-only", {"which": "A" if left else "B", "a": left or right}
    return "modality", {name: value.replace(", ", " → ") for name, value in values.items()}


def _written(value: str, text: str) -> str:
    """Words as a text spells them; concepts stay, which have words of their own."""
    spelt = {normal(word): word for word in _WORD.findall(text)}
    return "".join(
        one if one.replace(" ", "-") in _concepts() else _WORD.sub(lambda word: spelt.get(word[0], word[0]), one)
        for one in _PARTS.split(value)
    )


@cache
def _concepts() -> Mapping[str, object]:
    found: Mapping[str, object] = words.tree("collation", words.SOURCE)["concepts"]
    return found
