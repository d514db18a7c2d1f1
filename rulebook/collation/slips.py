"""Slips of French that show by themselves, in any text: closed lists of a grammar, not of these documents."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .french import lists
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
_ALONE = re.compile(r"\b(seule?s?) (le|la|les)\b", re.I)
_TWICE = re.compile(r"\b(\w{2,}) (\1)\b", re.I)
_TWICE_RIGHT = {"nous", "vous"}


def slips(sentence: Sentence) -> Iterator[Slip]:
    """The slips of a sentence."""
    for rule in lists()["slips"]:
        for match in re.finditer(rule["wrong"], sentence.text):
            yield Slip(*match.span(1), match.expand(rule["right"]), rule["class"], rule["kind"])
    for match in _ALONE.finditer(sentence.text):
        forms = _ARTICLES[match[2].casefold()]
        if match[1].casefold() not in forms:
            yield Slip(*match.span(), f"{forms[0]} {match[2]}", "spelling", "agreement")
    for match in _TWICE.finditer(sentence.text):
        if match[1].casefold() not in _TWICE_RIGHT:
            yield Slip(*match.span(), match[1], "spelling", "misprint")
