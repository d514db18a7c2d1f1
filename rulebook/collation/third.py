"""The rule as the third witness: where a translation says otherwise than its source, with which of them the rule goes.

The rule is a clause of the book, which the engine plays and its tests hold to it: the one of the same variant that says
most of what the sentence says, in the language of the source, or of the translation where the book has only that one.
Only texts of the game that the book is about are held against it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from hedgekit import VARIANTS
from rulebook.text import words

from .finding import Finding, Place
from .french import normal
from .french import stems as french_stems
from .languages import SMALL, numbers
from .statements import turned
from .stemming import stemmed
from .translation import told_language
from .witness import Witness

SHARED = 4  # stems that a clause and a sentence share, at least
COVERED = 0.5  # what share of the shorter one they are, at least
_WORD = re.compile(r"[^\W_]+")


def stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words of a short text that are no small words of its language."""
    if language == "fr":
        return french_stems(text)
    small = SMALL.get(language, frozenset())
    return frozenset(stemmed(word, language) for word in _WORD.findall(normal(text)) if word not in small)


def is_our_game(*witnesses: Witness) -> bool:
    """Are these documents about the game that this book plays?  One in three titles of theirs says so."""
    known = []
    for one in witnesses:
        language = told_language(one)
        titles = [(entry.title, _title(number, language)) for number, entry in one.entries.items() if number]
        known += [bool(stems(said, language) & stems(ours, language)) for said, ours in titles]
    return len(known) > 0 and sum(known) * 3 >= len(known)


def _title(number: int, language: str) -> str:
    return VARIANTS[number].title.get(language, "") if number in VARIANTS else ""


def with_sides(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a translation, whose sides are named as that: its reader has no A and B, or others."""
    return [replace(one, said=_of_side(*one.said)) for one in findings]


def _of_side(key: str, values: tuple[tuple[str, str], ...]) -> tuple[str, tuple[tuple[str, str], ...]]:
    named = f"translated.{key.removeprefix('notes.')}-{dict(values).get('which', '').casefold()}"
    return (named if words.has(f"collation.{named}") else key), values


def with_rule(findings: Iterable[Finding], source: Witness, languages: tuple[str, str]) -> list[Finding]:
    """The findings of a translation, with what the rule says where it decides between the two."""
    by = next((k for k in (0, 1) if languages[k] in words.LANGUAGES), None)
    if by is None or not is_our_game(source):
        return list(findings)
    return [replace(one, rule=_rule(one, languages, by)) if one.a and one.b else one for one in findings]


def _rule(one: Finding, languages: tuple[str, str], by: int) -> tuple[str, str] | None:
    """The clause, and "a" or "b": with whom it goes; None where it does not tell.  by: whose sentence finds it."""
    places: list[Place] = [place for place in (one.a, one.b) if place]
    language = languages[by]
    clause = _clause(one.variant or 0, places[by].context, language)
    if not clause:
        return None
    told = _nearest(clause, places[by].context, language)
    apart = [
        set(_differing((told, place.context), (language, other)))
        for place, other in zip(places, languages, strict=True)
    ]
    if one.kind in apart[1] and one.kind not in apart[0]:
        return clause, "a"
    # A translator seldom mends a source: the rule goes with the translation where it says all that this says.
    return (clause, "b") if one.kind in apart[0] and not apart[1] else None


def _clause(number: int, sentence: str, language: str) -> str:
    """The clause of a variant that says what a sentence says; "" if none does."""
    meant = stems(sentence, language)
    told = clause_stems(number, language)
    best = max(told, key=lambda name: len(told[name] & meant), default="")
    shared = len(told[best] & meant) if best else 0
    return best if shared >= SHARED and shared >= COVERED * min(len(meant), len(told[best])) else ""


def _nearest(clause: str, sentence: str, language: str) -> str:
    """Of a clause, the sentences after one another that say most of a sentence, and least besides."""
    said = re.split(r"(?<=[.!?])\s+", _plain(clause, language))
    runs = [" ".join(said[i:j]) for i in range(len(said)) for j in range(i + 1, min(len(said), i + 3) + 1)]
    meant = stems(sentence, language)

    def alike(run: str) -> float:
        told = stems(run, language)
        return len(told & meant) / max(1, len(told | meant))

    return max(runs, key=alike)


def _plain(clause: str, language: str) -> str:
    return re.sub(r"[*`]", "", words.clause(clause, language))


@cache
def clause_stems(number: int, language: str) -> dict[str, frozenset[str]]:
    """The clauses of a variant of the book and the stems of what each says; none for a number that is no variant's."""
    named = words.clauses(number) if number in VARIANTS else ()
    return {name: stems(_plain(name, language), language) for name in named}


def _differing(texts: Sequence[str], languages: tuple[str, str]) -> Iterator[str]:
    """In what two sentences differ."""
    one, two = (numbers(text, language) for text, language in zip(texts, languages, strict=True))
    if one != two:
        yield "number"
    yield from (found.kind for found in turned(texts, languages, (None, None), None))
