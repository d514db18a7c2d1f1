"""Learn the weight of each piece of evidence, from faithful translations by many authors and errors planted in them.

Logistic regression with a penalty on large weights.  Every pair of sentences is an example, of a faithful translation
or of one with an error.  The result has the weights, and how likely faithful pairs seemed to differ when games that no
word was corrected for were judged by weights learned from the others, which gives the check its threshold.
The counts are made as the check makes them: with one error in each clause at a time, and for the faithful text.

    python -m tests.rulebook.collation.weigh           prints the errors found and the false findings
    python -m tests.rulebook.collation.weigh --write   also writes rulebook/collation/meaning/weights.toml
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import chain, zip_longest

import numpy

from rulebook.collation.checking.translation import align_clauses, compare
from rulebook.collation.meaning.evidence import Features
from rulebook.collation.meaning.judging import Likely, SentencePair, Suspicion, pair_log_odds, threshold
from rulebook.collation.meaning.wording import WordAlignment
from rulebook.collation.meaning.wording import learn_pairs as recalled

from . import games
from .games import CLAUSES, HANDS, UNSEEN, Translated, clauses, game, hand, text, together

PENALTY = 1.0
SELDOM = 4  # examples that evidence must be seen in
PARTS = 8  # of the games, each judged by weights from the others
SHARES = (0.0005, 0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.15)


@dataclass(frozen=True)
class Example:
    """Two sentences: their error (None: faithful), the evidence of a difference, and whether it is not just wording."""

    error: int | None
    features: Features
    is_specific: bool

    def odds(self, weights: Mapping[str, float]) -> float:
        """The log odds of a difference, as the check weighs it."""
        return pair_log_odds(self.features, self.is_specific, weights)


@dataclass(frozen=True)
class Text:
    """The examples of a text, the clause of each error, its number of clauses, and errors found at any weights."""

    name: str
    examples: tuple[Example, ...]
    errors: tuple[int, ...]
    clauses: int
    always: frozenset[int]


def examples(of: Translated) -> Text:
    """Return the examples of a text."""
    found, pairs = compare(align_clauses(of.source, text(of.target), *of.languages[::-1]))
    memory = recalled([WordAlignment(pair.texts, of.languages) for pair in pairs])
    faithful = {pair.texts for pair in pairs}
    told = {(one.variant, one.kind, one.note()) for one in found}

    def example(error: int | None, pair: SentencePair) -> Example:
        suspicion = Suspicion.of(pair, WordAlignment(pair.texts, of.languages), memory)
        return Example(error, suspicion.features, suspicion.is_specific)

    result = [example(None, pair) for pair in pairs]
    always = set()
    for k, error in enumerate(of.errors):
        findings, others = compare(align_clauses(of.source, text(of.planted(error)), *of.languages[::-1]))
        if any(
            (one.variant, one.kind, one.note()) not in told and one.variant in (error.clause, None) for one in findings
        ):
            always.add(k)
        result += [
            example(k, pair) for pair in others if pair.texts not in faithful and pair.variant in (error.clause, None)
        ]
    where = tuple(error.clause for error in of.errors)
    return Text(of.name, tuple(result), where, len(of.source.entries), frozenset(always))


def _game(name: str, into: str, source: str = "fr") -> Text:
    return examples(game(name, into, source))


def _list(name: str, source: str, target: str) -> Text:
    """Return a list of clauses: faithful as one text, and each error by itself."""
    several = [examples(one) for one in clauses(name, source, target)]
    shift = [sum(len(one.errors) for one in several[:k]) for k in range(len(several))]
    wrong = [
        replace(example, error=example.error + at)
        for one, at in zip(several, shift, strict=True)
        for example in one.examples
        if example.error is not None
    ]
    faithful = examples(together(name, source, target)).examples
    always = frozenset(k + at for one, at in zip(several, shift, strict=True) for k in one.always)
    where = tuple(k for k, one in enumerate(several) for _ in one.errors)
    return Text(name, (*faithful, *wrong), where, len(several), always)


def texts() -> tuple[list[Text], list[Text]]:
    """Return the texts to learn from, and those to measure by."""
    several = [("fr", "en"), ("fr", "de"), ("en", "de"), ("de", "en")]
    with ProcessPoolExecutor(2) as pool:
        made = [pool.submit(_game, name, into) for name in chain(*games.learned()) for into in ("en", "de")]
        made += [pool.submit(examples, hand(name)) for name in HANDS]
        made += [pool.submit(_list, name, *languages) for name in CLAUSES for languages in several]
        unseen = [pool.submit(_game, name, into) for name in UNSEEN for into in ("en", "de")]
        return [one.result() for one in made], [one.result() for one in unseen]


def learn(several: Sequence[Text]) -> dict[str, float]:
    """Return the weights of evidence, by Newton's method."""
    rows = [example for one in several for example in one.examples]
    seen = Counter(name for row in rows for name, value in row.features.items() if value)
    names = sorted(name for name, count in seen.items() if count >= SELDOM)
    at = {name: k for k, name in enumerate(names)}
    x, y = numpy.zeros((len(rows), len(names))), numpy.array([row.error is not None for row in rows], float)
    for k, row in enumerate(rows):
        for name, value in row.features.items():
            if name in at:
                x[k, at[name]] = value
    penalty = numpy.full(len(names), PENALTY)
    penalty[at["bias"]] = PENALTY / 100
    weights = numpy.zeros(len(names))
    for _ in range(50):
        likely = 1 / (1 + numpy.exp(-numpy.clip(x @ weights, -30, 30)))
        slope = x.T @ (likely - y) + penalty * weights
        step = numpy.linalg.solve((x * (likely * (1 - likely))[:, None]).T @ x + numpy.diag(penalty), slope)
        weights -= step
        if numpy.abs(step).max() < 1e-6:
            break
    return dict(zip(names, map(float, weights), strict=True))


@dataclass(frozen=True)
class Judged:
    """A judged text: how likely each faithful pair seems to differ, and the likeliest pair of each error."""

    of: Text
    faithful: Sequence[float]
    errors: Sequence[float]


def judge(several: Iterable[Text], weights: Mapping[str, float]) -> list[Judged]:
    """Judge texts by these weights."""
    found = []
    for one in several:
        errors = [math.inf if k in one.always else -math.inf for k in range(len(one.errors))]
        for example in one.examples:
            if example.error is not None:
                errors[example.error] = max(errors[example.error], example.odds(weights))
        faithful = [example.odds(weights) for example in one.examples if example.error is None]
        found.append(Judged(one, faithful, errors))
    return found


def cross_validate(several: Sequence[Text], names: Sequence[str]) -> list[Judged]:
    """Judge each part of these games by weights learned from all other texts."""
    parts = [set(names[k::PARTS]) for k in range(PARTS)]
    return [
        one
        for part in parts
        for one in judge(
            (text for text in several if text.name in part),
            learn([text for text in several if text.name not in part]),
        )
    ]


def shares(several: Sequence[Judged]) -> list[tuple[float, float]]:
    """Return the shares of faithful pairs in which a difference seems at least this likely."""
    ordered = sorted((one for text in several for one in text.faithful), reverse=True)
    return [(share, ordered[min(int(share * len(ordered)), len(ordered) - 1)] + 1e-9) for share in SHARES]


def found(several: Sequence[Judged], faithful: Likely) -> str:
    """Return the share of errors found, one in each clause at a time, and false findings in twelve faithful clauses."""
    hit = false = 0
    for one in several:
        false += sum(odds >= threshold(one.faithful, one.of.clauses, faithful) for odds in one.faithful)
        by_clause: dict[int, list[float]] = {}
        for clause, odds in zip(one.of.errors, one.errors, strict=True):
            by_clause.setdefault(clause, []).append(odds)
        for planted in zip_longest(*by_clause.values(), fillvalue=-math.inf):
            told = [odds for odds in planted if math.isfinite(odds)]
            at = threshold([*one.faithful, *told], one.of.clauses, faithful)
            hit += sum(odds >= at for odds in planted)
    many, clauses = sum(len(one.errors) for one in several), sum(one.of.clauses for one in several)
    return (
        f"{hit / many:.1%} of {many} errors are found, {12 * false / clauses:.2f} findings in twelve faithful clauses"
    )


def main(*arguments: str) -> None:
    several, unseen = texts()
    faithful, weights = shares(cross_validate(several, games.learned()[1])), learn(several)
    print("In games that nothing was learned from,", found(judge(unseen, weights), faithful))
    if "--write" in arguments:
        lines = [
            "# Written by `python -m tests.rulebook.collation.weigh --write`.  likely: the share of faithful sentence",
            "# pairs whose log odds of a difference are at least the second number.  weights: the log odds of each",
            "# feature.",
            "",
            "[faithful]",
            "likely = [",
            *(f"    [{share}, {odds:.3f}]," for share, odds in faithful),
            "]",
            "",
            "[weights]",
        ]
        lines += [f'"{name}" = {value:.2f}' for name, value in sorted(weights.items()) if abs(value) >= 0.005]
        files("rulebook.collation.meaning").joinpath("weights.toml").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
