"""Link the words of two sentences that translate each other, and list those that are left over."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..language.concepts import certain_spans, searchable
from .lexicon import Word, gloss

LEARNED, TAKEN = 0.9, 0.5  # what a pair learned from the text is worth, and one whose partner is another's

Texts = tuple[str, str]
Spans = Mapping[str, Sequence[tuple[int, int]]]
"""Where a text says which concept: its name -> from which character to which."""


@dataclass(eq=False)
class Memory:
    """Word pairs learned from a text: names that always occur with each other."""

    pairs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words: tuple[int, int] = (1, 1)
    """How many words that say something each side has."""
    linked: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """How often the words of each name have a partner in their sentence, side by side."""

    def worth(self, one: Word, other: Word) -> float:
        """How surely two words stand for the same in this text."""
        return LEARNED if other.name in self.pairs.get(one.name, ()) else 0.0

    def knows(self, word: Word, side: int) -> bool:
        """Has the other text a word for this one, elsewhere?"""
        return self.linked[side][word.name] > 0


TWICE, DICE = 2, 0.75


def learn_pairs(wordings: Iterable["Wording"]) -> Memory:
    """Learn pairs of otherwise unexplained words that occur together repeatedly."""
    sides: tuple[list[set[str]], list[set[str]]] = ([], [])
    words, linked = [1, 1], (Counter[str](), Counter[str]())
    for wording in wordings:
        for k in (0, 1):
            words[k] += sum(not word.light for word in wording.words[k])
            sides[k].append({word.name for word in wording.left[k]})
            linked[k].update(pair[k].name for pair in wording.links)
    many = [Counter(name for said in side for name in said) for side in sides]
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    for mine, theirs in zip(*sides, strict=True):
        for name in mine:
            if many[0][name] >= TWICE:
                shared[name].update(other for other in theirs if many[1][other] >= TWICE)
    called = {
        name: frozenset(
            other
            for other, count in others.items()
            if count >= TWICE and 2 * count >= DICE * (many[0][name] + many[1][other])
        )
        for name, others in shared.items()
    }
    for name, others in called.items():
        for other in others:
            linked[0][name] += many[0][name]
            linked[1][other] += many[1][other]
    return Memory(called, (words[0], words[1]), linked)


def likeness(one: Word, other: Word, memory: Memory) -> float:
    """How surely two words stand for the same: by the lexicon, written alike, or as the text has it; at most 1."""
    if one.keys[0] == other.keys[0]:
        return 1.0
    best = max((worth * other.senses.get(at, 0) for at, worth in one.senses.items()), default=0.0)
    return max(best, memory.worth(one, other))


class Wording:
    """Two sentences, A and B, with their languages; recalled: words of them that stand for the same in their texts."""

    def __init__(self, texts: Texts, languages: tuple[str, str], recalled: Sequence[tuple[int, int]] = ()) -> None:
        self.texts, self.languages, self.recalled = texts, languages, recalled
        self.plain = tuple(map(searchable, texts, languages))
        self.words = tuple(map(gloss, self.plain, languages))

    @cached_property
    def concepts(self) -> tuple[Spans, Spans]:
        """What each surely says, and where."""
        one, two = map(certain_spans, self.texts, self.languages)
        return one, two

    def remembering(self, memory: Memory) -> "Wording":
        """The same with what is known of the words of their texts."""
        called = [(i, names) for i, one in enumerate(self.words[0]) if (names := memory.pairs.get(one.name))]
        recalled = [(i, j) for i, names in called for j, other in enumerate(self.words[1]) if other.name in names]
        return Wording(self.texts, self.languages, recalled) if recalled else self

    @cached_property
    def likenesses(self) -> list[tuple[float, int, int]]:
        """All pairs of words that may stand for the same, as `likeness` has it: (how surely, of A, of B)."""
        saying: dict[int, list[tuple[int, float]]] = defaultdict(list)
        written: dict[str, list[int]] = defaultdict(list)
        recalled: dict[int, list[int]] = defaultdict(list)
        for i, j in self.recalled:
            recalled[i].append(j)
        heavy = [not word.light for word in self.words[1]]
        for j, other in enumerate(self.words[1]):
            for at, worth in other.senses.items():
                saying[at].append((j, worth))
            written[other.keys[0]].append(j)
        found = []
        for i, one in enumerate(self.words[0]):
            best: dict[int, float] = {}
            for at, worth in one.senses.items():
                for j, theirs in saying.get(at, ()):
                    if worth * theirs > best.get(j, 0.0):
                        best[j] = worth * theirs
            best |= dict.fromkeys(written.get(one.keys[0], ()), 1.0)
            for j in recalled.get(i, ()):
                best[j] = max(best.get(j, 0.0), LEARNED)
            found += [(best[j], i, j) for j in sorted(best) if best[j] and (heavy[j] or not one.light)]
        return found

    @cached_property
    def linked(self) -> list[tuple[float, int, int]]:
        """Words that stand for the same, a compound for two: the surest first, then those with the fewest partners."""
        many = [Counter(pair[k] for _, *pair in self.likenesses) for k in (0, 1)]
        lengths = [max(len(side), 1) for side in self.words]
        room = [[word.parts for word in side] for side in self.words]
        found = []
        for worth, i, j in sorted(
            self.likenesses,
            key=lambda p: (-p[0], many[0][p[1]] + many[1][p[2]], abs(p[1] / lengths[0] - p[2] / lengths[1])),
        ):
            if room[0][i] > 0 and room[1][j] > 0:
                room[0][i] -= 1
                room[1][j] -= 1
                found.append((worth, i, j))
        return found

    @cached_property
    def covered(self) -> tuple[list[float], list[float]]:
        """How surely each word has a counterpart: by a link, or through one of the same name or expression."""
        found: list[list[float]] = []
        for k, words in enumerate(self.words):
            sure = [0.0] * len(words)
            names: dict[str, float] = {}
            rows: dict[int, float] = {}
            for worth, *pair in self.linked:
                word, other = words[pair[k]], self.words[1 - k][pair[1 - k]]
                sure[pair[k]] = max(sure[pair[k]], worth)
                names[word.name] = max(names.get(word.name, 0.0), worth)
                for at in word.within & other.senses.keys():
                    rows[at] = worth
            for worth, *pair in self.likenesses:  # "wer" for "celui qui": the partner is another's already
                sure[pair[k]] = max(sure[pair[k]], TAKEN * worth)
            for i, word in enumerate(words):
                again = max((rows[at] for at in word.within if at in rows), default=0.0)
                sure[i] = max(sure[i], names.get(word.name, 0.0), again)
            found.append(sure)
        return found[0], found[1]

    @cached_property
    def left(self) -> tuple[list[Word], list[Word]]:
        """The content words of each side without a counterpart."""
        one, two = (
            [word for word, sure in zip(self.words[k], self.covered[k], strict=True) if not word.light and not sure]
            for k in (0, 1)
        )
        return one, two

    @cached_property
    def links(self) -> list[tuple[Word, Word]]:
        """Words that stand for the same, in the order of A."""
        return [(self.words[0][i], self.words[1][j]) for _, i, j in sorted(self.linked, key=lambda link: link[1:])]

    @property
    def telling(self) -> list[tuple[Word, Word]]:
        """Those of them that say something."""
        return [pair for pair in self.links if not (pair[0].light or pair[1].light)]

    @property
    def certain(self) -> list[tuple[int, int]]:
        """Where two words stand that speak of the same, and no third does."""
        many = [Counter(id(self.words[k][pair[k]]) for _, *pair in self.likenesses) for k in (0, 1)]
        return [(one.at, two.at) for one, two in self.telling if many[0][id(one)] == many[1][id(two)] == 1]
