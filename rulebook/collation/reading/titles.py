"""Decide whether titles, labels and names mean the same variant."""

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from ..language.tokens import normal, stems
from ..witness import Entry, Row


def title_likeness(one: str, other: str) -> float:
    """How alike two titles are, 0 to 1."""
    return float(fuzz.ratio(normal(one), normal(other))) / 100


def fits(label: str, title: str) -> bool:
    """Is a label, or the name in a cross reference, a name of the variant of this title?

    It is where the one's content words are among the other's: "Espions" for "Espions hérissons".
    """
    one, two = stems(label), stems(title)
    return (bool(one and two) and (one <= two or two <= one)) or title_likeness(label, title) > 0.85


def rows_by_variant(entries: Mapping[int, Entry], rows: Sequence[Row]) -> dict[int, Row]:
    """The rows by the number of the variant they are about: by their label, by their number where that says nothing.

    A row whose label is the title of another variant than its number says belongs to that one.
    """
    found: dict[int, Row] = {}
    left: list[Row] = []
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
            left.append(row)
    for row in left:
        if row.number in entries and row.number not in found:
            found[row.number] = row
            continue
        near = [n for n, entry in entries.items() if n not in found and fits(row.label, entry.title)]
        found[near[0] if len(near) == 1 else -1 - len(found)] = row
    return found
