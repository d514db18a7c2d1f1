"""Find the concepts that a rule turns on: negation, duty, direction, order, quantity, duration.

Each file of `words/` has a family of concepts, with patterns for every language (lower case, whole words).  The `also`
patterns of a concept may express it but prove nothing alone.  `one_sided` concepts are reported when only one text has
them; the others are compared within their group, and with the concepts they stand `against`.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from .patterns import LiteralIndex, Pattern, Patterns, compile_words, required_literals
from .tokens import normal

BETWEEN = 6  # words between a modal verb and its negation, at most
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?'?|\d+")
CLAUSE = re.compile(r"[,;:.!?()—–]")
_PARENTHETICAL = re.compile(
    r",(?! (?:so|und|aber|dann|doch|and|but|then|et|mais|ou|or|oder|il|elle|on|er|sie|es|man|he|she|it|you)\b)"
    r"[^,;:.!?()—–]{1,90},"
    r"(?! (?:wenn|falls|sofern|sobald|solange|bis|if|when|unless|until|provided|si|quand|lorsque)\b)"
)


@dataclass(frozen=True)
class Concept:
    """A concept: its groups, whether it is reported when one side lacks it, and its opposites outside its groups.

    patterns: by language, what certainly expresses it; possible_patterns: with the `also` patterns, None without any.
    """

    name: str
    group: str
    one_sided: bool
    against: Sequence[str]
    patterns: Mapping[str, Pattern]
    possible_patterns: Mapping[str, Pattern | None]


@cache
def table() -> dict[str, Any]:
    """Return all files of `words/` merged into one table."""
    found: dict[str, Any] = {}
    for file in sorted(files(__package__).joinpath("words").iterdir(), key=lambda file: file.name):
        for key, value in tomllib.loads(file.read_text("utf-8")).items():
            found[key] = found[key] + value if key in found else value
    return found


@cache
def concept_languages() -> frozenset[str]:
    """Return the languages with concepts."""
    return frozenset(table()["duty"])


@cache
def concepts() -> tuple[Concept, ...]:
    """Return all concepts but duty."""
    return tuple(
        Concept(
            row["name"],
            row.get("group", ""),
            row.get("one_sided", False),
            row.get("against", ()),
            {language: Pattern(row[language]) for language in concept_languages()},
            {
                language: Pattern([*row[language], *row["also"][language]]) if language in row.get("also", ()) else None
                for language in concept_languages()
            },
        )
        for row in table()["concept"]
    )


@cache
def _patterns(language: str, possible: bool) -> Patterns:
    """Return the patterns of all concepts, certain or possible ones."""
    found = ((one.name, (one.possible_patterns if possible else one.patterns)[language]) for one in concepts())
    return Patterns({name: pattern for name, pattern in found if pattern})


class _ByConcept(dict[str, Sequence[Any]]):
    """What was found by concept; empty for all others."""

    def __missing__(self, name: str) -> Sequence[Any]:
        return ()


@lru_cache(maxsize=1 << 14)  # needed for aligning a sentence, and again for comparing it
def certain_spans(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return the spans that certainly express a concept, by its name."""
    return _ByConcept(_patterns(language, possible=False).spans(searchable(text, language)))


@lru_cache(maxsize=1 << 14)
def _possible_spans(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return the spans that certainly or possibly express a concept, for concepts with `also` patterns."""
    return _ByConcept(_patterns(language, possible=True).spans(searchable(text, language)))


@lru_cache(maxsize=1 << 14)
def concept_places(text: str, language: str) -> Mapping[str, Sequence[int]]:
    """Return where a text certainly expresses which concept: name -> places, ascending."""
    found = _ByConcept({name: [start for start, _ in spans] for name, spans in certain_spans(text, language).items()})
    if language == "fr" and (more := _verbless_negations(searchable(text, language))):
        found["negation"] = sorted([*found["negation"], *more])
    return found


@lru_cache(maxsize=1 << 14)
def max_counts(text: str, language: str) -> Mapping[str, int]:
    """Return how often a text can express each concept at most.

    A possible word within a certain contrary does not count: "plus" in "le plus petit".
    """
    certain = certain_spans(text, language)
    found = Counter({name: len(at) for name, at in concept_places(text, language).items()})
    for name, possible in _possible_spans(text, language).items():
        own = certain[name]
        others = [span for other in contraries()[name] for span in certain[other] if span not in own]
        found[name] = max(found[name], len(_outside(possible, others)))
    return found


@lru_cache(maxsize=1 << 14)
def uncertain_spans(text: str, language: str) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return the spans that may express a concept, but do not certainly do so, by its name."""
    certain = certain_spans(text, language)
    possible = _possible_spans(text, language).items()
    return _ByConcept({name: found for name, spans in possible if (found := _outside(spans, certain[name]))})


def _outside(spans: Sequence[tuple[int, int]], taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans that overlap none of the others."""
    return [one for one in spans if not any(one[0] < end and start < one[1] for start, end in taken)]


@cache
def concepts_by_group() -> Mapping[str, Sequence[str]]:
    """Return the names of the concepts of each group."""
    found: dict[str, list[str]] = {}
    for name, groups in groups_by_concept().items():
        for group in groups:
            found.setdefault(group, []).append(name)
    return found


@cache
def groups_by_concept() -> Mapping[str, Sequence[str]]:
    """Return the groups of each concept."""
    return {one.name: one.group.split() for one in concepts()}


@cache
def contraries() -> Mapping[str, frozenset[str]]:
    """Return the contraries of each concept: the others of its groups, and those that either stands `against`."""
    names = {one.name for one in concepts()}
    found: dict[str, set[str]] = {one.name: names & set(one.against) for one in concepts()}
    for one in concepts():
        for name in found.keys() & set(one.against):  # duties, which have no words of their own here, drop out
            found[name].add(one.name)
        for group in {*groups_by_concept()[one.name]} - {"step"}:
            found[one.name].update(name for name in concepts_by_group()[group] if name != one.name)
    return {name: frozenset(others) for name, others in found.items()}


_STOP = re.compile(r"[.;:!?]")
_FULL = r"\b(?:pas|plus|jamais|rien|aucune?|personne|ni)\b"
_HALF = re.compile(  # but not in "ne ... que", which negates nothing: "il ne reste qu'un capitaine et aucun pion"
    rf"(?<!\w)(?:ne |n')(?!(?:(?!{_FULL})[^.;:,]){{1,60}}?(?<!tant )(?<!avant )(?<!dès )(?<!ainsi )\bqu(?:e\b|'))"
)
_WITHOUT = re.compile(r"(?<!\w)sans ")
_NOBODY = r"(?<!une )(?<!la )(?<!cette )(?<!chaque )(?<!par )personne"
_BARE = re.compile(
    rf"(?<!\w)(?:jamais|aucune?|rien|{_NOBODY})(?!\w)|(?:^|(?<=[,;:.!?(] )|(?<=mais )|(?<=et )|(?<=donc ))pas(?= )"
)


def _verbless_negations(plain: str) -> list[int]:
    """Return the places of French negations without a verb: "aucun contre trois"."""
    found, start = [], 0
    for end in [*(match.end() for match in CLAUSE.finditer(plain)), len(plain)]:
        bare = _BARE.search(plain, start, end)
        stop = bare and _STOP.search(plain, end)
        if bare and bare[0] == "pas":  # "mais pas ici, à moins qu'il ne soit vide"
            stop = None if end == len(plain) else CLAUSE.search(plain, end - 1)
        alone = bare and not _WITHOUT.search(plain, start, bare.start())  # "sans aucun" is one negation
        if bare and alone and not _HALF.search(plain, start, stop.start() if stop else len(plain)):
            found.append(bare.start())
        start = end
    return found


@lru_cache(maxsize=1 << 14)
def searchable(text: str, language: str = "") -> str:
    """Return a text normalized for the search for concepts."""
    if language == "de":
        text = re.sub(r"\bPaar\b", "zwei", text)  # in lower case it means "some"
    plain = re.sub(r"\s+", " ", normal(text))
    plain = plain.replace(" - ", " – ")  # a dash between parts of a sentence
    plain = re.sub(r" (?=[;:!?])", "", plain) if language == "fr" else plain  # French puts a space before a colon
    rewordings, index = _rewordings(language)
    possible = index.candidates(plain)
    for wording, other in rewordings.items():
        if wording in possible and (reworded := _rewording_pattern(wording).sub(other, plain)) != plain:
            plain, possible = reworded, index.candidates(reworded)
    return plain


@cache
def _rewordings(language: str) -> tuple[Mapping[str, str], LiteralIndex[str]]:
    """Return the table `same` of a language: a wording -> the one that the patterns know."""
    found = table()["same"].get(language, {})
    return found, LiteralIndex({wording: required_literals(wording) for wording in found})


@cache
def _rewording_pattern(wording: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{wording})(?!\w)")


@cache
def _duty_patterns(language: str) -> dict[str, re.Pattern[str]]:
    patterns = table()["duty"][language]
    return {name: compile_words(patterns[name]) for name in ("must", "may", "must_not", "need_not", "not")}


@lru_cache(maxsize=1024)
def duty_places(text: str, language: str) -> list[tuple[int, str]]:
    """Return the duties of a text in order, as (place, "must", "may", "must not" or "need not")."""
    patterns, plain = _duty_patterns(language), searchable(text, language)
    modals = [(match, name) for name in ("must", "may") for match in patterns[name].finditer(plain)]
    denied = {match.start() for match, _ in modals if match[0] == "cannot"}
    for denial in patterns["not"].finditer(plain):  # each negates one verb, the nearest
        near = [match.span() for match, _ in modals if _negates(plain, denial.span(), match.span(), language)]
        if near:
            denied.add(min(near, key=lambda span: abs(span[0] - denial.start()))[0])
    negated = {"must": "need not", "may": "must not"}
    found = [(match.start(), negated[name] if match.start() in denied else name) for match, name in modals]
    for name in ("must_not", "need_not"):
        taken = {at for at, _ in found}
        found += [(m.start(), name.replace("_", " ")) for m in patterns[name].finditer(plain) if m.start() not in taken]
    exact = {"fr": _french_duty, "en": _english_duty}.get(language)
    return [(at, exact(plain, at, name) if exact else name) for at, name in sorted(found)]


def _french_duty(text: str, at: int, name: str) -> str:
    """Correct a negated duty: "ne doit pas" forbids, only "n'est pas obligé" and its like exempt."""
    frees = re.match(r"oblig|tenu|contrain|forcée?s?|nécess|dispens|facult|n'|pas|nul|aucun|inutile", text[at:])
    return "must not" if name == "need not" and not frees else "need not" if name == "must not" and frees else name


def _english_duty(text: str, at: int, name: str) -> str:
    return "must not" if name == "need not" and re.match(r"(?:must|shall|is to|are to)\b", text[at:]) else name


_JOINS = {
    "fr": re.compile(r"\b(?:et|mais) (?:il |elle |on )?(?:doi|dev|peu|pou|faut)"),
    "en": re.compile(r"\b(?:and|but) (?:then )?\Z"),
    "de": re.compile(r"\b(?:und|aber) (?:dann )?\Z"),
}
_ADVERBS = re.compile(
    r"\s*(?:(?:always|otherwise|even|in any way|strictly|normally|necessarily|actually|therefore|then|be|been) )*"
)
_SENTENCE_START = re.compile(r"(?:^|[.;:,!?(] |\b(?:and|but|then|so|that|if) )\Z")
SUBJECT = 9  # words of a subject that starts with "no", at most
_OTHER_VERB = re.compile(  # a French negation with its own verb, before the modal verb
    r"\A(?:ne |n')(?!pas\b).*\b(?:pas|plus|rien|jamais|aucune?|personne)\b.*"
    r"\b(?:est|sont|sera|seront|soit|soient|se voit|reste|a|ont|aura) (?!(?:pas|plus|rien|jamais)\b)"
)
_POSSESSION = re.compile(
    r"\b(?:has|have|had|having|holds?|owns?|with|gets?|plays?|makes?|draws?|scores?|rolls?|takes?|shows?) \Z"
)
_FINITE = re.compile(r"doi|dev|peu|pou|faut|faudr")
_CLITICS = re.compile(r"\s*(?:pas )?(?:(?:le|la|les|lui|leur|en|y|se|me|te|nous|vous)\s+|[lsmt]'){0,2}")


def _negates(text: str, denial: tuple[int, int], modal: tuple[int, int], language: str) -> bool:
    """Return whether a negation applies to a modal verb: in the same clause, a few words away."""
    first, last = sorted((modal, denial))
    between = _PARENTHETICAL.sub(" ", text[first[1] : last[0]])  # "darf in einer Reihe, in der alles voll ist, niemand"
    if CLAUSE.search(between) or first == last:
        return False
    many = len(_WORD.findall(between))
    before = denial[0] < modal[0]  # "no snail may", "personne ne doit"
    if before and _JOINS[language].search(between):
        return False  # "dice that do not count and must be thrown again"
    word = text[slice(*denial)]
    if language == "de":
        apart = before and word.startswith("nicht") and "," in text[denial[1] : modal[0]]
        return many <= BETWEEN + 4 and not apart  # "wer nicht gelegt hat, ehe der Sand durch ist, muss ziehen"
    if language == "fr" and before:
        if _OTHER_VERB.search(text[denial[0] : modal[0]]):
            return False  # "qui n'en a pas est tenu"
        if _FINITE.match(text, modal[0]):
            return _CLITICS.fullmatch(between) is not None  # "qui n'a plus rien doit" negates another verb
    if language == "en" and before:
        if word in ("no", "none", "nothing") and _POSSESSION.search(text, 0, denial[0]):
            return False  # "a player who has no cards left must"
        if word == "not":
            return _ADVERBS.fullmatch(between) is not None  # but not "that has not moved yet may advance"
        if word == "no" and _SENTENCE_START.search(text, 0, denial[0]):
            return many <= SUBJECT  # "no two pieces of the same colour may"
    return many <= (4 if before else 1 if language == "en" else 3)
