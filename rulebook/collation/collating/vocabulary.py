"""The vocabulary of two witnesses: known words, words misread by a scanner, and synonyms."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..language.dictionary import lemma
from ..language.inflection import inflection
from ..language.languages import detect_language
from ..language.synonyms import Element, are_synonymous, elements, synonym_languages
from ..language.tokens import FIRST_HALF, Token, glyphs, tokens
from ..witness import Witness

LEAST = 3  # letters of a word that may be misread
SHORT = 2  # letters of a misread word that is no longer a word


class Vocabulary:
    """The words of both witnesses and of the book: a form that occurs elsewhere is a word, not a misprint."""

    def __init__(self, *witnesses: Witness, more: Iterable[str] = ()) -> None:
        self.book = frozenset(more)
        self.sides = [
            Counter(token.norm for sentence in side.sentences for token in tokens(sentence)) for side in witnesses
        ]
        self.counts = sum(self.sides, Counter(self.book) + Counter(self.book))
        self.language = detect_language(*witnesses)
        self.small = inflection(self.language).small
        self._elements: dict[str, list[Element]] = {}

    def elements(self, text: Sequence[Token]) -> list[Element]:
        """Return the words and phrases of a text that may have synonyms; none in a language without synonyms."""
        if self.language not in synonym_languages():
            return []
        key = " ".join(token.raw for token in text)
        if key not in self._elements:
            self._elements[key] = elements(text, self.language)
        return self._elements[key]

    def is_known(self, norm: str) -> bool:
        """Return whether the form occurs more than once."""
        return self.counts[norm] > 1 or norm in self.small

    def has_meaning(self, norm: str) -> bool:
        """Return whether the word has a meaning of its own."""
        return norm not in self.small and norm not in {"n°", "=", "plus"}

    def is_slip(self, a: str, b: str) -> bool:
        """Return whether only one form is a word, and the other is unknown to the other witness and to the book."""
        words = [form in self.small or lemma(form, self.language) is not None for form in (a, b)]
        if words[0] == words[1]:
            return False
        strange = int(words[0])
        return not self.sides[1 - strange][(a, b)[strange]] and (a, b)[strange] not in self.book

    def is_misread(self, a: str, b: str) -> bool:
        """Return whether one form is a misreading (OCR) of the other: similar glyphs, unknown to the other witness.

        Many short words are similar, so one of them must not be a word at all.
        """
        if a == b or min(len(a), len(b)) < SHORT or glyphs(a) != glyphs(b):
            return False
        if min(len(a), len(b)) < LEAST:
            return self.is_slip(a, b)
        strange = [
            form not in self.book and form not in self.small and not other[form]
            for form, other in zip((a, b), reversed(self.sides), strict=False)
        ]
        return any(strange)

    def synonymous(self, texts: Sequence[Sequence[Token]], sides: Sequence[Sequence[Token]], at: Sequence[int]) -> bool:
        """Return whether stretches of two texts, each at an index, differ in synonyms only."""
        if not all(sides) or len({any(t.norm in FIRST_HALF for t in side) for side in sides}) > 1:
            return False
        here = [
            [one for one in self.elements(text) if one.start < start + len(side) and one.end > start]
            for text, side, start in zip(texts, sides, at, strict=True)
        ]
        return are_synonymous(here[0], here[1])
