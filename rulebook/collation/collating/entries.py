"""Match the entries of two witnesses by their text and title; numbers are only a hint."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping

from ..checking.entries import partner_at
from ..language.tokens import letters, stems
from ..pairs import Match, match_in_order
from ..reading.titles import title_likeness
from ..witness import Entry, Witness

BODY, TITLE, NUMBER = 0.55, 0.35, 0.1  # weights of text, title and number
SAME = 0.4  # score from which two entries may be the same
LITTLE, NAME = 0.12, 0.5  # similarity of text or title from which two with the same number may be the same
MOST = 40  # candidates considered for an entry
FEW = 8  # entries that contain a rare word, at most


def matched_entries(a: Witness, b: Witness) -> list[Match]:
    """Match the entries of A and B, in the order of A; entries in B only follow their predecessor."""
    return match_in_order(list(a.entries), list(b.entries), _pairs(a, b))


def _pairs(a: Witness, b: Witness) -> dict[int, int]:
    scored = sorted(_scores(a, b), key=lambda one: (-one[0], abs(one[1] - one[2]), one[1]))
    found: dict[int, int] = {}
    gone: set[int] = set()
    for score, n, m, body, title in scored:
        similar = score >= SAME or (n == m and (body >= LITTLE or title >= NAME))
        if similar and n not in found and m not in gone:
            found[n] = m
            gone.add(m)
    one, two = list(a.entries), list(b.entries)
    for i, n in enumerate(one):  # a different title and text under the same number, in the same place
        if n in b.entries and n not in found and n not in gone:
            j = two.index(n)
            if all(partner_at(one, i + by, found) == partner_at(two, j + by) for by in (-1, 1)):
                found[n] = n
                gone.add(n)
    return found


def _scores(a: Witness, b: Witness) -> list[tuple[float, int, int, float, float]]:
    """Return candidates: (score, number in A, number in B, similarity of the texts, of the titles)."""
    sides = [{n: _words(entry) for n, entry in side.entries.items()} for side in (a, b)]
    many = Counter(word for side in sides for words in side.values() for word in words)
    total = sum(map(len, sides)) + 1
    rare = {word: math.log(total / count) for word, count in many.items()}
    weights = [{n: sum(rare[w] for w in words) for n, words in side.items()} for side in sides]
    holding: dict[str, list[int]] = defaultdict(list)
    for m, words in sides[1].items():
        for word in words:
            holding[word].append(m)
    titles = {letters(entry.title): m for m, entry in b.entries.items()}
    found = []
    for n, words in sides[0].items():
        near = _near(words, holding, total) | ({n} & b.entries.keys())
        if (same := titles.get(letters(a.entries[n].title))) is not None:
            near.add(same)
        for m in near:
            shared = sum(rare[word] for word in words & sides[1][m])
            body = 2 * shared / max(weights[0][n] + weights[1][m], 1e-9) if words and sides[1][m] else 0.0
            title = title_likeness(a.entries[n].title, b.entries[m].title)
            bare = not words or not sides[1][m]
            score = (TITLE + BODY if bare else TITLE) * title + BODY * body + NUMBER * (n == m)
            found.append((score, n, m, body, title))
    return found


def _near(words: frozenset[str], holding: Mapping[str, list[int]], total: int) -> set[int]:
    """Return the entries that share the rarest words with one."""
    found: Counter[int] = Counter()
    for word in sorted(words & holding.keys(), key=lambda one: (len(holding[one]), one)):
        if len(holding[word]) > max(MOST, total // 4) or (len(found) >= MOST and len(holding[word]) > FEW):
            break
        found.update(holding[word])
    return {m for m, _ in found.most_common(MOST)}


def _words(entry: Entry) -> frozenset[str]:
    """Return the stems of the content words of an entry; numbers are not stemmed."""
    return frozenset[str]().union(*(stems(sentence.text) for sentence in entry.sentences))
