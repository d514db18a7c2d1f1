"""Headings within a line, in the form of those that stand alone: "… other ways: N° 18 — Mild 2 3 4 The winner …"."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from .flow import Piece
from .headings import COUNTS, Heading, counts

MOST = 12  # numbers in a row that may be missing
FARTHEST = 4_000  # characters of a line that are looked through
_ENDS = re.compile(r"[.:!?…)»]\s+")
_TOLD = re.compile(
    rf"(?P<title>[A-ZÀ-Þ0-9«][^.!?]{{0,60}}?)\s*[:,–—-]?\s*[(\[]?(?P<players>{COUNTS})[)\]]?\s*[.:]?\s+(?=[A-ZÀ-Þ«(])"
)


def run_in(
    pieces: Sequence[Piece],
    headings: Sequence[Heading],
    form: re.Pattern[str],
    number: Callable[[re.Match[str]], int | None],
) -> Iterator[Heading]:
    """Headings of a form for the numbers that are missing between two others, with their players."""
    for one, two in pairwise(headings):
        due = one.number + 1
        if not 0 < two.number - due <= MOST:
            continue
        for i in range(one.piece + one.pieces - 1, two.piece):
            text = pieces[i].text[:FARTHEST]
            for opening in _ENDS.finditer(text):
                match = form.match(text[opening.end() :])
                told = _TOLD.match(match["title"]) if match and number(match) == due < two.number else None
                players = counts(told["players"]) if told else None
                if match and told and players:
                    start, end = opening.end(), opening.end() + match.start("title") + told.end()
                    yield Heading(due, told["title"].rstrip(" :"), players[0], i, start, end)
                    due += 1
