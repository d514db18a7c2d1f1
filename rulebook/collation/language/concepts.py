"""Find the concepts that a rule turns on: negation, duty, direction, order, quantity, duration.

Each file of `words/` is a family of concepts.  A concept has patterns for every language (in small letters, whole
words); its `also` patterns may say it but prove nothing by themselves.  `one_sided` concepts are reported when only one
text has them; the others are compared within their group, and with what they stand `against`.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from .patterns import Needed, Pattern, Patterns, compile_words, required_literals
from .tokens import normal

BETWEEN = 6  # words between a modal verb and the word that denies it
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?'?|\d+")
CLAUSE = re.compile(r"[,;:.!?()—–]")
_SET_IN = re.compile(
    r",(?! (?:so|und|aber|dann|doch|and|but|then|et|mais|ou|or|oder|il|elle|on|er|sie|es|man|he|she|it|you)\b)"
    r"[^,;:.!?()—–]{1,90},"
    r"(?! (?:wenn|falls|sofern|sobald|solange|bis|if|when|unless|until|provided|si|quand|lorsque)\b)"
)


@dataclass(frozen=True)
class Concept:
    """A concept: its groups, whether its loss alone is reported, and its contraries.

    patterns: by language, of what says it; loosely: of that and of what may say it, if anything may.
    """

    name: str
    group: str
    one_sided: bool
    against: Sequence[str]
    patterns: Mapping[str, Pattern]
    loosely: Mapping[str, Pattern | None]


@cache
def table() -> dict[str, Any]:
    """All families of concepts in one table."""
    found: dict[str, Any] = {}
    for file in sorted(files(__package__).joinpath("words").iterdir(), key=lambda file: file.name):
        for key, value in tomllib.loads(file.read_text("utf-8")).items():
            found[key] = found[key] + value if key in found else value
    return found


@cache
def concept_languages() -> frozenset[str]:
    """The languages in which concepts are known."""
    return frozenset(table()["duty"])


@cache
def concepts() -> tuple[Concept, ...]:
    """All concepts but duty."""
    return tuple(
        Concept(
            of["name"],
            of.get("group", ""),
            of.get("one_sided", False),
            of.get("against", ()),
            {language: Pattern(of[language]) for language in concept_languages()},
            {
                language: Pattern([*of[language], *of["also"][language]]) if language in of.get("also", ()) else None
                for language in concept_languages()
            },
        )
        for of in table()["concept"]
    )


@cache
def _sought(language: str, loose: bool) -> Patterns:
    """The patterns of all concepts: of what says them, or of what may."""
    several = ((of.name, of.loosely[language] if loose else of.patterns[language]) for of in concepts())
    return Patterns({name: pattern for name, pattern in several if pattern})


class _Found(dict[str, Sequence[Any]]):
    """What is found of some names; of all others nothing is."""

    def __missing__(self, name: str) -> Sequence[Any]:
        return ()


@lru_cache(maxsize=1 << 14)  # a sentence is asked for to be matched, and again to be compared
def certain_spans(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The spans of all that surely says a concept, by its name."""
    return _Found(_sought(language, loose=False).spans(searchable(text, language)))


@lru_cache(maxsize=1 << 14)
def _perhaps(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The spans of all that says a concept or may say it, of those that have such words."""
    return _Found(_sought(language, loose=True).spans(searchable(text, language)))


@lru_cache(maxsize=1 << 14)
def concept_places(text: str, language: str) -> Mapping[str, Sequence[int]]:
    """Where a text says which concept: name -> places, ascending."""
    found = _Found({name: [start for start, _ in spans] for name, spans in certain_spans(text, language).items()})
    if language == "fr" and (more := _verbless(searchable(text, language))):
        found["negation"] = sorted([*found["negation"], *more])
    return found


@lru_cache(maxsize=1 << 14)
def max_counts(text: str, language: str) -> Mapping[str, int]:
    """How often a text may say which concept, at most: what says it, and what may say it.

    What is part of a contrary of it does not: "plus" is none in "le plus petit".
    """
    taken = certain_spans(text, language)
    found = Counter({name: len(at) for name, at in concept_places(text, language).items()})
    for name, at in _perhaps(text, language).items():
        own = taken[name]
        others = [span for other in contraries()[name] for span in taken[other] if span not in own]
        may = [one for one in at if not any(one[0] < end and start < one[1] for start, end in others)]
        found[name] = max(found[name], len(may))
    return found


@lru_cache(maxsize=1 << 14)
def uncertain_spans(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Where a text has words that may say a concept, but do not surely say it: their spans, by its name."""
    taken = certain_spans(text, language)
    found = {
        name: [one for one in at if not any(one[0] < end and start < one[1] for start, end in taken[name])]
        for name, at in _perhaps(text, language).items()
    }
    return _Found({name: at for name, at in found.items() if at})


@cache
def concepts_by_group() -> Mapping[str, Sequence[str]]:
    """The names of the concepts of each group."""
    found: dict[str, list[str]] = {}
    for name, groups in groups_by_concept().items():
        for group in groups:
            found.setdefault(group, []).append(name)
    return found


@cache
def groups_by_concept() -> Mapping[str, Sequence[str]]:
    """The groups of each concept."""
    return {of.name: of.group.split() for of in concepts()}


@cache
def contraries() -> Mapping[str, frozenset[str]]:
    """What each concept is told apart from: the others of its groups, and what it stands against."""
    names = {of.name for of in concepts()}
    found: dict[str, set[str]] = {of.name: names & set(of.against) for of in concepts()}
    for of in concepts():
        for name in found.keys() & set(of.against):  # a duty has no words of its own here
            found[name].add(of.name)
        for group in {*groups_by_concept()[of.name]} - {"step"}:
            found[of.name].update(name for name in concepts_by_group()[group] if name != of.name)
    return {name: frozenset(others) for name, others in found.items()}


_STOP = re.compile(r"[.;:!?]")
_FULL = r"\b(?:pas|plus|jamais|rien|aucune?|personne|ni)\b"
_HALF = re.compile(  # but not of "ne ... que", which denies nothing: "il ne reste qu'un capitaine et aucun pion"
    rf"(?<!\w)(?:ne |n')(?!(?:(?!{_FULL})[^.;:,]){{1,60}}?(?<!tant )(?<!avant )(?<!dès )(?<!ainsi )\bqu(?:e\b|'))"
)
_WITHOUT = re.compile(r"(?<!\w)sans ")
_NOBODY = r"(?<!une )(?<!la )(?<!cette )(?<!chaque )(?<!par )personne"
_BARE = re.compile(
    rf"(?<!\w)(?:jamais|aucune?|rien|{_NOBODY})(?!\w)|(?:^|(?<=[,;:.!?(] )|(?<=mais )|(?<=et )|(?<=donc ))pas(?= )"
)


def _verbless(plain: str) -> list[int]:
    """Negations of French without a verb: "aucun contre trois"."""
    found, start = [], 0
    for end in [*(match.end() for match in CLAUSE.finditer(plain)), len(plain)]:
        bare = _BARE.search(plain, start, end)
        stop = bare and _STOP.search(plain, end)
        if bare and bare[0] == "pas":  # "mais pas ici, à moins qu'il ne soit vide"
            stop = None if end == len(plain) else CLAUSE.search(plain, end - 1)
        alone = bare and not _WITHOUT.search(plain, start, bare.start())  # "sans aucun" denies once
        if bare and alone and not _HALF.search(plain, start, stop.start() if stop else len(plain)):
            found.append(bare.start())
        start = end
    return found


@lru_cache(maxsize=1 << 14)
def searchable(text: str, language: str = "") -> str:
    """Normalise a text for the search for concepts."""
    if language == "de":
        text = re.sub(r"\bPaar\b", "zwei", text)  # with a small letter it is "some"
    plain = re.sub(r"\s+", " ", normal(text))
    plain = plain.replace(" - ", " – ")  # a dash that sets a part off
    plain = re.sub(r" (?=[;:!?])", "", plain) if language == "fr" else plain  # a French colon stands apart
    ways, sought = _same(language)
    may = sought.of(plain)
    for way, said in ways.items():
        if way in may and (other := _way(way).sub(said, plain)) != plain:
            plain, may = other, sought.of(other)
    return plain


@cache
def _same(language: str) -> tuple[Mapping[str, str], Needed[str]]:
    ways = table()["same"].get(language, {})
    return ways, Needed({way: required_literals(way) for way in ways})


@cache
def _way(way: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{way})(?!\w)")


@cache
def _duty(language: str) -> dict[str, re.Pattern[str]]:
    of_all = table()["duty"][language]
    return {name: compile_words(of_all[name]) for name in ("must", "may", "must_not", "need_not", "not")}


@lru_cache(maxsize=1024)
def duty_places(text: str, language: str) -> list[tuple[int, str]]:
    """What must be done, may be, must not, need not, in the order of the text: (place, which)."""
    patterns, plain = _duty(language), searchable(text, language)
    modals = [(match, name) for name in ("must", "may") for match in patterns[name].finditer(plain)]
    denied = {match.start() for match, _ in modals if match[0] == "cannot"}
    for denial in patterns["not"].finditer(plain):  # each denies one verb, the nearest
        near = [match.span() for match, _ in modals if _near(plain, match.span(), denial.span(), language)]
        if near:
            denied.add(min(near, key=lambda span: abs(span[0] - denial.start()))[0])
    turned = {"must": "need not", "may": "must not"}
    found = [(match.start(), turned[name] if match.start() in denied else name) for match, name in modals]
    for name in ("must_not", "need_not"):
        taken = {at for at, _ in found}
        found += [(m.start(), name.replace("_", " ")) for m in patterns[name].finditer(plain) if m.start() not in taken]
    exact = {"fr": _french, "en": _english}.get(language)  # "ne doit pas" forbids; only "n'est pas obligé" frees
    return [(at, exact(plain, at, name) if exact else name) for at, name in sorted(found)]


def _french(text: str, at: int, name: str) -> str:
    frees = re.match(r"oblig|tenu|contrain|forcée?s?|nécess|dispens|facult|n'|pas|nul|aucun|inutile", text[at:])
    return "must not" if name == "need not" and not frees else "need not" if name == "must not" and frees else name


def _english(text: str, at: int, name: str) -> str:
    return "must not" if name == "need not" and re.match(r"(?:must|shall|is to|are to)\b", text[at:]) else name


_JOINS = {
    "fr": re.compile(r"\b(?:et|mais) (?:il |elle |on )?(?:doi|dev|peu|pou|faut)"),
    "en": re.compile(r"\b(?:and|but) (?:then )?\Z"),
    "de": re.compile(r"\b(?:und|aber) (?:dann )?\Z"),
}
_ADVERBS = re.compile(
    r"\s*(?:(?:always|otherwise|even|in any way|strictly|normally|necessarily|actually|therefore|then|be|been) )*"
)
_BEGINS = re.compile(r"(?:^|[.;:,!?(] |\b(?:and|but|then|so|that|if) )\Z")
SUBJECT = 9  # words of a subject that "no" begins, at most
_OTHER_VERB = {
    "fr": re.compile(
        r"\A(?:ne |n')(?!pas\b).*\b(?:pas|plus|rien|jamais|aucune?|personne)\b.*"
        r"\b(?:est|sont|sera|seront|soit|soient|se voit|reste|a|ont|aura) "
        r"(?!(?:pas|plus|rien|jamais)\b)"
    ),
}
"""What a denial takes with it, before another verb begins."""
_HELD = re.compile(
    r"\b(?:has|have|had|having|holds?|owns?|with|gets?|plays?|makes?|draws?|scores?|rolls?|takes?|shows?) \Z"
)
_FINITE = re.compile(r"doi|dev|peu|pou|faut|faudr")
_CLITICS = re.compile(r"\s*(?:pas )?(?:(?:le|la|les|lui|leur|en|y|se|me|te|nous|vous)\s+|[lsmt]'){0,2}")


def _near(text: str, modal: tuple[int, int], denial: tuple[int, int], language: str) -> bool:
    """Does a denial belong to a modal verb: in the same clause, a few words away?"""
    first, last = sorted((modal, denial))
    between = _SET_IN.sub(" ", text[first[1] : last[0]])  # "darf in einer Reihe, in der alles besetzt ist, niemand"
    if CLAUSE.search(between) or first == last:
        return False
    many = len(_WORD.findall(between))
    if denial[0] < modal[0] and _JOINS[language].search(between):
        return False  # "dice that do not count and must be thrown again"
    if language == "de":
        apart = denial[0] < modal[0] and text[slice(*denial)].startswith("nicht") and "," in text[denial[1] : modal[0]]
        return many <= BETWEEN + 4 and not apart  # "wer nicht gelegt hat, ehe der Sand durch ist, muss ziehen"
    before = denial[0] < modal[0]  # "no snail may", "personne ne doit"
    if before and (other := _OTHER_VERB.get(language)) and other.search(text[denial[0] : modal[0]]):
        return False  # "who has none is obliged", "qui n'en a pas est tenu"
    held = language == "en" and before and text[slice(*denial)] in ("no", "none", "nothing")
    if held and _HELD.search(text, 0, denial[0]):
        return False  # "a player who has no cards left must"
    if language == "en" and before and text[slice(*denial)] == "not":
        return _ADVERBS.fullmatch(between) is not None  # but not "that has not moved yet may advance"
    if language == "en" and before and text[slice(*denial)] == "no" and _BEGINS.search(text, 0, denial[0]):
        return many <= SUBJECT  # "no two pieces of the same colour may"
    if language == "fr" and before and _FINITE.match(text, modal[0]):
        return _CLITICS.fullmatch(between) is not None  # "qui n'a plus rien doit" denies another verb
    return many <= (4 if before else 1 if language == "en" else 3)
