"""Compare headings and tables field by field: titles, players, numbers, signs, remarks."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from ..checking import tables as checking
from ..finding import (
    SYSTEMATIC,
    Finding,
    Place,
    difference,
    heading_place,
    merge_lost_facts,
    merge_places,
    one_sided,
    one_sided_entry,
    row_place,
)
from ..pairs import Match, numbers_in_b
from ..reading.table import family_name
from ..reading.titles import title_likeness
from ..witness import Entry, Reference, Row, Sentence, Witness
from .differences import texts, titles
from .typography import systematic
from .vocabulary import Vocabulary

_Both = tuple[int | None, Row, Row]
_COLON = re.compile(r":\s*(?:\(|\d|$)")
SAME = 0.8  # similarity from which two families have the same name


def headings(a: Witness, b: Witness, matches: Sequence[Match], vocabulary: Vocabulary) -> list[Finding]:
    """Compare titles and numbers of players of headings; report missing, moved and renumbered entries."""
    found: list[Finding] = []
    titles_lost: tuple[list[Place], list[Place]] = [], []  # titles only in A, titles only in B
    for match in matches:
        n, (one, two) = match.a, match.entries(a, b)
        if one is None or two is None:
            found.append(one_sided_entry(one, two))
            continue
        if bool(one.title) == bool(two.title):
            mine, theirs = (Sentence.on(entry.line, entry.title, "heading") for entry in (one, two))
            found += titles(mine, theirs, n, vocabulary, "title")
        else:
            titles_lost[0 if one.title else 1].append(heading_place(one if one.title else two, one.title or two.title))
        if match.moved:
            found.append(_moved(one, two))
        if one.players != two.players:
            places = [heading_place(entry, str(entry.players)) for entry in (one, two)]
            found.append(difference("number", n, places, "players", a=one.players, b=two.players))
        places = [heading_place(entry, entry.title) for entry in (one, two)]
        if a.shape == b.shape == "list" and len({_COLON.search(place.context) is None for place in places}) > 1:
            found.append(difference("punctuation", n, places, "punctuation", "typography"))
    for k, lost in enumerate(titles_lost):
        for where in [Place.joined(*lost)] if len(lost) >= SYSTEMATIC else lost:
            found.append(one_sided(None if k else where, where if k else None, "name", None))
    return [*systematic(merge_lost_facts(found)), *_renumbered(a, b, matches), *_stale(a, b, matches)]


def _moved(one: Entry, two: Entry) -> Finding:
    """Return a finding for a moved entry, whether renumbered or not."""
    n, m = one.number, two.number
    values = (float(n), float(m)) if n != m else None
    note = "moved-renumbered" if values else "moved-entry"
    return difference("moved", n, list(map(_label_place, (one, two))), note, values=values, a=n, b=m)


def _label_place(entry: Entry) -> Place:
    return heading_place(entry, f"{entry.number}. {entry.title}")


def _renumbered(a: Witness, b: Witness, matches: Sequence[Match]) -> Iterator[Finding]:
    """Yield findings for renumbered entries."""
    found = []
    for n, m in ((one.a, one.b) for one in matches if one.a is not None and one.b is not None and not one.moved):
        where = _label_place(a.entries[n]), _label_place(b.entries[m])
        found.append(difference("numbering", n, where, "renumbered", values=(float(n), float(m)), a=n, b=m))
    return _merge_shifted(found)


def _merge_shifted(found: Iterable[Finding]) -> Iterator[Finding]:
    """Merge runs of renumberings by the same amount; drop those by nothing."""
    for by, group in groupby(found, lambda one: _numbers(one)[1] - _numbers(one)[0]):
        run = list(group)
        if by and len(run) >= SYSTEMATIC:
            whole, (n, m), (last, _) = merge_places(run), _numbers(run[0]), _numbers(run[-1])
            yield difference("numbering", None, (whole.a, whole.b), "shifted", a=n, b=m, last=last, by=abs(by))
        elif by:
            yield from run


def _numbers(one: Finding) -> tuple[int, int]:
    a, b = one.values or (None, None)
    return int(a or 0), int(b or 0)


def _stale(a: Witness, b: Witness, matches: Sequence[Match]) -> list[Finding]:
    """Return one finding for all references and rows in B that kept a number now used by another entry."""
    same_as = numbers_in_b(matches)
    kept: list[tuple[Place, Place]] = []
    for n, m in same_as.items():
        mine, theirs = a.entries[n].references, b.entries[m].references
        for one, other in zip(mine, theirs, strict=True) if len(mine) == len(theirs) else ():
            if one.number == other.number != same_as.get(one.number, one.number):
                kept.append((_reference_place(one), _reference_place(other)))
        row, other_row = a.rows_by_variant.get(n), b.rows_by_variant.get(m)
        if row and other_row and checking.keeps_number(row, other_row, m, same_as):
            kept.append((checking.number_place(row), checking.number_place(other_row)))
    if not kept:
        return []
    variant = next(iter(same_as)) if len(same_as) == 1 else None
    return [difference("numbering", variant, [Place.joined(*side) for side in zip(*kept, strict=True)], "stale")]


def _reference_place(one: Reference) -> Place:
    return Place(one.lines, one.text, one.sentence)


def tables(a: Witness, b: Witness, matches: Sequence[Match], vocabulary: Vocabulary) -> list[Finding]:
    """Compare the tables row by row, except rows of entries that are on one side only or were renumbered."""
    found, same_as = checking.lost_table(a, b), numbers_in_b(matches)
    together: list[_Both] = []
    for n, one, two in checking.rows_by_variant(a, b, matches):
        if one and two:
            found += _rows(one, two, checking.variant_number(n), vocabulary, same_as)
            together.append((checking.variant_number(n), one, two))
        else:
            found.append(checking.lone_row(n, one, two))
    renumbered = [one for one in found if one.message[0] == "notes.row-number"]
    others = [one for one in found if one not in renumbered]
    found = systematic(merge_lost_facts([*others, *_merge_shifted(renumbered)]))
    return [*found, *_zeros(a, b), *_heads(a, b, vocabulary), *_families(a, b, together, vocabulary)]


def merge_titles(found: Sequence[Finding]) -> list[Finding]:
    """Merge the finding about a row's label into that about its entry's title, if both changed."""
    labels = {one.variant: one for one in found if one.message[0] == "notes.label"}
    titles = {one.variant for one in found if one.message[0] == "notes.title"}
    kept: list[Finding] = []
    for one in found:
        if one.message[0] == "notes.title" and (label := labels.get(one.variant)):
            sides = [[place for place in pair if place] for pair in ((one.a, label.a), (one.b, label.b))]
            kept.append(replace(one, a=Place.joined(*sides[0]), b=Place.joined(*sides[1])))
        elif one.message[0] != "notes.label" or one.variant not in titles:
            kept.append(one)
    return kept


def _rows(one: Row, two: Row, n: int | None, vocabulary: Vocabulary, same_as: Mapping[int, int]) -> Iterator[Finding]:
    yield from _in_row(titles(_text(one, one.label), _text(two, two.label), n, vocabulary, "label"), one, two)
    yield from checking.row_differences(one, two, n, same_as)
    if (one.remark or "") != (two.remark or ""):
        if one.remark and two.remark:
            yield from _in_row(texts(_text(one, one.remark), _text(two, two.remark), n, vocabulary), one, two)
        else:
            yield difference("content", n, [row_place(row, row.remark or "") for row in (one, two)], "remark")


def _text(row: Row, text: str) -> Sentence:
    return Sentence.on(row.line, text, "heading")


def _in_row(findings: Sequence[Finding], one: Row, two: Row) -> Iterator[Finding]:
    """Yield findings in a cell with the row as their context."""
    for finding in findings:
        sides = [replace(p, context=row.text) if p else None for p, row in ((finding.a, one), (finding.b, two))]
        yield replace(finding, a=sides[0], b=sides[1])


def _zeros(a: Witness, b: Witness) -> list[Finding]:
    """Return one finding for the whole table if only one side prints absent numbers of players as 0."""
    sides = [[row for row in witness.rows if row.zeros] for witness in (a, b)]
    if bool(sides[0]) == bool(sides[1]):
        return []
    there = {row.number for side in sides for row in side}
    both = [[row for row in witness.rows if row.number in there] for witness in (a, b)]
    rows = [side or others for side, others in zip(sides, both, strict=True)]
    if not all(rows):
        return []
    places = [Place(tuple(row.line for row in side), side[0].text, " ".join(row.text for row in side)) for side in rows]
    return [difference("form", None, places, "form", "typography")]


def _heads(a: Witness, b: Witness, vocabulary: Vocabulary) -> list[Finding]:
    """Compare the heads of the tables."""
    found: list[Finding] = []
    for one, two in zip(a.head, b.head, strict=False):
        if re.sub(r"[\W_]|o(?=[A-Z])", "", one.text).casefold() == re.sub(r"[\W_]|o(?=[A-Z])", "", two.text).casefold():
            if one.text != two.text:
                found.append(difference("spacing", None, (Place.of(one), Place.of(two)), "spacing", "typography"))
        else:
            found += texts(one, two, None, vocabulary)
    return found


def _families(a: Witness, b: Witness, rows: Sequence[_Both], vocabulary: Vocabulary) -> list[Finding]:
    """Compare the names of the families, each once, and report rows that changed family."""
    mine, theirs = ({family_name(one.text): one for one in side.families} for side in (a, b))
    same = _same_families(mine, theirs, rows)
    found: list[Finding] = []
    for name, heading in mine.items():
        if name in same:
            found += titles(heading, theirs[same[name]], None, vocabulary, "section")
        elif b.rows:
            found.append(one_sided(Place.of(heading), None, "name", None))
    for name, heading in theirs.items():
        if name not in same.values() and a.rows:
            found.append(one_sided(None, Place.of(heading), "name", None))
    for n, row, other in rows:
        if row.family in same and other.family in same.values() and same[row.family] != other.family:
            places = row_place(row, row.family or ""), row_place(other, other.family or "")
            found.append(difference("content", n, places, "family"))
    return found


def _same_families(mine: Iterable[str], theirs: Iterable[str], rows: Sequence[_Both]) -> dict[str | None, str]:
    """Match the families of A with those of B by name and by shared rows."""
    shared = Counter((one.family, two.family) for _, one, two in rows if one.family and two.family)
    alike = {(one, two): title_likeness(one, two) for one in mine for two in theirs}
    ranked = sorted(alike, key=lambda pair: (alike[pair] >= SAME, shared[pair], alike[pair]), reverse=True)
    same: dict[str | None, str] = {}
    for one, two in ranked:
        if (shared[one, two] or alike[one, two] >= SAME) and one not in same and two not in same.values():
            same[one] = two
    return same
