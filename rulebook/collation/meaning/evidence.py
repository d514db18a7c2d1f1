"""The evidence for and against a difference between two sentences, as numbers to be log_odds.

A concept that only one side seems to have may be expressed by a word that no list knows; such a word is left over on
the other side.  So words left over count against a finding, and good partners count for it.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from ..language.concepts import concept_places, groups_by_concept
from .contrasts import is_contrary
from .equivalents import Discrepancy
from .lexicon import Word
from .wording import Memory, Wording, likeness

Features = dict[str, float]
FEW, FEW_WORDS = 10, 2  # characters and words that anything has
MOST = 4  # words of what is left over that are told, and times that any evidence counts
POS = ("noun", "verb", "adj", "adv")


class Evidence:
    """The evidence of two sentences, with their wording and what was learned from their texts.

    ratio: how many characters the language of B needs for one of A; many: how many sentences each side has.
    """

    def __init__(self, wording: Wording, ratio: float, many: tuple[int, int], memory: Memory) -> None:
        self.many, self.memory = many, memory
        self.wording = wording.remembering(memory)
        self.spans = wording.concepts
        one, two = wording.plain
        self.apart = math.log((len(two) + FEW) / (len(one) * ratio + FEW))
        weighty = [sum(not word.light for word in side) for side in self.wording.words]
        self.apart_in_words = math.log(
            (weighty[1] + FEW_WORDS) / (weighty[0] * memory.words[1] / memory.words[0] + FEW_WORDS)
        )
        self.left = tuple(
            [word for word in side if not self._conceptual(word, k)] for k, side in enumerate(self.wording.left)
        )

    def _conceptual(self, word: Word, side: int) -> bool:
        """Is a word part of what says a concept that both sides say, which is compared by itself?"""
        return any(
            start <= word.at < end
            for name, spans in self.spans[side].items()
            if name in self.spans[1 - side]
            for start, end in spans
        )

    def _of(self, name: str, side: int) -> list[Word]:
        """The words that say a concept on a side."""
        spans = self.spans[side].get(name, ())
        return [word for word in self.wording.words[side] if any(a <= word.at < b for a, b in spans)]

    def _covered(self, words: Sequence[Word], side: int) -> float:
        """How surely the other side has a partner for some words; 0 if it has none for any."""
        others = self.wording.words[1 - side]
        pairs = [(w, o) if side == 0 else (o, w) for w in words for o in others if not (w.light and o.light)]
        return max((likeness(one, other, self.memory) for one, other in pairs), default=0.0)

    def of(self, told: Discrepancy) -> Features:
        """The evidence about a difference of concepts, numbers or duties."""
        kind, note, values = told
        found = {f"kind {kind}": 1.0, f"note {note}": 1.0}
        names = {side: str(values.get(side, "")) for side in ("a", "b")}
        if note == "concept-missing":
            which = 0 if values["which"] == "A" else 1
            found[f"only {values['which']}"] = found[f"lone {names['a']}"] = 1.0
            found |= {f"lone group {group}": 1.0 for group in groups_by_concept().get(names["a"], ())}
            found["lone covered"] = self._covered(self._of(names["a"], which), which)
            found["lone, more left there"] = float(len(self.left[1 - which]) > len(self.left[which]))
        elif note == "concept":
            words = self._of(names["a"], 0), self._of(names["b"], 1)
            covered = [self._covered(words[k], k) for k in (0, 1)]
            found["covered one"], found["covered both"] = max(covered), min(covered)
            pairs = [(one, other) for one in words[0] for other in words[1]]
            found["each other"] = max((likeness(*pair, self.memory) for pair in pairs), default=0.0)
            found[f"says {names['a']}"] = found[f"says {names['b']}"] = 1.0
            groups = [set(groups_by_concept().get(name, ())) for name in names.values()]
            found |= {f"group {group}": 1.0 for group in groups[0] & groups[1]}
            found["contrary"] = float(is_contrary(names["a"], names["b"]))
            found["steps"] = float(" → " in names["a"])
        elif note == "negation":
            said = map(concept_places, self.wording.texts, self.wording.languages)
            places = [
                [word for word in words if word.at in at["negation"]]
                for words, at in zip(self.wording.words, said, strict=True)
            ]
            which = 0 if len(places[0]) > len(places[1]) else 1
            found["denial covered"] = self._covered(places[which], which)
            found[f"denied in {'ab'[which]}"] = 1.0
        elif note == "modality":
            found[f"duty {names['a']} | {names['b']}"] = 1.0
        elif note == "number":
            sides = {names["a"], names["b"]}
            found["number one-sided"], found["number of two"] = float("-" in sides), float(sides == {"-", "2"})
            found["number, clean"] = float("-" not in sides and not any(self.left))
        return found

    def all(self, several: Sequence[Discrepancy]) -> Features:
        """The evidence that two sentences differ: what is told of them, what is left over, and how long they are."""
        found: Counter[str] = Counter(self._general())
        for kind, note, values in dict.fromkeys((kind, note, tuple(values.items())) for kind, note, values in several):
            found.update(self.of((kind, note, dict(values))))
        free = [
            sum(not any(a <= w.at < b for spans in self.spans[k].values() for a, b in spans) for w in self.left[k])
            for k in (0, 1)
        ]
        context = "told" if several else "untold"
        found[f"{context}, {min(sum(free), MOST)} left"] = 1
        found[f"{context}, {min(*free, MOST)} left on both"] = 1
        if several and not sum(free):
            found.update(f"clean {kind}" for kind in {kind for kind, *_ in several})
        return {name: min(value, MOST) for name, value in found.items() if value}

    def _general(self) -> Features:
        """Evidence that does not depend on the difference."""
        lengths = [len(side) for side in self.wording.words]
        found = {
            "bias": 1.0,
            "joined": float(self.many != (1, 1)),
            "long": math.log(sum(lengths) + 1),
            "longer in words": max(self.apart_in_words, 0.0),
            "shorter in words": max(-self.apart_in_words, 0.0),
            "longer": max(self.apart, 0.0),
            "shorter": max(-self.apart, 0.0),
            "left both": math.log1p(min(len(side) for side in self.left)),
        }
        for k, which in enumerate("ab"):
            side = self.left[k]
            found[f"left {which}"] = math.log1p(len(side))
            for word in side:
                for pos in word.parts_of_speech() or ("none",):
                    name = f"left {which} {pos}{' own' if self.memory.knows(word, k) else ''}"
                    found[name] = found.get(name, 0.0) + 1
            sure = zip(self.wording.words[k], self.wording.covered[k], strict=True)
            found[f"loose {which}"] = float(sum(1 - c for word, c in sure if c and not word.light))
            found[f"run {which}"] = float(_run(self.wording.words[k], side))
        if self._contrast:
            own, pos, near = self._contrast[0]
            found |= {"contrast": 1.0, "contrast near": near, f"contrast {pos}": 1.0, f"contrast own {own}": 1.0}
            found[f"contrast {pos} own {own}"] = 1.0
            found[f"contrast {pos} alone"] = 1.0 / (len(self.left[0]) + len(self.left[1]) - 1)
        return found

    def words(self) -> Discrepancy | None:
        """A note about words left over: one in the place of another, or on one side only; None if there are none."""
        if best := self._contrast:
            return "content", "concept", {"a": best[1].text, "b": best[2].text}
        a, b = (" ".join(word.text for word in side[:MOST]) for side in self.left)
        if not (a or b):
            return None
        which = "A" if len(self.left[0]) >= len(self.left[1]) else "B"
        return "content", "concept-missing", {"which": which, "a": a if which == "A" else b}

    @cached_property
    def _contrast(self) -> tuple[tuple[int, str, float], Word, Word] | None:
        """The likeliest of two words left over, one of each side, to stand for each other.

        How many of them the other text has elsewhere, their part of speech, how near they stand.
        """
        best = None
        lengths = [max(len(plain), 1) for plain in self.wording.plain]
        for one in self.left[0]:
            for other in self.left[1]:
                shared = one.parts_of_speech() & other.parts_of_speech()
                pos = next((name for name in POS if name in shared), "")
                own = self.memory.knows(one, 0) + self.memory.knows(other, 1)
                near = 1 - abs(one.at / lengths[0] - other.at / lengths[1])
                rank = bool(pos), own, pos == "noun", near
                if best is None or rank > best[0]:
                    best = rank, (own, pos or "mixed", near), one, other
        return best[1:] if best else None


def _run(words: Sequence[Word], left: Sequence[Word]) -> int:
    """The longest run of consecutive words left over, not counting function words."""
    over, longest, now = {id(word) for word in left}, 0, 0
    for word in words:
        if id(word) in over:
            now += 1
            longest = max(longest, now)
        elif not word.light:
            now = 0
    return longest


def log_odds(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How likely a difference is, by the weights of its evidence: the logarithm of its odds."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())
