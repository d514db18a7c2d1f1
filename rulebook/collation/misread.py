"""Numbers at the head of a line that text recognition has misread: "l2. Title", "1O. Title", "5, Title".

One is put right where the number is missing, and the lines above and below have smaller and larger ones.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace

from .flow import Piece

_LABEL = re.compile(r"(?P<number>\d{1,3})(?P<mark>\s?[.)])\s+\S")
_MISREAD = re.compile(r"(?P<number>[\dlIi|!OoQSsBZzg]{1,3})(?P<mark>\s?[.),])\s+(?=[A-ZÀ-Þ0-9«“\"(])")
_DIGITS = str.maketrans("lIi|!OoQSsBZzg", "11111000558229")
FARTHEST = 12  # how far the numbers above and below may be, where others between them were misread, too
FEWEST = 3  # numbered lines of a text in which a number may be missing


def put_right(pieces: Sequence[Piece]) -> list[Piece]:
    """The lines, with the numbers that were misread at their head."""
    labels = [(i, match) for i, piece in enumerate(pieces) if (match := _LABEL.match(piece.text))]
    if len(labels) < FEWEST:
        return list(pieces)
    places = [i for i, _ in labels]
    numbers = [int(match["number"]) for _, match in labels]
    taken, marks = set(places), {match["mark"].strip() for _, match in labels}
    found = list(pieces)
    for i, piece in enumerate(pieces):
        match = _MISREAD.match(piece.text) if i not in taken else None
        if not match:
            continue
        number, k = int(match["number"].translate(_DIGITS)), bisect(places, i)
        last = k == len(numbers)
        if last and not re.search(r"\d", match["number"]):
            continue  # the numeral or the letter of another list
        before = numbers[k - 1] if k else 0
        after = number + 1 if last else numbers[k]
        if not before < number < after or number - before > FARTHEST or after - number > FARTHEST:
            continue
        mark = match["mark"].strip() if match["mark"].strip() in marks else "."
        text = f"{number}{mark} {piece.text[match.end() :]}"
        found[i] = replace(piece, line=replace(piece.line, text=text))
    return found
