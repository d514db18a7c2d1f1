"""Check a translation against its source, between any two languages.

In any language: missing entries and sentences, numbers, players, cross references.  In languages that `language/words/`
has: negation, duty, direction, order, quantity and duration as well.
"""

import re
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
from ..language.concepts import plainly
from ..language.languages import both_counted, numbers, other_language, primary, source_language
from ..language.languages import counts as counted
from ..meaning.amounts import apart, told_of
from ..meaning.judging import BALANCED, Judged, Rendering, judged
from ..pairs import Match, Pair, are_translations, combined, merge_by_line, numbers_in_b, units
from ..progress import steps
from ..witness import BASE, Entry, Part, Sentence, Witness
from .bilingual import Bilingual
from .entries import cut_alike, partners
from .sentences import Matched, matched
from .tables import tabled, tables

ENOUGH = 500  # characters from which on a text tells how much longer one language is; before, both are as long
LIMIT = 300  # sentences of each side that are matched at once
_LABEL = re.compile(r"\s*\d{1,3}\s?[.)]\s+(?=\S)")  # of an item in a list


def check_translation(
    witness: Witness, translation: Witness, language: str, source: str = "", tell: str = BALANCED
) -> list[Finding]:
    """Findings of what a translation leaves out or says differently; A is the source, B the translation.

    language: the translation's, such as "en" or "en-GB"; source: the source's, told from its words if not given; tell:
    how much ("sure", "balanced", "more").  Numbers in words, duty, negation, the concepts of `words/` and the rows of
    `lexicon/` are checked where both are known.
    """
    return examined(witness, translation, language, source).told(tell)


@dataclass(frozen=True)
class Layout:
    """A source and its translation, cut into the same clauses, and their languages.

    matches: the matched clauses, None if both are divided differently; ratio: how much longer the translation is.
    """

    witnesses: tuple[Witness, Witness]
    languages: tuple[str, str]
    matches: Sequence[Match] | None
    ratio: float

    @cached_property
    def pairs(self) -> list[Pair]:
        """All that is printed of both, side by side."""
        if self.matches is None:
            parts = [("text", n, mine, theirs) for n, mine, theirs in _by_sentences(self, skipped=())]
        else:
            of_both = units(*self.witnesses, self.matches)
            parts = [(unit, n, _everything(mine), _everything(theirs)) for unit, n, mine, theirs in of_both]
        pairs = [Pair(tuple(a), tuple(b), of, n) for of, n, *sides in parts for a, b in _blocks(self, *sides)]
        return merge_by_line(pairs, tabled(*self.witnesses, self.matches or ()))


@dataclass(frozen=True)
class Examined:
    """A translation compared with its source: sure findings, and possible ones that `tell` filters.

    texts: both, with the sentences that belong together in `pairs`; belong: do the two texts belong together?
    """

    texts: Layout | Bilingual
    sure: Sequence[Finding]
    judged: Judged
    belong: bool = True

    @property
    def witness(self) -> Witness:
        """The source."""
        return self.texts.witnesses[0]

    def told(self, tell: str = BALANCED) -> list[Finding]:
        """The findings that are reported, in the order of the source."""
        sure = [one for one in self.sure if not (self.judged.free and self._of_sentence(one))]
        return with_distinct_ids(_once(sorted([*sure, *self.judged.told(tell)], key=self._place)))

    def _of_sentence(self, one: Finding) -> bool:
        """Is it about a sentence that only one side has, not about a whole entry?"""
        entry = self.witness.entries.get(-1 if one.variant is None else one.variant)
        place = one.a or one.b
        known = bool(entry and place and place.text != entry.title) or not self.witness.entries
        return known and one.kind == "content" and None in (one.a, one.b)

    def _place(self, one: Finding) -> int:
        """The line of the source; what only the translation has comes where its clause begins."""
        entry = self.witness.entries.get(one.variant) if one.variant is not None else None
        return one.a.lines[0] if one.a else entry.line if entry else 0


OFTEN = 6  # times that one duty stands for another: the translator's way of saying it


def _once(found: list[Finding]) -> list[Finding]:
    """A duty that is rendered by another again and again ("should" by "must") is one finding, with all its places."""
    return merge_repeated(found, lambda one: one.message if one.kind == "modality" else None, merge_places, OFTEN)


def examined(witness: Witness, translation: Witness, language: str, source: str = "") -> Examined:
    """Compare a translation with its source; arguments as for `check_translation`."""
    texts = laid_out(witness, translation, language, source)
    found, held = compared(texts)
    may = judged(held, texts.languages)
    paired = [sum(len(one.texts[k]) for one in held) for k in (0, 1)]
    as_named = not any(map(other_language, texts.witnesses, texts.languages))
    return Examined(texts, found, may, not as_named or are_translations(texts.witnesses, paired, may.spoken))


def examined_pairs(pairs: Bilingual, languages: tuple[str, str]) -> Examined:
    """Compare the segments of a file that holds both texts, each with its own translation."""
    both = [one for one in pairs.pairs if one.a and one.b]
    ratio = _ratio(*(sum(len(s.text) for one in both for s in getattr(one, side)) for side in "ab"))
    texts = Layout(pairs.witnesses, (primary(languages[0]), primary(languages[1])), None, ratio)
    held: list[Rendering] = []
    found: list[Finding] = []
    for one in pairs.pairs:
        if one.a and not one.b:
            found.append(one_sided(Place.of(combined(one.a)), None, "content", None, "untranslated"))
        else:
            found += _texts(texts, one.a, one.b, None, held)
    return Examined(pairs, found, judged(held, texts.languages))


def laid_out(witness: Witness, translation: Witness, language: str, source: str = "") -> Layout:
    """Match the clauses of a source and its translation; arguments as for `check_translation`."""
    languages = primary(source) or source_language(witness), primary(language)
    both = cut_alike(witness, translation, languages)
    matches = partners(*both, languages)
    if _otherwise_cut(*both, matches):
        return Layout(both, languages, None, _ratio(*map(_length, both)))
    shared = [(match.a, match.b) for match in matches if match.a is not None and match.b is not None]
    lengths = (
        sum(len(s.text) for pair in shared for s in side.entries[pair[k] or 0].sentences) or _length(side)
        for k, side in enumerate(both)
    )
    return Layout(both, languages, matches, _ratio(*lengths))


def _length(witness: Witness) -> int:
    return sum(len(s.text) for part in witness.parts for s in part.sentences)


def _ratio(one: int, two: int) -> float:
    """How much longer the second of two texts is."""
    return (two + ENOUGH) / (one + ENOUGH)


def compared(texts: Layout) -> tuple[list[Finding], list[Rendering]]:
    """The sure findings, and the aligned sentences with all that may differ between them."""
    found: list[Finding] = []
    held: list[Rendering] = []
    if texts.matches is None:
        for n, mine, theirs in _by_sentences(texts):
            found += _texts(texts, mine, theirs, n, held)
        return found, held
    witness, translation = texts.witnesses
    skipped = ("credit", "heading") if witness.entries else ("credit",)
    for kinds in (("base", "text"), ("section",), ("closing",)):
        sides = [
            [s for part in side.of_kind(*kinds) for s in part.everything if s.role not in skipped]
            for side in texts.witnesses
        ]
        if all(sides):
            number = BASE if kinds[0] == "base" and witness.entries else None
            found += _texts(texts, sides[0], sides[1], number, held)
    same_as = numbers_in_b(texts.matches)
    unread = tuple(
        both_counted(texts.languages) != texts.languages
        and not any(entry.players.all for entry in side.entries.values())
        for side in texts.witnesses
    )
    for match in steps(texts.matches, 0.0, 0.25):
        one, two = match.entries(witness, translation)
        if one is None or two is None:
            found.append(one_sided_entry(one, two))
            continue
        found += _headings(one, two, match, unread)
        found += _references(one, two, same_as)
        mine, theirs = ([s for s in entry.sentences if s.role != "credit"] for entry in (one, two))
        found += _texts(texts, mine, theirs, one.number, held, (one, two))
    return [*merge_lost_facts(found), *tables(witness, translation, texts.matches)], held


def _headings(one: Entry, two: Entry, match: Match, unread: tuple[bool, ...]) -> Iterator[Finding]:
    """What differs in the headings of an entry.

    unread: which side tells players nowhere, or always in words of a language that is not known.
    """
    if match.moved:
        yield difference("moved", one.number, [entry_place(one), entry_place(two)], "moved-entry")
    if one.players != two.players and not (any(unread) and _in_own_words(*((one, two) if unread[0] else (two, one)))):
        heads = heading_place(one, str(one.players)), heading_place(two, str(two.players))
        yield difference("number", one.number, heads, "players", a=one.players, b=two.players)


def _in_own_words(own: Entry, other: Entry) -> bool:
    """May a heading say the other's players in words that are not known: without digits, or with those of the ends?"""
    digits = numbers(own.title, "") - numbers(other.title, "")
    told = [n for n in other.players.all if n > 1]
    return not digits or (bool(told) and {min(digits), max(digits)} == {min(told), max(told)})


def _everything(parts: Sequence[Part]) -> list[Sentence]:
    return [s for part in parts for s in part.everything]


def _otherwise_cut(witness: Witness, translation: Witness, matches: Sequence[Match]) -> bool:
    """Has one side no numbers of clauses, or are its clauses others though it says as much?"""
    if bool(witness.entries) != bool(translation.entries):
        return True
    alone = [sum(match.a is None for match in matches), sum(match.b is None for match in matches)]
    lengths = [sum(len(s.text) for s in side.sentences) for side in (witness, translation)]
    return max(alone) * ALONE > len(matches) and min(lengths) > AS_MUCH * max(lengths)


ALONE = 4  # if more than one clause of so many has no partner,
AS_MUCH = 0.75  # and the shorter text is this share of the longer, clauses were joined or split


def _by_sentences(
    texts: Layout, skipped: Sequence[str] = ("credit", "heading")
) -> list[tuple[int | None, list[Sentence], list[Sentence]]]:
    """The sentences of both that belong together over the whole texts, by the clauses of the one that has them."""
    sides = [
        [(part.variant, s) for part in side.parts for s in part.everything if s.role not in skipped]
        for side in texts.witnesses
    ]
    own = 0 if texts.witnesses[0].entries else 1
    of = {id(s): n for n, s in sides[own]}
    found: list[tuple[int | None, list[Sentence], list[Sentence]]] = []
    for block in _blocks(texts, [s for _, s in sides[0]], [s for _, s in sides[1]]):
        n = of[id(block[own][0])] if block[own] else found[-1][0] if found else None
        if not found or found[-1][0] != n:
            found.append((n, [], []))
        found[-1][1].extend(block[0])
        found[-1][2].extend(block[1])
    return found


def _references(one: Entry, two: Entry, same_as: Mapping[int, int]) -> Iterator[Finding]:
    """Cross references; same_as: number in A -> the number of the same entry in B."""
    refers = [
        sorted({same_as.get(reference.number, reference.number) for reference in one.references}),
        sorted({reference.number for reference in two.references}),
    ]
    said = [numbers(" ".join(s.text for s in entry.sentences), "") for entry in (one, two)]
    unsaid = [[n for n in refers[k] if n not in refers[1 - k] and not said[1 - k][n]] for k in (0, 1)]
    if any(unsaid):  # a number that the other side only calls otherwise is there
        texts = [", ".join(map(str, side)) or "-" for side in refers]
        lines = [
            tuple(line for r in entry.references for line in r.lines) or entry.heading_lines for entry in (one, two)
        ]
        yield difference("number", one.number, list(map(Place, lines, texts)), "reference", a=texts[0], b=texts[1])


def _texts(
    of: Layout,
    mine: Sequence[Sentence],
    theirs: Sequence[Sentence],
    variant: int | None,
    held: list[Rendering],
    entries: tuple[Entry, Entry] | None = None,
) -> Iterator[Finding]:
    """What differs between the sentences of a part; `held` gets all that were held against each other."""
    languages = of.languages
    for a, b in _blocks(of, mine, theirs):
        places = [Place.of(combined(side)) if side else None for side in (a, b)]
        if not (a and b):
            yield one_sided(places[0], places[1], "content", variant)
            continue
        texts = [" ".join(s.text for s in side) for side in (a, b)]
        if bool(_LABEL.match(texts[0])) != bool(_LABEL.match(texts[1])):  # a step with its number, and without
            texts = [_LABEL.sub("", text) for text in texts]
        counts = counted([*map(plainly, texts, languages)], languages)
        if entries:
            referred = [_referred(entry, side) for entry, side in zip(entries, (a, b), strict=True)]
            counts = [count - (referred[0] | referred[1]) for count in counts]
        left, right = apart(texts, languages, counts)
        both = texts[0], texts[1]
        said = told_of((left, right), both, languages, of.ratio, len(a) != len(b))
        values = (left[0] if left else None, right[0] if right else None)
        held.append(Rendering(variant, places, both, (len(a), len(b)), said, of.ratio, values))


def _blocks(of: Layout, mine: Sequence[Sentence], theirs: Sequence[Sentence]) -> Iterator[Matched]:
    """The sentences that belong together; of long texts section by section where both have as many, else in parts."""
    if len(mine) * len(theirs) <= LIMIT * LIMIT:
        yield from matched(mine, theirs, of.languages, of.ratio)
        return
    cuts = [[i for i, s in enumerate(side) if i and s.role == "heading"] for side in (mine, theirs)]
    if len(cuts[0]) != len(cuts[1]) or not cuts[0]:
        many = -(-max(len(mine), len(theirs)) // LIMIT)
        cuts = [[len(side) * k // many for k in range(1, many)] for side in (mine, theirs)]
    for one, two in zip(pairwise([0, *cuts[0], len(mine)]), pairwise([0, *cuts[1], len(theirs)]), strict=True):
        yield from _blocks(of, mine[slice(*one)], theirs[slice(*two)])


def _referred(entry: Entry, sentences: Sequence[Sentence]) -> Counter[float]:
    """The numbers of the cross references in some sentences of an entry, which are compared by themselves."""
    there = {sentence.text for sentence in sentences}
    return Counter(float(one.number) for one in entry.references if one.sentence in there)
