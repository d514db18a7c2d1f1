"""Facts of a witness as plain data: what is said of every variant in its heading, its text and the table."""

from typing import Any

from .witness import Row, Witness


def facts(witness: Witness) -> dict[str, Any]:
    """{"variants": {"1": {...}}}, "0" for the base game; the row of a variant is the one with its name."""
    rows = witness.listed
    return {
        "variants": {
            str(n): {
                "title": entry.title,
                "line": entry.line,
                "players": entry.players.facts(),
                "material": entry.material,
                "credits": list(entry.credits),
                "references": list(dict.fromkeys(one.number for one in entry.references)),
                "table": _row(rows.get(n)),
            }
            for n, entry in sorted(witness.entries.items())
        }
    }


def _row(row: Row | None) -> dict[str, Any] | None:
    told = ("line", "family", "label", "number", "players", "duration", "tactic", "signs", "remark")
    return {name: getattr(row, name) for name in told} | {"players": row.players.facts()} if row else None
