"""Check the closing table against the headings, itself, and its legend."""

import re
from collections.abc import Iterator

from ...finding import CLASSES, Flaw, Place, heading_place, message, row_place
from ...language.tokens import tokens
from ...witness import BASE, Row, Sentence, Witness
from ..vocabulary import Vocabulary
from ..words import compare_words

SYSTEMATIC = 3  # rows without brackets from which the whole table lacks them


def players(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Compare numbers of players in headings and rows; a table without brackets is one finding."""
    bare = []
    plain = not any(row.players.possible for row in witness.rows_by_variant.values())
    for n, row in witness.rows_by_variant.items():
        entry = witness.entries.get(n)
        if not entry or not entry.players.all or entry.players == row.players:
            continue
        where = Place.joined(heading_place(entry, str(entry.players)), row_place(row, str(row.players)))
        note = message("inner.players", heading=entry.players, table=row.players)
        flaw = Flaw(("players", n, str(entry.players), str(row.players)), "meaning", "number", n, where, note)
        if plain and entry.players.all == row.players.all:
            bare.append(flaw)
        else:
            yield flaw
    if len(bare) < SYSTEMATIC:
        yield from bare
    else:
        where = Place.joined(*(flaw.place for flaw in bare))
        yield Flaw(("no brackets",), "meaning", "brackets", None, where, message("inner.brackets"))


def numbers(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find rows with another variant's number, rows without a variant, and variants without a row."""
    rows = witness.rows_by_variant
    for n, row in rows.items():
        entry = witness.entries.get(n)
        if entry is None:
            note = message("inner.row-unknown")
            yield Flaw(("row", row.label), "meaning", "content", None, row_place(row, row.text), note)
        elif row.number != n:
            heading = heading_place(entry, f"{n}. {entry.title}")
            where = Place.joined(heading, row_place(row, f"{row.label} {row.number}"))
            note = message("inner.swapped", table=row.number, heading=n)
            yield Flaw(("number", n, row.number), "meaning", "number", n, where, note)
    if len(rows) * 2 > len(witness.entries):
        for n, entry in witness.entries.items():
            if n not in rows and n != BASE:
                note = message("inner.row-absent")
                yield Flaw(("no row", n), "meaning", "content", n, heading_place(entry, entry.title), note)


def labels(witness: Witness, vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Compare the names of variants in headings and table."""
    for n, row in witness.rows_by_variant.items():
        entry = witness.entries.get(n)
        if entry and entry.title != row.label:
            texts = Sentence.on(entry.line, entry.title), Sentence.on(row.line, row.label)
            _, found = compare_words(tokens(texts[0]), tokens(texts[1]), vocabulary)
            classes = {d.klass for d in found if (d.klass, d.kind) != ("typography", "form")}
            if not classes:
                continue
            klass = next(c for c in CLASSES if c in classes)
            kind = next(d.kind for d in found if d.klass == klass)
            where = Place.joined(heading_place(entry, entry.title), row_place(row, row.label))
            note = message("inner.label" if klass == "meaning" else "inner.label-form")
            yield Flaw(
                ("label", n, klass, entry.title.casefold(), row.label.casefold()), klass,
                "name" if klass == "meaning" else kind, n, where, note,
            )  # fmt: skip


def signs(witness: Witness, _vocabulary: Vocabulary) -> Iterator[Flaw]:
    """Find signs of the table missing from the legend."""
    legend = [
        s for part in witness.of_kind("closing") for s in part.sentences if re.search(r"\(\s*[+=−-]{1,2}\s*\)", s.text)
    ]
    explained = {sign for s in legend for sign in re.findall(r"\(\s*([+=−-]{1,2})\s*\)", s.text)}
    used: dict[str, list[Row]] = {}
    for row in witness.rows:
        if row.unclear:
            used.setdefault("++, --", []).append(row)
        for sign in (row.duration, row.tactic):
            if sign:
                sign = sign.strip("()")
                used.setdefault("++, --" if len(sign) > 1 else sign, []).append(row)
    for sign, rows in used.items():
        if legend and sign not in explained:
            where = Place.joined(*(row_place(row, row.signs or "") for row in rows))
            lines = dict.fromkeys([*(line for s in legend for line in s.lines()), *where.lines])
            where = Place(tuple(lines), where.text, " / ".join([*(s.text for s in legend), where.context]))
            yield Flaw(("sign", sign), "meaning", "signs", None, where, message("inner.signs", sign=sign))
