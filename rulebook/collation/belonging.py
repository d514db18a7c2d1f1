"""Do two texts belong together?  Of a wrong file every sentence is a finding, and one sentence should say why."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rulebook.text import words

from .aligning import Pair
from .french import normal
from .witness import Sentence, Witness

FEWEST = 40  # words of a text that can tell
EDITIONS = 0.1  # of the words of the shorter text, which stand in the other's sentences; editions said anew have 0.26
TRANSLATIONS = 0.55  # which are spoken of there: two games with one vocabulary have 0.5, the freest translations 0.84
_LONG = re.compile(r"[^\W\d_]{4,}")
ROOT = 5  # letters by which a word is known, whatever its ending


def editions(pairs: Iterable[Pair]) -> bool:
    """Is one of two texts in one language, sentence by sentence, in the other?"""
    totals, shared = [0, 0], 0
    for pair in pairs:
        one, two = _roots(pair.a), _roots(pair.b)
        totals = [totals[0] + one.total(), totals[1] + two.total()]
        shared += (one & two).total()
    return min(totals) < FEWEST or shared >= EDITIONS * min(totals)


def _roots(sentences: Sequence[Sentence]) -> Counter[str]:
    return Counter(word[:ROOT] for one in sentences for word in _LONG.findall(normal(one.text)))


def translations(witnesses: Sequence[Witness], paired: Sequence[int], spoken: Sequence[tuple[int, int]]) -> bool:
    """Is what one of two texts says said in the other?

    paired: how many characters of each have a partner; spoken: of how many words of these the other speaks, and of how
    many there are.  Nothing is known of languages without words.
    """
    if not spoken:
        return True
    totals = [sum(len(s.text) for part in one.parts for s in part.sentences) for one in witnesses]
    shares = [
        of_these / max(many, 1) * min(part / max(total, 1), 1.0)
        for (of_these, many), part, total in zip(spoken, paired, totals, strict=True)
    ]
    return min(totals) < FEWEST * ROOT or max(shares) >= TRANSLATIONS


def strangers(one: str, two: str, belong: bool, language: str) -> str:
    """A sentence that asks whether these are the right files; "" if they belong together."""
    return "" if belong else words.text("collation.report.strangers", language).format(a=one, b=two)
