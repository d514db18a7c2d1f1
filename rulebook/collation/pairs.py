"""Aligned entries and sentences of two witnesses, and checks that the two witnesses belong together."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from rulebook.text import words

from .language.tokens import normal
from .sequences import longest_ascending
from .witness import BASE, Entry, Part, Sentence, Witness


@dataclass(frozen=True)
class Pair:
    """Aligned sentences; () on a side that lacks them.

    unit: "title", "text", "section" or "closing"; "entry" for the text of an entry on one side only; variant: number of
    the entry, 0 for the base rules.
    """

    a: tuple[Sentence, ...]
    b: tuple[Sentence, ...]
    unit: str
    variant: int | None
    moved: bool = False


@dataclass(frozen=True)
class Match:
    """The numbers of matching entries in A and B, None on a side without one; moved: whether the order differs."""

    a: int | None
    b: int | None
    moved: bool = False

    def entries(self, a: Witness, b: Witness) -> tuple[Entry | None, Entry | None]:
        """Return both entries from these witnesses."""
        one, two = ((-1 if n is None else n) for n in (self.a, self.b))
        return a.entries.get(one), b.entries.get(two)


def combined(sentences: Sequence[Sentence]) -> Sentence:
    """Join several sentences into one text."""
    if len(sentences) == 1:
        return sentences[0]
    text, exact, starts = "", "", []
    for sentence in sentences:
        if text and not sentence.tight:
            text, exact = f"{text} ", f"{exact} "
        starts += [(offset + len(text), number) for offset, number in sentence.starts]
        text += sentence.text
        exact += sentence.exact or sentence.text
    return Sentence(text, tuple(starts), sentences[0].role if sentences else "text", exact=exact)


def match_in_order(one: Sequence[int], two: Sequence[int], pairs: Mapping[int, int]) -> list[Match]:
    """Return the entries of A and B as matches, in the order of A; unmatched entries of B follow their predecessor.

    one, two: numbers of the entries in A and B; pairs: number in A -> number in B.
    """
    order = {m: k for k, m in enumerate(two)}
    together = [n for n in one if n in pairs]
    kept = {together[k] for k in longest_ascending(order[pairs[n]] for n in together)}
    found = [Match(n, pairs.get(n), n in pairs and n not in kept) for n in one]
    taken = set(pairs.values())
    before: int | None = None
    for m in two:
        if m not in taken:
            at = next((i for i, match in enumerate(found) if match.b == before), -1) if before is not None else -1
            found.insert(at + 1, Match(None, m))
        before = m
    return found


def numbers_in_b(matches: Iterable[Match]) -> dict[int, int]:
    """Return number in A -> number in B for matched entries."""
    return {one.a: one.b for one in matches if one.a is not None and one.b is not None}


Unit = tuple[str, int | None, Sequence[Part], Sequence[Part]]


def units(a: Witness, b: Witness, matches: Iterable[Match]) -> Iterator[Unit]:
    """Yield corresponding parts of A and B as (unit, variant, parts of A, parts of B); see `Pair`."""

    def of(unit: str, variant: int | None, *kinds: str) -> Unit:
        return unit, variant, a.of_kind(*kinds), b.of_kind(*kinds)

    base = BASE if a.entries or b.entries else None
    yield from (of("title", None, "title"), of("text", base, "base", "text"), of("section", None, "section"))
    for match in matches:
        one, two = match.entries(a, b)
        number = match.b if match.a is None else match.a
        yield "text" if one and two else "entry", number, [one] if one else [], [two] if two else []
    yield from (of("closing", None, "closing"), of("title", None, "colophon"))


def merge_by_line(*several: Sequence[Pair]) -> list[Pair]:
    """Merge lists of pairs in the order of A; text in B only follows its predecessor."""
    placed: list[tuple[int, Pair]] = []
    for pairs in several:
        at = next((pair.a[0].line(0) for pair in pairs if pair.a), 0)
        for pair in pairs:
            at = pair.a[0].line(0) if pair.a else at
            placed.append((at, pair))
    return [pair for _, pair in sorted(placed, key=itemgetter(0))]


FEWEST = 40  # words of a text that is long enough to judge
EDITIONS = 0.1  # share of words of the shorter text in the aligned sentences of the other; rewritten editions have 0.26
TRANSLATIONS = 0.55  # share of words covered by the other: two similar games have 0.5, the freest translations 0.84
_LONG = re.compile(r"[^\W\d_]{4,}")
ROOT = 5  # letters that identify a word whatever its ending


def are_editions(pairs: Iterable[Pair]) -> bool:
    """Return whether aligned sentences in one language share enough words to be editions of one text."""
    totals, shared = [0, 0], 0
    for pair in pairs:
        one, two = _roots(pair.a), _roots(pair.b)
        totals = [totals[0] + one.total(), totals[1] + two.total()]
        shared += (one & two).total()
    return min(totals) < FEWEST or shared >= EDITIONS * min(totals)


def _roots(sentences: Sequence[Sentence]) -> Counter[str]:
    return Counter(word[:ROOT] for one in sentences for word in _LONG.findall(normal(one.text)))


def are_translations(witnesses: Sequence[Witness], paired: Sequence[int], covered: Sequence[tuple[int, int]]) -> bool:
    """Return whether enough of one text is covered by the other for them to be translations.

    paired: number of aligned characters of each; covered: per side, the number of aligned words covered by the other,
    and of all aligned words.  Without words, in an unknown language, return True.
    """
    if not covered:
        return True
    totals = [sum(len(s.text) for part in one.parts for s in part.sentences) for one in witnesses]
    shares = [
        known / max(many, 1) * min(part / max(total, 1), 1.0)
        for (known, many), part, total in zip(covered, paired, totals, strict=True)
    ]
    return min(totals) < FEWEST * ROOT or max(shares) >= TRANSLATIONS


def mismatch_warning(one: str, two: str, belong: bool, language: str, *, free: bool = False) -> str:
    """Return a sentence that asks whether these are the right files, or warns of a free translation, or ""."""
    key = "strangers" if not belong else "free" if free else ""
    return words.text(f"collation.report.{key}", language).format(a=one, b=two) if key else ""
