"""Remove equivalent wordings from two sentences: "must not stay" is "must leave"."""

from collections.abc import Mapping, Sequence

from .contrasts import Meaning

Discrepancy = tuple[str, str, Mapping[str, str]]
"""A difference in meaning: its kind, the key of its note, and the values that fill the note."""


def remove_equivalents(one: Meaning, other: Meaning) -> None:
    """Remove from both sentences what they express equivalently."""
    _remove_double_denials(one, other)
    _remove_double_denials(other, one)


def _denial_count(side: Meaning) -> int:
    """Return the number of negations and exceptions ("except", "unless")."""
    return len(side["negation"]) + len(side["except"])


def _remove_denials(side: Meaning, count: int) -> None:
    """Remove some denials, exceptions first."""
    for name in ("except", "negation"):
        removed = min(count, len(side[name]))
        side.remove(name, removed)
        count -= removed
    side.remove("unless", len(side["unless"]))


def _remove_inverse_duties(one: Meaning, other: Meaning) -> None:
    """Remove "must" against "need not", and "may" against "must not"."""
    if one.exceeds("must", other) and other.exceeds("need not", one):
        one.duties.remove("must")
        other.duties.remove("need not")
    if one.exceeds("may", other) and other.exceeds("must not", one):
        one.duties.remove("may")
        other.duties.remove("must not")


def _remove_double_denials(one: Meaning, other: Meaning) -> None:
    """Remove equivalents with two denials: "only with" and "not without", "must" and "must not ... without"."""
    twice = _denial_count(other) - _denial_count(one) == 2
    if one.exceeds("only", other) and twice and not one["except"]:
        one.remove("only")
        _remove_denials(other, 2)
        _remove_inverse_duties(one, other)
    elif one["not until"] and not other["not until"] and not one["negation"] and twice:
        one.remove("not until", len(one["not until"]))
        _remove_denials(other, 2)
        _remove_inverse_duties(one, other)
    elif one.exceeds("must", other) and other.exceeds("must not", one) and twice:
        one.duties.remove("must")
        other.duties.remove("must not")
        _remove_denials(other, 2)
    if not other["not until"]:
        return
    if one.exceeds("need not", other) and other.exceeds("must", one) and not other["before"]:
        one.duties.remove("need not")  # "need not before", "must only then"
        other.duties.remove("must")
        if one.exceeds("negation", other):
            one.remove("negation")
        for side in (one, other):
            side.remove("not until", len(side["not until"]))


INVERSE = {
    *("keeping", "staying", "going", "held", "answer", "shown", "face", "closing", "capture", "result", "safety"),
    *("likeness", "amount", "end", "use", "addition", "whole", "passage", "within", "on-board"),
    *("coming", "passing", "step"),
}
"""Groups of contraries in which negating one concept asserts the other."""

Substitution = tuple[str, str, str]
"""A group, the concept of it in A, and the one in B."""


def cancel_denials(
    denials: Sequence[Discrepancy], parts: Sequence[Substitution], sides: tuple[Meaning, Meaning]
) -> tuple[list[Discrepancy], list[Substitution]]:
    """Cancel denials, duties and contraries that undo each other: "does not stay" is "leaves"."""
    if all(side["negation"] for side in sides):  # "they do not move", "none of them advances"
        parts = [one for one in parts if not _is_itself_denial(one, sides)]
    odd = sum(len(side["negation"]) for side in sides) % 2
    inverse = next((one for one in parts if one[0] in INVERSE and not _is_itself_denial(one, sides)), None)
    if inverse is None or not odd:
        return list(denials), list(parts)
    kept = [one for one in parts if set(one[1:]) != set(inverse[1:])]
    return [one for one in denials if not _is_denial(one)], kept


def _is_itself_denial(part: Substitution, sides: tuple[Meaning, Meaning]) -> bool:
    """Return whether one of two contraries is a negation itself, such as "never" against "always"."""
    return any(
        set(side[name]) & set(side["negation"])
        for side, names in zip(sides, part[1:], strict=True)
        for name in names.split(" + ")
    )


def _is_denial(discrepancy: Discrepancy) -> bool:
    """Return whether only one side denies something, by a negation or a negated duty."""
    kind, note, values = discrepancy
    if kind == "negation":
        return note == "negation"
    sides = [{name.strip() for name in values[side].split(",")} for side in ("a", "b")]
    return any("not" in name for side in sides for name in side)
