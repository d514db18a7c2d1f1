"""Differences in typography: punctuation, spaces, and the layout of the title block."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ..finding import Finding, Place, difference, merge_places, merge_repeated
from ..language.tokens import Token
from ..pairs import Pair
from ..reading.paragraphs import BULLET
from ..witness import Sentence


def gaps(
    a: Sentence,
    b: Sentence,
    mine: Sequence[Token],
    theirs: Sequence[Token],
    pairs: Sequence[tuple[int, int]],
    variant: int | None,
) -> list[Finding]:
    """Return the differences between aligned words: punctuation, spaces, hyphens."""
    there = set(pairs)
    found = []
    for i, j in sorted({*pairs, *((i + 1, j + 1) for i, j in pairs)}):
        before = (i - 1, j - 1) in there or (i == 0 and j == 0)
        after = (i, j) in there or (i == len(mine) and j == len(theirs))
        if not (before and after):
            continue
        (one, here), (two, beyond) = _gap(a, mine, i), _gap(b, theirs, j)
        if one == two:
            continue
        klass, kind = "typography", "spacing" if one.replace(" ", "") == two.replace(" ", "") else "punctuation"
        if {one, two} <= {"-", " ", "", "\u00ad"} and "-" in (one, two):
            klass, kind = "spelling", "spacing"
        found.append(difference(kind, variant, (here, beyond), kind, klass))
    return found


def _gap(text: Sentence, words: Sequence[Token], at: int) -> tuple[str, Place]:
    """Return what precedes a word, with spaces and line ends normalised, and its place."""
    before, after = words[at - 1] if at else None, words[at] if at < len(words) else None
    gap = re.sub(r"\s+", " ", text.text[before.end if before else 0 : after.start if after else len(text.text)])
    gap = gap if before else BULLET.sub("• ", gap.lstrip())
    start, end = before.start if before else 0, after.end if after else len(text.text)
    lines = text.lines(before.end - 1 if before else 0, after.start + 1 if after else None)
    return gap if after else gap.rstrip(), Place(lines, text.text[start:end], text.text)


def systematic(findings: Sequence[Finding]) -> list[Finding]:
    """Merge repeated differences in typography, and those in `REPEATED`, into findings with all their lines."""
    return merge_repeated(findings, _pattern, merge_alike)


REPEATED = ("notes.credit", "notes.signs-split")
"""Notes that are the same for many clauses: credits, signs that can be split in two ways."""


def _pattern(finding: Finding) -> tuple[object, ...] | None:
    if finding.message[0] in REPEATED and finding.klass == "meaning":
        return finding.message
    if finding.klass != "typography" or finding.inner or not (finding.a and finding.b):
        return None
    if finding.kind == "capital" and finding.a.text.isupper() != finding.b.text.isupper():
        return ("capital", str(finding.a.text.isupper()), str(finding.b.text.isupper()))
    if finding.kind not in ("spacing", "punctuation", "form"):
        return None
    one, two = (re.sub(r"[^\W\d_]+|\d+", "w", place.text).rstrip(" w") for place in (finding.a, finding.b))
    return (finding.kind, one, two) if one != two else None


def merge_alike(group: Sequence[Finding]) -> Finding:
    """Return the first finding with the lines of all, but its own words, unless it is one of `REPEATED`."""
    whole, first = merge_places(group), group[0]
    if first.message[0] in REPEATED or not (whole.a and whole.b and first.a and first.b):
        return whole
    return replace(whole, a=replace(whole.a, text=first.a.text), b=replace(whole.b, text=first.b.text))


def layout(pairs: Sequence[Pair]) -> list[Finding]:
    """Return a finding if the title block is on one line on one side and on several on the other."""
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
            firsts = ([getattr(pair, side)[0] for pair in within] for side in "ab")
            joined = (Place.joined(*(Place(one.lines()[:1], one.text) for one in side)) for side in firsts)
            places = [replace(place, context="") for place in joined]
            return [difference("punctuation", None, places, "punctuation", "typography")]
    return []
