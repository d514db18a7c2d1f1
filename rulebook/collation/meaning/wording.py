"""Align the words of two sentences that translate each other, and list the words left over."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..language.concepts import certain_spans, searchable
from .lexicon import Word, gloss

LEARNED, TAKEN = 0.9, 0.5  # similarity of a pair learned from the text; factor for a word linked to another

Texts = tuple[str, str]
Spans = Mapping[str, Sequence[tuple[int, int]]]
"""Concept -> its spans in a text, in characters."""


@dataclass(eq=False)
class Memory:
    """What was learned from two whole texts: word pairs that occur together, mostly names.

    words: the number of content words on each side, plus one; linked: per side, how often each word has a partner.
    """

    pairs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words: tuple[int, int] = (1, 1)
    linked: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))

    def similarity(self, one: Word, other: Word) -> float:
        """Return the similarity of two words by the learned pairs."""
        return LEARNED if other.name in self.pairs.get(one.name, ()) else 0.0

    def knows(self, word: Word, side: int) -> bool:
        """Return whether this word has a partner elsewhere in the texts."""
        return self.linked[side][word.name] > 0


TWICE, DICE = 2, 0.75  # occurrences and Dice coefficient of a pair, at least


def learn_pairs(alignments: Iterable["WordAlignment"]) -> Memory:
    """Learn pairs of leftover words that repeatedly occur in the same sentence pairs."""
    sides: tuple[list[set[str]], list[set[str]]] = ([], [])
    words, linked = [1, 1], (Counter[str](), Counter[str]())
    for alignment in alignments:
        for k in (0, 1):
            words[k] += sum(not word.light for word in alignment.words[k])
            sides[k].append({word.name for word in alignment.leftover[k]})
            linked[k].update(pair[k].name for pair in alignment.links)
    counts = [Counter(name for names in side for name in names) for side in sides]
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    for mine, theirs in zip(*sides, strict=True):
        for name in mine:
            if counts[0][name] >= TWICE:
                shared[name].update(other for other in theirs if counts[1][other] >= TWICE)
    pairs = {
        name: frozenset(
            other
            for other, count in others.items()
            if count >= TWICE and 2 * count >= DICE * (counts[0][name] + counts[1][other])
        )
        for name, others in shared.items()
    }
    for name, others in pairs.items():
        for other in others:
            linked[0][name] += counts[0][name]
            linked[1][other] += counts[1][other]
    return Memory(pairs, (words[0], words[1]), linked)


def similarity(one: Word, other: Word, memory: Memory) -> float:
    """Return how surely two words translate each other, 0 to 1: by spelling, the lexicon or the learned pairs."""
    if one.keys[0] == other.keys[0]:
        return 1.0
    best = max((worth * other.senses.get(at, 0) for at, worth in one.senses.items()), default=0.0)
    return max(best, memory.similarity(one, other))


class WordAlignment:
    """Two sentences, A and B, and the links between their words; recalled: index pairs known from their texts."""

    def __init__(self, texts: Texts, languages: tuple[str, str], recalled: Sequence[tuple[int, int]] = ()) -> None:
        self.texts, self.languages, self.recalled = texts, languages, recalled
        self.plain = tuple(map(searchable, texts, languages))
        self.words = tuple(map(gloss, self.plain, languages))

    @cached_property
    def concepts(self) -> tuple[Spans, Spans]:
        """The spans of each side that certainly express a concept."""
        one, two = map(certain_spans, self.texts, self.languages)
        return one, two

    def with_memory(self, memory: Memory) -> "WordAlignment":
        """Return the alignment that uses the learned pairs as well."""
        known = [(i, names) for i, one in enumerate(self.words[0]) if (names := memory.pairs.get(one.name))]
        recalled = [(i, j) for i, names in known for j, other in enumerate(self.words[1]) if other.name in names]
        return WordAlignment(self.texts, self.languages, recalled) if recalled else self

    @cached_property
    def candidates(self) -> list[tuple[float, int, int]]:
        """All word pairs with a `similarity` above 0: (similarity, index in A, index in B)."""
        by_row: dict[int, list[tuple[int, float]]] = defaultdict(list)
        by_spelling: dict[str, list[int]] = defaultdict(list)
        recalled: dict[int, list[int]] = defaultdict(list)
        for i, j in self.recalled:
            recalled[i].append(j)
        heavy = [not word.light for word in self.words[1]]
        for j, other in enumerate(self.words[1]):
            for at, worth in other.senses.items():
                by_row[at].append((j, worth))
            by_spelling[other.keys[0]].append(j)
        found = []
        for i, one in enumerate(self.words[0]):
            best: dict[int, float] = {}
            for at, worth in one.senses.items():
                for j, theirs in by_row.get(at, ()):
                    if worth * theirs > best.get(j, 0.0):
                        best[j] = worth * theirs
            best |= dict.fromkeys(by_spelling.get(one.keys[0], ()), 1.0)
            for j in recalled.get(i, ()):
                best[j] = max(best.get(j, 0.0), LEARNED)
            found += [(best[j], i, j) for j in sorted(best) if best[j] and (heavy[j] or not one.light)]
        return found

    @cached_property
    def index_links(self) -> list[tuple[float, int, int]]:
        """The chosen candidates: the most similar first, then those with the fewest rivals; a compound has two."""
        rivals = [Counter(pair[k] for _, *pair in self.candidates) for k in (0, 1)]
        lengths = [max(len(side), 1) for side in self.words]
        room = [[word.capacity for word in side] for side in self.words]
        found = []
        for worth, i, j in sorted(
            self.candidates,
            key=lambda p: (-p[0], rivals[0][p[1]] + rivals[1][p[2]], abs(p[1] / lengths[0] - p[2] / lengths[1])),
        ):
            if room[0][i] > 0 and room[1][j] > 0:
                room[0][i] -= 1
                room[1][j] -= 1
                found.append((worth, i, j))
        return found

    @cached_property
    def coverage(self) -> tuple[list[float], list[float]]:
        """How surely each word has a counterpart: by a link, or through another word of the same name or phrase."""
        found: list[list[float]] = []
        for k, words in enumerate(self.words):
            sure = [0.0] * len(words)
            names: dict[str, float] = {}
            rows: dict[int, float] = {}
            for worth, *pair in self.index_links:
                word, other = words[pair[k]], self.words[1 - k][pair[1 - k]]
                sure[pair[k]] = max(sure[pair[k]], worth)
                names[word.name] = max(names.get(word.name, 0.0), worth)
                for at in word.phrase_rows & other.senses.keys():
                    rows[at] = worth
            for worth, *pair in self.candidates:  # "wer" for "celui qui": the partner is linked to another word
                sure[pair[k]] = max(sure[pair[k]], TAKEN * worth)
            for i, word in enumerate(words):
                again = max((rows[at] for at in word.phrase_rows if at in rows), default=0.0)
                sure[i] = max(sure[i], names.get(word.name, 0.0), again)
            found.append(sure)
        return found[0], found[1]

    @cached_property
    def leftover(self) -> tuple[list[Word], list[Word]]:
        """The content words of each side without a counterpart."""
        one, two = (
            [word for word, sure in zip(self.words[k], self.coverage[k], strict=True) if not word.light and not sure]
            for k in (0, 1)
        )
        return one, two

    @cached_property
    def links(self) -> list[tuple[Word, Word]]:
        """Words that translate each other, in the order of A."""
        return [(self.words[0][i], self.words[1][j]) for _, i, j in sorted(self.index_links, key=lambda one: one[1:])]

    @property
    def content_links(self) -> list[tuple[Word, Word]]:
        """The links between content words."""
        return [pair for pair in self.links if not (pair[0].light or pair[1].light)]

    @property
    def unambiguous_links(self) -> list[tuple[int, int]]:
        """The positions of linked content words that have no other candidate."""
        many = [Counter(id(self.words[k][pair[k]]) for _, *pair in self.candidates) for k in (0, 1)]
        return [(one.at, two.at) for one, two in self.content_links if many[0][id(one)] == many[1][id(two)] == 1]


def shared_words(texts: Texts, languages: tuple[str, str]) -> float:
    """Return the share of the content words of two texts that have a counterpart."""
    alignment = WordAlignment(texts, languages)
    many = sum(not word.light for side in alignment.words for word in side)
    return 1 - sum(map(len, alignment.leftover)) / max(many, 1)
