"""Findings and terms as rows to show."""

from collections import defaultdict
from typing import Any

from rulebook.collation import Decision, Finding, Witness
from rulebook.collation.checking.glossary import STATUSES, Use, has_terms, uses
from rulebook.text.words import Words

from .fields import DecisionView, ExpiredView, FindingView

Plain = dict[str, Any]


def finding(one: Finding) -> FindingView:
    """A finding with its id and both places, and what is said of it in every language."""
    a, b = (place.plain() if place else None for place in (one.a, one.b))
    return {
        "id": one.id, "klass": one.klass, "kind": one.kind, "variant": one.variant, "inner": one.inner, "a": a, "b": b,
        "note": Words.of(one.note),
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
    """A decision, and beside it what somebody else decided otherwise."""
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
