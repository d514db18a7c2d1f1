"""Match the entries of two witnesses by their text and title; numbers are only a hint."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping

from ..language.tokens import is_content_word, letters, stem, tokens
from ..pairs import Match, in_order
from ..reading.titles import title_likeness
from ..witness import Entry, Witness

BODY, TITLE, NUMBER = 0.55, 0.35, 0.1  # what text, title and number are worth
SAME = 0.4  # from here on two entries may be the same one
LITTLE = 0.12  # and with the same number, from here on in text or
NAME = 0.5  # here in title
MOST = 40  # entries of the other side that are looked at for one
FEW = 8  # entries with a word, which is a rare one then


def matched_entries(a: Witness, b: Witness) -> list[Match]:
    """Match the entries of both, in the order of A; entries that only B has follow their predecessor."""
    return in_order(list(a.entries), list(b.entries), _pairs(a, b))


def _pairs(a: Witness, b: Witness) -> dict[int, int]:
    scored = sorted(_scores(a, b), key=lambda one: (-one[0], abs(one[1] - one[2]), one[1]))
    found: dict[int, int] = {}
    gone: set[int] = set()
    for score, n, m, body, title in scored:
        alike = score >= SAME or (n == m and (body >= LITTLE or title >= NAME))
        if alike and n not in found and m not in gone:
            found[n] = m
            gone.add(m)
    beside = _beside(a), _beside(b)
    for n in a.entries:  # another title and another text under the same number, in the same place
        if n in b.entries and n not in found and n not in gone and _placed(beside, found, n):
            found[n] = n
            gone.add(n)
    return found


_Beside = Mapping[int, tuple[int | None, int | None]]


def _placed(beside: tuple[_Beside, _Beside], found: Mapping[int, int], n: int) -> bool:
    """Are the entries before and after it the same on both sides?"""
    mine, theirs = (side[n] for side in beside)
    return all((found.get(x) if x is not None else None) == y for x, y in zip(mine, theirs, strict=True))


def _beside(witness: Witness) -> _Beside:
    """The numbers of the entries before and after each."""
    order = [None, *witness.entries, None]
    return {n: (order[k - 1], order[k + 1]) for k, n in enumerate(order) if n is not None}


def _scores(a: Witness, b: Witness) -> list[tuple[float, int, int, float, float]]:
    """Entries that may be the same: (score, number in A, number in B, likeness of the texts, of the titles)."""
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
    """The entries that share the rarest words with one."""
    found: Counter[int] = Counter()
    for word in sorted(words & holding.keys(), key=lambda one: (len(holding[one]), one)):
        if len(holding[word]) > max(MOST, total // 4) or (len(found) >= MOST and len(holding[word]) > FEW):
            break
        found.update(holding[word])
    return {m for m, _ in found.most_common(MOST)}


def _words(entry: Entry) -> frozenset[str]:
    """The stems of the text, numbers as they are."""
    return frozenset(
        token.norm if token.value is not None else stem(token.norm)
        for sentence in entry.sentences
        for token in tokens(sentence)
        if is_content_word(token.norm)
    )
