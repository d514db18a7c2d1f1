"""The evidence for and against a difference between two sentences, as weighted features.

A concept that only one side seems to have may be expressed by a word that no list has; such a word is left over on the
other side.  So leftover words count against a finding, and well aligned words count for it.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from ..language.concepts import concept_places, groups_by_concept
from .contrasts import are_exact_contraries
from .equivalents import Discrepancy
from .lexicon import Word
from .wording import Memory, WordAlignment, similarity

Features = dict[str, float]
FEW, FEW_WORDS = 10, 2  # characters and words added to every length
MOST = 4  # leftover words in a note, and the maximal value of a feature
POS = ("noun", "verb", "adj", "adv")


class Evidence:
    """The features of two aligned sentences.

    ratio: characters of B's language for one of A's; counts: sentences on each side; memory: word pairs of the texts.
    """

    def __init__(self, alignment: WordAlignment, ratio: float, counts: tuple[int, int], memory: Memory) -> None:
        self.counts, self.memory = counts, memory
        self.alignment = alignment.with_memory(memory)
        self.spans = alignment.concepts
        one, two = alignment.plain
        self.excess = math.log((len(two) + FEW) / (len(one) * ratio + FEW))
        content = [sum(not word.light for word in side) for side in self.alignment.words]
        self.excess_in_words = math.log(
            (content[1] + FEW_WORDS) / (content[0] * memory.words[1] / memory.words[0] + FEW_WORDS)
        )
        self.leftover = tuple(
            [word for word in side if not self._is_in_shared_concept(word, k)]
            for k, side in enumerate(self.alignment.leftover)
        )

    def _is_in_shared_concept(self, word: Word, side: int) -> bool:
        """Return whether a word expresses a concept that both sides have, which is compared separately."""
        return any(
            start <= word.at < end
            for name, spans in self.spans[side].items()
            if name in self.spans[1 - side]
            for start, end in spans
        )

    def _words_of(self, name: str, side: int) -> list[Word]:
        """Return the words that express a concept on a side."""
        spans = self.spans[side].get(name, ())
        return [word for word in self.alignment.words[side] if any(a <= word.at < b for a, b in spans)]

    def _coverage(self, words: Sequence[Word], side: int) -> float:
        """Return the highest similarity of any of these words to a word of the other side; 0 if there is none."""
        others = self.alignment.words[1 - side]
        pairs = [(w, o) if side == 0 else (o, w) for w in words for o in others if not (w.light and o.light)]
        return max((similarity(one, other, self.memory) for one, other in pairs), default=0.0)

    def features_of(self, discrepancy: Discrepancy) -> Features:
        """Return the features of one difference."""
        kind, note, values = discrepancy
        found = {f"kind {kind}": 1.0, f"note {note}": 1.0}
        names = {side: str(values.get(side, "")) for side in ("a", "b")}
        if note == "concept-missing":
            which = 0 if values["which"] == "A" else 1
            found[f"only {values['which']}"] = found[f"lone {names['a']}"] = 1.0
            found |= {f"lone group {group}": 1.0 for group in groups_by_concept().get(names["a"], ())}
            found["lone covered"] = self._coverage(self._words_of(names["a"], which), which)
            found["lone, more left there"] = float(len(self.leftover[1 - which]) > len(self.leftover[which]))
        elif note == "concept":
            words = self._words_of(names["a"], 0), self._words_of(names["b"], 1)
            covered = [self._coverage(words[k], k) for k in (0, 1)]
            found["covered one"], found["covered both"] = max(covered), min(covered)
            pairs = [(one, other) for one in words[0] for other in words[1]]
            found["each other"] = max((similarity(*pair, self.memory) for pair in pairs), default=0.0)
            found[f"says {names['a']}"] = found[f"says {names['b']}"] = 1.0
            groups = [set(groups_by_concept().get(name, ())) for name in names.values()]
            found |= {f"group {group}": 1.0 for group in groups[0] & groups[1]}
            found["contrary"] = float(are_exact_contraries(names["a"], names["b"]))
            found["steps"] = float(" → " in names["a"])
        elif note == "negation":
            found_at = map(concept_places, self.alignment.texts, self.alignment.languages)
            places = [
                [word for word in words if word.at in at["negation"]]
                for words, at in zip(self.alignment.words, found_at, strict=True)
            ]
            which = 0 if len(places[0]) > len(places[1]) else 1
            found["denial covered"] = self._coverage(places[which], which)
            found[f"denied in {'ab'[which]}"] = 1.0
        elif note == "modality":
            found[f"duty {names['a']} | {names['b']}"] = 1.0
        elif note == "number":
            sides = {names["a"], names["b"]}
            found["number one-sided"], found["number of two"] = float("-" in sides), float(sides == {"-", "2"})
            found["number, clean"] = float("-" not in sides and not any(self.leftover))
        return found

    def features(self, differences: Sequence[Discrepancy]) -> Features:
        """Return all features of the pair: of its differences, the leftover words and the lengths."""
        found: Counter[str] = Counter(self._general_features())
        for kind, note, values in dict.fromkeys((kind, note, tuple(of.items())) for kind, note, of in differences):
            found.update(self.features_of((kind, note, dict(values))))
        free = [
            sum(not any(a <= w.at < b for spans in self.spans[k].values() for a, b in spans) for w in self.leftover[k])
            for k in (0, 1)
        ]
        context = "told" if differences else "untold"
        found[f"{context}, {min(sum(free), MOST)} left"] = 1
        found[f"{context}, {min(*free, MOST)} left on both"] = 1
        if differences and not sum(free):
            found.update(f"clean {kind}" for kind in {kind for kind, *_ in differences})
        return {name: min(value, MOST) for name, value in found.items() if value}

    def _general_features(self) -> Features:
        """Return the features that do not depend on a difference."""
        lengths = [len(side) for side in self.alignment.words]
        found = {
            "bias": 1.0,
            "joined": float(self.counts != (1, 1)),
            "long": math.log(sum(lengths) + 1),
            "longer in words": max(self.excess_in_words, 0.0),
            "shorter in words": max(-self.excess_in_words, 0.0),
            "longer": max(self.excess, 0.0),
            "shorter": max(-self.excess, 0.0),
            "left both": math.log1p(min(len(side) for side in self.leftover)),
        }
        for k, which in enumerate("ab"):
            side = self.leftover[k]
            found[f"left {which}"] = math.log1p(len(side))
            for word in side:
                for pos in word.parts_of_speech() or ("none",):
                    name = f"left {which} {pos}{' own' if self.memory.knows(word, k) else ''}"
                    found[name] = found.get(name, 0.0) + 1
            sure = zip(self.alignment.words[k], self.alignment.coverage[k], strict=True)
            found[f"loose {which}"] = float(sum(1 - c for word, c in sure if c and not word.light))
            found[f"run {which}"] = float(_longest_run(self.alignment.words[k], side))
        if self._best_contrast:
            own, pos, near = self._best_contrast[0]
            found |= {"contrast": 1.0, "contrast near": near, f"contrast {pos}": 1.0, f"contrast own {own}": 1.0}
            found[f"contrast {pos} own {own}"] = 1.0
            found[f"contrast {pos} alone"] = 1.0 / (len(self.leftover[0]) + len(self.leftover[1]) - 1)
        return found

    def leftover_discrepancy(self) -> Discrepancy | None:
        """Return a note on leftover words, one replacing another or on one side only; None if there are none."""
        if best := self._best_contrast:
            return "content", "concept", {"a": best[1].text, "b": best[2].text}
        a, b = (" ".join(word.text for word in side[:MOST]) for side in self.leftover)
        if not (a or b):
            return None
        which = "A" if len(self.leftover[0]) >= len(self.leftover[1]) else "B"
        return "content", "concept-missing", {"which": which, "a": a if which == "A" else b}

    @cached_property
    def _best_contrast(self) -> tuple[tuple[int, str, float], Word, Word] | None:
        """The leftover words, one of each side, that most likely replace each other.

        With how many of them the other text has elsewhere, their part of speech, and how close their positions are.
        """
        best = None
        lengths = [max(len(plain), 1) for plain in self.alignment.plain]
        for one in self.leftover[0]:
            for other in self.leftover[1]:
                shared = one.parts_of_speech() & other.parts_of_speech()
                pos = next((name for name in POS if name in shared), "")
                own = self.memory.knows(one, 0) + self.memory.knows(other, 1)
                near = 1 - abs(one.at / lengths[0] - other.at / lengths[1])
                rank = bool(pos), own, pos == "noun", near
                if best is None or rank > best[0]:
                    best = rank, (own, pos or "mixed", near), one, other
        return best[1:] if best else None


def _longest_run(words: Sequence[Word], leftover: Sequence[Word]) -> int:
    """Return the length of the longest run of leftover words, not interrupted by function words."""
    left, longest, run = {id(word) for word in leftover}, 0, 0
    for word in words:
        if id(word) in left:
            run += 1
            longest = max(longest, run)
        elif not word.light:
            run = 0
    return longest


def log_odds(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the log odds of a difference: the weighted sum of its features."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())
