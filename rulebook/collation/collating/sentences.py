"""Align the sentences of two witnesses, part by part; sentences may be split, joined or moved."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter

from rapidfuzz import fuzz

from ..language.tokens import is_content_word, number_of, stem, tokens
from ..pairs import Match, Pair, units
from ..progress import steps
from ..sequences import ascending, pairing
from ..witness import Entry, Part, Sentence, Witness

LIKE = 0.6  # from here on two sentences may be the same one
MOVED = 0.8  # from here on a sentence that stands elsewhere is the same one
CELLS = 10_000  # of a table of alignment; beyond, sentences are taken in their order
RARE = 4  # sentences that a rare word is in
CHARACTERS = 400_000_000  # characters of one side times those of the other, beyond which it is the same
_of_a, _of_b = attrgetter("a"), attrgetter("b")


def key(sentence: Sentence) -> str:
    """A sentence as it is compared as a whole."""
    return " ".join(token.norm for token in tokens(sentence))


def align(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Pair]:
    """Every sentence of both witnesses, paired; matches: which entry is which.

    Where too few entries are the same, or there are none, the whole texts are aligned.
    """
    parts = [(unit, n, _sentences(mine), _sentences(theirs)) for unit, n, mine, theirs in units(a, b, matches)]
    if not entries_alike(a, b, matches):
        parts = [("text", None, a.printed, b.printed)]
    return _moved(
        [
            Pair(tuple(one), tuple(two), unit, n)
            for unit, n, mine, theirs in steps(parts, 0.0, 0.5)
            for one, two in _paired(mine, theirs)
        ]
    )


def entries_alike(a: Witness, b: Witness, matches: Sequence[Match]) -> bool:
    """Have the two witnesses enough entries in common to be compared entry by entry?"""
    same = sum(match.a is not None and match.b is not None for match in matches)
    return same * 3 >= max(len(a.entries), len(b.entries)) > 0


def headless(pairs: Sequence[Pair]) -> tuple[Sequence[Pair], list[Sentence], list[Sentence]]:
    """The pairs without the headings of one side where the other side has none, and these headings of A, of B."""
    titles = [[pair for pair in pairs if any(s.role == "heading" for s in side(pair))] for side in (_of_a, _of_b)]
    for mine, theirs, other in ((titles[0], titles[1], _of_b), (titles[1], titles[0], _of_a)):
        bare = [pair for pair in mine if not other(pair)]
        if len(bare) >= HEADINGS and len(theirs) <= 1:
            left = {id(pair) for pair in bare}
            rest = [pair for pair in pairs if id(pair) not in left]
            return rest, [s for pair in bare for s in pair.a], [s for pair in bare for s in pair.b]
    return pairs, [], []


SAME = 0.75  # likeness from which on a sentence is said as it was
TELLING, FEW = 4, 6  # words of a sentence that tells how an edition is worded, and such sentences


def said_anew(pairs: Sequence[Pair]) -> bool:
    """Are most of the sentences of an edition in other words than those of the other?"""
    counted = same = 0
    for pair in pairs:
        keys = [" ".join(map(key, side)) for side in (pair.a, pair.b)]
        if max(len(text.split()) for text in keys) >= TELLING and pair.unit not in ("title", "entry"):
            counted += 1
            same += all(keys) and likeness(*keys) >= SAME
    return same * 2 < counted >= FEW


HEADINGS = 4  # from which on a text is said to have some


def _sentences(parts: Sequence[Part]) -> list[Sentence]:
    """The sentences of some parts; the headings of entries are compared by themselves."""
    return [s for part in parts for s in (part.sentences if isinstance(part, Entry) else part.everything)]


def _paired(a: Sequence[Sentence], b: Sequence[Sentence]) -> list[tuple[Sequence[Sentence], Sequence[Sentence]]]:
    """Equal sentences first, as anchors; between them the best pairing of one with one, or one with several."""
    keys_a, keys_b = [key(s) for s in a], [key(s) for s in b]
    return _anchored(a, b, keys_a, keys_b, _anchors(keys_a, keys_b), _near)


Paired = list[tuple[Sequence[Sentence], Sequence[Sentence]]]


def _anchored(
    a: Sequence[Sentence],
    b: Sequence[Sentence],
    keys_a: Sequence[str],
    keys_b: Sequence[str],
    anchors: Sequence[tuple[int, int]],
    between: Callable[..., Paired],
) -> Paired:
    """The sentences of the anchors, and what lies between them paired by `between`."""
    found: Paired = []
    i = j = 0
    for x, y in steps([*anchors, (len(a), len(b))], 0.0, 1.0):
        found += between(a[i:x], b[j:y], keys_a[i:x], keys_b[j:y])
        if x < len(a):
            found.append((a[x : x + 1], b[y : y + 1]))
        i, j = x + 1, y + 1
    return found


def _near(a: Sequence[Sentence], b: Sequence[Sentence], keys_a: Sequence[str], keys_b: Sequence[str]) -> Paired:
    """Where sentences are many, those that are much alike and share a rare word are anchors, too."""
    if len(a) * len(b) <= CELLS // 4:
        return _between(a, b, keys_a, keys_b)
    holding: dict[str, list[int]] = {}
    for j, text in enumerate(keys_b):
        for word in set(text.split()):
            holding.setdefault(word, []).append(j)
    places = []
    for i, text in enumerate(keys_a):
        near = {j for word in set(text.split()) if len(holding.get(word, ())) <= RARE for j in holding.get(word, ())}
        best = max(near, key=lambda j: likeness(text, keys_b[j]), default=None)
        if best is not None and likeness(text, keys_b[best]) >= MOVED and len(text.split()) > 3:
            places.append((i, best))
    kept = [places[k] for k in ascending(j for _, j in places)]
    return _anchored(a, b, keys_a, keys_b, kept, _between)


def _anchors(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Places of sentences that are the same and occur once on each side, ascending on both."""
    once = _once(b)
    places = [(i, once[text]) for text, i in _once(a).items() if text in once]
    return [places[k] for k in ascending(j for _, j in places)]


def _once(texts: Sequence[str]) -> dict[str, int]:
    """The texts that occur once, with their places."""
    counts = Counter(texts)
    return {text: i for i, text in enumerate(texts) if text and counts[text] == 1}


SHAPES = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)]


def _between(
    a: Sequence[Sentence], b: Sequence[Sentence], keys_a: Sequence[str], keys_b: Sequence[str]
) -> list[tuple[Sequence[Sentence], Sequence[Sentence]]]:
    """The best pairing by dynamic programming; unpaired neighbours of both sides stay apart."""
    n, m = len(a), len(b)
    if not n or not m:
        return [((s,), ()) for s in a] + [((), (s,)) for s in b]
    if n * m > CELLS or sum(map(len, keys_a)) * sum(map(len, keys_b)) > CHARACTERS:
        together = min(n, m)
        return [((a[i],), (b[i],)) for i in range(together)] + _between(a[together:], b[together:], (), ())

    def worth(mine: slice, theirs: slice) -> float | None:
        many = mine.stop - mine.start, theirs.stop - theirs.start
        if 0 in many:
            return 0.0
        one, two = " ".join(keys_a[mine]), " ".join(keys_b[theirs])
        if many != (1, 1) and min(len(one), len(two)) * 2 < max(len(one), len(two)):
            return None
        found = (likeness(one, two) - LIKE) * (len(one) + len(two)) - 2 * (sum(many) - 2)
        return found if found > 0 else None

    return [(a[mine], b[theirs]) for mine, theirs in pairing(n, m, SHAPES, worth)]


def likeness(one: str, two: str) -> float:
    """How alike two sentences are, 0 to 1; numbers written out count as the same."""
    if one == two:
        return 1.0
    if not one or not two:
        return 0.0
    whole = float(fuzz.ratio(one, two)) / 100
    shared = _shared(one, two)
    return max(whole, shared) if min(len(one), len(two)) > 12 else whole


def _shared(one: str, two: str) -> float:
    """What share of the stems of the content words of both sentences is in both."""
    mine, theirs = (
        {word if number_of(word) is not None else stem(word) for word in side.split() if is_content_word(word)}
        for side in (one, two)
    )
    return 2 * len(mine & theirs) / max(len(mine) + len(theirs), 1)


def _moved(pairs: Sequence[Pair]) -> list[Pair]:
    """Sentences that found no partner in their part, and have one elsewhere; moved, where that breaks the order."""
    alone_a = [i for i, pair in enumerate(pairs) if pair.a and not pair.b and pair.unit != "title"]
    alone_b = [i for i, pair in enumerate(pairs) if pair.b and not pair.a and pair.unit != "title"]
    if len(alone_a) * len(alone_b) > CELLS:
        return list(pairs)
    keys = {i: key((pairs[i].a or pairs[i].b)[0]) for i in (*alone_a, *alone_b)}
    scored = sorted(
        (
            (likeness(keys[i], keys[j]), i, j)
            for i in alone_a
            for j in alone_b
            if len(pairs[i].a) == len(pairs[j].b) == 1
        ),
        key=lambda one: (-one[0], abs(one[1] - one[2])),
    )
    found, gone, used, order = list(pairs), set[int](), set[int](), _Order(pairs)
    for score, i, j in scored:
        if score < MOVED or i in used or j in gone or (len(keys[i].split()) < 4 and score < 1):
            continue
        moved = order.breaks(pairs, i, j)
        if moved and (pairs[i].a[0].role == "heading" or len(keys[i].split()) < 4):
            continue
        found[i] = Pair(pairs[i].a, pairs[j].b, pairs[i].unit, pairs[i].variant, moved)
        used.add(i)
        gone.add(j)
        if moved:
            gone |= _led(found, i, j, used | gone)
    return [pair for i, pair in enumerate(found) if i not in gone]


def _led(pairs: list[Pair], i: int, j: int, done: set[int]) -> set[int]:
    """Move the heading right above a moved sentence with it."""
    x, y = i - 1, j - 1
    if min(x, y) < 0 or {x, y} & done or not (pairs[x].a and pairs[y].b) or pairs[x].b or pairs[y].a:
        return set()
    if len(pairs[x].a) != 1 or len(pairs[y].b) != 1 or not _same_label(pairs[x].a[0], pairs[y].b[0]):
        return set()
    pairs[x] = Pair(pairs[x].a, pairs[y].b, pairs[x].unit, pairs[x].variant, True)
    done.add(x)
    return {y}


def _same_label(one: Sentence, two: Sentence) -> bool:
    """Are two headings, or short sentences, the same?"""
    keys = key(one), key(two)
    short = "heading" in (one.role, two.role) or max(len(side.split()) for side in keys) < 4
    return short and likeness(*keys) >= MOVED


class _Order:
    """The pairs that have both sides, in the order of A: what stands beside a sentence there."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        kept = [pair for pair in pairs if pair.a and pair.b and not pair.moved]
        self.pairs = sorted(kept, key=lambda pair: pair.a[0].lines()[0])
        self.firsts = [pair.a[0].lines()[0] for pair in self.pairs]

    def breaks(self, pairs: Sequence[Pair], i: int, j: int) -> bool:
        """Does the sentence of B stand outside what stands beside the pairs round the sentence of A?"""
        here, there = pairs[i].a[0].lines()[0], pairs[j].b[0].lines()
        k = bisect_left(self.firsts, here)
        before = self.pairs[k - 1].b[-1] if k else None
        k = bisect_right(self.firsts, here)
        after = self.pairs[k].b[0] if k < len(self.pairs) else None
        if (before and before.lines()[0] > there[0]) or (after and after.lines()[-1] < there[-1]):
            return True
        # In one line, the order of the pairs is that of the text.
        between = [pair for pair in pairs[min(i, j) + 1 : max(i, j)] if pair.a and pair.b]
        return any(pair.a[0].lines()[0] == here and pair.b[0].lines() == there for pair in between)
