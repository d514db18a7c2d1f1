"""What two sentences that belong together say of the things a rule turns on, held against each other.

Each is taken apart into what it says (`Said`): its concepts and where they stand, its duties, who acts.  What two ways
of saying have in common is levelled first: "unless" is "if not", "all but the highest" is "only the highest not".
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from .binding import exchanged
from .concepts import concepts, known
from .concepts import places as concept_places
from .contrasts import Said, said, swapped
from .finding import Finding, Place, differs

GROUPS = {
    "direction": "side way height rank extreme axis distance within face flank passage nearing going",
    "order": "order end joint condition clock which limit pace case next-what",
    "quantity": "bound amount share part players addition reckoning use",
    "duration": "span time often",
    "number": "number",
    "modality": "duty",
}
_KINDS = {group: kind for kind, groups in GROUPS.items() for group in groups.split()}


def turned(
    texts: Sequence[str], languages: tuple[str, str], places: Sequence[Place | None], variant: int | None
) -> Iterator[Finding]:
    """What two sentences that belong together say of duty, negation and other concepts, where they say it otherwise."""
    if not set(languages) <= known():
        return
    mine, theirs = (said(text, language) for text, language in zip(texts, languages, strict=True))
    for one, other in ((mine, theirs), (theirs, mine)):
        _level(one, other)
    found = [*_duties(mine, theirs), *_denials(mine, theirs), *_lacking(mine, theirs), *_parts(mine, theirs)]
    if not any(kind not in ("modality", "negation") for kind, *_ in found):
        found += [
            (_KINDS.get(group, "content"), "concept", {"a": f"{here} → {there}", "b": f"{there} → {here}"})
            for group, here, there in exchanged(texts, languages, (mine.places, theirs.places))
        ]
    for kind, note, words in found:
        yield differs(kind, variant, places, note, values=None, **words)


_Told = tuple[str, str, Mapping[str, str]]  # kind, note, its words


def _level(one: Said, other: Said) -> None:
    """Of what the one says, take away what the other says in other words; both are changed."""
    if one["unless"] and not other["unless"] and not other["except"]:  # "unless" is "if not"
        one.places["negation"] += one["unless"]
        one.places["except"] = [at for at in one["except"] if at not in one["unless"]]
    if one["except"] and not other["except"] and len(other["negation"]) > len(one["negation"]):
        one.drop("except")  # "all but this one", "only this one not", "but not this one"
        other.drop("negation")
        if len(other["only"]) > len(one["only"]):
            other.drop("only")
    if one["exactly"] and not other["exactly"] and one["once"] and other["once"]:  # "une seule fois", "genau einmal"
        one.drop("exactly")
    if one["both"] and not other["both"] and len(other["all"]) > len(one["all"]):
        one.drop("both", len(one["both"]))
    if one["one among"] and not other["one among"] and other["own"]:
        one.drop("one among", len(one["one among"]))
    if one["only"] and not other["only"]:
        if other["single"]:  # "un seul", "only one"
            one.drop("only")
            return
        if other["not until"] and not one["not until"]:  # "only if", "erst wenn"
            one.drop("only")
            other.drop("not until", len(other["not until"]))
        elif (
            other["exactly"] and not one["exactly"] and one["once"] and other["once"]
        ):  # "une seule fois", "genau einmal"
            one.drop("only")
            other.drop("exactly")


def _duties(mine: Said, theirs: Said) -> Iterator[_Told]:
    lost, gained = Counter(mine.duties) - Counter(theirs.duties), Counter(theirs.duties) - Counter(mine.duties)
    conditional = bool(mine["if"] and theirs["if"])  # "if nobody can, you may" is "du darfst, wenn niemand kann"
    if (lost and gained) or (not lost and not gained and mine.duties != theirs.duties and not conditional):
        yield "modality", "modality", {"a": ", ".join(mine.duties) or "-", "b": ", ".join(theirs.duties) or "-"}


def _denials(mine: Said, theirs: Said) -> Iterator[_Told]:
    many = len(mine["negation"]), len(theirs["negation"])
    until = bool(mine["not until"] and theirs["not until"])  # "not before", "only after", "erst": one thing
    apart = mine.more("negation", theirs) or theirs.more("negation", mine)
    if apart and (0 in many or sum(many) % 2) and not until:
        yield "negation", "negation", {}
    bare = [not (side["negation"] or side["only"] or side["not until"]) for side in (mine, theirs)]
    waits = [bool(one["not until"]) and not other.most("not until") for one, other in ((mine, theirs), (theirs, mine))]
    if any(waits) and any(bare):
        yield "negation", "concept-missing", {"which": "A" if mine["not until"] else "B", "a": "not until"}


def _lacking(mine: Said, theirs: Said) -> Iterator[_Told]:
    """Concepts whose loss alone tells."""
    until = bool(mine["not until"] and theirs["not until"])
    for one in concepts():
        if one.name == "only" and (until or (mine["once"] and theirs["once"])):
            continue
        for which, side, other in (("A", mine, theirs), ("B", theirs, mine)):
            if one.one_sided and side[one.name] and not other.most(one.name):
                yield "quantity", "concept-missing", {"which": which, "a": one.name}


def _parts(mine: Said, theirs: Said) -> Iterator[_Told]:
    """Who acts before whom, and concepts in the place of others of their group."""
    order, other = (
        [name for name in names if name in rest] for names, rest in ((mine.who, theirs.who), (theirs.who, mine.who))
    )
    found = swapped(mine, theirs)
    if order != other:
        yield "content", "concept", {"a": " → ".join(order), "b": " → ".join(other)}
    elif len(order) > 1:  # what one gives is what the other gets
        found = [one for one in found if one[0] != "gift"]
    for group, here, there in found:
        yield _KINDS.get(group, "content"), "concept", {"a": here, "b": there}


def is_pair(texts: Sequence[str], languages: tuple[str, str], which: int) -> bool:
    """Is a two of this text no number: "both", which the other need not say, or "the second", which is "the later"?"""
    if not set(languages) <= known():
        return _BOTH.search(texts[which].casefold()) is not None
    here, there = (concept_places(texts[i], languages[i]) for i in (which, 1 - which))
    if _BOTH.search(texts[which].casefold()):
        return not there["once"]
    return len(here["second"]) > len(there["second"]) and bool(there["after"] or there["different"])


_BOTH = re.compile(r"\b(?:both|either|neither|beiden?|beides|(?:les|des|aux|tous|toutes|ces|ses|leurs) deux)\b")
