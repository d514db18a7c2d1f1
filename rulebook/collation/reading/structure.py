"""Correct the structure that was found in a witness.

A correction is a line number and what that line is: the number of the variant whose heading it is, `SECTION` or `TEXT`.
`corrected(witness, ...)` reads the witness again with them.
"""

import re
from collections.abc import Mapping
from typing import Literal, TypedDict

from ..errors import CollationError
from ..witness import Entry, Witness
from . import reader as reading

TEXT, SECTION = 0, -1
LONGEST = 80  # characters of a line that may be a heading
SHOWN = 400
HIGHEST = 999
MOST = 500  # corrections of a witness
_NUMBER = re.compile(r"\D{0,12}?(\d{1,3})(?!\d)")


class Outlined(TypedDict):
    """A line that is, or could be, a heading.

    line, text: of the file; kind: "variant", "section", "text"; number: of its variant, or the one it would get.
    """

    line: int
    text: str
    kind: Literal["variant", "section", "text"]
    number: int


def corrected(witness: Witness, corrections: Mapping[int, int]) -> Witness:
    """Read the witness again with these corrections only.  CollationError for a line that it does not have."""
    there = {line.number for line in witness.lines}
    if len(corrections) > MOST or not set(corrections) <= there:
        raise CollationError("no-line", name=witness.name)
    if not all(SECTION <= to <= HIGHEST for to in corrections.values()):
        raise CollationError("no-line", name=witness.name)
    return reading.parse(witness.name, witness.lines, corrections=corrections)


def outline(witness: Witness) -> list[Outlined]:
    """The headings of a witness, and the short lines that may be some, in their order."""
    found: list[Outlined] = []
    entries = {part.line: part.number for part in witness.parts if isinstance(part, Entry)}
    sections = {
        part.heading.lines()[0] for part in witness.parts if part.heading is not None and not isinstance(part, Entry)
    }
    last = 0
    for line in witness.lines:
        text = line.text.strip()
        if line.number in entries:
            last = entries[line.number]
            found.append({"line": line.number, "text": text, "kind": "variant", "number": last})
        elif line.number in sections:
            found.append({"line": line.number, "text": text, "kind": "section", "number": last + 1})
        elif line.number in witness.corrections or _may_be_heading(text):
            said = _NUMBER.match(text)
            found.append(
                {"line": line.number, "text": text, "kind": "text", "number": int(said[1]) if said else last + 1}
            )
    return found[:SHOWN]


def _may_be_heading(text: str) -> bool:
    return 2 < len(text) <= LONGEST and text[-1] not in ".,;!?…" and (text[0].isupper() or text[0].isdigit())
