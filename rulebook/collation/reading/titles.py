"""Decide whether titles, labels and names refer to the same variant."""

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from ..language.tokens import normal, stems
from ..witness import Entry, Row


def title_likeness(one: str, other: str) -> float:
    """Return the similarity of two titles, 0 to 1."""
    return float(fuzz.ratio(normal(one), normal(other))) / 100


def fits(label: str, title: str) -> bool:
    """Return whether a label, or the name in a cross reference, refers to the variant with this title.

    The content words of one must be among those of the other: "Espions" for "Espions hérissons".
    """
    one, two = stems(label), stems(title)
    return (bool(one and two) and (one <= two or two <= one)) or title_likeness(label, title) > 0.85


def rows_by_variant(entries: Mapping[int, Entry], rows: Sequence[Row]) -> dict[int, Row]:
    """Return the rows by variant number, matched by label whatever their number, or by number if no label matches."""
    found: dict[int, Row] = {}
    unmatched: list[Row] = []
    for row in rows:
        own = entries.get(row.number)
        alike = {n: title_likeness(row.label, entry.title) for n, entry in entries.items() if n not in found}
        exact = [n for n, likeness in alike.items() if likeness > 0.93]
        sure = [n for n in exact if alike[n] > 0.99]
        if own and row.number not in found and (row.number in exact or (fits(row.label, own.title) and not sure)):
            found[row.number] = row
        elif len(exact) == 1:
            found[exact[0]] = row
        else:
            unmatched.append(row)
    for row in unmatched:
        if row.number in entries and row.number not in found:
            found[row.number] = row
            continue
        near = [n for n, entry in entries.items() if n not in found and fits(row.label, entry.title)]
        found[near[0] if len(near) == 1 else -1 - len(found)] = row
    return found
