"""Remove equivalent ways of saying from two sentences: "must not stay" is "must leave"."""

from collections.abc import Mapping, Sequence

from .contrasts import Said

Discrepancy = tuple[str, str, Mapping[str, str]]
"""What is told of a difference: kind, note, its words."""


def level(one: Said, other: Said) -> None:
    """Remove from both sentences what they say equivalently."""
    _needed(one, other)
    _needed(other, one)


def _denied(side: Said) -> int:
    """How often a text denies, be it with "except" or "unless"."""
    return len(side["negation"]) + len(side["except"])


def _undeny(side: Said, many: int) -> None:
    """Take back some denials, exceptions first."""
    for name in ("except", "negation"):
        here = min(many, len(side[name]))
        side.drop(name, here)
        many -= here
    side.drop("unless", len(side["unless"]))


def _allow(one: Said, other: Said) -> None:
    """Level permission and prohibition, duty and exemption: "may" with "must not", "must" with "need not"."""
    if one.lacks("must", other) and other.lacks("need not", one):
        one.duties.remove("must")
        other.duties.remove("need not")
    if one.lacks("may", other) and other.lacks("must not", one):
        one.duties.remove("may")
        other.duties.remove("must not")


def _needed(one: Said, other: Said) -> None:
    """Level "only with", "not without" and "must have to"."""
    twice = _denied(other) - _denied(one) == 2
    if one.lacks("only", other) and twice and not one["except"]:
        one.drop("only")
        _undeny(other, 2)
        _allow(one, other)
    elif one["not until"] and not other["not until"] and not one["negation"] and twice:
        one.drop("not until", len(one["not until"]))
        _undeny(other, 2)
        _allow(one, other)
    elif one.lacks("must", other) and other.lacks("must not", one) and twice:
        one.duties.remove("must")
        other.duties.remove("must not")
        _undeny(other, 2)
    if not other["not until"]:
        return
    if one.lacks("need not", other) and other.lacks("must", one) and not other["before"]:
        one.duties.remove("need not")  # "need not before", "must only then"
        other.duties.remove("must")
        if one.lacks("negation", other):
            one.drop("negation")
        for side in (one, other):
            side.drop("not until", len(side["not until"]))


INVERSE = {
    *("keeping", "staying", "going", "held", "answer", "shown", "face", "closing", "capture", "result", "safety"),
    *("likeness", "amount", "end", "use", "addition", "whole", "passage", "within", "on-board"),
    *("coming", "passing", "step"),
}
"""Groups of contraries: who denies the one says the other."""

Part = tuple[str, str, str]
"""A group, which concept of it the one says, and which the other."""


def balanced(
    denied: Sequence[Discrepancy], parts: Sequence[Part], sides: tuple[Said, Said]
) -> tuple[list[Discrepancy], list[Part]]:
    """Cancel denials, duties and contraries of two sentences that undo each other."""
    if all(side["negation"] for side in sides):  # "they do not move", "none of them advances"
        parts = [one for one in parts if not _itself(one, sides)]
    odd = sum(len(side["negation"]) for side in sides) % 2
    inverse = next((one for one in parts if one[0] in INVERSE and not _itself(one, sides)), None)
    if inverse is None or not odd:
        return list(denied), list(parts)
    rest = [told for told in denied if not _turned(told)]
    return rest, [one for one in parts if set(one[1:]) != set(inverse[1:])]


def _itself(part: Part, sides: tuple[Said, Said]) -> bool:
    """Is one of two contraries a denial by itself, such as "never" and "always"?"""
    return any(
        set(side[name]) & set(side["negation"])
        for side, names in zip(sides, part[1:], strict=True)
        for name in names.split(" + ")
    )


def _turned(told: Discrepancy) -> bool:
    """Does one of them deny what the other says?"""
    kind, note, words = told
    if kind == "negation":
        return note == "negation"
    sides = [{name.strip() for name in words[side].split(",")} for side in ("a", "b")]
    return any("not" in name for side in sides for name in side)
