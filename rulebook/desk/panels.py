"""What the desk shows beside the two texts: readings, facts, structure, terms, and what is found in a translation."""

from typing import Any

from rulebook.collation import Witness, check_facts
from rulebook.collation.checking.rules import is_our_game
from rulebook.collation.checking.translation import told_language
from rulebook.collation.out.apparatus import table
from rulebook.collation.reading.structure import outline

from . import tables
from .material import Material
from .playing import shown

PARTS = ("facts", "terms", "translation", "structure", "readings")
PLACES = 1000  # of an apparatus that are shown


def told(part: str, on: Material, side: str, witness: Witness) -> dict[str, Any]:
    """One of `PARTS` as rows; witness: that of the side."""
    if part == "readings":
        found = on.apparatus
        rows: list[Any] = table(found)[1:]
        return {"names": found.names, "rows": rows[:PLACES], "many": len(rows)}
    if part == "translation":
        rows = shown(on.checked, is_our_game(witness), told_language(witness))
        return {"side": side, "language": on.language, "rows": rows}
    if part == "facts":
        ours = is_our_game(witness)
        return {"side": side, "ours": ours, "rows": [fact.plain() for fact in check_facts(witness)] if ours else []}
    if part == "structure":
        return {"side": side, "rows": outline(witness)}
    return {"side": side, "rows": tables.terms(witness, on.language if side == "mine" else "fr")}
