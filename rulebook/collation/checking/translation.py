"""Check a translation against its source, between any two languages.

In any language: missing entries and sentences, numbers, players, cross references.  In the languages of
`language/words/` also negation, duty, direction, order, quantity and duration.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..finding import (
    Finding,
    Place,
    difference,
    entry_place,
    heading_place,
    merge_lost_facts,
    merge_places,
    merge_repeated,
    one_sided,
    one_sided_entry,
    with_distinct_ids,
)
from ..language.concepts import searchable
from ..language.languages import (
    comparable_numbers,
    conflicting_language,
    counting_languages,
    numbers,
    primary,
    source_language,
)
from ..meaning.amounts import amount_differences, unmatched_numbers
from ..meaning.judging import BALANCED, Judgement, SentencePair, judge
from ..pairs import Match, Pair, are_translations, combined, merge_by_line, numbers_in_b, units
from ..progress import steps
from ..witness import BASE, Entry, Part, Sentence, Witness
from .bilingual import Bilingual
from .entries import match_entries, share_numbering
from .sentences import LABEL, Bead, align_sentences
from .tables import compare_tables, table_pairs

ENOUGH = 500  # characters added to both lengths, so that the ratio of short texts is near 1
OFTEN = 6  # times one duty is rendered by another ("should" by "must") before the findings are merged as a habit
LIMIT = 300  # sentences of each side that are aligned at once, at most
ALONE = 4  # clauses were joined or split if more than one in this many has no partner,
AS_MUCH = 0.75  # and the shorter text has this share of the longer


def check_translation(
    witness: Witness, translation: Witness, language: str, source: str = "", tell: str = BALANCED
) -> list[Finding]:
    """Return what a translation omits or says differently; A is the source, B the translation.

    language: the translation's, such as "en" or "en-GB"; source: the source's, detected if not given; tell: the level
    of reporting ("sure", "balanced", "more").  Number words, duty, negation, the concepts of `words/` and the rows of
    `lexicon/` are checked where both languages are known.
    """
    return examine(witness, translation, language, source).reported(tell)


@dataclass(frozen=True)
class AlignedTexts:
    """A source and its translation, divided into the same clauses, and their languages.

    matches: the matched clauses, None if the texts are divided differently; ratio: characters of B for one of A.
    """

    witnesses: tuple[Witness, Witness]
    languages: tuple[str, str]
    matches: Sequence[Match] | None
    ratio: float

    @cached_property
    def pairs(self) -> list[Pair]:
        """All sentences of both, side by side."""
        if self.matches is None:
            parts = [("text", n, mine, theirs) for n, mine, theirs in _sentences_by_clause(self, skipped=())]
        else:
            both = units(*self.witnesses, self.matches)
            parts = [(unit, n, _sentences(mine), _sentences(theirs)) for unit, n, mine, theirs in both]
        beads = ((unit, n, bead) for unit, n, *sides in parts for bead in _align_in_blocks(self, *sides))
        pairs = [Pair(tuple(a), tuple(b), unit, n) for unit, n, (a, b) in beads]
        return merge_by_line(pairs, table_pairs(*self.witnesses, self.matches or ()))


@dataclass(frozen=True)
class Examination:
    """A translation compared with its source: certain findings, and possible ones filtered by the level of reporting.

    belong: whether the two texts belong together at all.
    """

    texts: AlignedTexts | Bilingual
    sure: Sequence[Finding]
    judgement: Judgement
    belong: bool = True

    @property
    def witness(self) -> Witness:
        """The source."""
        return self.texts.witnesses[0]

    def reported(self, level: str = BALANCED) -> list[Finding]:
        """Return the findings reported at a level, in the order of the source."""
        sure = [one for one in self.sure if not (self.judgement.is_too_free and self._is_lone_sentence(one))]
        found = sorted([*sure, *self.judgement.reported(level)], key=self._line)
        merged = merge_repeated(found, lambda one: one.message if one.kind == "modality" else None, merge_places, OFTEN)
        return with_distinct_ids(merged)

    def _is_lone_sentence(self, one: Finding) -> bool:
        """Return whether a finding is about a sentence that only one side has, not about a whole entry."""
        entry = self.witness.entries.get(-1 if one.variant is None else one.variant)
        place = one.a or one.b
        known = bool(entry and place and place.text != entry.title) or not self.witness.entries
        return known and one.kind == "content" and None in (one.a, one.b)

    def _line(self, one: Finding) -> int:
        """Return the line of a finding in the source, or where its clause starts."""
        entry = self.witness.entries.get(one.variant) if one.variant is not None else None
        return one.a.lines[0] if one.a else entry.line if entry else 0


def examine(witness: Witness, translation: Witness, language: str, source: str = "") -> Examination:
    """Compare a translation with its source; arguments as for `check_translation`."""
    texts = align_clauses(witness, translation, language, source)
    sure, pairs = compare(texts)
    judgement = judge(pairs, texts.languages)
    paired = [sum(len(one.texts[k]) for one in pairs) for k in (0, 1)]
    belong = are_translations(texts.witnesses, paired, judgement.covered_words)
    misnamed = any(map(conflicting_language, texts.witnesses, texts.languages))
    return Examination(texts, sure, judgement, belong or misnamed)


def examine_segments(file: Bilingual, languages: tuple[str, str]) -> Examination:
    """Compare the segments of a bilingual file, each with its translation."""
    both = [one for one in file.pairs if one.a and one.b]
    ratio = _ratio(*(sum(len(s.text) for one in both for s in getattr(one, side)) for side in "ab"))
    texts = AlignedTexts(file.witnesses, (primary(languages[0]), primary(languages[1])), None, ratio)
    pairs: list[SentencePair] = []
    sure: list[Finding] = []
    for one in file.pairs:
        if one.a and not one.b:
            sure.append(one_sided(Place.of(combined(one.a)), None, "content", None, "untranslated"))
        else:
            sure += _compare_part(texts, one.a, one.b, None, pairs)
    return Examination(file, sure, judge(pairs, texts.languages))


def align_clauses(witness: Witness, translation: Witness, language: str, source: str = "") -> AlignedTexts:
    """Match the clauses of a source and its translation; arguments as for `check_translation`."""
    languages = primary(source) or source_language(witness), primary(language)
    both = share_numbering(witness, translation, languages)
    matches = match_entries(*both, languages)
    if _is_divided_differently(*both, matches):
        return AlignedTexts(both, languages, None, _ratio(*map(_length, both)))
    shared = [(match.a, match.b) for match in matches if match.a is not None and match.b is not None]
    lengths = (
        sum(len(s.text) for pair in shared for s in side.entries[pair[k] or 0].sentences) or _length(side)
        for k, side in enumerate(both)
    )
    return AlignedTexts(both, languages, matches, _ratio(*lengths))


def _length(witness: Witness) -> int:
    return sum(len(s.text) for part in witness.parts for s in part.sentences)


def _ratio(one: int, two: int) -> float:
    """Return the ratio of two lengths, smoothed."""
    return (two + ENOUGH) / (one + ENOUGH)


def compare(texts: AlignedTexts) -> tuple[list[Finding], list[SentencePair]]:
    """Return the certain findings, and the aligned sentences with their possible differences."""
    found: list[Finding] = []
    pairs: list[SentencePair] = []
    if texts.matches is None:
        for n, mine, theirs in _sentences_by_clause(texts):
            found += _compare_part(texts, mine, theirs, n, pairs)
        return found, pairs
    witness, translation = texts.witnesses
    skipped = ("credit", "heading") if witness.entries else ("credit",)
    for kinds in (("base", "text"), ("section",), ("closing",)):
        sides = [
            [s for part in side.of_kind(*kinds) for s in part.everything if s.role not in skipped]
            for side in texts.witnesses
        ]
        if all(sides):
            number = BASE if kinds[0] == "base" and witness.entries else None
            found += _compare_part(texts, sides[0], sides[1], number, pairs)
    same_as = numbers_in_b(texts.matches)
    unread = tuple(
        counting_languages(texts.languages) != texts.languages
        and not any(entry.players.all for entry in side.entries.values())
        for side in texts.witnesses
    )
    for match in steps(texts.matches, 0.0, 0.25):
        one, two = match.entries(witness, translation)
        if one is None or two is None:
            found.append(one_sided_entry(one, two))
            continue
        found += _heading_findings(one, two, match, unread)
        found += _reference_findings(one, two, same_as)
        mine, theirs = ([s for s in entry.sentences if s.role != "credit"] for entry in (one, two))
        found += _compare_part(texts, mine, theirs, one.number, pairs, (one, two))
    return [*merge_lost_facts(found), *compare_tables(witness, translation, texts.matches)], pairs


def _heading_findings(one: Entry, two: Entry, match: Match, unread: tuple[bool, ...]) -> Iterator[Finding]:
    """Yield the differences of two headings.

    unread: per side, whether no heading has players, or only in words of an unknown language.
    """
    if match.moved:
        yield difference("moved", one.number, [entry_place(one), entry_place(two)], "moved-entry")
    if one.players != two.players and not (any(unread) and _may_agree(*((one, two) if unread[0] else (two, one)))):
        heads = heading_place(one, str(one.players)), heading_place(two, str(two.players))
        yield difference("number", one.number, heads, "players", a=one.players, b=two.players)


def _may_agree(own: Entry, other: Entry) -> bool:
    """Return whether a heading may have the other's players in unknown words: no digits, or only those of the range."""
    digits = numbers(own.title, "") - numbers(other.title, "")
    players = [n for n in other.players.all if n > 1]
    return not digits or (bool(players) and {min(digits), max(digits)} == {min(players), max(players)})


def _sentences(parts: Sequence[Part]) -> list[Sentence]:
    return [s for part in parts for s in part.everything]


def _is_divided_differently(witness: Witness, translation: Witness, matches: Sequence[Match]) -> bool:
    """Return whether only one side has numbered clauses, or the clauses differ though both texts are as long."""
    if bool(witness.entries) != bool(translation.entries):
        return True
    unmatched = [sum(match.a is None for match in matches), sum(match.b is None for match in matches)]
    lengths = [sum(len(s.text) for s in side.sentences) for side in (witness, translation)]
    return max(unmatched) * ALONE > len(matches) and min(lengths) > AS_MUCH * max(lengths)


def _sentences_by_clause(
    texts: AlignedTexts, skipped: Sequence[str] = ("credit", "heading")
) -> list[tuple[int | None, list[Sentence], list[Sentence]]]:
    """Return the aligned sentences of the whole texts, by the clauses of the side that has clauses."""
    sides = [
        [(part.variant, s) for part in side.parts for s in part.everything if s.role not in skipped]
        for side in texts.witnesses
    ]
    own = 0 if texts.witnesses[0].entries else 1
    of = {id(s): n for n, s in sides[own]}
    found: list[tuple[int | None, list[Sentence], list[Sentence]]] = []
    for block in _align_in_blocks(texts, [s for _, s in sides[0]], [s for _, s in sides[1]]):
        n = of[id(block[own][0])] if block[own] else found[-1][0] if found else None
        if not found or found[-1][0] != n:
            found.append((n, [], []))
        found[-1][1].extend(block[0])
        found[-1][2].extend(block[1])
    return found


def _reference_findings(one: Entry, two: Entry, same_as: Mapping[int, int]) -> Iterator[Finding]:
    """Yield differences in cross references; same_as: number in A -> number of the same entry in B."""
    refers = [
        sorted({same_as.get(reference.number, reference.number) for reference in one.references}),
        sorted({reference.number for reference in two.references}),
    ]
    mentioned = [numbers(" ".join(s.text for s in entry.sentences), "") for entry in (one, two)]
    missing = [[n for n in refers[k] if n not in refers[1 - k] and not mentioned[1 - k][n]] for k in (0, 1)]
    if any(missing):  # a number mentioned in other words is not missing
        texts = [", ".join(map(str, side)) or "-" for side in refers]
        lines = [
            tuple(line for r in entry.references for line in r.lines) or entry.heading_lines for entry in (one, two)
        ]
        yield difference("number", one.number, list(map(Place, lines, texts)), "reference", a=texts[0], b=texts[1])


def _compare_part(
    aligned: AlignedTexts,
    mine: Sequence[Sentence],
    theirs: Sequence[Sentence],
    variant: int | None,
    pairs: list[SentencePair],
    entries: tuple[Entry, Entry] | None = None,
) -> Iterator[Finding]:
    """Yield the sentences of a part that only one side has; append those that are aligned to `pairs`."""
    languages = aligned.languages
    beads = [*_align_in_blocks(aligned, mine, theirs)]
    index, last = {id(one): k for k, one in enumerate(theirs)}, 0
    order = [index[id(b[0])] for _, b in beads if b]
    numbered = {sum(LABEL.match(s.text) is not None for s in side) for side in (mine, theirs)}
    is_reordered = order != sorted(order) or len(numbered) > 1
    for a, b in beads:
        places = [Place.of(combined(side)) if side else None for side in (a, b)]
        if not (a and b):
            yield one_sided(places[0], places[1], "content", variant)
            continue
        texts = [" ".join(s.text for s in side) for side in (a, b)]
        if index[id(b[0])] < last:
            yield difference("moved", variant, places, "moved")
        last = max(last, index[id(b[0])])
        if is_reordered or bool(LABEL.match(texts[0])) != bool(LABEL.match(texts[1])):  # or only one has a number
            texts = [LABEL.sub("", text) for text in texts]
        counts = comparable_numbers([*map(searchable, texts, languages)], languages)
        if entries:
            referred = [_referenced_numbers(entry, side) for entry, side in zip(entries, (a, b), strict=True)]
            counts = [count - (referred[0] | referred[1]) for count in counts]
        left, right = unmatched_numbers(texts, languages, counts)
        both = texts[0], texts[1]
        amounts = amount_differences((left, right), both, languages, aligned.ratio, len(a) != len(b))
        values = next(iter(left), None), next(iter(right), None)
        pairs.append(SentencePair(variant, places, both, (len(a), len(b)), amounts, aligned.ratio, values))


def _align_in_blocks(texts: AlignedTexts, mine: Sequence[Sentence], theirs: Sequence[Sentence]) -> Iterator[Bead]:
    """Align sentences, long texts by sections if both have the same number of them, else in equal parts."""
    if len(mine) * len(theirs) <= LIMIT * LIMIT:
        yield from align_sentences(mine, theirs, texts.languages, texts.ratio)
        return
    cuts = [[i for i, s in enumerate(side) if i and s.role == "heading"] for side in (mine, theirs)]
    if len(cuts[0]) != len(cuts[1]) or not cuts[0]:
        many = -(-max(len(mine), len(theirs)) // LIMIT)
        cuts = [[len(side) * k // many for k in range(1, many)] for side in (mine, theirs)]
    for one, two in zip(pairwise([0, *cuts[0], len(mine)]), pairwise([0, *cuts[1], len(theirs)]), strict=True):
        yield from _align_in_blocks(texts, mine[slice(*one)], theirs[slice(*two)])


def _referenced_numbers(entry: Entry, sentences: Sequence[Sentence]) -> Counter[float]:
    """Return the numbers of the cross references in some sentences, which are compared separately."""
    there = {sentence.text for sentence in sentences}
    return Counter(float(one.number) for one in entry.references if one.sentence in there)
