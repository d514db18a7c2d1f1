"""The panels beside the texts: findings and what of them can be played, facts, structure, terms, readings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from hedgekit import VARIANTS
from rulebook.collation import Decision, Finding, Witness, check_facts
from rulebook.collation.checking.glossary import STATUSES, Use, has_terms, uses
from rulebook.collation.checking.rules import clause_stems, is_our_game, stems
from rulebook.collation.finding import Place
from rulebook.collation.language.languages import told_language
from rulebook.collation.reading.structure import outline
from rulebook.text import words
from rulebook.text.words import Localized

from .fields import DecisionView, ExpiredView, FindingView, PlayedView
from .material import Material
from .readings import asked, is_parted, switches

PARTS = ("facts", "terms", "translation", "structure", "readings")
PLACES = 1000  # of an apparatus that are shown


def told(part: str, on: Material, side: str, witness: Witness) -> dict[str, Any]:
    """One of `PARTS` as rows; witness: that of the side."""
    if part == "readings":
        found = on.apparatus
        places: list[Any] = [[variant or "", *one.readings.values()] for variant, one in found.places]
        return {"names": found.names, "rows": places[:PLACES], "many": len(places)}
    if part == "translation":
        rows = shown(on.checked, is_our_game(witness), told_language(witness))
        return {"side": side, "language": on.language, "rows": rows}
    if part == "facts":
        ours = is_our_game(witness)
        return {"side": side, "ours": ours, "rows": [fact.plain() for fact in check_facts(witness)] if ours else []}
    if part == "structure":
        return {"side": side, "rows": outline(witness)}
    return {"side": side, "rows": terms(witness, on.language if side == "mine" else "fr")}


Plain = dict[str, Any]


def finding(one: Finding) -> FindingView:
    """A finding with its id and both places, and what is said of it in every language."""
    a, b = (place.plain() if place else None for place in (one.a, one.b))
    return {
        "id": one.id, "klass": one.klass, "kind": one.kind, "changes": one.changes, "variant": one.variant,
        "inner": one.inner, "a": a, "b": b, "note": Localized.of(one.note),
    }  # fmt: skip


def terms(witness: Witness, language: str) -> list[Plain]:
    """A row per form that is used: its notion, status, how often and on which lines; the preferred form beside it.

    Forbidden forms first.  No rows for a language without a glossary.
    """
    if not has_terms(language):
        return []
    by_form: dict[tuple[str, str], list[Use]] = defaultdict(list)
    for use in uses(witness, language):
        by_form[use.term.notion, use.term.form].append(use)
    rows = [
        {
            "notion": notion,
            "form": form,
            "status": group[0].term.status,
            "preferred": group[0].preferred,
            "many": len(group),
            "texts": sorted({use.text.casefold() for use in group}),
            "lines": sorted({line for use in group for line in use.lines}),
        }
        for (notion, form), group in by_form.items()
    ]
    return sorted(rows, key=lambda row: (-STATUSES.index(row["status"]), row["notion"]))


def decided_as(decision: Decision) -> DecisionView:
    """A decision, and what somebody else decided differently."""
    told: DecisionView = {"value": decision.value, "reason": decision.reason, "klass": decision.klass}
    if decision.other:
        value, reason, klass = decision.other
        told["other"] = {"value": value, "reason": reason, "klass": klass}
    return told


def expired(decision: Decision) -> ExpiredView:
    """A decision whose words are no longer there, with them."""
    told = decision.finding or {}
    sides = [told.get(side) for side in ("a", "b")]
    words = " | ".join(str(side.get("text", ""))[:200] if isinstance(side, dict) else "–" for side in sides)
    return {"value": decision.value, "reason": decision.reason, "finding": words}


ABOUT = {"inner.aim": "0-a"}
"""Key of what is said of a finding -> the question that it is."""
TELLING = 3  # stems of few clauses that a finding outside the entries shares with the one it is about, at least
MOST = 300  # letters of a sentence that goes with a link
SHARED = 2  # stems that a question and a finding share, at least
COMMON = 12  # questions and clauses that a stem which tells nothing stands in


def shown(findings: Iterable[Finding], ours: bool, language: str) -> list[FindingView]:
    """Findings as rows; of texts of the game that the book is about, with what can be played."""
    return [{**finding(one), "play": played(one, language)} if ours else finding(one) for one in findings]


def played(one: Finding, language: str) -> PlayedView:
    """Clause, chapter and question; each "" where there is none.  language: the text's; French if the book lacks it.

    What changes play has a question, or a clause (of the base game the first) in its place.
    """
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
        ABOUT.get(one.message[0])
        or _nearest(meant, own, 1 if number else SHARED, language)
        or _nearest(meant, base, least, language)
    )
    clauses = clause_stems(number, language)
    clause = _nearest(meant, clauses, 1 if one.variant is not None else least, language)
    clause = clause or (next(iter(clauses), "") if number else "")
    plays = one.changes == "play"
    return {
        "clause": clause,
        "chapter": words.CHAPTERS.get(VARIANTS[number].family, ""),
        "question": question or (clause or next(iter(clauses)) if plays else ""),
        "asks": asked(question) if question else None,
        "said": [_sentence(place) if place else "" for place in (one.a, one.b)] if plays else [],
    }


def _sentence(place: Place) -> str:
    """The sentence of a place; its own words where these are many or its sentence is long."""
    whole = place.context if place.text in place.context and len(place.context) <= MOST else place.text
    return whole if len(whole) <= MOST else whole[:MOST] + "…"


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
    """Question with a position -> the stems of its text and of both answers."""
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
