"""The panels beside the texts: findings with their playable part, facts, structure, terms, readings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from hedgekit import VARIANTS
from rulebook.collation import Decision, Finding, Witness, check_facts
from rulebook.collation.checking.glossary import LANGUAGES, STATUSES, Use, uses
from rulebook.collation.checking.rules import clause_stems, is_our_game, stems
from rulebook.collation.finding import Place
from rulebook.collation.language.languages import detect_language
from rulebook.collation.reading.structure import outline
from rulebook.text import words
from rulebook.text.words import Localized

from .fields import DecisionView, ExpiredView, FindingView, PlayedView
from .material import Material
from .readings import has_parting, question_text, switches

PARTS = ("facts", "terms", "translation", "structure", "readings")
PLACES = 1000  # places of an apparatus shown, at most


def panel(part: str, material: Material, side: str, witness: Witness) -> dict[str, Any]:
    """Return the data of one of `PARTS`; witness: that of the side."""
    if part == "readings":
        found = material.apparatus
        places: list[Any] = [[variant or "", *one.readings.values()] for variant, one in found.places]
        return {"names": found.names, "rows": places[:PLACES], "many": len(places)}
    if part == "translation":
        rows = finding_views(material.checked, is_our_game(witness), detect_language(witness))
        return {"side": side, "language": material.language, "rows": rows}
    if part == "facts":
        ours = is_our_game(witness)
        return {"side": side, "ours": ours, "rows": [fact.plain() for fact in check_facts(witness)] if ours else []}
    if part == "structure":
        return {"side": side, "rows": outline(witness)}
    return {"side": side, "rows": terms(witness, material.language if side == "mine" else "fr")}


def finding_view(one: Finding) -> FindingView:
    """Return a finding with its id, both places, and its note in every language."""
    a, b = (place.plain() if place else None for place in (one.a, one.b))
    return {
        "id": one.id, "klass": one.klass, "kind": one.kind, "changes": one.changes, "variant": one.variant,
        "inner": one.inner, "a": a, "b": b, "note": Localized.of(one.note),
    }  # fmt: skip


def terms(witness: Witness, language: str) -> list[dict[str, Any]]:
    """Return a row per used form: notion, status, preferred form, count and lines; forbidden forms first.

    No rows for a language without a glossary.
    """
    if language not in LANGUAGES:
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


def decision_view(decision: Decision) -> DecisionView:
    """Return a decision, and the conflicting one of somebody else."""
    view: DecisionView = {"value": decision.value, "reason": decision.reason, "klass": decision.klass}
    if decision.other:
        value, reason, klass = decision.other
        view["other"] = {"value": value, "reason": reason, "klass": klass}
    return view


def expired_view(decision: Decision) -> ExpiredView:
    """Return a decision whose words no longer exist, with these words."""
    finding = decision.finding or {}
    sides = [finding.get(side) for side in ("a", "b")]
    words = " | ".join(str(side.get("text", ""))[:200] if isinstance(side, dict) else "–" for side in sides)
    return {"value": decision.value, "reason": decision.reason, "finding": words}


ABOUT = {"inner.aim": "0-a"}
"""Key of a note -> the question that the finding is about."""
DISTINCTIVE = 3  # rare stems that a finding outside the entries shares with its clause, at least
MOST = 300  # characters of a sentence in a link, at most
SHARED = 2  # stems that a question and a finding share, at least
COMMON = 12  # questions and clauses with a stem, above which it is not distinctive


def finding_views(findings: Iterable[Finding], ours: bool, language: str) -> list[FindingView]:
    """Return findings as rows; with their playable part if the texts are about the game of the book."""
    return [{**finding_view(one), "play": playable(one, language)} if ours else finding_view(one) for one in findings]


def playable(one: Finding, language: str) -> PlayedView:
    """Return the playable part of a finding, "" where there is none; language: the text's, French if the book lacks it.

    A finding that changes play has a question, or else a clause: in the base game the first.
    """
    language = language if language in words.LANGUAGES else "fr"
    number = one.variant if one.variant in VARIANTS else 0
    assert number is not None
    text = " ".join(f"{place.text} {place.text} {place.context}" for place in (one.a, one.b) if place)
    found = stems(text, language)
    own, base = (
        {name: of for name, of in _questions(language).items() if re.split("[-.]", name)[0] == str(n)}
        for n in (number, 0)
    )
    least = SHARED
    if one.variant is None:  # a title line shares words with some clause without being about it
        found = frozenset(stem for stem in found if _frequency(language)[stem] <= COMMON)
        least = DISTINCTIVE
    question = (
        ABOUT.get(one.message[0])
        or _nearest(found, own, 1 if number else SHARED, language)
        or _nearest(found, base, least, language)
    )
    clauses = clause_stems(number, language)
    clause = _nearest(found, clauses, 1 if one.variant is not None else least, language)
    clause = clause or (next(iter(clauses), "") if number else "")
    plays = one.changes == "play"
    return {
        "clause": clause,
        "chapter": words.CHAPTERS.get(VARIANTS[number].family, ""),
        "question": question or (clause or next(iter(clauses)) if plays else ""),
        "asks": question_text(question) if question else None,
        "said": [_sentence(place) if place else "" for place in (one.a, one.b)] if plays else [],
    }


def _sentence(place: Place) -> str:
    """Return the sentence of a place, or only its words if the sentence is long."""
    whole = place.context if place.text in place.context and len(place.context) <= MOST else place.text
    return whole if len(whole) <= MOST else whole[:MOST] + "…"


def _nearest(wanted: frozenset[str], among: dict[str, frozenset[str]], least: int, language: str) -> str:
    """Return the name with the most similar stems, rare ones weighing more; "" if fewer than `least` are shared."""
    frequency = _frequency(language)

    def similarity(name: str) -> float:
        return sum(1 / frequency[stem] for stem in wanted & among[name] if frequency[stem] <= COMMON)

    best = max(among, key=lambda name: (similarity(name), -len(among[name])), default="")
    return best if best and len(wanted & among[best]) >= least and similarity(best) > 0 else ""


@cache
def _questions(language: str) -> dict[str, frozenset[str]]:
    """Return playable questions -> the stems of their texts and answers."""
    found = {}
    for name, one in switches().items():
        if not has_parting(name):
            continue
        stem = words.file_of(one.number)
        keys = (f"{stem}.readings.{name}", f"desk.otherwise.{name}", f"desk.asks.{name.replace('.', '-')}")
        found[name] = stems(" ".join(words.text(key, language) for key in keys if words.has(key)), language)
    return {name: of for name, of in found.items() if of}


@cache
def _frequency(language: str) -> Counter[str]:
    """Return the number of questions and clauses of the book with each stem."""
    texts = [*_questions(language).values()]
    texts += [clause for number in VARIANTS for clause in clause_stems(number, language).values()]
    return Counter(stem for text in texts for stem in text)
