"""Decide whether two sentences say the same in other words.

Their words must be the same or synonyms, and nothing that a rule turns on may differ (`statements.turned`): numbers,
negation, who does what to whom.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..language.synonyms import Element, elements, known
from ..language.tokens import FIRST_HALF, SECOND_HALF, Token
from ..meaning.actors import is_passive
from ..meaning.statements import turned
from ..sequences import pairing
from ..witness import Sentence

BY = {"fr": {"par"}, "en": {"by"}, "de": {"von", "vom", "durch"}}
PLAYERS = {"joueur", "joueurs", "player", "players", "spieler", "spielern"}
FEW = 2  # elements that one side alone may have: "by", "if"
MOST = 200  # words of a sentence, at most: of longer ones nobody says that they are the same

EACH = {"chacun", "chaque", "each", "every", "je", "jeder", "jeweils", "alle", "allen"}
CONDITION, RELATIVE = {"si", "s'", "if", "wenn", "falls"}, {"qui", "who", "whoever", "wer", "der", "celui"}

JOINING = {"und", "oder", "aber"}
CASES = {"der", "den", "dem", "einen", "einem"}  # articles that tell who does it to whom, wherever they stand
PERFECT = {"have", "has", "had"}
IT = {"it", "them", "es", "ihn", "sie", "le", "la", "les", "l'"}
OBJECT = {"fr": (0, 1), "en": (1, 0), "de": (0, 3)}  # words after and before a verb where its object may be a pronoun
PRONOUNS = {"niemand", "keiner", "jeder", "jede", "alle", "allen", "jedem", "jeden", "wer", "wen", "wem"}

Pairs = list[tuple[int, int]]


def paraphrase(a: Sentence, b: Sentence, mine: Sequence[Token], theirs: Sequence[Token], language: str) -> bool | None:
    """True if both say the same in other words, False if the same words say something else, else None.

    None: neither, what one says the other does not.
    """
    if language not in known() or max(len(mine), len(theirs)) > MOST:
        return None
    found = [_told((a, b), (mine, theirs), language, whole) for whole in (True, False)]
    return True if True in found else False if False in found else None


def _told(texts: Sequence[Sentence], words: Sequence[Sequence[Token]], language: str, whole: bool) -> bool | None:
    """The same, with turns as wholes, or word by word: "ne peut pas", "pas ... peut"."""
    sides = [elements(side, language, whole) for side in words]
    if not all(sides) or _apart(*sides) > FEW:
        return None
    both = _Both(sides, words, language, [is_passive(text.text, language) for text in texts], _matched(*sides))
    if not both.covered():
        return None
    same = _in_the_words_of(texts, words, [(sides[0][i], sides[1][j]) for i, j in both.matched])
    apart = turned((texts[0].text, same), (language, language), (None, None), None)
    passive = both.passive[0] != both.passive[1]  # who gives and who is given to is told by the order
    return both.ordered() and not [one for one in apart if not (passive and one.kind == "content")]


def _apart(one: Sequence[Element], two: Sequence[Element]) -> int:
    """How many elements nothing on the other side says, at least."""
    said = [{key for e in side for key in (*e.keys, e.own)} for side in (one, two)]
    return sum(said[1 - k].isdisjoint(e.keys) for k, side in enumerate((one, two)) for e in side)


def _in_the_words_of(
    texts: Sequence[Sentence], words: Sequence[Sequence[Token]], pairs: Sequence[tuple[Element, Element]]
) -> str:
    """The second text with its synonyms replaced by the words of the first, so that only the order may differ."""
    text = texts[1].text
    for one, other in sorted(pairs, key=lambda pair: -pair[1].start):
        if one.own != other.own:
            (start, end), (begin, stop) = _span(words[0], one), _span(words[1], other)
            text = text[:begin] + texts[0].text[start:end] + text[stop:]
    return text


def _span(text: Sequence[Token], one: Element) -> tuple[int, int]:
    """Where it stands, with the first half of its negation: "n'a pas le droit"; "ne peut" is no other way to say it."""
    denied = any(token.norm in SECOND_HALF for token in text[one.start : one.end])
    before = [text[k] for k in range(max(one.start - 2, 0), one.start) if denied and text[k].norm in FIRST_HALF]
    return (before or [text[one.start]])[0].start, text[one.end - 1].end


def _matched(one: Sequence[Element], two: Sequence[Element]) -> Pairs:
    """Which element of the one is which of the other: as many as possible in order, then those that stand elsewhere."""

    def gain(x: slice, y: slice) -> float | None:
        if x.start == x.stop or y.start == y.stop:
            return 0.0
        return (1.1 if one[x.start].own == two[y.start].own else 1.0) if one[x.start].same(two[y.start]) else None

    shapes = ((1, 1), (1, 0), (0, 1))
    found = [
        (x.start, y.start)
        for x, y in pairing(len(one), len(two), shapes, gain)
        if x.start < x.stop and y.start < y.stop
    ]
    left = [set(range(len(side))) - {pair[k] for pair in found} for k, side in enumerate((one, two))]
    for i in sorted(left[0]):
        j = next((j for j in sorted(left[1]) if one[i].same(two[j])), None)
        if j is not None:
            found.append((i, j))
            left[1].remove(j)
    return sorted(found)


@dataclass(frozen=True)
class _Both:
    """Two sentences: their elements and words, is each a passive, and which element is which."""

    sides: Sequence[Sequence[Element]]
    words: Sequence[Sequence[Token]]
    language: str
    passive: Sequence[bool]
    matched: Pairs

    def covered(self) -> bool:
        """Is everything said on both sides, but "by" in a passive, and what a sentence may be built without?"""
        for k in (0, 1):
            taken = {pair[k] for pair in self.matched}
            lost = [i for i in range(len(self.sides[k])) if i not in taken and i != self.by(k)]
            if lost and not (len(lost) == 1 and self._spared(k, lost[0])):
                return False
        return True

    def by(self, k: int) -> int | None:
        """Which element is the "by" of a passive that the other side says as an active."""
        taken = {pair[k] for pair in self.matched}
        if not self.passive[k] or self.passive[1 - k]:
            return None
        names = (i for i, e in enumerate(self.sides[k]) if i not in taken)
        return next((i for i in names if self._norm(k, self.sides[k][i]) in BY[self.language]), None)

    def _norm(self, k: int, one: Element) -> str:
        return self.words[k][one.start].norm

    def _spared(self, k: int, at: int) -> bool:
        """May a sentence be built without this element, as the other is?"""
        norm, others = self._norm(k, self.sides[k][at]), {token.norm for token in self.words[1 - k]}
        if norm in PLAYERS:  # "each player", "players ... each"; "the player rolls the die", "roll the die"
            return at == 0 or bool(EACH & others)
        if norm in CONDITION:  # "if a player has none", "a player who has none"; "kann er nicht", "wenn er nicht kann"
            return bool(RELATIVE & others) or (self.language == "de" and not CONDITION & others)
        start = self.sides[k][at].start  # "that have been played", "played"
        return norm in PERFECT and any(token.norm == "been" for token in self.words[k][start + 1 : start + 2])

    def ordered(self) -> bool:
        """Does the order of the elements tell the same?"""
        turns, order = self.passive[0] != self.passive[1], [j for _, j in self.matched]
        if self.language == "de" and not turns and self._declined():
            return False
        if turns and order == sorted(order):
            return self.by(0) is None and self.by(1) is None and not self._acts_itself()
        fixed = [j for i, j in self.matched if not self._may_move(self.sides[0][i], self.sides[1][j])]
        return fixed == sorted(fixed) or (turns and self._agent_first())

    def _declined(self) -> bool:
        """Is a noun the one who acts here and the one to whom it is done there: "der Jäger", "den Jäger"?"""
        before = [[self.words[k][self.sides[k][pair[k]].start - 1].norm for k in (0, 1)] for pair in self.matched]
        return any(set(articles) == {"der", "den"} for articles in before)

    def _may_move(self, one: Element, other: Element) -> bool:
        """May it stand anywhere: "each", "again"; a German verb, which no noun is, stands last or second."""
        if one.free or other.free:
            return True
        first = [self.words[k][e.start] for k, e in enumerate((one, other))]
        if self.language != "de" or first[0].norm.startswith("#") or first[0].norm in PRONOUNS:
            return False
        together = len({_clause(self.words[k], token) for k, token in enumerate(first)}) == 1
        articles = [self.words[k][e.start - 1].norm if e.start else "" for k, e in enumerate((one, other))]
        told = articles[0] == articles[1] and articles[0] in CASES
        return together and (told or any(token.raw[:1].islower() for token in first))

    def _acts_itself(self) -> bool:
        """In the same order, is the same verb done here and suffered there: "chasse", "est chassé"?"""
        k = 0 if self.passive[0] else 1
        for pair in self.matched:
            here, there = self.sides[k][pair[k]], self.sides[1 - k][pair[1 - k]]
            before = self.words[k][here.start - 1].norm if here.start else ""
            suffered = self.language == "de" or is_passive(before, self.language)
            if suffered and here.own == there.own and self._norm(k, here) != self._norm(1 - k, there):
                return not self._has_object(1 - k, there)
        return False

    def _has_object(self, k: int, verb: Element) -> bool:
        """Is a pronoun the object of a verb: "repair it", "le réparer", "man muss es reparieren"?"""
        after, before = OBJECT[self.language]
        near = self.words[k][max(verb.start - before, 0) : verb.start], self.words[k][verb.end : verb.end + after]
        return any(token.norm in IT for side in near for token in side)

    def _agent_first(self) -> bool:
        """Does who acts stand after "by" in the passive, and before what is done in the active; or does nobody?"""
        k = 0 if self.passive[0] else 1
        order = {pair[k]: pair[1 - k] for pair in self.matched}
        by = self.by(k)
        if by is None:
            return True
        agent = order.get(by + 1)
        if agent is None:
            return False
        before = [order[i] for i in range(by) if i in order]
        first = [at for at in before if at < agent]  # "in a tie", before both
        return before[: len(first)] == sorted(first) and len(before) > len(first)


def _clause(text: Sequence[Token], word: Token) -> int:
    """How many clauses come before the one of a word."""
    joined = sum(t.norm in JOINING and t.start < word.start for t in text)
    return joined + len(_SIGN.findall(word.sentence.text[: word.start]))


_SIGN = re.compile(r"[,;:()]")
