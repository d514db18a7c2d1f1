"""Align the sentences of two witnesses part by part; sentences may have been split, joined or moved."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter

from rapidfuzz import fuzz

from ..language.tokens import is_content_word, number_of, stem, tokens
from ..pairs import Match, Pair, units
from ..progress import steps
from ..sequences import best_alignment, longest_ascending
from ..witness import Entry, Part, Sentence, Witness

LIKE = 0.6  # similarity from which two sentences may be the same
MOVED = 0.8  # similarity from which sentences in different places are the same
CELLS = 10_000  # of an alignment table; beyond, sentences are paired in their order
CHARACTERS = 400_000_000  # of one side times those of the other; beyond, the same
RARE = 4  # sentences in which a rare word occurs at most
SAME = 0.75  # similarity from which a sentence is not rewritten
TELLING, FEW = 4, 6  # words of a sentence that shows whether an edition is rewritten; number of such sentences
HEADINGS = 4  # of one side, all missing from the other, that are reported as one loss
SHAPES = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)]
_of_a, _of_b = attrgetter("a"), attrgetter("b")
Paired = list[tuple[Sequence[Sentence], Sequence[Sentence]]]


def key(sentence: Sentence) -> str:
    """Return the normalised text by which whole sentences are compared."""
    return " ".join(token.norm for token in tokens(sentence))


def align(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Pair]:
    """Align all sentences of two witnesses by their matched entries, or the whole texts if too few entries match."""
    parts = [(unit, n, _sentences(mine), _sentences(theirs)) for unit, n, mine, theirs in units(a, b, matches)]
    if not entries_alike(a, b, matches):
        parts = [("text", None, a.printed, b.printed)]
    aligned = ((unit, n, _paired(mine, theirs)) for unit, n, mine, theirs in steps(parts, 0.0, 0.5))
    return _pair_moved([Pair(tuple(one), tuple(two), unit, n) for unit, n, pairs in aligned for one, two in pairs])


def entries_alike(a: Witness, b: Witness, matches: Sequence[Match]) -> bool:
    """Return whether enough entries match to compare the witnesses entry by entry."""
    same = sum(match.a is not None and match.b is not None for match in matches)
    return same * 3 >= max(len(a.entries), len(b.entries)) > 0


def without_lost_headings(pairs: Sequence[Pair]) -> tuple[Sequence[Pair], list[Sentence], list[Sentence]]:
    """If one side lost all its headings, return the pairs without them, and those of A and of B."""
    titles = [[pair for pair in pairs if any(s.role == "heading" for s in side(pair))] for side in (_of_a, _of_b)]
    for mine, theirs, other in ((titles[0], titles[1], _of_b), (titles[1], titles[0], _of_a)):
        bare = [pair for pair in mine if not other(pair)]
        if len(bare) >= HEADINGS and len(theirs) <= 1:
            gone = {id(pair) for pair in bare}
            rest = [pair for pair in pairs if id(pair) not in gone]
            return rest, [s for pair in bare for s in pair.a], [s for pair in bare for s in pair.b]
    return pairs, [], []


def is_rewritten(pairs: Sequence[Pair]) -> bool:
    """Return whether most sentences are worded differently in the two editions."""
    counted = same = 0
    for pair in pairs:
        keys = [" ".join(map(key, side)) for side in (pair.a, pair.b)]
        if max(len(text.split()) for text in keys) >= TELLING and pair.unit not in ("title", "entry"):
            counted += 1
            same += all(keys) and likeness(*keys) >= SAME
    return same * 2 < counted >= FEW


def _sentences(parts: Sequence[Part]) -> list[Sentence]:
    """Return the sentences of some parts, without headings of entries, which are compared separately."""
    return [s for part in parts for s in (part.sentences if isinstance(part, Entry) else part.everything)]


def _paired(a: Sequence[Sentence], b: Sequence[Sentence]) -> Paired:
    """Align sentences: identical ones as anchors, then those between, one to one or one to several."""
    keys_a, keys_b = [key(s) for s in a], [key(s) for s in b]
    return _anchored(a, b, keys_a, keys_b, _anchors(keys_a, keys_b), _with_more_anchors)


def _anchored(
    a: Sequence[Sentence],
    b: Sequence[Sentence],
    keys_a: Sequence[str],
    keys_b: Sequence[str],
    anchors: Sequence[tuple[int, int]],
    between: Callable[..., Paired],
) -> Paired:
    """Pair the anchors, and align the sentences between them by `between`."""
    found: Paired = []
    i = j = 0
    for x, y in steps([*anchors, (len(a), len(b))], 0.0, 1.0):
        found += between(a[i:x], b[j:y], keys_a[i:x], keys_b[j:y])
        if x < len(a):
            found.append((a[x : x + 1], b[y : y + 1]))
        i, j = x + 1, y + 1
    return found


def _with_more_anchors(
    a: Sequence[Sentence], b: Sequence[Sentence], keys_a: Sequence[str], keys_b: Sequence[str]
) -> Paired:
    """Align sentences; if there are many, very similar ones with a rare word in common are anchors, too."""
    if len(a) * len(b) <= CELLS // 4:
        return _best(a, b, keys_a, keys_b)
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
    kept = [places[k] for k in longest_ascending(j for _, j in places)]
    return _anchored(a, b, keys_a, keys_b, kept, _best)


def _anchors(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Return the indices of identical sentences that occur once on each side, ascending on both."""
    counts, at = (Counter(a), Counter(b)), {text: j for j, text in enumerate(b)}
    places = [(i, at[text]) for i, text in enumerate(a) if text and counts[0][text] == counts[1][text] == 1]
    return [places[k] for k in longest_ascending(j for _, j in places)]


def _best(a: Sequence[Sentence], b: Sequence[Sentence], keys_a: Sequence[str], keys_b: Sequence[str]) -> Paired:
    """Return the best alignment; adjacent sentences without a partner are not paired with each other."""
    n, m = len(a), len(b)
    if not n or not m:
        return [((s,), ()) for s in a] + [((), (s,)) for s in b]
    if n * m > CELLS or sum(map(len, keys_a)) * sum(map(len, keys_b)) > CHARACTERS:
        together = min(n, m)
        return [((a[i],), (b[i],)) for i in range(together)] + _best(a[together:], b[together:], (), ())

    def score(mine: slice, theirs: slice) -> float | None:
        many = mine.stop - mine.start, theirs.stop - theirs.start
        if 0 in many:
            return 0.0
        one, two = " ".join(keys_a[mine]), " ".join(keys_b[theirs])
        if many != (1, 1) and min(len(one), len(two)) * 2 < max(len(one), len(two)):
            return None
        found = (likeness(one, two) - LIKE) * (len(one) + len(two)) - 2 * (sum(many) - 2)
        return found if found > 0 else None

    return [(a[mine], b[theirs]) for mine, theirs in best_alignment(n, m, SHAPES, score)]


def likeness(one: str, two: str) -> float:
    """Return the similarity of two normalised sentences, 0 to 1; numbers in words equal digits."""
    if one == two:
        return 1.0
    if not one or not two:
        return 0.0
    whole = float(fuzz.ratio(one, two)) / 100
    return max(whole, _shared_stems(one, two)) if min(len(one), len(two)) > 12 else whole


def _shared_stems(one: str, two: str) -> float:
    """Return the share of content-word stems that two sentences have in common."""
    mine, theirs = (
        {word if number_of(word) is not None else stem(word) for word in side.split() if is_content_word(word)}
        for side in (one, two)
    )
    return 2 * len(mine & theirs) / max(len(mine) + len(theirs), 1)


def _pair_moved(pairs: Sequence[Pair]) -> list[Pair]:
    """Pair sentences without a partner in their part with one elsewhere; they moved if that breaks the order."""
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
            gone |= _move_heading(found, i, j, used | gone)
    return [pair for i, pair in enumerate(found) if i not in gone]


def _move_heading(pairs: list[Pair], i: int, j: int, done: set[int]) -> set[int]:
    """Move the heading, or short sentence, above a moved sentence with it; return the index of the pair it leaves."""
    x, y = i - 1, j - 1
    if min(x, y) < 0 or {x, y} & done or not (pairs[x].a and pairs[y].b) or pairs[x].b or pairs[y].a:
        return set()
    above = pairs[x].a[0], pairs[y].b[0]
    keys = [key(one) for one in above]
    short = "heading" in (one.role for one in above) or max(len(text.split()) for text in keys) < 4
    if len(pairs[x].a) != 1 or len(pairs[y].b) != 1 or not short or likeness(*keys) < MOVED:
        return set()
    pairs[x] = Pair(pairs[x].a, pairs[y].b, pairs[x].unit, pairs[x].variant, True)
    done.add(x)
    return {y}


class _Order:
    """The complete pairs in the order of A, to find the neighbours of a sentence."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        kept = [pair for pair in pairs if pair.a and pair.b and not pair.moved]
        self.pairs = sorted(kept, key=lambda pair: pair.a[0].lines()[0])
        self.firsts = [pair.a[0].lines()[0] for pair in self.pairs]

    def breaks(self, pairs: Sequence[Pair], i: int, j: int) -> bool:
        """Return whether the sentence in B lies outside the neighbours of the sentence in A."""
        here, there = pairs[i].a[0].lines()[0], pairs[j].b[0].lines()
        k = bisect_left(self.firsts, here)
        before = self.pairs[k - 1].b[-1] if k else None
        k = bisect_right(self.firsts, here)
        after = self.pairs[k].b[0] if k < len(self.pairs) else None
        if (before and before.lines()[0] > there[0]) or (after and after.lines()[-1] < there[-1]):
            return True
        # Within one line, the pairs are in the order of the text.
        between = [pair for pair in pairs[min(i, j) + 1 : max(i, j)] if pair.a and pair.b]
        return any(pair.a[0].lines()[0] == here and pair.b[0].lines() == there for pair in between)
