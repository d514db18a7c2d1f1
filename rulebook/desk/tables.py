"""Findings and terms as rows to show."""

from collections import defaultdict
from typing import Any

from rulebook.collation import Finding, Witness
from rulebook.collation.terms import STATUSES, Use, has_terms, uses
from rulebook.text.words import Words

from .fields import FindingView

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
