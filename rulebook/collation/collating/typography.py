"""Differences in typography: punctuation, spaces, and the layout of the title block."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..finding import Finding, Place, as_one, differs, gathered
from ..language.tokens import Token
from ..pairs import Pair
from ..witness import Sentence


def gaps(
    a: Sentence,
    b: Sentence,
    mine: Sequence[Token],
    theirs: Sequence[Token],
    pairs: Sequence[tuple[int, int]],
    variant: int | None,
) -> list[Finding]:
    """Differences of what stands between words that belong together: punctuation, spaces, hyphens."""
    there = set(pairs)
    found = []
    for i, j in sorted({*pairs, *((i + 1, j + 1) for i, j in pairs)}):
        before = (i - 1, j - 1) in there or (i == 0 and j == 0)
        after = (i, j) in there or (i == len(mine) and j == len(theirs))
        if not (before and after):
            continue
        one, two = (
            _Gap(text, words[k - 1] if k else None, words[k] if k < len(words) else None)
            for text, words, k in ((a, mine, i), (b, theirs, j))
        )
        if one.norm == two.norm:
            continue
        spaces = one.norm.replace(" ", "") == two.norm.replace(" ", "")
        klass, kind = "typography", "spacing" if spaces else "punctuation"
        if {one.norm, two.norm} <= {"-", " ", "", "\u00ad"} and "-" in (one.norm, two.norm):
            klass, kind = "spelling", "spacing"
        found.append(differs(kind, variant, (one.place(), two.place()), kind, klass))
    return found


@dataclass(frozen=True)
class _Gap:
    """What stands between two words of a text."""

    text: Sentence
    before: Token | None
    after: Token | None

    @property
    def norm(self) -> str:
        """As it is compared: one kind of space, of dash and of apostrophe; none of line ends."""
        start = self.before.end if self.before else 0
        end = self.after.start if self.after else len(self.text.text)
        gap = re.sub(r"\s+", " ", self.text.text[start:end])
        if not self.before:
            gap = gap.lstrip()
        return gap if self.after else gap.rstrip()

    def place(self) -> Place:
        start = self.before.start if self.before else 0
        end = self.after.end if self.after else len(self.text.text)
        lines = self.text.lines(self.before.end - 1 if self.before else 0, self.after.start + 1 if self.after else None)
        return Place(lines, self.text.text[start:end], self.text.text)


def systematic(findings: Sequence[Finding]) -> list[Finding]:
    """Join repeated differences to one finding with all its lines: of typography, `REPEATED`."""
    return gathered(findings, _pattern, _together)


REPEATED = ("notes.credit", "notes.signs-split")
"""What is said of many clauses alike: whose idea it was, signs that can be read in two ways."""


def _pattern(finding: Finding) -> tuple[object, ...] | None:
    if finding.said[0] in REPEATED and finding.klass == "meaning":
        return finding.said
    if finding.klass != "typography" or finding.inner or not (finding.a and finding.b):
        return None
    if finding.kind == "capital" and finding.a.text.isupper() != finding.b.text.isupper():
        return ("capital", str(finding.a.text.isupper()), str(finding.b.text.isupper()))
    if finding.kind not in ("spacing", "punctuation", "form"):
        return None
    one, two = (re.sub(r"[^\W\d_]+|\d+", "w", place.text).rstrip(" w") for place in (finding.a, finding.b))
    return (finding.kind, one, two) if one != two else None


def _together(group: Sequence[Finding]) -> Finding:
    whole, first = as_one(group), group[0]
    if first.klass != "typography" or not (whole.a and whole.b and first.a and first.b):
        return whole
    return replace(whole, a=replace(whole.a, text=first.a.text), b=replace(whole.b, text=first.b.text))  # for all


def layout(pairs: Sequence[Pair]) -> list[Finding]:
    """A title block in one line here, in several there."""
    block = [pair for pair in pairs if pair.unit == "title" and pair.a and pair.b and not pair.moved]
    lines_a = [pair.a[0].lines()[0] for pair in block]
    lines_b = [pair.b[0].lines()[0] for pair in block]
    for mine, theirs in ((lines_a, lines_b), (lines_b, lines_a)):
        crowded = next((line for line in mine if mine.count(line) > 1), None)
        if crowded is None:
            continue
        within = [pair for pair, line in zip(block, mine, strict=True) if line == crowded]
        others = [theirs[k] for k, line in enumerate(mine) if line == crowded]
        if len(set(others)) > 1:
            places = [
                Place(
                    tuple(dict.fromkeys(getattr(pair, side)[0].lines()[0] for pair in within)),
                    " / ".join(getattr(pair, side)[0].text for pair in within),
                )
                for side in ("a", "b")
            ]
            return [differs("punctuation", None, places, "punctuation", "typography")]
    return []
