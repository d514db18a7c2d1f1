"""Learns what each piece of evidence is worth: from faithful translations of many hands, and errors planted in them.

Logistic regression with a penalty on large weights.  Every pair of sentences is an example, of a faithful translation
or of one with an error in it.  Written are the weights, and how likely faithful pairs of sentences seemed to differ
when each game was judged by weights that were learned from the others: so the check knows where to draw its line.

    python -m tests.rulebook.collation.weigh           prints what would be found, and how many were false
    python -m tests.rulebook.collation.weigh --write   writes rulebook/collation/weights.toml as well
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.resources import files

import numpy

from rulebook.collation.evidence import Features, weighed
from rulebook.collation.judging import Suspicion, remembered
from rulebook.collation.translation import compared

from .games import CLAUSES, FRESH, GAMES, HANDS, UNSEEN, Translated, clauses, game, hand, text, together

PENALTY = 1.0
SELDOM = 4  # examples that evidence must be seen in
SHARES = (0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.15)  # of faithful pairs
ASKED = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)  # false findings in twelve clauses


@dataclass(frozen=True)
class Example:
    """Two sentences: of which text, with which error (None: faithful), the evidence that they differ."""

    of: str
    error: int | None
    features: Features


@dataclass(frozen=True)
class Text:
    """The examples of a text, how many errors and clauses it has, and which errors are told whatever is weighed."""

    name: str
    examples: tuple[Example, ...]
    errors: int
    clauses: int
    always: frozenset[int]


def examples(of: Translated) -> Text:
    """The examples of one text."""
    found, pairs = compared(of.source, text(of.target), of.languages)
    memory = remembered(pairs, of.languages)
    faithful = {pair.texts for pair in pairs}
    told = {(one.variant, one.kind, one.note()) for one in found}
    result = [Example(of.name, None, Suspicion.of(pair, of.languages, memory).features) for pair in pairs]
    always = set()
    for k, error in enumerate(of.errors):
        findings, others = compared(of.source, text(of.planted(error)), of.languages)
        if any(
            (one.variant, one.kind, one.note()) not in told and one.variant in (error.clause, None) for one in findings
        ):
            always.add(k)
        result += [
            Example(of.name, k, Suspicion.of(pair, of.languages, memory).features)
            for pair in others
            if pair.texts not in faithful and pair.variant in (error.clause, None)
        ]
    return Text(of.name, tuple(result), len(of.errors), len(of.source.entries), frozenset(always))


def _game(name: str, into: str, source: str = "fr") -> Text:
    return examples(game(name, into, source))


def _list(name: str, source: str, target: str) -> Text:
    """A list of clauses: faithful as one text, with an error each by itself."""
    several = [examples(one) for one in clauses(name, source, target)]
    shift = [sum(one.errors for one in several[:k]) for k in range(len(several))]
    wrong = [
        Example(name, example.error + at, example.features)
        for one, at in zip(several, shift, strict=True)
        for example in one.examples
        if example.error is not None
    ]
    faithful = examples(together(name, source, target)).examples
    always = frozenset(k + at for one, at in zip(several, shift, strict=True) for k in one.always)
    return Text(name, (*faithful, *wrong), sum(one.errors for one in several), len(several), always)


def texts() -> tuple[list[Text], list[Text]]:
    """All texts to learn from, and those to measure by."""
    several = [("fr", "en"), ("fr", "de"), ("en", "de"), ("de", "en")]
    with ProcessPoolExecutor(2) as pool:
        made = [pool.submit(_game, name, into) for name in (*GAMES, *FRESH) for into in ("en", "de")]
        made += [pool.submit(_hand, name) for name in HANDS]
        made += [pool.submit(_list, name, *languages) for name in CLAUSES for languages in several]
        unseen = [pool.submit(_game, name, into) for name in UNSEEN for into in ("en", "de")]
        return [one.result() for one in made], [one.result() for one in unseen]


def _hand(name: str) -> Text:
    return examples(hand(name))


def learned(several: Sequence[Text]) -> dict[str, float]:
    """The weights of evidence, by Newton's method."""
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
class Score:
    """How likely each faithful pair of sentences seemed to differ, and each error; and of how many clauses."""

    faithful: list[float]
    errors: list[float]
    clauses: int

    def at(self, least: float) -> tuple[float, float]:
        """The share of errors that is told, and false findings in twelve clauses, from a likelihood on."""
        hit = sum(one >= least for one in self.errors) / len(self.errors)
        return hit, 12 * sum(one >= least for one in self.faithful) / self.clauses

    def likely(self, share: float) -> float:
        """How likely a difference seems in less than so large a share of the faithful pairs."""
        ordered = sorted(self.faithful, reverse=True)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] + 1e-9


def score(several: Sequence[Text], weights: Mapping[str, float]) -> Score:
    """How some texts are judged."""
    faithful, errors = [], []
    for one in several:
        best = [1.0 if k in one.always else 0.0 for k in range(one.errors)]
        for example in one.examples:
            likely = weighed(example.features, weights)
            if example.error is None:
                faithful.append(likely)
            else:
                best[example.error] = max(best[example.error], likely)
        errors += best
    return Score(faithful, errors, sum(one.clauses for one in several))


def apart(several: Sequence[Text], name: str) -> Score:
    """How a game is judged, by weights that were learned from all other texts."""
    return score([one for one in several if one.name == name], learned([one for one in several if one.name != name]))


def joined(parts: Sequence[Score]) -> Score:
    """The scores of several as one."""
    return Score(
        [v for part in parts for v in part.faithful],
        [v for part in parts for v in part.errors],
        sum(part.clauses for part in parts),
    )


def rows(name: str, of: Score) -> Iterator[str]:
    """A table of what is found where so many are false."""
    yield f"{name}: {len(of.errors)} errors, {of.clauses} clauses"
    for asked in ASKED:
        least = of.likely(asked / 12 * of.clauses / len(of.faithful))
        yield f"  {asked:4.2f} false in twelve clauses: {of.at(least)[0]:6.1%} found (from {least:.2f})"


def main(*arguments: str) -> None:
    several, unseen = texts()
    mended, fresh = (joined([apart(several, name) for name in names]) for names in (GAMES, FRESH))
    across, weights = joined([mended, fresh]), learned(several)
    print(*rows("games that words were mended for, each judged by the others", mended), sep="\n")
    print(*rows("fresh games, each judged by the others", fresh), sep="\n")
    print(*rows("unseen games", score(unseen, weights)), sep="\n")
    if "--write" in arguments:
        lines = [
            "# Written by `python -m tests.rulebook.collation.weigh --write`: in which share of faithful pairs of",
            "# sentences a difference seems how likely, or likelier; and what each piece of evidence is worth.",
            "",
            "[faithful]",
            "likely = [",
            *(f"    [{share}, {across.likely(share):.3f}]," for share in SHARES),
            "]",
            "",
            "[weights]",
        ]
        lines += [f'"{name}" = {value:.2f}' for name, value in sorted(weights.items()) if abs(value) >= 0.005]
        files("rulebook.collation").joinpath("weights.toml").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
