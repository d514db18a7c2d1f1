"""From a finding to what can be played: the clause it is about, its chapter, and the open question it touches.

The question is the one of its variant, or of the base game, that shares most words with the sentences round the
finding; only questions whose readings have a position where they part.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from hedgekit import VARIANTS
from rulebook.collation import Finding
from rulebook.collation.checking.rules import clause_stems, stems
from rulebook.text import words

from .fields import FindingView, PlayedView
from .readings import asked, is_parted, switches
from .tables import finding

ABOUT = {"inner.aim": "0-a"}
"""Key of what is said of a finding -> the question that it is."""
TELLING = 3  # stems of few clauses that a finding outside the entries shares with the one it is about, at least
SHARED = 2  # stems that a question and a finding share, at least
COMMON = 12  # questions and clauses that a stem which tells nothing stands in


def shown(findings: Iterable[Finding], ours: bool, language: str) -> list[FindingView]:
    """Findings as rows; of texts of the game that the book is about, with what can be played."""
    return [{**finding(one), "play": played(one, language)} if ours else finding(one) for one in findings]


def played(one: Finding, language: str) -> PlayedView:
    """Clause, chapter and question; each "" where there is none.  language: the text's; French if the book lacks it."""
    language = language if language in words.LANGUAGES else "fr"
    number = one.variant if one.variant in VARIANTS else 0
    assert number is not None
    said = " ".join(f"{place.text} {place.text} {place.context}" for place in (one.a, one.b) if place)
    meant = stems(said, language)
    own, base = ({name: said for name, said in _questions(language).items() if _is_of(name, n)} for n in (number, 0))
    least = SHARED
    if one.variant is None:  # a title line shares words with some clause and is about none
        meant = frozenset(stem for stem in meant if _rare(language)[stem] <= COMMON)
        least = TELLING
    question = (
        ABOUT.get(one.said[0])
        or _nearest(meant, own, 1 if number else SHARED, language)
        or _nearest(meant, base, least, language)
    )
    clauses = clause_stems(number, language)
    clause = _nearest(meant, clauses, 1 if one.variant is not None else least, language)
    clause = clause or (next(iter(clauses), "") if number else "")
    return {
        "clause": clause,
        "chapter": words.CHAPTERS.get(VARIANTS[number].family, ""),
        "question": question,
        "asks": asked(question) if question else None,
    }


def _is_of(question: str, number: int) -> bool:
    return re.split("[-.]", question)[0] == str(number)


def _nearest(meant: frozenset[str], among: dict[str, frozenset[str]], least: int, language: str) -> str:
    """The name whose words are most like these; "" where fewer than `least` of them are the same."""
    rare = _rare(language)

    def alike(name: str) -> float:
        return sum(1 / rare[one] for one in meant & among[name] if rare[one] <= COMMON)

    best = max(among, key=lambda name: (alike(name), -len(among[name])), default="")
    return best if best and len(meant & among[best]) >= least and alike(best) > 0 else ""


@cache
def _questions(language: str) -> dict[str, frozenset[str]]:
    """Question that has a position -> the stems of what it asks and of both answers."""
    found = {}
    for name, one in switches().items():
        if not is_parted(name):
            continue
        stem = words.file_of(one.number)
        keys = (f"{stem}.readings.{name}", f"desk.otherwise.{name}", f"desk.asks.{name.replace('.', '-')}")
        found[name] = stems(" ".join(words.text(key, language) for key in keys if words.has(key)), language)
    return {name: said for name, said in found.items() if said}


@cache
def _rare(language: str) -> Counter[str]:
    """How many questions and clauses of the book a stem stands in."""
    texts = [*_questions(language).values()]
    texts += [said for number in VARIANTS for said in clause_stems(number, language).values()]
    return Counter(stem for said in texts for stem in said)
