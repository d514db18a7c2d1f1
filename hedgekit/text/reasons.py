"""Reasons as values: a clause that applies, with the pieces and squares that cause it, and its sentence."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .words import RuleTexts, sentence

Claim = tuple[str, ...]
"""Something that a sentence claims of a position: a word and what it is about.  Tests check that it is true.

("behind", "B1", "A1")     B1 has run less far than A1, on another rank, and can hold it
("nobody behind", "A1")    nobody is
("stands", "A1", "e3")     A1 stands on e3             ("black", "e3")   e3 holds whoever stands on it
("under", "A1", "B1")      A1 lies under B1            ("lowest", "A1")  nobody lies under A1
("owner", "A1", "A")       A1 is A's                   ("not owner", "A1", "A")
("empty", "e3")            nobody stands on e3         ("empty lane", "4")
("only", "b3-c3")          it is the only legal move   ("legal", "b3-c3")   ("illegal", "-")
("ahead", "A1", "b3")      an advance takes A1 to b3   ("carrier", "B2")
("can advance", "A1")      some legal move advances A1 ("cannot advance", "4")  none of lane 4 does
("can step", "b3")         some side-step begins on b3 ("cannot step", "A")  no hedgehog of A's can step aside
("low", "a2")              no start square one may stand on has a lower stack
"""


class Explanation(NamedTuple):
    """What a sentence is made of.

    key, clause: "" for those of the answer that is explained; squares, pieces: those that it marks.
    """

    key: str
    values: Mapping[str, object]
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    clause: str = ""


@dataclass(frozen=True)
class Reason:
    """A clause that applies.

    clause: its number ("0.9"); key, values: of its sentence; squares, pieces: what causes it, those of the move first,
    and those that the sentence names; claims: what the sentence claims of the position (`Claim`); rule_texts: the
    sentences of house rules, if it may be one of theirs.
    """

    clause: str
    key: str
    squares: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict, compare=False)
    claims: tuple[Claim, ...] = ()
    rule_texts: RuleTexts | None = field(default=None, compare=False, repr=False)

    def text(self, language: str = "en") -> str:
        """The sentence in a language; LookupError for an unknown one."""
        return sentence(self.key, language, self.values, self.rule_texts)

    def __str__(self) -> str:
        return f"{self.text('en')} ({self.clause})"


def reasons(game: str, kind: str, owners: Mapping[str, str], **named: object) -> Callable[..., Reason]:
    """Return a function that makes a game's reasons from a clause, the key of a sentence, and the places that cause it.

    kind: "refusal" or "because"; owners: place -> what stands there, whose last piece is named, unless a reason gives
    its `pieces`; named: values for every sentence, beside `squares` and `pieces`.
    """

    def reason(clause: object, key: str, *places: str, pieces: Iterable[str] | None = None, **more: object) -> Reason:
        whose = [owners[place][-1] for place in places if place in owners] if pieces is None else list(pieces)
        values = {"squares": list(places), "pieces": whose, **named, **more}
        return Reason(f"{game}.{clause}", f"{game}.{kind}.{key}", places, tuple(whose), values)

    return reason
