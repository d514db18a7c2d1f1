"""The rule as the third witness: where a translation says otherwise than its source, with which of them the rule goes.

The rule is a clause of the book, which the engine plays and its tests hold to it: the one of the same variant that says
most of what the sentence says.  Only French sources are held against it, and only of the game that the book is about.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from hedgekit import VARIANTS
from rulebook.text import words

from .finding import Finding
from .french import stems
from .languages import numbers
from .translation import turned
from .witness import Witness

OURS = "fr"  # the language of the sources that the clauses are found by
SHARED = 4  # stems that a clause and a sentence share, at least
COVERED = 0.5  # what share of the shorter one they are, at least


def is_our_game(*witnesses: Witness) -> bool:
    """Are these documents about the game that this book plays?  One in three titles of theirs says so."""
    entries = [entry for one in witnesses for entry in one.entries.values() if entry.number]
    known = [stems(entry.title) & stems(_title(entry.number)) for entry in entries]
    return len(entries) > 0 and sum(map(bool, known)) * 3 >= len(entries)


def _title(number: int) -> str:
    return VARIANTS[number].title.get(OURS, "") if number in VARIANTS else ""


def with_rule(findings: Iterable[Finding], source: Witness, languages: tuple[str, str]) -> list[Finding]:
    """The findings of a translation, with what the rule says where it decides between the two."""
    known = languages[0] == OURS and is_our_game(source)
    return [replace(one, rule=_rule(one, languages)) if known and one.a and one.b else one for one in findings]


def _rule(one: Finding, languages: tuple[str, str]) -> tuple[str, str] | None:
    """The clause, and "a" or "b": with whom it goes; None where it does not tell."""
    assert one.a
    assert one.b
    clause = _clause(one.variant or 0, one.a.context)
    if not clause:
        return None
    told = _nearest(clause, one.a.context)
    with_a = one.kind not in _kinds((told, one.a.context), (OURS, languages[0]))
    with_b = one.kind not in _kinds((told, one.b.context), (OURS, languages[1]))
    return None if with_a == with_b else (clause, "a" if with_a else "b")


def _clause(number: int, sentence: str) -> str:
    """The clause of a variant that says what a sentence says; "" if none does."""
    meant = stems(sentence)
    best = max(clause_stems(number).items(), key=lambda one: len(one[1] & meant), default=("", frozenset[str]()))
    shared = len(best[1] & meant)
    return best[0] if shared >= SHARED and shared >= COVERED * min(len(meant), len(best[1])) else ""


def _nearest(clause: str, sentence: str) -> str:
    """Of a clause, the sentences after one another that say most of a sentence, and least besides."""
    said = re.split(r"(?<=[.!?])\s+", re.sub(r"[*`]", "", words.clause(clause, OURS)))
    runs = [" ".join(said[i:j]) for i in range(len(said)) for j in range(i + 1, min(len(said), i + 3) + 1)]
    meant = stems(sentence)
    return max(runs, key=lambda run: len(stems(run) & meant) / max(1, len(stems(run) | meant)))


@cache
def clause_stems(number: int) -> dict[str, frozenset[str]]:
    """The clauses of a variant of the book and the stems of what each says; none for a number that is no variant's."""
    named = words.clauses(number) if number in VARIANTS else ()
    return {name: stems(re.sub(r"[*`]", "", words.clause(name, OURS))) for name in named}


def _kinds(texts: tuple[str, str], languages: tuple[str, str]) -> set[str]:
    """In what two sentences differ."""
    return set(_differing(texts, languages))


def _differing(texts: Sequence[str], languages: tuple[str, str]) -> Iterator[str]:
    one, two = (numbers(text, language) for text, language in zip(texts, languages, strict=True))
    if one != two:
        yield "number"
    yield from (found.kind for found in turned(texts, languages, (None, None), None))
