"""Slips of French that show by themselves, in any text: closed lists of a grammar, not of these documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .witness import Sentence


@dataclass(frozen=True)
class Slip:
    """Words that French writes otherwise: where they stand, what is meant, and of what class and kind the slip is."""

    start: int
    end: int
    meant: str
    klass: str
    kind: str


_ARTICLES = {"le": ("seul",), "la": ("seule",), "les": ("seuls", "seules")}
# What is wrong (group 1), what is right (as `re.Match.expand` has it), class, kind.
_RULES: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (re.compile(r"\bque (possibles)\b", re.I), "possible", "spelling", "agreement"),  # invariable
    (re.compile(r"\b(?:une?|aucune?) (de ([mts]ien(?:ne)?s))\b", re.I), r"des \2", "spelling", "misprint"),
    (re.compile(r"\b(se (?:combien|comment|quand|souvent))\b", re.I), "se + verbe", "spelling", "misprint"),
    (re.compile(r"\b((c['\u2019]est) à dire)\b", re.I), r"\2-à-dire", "spelling", "spacing"),
    (re.compile(r"\b((au|par|là) (dessus|dessous|devant))\b", re.I), r"\2-\3", "spelling", "spacing"),
    (re.compile(r"\b(?:un|l['\u2019]|des) ?((allers?) (retours?))\b", re.I), r"\2-\3", "spelling", "spacing"),
    (re.compile(r"\b((\w+['\u2019]) (\w+))"), r"\2\3", "typography", "spacing"),
    (re.compile(r"(?<=\w)(\.\.)(?!\.)"), ".", "typography", "punctuation"),
)
_ALONE = re.compile(r"\b(seule?s?) (le|la|les)\b", re.I)
_TWICE = re.compile(r"\b(\w{2,}) (\1)\b", re.I)
_TWICE_RIGHT = {"nous", "vous"}


def slips(sentence: Sentence) -> Iterator[Slip]:
    """The slips of a sentence."""
    for pattern, right, klass, kind in _RULES:
        for match in pattern.finditer(sentence.text):
            yield Slip(*match.span(1), match.expand(right), klass, kind)
    for match in _ALONE.finditer(sentence.text):
        forms = _ARTICLES[match[2].casefold()]
        if match[1].casefold() not in forms:
            yield Slip(*match.span(), f"{forms[0]} {match[2]}", "spelling", "agreement")
    for match in _TWICE.finditer(sentence.text):
        if match[1].casefold() not in _TWICE_RIGHT:
            yield Slip(*match.span(), match[1], "spelling", "misprint")
