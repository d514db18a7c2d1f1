"""Reasons as values: a clause with the pieces and squares that make it apply, and a sentence."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .words import RuleTexts, sentence

Claim = tuple[str, ...]
"""A claim of a sentence about the position, which tests check: a predicate and its arguments.

("behind", "B1", "A1")     B1 has run less far than A1, on another rank, and can hold it
("nobody behind", "A1")    no hedgehog is behind A1
("stands", "A1", "e3")     A1 stands on e3             ("black", "e3")   e3 holds pieces on it
("under", "A1", "B1")      A1 lies under B1            ("lowest", "A1")  nobody lies under A1
("owner", "A1", "A")       A1 is A's                   ("not owner", "A1", "A")
("empty", "e3")            nobody stands on e3         ("empty lane", "4")
("only", "b3-c3")          it is the only legal move   ("legal", "b3-c3")   ("illegal", "-")
("ahead", "A1", "b3")      an advance takes A1 to b3   ("carrier", "B2")
("can advance", "A1")      a legal move advances A1    ("cannot advance", "4")  no move advances in lane 4
("can step", "b3")         a side-step begins on b3    ("cannot step", "A")  no hedgehog of A's can step aside
("low", "a2")              no start square that can be entered has a lower stack
"""


class Explanation(NamedTuple):
    """The parts of a reason's sentence.  key, clause: "" for those of the answer; squares, pieces: those to mark."""

    key: str
    values: Mapping[str, object]
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    clause: str = ""


@dataclass(frozen=True)
class Reason:
    """A clause that applies.

    clause: its number ("0.9"); key, values: its sentence; squares, pieces: those that make it apply or are named, the
    move's first; claims: the sentence's claims about the position; rule_texts: the sentences of house rules.
    """

    clause: str
    key: str
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict, compare=False)
    claims: tuple[Claim, ...] = ()
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language; TableError, a LookupError, if there is none."""
        return sentence(self.key, language, self.values, self.rule_texts)

    def __str__(self) -> str:
        return f"{self.text('en')} ({self.clause})"


def reasons(game: str, kind: str, owners: Mapping[str, str], **named: object) -> Callable[..., Reason]:
    """Return a function that makes a game's reasons from a clause, the key of a sentence, and the squares at fault.

    kind: "refusal" or "because"; owners: square -> the pieces on it, the last of which is named unless a reason gives
    its `pieces`; named: values of every sentence, besides `squares` and `pieces`.
    """

    def reason(clause: object, key: str, *places: str, pieces: Iterable[str] | None = None, **more: object) -> Reason:
        named_pieces = [owners[place][-1] for place in places if place in owners] if pieces is None else list(pieces)
        values = {"squares": list(places), "pieces": named_pieces, **named, **more}
        return Reason(f"{game}.{clause}", f"{game}.{kind}.{key}", places, tuple(named_pieces), values)

    return reason


def __getattr__(name: str) -> type[Explanation]:
    if name != "Telling":
        raise AttributeError(f"module {__name__} has no attribute {name}")
    warnings.warn("Telling is now Explanation", DeprecationWarning, 2)
    return Explanation
