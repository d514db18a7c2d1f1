"""Match the entries of a translation with those of its source, by the concepts in them; numbers are only a hint."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..language.concepts import known, places, plainly
from ..language.languages import both_counted, numbers
from ..pairs import Match, match_in_order
from ..reading import reader as reading
from ..reading.headings import LONGEST_TITLE
from ..reading.paragraphs import BULLET, pieces
from ..sequences import best_alignment
from ..witness import Entry, Witness

ENOUGH = 0.1  # how much alike two entries must be to be one, in their order
ELSEWHERE = 0.3  # and out of it; of two that have nothing to do with each other, one pair of twenty is more than 0.25
UNLIKE = -0.2  # at least, if both stand alone between the same two
NUMBER = 0.1  # what the same number adds
LENGTH = 0.35  # what a length that is e times what is due takes away
CLEARLY = 0.8  # how much more it must be worth in all than going by the numbers
MANY = 40_000  # entries of one side times those of the other, beyond which numbers are all that is looked at
MOST = 3  # times that something said again counts
HALF = 0.5  # of the clauses, which headings without numbers have to stand for at least
_SENTENCE = re.compile(r"[.!?…;,:]$|[.!?…:;]\s")


@dataclass(frozen=True)
class _Sense:
    """The concepts of an entry, and its length."""

    of: Counter[str]
    length: int


def partners(witness: Witness, translation: Witness, languages: tuple[str, str]) -> list[Match]:
    """Match the entries of both, in the order of the source.

    As the numbers say, unless what the entries say is clearly against it: one was inserted, left out or moved, and what
    follows is numbered on.  `moved`: it stands in another order.
    """
    one, two = list(witness.entries), list(translation.entries)
    numbered = {n: n for n in one if n in translation.entries}
    if not one or not two or len(one) * len(two) > MANY:
        return match_in_order(one, two, numbered)
    likeness = _likeness(witness, translation, languages)
    found = _paired(one, two, likeness)

    def worth(pairs: Mapping[int, int]) -> float:
        return sum(likeness[pair] for pair in pairs.items())

    return match_in_order(one, two, found if worth(found) > worth(numbered) + CLEARLY else numbered)


def cut_alike(witness: Witness, translation: Witness, languages: tuple[str, str]) -> tuple[Witness, Witness]:
    """Give clauses of a text without numbers the numbers of the matching clauses of the other."""
    if bool(witness.entries) == bool(translation.entries):
        return witness, translation
    swapped = not witness.entries
    full, bare = (translation, witness) if swapped else (witness, translation)
    known_as = languages[::-1] if swapped else languages
    sure = {part.heading.lines()[0] for part in bare.parts if part.heading}
    found: dict[int, int] = {}
    for lines in (sure, sure | _set_apart(bare)):
        told = _standing_for(full, bare, sorted(lines), (known_as[0], known_as[1]))
        found = told if len(told) > len(found) else found
        if len(found) == len(full.entries):
            break
    if len(found) <= HALF * len(full.entries):
        return witness, translation
    again = _renumbered(bare, found)
    return (again, full) if swapped else (full, again)


def _standing_for(full: Witness, bare: Witness, lines: Sequence[int], languages: tuple[str, str]) -> dict[int, int]:
    """Lines that could be headings -> the number of the clause that says the same as the text below."""
    beyond = max(full.entries) + 1  # so that no number is a hint
    listed = _renumbered(bare, {line: beyond + k for k, line in enumerate(lines)})
    if not listed.entries or len(full.entries) * len(listed.entries) > MANY:
        return {}
    pairs = _paired([*full.entries], [*listed.entries], _likeness(full, listed, languages))
    return {listed.entries[m].line: n for n, m in pairs.items()}


def _set_apart(witness: Witness) -> set[int]:
    """Lines that may be headings as they are short and stand alone; those that stand for no clause will be none."""
    return {
        one.line.number
        for one, two in pairwise(pieces(witness.lines))
        if one.blank and two.blank and len(one.text) <= LONGEST_TITLE
        if not BULLET.match(one.text) and not _SENTENCE.search(one.text)
    }


def _renumbered(witness: Witness, headings: Mapping[int, int]) -> Witness:
    """A witness read again with these lines as the headings of clauses, but for what a translator has said of it."""
    return reading.parse(witness.name, witness.lines, corrections={**headings, **witness.corrections})


def _paired(one: Sequence[int], two: Sequence[int], likeness: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """The best pairing in order, then the similar rest, then what stands in the same place with the same length."""

    def worth(mine: slice, theirs: slice) -> float:
        if mine.start == mine.stop or theirs.start == theirs.stop:
            return 0.0
        return likeness[one[mine.start], two[theirs.start]] - ENOUGH

    found = {
        one[a.start]: two[b.start]
        for a, b in best_alignment(len(one), len(two), ((1, 1), (1, 0), (0, 1)), worth)
        if a.start < a.stop and b.start < b.stop
    }
    for (n, m), alike in sorted(likeness.items(), key=lambda item: -item[1]):
        if alike < ELSEWHERE:
            break
        if n not in found and m not in found.values():
            found[n] = m
    for i, n in enumerate(one):
        before = _at(one, i - 1, found)
        j = 0 if before is None else two.index(before) + 1 if before in two else len(two)
        if n in found or j == len(two) or two[j] in found.values() or _at(one, i + 1, found) != _at(two, j + 1):
            continue
        if n == two[j] or likeness[n, two[j]] > UNLIKE:
            found[n] = two[j]
    return found


def _at(numbers: Sequence[int], k: int, pairs: Mapping[int, int] | None = None) -> int | None:
    """The number at a place, or what it is paired with; None beyond the ends, -1 where it has no partner."""
    if not 0 <= k < len(numbers):
        return None
    return numbers[k] if pairs is None else pairs.get(numbers[k], -1)


def _likeness(witness: Witness, translation: Witness, languages: tuple[str, str]) -> dict[tuple[int, int], float]:
    """How much alike each two entries are, at most 1 and a little; what few entries speak of counts for more."""
    sides = [
        {n: _sense(entry, language) for n, entry in side.entries.items()}
        for side, language in zip((witness, translation), both_counted(languages), strict=True)
    ]
    among = Counter(name for side in sides for sense in side.values() for name in sense.of)
    rare = {name: math.log((sum(map(len, sides)) + 1) / count) for name, count in among.items()}

    def weight(of: Counter[str]) -> float:
        return sum(rare[name] * count for name, count in of.items())

    ratio = (sum(s.length for s in sides[1].values()) + 1) / (sum(s.length for s in sides[0].values()) + 1)
    weights = [{n: weight(sense.of) for n, sense in side.items()} for side in sides]
    found = {}
    for n, mine in sides[0].items():
        for m, theirs in sides[1].items():
            both = mine.of.keys() & theirs.of.keys()
            alike = sum(rare[name] * min(mine.of[name], theirs.of[name]) for name in both)
            shared = 2 * alike / max(weights[0][n] + weights[1][m], 1e-9)
            apart = abs(math.log((theirs.length + 10) / (mine.length * ratio + 10)))
            found[n, m] = shared - LENGTH * apart + NUMBER * (n == m)
    return found


def _sense(entry: Entry, language: str) -> _Sense:
    texts = [s.text for s in entry.sentences if s.role != "credit"]
    said = Counter({f"players {n}": 1 for n in entry.players.all})
    if language in known():
        named = Counter[str]()
        for text in texts:
            named.update({name: len(at) for name, at in places(text, language).items()})
        said.update({name: min(many, MOST) for name, many in named.items()})
        texts = [plainly(text, language) for text in texts]
    refers = Counter(float(reference.number) for reference in entry.references)  # which change with the numbers
    counted = sum((numbers(text, language) for text in texts), Counter[float]()) - refers
    said.update({f"number {value:g}": count for value, count in counted.items()})
    return _Sense(said, sum(len(text) + 1 for text in texts) + len(entry.title))
