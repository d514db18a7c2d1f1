"""Compare the concepts and duties of two sentences, once equivalent wordings are removed (`equivalents`)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from ..language.concepts import (
    concept_languages,
    concept_places,
    concepts,
    duty_places,
    groups_by_concept,
    searchable,
    uncertain_spans,
)
from ..language.languages import number_places
from .contrasts import Meaning, meaning_of, reported_alone, substitutions
from .equivalents import Discrepancy, cancel_denials, remove_equivalents
from .wording import Texts, WordAlignment

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


def concept_differences(alignment: WordAlignment) -> list[Discrepancy]:
    """Return the differences of two aligned sentences in duty, negation and other concepts."""
    texts, languages = alignment.texts, alignment.languages
    if not set(languages) <= concept_languages():
        return []
    mine, theirs = map(meaning_of, texts, languages)
    for k, side in enumerate((mine, theirs)):
        unexplained = _unexplained_counter(alignment, k)
        for name in reported_alone() & {*mine.at_most, *theirs.at_most}:
            side.at_most[name] = len(side[name]) + unexplained(name)
    remove_equivalents(mine, theirs)
    denials = [*_duty_discrepancies(mine, theirs), *_negation_discrepancies(mine, theirs)]
    denials, parts = cancel_denials(denials, substitutions(mine, theirs), (mine, theirs))
    found = [*denials, *_one_sided_discrepancies(mine, theirs), *_all_or_one(texts, languages, mine, theirs)]
    found += [(_KINDS.get(group, "content"), "concept", {"a": here, "b": there}) for group, here, there in parts]
    if not any(kind not in ("modality", "negation") for kind, *_ in found):
        found += [
            (_KINDS.get(group, "content"), "concept", {"a": f"{here} → {there}", "b": f"{there} → {here}"})
            for group, here, there in swaps(texts, languages, (mine.places, theirs.places), alignment.unambiguous_links)
        ]
    return [one for k, one in enumerate(found) if one not in found[:k]]


def sentence_differences(texts: Texts, languages: tuple[str, str]) -> list[Discrepancy]:
    """Return the differences of two sentences without the context of their texts."""
    return concept_differences(WordAlignment(texts, languages))


CLAUSES = ("skip", "stay", "if", "unless", "except", "even if", "as long as", "until", "same")
"""Concepts that claim their words: found on both sides, such a word is no evidence of any other concept."""


def _unexplained_counter(alignment: WordAlignment, k: int) -> Callable[[str], int]:
    """Return a function that counts words of a side that may express a concept, unless their translations may, too."""
    certain, uncertain = alignment.concepts, [*map(uncertain_spans, alignment.texts, alignment.languages)]
    both = [name for name in CLAUSES if name in certain[0] and len(certain[0][name]) == len(certain[1].get(name, ()))]

    def spans(name: str, side: int) -> list[tuple[int, int]]:
        own = [one for one in both if any(_overlap(span, of.get(name, ())) for of in certain for span in of[one])]
        taken = [span for one in both if one not in (name, *own) for span in certain[side][one]]
        return [span for span in uncertain[side][name] if not _overlap(span, taken)]

    def has_partner(name: str, start: int, end: int) -> bool:
        partners = [pair[1 - k].at for pair in alignment.content_links if start <= pair[k].at < end]
        return any(a <= at < b for at in partners for a, b in spans(name, 1 - k))

    return lambda name: sum(not has_partner(name, *span) for span in spans(name, k))


def _overlap(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _duty_discrepancies(mine: Meaning, theirs: Meaning) -> Iterator[Discrepancy]:
    lost, gained = Counter(mine.duties) - Counter(theirs.duties), Counter(theirs.duties) - Counter(mine.duties)
    if mine["not until"] and theirs["not until"] and "need not" not in (*lost, *gained):
        return  # "not before", "only after": forbidden till then, allowed from then on
    for one, other in ((mine, theirs), (theirs, mine)):
        if one["always"] and not other["always"] and other.exceeds("may", one) and not one["negation"]:
            gained["may"] = lost["always"] = 1
    conditional = bool(mine["if"] or theirs["if"])  # "if nobody can, you may" is "du darfst, wenn niemand kann"
    if (lost and gained) or (not lost and not gained and mine.duties != theirs.duties and not conditional):
        yield "modality", "modality", {"a": ", ".join(mine.duties) or "-", "b": ", ".join(theirs.duties) or "-"}


def _negation_discrepancies(mine: Meaning, theirs: Meaning) -> Iterator[Discrepancy]:
    counts = len(mine["negation"]), len(theirs["negation"])
    until = bool(mine["not until"] and theirs["not until"])  # "not before", "only after", "erst": the same
    unmatched = mine.is_unmatched("negation", theirs) or theirs.is_unmatched("negation", mine)
    if unmatched and (0 in counts or sum(counts) % 2) and not until:
        yield "negation", "negation", {}
    bare = [not (side["negation"] or side["only"] or side["not until"]) for side in (mine, theirs)]
    waits = [bool(a["not until"]) and not b.max_count("not until") for a, b in ((mine, theirs), (theirs, mine))]
    if any(waits) and any(bare):
        yield "negation", "concept-missing", {"which": "A" if mine["not until"] else "B", "a": "not until"}


def _one_sided_discrepancies(mine: Meaning, theirs: Meaning) -> Iterator[Discrepancy]:
    until = bool(mine["not until"] and theirs["not until"])
    present = {name for side in (mine, theirs) for name, at in side.places.items() if at}
    for name in (one.name for one in concepts() if one.one_sided and one.name in present):
        if mine[name] and theirs[name]:
            continue
        if name == "only" and (until or (mine["once"] and theirs["once"])):
            continue
        for which, side, other in (("A", mine, theirs), ("B", theirs, mine)):
            if not other[name] and side.is_unmatched(name, other):
                groups = groups_by_concept()[name]
                kind = next((_KINDS[group] for group in groups if group in _KINDS), "content" if groups else "quantity")
                yield kind, "concept-missing", {"which": which, "a": name}


EVERY = ("all", "all of them", "everybody", "every player", "both")


def _all_or_one(
    texts: Sequence[str], languages: tuple[str, str], mine: Meaning, theirs: Meaning
) -> Iterator[Discrepancy]:
    """Yield one in the place of all, or all in the place of one; "a bone works once" is true of every bone."""
    for one, other, which in ((mine, theirs, 0), (theirs, mine, 1)):
        plain = searchable(texts[1 - which], languages[1 - which])
        inside = [at for at in other["just one"] if not _SENTENCE_START.search(plain, 0, at)]
        every = any(one[name] for name in EVERY) and not any(other.max_count(name) for name in EVERY)
        singly = len(inside) > len(one["just one"])
        only = max(one.max_count("only") - len(one["all"]), len(one["only"]))  # "all" may mean it, but not alone
        whole = one.exceeds("all of them", other) and not any(other.exceeds(name, one) for name in EVERY)
        denied = bool(one["negation"] or other["negation"])
        found = {
            ("all", "just one"): every and singly and not denied,
            ("all", "only"): every and len(other["only"]) > only and len(one["negation"]) == len(other["negation"]),
            ("all of them", "one among"): whole and other.exceeds("one among", one) and not denied,
        }
        for pair in (pair for pair, differs in found.items() if differs):
            yield "quantity", "concept", {"a": pair[which], "b": pair[1 - which]}


_SENTENCE_START = re.compile(r"(?:^|[.:;!?] )(?:\d+\. )?\Z")


def is_implied_two(texts: Sequence[str], languages: tuple[str, str], which: int) -> bool:
    """Return whether a two in this text is no number that the other text must state.

    "Both", "the second" for "the later" or "another", "two players may trade" for "players may trade", "either".
    """
    if not set(languages) <= concept_languages():
        return _BOTH.search(texts[which].casefold()) is not None
    here, there = (concept_places(texts[i], languages[i]) for i in (which, 1 - which))
    text = texts[which].casefold()
    twice = _TWICE.search(texts[1 - which].casefold())
    if twice or _THE_TWO.search(text) or (_SAME_TWICE.search(text) and there["same"]):
        return True
    if _BOTH.search(text):
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
Item = tuple[str, str]  # its group, and which of the group
BETWEEN = 1  # items that must stand between the two swapped ones


def swaps(
    texts: Sequence[str],
    languages: tuple[str, str],
    places: Sequence[Mapping[str, Sequence[int]]],
    links: Sequence[tuple[int, int]] = (),
) -> Iterator[tuple[str, str, str]]:
    """Yield items that have changed places: (group, one, other); the group is of concepts, "number" or "duty".

    links: the places of words that translate each other, by which the order of the sentences is compared.
    """
    sides = [*map(_unique_items, texts, languages, places)]
    for side, at in zip(sides, zip(*links, strict=True), strict=False):
        side |= {("", f"word {k}"): place for k, place in enumerate(at) if place not in side.values()}
    shared = [item for item in sides[0] if item in sides[1]]
    orders = [{item: at for at, item in enumerate(sorted(shared, key=side.__getitem__))} for side in sides]
    for one, two in combinations(shared, 2):
        if one[0] == two[0] and one[0] not in FREE_ORDER and is_swap(one, two, orders):
            yield one[0], one[1], two[1]


FREE_ORDER = frozenset({"", "joint", "condition", "order", "until", "step", "trade"})
"""Groups whose order within a sentence is free, or is compared elsewhere."""


def _unique_items(text: str, language: str, places: Mapping[str, Sequence[int]]) -> dict[Item, int]:
    """Return the items that a text has exactly once, with their places; numbers are numbered and always count."""
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


def is_swap(one: Key, two: Key, orders: Sequence[Mapping[Key, int]]) -> bool:
    """Return whether exchanging two items alone explains the other order, with something between them."""
    mine, theirs = orders
    if (mine[one] < mine[two]) == (theirs[one] < theirs[two]):
        return False
    swapped = {one: theirs[two], two: theirs[one]}
    between = 0
    for other in mine:
        if other in (one, two):
            continue
        for item in (one, two):
            if (mine[other] < mine[item]) != (theirs[other] < swapped[item]):
                return False
        between += min(mine[one], mine[two]) < mine[other] < max(mine[one], mine[two])
    return between >= BETWEEN
