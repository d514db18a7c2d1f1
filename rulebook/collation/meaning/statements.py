"""Compare what two sentences say: their concepts and duties, once equivalents are removed (`equivalents`)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TypeVar

from ..language.concepts import (
    Concept,
    concept_languages,
    concept_places,
    concepts,
    duty_places,
    groups_by_concept,
    searchable,
    uncertain_spans,
)
from ..language.languages import number_places
from .contrasts import Said, said, swapped, telling
from .equivalents import Discrepancy, balanced, level
from .wording import Texts, Wording

GROUPS = {
    "direction": "side way track-end height rank extreme axis distance within face flank passage nearing going clock",
    "order": "order end joint condition which limit pace case next-what yet while",
    "quantity": "bound amount share part players how-many-people addition reckoning use concerned which-opponents"
    " compared anybody",
    "duration": "span spell time often how-long calendar per-what end-of-what",
    "number": "number",
    "modality": "duty counsel",
}
_KINDS = {group: kind for kind, groups in GROUPS.items() for group in groups.split()}


def concept_differences(wording: Wording) -> list[Discrepancy]:
    """The differences of two aligned sentences in duty, negation and other concepts."""
    texts, languages = wording.texts, wording.languages
    if not set(languages) <= concept_languages():
        return []
    mine, theirs = map(said, texts, languages)
    for k, side in enumerate((mine, theirs)):
        perhaps = _perhaps(wording, k)
        for name in telling() & {*mine.at_most, *theirs.at_most}:
            side.at_most[name] = len(side[name]) + perhaps(name)
    level(mine, theirs)
    denied = [*_duties(mine, theirs), *_denials(mine, theirs)]
    denied, parts = balanced(denied, swapped(mine, theirs), (mine, theirs))
    found: list[Discrepancy] = [*denied, *_lacking(mine, theirs), *_everyone(texts, languages, mine, theirs)]
    found += [(_KINDS.get(group, "content"), "concept", {"a": here, "b": there}) for group, here, there in parts]
    if not any(kind not in ("modality", "negation") for kind, *_ in found):
        found += [
            (_KINDS.get(group, "content"), "concept", {"a": f"{here} → {there}", "b": f"{there} → {here}"})
            for group, here, there in exchanged(texts, languages, (mine.places, theirs.places), wording.certain)
        ]
    return [one for k, one in enumerate(found) if one not in found[:k]]


def sentence_differences(texts: Texts, languages: tuple[str, str]) -> list[Discrepancy]:
    """The same of two sentences alone."""
    return concept_differences(Wording(texts, languages))


CLAUSES = ("skip", "stay", "if", "unless", "except", "even if", "as long as", "until", "same")
"""What both may say with a word: there it says this, and excuses nothing else."""


def _perhaps(wording: Wording, k: int) -> Callable[[str], int]:
    """How many words of a side may say a concept, beside what the other has as well: "free" and "libre"."""
    said, loose = wording.concepts, [*map(uncertain_spans, wording.texts, wording.languages)]
    both = [of for of in CLAUSES if of in said[0] and len(said[0][of]) == len(said[1].get(of, ()))]

    def spans(name: str, side: int) -> list[tuple[int, int]]:
        own = [of for of in both if any(_overlap(span, there.get(name, ())) for there in said for span in there[of])]
        taken = [span for of in both if of not in (name, *own) for span in said[side][of]]
        return [span for span in loose[side][name] if not _overlap(span, taken)]

    def has_partner(name: str, start: int, end: int) -> bool:
        partners = [pair[1 - k].at for pair in wording.telling if start <= pair[k].at < end]
        return any(a <= at < b for at in partners for a, b in spans(name, 1 - k))

    return lambda name: sum(not has_partner(name, *span) for span in spans(name, k))


def _overlap(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _duties(mine: Said, theirs: Said) -> Iterator[Discrepancy]:
    lost, gained = Counter(mine.duties) - Counter(theirs.duties), Counter(theirs.duties) - Counter(mine.duties)
    if mine["not until"] and theirs["not until"] and "need not" not in (*lost, *gained):
        return  # "not before", "only after": forbidden till then, allowed from then on
    for one, other in ((mine, theirs), (theirs, mine)):
        if one["always"] and not other["always"] and other.lacks("may", one) and not one["negation"]:
            gained["may"] = lost["always"] = 1
    conditional = bool(mine["if"] or theirs["if"])  # "if nobody can, you may" is "du darfst, wenn niemand kann"
    if (lost and gained) or (not lost and not gained and mine.duties != theirs.duties and not conditional):
        yield "modality", "modality", {"a": ", ".join(mine.duties) or "-", "b": ", ".join(theirs.duties) or "-"}


def _denials(mine: Said, theirs: Said) -> Iterator[Discrepancy]:
    many = len(mine["negation"]), len(theirs["negation"])
    until = bool(mine["not until"] and theirs["not until"])  # "not before", "only after", "erst": one thing
    apart = mine.alone("negation", theirs) or theirs.alone("negation", mine)
    if apart and (0 in many or sum(many) % 2) and not until:
        yield "negation", "negation", {}
    bare = [not (side["negation"] or side["only"] or side["not until"]) for side in (mine, theirs)]
    waits = [bool(one["not until"]) and not other.most("not until") for one, other in ((mine, theirs), (theirs, mine))]
    if any(waits) and any(bare):
        yield "negation", "concept-missing", {"which": "A" if mine["not until"] else "B", "a": "not until"}


@cache
def _one_sided() -> Mapping[str, tuple[int, Concept]]:
    """The concepts whose loss alone tells, by name, with their order."""
    return {one.name: (k, one) for k, one in enumerate(concepts()) if one.one_sided}


def _lacking(mine: Said, theirs: Said) -> Iterator[Discrepancy]:
    """Concepts that are reported when only one side has them."""
    until = bool(mine["not until"] and theirs["not until"])
    said = {name for side in (mine, theirs) for name, at in side.places.items() if at}
    for _, one in sorted(_one_sided()[name] for name in said & _one_sided().keys()):
        if mine[one.name] and theirs[one.name]:
            continue
        if one.name == "only" and (until or (mine["once"] and theirs["once"])):
            continue
        for which, side, other in (("A", mine, theirs), ("B", theirs, mine)):
            if not other[one.name] and side.alone(one.name, other):
                groups = groups_by_concept()[one.name]
                kind = next((_KINDS[group] for group in groups if group in _KINDS), "content" if groups else "quantity")
                yield kind, "concept-missing", {"which": which, "a": one.name}


EVERY = ("all", "all of them", "everybody", "every player", "both")


def _everyone(texts: Sequence[str], languages: tuple[str, str], mine: Said, theirs: Said) -> Iterator[Discrepancy]:
    """One in the place of all, or all in the place of one; "a bone works once" is said of every bone."""
    for one, other, which in ((mine, theirs, 0), (theirs, mine, 1)):
        plain = searchable(texts[1 - which], languages[1 - which])
        inside = [at for at in other["just one"] if not _OPENS.search(plain, 0, at)]
        every = any(one[name] for name in EVERY) and not any(other.most(name) for name in EVERY)
        singly = len(inside) > len(one["just one"])
        if every and singly and not one["negation"] and not other["negation"]:
            words = ("all", "just one") if which == 0 else ("just one", "all")
            yield "quantity", "concept", {"a": words[0], "b": words[1]}
        only = max(one.most("only") - len(one["all"]), len(one["only"]))  # "all" may say it, but not of itself
        if every and len(other["only"]) > only and len(one["negation"]) == len(other["negation"]):
            words = ("all", "only") if which == 0 else ("only", "all")
            yield "quantity", "concept", {"a": words[0], "b": words[1]}
        whole = one.lacks("all of them", other) and not any(other.lacks(name, one) for name in EVERY)
        if whole and other.lacks("one among", one) and not one["negation"] and not other["negation"]:
            words = ("all of them", "one among") if which == 0 else ("one among", "all of them")
            yield "quantity", "concept", {"a": words[0], "b": words[1]}


_OPENS = re.compile(r"(?:^|[.:;!?] )(?:\d+\. )?\Z")


def is_pair(texts: Sequence[str], languages: tuple[str, str], which: int) -> bool:
    """Is a two of this text no number: one that the other says without a number, or need not say?

    "Both", "the second", which is "the later" or "another", "two players may trade" among each other, "either".
    """
    if not set(languages) <= concept_languages():
        return _BOTH.search(texts[which].casefold()) is not None
    here, there = (concept_places(texts[i], languages[i]) for i in (which, 1 - which))
    said = texts[which].casefold()
    if _TWICE.search(texts[1 - which].casefold()):
        return True
    if _THE_TWO.search(said) or (_SAME_TWICE.search(said) and there["same"]):
        return True
    if _BOTH.search(said):
        return not there["once"]
    if here["mutual"] or there["mutual"]:
        return True
    return len(here["second"]) > len(there["second"]) and any(there[name] for name in ("after", "different", "again"))


_TWICE = re.compile(r"\b(?:doubl\w*|\w*doppel\w*|\w+pasch)\b")
_THE_TWO = re.compile(  # they: "the two may share a space"
    r"\b(?:the|these|those) two(?= (?:are|may|can|must|cannot|have|share|should|need|then|also|do|will)\b|[.,;:)])"
    r"|\b(?:die|diese) zwei(?= (?:sind|dürfen|können|müssen|haben|sollen|teilen)\b|[.,;:)])"
)
_SAME_TWICE = re.compile(  # "different or twice the same"
    r"\b(?:zweimal (?:das|die|den|der)selbe|zweimal (?:das|die|den) gleiche|twice the same|the same (?:\w+ )?twice"
    r"|deux fois l[ea] même)"
)
_BOTH = re.compile(r"\b(?:both|either|neither|beiden?|beides|(?:les|des|aux|tous|toutes|ces|ses|leurs) deux)\b")

Key = TypeVar("Key")
Item = tuple[str, str]  # kind of thing, which of them
BETWEEN = 1  # things that stay between the two, at least


def exchanged(
    texts: Sequence[str],
    languages: tuple[str, str],
    places: Sequence[Mapping[str, Sequence[int]]],
    links: Sequence[tuple[int, int]] = (),
) -> Iterator[tuple[str, str, str]]:
    """Two things that have changed places: (group, the one, the other), of "number", "duty" or a group of concepts.

    links: where words stand that speak of the same, which tell what stands between the two.
    """
    sides = [*map(_items, texts, languages, places)]
    for side, at in zip(sides, zip(*links, strict=True), strict=False):
        side |= {("", f"word {k}"): place for k, place in enumerate(at) if place not in side.values()}
    shared = [item for item in sides[0] if item in sides[1]]
    orders = [{item: at for at, item in enumerate(sorted(shared, key=side.__getitem__))} for side in sides]
    for one, two in combinations(shared, 2):
        if one[0] == two[0] and one[0] not in LOOSE and changed(one, two, orders):
            yield one[0], one[1], two[1]


LOOSE = frozenset({"", "joint", "condition", "order", "until", "step", "trade"})
"""Groups whose order within a sentence is free, or told elsewhere."""


def _items(text: str, language: str, places: Mapping[str, Sequence[int]]) -> dict[Item, int]:
    """What a text names just once, and where; numbers however often."""
    groups = groups_by_concept()
    found = {
        (next(iter(groups[name]), name), name): at[0] for name, at in places.items() if len(at) == 1 and name in groups
    }
    duties = duty_places(text, language)
    names = [name for _, name in duties]
    found |= {("duty", name): at for at, name in duties if names.count(name) == 1}
    seen: Counter[str] = Counter()
    for at, number in number_places(searchable(text, language), language):
        seen[number] += 1
        found["number", number if seen[number] == 1 else f"{number} ({seen[number]})"] = at
    return found


def changed(one: Key, two: Key, orders: Sequence[Mapping[Key, int]]) -> bool:
    """Do all others keep their order towards the two, if these are exchanged, and some stand between them?"""
    mine, theirs = orders
    if (mine[one] < mine[two]) == (theirs[one] < theirs[two]):
        return False
    turned = {one: theirs[two], two: theirs[one]}
    between = 0
    for other in mine:
        if other in (one, two):
            continue
        for item in (one, two):
            if (mine[other] < mine[item]) != (theirs[other] < turned[item]):
                return False
        between += min(mine[one], mine[two]) < mine[other] < max(mine[one], mine[two])
    return between >= BETWEEN
