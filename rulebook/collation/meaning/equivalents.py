"""Remove equivalent ways of saying from two sentences before their concepts are compared.

"Unless" is "if not", "all but the highest" is "only the highest not", "no fewer than" is "at least", and a double
negation cancels out: "must not stay" is "must leave".
"""

from collections.abc import Mapping, Sequence

from .contrasts import Said, contrary

Told = tuple[str, str, Mapping[str, str]]
"""What is told of a difference: kind, note, its words."""


def level(one: Said, other: Said) -> None:
    """Remove from both sentences what they say equivalently."""
    for side in (one, other):  # "another turn" is "again"
        side.places["different"] = [at for at in side["different"] if at not in side["again"]]
    for mine, theirs in ((one, other), (other, one)):  # "who has none left" is "if you can't"
        for name in mine.able if not theirs.able else ():
            if mine.lacks(name, theirs) or (name == "may" and mine.lacks("must", theirs)):
                mine.duties.remove(name)  # "must, if he can" is not "may"
    for step in (_needed, _turned_round, _exceptions, _steps, _conditions, _freed, _bounds, _limits, _carried):
        step(one, other)
        step(other, one)


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


def _turned_round(one: Said, other: Said) -> None:
    """Level converses: "as long as" and "until", "if you can; otherwise" and "who cannot"."""
    if one.lacks("as long as", other) and other.lacks("until", one) and other.lacks("negation", one):
        one.drop("as long as")
        other.drop("until")
        other.drop("negation")
    if "may" in one.able and "must not" in other.able and one.lacks("otherwise", other):
        for side, name in ((one, "may"), (other, "must not")):  # "if you can; otherwise", "who cannot"
            if side.lacks(name, other if side is one else one):
                side.duties.remove(name)
        one.drop("otherwise")
        other.drop("negation")


def _exceptions(one: Said, other: Said) -> None:
    """What the one says with "unless", "except", "only", "both", and the other without."""
    _unless(one, other)
    _excepting(one, other)
    if one["exactly"] and not other["exactly"] and one["once"] and other["once"]:  # "une seule fois", "genau einmal"
        one.drop("exactly")
    if one["both"] and not other["both"] and len(other["all"]) > len(one["all"]):
        one.drop("both", len(one["both"]))
    if one["one among"] and not other["one among"] and other["own"]:
        one.drop("one among", len(one["one among"]))
    if one["only"] and not other["only"]:
        if other["single"]:  # "un seul", "only one"
            one.drop("only")
        elif other["not until"] and not one["not until"]:  # "only if", "erst wenn"
            one.drop("only")
            other.drop("not until", len(other["not until"]))
        elif other["exactly"] and not one["exactly"] and one["once"] and other["once"]:
            one.drop("only")  # "une seule fois", "genau einmal"
            other.drop("exactly")


def _unless(one: Said, other: Said) -> None:
    """What "unless" is for: "if not", "only if"."""
    conditional = any(other[name] for name in ("if", "only", "as long as", "not until", "even if"))
    alone = one.lacks("negation", other)
    unless = one["unless"] and not other["unless"] and not other["except"]
    if unless and one.lacks("somebody", other) and other.lacks("nobody", one):
        one.drop("somebody")
        other.drop("nobody")
    if unless and (alone or conditional):
        if alone:  # "unless he has none" is "if he has one"
            one.drop("negation")
            if other.lacks("only", one):  # "not, unless there is a tie" is "only if there is a tie"
                other.drop("only")
        else:
            one.places["negation"] += one["unless"]
            if other.lacks("only", one) and other["negation"]:  # "all may, only the last may not"
                other.drop("only")
        one.places["except"] = [at for at in one["except"] if at not in one["unless"]]


def _excepting(one: Said, other: Said) -> None:
    """What "except" is for: "not", "only"."""
    if one["except"] and not other["except"] and len(other["negation"]) > len(one["negation"]):
        one.drop("except")  # "all but this one", "only this one not", "but not this one"
        other.drop("negation")
        if len(other["only"]) > len(one["only"]):
            other.drop("only")
    if one.lacks("except", other) and one.lacks("negation", other) and other.lacks("only", one):
        one.drop("except")  # "nobody except the mayor votes" is "only the mayor votes"
        one.drop("negation")
        other.drop("only")
    pair = contrary(one, other, INVERSE)
    inverse = (
        pair is not None or len(one["negation"]) != len(other["negation"]) or bool(one["stay"]) != bool(other["stay"])
    )
    if inverse and one.lacks("except", other) and other.lacks("only", one):  # "all but it stay" is "only it moves"
        one.drop("except")
        other.drop("only")
        if pair is not None and len(one["negation"]) == len(other["negation"]):
            one.drop(pair[0])
            other.drop(pair[1])
        if one.lacks("need not", other) and other.lacks("must", one):  # "need not, except", "need only"
            one.duties.remove("need not")
            other.duties.remove("must")
            one.drop("negation")


def _steps(one: Said, other: Said) -> None:
    """Level "but first" with "after"."""
    first = set(one["before"]) & set(one["first"])
    if first and other["having done"] and one.lacks("before", other) and other.lacks("after", one):
        one.drop("before")
        other.drop("after")


def _conditions(one: Said, other: Said) -> None:
    """Level conditions: "must … to", "only if", "not unless".

    "Provided that none is there" is "as long as none is there", which is "until one is".
    """
    if one.lacks("if", other) and other.lacks("until", one) and one.lacks("negation", other):
        one.drop("if")
        one.drop("negation")
        other.drop("until")
    only = [at for at in one["only"] if not any(0 < at - when < NEAR for when in one["if"])]  # "if only two play"
    if other.lacks("must", one) and one.lacks("may", other) and only and not other["only"]:
        other.duties.remove("must")
        one.duties.remove("may")
        one.drop("only")


def _freed(one: Said, other: Said) -> None:
    """Level exemptions and options: "you are not obliged to" is "it is optional"."""
    if one.lacks("need not", other) and other.lacks("may", one) and not other.lacks("must", one):
        one.duties.remove("need not")
        other.duties.remove("may")
        if len(one["negation"]) > len(other["negation"]):
            one.drop("negation")
        for side in (one, other):
            side.drop("never", len(side["never"]))
            side.drop("always", len(side["always"]))


def _bounds(one: Said, other: Said) -> None:
    """Level bounds: "no fewer than three" is "at least three", "only three" is "at most three"."""
    if one.lacks("only", other) and other.lacks("at most", one):
        one.drop("only")
        other.drop("at most")
    for bound, way in (("at least", "fewer"), ("at most", "more")):
        denied = len(other["negation"]) > len(one["negation"])
        if denied and other[way] and len(one[bound]) > len(other[bound]) and len(other[way]) > len(one[way]):
            one.drop(bound)
            other.drop("negation")
            other.drop(way)
            if one.lacks("must", other) and other.lacks("must not", one):  # "three are needed" is "not with fewer"
                one.duties.remove("must")
                other.duties.remove("must not")


def _limits(one: Said, other: Said) -> None:
    """Level limits: "the highest" may be "the top one", "even if not his" is "no matter whose"."""
    for extreme, end, reverse, least in (("highest", "up", "down", "lowest"), ("lowest", "down", "up", "highest")):
        if one.lacks(extreme, other) and other.lacks(end, one):
            one.drop(extreme)
            other.drop(end)
        elif one.lacks(extreme, other) and other.lacks(reverse, one) and not (one[reverse] or one["last"]):
            other.places[least] = sorted([*other[least], other[reverse][0]])
            other.drop(reverse)
    if one.lacks("arbitrary", other) and other["even if"] and not one["even if"]:
        one.drop("arbitrary")
        other.drop("even if")


NEAR = 30  # characters, within which a condition restricts what is said of "only"

CARRIERS = ("except", "otherwise", "only", "even if", "at most", "at least", "waive")
"""What may be said by a denial, and says one: "otherwise as before" is "apart from that, nothing changes"."""


AMISS = {"at most": "fewer", "at least": "more"}
"""What, denied, is the contrary of a bound."""


def _carried(one: Said, other: Said) -> None:
    """A denial of the one that the other says with a carrier."""
    for name in CARRIERS:
        if name == "only" and not (one["except"] or one["otherwise"] or one["not until"] or one["without"]):
            continue
        if name == "even if" and (one["unless"] or one["only"] or one["if"] or one["provided"]):
            continue  # "only if none is", "if none is" is not "even if one is"
        if name in AMISS and one[AMISS[name]]:  # "two, not more" is not "two or more"
            continue
        if one.more("negation", other) and other.more(name, one):
            one.drop("negation")
            other.drop(name)


INVERSE = {
    *("keeping", "staying", "going", "held", "answer", "shown", "face", "closing", "capture", "result", "safety"),
    *("likeness", "amount", "end", "use", "addition", "whole", "passage", "within", "on-board"),
    *("coming", "passing", "step"),
}
"""Groups of contraries: who denies the one says the other."""

Part = tuple[str, str, str]
"""A group, which concept of it the one says, and which the other."""


def balanced(denied: Sequence[Told], parts: Sequence[Part], sides: tuple[Said, Said]) -> tuple[list[Told], list[Part]]:
    """Cancel denials, duties and contraries of two sentences that undo each other."""
    parts, odd = _undone(denied, parts, sides)
    inverse = next((one for one in parts if one[0] in INVERSE and not _itself(one, sides)), None)
    if inverse is None or not odd:
        return list(denied), parts
    rest = [told for told in denied if not _turned(told)]
    return rest, [one for one in parts if set(one[1:]) != set(inverse[1:])]


def _undone(denied: Sequence[Told], parts: Sequence[Part], sides: tuple[Said, Said]) -> tuple[list[Part], bool]:
    """The contraries that no denial explains; and whether one side denies once more than the other."""
    both = all(side["negation"] for side in sides)
    kept = [one for one in parts if not (both and _itself(one, sides))]  # "they do not move", "none of them advances"
    if both:  # "he does not change rows, he neither advances nor goes back" is "stays, and moves neither way"
        kept = [one for one in kept if one[0] != "staying" or "move" not in one[1:]]
    until = [one["not until"] and other["until"] and not other["not until"] for one, other in (sides, sides[::-1])]
    odd = sum(len(side["negation"]) for side in sides) + any(until)  # "stays until", "leaves only when"
    if odd % 2 and not any(kind == "negation" for kind, *_ in denied):  # said otherwise: "never", "stays for ever"
        kept = [one for one in kept if set(one[1:]) != {"never", "always"}]
    if all(side["not until"] for side in sides):
        kept = [one for one in kept if one[0] != "limit"]
    return kept, bool(odd % 2)


def _itself(part: Part, sides: tuple[Said, Said]) -> bool:
    """Is one of two contraries a denial by itself, such as "never" and "always"?"""
    return any(
        set(side[name]) & set(side["negation"])
        for side, names in zip(sides, part[1:], strict=True)
        for name in names.split(" + ")
    )


def _turned(told: Told) -> bool:
    """Does one of them deny what the other says?"""
    kind, note, words = told
    if kind == "negation":
        return note == "negation"
    sides = [{name.strip() for name in words[side].split(",")} for side in ("a", "b")]
    return any("not" in name for side in sides for name in side)
