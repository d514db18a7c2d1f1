"""Compare the closing tables of two witnesses row by row, in any language: numbers, players, signs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from ..finding import Finding, Place, difference, merge_lost_facts, one_sided, row_place
from ..pairs import Match, Pair, numbers_in_b
from ..reading.titles import fits
from ..witness import Row, Witness

Rows = Sequence[tuple[int, Row | None, Row | None]]
"""The number of a variant, negative where none fits, with its row in A and in B."""


def tables(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Finding]:
    """What differs between two tables, but for their words."""
    found, same_as = lost_table(a, b), numbers_in_b(matches)
    for n, one, two in by_variant(a, b, matches):
        found += figures(one, two, named(n), same_as) if one and two else [lone_row(n, one, two)]
    return merge_lost_facts(found)


def tabled(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Pair]:
    """The lines of both tables side by side, in the order of A: rows by their variants, heads as they follow."""
    same_as = numbers_in_b(matches)
    sides = [{id(row): n for n, row in side.rows_by_variant.items()} for side in (a, b)]
    theirs = {sides[1].get(id(row)): row for row in b.rows}
    found = [
        Pair(one and (one,), two and (two,), "table", None)
        for kind in ("head", "families")
        for one, two in zip_longest(getattr(a, kind), getattr(b, kind), fillvalue=())
    ]
    for row in a.rows:
        number = sides[0].get(id(row))
        other = theirs.pop(same_as.get(number, number), None) if number is not None else None
        found.append(Pair((row.sentence,), (other.sentence,) if other else (), "table", number))
    taken = {line for pair in found for s in pair.b for line in s.lines()}
    found += [Pair((), (row.sentence,), "table", None) for row in b.rows if row.line not in taken]
    return sorted(found, key=lambda pair: pair.a[0].line(0) if pair.a else 1 << 30)


def by_variant(a: Witness, b: Witness, matches: Sequence[Match]) -> Rows:
    """The rows of two tables by the numbers of A, without those of entries that only one side has."""
    if not (a.rows and b.rows):
        return []
    same_as = numbers_in_b(matches)
    whose = {m: n for n, m in same_as.items()}
    lone = {one.a for one in matches if one.b is None}, {one.b for one in matches if one.a is None}
    mine = {n: row for n, row in a.rows_by_variant.items() if n not in lone[0]}
    theirs = {whose.get(m, m if m < 0 else -1000 - m): row for m, row in b.rows_by_variant.items() if m not in lone[1]}
    # a row of an entry that only one side has may be left on the other, too
    gone = [[row.label for n, row in side.rows_by_variant.items() if n in lone[k]] for k, side in enumerate((a, b))]
    mine = {n: row for n, row in mine.items() if n in theirs or not any(fits(row.label, one) for one in gone[1])}
    theirs = {n: row for n, row in theirs.items() if n in mine or not any(fits(row.label, one) for one in gone[0])}
    _paired_by_label(mine, theirs)
    return [(n, mine.get(n), theirs.get(n)) for n in sorted({*mine, *theirs})]


def _paired_by_label(mine: dict[int, Row], theirs: dict[int, Row]) -> None:
    """Give rows that only one side's headings explain the same number."""
    for n in [n for n in mine if n not in theirs]:
        same = next((m for m, row in theirs.items() if m not in mine and fits(row.label, mine[n].label)), None)
        if same is not None:
            mine[max(n, same)], theirs[max(n, same)] = mine.pop(n), theirs.pop(same)


def named(n: int) -> int | None:
    """The number of a variant; None for the negative ones of rows that no variant fits."""
    return n if n >= 0 else None


def lost_table(a: Witness, b: Witness) -> list[Finding]:
    """A table that only one side has, as one finding."""
    if bool(a.rows) == bool(b.rows):
        return []
    where = Place.joined(*(row_place(row, row.text) for row in a.rows or b.rows))
    return [one_sided(where if a.rows else None, where if b.rows else None, "content", None)]


def lone_row(n: int, one: Row | None, two: Row | None) -> Finding:
    """A row that only one side has."""
    places = [row_place(row, row.text) if row else None for row in (one, two)]
    return one_sided(places[0], places[1], "content", named(n), "row")


def figures(one: Row, two: Row, n: int | None, same_as: Mapping[int, int]) -> Iterator[Finding]:
    """What differs in the number, the players and the signs of a row; same_as: the number in B of an entry of A."""
    kept = n is not None and keeps_number(one, two, same_as.get(n, n), same_as)  # which is told of all together
    if same_as.get(one.number, one.number) != two.number and not kept:
        places, values = list(map(number_place, (one, two))), (float(one.number), float(two.number))
        note = "row-own" if one.number == two.number else "row-number"
        which = "A" if one.number == n else "B"
        yield difference("numbering", n, places, note, values=values, a=one.number, b=two.number, which=which)
    if one.players != two.players:
        yield difference("number", n, list(map(_players_place, (one, two))), "players", a=one.players, b=two.players)
    yield from _signs(one, two, n)


def keeps_number(one: Row, two: Row, m: int, same_as: Mapping[int, int]) -> bool:
    """Has a row of B, which is about its entry m, the number that A printed, though it is another entry's now?"""
    return one.number == two.number != m and same_as.get(one.number, one.number) != one.number


def number_place(row: Row) -> Place:
    """The number of a row, as printed."""
    return row_place(row, str(row.number))


def _players_place(row: Row) -> Place:
    found = re.search(rf"\b{row.number}\s+((?:\(?\d+(?:[-–]\d+)?\)?\s*)+)", row.text[len(row.label) :])
    return row_place(row, found[1].strip() if found else str(row.players))


def _signs(one: Row, two: Row, n: int | None) -> Iterator[Finding]:
    if (one.signs or "") == (two.signs or ""):
        return
    places = row_place(one, one.signs or ""), row_place(two, two.signs or "")
    if one.unclear or two.unclear:
        which = "A" if one.unclear else "B"
        same = re.sub(r"\s", "", one.signs or "") == re.sub(r"\s", "", two.signs or "")
        klass, kind = ("typography", "spacing") if same and one.unclear == two.unclear else ("meaning", "signs")
        yield difference(kind, n, places, "signs-split", klass, which=which)
        return
    if one.duration != two.duration:
        yield difference("signs", n, places, "signs-duration", a=one.duration or "-", b=two.duration or "-")
    if one.tactic != two.tactic:
        yield difference("signs", n, places, "signs-tactic", a=one.tactic or "-", b=two.tactic or "-")
    if (one.duration, one.tactic) == (two.duration, two.tactic):
        yield difference("spacing", n, places, "spacing", "typography")
