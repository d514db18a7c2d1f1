"""Decide which possible differences are reported, by weighing their evidence.

The weights (`weights.toml`) are learned by `tests/rulebook/collation/weigh.py` from translations with planted errors.
The threshold is chosen per text so that the expected share of false findings stays within a limit (Benjamini and
Hochberg, Controlling the false discovery rate, 1995): a text with many certain errors gets more doubtful ones reported.
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
from ..language.concepts import concept_languages
from ..language.tokens import normal
from ..progress import steps
from .equivalents import Discrepancy
from .evidence import Evidence, Features, log_odds
from .statements import concept_differences
from .wording import Memory, Texts, WordAlignment, learn_pairs

FALSE = 0.4 / 12  # accepted false findings for each faithful clause of a free translation
SHORT = 0.4  # accepted false findings in a faithful text, however short
RATE = 0.3  # accepted false findings for each finding reported
WORDS = math.log(3)  # how much more certain a difference must be whose only evidence is leftover words
UNLIKELY = 0.08  # share of faithful pairs below which a difference counts as likely
FREE = 0.7  # share of a text's words covered by the other; with an error in every clause it is at least 0.76
OTHER = 0.4  # share below which the text is in another language, or is another text
SEEM = 0.25  # share of likely differences in a free translation; with an error in every clause it is 0.43
FEWEST_PAIRS = 8  # sentence pairs needed to call a text free
CLAUSE = 3  # sentences of a clause, where a text has no entries


class Tolerance(NamedTuple):
    """Accepted numbers of false findings: per faithful clause, per finding, per faithful text."""

    false: float = FALSE
    rate: float = RATE
    short: float = SHORT


BALANCED, SUREST = "balanced", "sure"
LEVELS = {SUREST: Tolerance(0.1 / 12, 0.1, 0.1), BALANCED: Tolerance(), "more": Tolerance(2 / 12, 0.5, 2.0)}
"""Level of reporting -> the false findings it accepts, strictest first."""


@dataclass(frozen=True)
class SentencePair:
    """Aligned sentences of source and translation.

    counts: sentences on each side; amounts: differences in numbers and length; ratio: characters of B's language for
    one of A's; values: the first number that only A has and the first that only B has.
    """

    variant: int | None
    places: Sequence[Place | None]
    texts: Texts
    counts: tuple[int, int]
    amounts: Sequence[Discrepancy]
    ratio: float
    values: tuple[float | None, float | None] = (None, None)


Likely = Sequence[tuple[float, float]]
"""Quantiles of faithful pairs: (share, log odds that at least this share of them reaches), shares ascending."""


@cache
def _load_weights() -> tuple[Mapping[str, float], Likely]:
    read = tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
    return read["weights"], [(share, odds) for share, odds in read["faithful"]["likely"]]


def faithful_share(odds: float, faithful: Likely) -> float:
    """Return the share of faithful pairs whose log odds are at least these, interpolated."""
    at = bisect_right(faithful, -odds, key=lambda one: -one[1])
    if at in (0, len(faithful)):
        return faithful[0][0] if at == 0 else 1.0
    (less, high), (more, low) = faithful[at - 1], faithful[at]
    return less + (more - less) * (high - odds) / (high - low)


def threshold(odds: Sequence[float], clauses: int, faithful: Likely, limit: Tolerance = LEVELS[BALANCED]) -> float:
    """Return the lowest log odds that are reported; odds: those of all sentence pairs of a text."""
    base = max(limit.false * (clauses or len(odds) / CLAUSE), limit.short)
    found = math.inf
    for count, one in enumerate(sorted(odds, reverse=True), 1):
        if len(odds) * faithful_share(one, faithful) <= base + limit.rate * count:
            found = one
    return found


@dataclass(frozen=True)
class Suspicion:
    """The possible differences of a sentence pair, and the evidence for them.

    is_specific: whether a number, length or concept differs; otherwise `differences` has at most the leftover words.
    """

    differences: Sequence[Discrepancy]
    evidence: Evidence
    is_specific: bool

    @classmethod
    def of(cls, pair: SentencePair, alignment: WordAlignment, memory: Memory) -> "Suspicion":
        """Return the suspicion about a pair."""
        evidence = Evidence(alignment, pair.ratio, pair.counts, memory)
        specific = [*pair.amounts, *concept_differences(evidence.alignment)]
        leftover = evidence.leftover_discrepancy() if not specific else None
        return cls(specific or ([leftover] if leftover else []), evidence, bool(specific))

    @property
    def features(self) -> Features:
        """The evidence that the pair differs at all."""
        return self.evidence.features(self.differences if self.is_specific else [])

    def surest(self, weights: Mapping[str, float]) -> Discrepancy | None:
        """Return the likeliest difference, if any; a duty takes precedence over a negation."""
        duty = any(one[1] == "modality" for one in self.differences)
        rest = [one for one in self.differences if not (duty and one[1] == "negation")]
        return max(rest, key=lambda one: log_odds(self.evidence.features_of(one), weights), default=None)


def pair_log_odds(features: Features, is_specific: bool, weights: Mapping[str, float]) -> float:
    """Return the log odds that two sentences differ, reduced if leftover words are the only evidence."""
    return log_odds(features, weights) - (0 if is_specific else WORDS)


@dataclass(frozen=True)
class Judgement:
    """The log odds and the likeliest finding of each sentence pair; the evidence does not depend on the level.

    clauses: the number of clauses; covered_words: per side, the content words with a counterpart and all content words,
    () where no words are known.
    """

    suspected: Sequence[tuple[float, Finding | None]]
    clauses: int
    covered_words: Sequence[tuple[int, int]] = ()

    @property
    def is_too_free(self) -> bool:
        """Whether a translation is too free to be checked: many likely differences, and few words that correspond."""
        if not self.covered_words or len(self.suspected) < FEWEST_PAIRS:
            return False
        likely = sum(faithful_share(odds, _load_weights()[1]) <= UNLIKELY for odds, _ in self.suspected)
        covered = min(words / max(total, 1) for words, total in self.covered_words)
        return likely >= SEEM * len(self.suspected) and OTHER < covered < FREE

    def reported(self, level: str = BALANCED) -> Iterator[Finding]:
        """Yield the findings reported at a level of `LEVELS`; none for a translation that is too free."""
        if self.is_too_free:
            return
        from_ = threshold([odds for odds, _ in self.suspected], self.clauses, _load_weights()[1], LEVELS[level])
        yield from (one for odds, one in self.suspected if one and odds >= from_)


def judge(pairs: Sequence[SentencePair], languages: tuple[str, str]) -> Judgement:
    """Judge aligned sentences; in unknown languages every difference is reported."""
    if not set(languages) <= concept_languages():
        return Judgement([(math.inf, _finding(pair, one)) for pair in pairs for one in pair.amounts], 0)
    alignments = [WordAlignment(pair.texts, languages) for pair in pairs]
    memory = learn_pairs(steps(alignments, 0.25, 0.45))
    weights, _ = _load_weights()
    suspected = []
    for pair, alignment in steps(list(zip(pairs, alignments, strict=True)), 0.45, 1.0):
        suspicion = Suspicion.of(pair, alignment, memory)
        odds = pair_log_odds(suspicion.features, suspicion.is_specific, weights)
        surest = suspicion.surest(weights)
        suspected.append((odds, _finding(pair, surest) if surest else None))  # without the evidence, which is large
    counts = [(memory.words[k] - 1, sum(len(alignment.leftover[k]) for alignment in alignments)) for k in (0, 1)]
    covered = [(total - left, total) for total, left in counts]
    return Judgement(suspected, len({pair.variant for pair in pairs} - {None}), covered)


def _finding(pair: SentencePair, discrepancy: Discrepancy) -> Finding:
    note, fills = note_of(discrepancy, pair.texts)
    kind, key, _ = discrepancy
    return difference(kind, pair.variant, pair.places, note, values=pair.values if key == "number" else None, **fills)


NOTHING = "-"  # the value of a side without numbers or duties
_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"(, | \+ | → )")


def note_of(discrepancy: Discrepancy, texts: Texts) -> tuple[str, Mapping[str, str]]:
    """Return the key of a note and the values that fill it."""
    _, note, values = discrepancy
    if note == "number" and NOTHING in values.values():
        which = "B" if values["a"] == NOTHING else "A"
        return "number-only", {"which": which, "a": values[which.casefold()]}
    if note == "modality":
        return _duty_note(values)
    if note in ("concept", "concept-missing"):
        sides = {"a": texts[1] if values.get("which") == "B" else texts[0], "b": texts[1]}
        return note, {name: _respell(value, sides.get(name, "")) for name, value in values.items()}
    return note, values


def _duty_note(values: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Return a note with only those duties that differ."""
    sides = [[one for one in values[name].split(", ") if one != NOTHING] for name in "ab"]
    left, right = (", ".join((Counter(sides[k]) - Counter(sides[1 - k])).elements()) for k in (0, 1))
    if left and right:
        return "modality", {"a": left, "b": right}
    if left or right:
        return "modality-only", {"which": "A" if left else "B", "a": left or right}
    return "modality", {name: value.replace(", ", " → ") for name, value in values.items()}


def _respell(value: str, text: str) -> str:
    """Spell words as a text does; names of concepts stay, as they are translated later."""
    spelt = {normal(word): word for word in _WORD.findall(text)}
    return "".join(
        one if one.replace(" ", "-") in _concept_names() else _WORD.sub(lambda word: spelt.get(word[0], word[0]), one)
        for one in _PARTS.split(value)
    )


@cache
def _concept_names() -> Mapping[str, object]:
    found: Mapping[str, object] = words.tree("collation", words.SOURCE)["concepts"]
    return found
