"""Match the entries of a translation with those of its source by their concepts; entry numbers are only a hint."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..language.concepts import concept_languages, concept_places, searchable
from ..language.languages import counting_languages, numbers
from ..pairs import Match, match_in_order
from ..reading import reader as reading
from ..reading.headings import LONGEST_TITLE
from ..reading.paragraphs import BULLET, pieces
from ..sequences import best_alignment
from ..witness import Entry, Witness

ENOUGH = 0.1  # similarity of two entries matched in order, at least
ELSEWHERE = 0.3  # and out of order, at least; of unrelated pairs, one in twenty has more than 0.25
UNLIKE = -0.2  # and between two matched neighbours on both sides, at least
NUMBER = 0.1  # bonus for the same number
LENGTH = 0.35  # penalty for a length that is e times the expected one
CLEARLY = 0.8  # gain over matching by numbers for which numbers are ignored
MANY = 40_000  # entries of A times entries of B, above which only numbers are compared
MOST = 3  # occurrences of a concept that count, at most
HALF = 0.5  # share of the clauses that unnumbered headings must match, at least
_SENTENCE = re.compile(r"[.!?…;,:]$|[.!?…:;]\s")


Similarities = Mapping[tuple[int, int], float]  # (number in A, number in B) -> similarity


class _EntryContent(NamedTuple):
    """The concepts, numbers and players of an entry, and its length."""

    features: Counter[str]
    length: int


def match_entries(witness: Witness, translation: Witness, languages: tuple[str, str]) -> list[Match]:
    """Match the entries of both texts, in the order of the source.

    By their numbers, unless their contents clearly contradict: an entry was inserted, left out or moved, and the rest
    renumbered.  `moved` marks entries in another order.
    """
    one, two = list(witness.entries), list(translation.entries)
    numbered = {n: n for n in one if n in translation.entries}
    if not one or not two or len(one) * len(two) > MANY:
        return match_in_order(one, two, numbered)
    similarity = _similarities(witness, translation, languages)
    found = _pair_entries(one, two, similarity)

    def worth(pairs: Mapping[int, int]) -> float:
        return sum(similarity[pair] for pair in pairs.items())

    return match_in_order(one, two, found if worth(found) > worth(numbered) + CLEARLY else numbered)


def share_numbering(witness: Witness, translation: Witness, languages: tuple[str, str]) -> tuple[Witness, Witness]:
    """Give the clauses of an unnumbered text the numbers of the matching clauses of the other text."""
    if bool(witness.entries) == bool(translation.entries):
        return witness, translation
    swapped = not witness.entries
    full, bare = (translation, witness) if swapped else (witness, translation)
    known_as = languages[::-1] if swapped else languages
    sure = {part.heading.lines()[0] for part in bare.parts if part.heading}
    found: dict[int, int] = {}
    for lines in (sure, sure | _possible_headings(bare)):
        matched = _match_headings(full, bare, sorted(lines), (known_as[0], known_as[1]))
        found = matched if len(matched) > len(found) else found
        if len(found) == len(full.entries):
            break
    if len(found) <= HALF * len(full.entries):
        return witness, translation
    again = _reread(bare, found)
    return (again, full) if swapped else (full, again)


def _match_headings(full: Witness, bare: Witness, lines: Sequence[int], languages: tuple[str, str]) -> dict[int, int]:
    """Return possible heading lines -> the number of the clause that the text below matches."""
    beyond = max(full.entries) + 1  # no number is a hint
    listed = _reread(bare, {line: beyond + k for k, line in enumerate(lines)})
    if not listed.entries or len(full.entries) * len(listed.entries) > MANY:
        return {}
    pairs = _pair_entries([*full.entries], [*listed.entries], _similarities(full, listed, languages))
    return {listed.entries[m].line: n for n, m in pairs.items()}


def _possible_headings(witness: Witness) -> set[int]:
    """Return lines that may be headings because they are short and stand between blank lines."""
    return {
        one.line.number
        for one, two in pairwise(pieces(witness.lines))
        if one.blank and two.blank and len(one.text) <= LONGEST_TITLE
        if not BULLET.match(one.text) and not _SENTENCE.search(one.text)
    }


def _reread(witness: Witness, headings: Mapping[int, int]) -> Witness:
    """Return a witness parsed again with these lines as headings of clauses; a user's corrections take precedence."""
    return reading.parse(witness.name, witness.lines, corrections={**headings, **witness.corrections})


def _pair_entries(one: Sequence[int], two: Sequence[int], similarity: Similarities) -> dict[int, int]:
    """Pair entries: the best pairing in order, then similar ones out of order, then those between paired neighbours."""

    def worth(mine: slice, theirs: slice) -> float:
        if mine.start == mine.stop or theirs.start == theirs.stop:
            return 0.0
        return similarity[one[mine.start], two[theirs.start]] - ENOUGH

    found = {
        one[a.start]: two[b.start]
        for a, b in best_alignment(len(one), len(two), ((1, 1), (1, 0), (0, 1)), worth)
        if a.start < a.stop and b.start < b.stop
    }
    for (n, m), alike in sorted(similarity.items(), key=lambda item: -item[1]):
        if alike < ELSEWHERE:
            break
        if n not in found and m not in found.values():
            found[n] = m
    for i, n in enumerate(one):
        before = partner_at(one, i - 1, found)
        j = 0 if before is None else two.index(before) + 1 if before in two else len(two)
        if n in found or j == len(two) or two[j] in found.values():
            continue
        between_same = partner_at(one, i + 1, found) == partner_at(two, j + 1)
        if between_same and (n == two[j] or similarity[n, two[j]] > UNLIKE):
            found[n] = two[j]
    return found


def partner_at(numbers: Sequence[int], k: int, pairs: Mapping[int, int] | None = None) -> int | None:
    """Return the number at a position, or its partner in `pairs`; None beyond the ends, -1 without a partner."""
    if not 0 <= k < len(numbers):
        return None
    return numbers[k] if pairs is None else pairs.get(numbers[k], -1)


def _similarities(witness: Witness, translation: Witness, languages: tuple[str, str]) -> dict[tuple[int, int], float]:
    """Return the similarity of every two entries, about 1 at most; rare features weigh more (as in tf-idf)."""
    sides = [
        {n: _content_of(entry, language) for n, entry in side.entries.items()}
        for side, language in zip((witness, translation), counting_languages(languages), strict=True)
    ]
    frequency = Counter(name for side in sides for content in side.values() for name in content.features)
    rarity = {name: math.log((sum(map(len, sides)) + 1) / count) for name, count in frequency.items()}

    def weight(features: Counter[str]) -> float:
        return sum(rarity[name] * count for name, count in features.items())

    ratio = (sum(s.length for s in sides[1].values()) + 1) / (sum(s.length for s in sides[0].values()) + 1)
    weights = [{n: weight(content.features) for n, content in side.items()} for side in sides]
    found = {}
    for n, mine in sides[0].items():
        for m, theirs in sides[1].items():
            both = mine.features.keys() & theirs.features.keys()
            alike = sum(rarity[name] * min(mine.features[name], theirs.features[name]) for name in both)
            shared = 2 * alike / max(weights[0][n] + weights[1][m], 1e-9)
            apart = abs(math.log((theirs.length + 10) / (mine.length * ratio + 10)))
            found[n, m] = shared - LENGTH * apart + NUMBER * (n == m)
    return found


def _content_of(entry: Entry, language: str) -> _EntryContent:
    texts = [s.text for s in entry.sentences if s.role != "credit"]
    features = Counter({f"players {n}": 1 for n in entry.players.all})
    if language in concept_languages():
        counts = Counter[str]()
        for text in texts:
            counts.update({name: len(at) for name, at in concept_places(text, language).items()})
        features.update({name: min(count, MOST) for name, count in counts.items()})
        texts = [searchable(text, language) for text in texts]
    references = Counter(float(reference.number) for reference in entry.references)  # which change with the numbers
    in_text = sum((numbers(text, language) for text in texts), Counter[float]()) - references
    features.update({f"number {value:g}": count for value, count in in_text.items()})
    return _EntryContent(features, sum(len(text) + 1 for text in texts) + len(entry.title))
