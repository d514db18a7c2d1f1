"""Compare the closing tables of two witnesses row by row, in any language: numbers, players, signs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from ..finding import Finding, Place, difference, merge_lost_facts, one_sided, row_place
from ..pairs import Match, Pair, numbers_in_b
from ..reading.titles import fits
from ..witness import Row, Witness

Rows = Sequence[tuple[int, Row | None, Row | None]]
"""(number of a variant, its row in A, its row in B); the number is negative for rows that fit no variant."""


def compare_tables(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Finding]:
    """Return the differences of two tables except in their words."""
    found, same_as = lost_table(a, b), numbers_in_b(matches)
    for n, one, two in rows_by_variant(a, b, matches):
        found += row_differences(one, two, variant_number(n), same_as) if one and two else [lone_row(n, one, two)]
    return merge_lost_facts(found)


def table_pairs(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Pair]:
    """Return the lines of both tables side by side, in the order of A: rows by variant, heads in sequence."""
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


def rows_by_variant(a: Witness, b: Witness, matches: Sequence[Match]) -> Rows:
    """Return the rows of two tables by the numbers of A, without those of entries that only one side has."""
    if not (a.rows and b.rows):
        return []
    same_as = numbers_in_b(matches)
    in_a = {m: n for n, m in same_as.items()}
    lone = {one.a for one in matches if one.b is None}, {one.b for one in matches if one.a is None}
    mine = {n: row for n, row in a.rows_by_variant.items() if n not in lone[0]}
    theirs = {in_a.get(m, m if m < 0 else -1000 - m): row for m, row in b.rows_by_variant.items() if m not in lone[1]}
    # a lone entry may have left its row on the other side, too
    gone = [[row.label for n, row in side.rows_by_variant.items() if n in lone[k]] for k, side in enumerate((a, b))]
    mine = {n: row for n, row in mine.items() if n in theirs or not any(fits(row.label, one) for one in gone[1])}
    theirs = {n: row for n, row in theirs.items() if n in mine or not any(fits(row.label, one) for one in gone[0])}
    _renumber_by_label(mine, theirs)
    return [(n, mine.get(n), theirs.get(n)) for n in sorted({*mine, *theirs})]


def _renumber_by_label(mine: dict[int, Row], theirs: dict[int, Row]) -> None:
    """Give rows with the same label the same number where only one side has the heading."""
    for n in [n for n in mine if n not in theirs]:
        same = next((m for m, row in theirs.items() if m not in mine and fits(row.label, mine[n].label)), None)
        if same is not None:
            mine[max(n, same)], theirs[max(n, same)] = mine.pop(n), theirs.pop(same)


def variant_number(n: int) -> int | None:
    """Return the number of a variant; None for the negative number of a row that fits none."""
    return n if n >= 0 else None


def lost_table(a: Witness, b: Witness) -> list[Finding]:
    """Return a finding for a table that only one side has."""
    if bool(a.rows) == bool(b.rows):
        return []
    where = Place.joined(*(row_place(row, row.text) for row in a.rows or b.rows))
    return [one_sided(where if a.rows else None, where if b.rows else None, "content", None)]


def lone_row(n: int, one: Row | None, two: Row | None) -> Finding:
    """Return the finding for a row that only one side has."""
    places = [row_place(row, row.text) if row else None for row in (one, two)]
    return one_sided(places[0], places[1], "content", variant_number(n), "row")


def row_differences(one: Row, two: Row, n: int | None, same_as: Mapping[int, int]) -> Iterator[Finding]:
    """Yield differences in the number, players and signs of a row; same_as: number in A -> number in B."""
    kept = n is not None and keeps_number(one, two, same_as.get(n, n), same_as)  # reported once for all rows
    if same_as.get(one.number, one.number) != two.number and not kept:
        places, values = list(map(number_place, (one, two))), (float(one.number), float(two.number))
        note = "row-own" if one.number == two.number else "row-number"
        which = "A" if one.number == n else "B"
        yield difference("numbering", n, places, note, values=values, a=one.number, b=two.number, which=which)
    if one.players != two.players:
        yield difference("number", n, list(map(_players_place, (one, two))), "players", a=one.players, b=two.players)
    yield from _signs(one, two, n)


def keeps_number(one: Row, two: Row, m: int, same_as: Mapping[int, int]) -> bool:
    """Return whether the row of entry m in B kept the number printed in A, which is now another entry's."""
    return one.number == two.number != m and same_as.get(one.number, one.number) != one.number


def number_place(row: Row) -> Place:
    """Return the place of the number of a row."""
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
