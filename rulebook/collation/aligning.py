"""Which sentences of two witnesses belong together: part by part, also where one side splits, joins or moves them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from .french import content, number_of, stem, tokens
from .naming import title_likeness
from .sequences import ascending, pairing
from .witness import BASE, Part, Sentence, Witness

LIKE = 0.6  # from here on two sentences may be the same one
MOVED = 0.8  # from here on a sentence that stands elsewhere is the same one
CELLS = 10_000  # of a table of alignment; beyond, sentences are taken in their order
CHARACTERS = 400_000_000  # characters of one side times those of the other, beyond which it is the same


@dataclass(frozen=True)
class Pair:
    """Sentences that belong together; () on one side where only the other has them.

    unit: "title", "text", "section" or "closing"; variant: the number of the entry, 0 for the base rules.
    """

    a: tuple[Sentence, ...]
    b: tuple[Sentence, ...]
    unit: str
    variant: int | None
    moved: bool = False


def key(sentence: Sentence) -> str:
    """A sentence as it is compared as a whole."""
    return " ".join(token.norm for token in tokens(sentence))


def matched_entries(a: Witness, b: Witness) -> list[tuple[int | None, int | None]]:
    """Which entry of A is which of B: by number, and by title where the numbers say otherwise."""
    pairs: list[tuple[int | None, int | None]] = []
    left = set(a.entries) ^ set(b.entries)
    common = set(a.entries) & set(b.entries)
    for n in sorted(common):  # two entries that changed places
        alike = title_likeness(a.entries[n].title, b.entries[n].title) >= LIKE
        other = None if alike else next((m for m in sorted(common) if m != n and _swapped(a, b, n, m)), None)
        pairs.append((n, n if other is None else other))
    only_b = {n for n in left if n in b.entries}
    for n in sorted(n for n in left if n in a.entries):
        best = max(only_b, key=lambda m: title_likeness(a.entries[n].title, b.entries[m].title), default=None)
        if best is not None and title_likeness(a.entries[n].title, b.entries[best].title) > 0.85:
            only_b.discard(best)
            pairs.append((n, best))
        else:
            pairs.append((n, None))
    return pairs + [(None, n) for n in sorted(only_b)]


def _swapped(a: Witness, b: Witness, n: int, m: int) -> bool:
    one, two = (
        title_likeness(a.entries[n].title, b.entries[m].title),
        title_likeness(a.entries[m].title, b.entries[n].title),
    )
    return one > 0.9 and two > 0.9


def align(a: Witness, b: Witness) -> list[Pair]:
    """Every sentence of both witnesses, paired."""
    pairs = [
        *_unit(_sentences(a.of_kind("title")), _sentences(b.of_kind("title")), "title", None),
        *_unit(_sentences(a.of_kind("base")), _sentences(b.of_kind("base")), "text", BASE),
    ]
    ahead = {*a.sections, *b.sections}
    for n, m in matched_entries(a, b):
        for before in ahead & {n, m}:
            pairs += _unit(a.sections.get(before, ()), b.sections.get(before, ()), "section", None)
            ahead.discard(before)
        mine = a.entries[n].sentences if n is not None else ()
        theirs = b.entries[m].sentences if m is not None else ()
        pairs += _unit(mine, theirs, "text", n if n is not None else m)
    pairs += _unit(_sentences(a.of_kind("closing")), _sentences(b.of_kind("closing")), "closing", None)
    pairs += _unit(_sentences(a.of_kind("colophon")), _sentences(b.of_kind("colophon")), "title", None)
    return _moved(pairs)


def _sentences(parts: Sequence[Part]) -> tuple[Sentence, ...]:
    return tuple(sentence for part in parts for sentence in part.everything)


def _unit(a: Sequence[Sentence], b: Sequence[Sentence], unit: str, variant: int | None) -> list[Pair]:
    """The sentences of one part in both witnesses."""
    return [Pair(tuple(one), tuple(two), unit, variant) for one, two in _paired(a, b)]


def _paired(a: Sequence[Sentence], b: Sequence[Sentence]) -> list[tuple[Sequence[Sentence], Sequence[Sentence]]]:
    """Equal sentences first, as anchors; between them the best pairing of one with one, or one with several."""
    keys_a, keys_b = [key(s) for s in a], [key(s) for s in b]
    found: list[tuple[Sequence[Sentence], Sequence[Sentence]]] = []
    i = j = 0
    for x, y in [*_anchors(keys_a, keys_b), (len(a), len(b))]:
        found += _between(a[i:x], b[j:y], keys_a[i:x], keys_b[j:y])
        if x < len(a):
            found.append((a[x : x + 1], b[y : y + 1]))
        i, j = x + 1, y + 1
    return found


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
        {word if number_of(word) is not None else stem(word) for word in side.split() if content(word)}
        for side in (one, two)
    )
    return 2 * len(mine & theirs) / max(len(mine) + len(theirs), 1)


def _moved(pairs: Sequence[Pair]) -> list[Pair]:
    """Sentences that found no partner in their place, and have one elsewhere."""
    alone_a = [i for i, pair in enumerate(pairs) if pair.a and not pair.b and pair.unit != "title"]
    alone_b = [i for i, pair in enumerate(pairs) if pair.b and not pair.a and pair.unit != "title"]
    if len(alone_a) * len(alone_b) > CELLS:
        return list(pairs)
    scored = sorted(
        (
            (likeness(key(pairs[i].a[0]), key(pairs[j].b[0])), i, j)
            for i in alone_a
            for j in alone_b
            if len(pairs[i].a) == len(pairs[j].b) == 1 and pairs[i].a[0].role != "heading"
        ),
        reverse=True,
    )
    found, gone, used = list(pairs), set[int](), set[int]()
    for score, i, j in scored:
        if score < MOVED or i in used or j in gone or len(key(pairs[i].a[0]).split()) < 4:
            continue
        found[i] = Pair(pairs[i].a, pairs[j].b, pairs[i].unit, pairs[i].variant, True)
        used.add(i)
        gone.add(j)
    return [pair for i, pair in enumerate(found) if i not in gone]
