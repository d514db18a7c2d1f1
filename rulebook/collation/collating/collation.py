"""A collation: two witnesses, their sentences side by side, and every finding."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rulebook.text import words

from ..checking.tables import table_pairs
from ..checking.translation import examine
from ..finding import CLASSES, Finding, told_apart
from ..language.concepts import concept_languages
from ..language.tokens import normal
from ..meaning.judging import SUREST
from ..pairs import Match, Pair, by_lines, editions, renumbered
from ..reading import reader as reading
from ..reading.table import facts
from ..witness import Witness
from .differences import differences
from .entries import matched_entries
from .sentences import align, entries_alike, said_anew
from .tables import headings, tables, titled_once
from .vocabulary import Vocabulary
from .within.document import inconsistencies


@dataclass(frozen=True)
class Collation:
    """Two witnesses, A and B, side by side."""

    a: Witness
    b: Witness

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every sentence of both, paired."""
        return align(self.a, self.b, self.matches)

    @cached_property
    def pairs_with_headings(self) -> list[Pair]:
        """The same with the headings of entries and with the table: all that is printed, in the order of A.

        What only B has follows what it follows there; its headings come before their text.
        """
        there = {sentence for pair in self.pairs for sentence in (*pair.a, *pair.b)}
        waiting = [pair for match in self.matches for pair in self._headings(match) if not there & {*pair.a, *pair.b}]
        due = {pair.variant: n for n, pair in enumerate(waiting, 1)}
        found, given = [], 0
        for pair in self.pairs:
            last = len(waiting) if pair.unit == "closing" else due.get(pair.variant, 0)
            found += waiting[given:last]
            found.append(pair)
            given = max(given, last)
        return by_lines(found + waiting[given:], table_pairs(self.a, self.b, self.matches))

    def _headings(self, match: Match) -> list[Pair]:
        """The headings of an entry, side by side, if it has any."""
        a, b = ((one.heading,) if one and one.heading else () for one in match.entries(self.a, self.b))
        return [Pair(a, b, "text", match.b if match.a is None else match.a)] if a or b else []

    @cached_property
    def matches(self) -> list[Match]:
        """Which entry of A is which of B."""
        return matched_entries(self.a, self.b)

    @cached_property
    def findings(self) -> list[Finding]:
        """Every difference, in reading order, then the inconsistencies within one document.

        An edition that says most sentences anew is compared clause by clause, as a translation is.
        """
        vocabulary = Vocabulary(self.a, self.b, more=_book())
        if said_anew(self.pairs) and vocabulary.language in concept_languages():
            told = examine(self.a, self.b, vocabulary.language, vocabulary.language).reported(SUREST)
            found = [one for one in told if one.kind != "moved"]  # which is told with its number
        else:
            found = differences(self.a, self.b, self.pairs, vocabulary, renumbered(self.matches))
        if entries_alike(self.a, self.b, self.matches):
            of_entries = headings(self.a, self.b, self.matches, vocabulary)
            of_all = titled_once([*of_entries, *tables(self.a, self.b, self.matches, vocabulary)])
            found += [one for one in of_all if one not in found]
        inner = inconsistencies(self.a, self.b, vocabulary)
        return told_apart([*_ordered(found), *_ordered(inner)])

    @cached_property
    def belong(self) -> bool:
        """Do the two texts belong together?"""
        return editions(self.pairs)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of both, as the facts file has them."""
        return {"A": facts(self.a), "B": facts(self.b)}

    @property
    def counts(self) -> dict[str, int]:
        """How many findings there are of each class between the two, and how many within one ("inner")."""
        counted = Counter("inner" if finding.inner else finding.klass for finding in self.findings)
        return {name: counted[name] for name in (*CLASSES, "inner")}


def collate(a: str | Path | Witness, b: str | Path | Witness) -> Collation:
    """Collate two files, or two witnesses already read.  WitnessError if a file cannot be read."""
    one, two = (side if isinstance(side, Witness) else reading.read(side) for side in (a, b))
    one = reading.guided(one, two)
    return Collation(one, reading.guided(two, one))


def _ordered(findings: list[Finding]) -> list[Finding]:
    """Sort by A; what only B has stays behind its predecessor."""
    at = 0
    keyed: list[tuple[int, int, Finding]] = []
    for finding in findings:
        at = finding.a.lines[0] if finding.a else at
        keyed.append((at, len(keyed), finding))
    return [finding for _, _, finding in sorted(keyed, key=lambda one: one[:2])]


@cache
def _book() -> frozenset[str]:
    """The words of the book's French texts, which count as known."""
    told = " ".join(text for stem in words.stems("fr") for text in words.table(stem, "fr").values())
    return frozenset(normal(word) for word in re.findall(r"[^\W\d_]+", told))
