"""Correct the structure found in a witness.

A correction maps a line number to the variant whose heading the line is, or to `SECTION` or `TEXT`.
`corrected(witness, ...)` parses the witness again with them.
"""

import re
from collections.abc import Mapping
from typing import Literal, TypedDict

from ..errors import CollationError
from ..witness import Entry, Witness
from . import reader as reading

TEXT, SECTION = 0, -1
LONGEST = 80  # characters of a possible heading
SHOWN = 400  # lines of an outline
HIGHEST = 999  # number of a variant
MOST = 500  # corrections of a witness
_NUMBER = re.compile(r"\D{0,12}?(\d{1,3})(?!\d)")


class Outlined(TypedDict):
    """A line that is or could be a heading.

    line, text: of the file; kind: "variant", "section" or "text"; number: of its variant, or the one it would have.
    """

    line: int
    text: str
    kind: Literal["variant", "section", "text"]
    number: int


def corrected(witness: Witness, corrections: Mapping[int, int]) -> Witness:
    """Parse the witness again with these corrections only.  Raise CollationError for an unknown line."""
    known = {line.number for line in witness.lines}
    valid = set(corrections) <= known and all(SECTION <= to <= HIGHEST for to in corrections.values())
    if len(corrections) > MOST or not valid:
        raise CollationError("no-line", name=witness.name)
    return reading.parse(witness.name, witness.lines, corrections=corrections)


def outline(witness: Witness) -> list[Outlined]:
    """Return the headings of a witness and the short lines that may be headings, in order."""
    found: list[Outlined] = []
    entries = {part.line: part.number for part in witness.parts if isinstance(part, Entry)}
    sections = {
        part.heading.lines()[0] for part in witness.parts if part.heading is not None and not isinstance(part, Entry)
    }
    last = 0
    for line in witness.lines:
        text = line.text.strip()
        kind: Literal["variant", "section", "text"] = "text"
        number = last + 1
        if line.number in entries:
            kind, number = "variant", entries[line.number]
            last = number
        elif line.number in sections:
            kind = "section"
        elif line.number not in witness.corrections and not _may_be_heading(text):
            continue
        elif match := _NUMBER.match(text):
            number = int(match[1])
        found.append({"line": line.number, "text": text, "kind": kind, "number": number})
    return found[:SHOWN]


def possible_headings(witness: Witness, other: Witness) -> list[Outlined]:
    """Return uncorrected lines that may head a variant missing here: with its number or title, and in order."""
    entries = [part for part in other.parts if isinstance(part, Entry)]
    numbers, titles = {one.number for one in entries}, {one.title.casefold(): one.number for one in entries}
    found, waiting, last = list[Outlined](), list[Outlined](), 0
    for row in outline(witness):
        if row["kind"] == "variant":
            found += [one for one in waiting if last < one["number"] < row["number"]]
            waiting, last = [], row["number"]
        elif row["line"] not in witness.corrections:
            titled = titles.get(row["text"].strip(" :.").casefold())
            if titled or (_NUMBER.match(row["text"]) and row["number"] in numbers):
                waiting.append({**row, "number": titled or row["number"]})
    return found + [one for one in waiting if last < one["number"]]


def _may_be_heading(text: str) -> bool:
    begins = text[:1].isupper() or text[:1].isdigit() or text[:1] == "("
    return begins and 2 < len(text) <= LONGEST and text[-1] not in ".,;!?…"
