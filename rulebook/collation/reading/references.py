"""Find cross references: "variante n°9 (le tube)", "les variantes 10, 28, 35, 37", "le Dopage (variante n°3)"."""

import re
from collections.abc import Iterable, Mapping

from ..language.tokens import letters
from ..witness import Reference, Sentence

_NO = r"(?:n[°º]s?|nos?\.?|n\.|nr\.?|#)"
_POINTS = r"(?:\b(?:du|au|le|les|aux|des|in|of|under|to|see|voir)\s+)points?\s+"  # "du point 8", but not "8 points"
_HEAD = re.compile(
    rf"(?:\b(?:variantes?|variants?|varianten|numéros?|number|nummer|règles?|rules?|regeln?|paragraphe?s?|absatz|clauses?|punkte?)\s+(?:{_NO}\s*)?|{_POINTS}|§§?\s*|\b{_NO}\s*)(?=\d{{1,3}}\b)",
    re.IGNORECASE,
)
_BARE = re.compile(_NO, re.IGNORECASE)
_NUMBERED = re.compile(rf"{_NO}\s*\d", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}\b(?!\s*%|\s+(?:à|to|bis)\s+\d)")
_NAME = re.compile(r"\s*\(\s*([^()\d]{2,40})\s*\)")
_NEXT = re.compile(
    rf"\s*(?:,|&|\bet\b|\bou\b|\band\b|\bor\b|\bund\b)\s*(?:et\s+)?(?:{_NO}\s*)?(?=\d{{1,3}}\b)", re.IGNORECASE
)
_BEFORE = re.compile(r"(?:«\s*([^«»]{2,40}?)\s*»|\b([A-ZÀ-Þ][\w'\u2019]*(?:\s+[A-ZÀ-Þ][\w'\u2019]*)*))\s*\(\s*$")

LONGEST_TITLE = 200  # characters before a number that may belong to a title
LONGEST_NAME = 60  # characters before a reference that may contain its name


def references(text: Iterable[Sentence], titles: Mapping[int, str]) -> tuple[Reference, ...]:
    """Return the cross references in order, each number with its name; a title with a number ("Turbo n°2") is none."""
    found: list[Reference] = []
    numbered: list[str] | None = None
    for sentence in text:
        for head in _HEAD.finditer(sentence.text):
            if _BARE.match(head[0]):
                if numbered is None:
                    numbered = [letters(title) for title in titles.values() if _NUMBERED.search(title)]
                if any(_ends_title(sentence.text, head, title) for title in numbered):
                    continue
            before = _BEFORE.search(sentence.text[max(head.start() - LONGEST_NAME, 0) : head.start()])
            found += _listed(sentence, head, (before[1] or before[2]) if before else None)
    return tuple(found)


def _listed(sentence: Sentence, head: re.Match[str], before: str | None) -> Iterable[Reference]:
    at, first = head.end(), True
    while number := _NUMBER.match(sentence.text, at):
        name = _NAME.match(sentence.text, number.end())
        end = name.end() if name else number.end()
        start = head.start() if first else number.start()
        named = name[1].strip() if name else before if first else None
        yield Reference(int(number[0]), named, sentence.lines(start, end), sentence.text[start:end], sentence.text)
        following = _NEXT.match(sentence.text, end)
        if not following:
            return
        at, first = following.end(), False


def _ends_title(text: str, head: re.Match[str], title: str) -> bool:
    """Return whether the text up to this number ends in the title."""
    end = head.end() + len(_NUMBER.match(text, head.end())[0])  # type: ignore[index]
    return letters(text[max(end - LONGEST_TITLE, 0) : end]).endswith(title)
