"""Collations: two witnesses, their aligned sentences, and every finding."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from operator import itemgetter
from pathlib import Path
from typing import Any

from rulebook.text import words

from ..checking.tables import table_pairs
from ..checking.translation import examine
from ..finding import CLASSES, Finding, with_distinct_ids
from ..language.concepts import concept_languages
from ..language.tokens import normal
from ..meaning.judging import SUREST
from ..pairs import Match, Pair, are_editions, merge_by_line, numbers_in_b
from ..reading import reader as reading
from ..reading.table import facts
from ..witness import Witness
from .differences import differences
from .entries import matched_entries
from .sentences import align, entries_alike, is_rewritten
from .tables import headings, merge_titles, tables
from .vocabulary import Vocabulary
from .within.document import inconsistencies


@dataclass(frozen=True)
class Collation:
    """Two witnesses, A and B, compared with each other."""

    a: Witness
    b: Witness

    @cached_property
    def pairs(self) -> list[Pair]:
        """All sentences of both, aligned."""
        return align(self.a, self.b, self.matches)

    @cached_property
    def pairs_with_headings(self) -> list[Pair]:
        """The same with headings of entries and the table: everything printed, in the order of A.

        Text in B only follows its predecessor in B; headings precede their text.
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
        return merge_by_line(found + waiting[given:], table_pairs(self.a, self.b, self.matches))

    def _headings(self, match: Match) -> list[Pair]:
        """Return the aligned headings of an entry, if any."""
        a, b = ((one.heading,) if one and one.heading else () for one in match.entries(self.a, self.b))
        return [Pair(a, b, "text", match.b if match.a is None else match.a)] if a or b else []

    @cached_property
    def matches(self) -> list[Match]:
        """Matched entries of A and B."""
        return matched_entries(self.a, self.b)

    @cached_property
    def findings(self) -> list[Finding]:
        """All differences in reading order, then the inconsistencies within each document.

        An edition with mostly rewritten sentences is compared clause by clause, like a translation.
        """
        vocabulary = Vocabulary(self.a, self.b, more=_book())
        if is_rewritten(self.pairs) and vocabulary.language in concept_languages():
            reported = examine(self.a, self.b, vocabulary.language, vocabulary.language).reported(SUREST)
            found = [one for one in reported if one.message[0] != "notes.moved-entry"]  # reported with its number
        else:
            found = differences(self.a, self.b, self.pairs, vocabulary, numbers_in_b(self.matches))
        if entries_alike(self.a, self.b, self.matches):
            of_entries = headings(self.a, self.b, self.matches, vocabulary)
            of_all = merge_titles([*of_entries, *tables(self.a, self.b, self.matches, vocabulary)])
            found += [one for one in of_all if one not in found]
        inner = inconsistencies(self.a, self.b, vocabulary)
        return with_distinct_ids([*_ordered(found), *_ordered(inner)])

    @cached_property
    def belong(self) -> bool:
        """Whether the two texts are editions of one text."""
        return are_editions(self.pairs)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of both, as in the facts file."""
        return {"A": facts(self.a), "B": facts(self.b)}

    @property
    def counts(self) -> dict[str, int]:
        """Number of findings of each class between the two, and within one ("inner")."""
        counted = Counter("inner" if finding.inner else finding.klass for finding in self.findings)
        return {name: counted[name] for name in (*CLASSES, "inner")}


def collate(a: str | Path | Witness, b: str | Path | Witness) -> Collation:
    """Collate two files, or two witnesses already read.  Raise WitnessError for an unreadable file."""
    one, two = (side if isinstance(side, Witness) else reading.read(side) for side in (a, b))
    one = reading.reparse_by_titles(one, two)
    return Collation(one, reading.reparse_by_titles(two, one))


def _ordered(findings: list[Finding]) -> list[Finding]:
    """Sort by place in A; findings with a place in B only stay behind their predecessor."""
    lines = accumulate(findings, lambda at, one: one.a.lines[0] if one.a else at, initial=0)
    return [one for _, one in sorted(zip([*lines][1:], findings, strict=True), key=itemgetter(0))]


@cache
def _book() -> frozenset[str]:
    """Return the words of the book's French texts, which count as known."""
    texts = " ".join(text for stem in words.stems("fr") for text in words.table(stem, "fr").values())
    return frozenset(normal(word) for word in re.findall(r"[^\W\d_]+", texts))
