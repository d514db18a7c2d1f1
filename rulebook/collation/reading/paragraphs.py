"""Join wrapped lines into paragraphs, and split paragraphs into sentences."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..language.tokens import OPENERS, SOFT_HYPHEN, normal
from ..witness import Line, Sentence

BULLET = re.compile(r"\s*(?:[•·▪●◦‣*–—-]\s+|\d{1,2}\s?[.)-]\s+|[a-z]\)\s+)")
TERMINAL = re.compile(r"[.!?…:;][\s»”\")\]]*$")
_SET_OFF = re.compile(r"(?P<mark>[*=~_#+•·-]{2,6})\s+(?P<title>[^\W_].*[^\s])\s+(?P=mark)")
_CELLS = re.compile(r"[^\s•·▪*–—-](?:\t| {2,})\S")
_CLOSED = re.compile(r"^\s*\(.*\)\s*$")
_FIGURE = r"(?i:ill|illus|fig|abb|bild|figures?|illustrations?|abbildung)\.?"
_POINTING = re.compile(rf"\s*\((?i:voir |cf\. |see |siehe |vgl\. )?{_FIGURE}\s*\d[^()]{{0,12}}\)")  # "(see fig. 3)"
_CAPTION = re.compile(rf"{_FIGURE}\s*\d{{1,3}}\b")
_LABEL = re.compile(r"\b(?i:ill|illus|fig|abb)\.$")  # only before a number, since "ill." may end a sentence
_SENTENCE_END = re.compile(
    rf"[.!?…]{{1,20}}[»”\")\]\s]{{0,20}}?(?=\s+[«“\"(\[]?\s?[A-ZÀ-ÖØ-ÞŒ0-9]|\s+\({_FIGURE}\s*\d|\s*$)"
    r"|[.!?…](?=[A-ZÀ-ÖØ-Þ][a-zà-ÿ'\u2019])|[。！？]{1,20}"
)
_ABBREVIATION = re.compile(
    r"(?:\b[A-ZÀ-Þ]|\b(?:env|etc|ex|cf|no|p|n|M|Mr|Mme|St|Dr|Nr|bzw|ca|usw|vgl|ggf|bspw|resp|chap"
    r"|i\.e|e\.g|z\.b|d\.h|u\.a))\.$"
)
_COMPOUND = re.compile(  # French words that keep their hyphen when broken at the end of a line
    r"(?:ci|là|par|au)-(?:dess(?:us|ous)|delà|devant|derrière|contre|après|joint)|\S*à-dire\b|peut-être\b"
    r"|\w+-mêmes?\b|c(?:elui|elles?|eux)-(?:ci|là)\b",
    re.IGNORECASE,
)
MATERIAL = re.compile(
    r"\s*(?:Matériel|Materiel|Material|Equipment|Équipement)(?:\s+\w+)?\s*:\s*(?P<what>\S.*)$", re.IGNORECASE
)
_NAME = r"(?:[A-ZÀ-Þ][\w'\u2019-]*\.?)(?:\s+(?:(?:de|von|van|der|du|di)\s+)?[A-ZÀ-Þ][\w'\u2019-]*\.?)*"
CREDIT = re.compile(
    rf"\s*\(\s*(?:par\s+|by\s+|von\s+)?({_NAME}(?:\s*(?:,|&|\bet\b|\band\b|\bund\b)\s*{_NAME})*)\s*\)?\s*$"
)
_ORDINAL = re.compile(r"\s*\d{1,3}\.\s*")  # "1." before a step
_CREDIT_FIRST = re.compile(CREDIT.pattern.replace(r"\)?\s*$", r"\)\s+(?=\S)"))
LONGEST_LINE = 300  # characters that a heading, a credit or a line of material may have
BLANK = 0.9  # share of lines after a blank line from which blank lines mean nothing
LONGEST_SENTENCE = 2_000  # characters; longer ones are split


@dataclass(frozen=True)
class Piece:
    """A non-blank line; blank: whether a blank line precedes it; row: whether it is a table row."""

    line: Line
    blank: bool
    row: bool = False

    @property
    def text(self) -> str:
        """The line without surrounding spaces."""
        return self.line.text.strip()


def pieces(lines: Iterable[Line]) -> list[Piece]:
    """Return the non-blank lines, with runs of spaces collapsed."""
    found: list[Piece] = []
    gaps: list[int] = []
    gap = 1
    cells = False
    for line in lines:
        if text := " ".join(line.text.split()):
            if (set_off := _SET_OFF.fullmatch(text)) and len(text) <= LONGEST_LINE:  # "*** The ferry ***"
                line, text = replace(line, ends=True, level=line.level or 2), set_off["title"]
            before, cells = cells, line.level is None and bool(_CELLS.search(line.text))
            if before and cells:  # a single line with wide spaces is not a table
                found[-1] = replace(found[-1], row=True)
            exact = _SPACES.sub(" ", line.text.strip())
            found.append(Piece(replace(line, text=text, exact=exact), gap > 0, before and cells))
            gaps.append(gap)
            gap = 0
        else:
            gap += 1
    if _is_double_spaced(found):
        return [replace(one, blank=gap > 1) for one, gap in zip(found, gaps, strict=True)]
    return found


_SPACES = re.compile(r"\s{2,}|[^\S\u00a0\u202f]")  # all but a single non-breaking one


def with_plain_spaces(exact: str) -> str:
    """Return a text with plain instead of non-breaking spaces."""
    return exact.translate({0xA0: " ", 0x202F: " "})


def _is_double_spaced(lines: Sequence[Piece]) -> bool:
    """Return whether blank lines separate nearly all lines, even within sentences."""
    broken = sum(two.blank and _surely_continues(one, two) for one, two in pairwise(lines))
    return sum(one.blank for one in lines) > BLANK * len(lines) and broken * 10 > len(lines)


def _surely_continues(one: Piece, two: Piece) -> bool:
    """Return whether the second line surely continues the first."""
    return two.text[:1].islower() and not TERMINAL.search(one.text)


class Wrapping:
    """Decides whether a line is wrapped, by the line width of the document."""

    def __init__(self, lines: Sequence[Piece]) -> None:
        sure = sorted(len(one.text) for one, two in pairwise(lines) if not two.blank and _surely_continues(one, two))
        self.width = sure[len(sure) * 3 // 4] if len(sure) * 10 > len(lines) else 1 << 30

    def joined(self, one: Piece, two: Piece) -> bool:
        """Return whether the second line continues the first."""
        if one.line.ends is not None:
            return not one.line.ends
        ends = bool(TERMINAL.search(one.text))
        if BULLET.match(two.text) and (ends or two.blank or len(one.text) < self.width * 2 // 3):
            return False
        if two.blank and _CAPTION.match(two.text):
            return False
        if not two.blank and (
            _POINTING.fullmatch(two.text) or (two.text[:1] == "(" and ")" not in two.text and not ends)
        ):
            return True
        if two.text[:1].islower() or two.text[:1] in ",;)»":
            return not (ends and two.blank)
        if ends or two.blank or _CLOSED.match(one.text):
            return False
        if normal(one.text.split()[-1]) in OPENERS:
            return True
        return len(one.text) + 1 + len(two.text.split()[0]) > self.width


def paragraphs(lines: Sequence[Piece], wrapping: Wrapping) -> list[list[Piece]]:
    """Group lines into paragraphs."""
    found: list[list[Piece]] = []
    for piece in lines:
        if found and wrapping.joined(found[-1][-1], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def unwrap(paragraph: Sequence[Piece], role: str = "text") -> Sentence:
    """Join the lines of a paragraph; words broken at the end of a line are rejoined with a soft hyphen."""
    text, exact, starts = "", "", []
    for piece in paragraph:
        words, exact_words = piece.text, piece.line.exact
        if re.search(r"[^\W\d]-$", text[-2:]) and words[:1].islower():
            last = text.rsplit(None, 1)[-1] + words.split(None, 1)[0]
            if not _COMPOUND.match(last):
                text, exact = text[:-1] + SOFT_HYPHEN, exact[:-1] + SOFT_HYPHEN
        elif text:
            text, exact = f"{text} ", f"{exact} "
        starts.append((len(text), piece.line.number))
        text += words
        exact += exact_words if with_plain_spaces(exact_words) == words else words
    level = paragraph[0].line.level if role == "heading" else None
    return Sentence(text, tuple(starts), role, level=level, exact=exact)


def cut(text: Sentence, start: int, end: int, role: str | None = None) -> Sentence:
    """Return a stretch of a text with its lines, without surrounding spaces."""
    spaced = not text.text[start : start + 1].strip()
    before = None if spaced else re.search(r"\S{1,40}$", text.text[max(start - 40, 0) : start])
    tight = before[0] if before else ""
    while start < end and text.text[start].isspace():
        start += 1
    while end > start and text.text[end - 1].isspace():
        end -= 1
    inside = [(offset - start, number) for offset, number in text.starts if start < offset < end]
    starts = (0, text.line(start)), *inside
    return Sentence(text.text[start:end], starts, role or text.role, tight, text.level, text.exact[start:end])


def sentences(text: Sentence) -> list[Sentence]:
    """Split a paragraph into sentences."""
    found, start = [], 0
    credit = _CREDIT_FIRST.match(text.text[:LONGEST_LINE])
    if credit:
        return [cut(text, 0, credit.end(), "credit"), *sentences(cut(text, credit.end(), len(text.text)))]
    for match in _SENTENCE_END.finditer(text.text):
        end = match.end()
        before = text.text[start:end].rstrip()
        if (
            end <= start
            or _ORDINAL.fullmatch(text.text[start:end])
            or (_ABBREVIATION.search(before) and end < len(text.text))
            or (_LABEL.search(before) and re.match(r"\s*\d", text.text[end:]))
        ):
            continue
        if pointing := _POINTING.match(text.text, end):  # a pointer to a figure belongs to the sentence before it
            end = pointing.end()
        found.append((start, end))
        start = end
    if text.text[start:].strip():
        found.append((start, len(text.text)))
    return [part for start, end in found for part in bounded(text, start, end, role_of(text.text[start:end]))]


def bounded(text: Sentence, start: int, end: int, role: str | None = None) -> list[Sentence]:
    """Return a stretch of a text, split between words if too long for a sentence; empty if it is blank."""
    found = []
    while start < end:
        stop = min(start + LONGEST_SENTENCE, end)
        if stop < end:
            stop = text.text.rfind(" ", start + 1, stop) + 1 or stop
        if text.text[start:stop].strip():
            found.append(cut(text, start, stop, role))
        start = stop
    return found


def role_of(text: str) -> str:
    """Return the role of a sentence by its form: "material", "credit" or "text"."""
    if MATERIAL.match(text[:LONGEST_LINE]):
        return "material"
    return "credit" if len(text) <= LONGEST_LINE and CREDIT.match(text) else "text"


def names(credit: str) -> tuple[str, ...]:
    """Return the people named in a credit; a shared surname is added to each."""
    found = CREDIT.match(credit)
    if not found:
        return ()
    people = [name.strip() for name in re.split(r"\s*(?:,|&|\bet\b|\band\b|\bund\b)\s*", found[1]) if name.strip()]
    surname = people[-1].split()[-1] if len(people[-1].split()) > 1 else ""
    return tuple(name if len(name.split()) > 1 or not surname else f"{name} {surname}" for name in people)
